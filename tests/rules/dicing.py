"""A small game, made of a toy, in which dice are rolled for overruns at the end of movement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from hexwright.model.counter_mix import Step, Unit
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, PhaseId, SideId, UnitId
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Near
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rules_record import Effect, Phase
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.scenario import UnitsInBox
from tests.vassal.compile.games import game

PLAIN: Final = Overrun(odds="1:2", attackers="any", afterwards="stop", resolved="phase-end", rule="6")
COLUMN: Final = ("EX", "HX", "LS", "DE", "EX", "AX")
"""The result of each die roll from 1 to 6 in column 1-2."""
EFFECTS: Final[dict[str, tuple[Effect, ...]]] = {
    "HX": ("defender-eliminated", "attacker-exchange-half"),
    "LS": ("defender-eliminated", "attacker-step-loss"),
    "AX": ("defender-eliminated", "attacker-eliminated"),
}
MODIFIERS: Final = (
    Modifier(id="hills", name="hills", drm=-1, terrain=("hills",), defenders="one", rule="3"),
    Modifier(id="scouts", name="scouts", drm=2, classes=("scout",), attackers="one", rule="3"),
    Modifier(id="at-scouts", name="at scouts", drm=-2, against_classes=("scout",), rule="3"),
    Modifier(id="alone", name="alone", drm=1, near=Near(within=1, missing=True), attackers="one", rule="3"),
)


def dicing(*entries: Overrun, stacking: Stacking | None = None, advance: int = 2, **combat: Any) -> Game:
    """Return the toy with overruns that need a die roll; without `entries`, only the plain overrun."""
    found = game("toy-redoubt")
    table, rules = found.charts.combat, found.rules.combat
    assert table is not None
    assert rules is not None
    at = table.columns.index("1-2")
    rows = {
        face: (*row[:at], result, *row[at + 1 :])
        for (face, row), result in zip(table.rows.items(), COLUMN, strict=True)
    }
    more = tuple(replace(table.results[0], id=name, name=name) for name in EFFECTS)
    said: dict[str, Any] = {
        "overruns": entries or (PLAIN,),
        "effects": {**rules.effects, **EFFECTS},
        "modifiers": MODIFIERS,
        "mandatory_attacks": None,
        "max_advancing": advance,
    }
    changed = replace(rules, **(said | combat))
    sequence = tuple(phase for one in found.rules.sequence for phase in _with_dice(one))
    limits = stacking or Stacking(limit=3, enforced="always")
    return replace(
        found,
        charts=replace(found.charts, combat=replace(table, rows=rows, results=(*table.results, *more))),
        rules=replace(found.rules, combat=changed, sequence=sequence, stacking=limits),
    )


RUMPS: Final = tuple(UnitId(f"slate-rump-{number}") for number in (1, 2))
CADRES: Final = Cadre(replaced_by=RUMPS, classes=("foot",), min_strength=2, rule="6")


def leaving_cadres(**more: Any) -> Game:
    """Return the toy where two small units wait to take the place of Slate's foot."""
    found = dicing(cadres=(CADRES,), **more)
    boxes = tuple(replace(box, kind="pool") if box.side == "slate" else box for box in found.hexmap.boxes)
    units = tuple(
        Unit(name, "R", f"Slate Rump {name[-1]}", SideId("slate"), "foot", "battalion", (Step(1, 4),))
        for name in RUMPS
    )
    held = UnitsInBox(RUMPS, BoxId("slate-losses"), text="What is left.")
    scenarios = tuple(
        replace(one, setup=replace(one.setup, in_boxes=(*one.setup.in_boxes, held)))
        for one in found.scenarios
    )
    counters = replace(found.counters, units=(*found.counters.units, *units))
    hexmap = replace(found.hexmap, boxes=boxes)
    return replace(found, counters=counters, hexmap=hexmap, scenarios=scenarios)


def _with_dice(phase: Phase) -> Iterator[Phase]:
    yield phase
    if phase.kind == "movement":
        name = PhaseId(f"{phase.side}-dice")
        yield replace(
            phase, id=name, name=f"{phase.side.title()} dice", kind="overruns", text="Dice.", modes=()
        )
