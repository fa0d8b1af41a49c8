"""The expression parser accepts what the engine's own parser accepts, and lists what is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.emulator.beanshell.beanshell_interpreter import compile_expression
from hexwright.emulator.beanshell.java_values import ScriptError
from hexwright.inspect.analysis import beanshell_names
from hexwright.inspect.analysis.expression_analysis import analyse_format, analyse_match

_RECORDED = Path(__file__).parent / "expressions.tsv"


def test_every_recorded_verdict_of_the_engine_is_ours_too() -> None:
    rows = [line.split("\t") for line in _RECORDED.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 324
    for verdict, text in rows:
        assert (not beanshell_names.parse_expression(text).error) == (verdict == "valid"), text
        if text[:1] not in ("~", "="):
            # What parses may still be nothing to do, as to count a number up.
            assert verdict == "valid" or not compiles(text), text


def compiles(text: str) -> bool:
    """Return whether the emulator accepts an expression."""
    try:
        compile_expression(text)
    except ScriptError:
        return False
    return True


def test_calls_nest_as_deep_in_both_readers() -> None:
    for opening, closing in (("f(", ")"), ("1 + (", ")"), ("a[", "]")):
        for depth in (60, 140, 160):
            deep = opening * depth + "1" + closing * depth
            assert compiles(deep) == (not beanshell_names.parse_expression(deep).error) == (depth < 150), (
                opening,
                depth,
            )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Strength + Bonus", ("Strength", "Bonus")),
        ('Type.startsWith("A") && Name.contains(Other)', ("Other", "Type", "Name")),
        ("Math.max(A, B) + Integer.parseInt(C)", ("A", "B", "C")),
        ('GetProperty("Old Name") == 3', ("Old Name",)),
        ('SumStack("Strength", "{Side == \\"Red\\"}")', ("Strength", "Side")),
        ('CountMap("{Side == \\"$Foe$\\" && Class == 1}")', ("Side", "Class")),
        ("$Range$ > 3", ("Range",)),
        ("new bsh.Interpreter().eval(Script).toString()", ("Script",)),
        ('x ? "a" : y ? "b" : "c"', ("x", "y")),
        ('Type =~ "Inf|Arm" && Name !~ Other', ("Type", "Name", "Other")),
        ("\\u0041lpha + été", ("Alpha", "t\u00e9")),
    ],
)
def test_the_names_of_properties_are_listed(text: str, names: tuple[str, ...]) -> None:
    reading = analyse_format("{" + text + "}")
    assert reading.error == ""
    assert set(reading.properties) == set(names)


def test_dollars_in_a_match_are_replaced_before_it_is_parsed() -> None:
    reading = analyse_match('{Side == "$Side$" && $Old Level$ > 2}')
    assert reading.error == ""
    assert set(reading.properties) == {"Side", "Old Level"}


def test_an_old_style_match_names_its_properties() -> None:
    assert analyse_match("Side = Red && Strength >= 3 || $Class$ = x").properties == (
        "Side",
        "Strength",
        "Class",
    )
    assert analyse_match("").always
    assert analyse_match("{true}").always
    assert not analyse_match("{true && Ready}").always


def test_a_format_names_what_stands_between_dollars() -> None:
    assert analyse_format("$pieceName$ moves to $location$").properties == ("pieceName", "location")
    assert analyse_format("costs 5$").properties == ()
    assert not analyse_format("{a} and b").is_expression


def test_a_plain_string_or_number_is_not_parsed() -> None:
    assert analyse_format('{"C:\\dir"}').error == ""
    assert analyse_format("{007}").error == ""
    assert analyse_format("{}").error == ""


def test_functions_are_known_with_their_arguments() -> None:
    assert analyse_format('{SumStack("A")}').strange == ()
    assert analyse_format('{SumStack("A", "B", "C", "D")}').strange == (
        "SumStack takes 1 or 2 arguments, not 4",
    )
    assert analyse_format("{Sumstack(A)}").strange == ("no function is called Sumstack",)


def test_functions_that_go_over_pieces_are_told_from_those_that_do_not() -> None:
    assert analyse_format('{CountStack("A") > 1}').scans
    assert not analyse_format('{GetProperty("A")}').scans


def test_an_error_names_the_character() -> None:
    assert beanshell_names.parse_expression("a + * b").error == "expected a value, got * at character 5"
    assert beanshell_names.parse_expression('a == "b').error == "an unmatched quotation mark at character 6"
    assert beanshell_names.parse_expression("(a + b").error == "expected ), got the end"


def test_nesting_is_bounded() -> None:
    assert "nested deeper" in beanshell_names.parse_expression("(" * 10_000).error
    assert "nested deeper" in beanshell_names.parse_expression("(int)" * 10_000 + "1").error
    assert beanshell_names.parse_expression("?1:".join(["a"] * 2_000) + "?1:2").error == ""
