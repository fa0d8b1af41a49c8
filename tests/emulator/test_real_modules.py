"""Our own modules in the virtual engine: set-ups, phases, flips, losses, reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.emulator.conftest import recorded
from tests.emulator.playing import plain, state_of
from tests.vassal.compile.games import GAMES, game
from tests.vassal.engine.conftest import go_on

Open = Callable[[str], EmulatedGame]
MOSCOW = "battle-for-moscow"


def _begun(opened: Open, slug: str, side: str | None = None) -> EmulatedGame:
    playing = opened(slug)
    playing.start(game(slug).scenarios[0].title, side or BOTH_SIDES)
    playing.take_problems()
    playing.take_chat()
    return playing


def _unit(playing: EmulatedGame, unit_id: str) -> tuple[str, str | None, dict[str, str | None]]:
    found = [p for p in playing.pieces(("UnitId", "Step", "Strength")) if p.properties["UnitId"] == unit_id]
    assert len(found) == 1
    return found[0].id, found[0].location, dict(found[0].properties)


@pytest.mark.parametrize("case", recorded("setups"), ids=lambda case: f"{case['game']}: {case['setup']}")
def test_set_up_stands_as_in_the_engine(opened: Open, case: dict[str, Any]) -> None:
    playing = opened(case["game"])
    playing.start(case["setup"], playing.sides()[0])
    assert state_of(playing) == {"turn": case["turn"], "pieces": case["pieces"]}
    assert playing.take_problems() == ()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_everything_that_our_modules_use_is_known(opened: Open, slug: str) -> None:
    playing = _begun(opened, slug)
    for piece in playing.pieces():
        playing.key(piece.id, "nothing at all")
    assert playing.unsupported == ()


def test_a_unit_is_turned_over_loses_and_regains_steps_dies_and_comes_back(opened: Open) -> None:
    playing = _begun(opened, MOSCOW)
    playing.set_property("Enforcement", "off")
    corps, place, values = _unit(playing, "german-xxiv")
    assert (place, values["Step"], values["Strength"]) == ("0410", "1", "12")
    playing.key(corps, "keys:ctrl F")
    assert _unit(playing, "german-xxiv")[2]["Strength"] == "6"
    playing.key(corps, "keys:ctrl R")
    playing.key(corps, "keys:ctrl L")
    assert _unit(playing, "german-xxiv")[2]["Step"] == "2"
    playing.key(corps, "keys:ctrl L")
    assert _unit(playing, "german-xxiv")[1] == "German replacement pool"
    said = plain([line.text for line in playing.take_chat()])
    assert "* German XXIV Panzer Corps is turned over: now at reduced strength (0410)" in said
    assert "* German XXIV Panzer Corps is eliminated (0410)" in said
    playing.undo()
    assert _unit(playing, "german-xxiv")[1] == "0410"
    assert playing.take_problems() == ()


def test_all_phases_pass_and_come_back_by_undo(opened: Open) -> None:
    playing = _begun(opened, MOSCOW)
    seen = [playing.turn().shown]
    for _ in range(10):
        go_on(playing)
        seen.append(playing.turn().shown)
    assert len(set(seen)) == len(seen)
    for shown in reversed(seen[:-1]):
        playing.undo()
        assert playing.turn().shown == shown
    assert playing.take_problems() == ()


def test_a_drag_is_reported_and_undone(opened: Open) -> None:
    playing = _begun(opened, MOSCOW)
    playing.set_property("Enforcement", "off")
    corps, place, _ = _unit(playing, "german-xxii")
    playing.drag(corps, "Map", "0101")
    assert _unit(playing, "german-xxii")[1] == "0101"
    assert any("0201" in line.text and "0101" in line.text for line in playing.take_chat())
    playing.undo()
    assert _unit(playing, "german-xxii")[1] == place == "0201"
