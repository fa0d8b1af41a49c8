"""Names full of the letters that VASSAL's encoding is made of, in the real engine."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.model.ids import UnitId
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine

NAMES = (
    'a"b',
    "back\\slash within",
    "semi;colon",
    "sl/ash",
    "<b>tag</b> & amp;",
    "{brace}",
    "{1+1}",
    "$Side$ for $5",
    "pi|pe",
    "Жуков 4-я",
    "comma, \"double\", 'single'",
    "'quoted'",
    "!bang",
    "#hash ~tilde",
    "x\\,\\;\\/ y",
    "1,2",
    "007",
    "true",
    "\\first",
    "\\\\two",
    "a\\tb",
)


def test_names_arrive_letter_by_letter_and_survive_a_saved_game(tmp_path: Path) -> None:
    toy = game("toy-bridge")
    first = toy.counters.units[0]
    strange = tuple(
        dataclasses.replace(first, id=UnitId(f"strange-{n}"), designation=name, name=name)
        for n, name in enumerate(NAMES)
    )
    mix = dataclasses.replace(toy.counters, units=(*toy.counters.units, *strange))
    changed = dataclasses.replace(toy, counters=mix)
    told = {f"strange-{n}": (name, name) for n, name in enumerate(NAMES)}
    with Engine(write_module(changed, "toy-bridge", tmp_path / "strange.vmod")) as engine:
        engine.start(toy.scenarios[0].title, BOTH_SIDES)
        assert _names(engine) == told
        engine.take_chat()
        for piece in engine.pieces(("UnitId", "FullName")):
            name = piece.properties["FullName"]
            if str(piece.properties["UnitId"]).startswith("strange"):
                engine.hotkey("hexwright.rules.strict")
                engine.key(piece.id, "keys:ctrl F")
                refused = [chat.text for chat in engine.take_chat()][-1]
                assert refused.startswith("* Refused (")
                # The engine puts values in the place of names between dollars when it reports.
                assert "$" in str(name) or f"{name}: units gain" in refused
                engine.hotkey("hexwright.rules.off")
                engine.key(piece.id, "keys:ctrl F")
                line = [chat.text for chat in engine.take_chat()][-1]
                assert line == f"* Red {name} is turned over: now at reduced strength (Red forces)"
        engine.save(tmp_path / "strange.vsav")
        engine.close_game()
        engine.load(tmp_path / "strange.vsav", BOTH_SIDES)
        assert _names(engine) == told
        assert engine.take_problems() == ()


def _names(engine: Engine) -> dict[str, tuple[str, str | None]]:
    return {
        str(piece.properties["UnitId"]): (piece.name, piece.properties["FullName"])
        for piece in engine.pieces(("UnitId", "FullName"))
        if str(piece.properties["UnitId"]).startswith("strange")
    }
