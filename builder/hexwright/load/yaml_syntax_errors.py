"""Rephrase the YAML parser's errors for designers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import yaml

from hexwright.diagnostics.diagnostic import Diagnostic, Span, error
from hexwright.support.message_wording import quote

_CONFLICT: Final = ("<<<<<<< ", "||||||| ", ">>>>>>> ")
_COMMENTED = re.compile(r"(?:[:,-]\s+|[\[{]\s*)#[0-9A-Za-z]")

_QUOTED = re.compile(r"""(?<=[\s:,\[{])(?:"[^"]*"|'[^']*')""")

# Left: the parser's words; right: what a designer can do.
_SYNTAX: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "this line contains a second ':'",
        "put quotes around text that contains ': ', and check the indentation",
    ),
    (
        "could not find expected ':'",
        "this line isn't a 'key: value'",
        "add ':' and a space, or indent the line as part of the text above",
    ),
    (
        "did not find expected key",
        "this line doesn't match the lines above",
        "align this line with the lines above, or close an open quote above it",
    ),
    (
        "did not find expected '-' indicator",
        "this line doesn't match the list above",
        "begin each entry with '- ' in the same column",
    ),
    (
        "did not find expected ',' or ']'",
        "a list that begins with '[' isn't closed, or a ',' is missing",
        "add the ',' or the ']'",
    ),
    (
        "did not find expected ',' or '}'",
        "a mapping that begins with '{' isn't closed, or a ',' is missing",
        "add the ',' or the '}'",
    ),
    ("found unexpected end of stream", "a closing quote is missing", "write a quote at the end of the text"),
    (
        "found unexpected document indicator",
        "a closing quote is missing",
        "write a quote at the end of the text",
    ),
    (
        "found unknown escape character",
        "a backslash in text with double quotes starts an unknown escape sequence",
        r"write the backslash twice, or use single quotes",
    ),
    (
        "block sequence entries are not allowed",
        "a list entry '- ' isn't allowed here",
        "start the list on a separate line, below its key",
    ),
    (
        "did not find expected node content",
        "a value is missing or begins with a special character of YAML",
        "put quotes around the value",
    ),
    (
        "found character that cannot start any token",
        "a value can't begin with this character",
        "put quotes around the value",
    ),
    ("found undefined tag handle", "a value begins with '!'", "put quotes around the value"),
    ("did not find expected alphabetic", "a value begins with '&' or '*'", "put quotes around the value"),
    (
        "did not find expected <document start>",
        "this line doesn't belong to the data above",
        "check the indentation of this line",
    ),
    (
        "did not find expected <stream",
        "this line doesn't belong to the data above",
        "check the indentation of this line",
    ),
    ("did not find URI escape", "a value begins with '!'", "put quotes around the value"),
    (
        "did not find expected hexdecimal number",
        "an escape sequence such as \\x or \\u lacks its digits",
        "write the digits, or use single quotes",
    ),
    (
        "did not find expected comment or line break",
        "text without quotes can't begin with '>' or '|'",
        "put quotes around the value",
    ),
    ("directive", "a line begins with '%'", "put quotes around text that begins with '%'"),
)


def _comment_within(lines: Sequence[str], first: int, last: int) -> tuple[int, int] | None:
    """Return line and column of a '#' inside an open bracket that starts a comment by mistake, or None."""
    for row in range(first, min(last + 1, len(lines))):
        bare = _QUOTED.sub(lambda found: "_" * len(found[0]), lines[row])
        found = re.search(r"[ \t](#\w)", bare)
        if found is not None:
            return row, found.start(1)
    return None


def _parting(before: str, behind: str, line: str) -> tuple[str, str] | None:
    """Return the mistake between two list entries on one line, and the correction; None if the mistake is
    unknown.
    """
    if _QUOTED.sub("", line).split(" #")[0].count('"') % 2:
        return "a quote in this line isn't closed", "put quotes on both sides of each text"
    if behind[:1] == ";" or before.rstrip()[-1:] == ";":
        return "a ';' separates two entries", "write ',' instead"
    if before.rstrip()[-1:] in ("'", '"') and re.match(r"[\"'\w]", behind):
        entry = re.split(r"[,\]}]", behind)[0].strip()
        return f"a ',' is missing before {quote(entry)}", "write ',' between two entries"
    return None


