"""Put the YAML parser's complaints into words that a designer can act on."""

from __future__ import annotations

import re

import yaml

from builder.diagnostics import Diagnostic, Span, error
from builder.wording import quote

_COMMENTED = re.compile(r"(?:[:,-]\s+|[\[{]\s*)#[0-9A-Za-z]")

_QUOTED = re.compile(r"""(?<=[\s:,\[{])(?:"[^"]*"|'[^']*')""")

# The parser's own words on the left; what a designer can act on on the right.
_SYNTAX: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a second ':' stands in one line",
        "put quotes around a text that contains ': ', and check the indentation",
    ),
    (
        "could not find expected ':'",
        "this line is no 'key: value'",
        "add the ':' and a blank after it, or indent the line as part of the text above",
    ),
    (
        "did not find expected key",
        "this line doesn't fit what stands above",
        "align it with its neighbours, or close a quote above it",
    ),
    (
        "did not find expected '-' indicator",
        "this line doesn't fit the list above",
        "begin each entry with '- ' in the same column",
    ),
    (
        "did not find expected ',' or ']'",
        "a list opened with '[' isn't closed, or a ',' is missing",
        "add the ',' or the ']'",
    ),
    (
        "did not find expected ',' or '}'",
        "a mapping opened with '{' isn't closed, or a ',' is missing",
        "add the ',' or the '}'",
    ),
    ("found unexpected end of stream", "a quoted text is never closed", "add the closing quote"),
    ("found unexpected document indicator", "a quoted text is never closed", "add the closing quote"),
    (
        "found unknown escape character",
        "a backslash in a text with double quotes begins an unknown escape",
        r"write the backslash twice, or use single quotes",
    ),
    (
        "block sequence entries are not allowed",
        "a list entry '- ' stands where none can",
        "begin the list on a line of its own, below its key",
    ),
    (
        "did not find expected node content",
        "a value is missing or begins with a sign of YAML",
        "put quotes around it",
    ),
    (
        "found character that cannot start any token",
        "a value can't begin with this character",
        "put quotes around it",
    ),
    ("found undefined tag handle", "a value begins with '!'", "put quotes around it"),
    ("did not find expected alphabetic", "a value begins with '&' or '*'", "put quotes around it"),
    (
        "did not find expected <document start>",
        "this line doesn't belong to the data above",
        "check its indentation",
    ),
    ("did not find expected <stream", "this line doesn't belong to the data above", "check its indentation"),
    ("did not find URI escape", "a value begins with '!'", "put quotes around it"),
    (
        "did not find expected hexdecimal number",
        r"an escape such as \x or \u lacks its digits",
        "use single quotes",
    ),
    (
        "did not find expected comment or line break",
        "a text can't begin with '>' or '|' like this",
        "put quotes around it",
    ),
    ("directive", "a line begins with '%'", "put quotes around a text that begins with '%'"),
)


def _comment_within(lines: list[str], first: int, last: int) -> tuple[int, int] | None:
    """Return line and column of a '#' that begins a comment amid an open bracket without a blank."""
    for row in range(first, min(last + 1, len(lines))):
        bare = _QUOTED.sub(lambda found: "_" * len(found[0]), lines[row])
        found = re.search(r"[ \t](#\w)", bare)
        if found is not None:
            return row, found.start(1)
    return None


def _parting(before: str, behind: str, line: str) -> tuple[str, str] | None:
    """Return what is wrong between two entries of a list in one line, and what to type; None if unknown."""
    if _QUOTED.sub("", line).split(" #")[0].count('"') % 2:
        return "a quote in this line isn't closed", "put quotes on both sides of each text"
    if behind[:1] == ";" or before.rstrip()[-1:] == ";":
        return "a ';' parts two entries", "write ',' for it"
    if before.rstrip()[-1:] in ("'", '"') and re.match(r"[\"'\w]", behind):
        entry = re.split(r"[,\]}]", behind)[0].strip()
        return f"a ',' is missing before {quote(entry)}", "write ',' between two entries"
    return None


