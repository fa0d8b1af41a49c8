"""Texts come out as they were written, with their places."""

from __future__ import annotations

import pytest

from hexwright.diagnostics.diagnostic import DiagnosticReport, Span
from hexwright.load.yaml_tree import SourceFile, YamlMapping, YamlNode, YamlScalar, YamlSequence, parse


def read(text: str) -> YamlNode:
    """Parse a text that has no faults."""
    report = DiagnosticReport()
    tree = parse(SourceFile("x.yaml", text.encode()), report)
    assert tree is not None, list(report)
    return tree


def value(text: str) -> YamlScalar:
    """Return the value of the only key."""
    tree = read(text)
    assert isinstance(tree, YamlMapping)
    ((_, node),) = tree.entries.values()
    assert isinstance(node, YamlScalar)
    return node


@pytest.mark.parametrize("scalar", ["0101", "no", "1_000", "0x1F", "1:30", "2001-01-01", ".inf", "1e3", "="])
def test_no_scalar_is_converted(scalar: str) -> None:
    assert value(f"key: {scalar}").text == scalar


@pytest.mark.parametrize("scalar", ["", "~", "null", "Null", "NULL"])
def test_an_empty_value_is_null_unless_quoted(scalar: str) -> None:
    assert value(f"key: {scalar}").is_null
    assert not value(f"key: '{scalar}'").is_null


def test_every_node_knows_its_line_and_column() -> None:
    tree = read("first: a\nsecond:\n  - {inner: b}\n")
    assert isinstance(tree, YamlMapping)
    key, listing = tree.entries["second"]
    assert (key.line, key.column) == (2, 1)
    assert isinstance(listing, YamlSequence)
    assert (listing.line, listing.column) == (3, 3)
    entry = listing.items[0]
    assert isinstance(entry, YamlMapping)
    assert (entry.line, entry.column) == (3, 5)
    assert (entry.entries["inner"][1].line, entry.entries["inner"][1].column) == (3, 13)


def test_columns_count_characters_not_bytes() -> None:
    tree = read("{über: ä, key: b}")
    assert isinstance(tree, YamlMapping)
    assert tree.entries["key"][1].column == 16


def test_a_byte_order_mark_does_no_harm() -> None:
    report = DiagnosticReport()
    tree = parse(SourceFile("x.yaml", b"\xef\xbb\xbfkey: a"), report)
    assert isinstance(tree, YamlMapping)
    assert tree.entries["key"][0].column == 1


def test_windows_line_ends_are_taken() -> None:
    tree = read("a: b\r\nc: d\r\n")
    assert isinstance(tree, YamlMapping)
    assert [node.text for _, node in tree.entries.values() if isinstance(node, YamlScalar)] == ["b", "d"]
    assert tree.entries["c"][0].line == 2


def test_a_block_text_keeps_its_paragraphs_and_loses_its_last_line_end() -> None:
    assert value("key: |\n  one\n\n  two\n").text == "one\n\ntwo"
    assert value("key: >-\n  one\n  two\n").text == "one two"


def test_several_double_keys_are_all_told() -> None:
    report = DiagnosticReport()
    parse(SourceFile("x.yaml", b"a: 1\na: 2\nb: {c: 1, c: 2}\n"), report)
    assert [(d.code, d.span) for d in report] == [
        ("Y008", Span("x.yaml", 2, 1)),
        ("Y008", Span("x.yaml", 3, 11)),
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\n b: 2\n", 2, "reads as a continuation of the line above"),
        ("a:b\nc: d\n", 2, "write ': ' with a space after it"),
        ("a: b: c\n", 1, "this line contains a second ':'"),
        ("a: 'x' y\n", 1, "there is text after the end of the value"),
        ("a: [b]]\n", 1, "there is one ']' too many"),
        ("a:\n  - x\n - y\n", 3, "doesn't match the lines above"),
        ("a: b\nc d\n", 2, "this line isn't a 'key: value'"),
        ("a: [1, 2\nb: 3\n", 2, "begins with '[' isn't closed"),
        ("a: {x: 1\nb: 3\n", 2, "begins with '{' isn't closed"),
        ('a: "C:\\path"\n', 1, "write the backslash twice"),
        ("a: - b\n", 1, "start the list on a separate line"),
        ("a: %x\n", 1, "a value can't begin with this character"),
        ("%x\na: b\n", 1, "a line begins with '%'"),
        ("a: 'x\n", 1, "the quote before 'x' isn't closed in its line"),
        ("a: >x\n", 1, "can't begin with '>' or '|'"),
        ("a: ]\n", 1, "begins with a special character of YAML"),
        ("- a\nb: c\n", 2, "doesn't match the list above"),
        ("a: [#fff, b]\n", 2, "quotes around text that begins with '#'"),
    ],
)
def test_a_slip_of_syntax_is_explained_in_plain_words(text: str, line: int, words: str) -> None:
    report = DiagnosticReport()
    assert parse(SourceFile("x.yaml", text.encode()), report) is None
    (found,) = report
    assert found.code == "Y007"
    assert found.span is not None
    assert found.span.line == line
    assert words in str(found)
    assert "YAML: " not in str(found)