@dataclass(frozen=True, slots=True)
class _Stop:
    """The position where the parser stopped, and the parser's message."""

    file: str
    lines: Sequence[str]
    row: int
    column: int
    opened: tuple[int, int] | None
    """Row and column where the construct that the parser was reading begins, or None."""
    problem: str
    context: str

    @property
    def line(self) -> str:
        """Return the line in which the parser stopped."""
        return self.lines[self.row] if self.row < len(self.lines) else ""

    @property
    def before(self) -> str:
        """Return the part of the line before the position where the parser stopped."""
        return self.line[: self.column]

    @property
    def behind(self) -> str:
        """Return the part of the line from the position where the parser stopped."""
        return self.line[self.column :]

    @property
    def first(self) -> int:
        """Return the first row that may contain the mistake."""
        return max(0, (self.opened[0] if self.opened else self.row) - 1)

    @property
    def begun(self) -> str:
        """Return " (begun in line N)" if the value began in an earlier line, otherwise ""."""
        return f" (begun in line {self.opened[0] + 1})" if self.opened and self.opened[0] != self.row else ""

    def error(self, message: str, hint: str, row: int | None = None, column: int | None = None) -> Diagnostic:
        """Build an error; its source location is by default the position where the parser stopped."""
        row, column = self.row if row is None else row, self.column if column is None else column
        return error("Y007", message, Span(self.file, row + 1, column + 1), hint)


def conflict_mark(file: str, text: str) -> Diagnostic | None:
    """Return an error at the first mark of a merge conflict, such as "<<<<<<< HEAD"; None without marks."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(_CONFLICT) or line == "=======":
            hint = "choose one of the two versions, and delete the lines with '<<<<<<<', '=======', '>>>>>>>'"
            return error("Y007", f"{quote(line)} marks a merge conflict", Span(file, number, 1), hint)
    return None


def explain_syntax(file: str, text: str, fault: yaml.YAMLError) -> Diagnostic:
    """Return the parser's error in plain words, with a hint that says what to write."""
    context_mark = getattr(fault, "context_mark", None)
    mark = getattr(fault, "problem_mark", None) or context_mark
    if mark is None:
        return error("Y007", "this isn't valid YAML", Span(file), "check the file in an editor")
    stop = _Stop(
        file,
        text.split("\n"),
        mark.line,
        mark.column,
        (context_mark.line, context_mark.column) if context_mark else None,
        str(getattr(fault, "problem", None) or ""),
        str(getattr(fault, "context", None) or ""),
    )
    for explain in _EXPLANATIONS:
        explained = explain(stop)
        if explained is not None:
            return explained
    said = ", ".join(part for part in (stop.context, stop.problem) if part)
    return stop.error(f"this isn't valid YAML: {said}", "check quotes, brackets and indentation")


def _tab(stop: _Stop) -> Diagnostic | None:
    if "\t" in stop.line[: stop.column + 1] and not stop.before.strip():
        place = Span(stop.file, stop.row + 1, stop.column + 1)
        return error("Y006", "the line is indented with a tab", place, "indent with spaces")
    return None


def _unclosed_quote(stop: _Stop) -> Diagnostic | None:
    """Explain a quoted text that ended, lines below, at the quote of another text, or never."""
    found: tuple[int, int] | None = None
    for row, column, end_row, end_column in _long_quotes(stop.lines):
        ended = end_row == stop.row and not stop.line[end_column + 1 : stop.column].strip()
        if ended or end_row >= len(stop.lines):
            found = (row, column)
    if found is None:
        return None
    row, column = found
    quoted = stop.lines[row][column:].strip()
    return stop.error(
        f"the quote before {quote(quoted[1:])} isn't closed in its line",
        f"write another {quoted[0]} at the end of the text",
        row,
        column,
    )