def explain_syntax(file: str, text: str, fault: yaml.YAMLError) -> Diagnostic:
    """Say in plain words what the parser stumbled over."""
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    problem = str(getattr(fault, "problem", None) or "")
    context = str(getattr(fault, "context", None) or "")
    if mark is None:
        return error("Y007", "this is no YAML", Span(file), "check the file in an editor")
    place = Span(file, mark.line + 1, mark.column + 1)
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in line[: mark.column + 1] and not line[: mark.column].strip():
        return error("Y006", "the line is indented with a tab", place, "indent with blanks")
    context_mark = getattr(fault, "context_mark", None)
    begun = (
        f" (begun in line {context_mark.line + 1})" if context_mark and context_mark.line != mark.line else ""
    )
    first = max(0, (context_mark or mark).line - 1)
    if any(_COMMENTED.search(lines[n]) for n in range(first, min(mark.line + 1, len(lines)))):
        return error(
            "Y007",
            f"a value is missing here{begun}",
            place,
            "put quotes around a text that begins with '#': without them YAML takes it for a comment",
        )
    hash_at = _comment_within(lines, first, mark.line) if "expected ','" in problem else None
    if hash_at is not None:
        row, column = hash_at
        cut = lines[row][column:].split(",")[0].rstrip()
        return error(
            "Y007",
            f"{quote(cut)} begins a comment, which hides the rest of the line",
            Span(file, row + 1, column + 1),
            "put quotes around the whole text that contains ' #'",
        )
    before = line[: mark.column]
    if "could not find expected ':'" in problem and context_mark is not None:
        begun_line = lines[context_mark.line]
        place = Span(file, context_mark.line + 1, len(begun_line) - len(begun_line.lstrip()) + 1)
        key = re.match(r"\s*([\w-]+)\s*([:=])\s*(\S.*)", begun_line)
        if key is None:
            told, hint = (
                "this line is no 'key: value'",
                "write ': ' behind the key, or join it to the text above",
            )
        else:
            told = f"{quote(begun_line.strip())} is no 'key: value'"
            hint = f"write '{key[1]}: {key[3].split(' #')[0].rstrip()}', with a blank behind the ':'"
        return error("Y007", told, place, hint)
    if "expected ','" in problem and (amiss := _parting(before, line[mark.column :], line)) is not None:
        return error("Y007", amiss[0], place, amiss[1])
    ended = before.rstrip()[-1:]
    if ended in ("]", "}") and line[mark.column : mark.column + 1] == "{":
        return error(
            "Y007", "a text with { and } stands without quotes", place, "put quotes around the whole text"
        )
    if ended in ("]", "}") and before.strip() and line[mark.column : mark.column + 1] not in (":", ""):
        if line[mark.column] in "]}":
            return error("Y007", f"there is one '{line[mark.column]}' too many", place, "delete it")
        rest = re.split(r"[:,\]}]", line[mark.column :])[0].strip()
        if "expected ','" in problem:
            told, hint = f"a ',' is missing between '{ended}' and {quote(rest)}", f"write '{ended}, {rest}'"
            return error("Y007", told, place, hint)
        if "did not find expected" in problem:
            what = "list" if ended == "]" else "mapping"
            told = f"{quote(rest)} stands behind the '{ended}' that ends the {what}"
            hint = "begin a new key on a line of its own, aligned with its neighbours; what belongs to the "
            return error("Y007", told, place, f"{hint}{what} stands before the '{ended}'")
    if "mapping values are not allowed" in problem and not re.search(r":\s", before):
        return error(
            "Y007",
            "this line reads as if it went on with the line above",
            place,
            "align its key with its neighbours; if the line above is a key, write ': ' with a blank after it",
        )
    if "did not find expected key" in problem and before.strip():
        return error(
            "Y007",
            "something stands after the end of the value",
            place,
            "put quotes around the whole text, or delete it; within '…' write an apostrophe twice",
        )
    for needle, words, hint in _SYNTAX:
        if needle in problem or (needle in context and not problem):
            return error("Y007", words + begun, place, hint)
    said = ", ".join(part for part in (context, problem) if part)
    return error("Y007", f"this is no YAML: {said}", place, "check quotes, brackets and indentation")
