"""Add the traits and properties for air units: missions, interceptions, and the turn of return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names, orders
from hexwright.vassal.enforcement.traits import RECORD, answered, keep, keep_for_all, on, part, send
from hexwright.vassal.module import property_names as prop

MISSION: Final = "Mission"
"""An air unit's mission, as "turn.phase kind hex state"."""
BROUGHT: Final = "Brought"
"""An air unit's last supply mission, in the format of `MISSION`.

The supplies remain while the unit flies another mission.
"""
BACK_ON: Final = "BackOn"
"""The turn on which an air unit can fly again."""
FLIGHT: Final = "Flight"
"""The last mission of all air units, as "turn.phase kind hex unit"."""

NOTE_MISSION: Final = KeyCommand.named("hexwright.rules.note-mission")
NOTE_FLIGHT: Final = KeyCommand.named("hexwright.rules.note-flight")
FAIL: Final = KeyCommand.named("hexwright.rules.fail-mission")
PUT_OUT: Final = KeyCommand.named("hexwright.rules.put-out")
NOTE_ORDERS: Final = KeyCommand.named("hexwright.rules.note-orders")
SPREAD: Final = KeyCommand.named("hexwright.rules.spread-orders")


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for air missions."""
    if game.rules.air:
        yield GlobalProperty.new(name=FLIGHT, initial_value="", description="The mission flown last")


def flies(game: Game, unit: Unit) -> bool:
    """Return whether a unit is an air unit. Air units record their missions."""
    fire = game.rules.fire
    return (
        bool(game.rules.air)
        and fire is not None
        and any(unit.unit_class in one.classes for one in fire.air_support)
    )


def brings_supplies(game: Game) -> bool:
    """Return whether any side's air units can fly supply missions."""
    return any(one.supply_range is not None for one in game.rules.air)


def memory(game: Game) -> tuple[Trait, ...]:
    """Return the traits that store an air unit's missions and its return."""
    failed = f'{{{MISSION}.replace(" flying", " failed")}}'
    supplies = '.contains(" supply ")'
    brings = f"{{{part(RECORD)}{supplies} ? {part(RECORD)} : {BROUGHT}}}"
    lost = f'{{{MISSION}{supplies} ? {BROUGHT}.replace(" flying", " failed") : {BROUGHT}}}'
    due = f'{{GetProperty("{orders.ORDERS}").split("," + {prop.UNIT_ID} + ":out-")[1].split(",")[0]}}'
    return (
        keep(MISSION, (NOTE_MISSION, f"{{{part(RECORD)}}}"), (FAIL, failed)),
        *((keep(BROUGHT, (NOTE_MISSION, brings), (FAIL, lost)),) if brings_supplies(game) else ()),
        keep(BACK_ON, (PUT_OUT, due)),
    )


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield an air unit's traits for missions and interceptions."""
    if not game.rules.air:
        return
    for name, key, value in (
        (FLIGHT, NOTE_FLIGHT, f'{{{part(RECORD)}.replace("flying", {prop.UNIT_ID})}}'),
        (orders.ORDERS, NOTE_ORDERS, f'{{GetProperty("{names.VERDICT}")}}'),
    ):
        yield keep_for_all(name, (key, value))
    yield send(
        SPREAD,
        orders.OBEY,
        f'{{{prop.KIND} == "unit" && {orders.ORDERS}.contains("," + {prop.UNIT_ID} + ":")}}',
        "The units carry out what an interception brings",
    )
    flies, chases = (answered(kind) for kind in ("fly", "chase"))
    yield on("It flies", names.JOIN, flies, NOTE_MISSION, NOTE_FLIGHT, names.TELL_ATTACK)
    yield on(
        "It intercepts",
        names.JOIN,
        chases,
        NOTE_MISSION,
        names.TELL_ATTACK,
        names.ROLL_CHASE,
        NOTE_ORDERS,
        names.TELL_DICE,
        SPREAD,
    )
    for order, actions in (("fail,", (FAIL,)), ("out-", (PUT_OUT, FAIL))):
        match = f'{{{orders.ORDERS}.contains("," + {prop.UNIT_ID} + ":{order}")}}'
        yield on(f"Order: {order[:-1]}", orders.OBEY, match, *actions)
