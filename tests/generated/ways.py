"""Draw what ways of moving cost in a random game: by hexside, along lines, in zones, in parts of a point."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from tests.generated.ground import Ground
from tests.generated.plan import Plan

PARTS: Final = ("1/2", "3/2", "1/3", "2", "5/2")

DEGREES: Final = ("in", "out", "limited", "isolated")
"""How a unit may be supplied, as entries ask."""


def by_degrees(plan: Plan) -> bool:
    """Return whether supply fails by degrees."""
    return plan.has("supply-by-degrees") and by_unit(plan)


def by_unit(plan: Plan) -> bool:
    """Return whether units of one hex may be supplied in different ways."""
    return plan.wide or plan.has("fire-by-unit")


def costs(plan: Plan, ground: Ground, weathers: tuple[str, ...], under: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a way of moving costs beside its terrain, as keys of a movement mode."""
    dice = plan.dice("ways")
    found: dict[str, Any] = {}
    entries: list[dict[str, Any]] = []
    if plan.has("costs-at-hexsides") and ground.hexsides:
        entries.append({"across": "river", "cost": dice.choice(("never", *PARTS))})
        entries.append({"across": "river", "cost": dice.choice(("0", *PARTS))} | _when(plan, weathers, under))
        if dice.random() < 0.5:
            entries.append(
                {"across_front": list(ground.hexsides)[-1], "cost": dice.choice(("never", *PARTS))}
            )
        if "fort" in ground.features:
            entries.append({"across": "river", "into": "fort", "cost": dice.choice(PARTS)})
    if plan.has("costs-in-parts"):
        entries.append({"terrain": dice.choice(list(ground.terrain)), "cost": dice.choice(PARTS)})
    if plan.has("costs-in-time") and ground.places:
        entries.append({"place_kinds": ["town", "city"], "cost": "2"} | _when(plan, weathers, under))
        entries.append({"units": ["red-1"], "terrain": "clear", "cost": "3/2"})
        found["allowance_modifiers"] = [{"add": -1, **_when(plan, weathers, under)}]
    if plan.has("barred-ground"):
        entries += _barred(plan, ground, weathers, under)
    if entries:
        found["costs"] = entries
    if plan.has("costs-along-lines") and "road" in ground.lines:
        found["line_costs"] = [
            {"line": "road", "cost": dice.choice(("1/2", "1/30", "1"))},
            {"line": "road", "cost": dice.choice(PARTS)} | _when(plan, weathers, under),
        ]
    if plan.has("costs-of-zones"):
        found["ezoc_costs"] = _zones(dice)
        found["ezoc"] = dice.choice(("stops", "ignored"))
    if plan.has("one-hex-always"):
        found["always_one_hex"] = True
    return found


