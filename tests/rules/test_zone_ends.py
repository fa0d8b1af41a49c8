"""Hexes without zones of control: a naive oracle, refusals of unplayable rules, and words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexwright.geometry import zoc_limit_hexes
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.rules_record import ZoneOfControl
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.players.policies import play_game
from hexwright.rules.compiled import compiled_zones as facts
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.rules.games_with_zone_ends import BLUE, toy
from tests.rules.walks import OTHER_RULES, changed, walked
from tests.rules.zoning import reaches
from tests.told_rules import by_rule


def zones(kernel: RulesEngine, seeds: range) -> set[tuple[str, bool]]:
    """Compare zones in random games with a naive oracle.

    Return the sides whose zones were limited, and whether any zone was.
    """
    held, seen = kernel.setting, set[tuple[str, bool]]()

    def look(state: State) -> None:
        for number, side in enumerate(held.sides):
            foes: dict[str, set[int]] = {}
            for unit, place in enumerate(state.locations):
                counter = held.game.counters.unit(held.units[unit])
                shaken = bool(state.conditions and state.conditions[unit] & 1)
                if (
                    place >= 0
                    and counter.side != side
                    and counter.unit_class in ("foot", "tank")
                    and not shaken
                ):
                    foes.setdefault(str(counter.side), set()).add(place)
            near = {
                (foe, there)
                for foe, hexes in foes.items()
                for place in hexes
                for there in range(len(held.board.ids))
                if held.board.near[place] >> there & 1
            }
            found = {there for foe, there in near if reaches(held.game, foe, held.board.ids[there])}
            assert sum(1 << there for there in found) == held.ezoc_hexes(state, number)
            seen.update((foe, reaches(held.game, foe, held.board.ids[there])) for foe, there in near)

    for seed in seeds:
        play_game(kernel, seed, {}, lambda _before, _action, after: look(after))
    return seen


def test_zones_are_those_of_a_naive_reading() -> None:
    assert zones(RulesEngine(toy(), "the-week"), range(2)) == {
        (side, so) for side in ("blue", "red") for so in (False, True)
    }


def _nowhere(_board: Board, _zoc: ZoneOfControl, _side: SideId) -> Hexes:
    return 0


def _of_all(board: Board, zoc: ZoneOfControl, _side: SideId) -> Hexes:
    return _beyond(board, zoc, BLUE)


_beyond = zoc_limit_hexes.hexes_without_zoc


@pytest.mark.parametrize("planted", [_nowhere, _of_all], ids=["nowhere", "of all sides"])
def test_readings_find_zones_that_end_elsewhere(
    planted: Callable[..., Hexes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "hexes_without_zoc", planted)
    with pytest.raises(AssertionError):
        zones(RulesEngine(toy(), "the-week"), range(2))


def test_the_walker_finds_zones_that_end_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "hexes_without_zoc", _nowhere)
    with pytest.raises(AssertionError):
        walked(changed(**OTHER_RULES["zones that don't reach into forests"]), 3, 12)


def test_zone_ends_that_cannot_be_played_are_refused() -> None:
    def told(found: Game) -> str:
        return "; ".join(fault.message for fault in find_unplayable(found, found.scenarios[0]))

    assert told(toy()) == ""
    assert "with 'reach: none' no unit has a zone of control" in told(toy(reach="none"))
    assert "entry 1 of 'not_into' can't depend on 'weather'" in told(
        toy((ZocLimit(terrain=("wood",), weather=("rain",)),))
    )
    assert "can't depend on 'classes'" in told(toy((ZocLimit(terrain=("wood",), classes=("foot",)),)))
    assert "can't depend on 'along' under 'unless'" in told(
        toy((ZocLimit(terrain=("wood",), unless=Unless(along=("road",))),))
    )
    assert "matches every hex" in told(toy((ZocLimit(side=(BLUE,)),)))
    assert "matches no hex" in told(toy((ZocLimit(terrain=("mere",), place_kinds=("town",)),)))


def test_booklet_and_help_tell_where_zones_end() -> None:
    lines = by_rule(toy())
    assert any(
        "Blue zones of control don't extend into hexes in marsh or wood" in one
        for one in lines.get("3", {}).get("Zones of control", ())
    ), lines
