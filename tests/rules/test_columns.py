"""The column of a battle is the last whose head its strengths reach, for any column heads."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.model.rules.odds_columns import Measure, OddsColumns, parse_column_head
from hexwright.model.rules.rules_record import CombatRules
from hexwright.queries.odds_calculation import Ratio, Scale, column_of
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.positions import LONG, rules

strengths = st.integers(0, 60)
heads = st.sets(
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda pair: Fraction(*pair)), min_size=1, max_size=9
)


def column(columns: OddsColumns, attack: int, defence: int) -> int:
    """Return the column of a battle before any shift."""
    least = tuple(Ratio(*head) for head in columns.least)
    return column_of(Scale(columns.by == "differential", least), Ratio(attack, 1), Ratio(defence, 1))


def test_heads_are_read_as_they_are_printed() -> None:
    assert [parse_column_head(text, "odds") for text in ("3:2", "3-2", " 3 : 2 ", "7:1+", "1\u20132")] == [
        Fraction(3, 2),
        Fraction(3, 2),
        Fraction(3, 2),
        7,
        Fraction(1, 2),
    ]
    assert [parse_column_head(text, "differential") for text in ("-2", "\u22122", "0", "+3", "6+")] == [
        -2,
        -2,
        0,
        3,
        6,
    ]


@pytest.mark.parametrize("text", ["", "banana", "3", "3:0", "0:1", "3:", ":1", "1:1:1", "-1:2", "\u0663:1"])
def test_texts_that_are_no_odds_are_no_head_of_a_column(text: str) -> None:
    assert parse_column_head(text, "odds") is None


@pytest.mark.parametrize("wrong", [("2:1", "1:1"), ("1:1", "2:2"), ("1:1", "x")])
def test_heads_that_do_not_rise_are_no_columns(wrong: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not ascending odds"):
        OddsColumns.of(wrong, "odds")


@pytest.mark.parametrize(
    ("by", "names", "attack", "defence", "told"),
    [
        ("odds", ("1:1", "2:1"), 15, 4, "3:1"),
        ("odds", ("1:1", "2:1"), 1, 4, "below 1:1"),
        ("differential", ("0", "+3", "+7"), 16, 5, "+11, column +7"),
        ("differential", ("0", "+3", "+7"), 8, 5, "+3"),
        ("differential", ("0", "+3", "+7"), 5, 5, "0"),
        ("differential", ("0", "+3", "+7"), 5, 8, "-3, below 0"),
        ("differential", ("-2", "+3"), 5, 6, "-1, column -2"),
        ("differential", ("0", "+3"), Fraction(9, 2), 1, "+3.5, column +3"),
    ],
)
def test_a_comparison_is_what_the_strengths_give(
    by: Measure, names: tuple[str, ...], attack: int, defence: int, told: str
) -> None:
    columns = OddsColumns.of(names, by)
    assert columns.result(attack, defence, column(columns, int(attack), defence)) == told


@given(heads=heads, attack=strengths, defence=st.integers(1, 40))
def test_the_column_is_the_last_that_the_odds_reach(heads: set[Fraction], attack: int, defence: int) -> None:
    rising = sorted(heads)
    columns = OddsColumns.of([f"{head.numerator}:{head.denominator}" for head in rising], "odds")
    reached = [head for head in rising if Fraction(attack, defence) >= head]
    found = column(columns, attack, defence)
    if len(reached) < len(rising):
        assert found == len(reached)
        assert columns.name(found) == (
            f"{reached[-1].numerator}:{reached[-1].denominator}" if reached else f"below {columns.heads[0]}"
        )
    else:
        # 7.9:1 in a table that ends with 6:1 is one column beyond it; in one that ends with 3:2, six.
        assert found == len(rising) + int(Fraction(attack, defence)) - int(rising[-1])


@given(heads=st.sets(st.integers(-9, 9), min_size=1), attack=strengths, defence=strengths)
def test_differences_end_with_the_last_column(heads: set[int], attack: int, defence: int) -> None:
    columns = OddsColumns.of([f"{head:+d}" for head in sorted(heads)], "differential")
    assert column(columns, attack, defence) == sum(attack - defence >= head for head in heads)


def test_no_strength_is_the_last_column() -> None:
    assert column(OddsColumns.of(("1:2", "3:2"), "odds"), 1, 0) == 2


def test_battles_are_fought_in_the_columns_of_the_table() -> None:
    kernel = fought_by(("1:2", "1:1", "3:2", "2:1", "5:1", "6:1"))
    setting, state = kernel.setting, kernel.set_up(1)
    assert {
        compute_odds(setting, state, 1 << u, 1 << a).comparison
        for u in range(3)
        for a in setting.units_by_side[0]
    } <= {
        "below 1:2",
        *setting.tables[""][1].heads,
    }


def fought_by(heads: tuple[str, ...]) -> RulesEngine:
    """Return the rules engine of the first game with a table of other column heads."""
    game = rules(LONG).setting.game
    table = game.charts.combat
    assert table is not None
    charts = replace(game.charts, combat=replace(table, columns=heads))
    combat = game.rules.combat
    assert isinstance(combat, CombatRules)
    return RulesEngine(replace(game, charts=charts), LONG)