def _barred(
    plan: Plan, ground: Ground, weathers: tuple[str, ...], under: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the steps that no unit, or not every unit, may ever take."""
    dice = plan.dice("barred")
    kinds = [kind for kind in ground.terrain if kind != "clear"]
    if not kinds:
        return []
    found: list[dict[str, Any]] = [{"terrain": dice.choice(kinds), "cost": "never"}]
    if dice.random() < 0.5:
        found[0] |= _when(plan, weathers, under)
    if ground.hexsides and dice.random() < 0.5:
        found.append({"across": "river", "cost": "never"} | _when(plan, weathers, under))
    return found


def _zones(dice: Random) -> dict[str, Any]:
    zones: dict[str, Any] = {"enter": dice.choice(("3", "1/2", "1")), "leave": dice.choice(("0", "2", "1"))}
    if dice.random() < 0.6:
        zones["zoc_to_zoc"] = dice.choice(("never", "5", "0"))
    return zones


def haulage(plan: Plan, ground: Ground, weathers: tuple[str, ...]) -> dict[str, Any]:
    """Return a way of moving of supplies alone."""
    dice = plan.dice("haulage")
    costs: list[dict[str, Any]] = [
        {"terrain": kind, "cost": dice.choice(("never", *PARTS))}
        for kind in ground.terrain
        if kind != "clear"
    ]
    if weathers and dice.random() < 0.5:
        costs.append({"terrain": "clear", "weather": [dice.choice(weathers)], "cost": dice.choice(PARTS)})
    if ground.hexsides:
        costs.append({"across": "river", "cost": dice.choice(("never", *PARTS))})
        if dice.random() < 0.5:
            costs.append({"across": "river", "side": ["red"], "cost": dice.choice(("0", *PARTS))})
    found: dict[str, Any] = {"name": "Haulage", "ezoc": "ignored", "costs": costs}
    if "road" in ground.lines and dice.random() < 0.7:
        found["line_costs"] = [{"line": "road", "cost": dice.choice(("1/2", "1/30", "1"))}]
    if dice.random() < 0.3:
        found["ezoc_costs"] = _zones(dice)
    return found


def trains(plan: Plan, ground: Ground, network: Mapping[str, Any]) -> dict[str, Any]:
    """Return how units entrain in their moves, as keys of a movement mode."""
    dice = plan.dice("trains")
    rule: dict[str, Any] = {
        "clear_of": dice.choice(("ezoc", "enemies")),
        "may_stay_entrained": dice.random() < 0.5,
    }
    if not plan.has("trains-for-nothing"):
        rule |= {key: dice.choice(("0", "1/4", "1/3", "1/2")) for key in ("entrain", "detrain")}
        rule["hexes_per_mp"] = dice.choice((1, 2, 3, 30))
    rule |= {"may_attack": dice.random() < 0.4, "may_enter_ezoc": dice.random() < 0.4}
    limits: list[dict[str, Any]] = [
        {"max": dice.randint(0, 2), "side": [side]} for side in ground.sides if dice.random() < 0.7
    ]
    if plan.has("entrained-entries"):
        for limit in limits:
            limit["counts_reinforcements"] = plan.dice("limits of trains").random() < 0.5
    found: dict[str, Any] = {"ezoc": "forbidden"}
    if plan.has("friends-in-the-way") and plan.dice("friends on the line").random() < 0.5:
        found["through_friendly_units"] = False
    return found | {"entraining": rule | {**network} | ({"capacity": limits} if limits else {})}


def by_supply(plan: Plan, ground: Ground) -> dict[str, list[dict[str, Any]]]:
    """Return what depends on who was in supply as the phase began, as keys of a movement mode."""
    dice = plan.dice("moves by supply")
    pace = dice.choice(
        (
            {"multiply": "1/2"},
            {"add": -1},
            {"allowance": 0},
            {"multiply": "2/3", "add": 1, "rounding": "down"},
        )
    )
    found: dict[str, list[dict[str, Any]]] = {
        "allowance_modifiers": [
            {"supply": dice.choice(DEGREES if by_degrees(plan) else ("in", "out", "out")), **pace}
        ]
    }
    if not plan.wide:
        return found
    if dice.random() < 0.5:
        found["costs"] = [
            {"terrain": "clear", "supply": dice.choice(("in", "out")), "cost": dice.choice(PARTS)}
        ]
    if dice.random() < 0.5 and "road" in ground.lines:
        found["line_costs"] = [
            {"line": "road", "supply": dice.choice(("in", "out")), "cost": dice.choice(PARTS)}
        ]
    return found


def _when(plan: Plan, weathers: tuple[str, ...], under: Mapping[str, Any]) -> dict[str, Any]:
    """Return for whom and when an entry counts."""
    dice = plan.dice("ways when")
    found: dict[str, Any] = dict(under) if dice.random() < 0.5 else {}
    if plan.has("horse") and dice.random() < 0.7:
        found["classes"] = ["horse"]
    if weathers and dice.random() < 0.5:
        found["weather"] = [dice.choice(weathers)]
    if plan.has("costs-in-time"):
        found["turns"] = sorted(dice.sample(range(1, 6), 3))
        if dice.random() < 0.5:
            found["side"] = [dice.choice(("red", "blue"))]
    return found
