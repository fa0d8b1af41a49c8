"""Put the YAML parser's complaints into words that a designer can act on."""

from __future__ import annotations

import re

import yaml

from builder.diagnostics import Diagnostic, Span, error

_COMMENTED = re.compile(r"(?:[:,-]\s+|[\[{]\s*)#[0-9A-Za-z]")

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
    before = line[: mark.column]
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
