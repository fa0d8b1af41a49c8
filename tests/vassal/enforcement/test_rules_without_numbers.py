"""A game may give its rules no numbers: what the module says then has no empty brackets."""

from __future__ import annotations

from dataclasses import replace

from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import MOSCOW, Table, opened_game

PANZER = "german-xlvi"


def test_moves_and_refusals_without_rule_numbers_have_no_empty_brackets() -> None:
    played = game(MOSCOW)
    stacking = replace(played.rules.stacking, rule="")
    rules = replace(played.rules, zoc=replace(played.rules.zoc, rule=""), stacking=stacking)
    table = Table(opened_game(replace(played, rules=rules), MOSCOW)).start(played.scenarios[0].title)
    table.press("Next phase")
    crowded, stopped, stays = (table.drag(PANZER, to) for to in ("0307", "0306", "0307"))
    assert "at most 1 may stay in a hex; Ctrl C takes the move back." in " ".join(crowded)
    assert "stops in an enemy ZOC." in " ".join(stopped)
    assert "it entered an enemy ZOC and stays there for this phase" in " ".join(stays)
    assert "(" not in " ".join((*crowded, *stopped))
    assert "()" not in " ".join(stays)