def _long_quotes(lines: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield each quoted text that ends in a later line: row and column of its first quote and of its last.

    For a text that never ends, the last row is behind the file. Text in blocks ('|' and '>') is left out.
    """
    row, column, block = 0, 0, -1
    while row < len(lines):
        line = lines[row]
        indent = len(line) - len(line.lstrip())
        if column == 0 and block >= 0 and (indent > block or not line.strip()):
            row += 1
            continue
        if column == 0:
            block = indent if _begins_block(line) else -1
        opened = _opening(line, column)
        if opened is None:
            row, column = row + 1, 0
            continue
        last = _closing(lines, row, opened)
        if last[0] > row:
            yield row, opened, *last
        row, column = last[0], last[1] + 1


def _begins_block(line: str) -> bool:
    """Return whether the text of a block begins in the next line."""
    head = line.partition(" #")[0].rstrip().rstrip("+-0123456789")
    return head.endswith((": |", ": >", "- |", "- >"))


def _opening(line: str, column: int) -> int | None:
    """Return the column of the next quote that begins a text; None before a comment or at the end."""
    before = line[:column].rstrip()[-1:]
    for at in range(column, len(line)):
        sign, spaced = line[at], line[at - 1 : at] in ("", " ")
        if sign == "#" and spaced:
            return None
        if sign in "'\"" and (not before or before in ",[{" or (before in ":-" and spaced)):
            return at
        before = sign if sign != " " else before
    return None


def _closing(lines: Sequence[str], row: int, column: int) -> tuple[int, int]:
    """Return the row and column of the quote that closes the one at a position."""
    sign = lines[row][column]
    column += 1
    while row < len(lines):
        line = lines[row]
        while column < len(line):
            doubled = sign == "'" and line.startswith("''", column)
            if doubled or (sign == '"' and line[column] == "\\"):
                column += 1
            elif line[column] == sign:
                return row, column
            column += 1
        row, column = row + 1, 0
    return row, 0


def _comment_for_value(stop: _Stop) -> Diagnostic | None:
    if any(_COMMENTED.search(line) for line in stop.lines[stop.first : stop.row + 1]):
        return stop.error(
            f"a value is missing here{stop.begun}",
            "put quotes around text that begins with '#', which otherwise starts a comment in YAML",
        )
    return None


def _comment_in_list(stop: _Stop) -> Diagnostic | None:
    found = _comment_within(stop.lines, stop.first, stop.row) if "expected ','" in stop.problem else None
    if found is None:
        return None
    row, column = found
    cut = stop.lines[row][column:].split(",")[0].rstrip()
    return stop.error(
        f"{quote(cut)} starts a comment, which hides the rest of the line",
        "put quotes around the whole text that contains ' #'",
        row,
        column,
    )


def _no_key(stop: _Stop) -> Diagnostic | None:
    if "could not find expected ':'" not in stop.problem or stop.opened is None:
        return None
    line = stop.lines[stop.opened[0]]
    key = re.match(r"\s*([\w-]+)\s*([:=])\s*(\S.*)", line)
    if key is None:
        told = "this line isn't a 'key: value'"
        hint = "write ': ' after the key, or append this line to the text above"
    else:
        told = f"{quote(line.strip())} isn't a 'key: value'"
        hint = f"write '{key[1]}: {key[3].split(' #')[0].rstrip()}', with a space after the ':'"
    return stop.error(told, hint, stop.opened[0], len(line) - len(line.lstrip()))


def _between_entries(stop: _Stop) -> Diagnostic | None:
    amiss = _parting(stop.before, stop.behind, stop.line) if "expected ','" in stop.problem else None
    return stop.error(*amiss) if amiss is not None else None


def _behind_bracket(stop: _Stop) -> Diagnostic | None:
    ended = stop.before.rstrip()[-1:]
    if ended not in ("]", "}"):
        return None
    if stop.behind[:1] == "{":
        return stop.error("text with { and } has no quotes", "put quotes around the whole text")
    if stop.behind[:1] in (":", ""):
        return None
    if stop.behind[0] in "]}":
        return stop.error(f"there is one '{stop.behind[0]}' too many", "delete this bracket")
    rest = re.split(r"[:,\]}]", stop.behind)[0].strip()
    if "expected ','" in stop.problem:
        return stop.error(f"a ',' is missing between '{ended}' and {quote(rest)}", f"write '{ended}, {rest}'")
    if "did not find expected" in stop.problem:
        what = "list" if ended == "]" else "mapping"
        hint = "start a new key on a separate line, aligned with the others; write further content of the "
        return stop.error(
            f"{quote(rest)} follows the '{ended}' that ends the {what}",
            f"{hint}{what} before the '{ended}'",
        )
    return None


def _joined_to_line_above(stop: _Stop) -> Diagnostic | None:
    if "mapping values are not allowed" in stop.problem and not re.search(r":\s", stop.before):
        return stop.error(
            "this line reads as a continuation of the line above",
            "align the key with the keys above; if the line above is a key, write ': ' with a space after it",
        )
    return None


def _behind_value(stop: _Stop) -> Diagnostic | None:
    if "did not find expected key" in stop.problem and stop.before.strip():
        return stop.error(
            "there is text after the end of the value",
            "put quotes around the whole text, or delete the rest; within '…' write an apostrophe twice",
        )
    return None


def _in_other_words(stop: _Stop) -> Diagnostic | None:
    for needle, words, hint in _SYNTAX:
        if needle in stop.problem or (needle in stop.context and not stop.problem):
            return stop.error(words + stop.begun, hint)
    return None


_EXPLANATIONS: Final = (
    _tab,
    _unclosed_quote,
    _comment_for_value,
    _comment_in_list,
    _no_key,
    _between_entries,
    _behind_bracket,
    _joined_to_line_above,
    _behind_value,
    _in_other_words,
)
"""Functions that recognise possible causes, the most reliable first."""
