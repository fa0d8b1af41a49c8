"""Change units without a player's action: recovery, effects of supply, survival, withdrawal.

The turn marker asks the script for orders when recovery begins, and when allocation and supply end. The
orders are stored in a global property, and every unit named in them carries out its own orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.deeds import Deed
from hexwright.vassal.enforcement.fighting import notes, supply_loss
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.tables.order_tables import BEGINS, ends, forfeits, orders_needed
from hexwright.vassal.enforcement.traits import (
    RECORD,
    TEXT,
    answer,
    answered,
    keep,
    keep_for_all,
    objection,
    on,
    part,
    say,
    send,
    violation,
    watched,
)
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.hex_zones import HEX_ZONE
from hexwright.vassal.module.unit_conditions import (
    DISRUPTED,
    ENTRAINED,
    disruption_keys,
    game_conditions,
    loss_keys,
)

ORDERS: Final = "PhaseOrders"
"""The orders of a phase, as ",unit:recover,unit:disrupt,unit:lose,unit:attacked,"."""
WITHDRAW: Final = "withdraw"
"""The order to leave the game."""
ATTACKED: Final = "Attacked"
"""The allocation phase in which a unit was attacked, as "turn.phase"."""
KEPT: Final = "Kept"
"""The phase in which a player chose a unit to survive out of supply."""

ASK_LEAVING: Final = KeyCommand.named("hexwright.rules.ask-who-leaves")
ASK_BEGIN: Final = KeyCommand.named("hexwright.rules.ask-orders-at-begin")
ASK_END: Final = KeyCommand.named("hexwright.rules.ask-orders-at-end")
GIVE: Final = KeyCommand.named("hexwright.rules.give-orders")
OBEY: Final = KeyCommand.named("hexwright.rules.obey")
NOTE_ATTACKED: Final = KeyCommand.named("hexwright.rules.note-attacked")
NOTE_KEPT: Final = KeyCommand.named("hexwright.rules.note-kept")
TELL_KEPT: Final = KeyCommand.named("hexwright.rules.tell-kept")
NOTE_WASTED: Final = KeyCommand.named("hexwright.rules.note-wasted")
TELL_WASTED: Final = KeyCommand.named("hexwright.rules.tell-wasted")
LEAVE: Final = KeyCommand.named("hexwright.rules.withdraw")
TELL_LEFT: Final = KeyCommand.named("hexwright.rules.tell-left")
TELL_FORFEIT: Final = KeyCommand.named("hexwright.rules.tell-forfeit")
TELL_LEFT_BEHIND: Final = KeyCommand.named("hexwright.rules.tell-left-behind")
TELL_LOST: Final = KeyCommand.named("hexwright.rules.tell-cut-off")

_NOW: Final = f'{{{prop.TURN} + "." + {prop.PHASE}}}'
"""The current phase, as "turn.phase"."""
KEEP: Final = Deed("keep", key_commands.KEEP, "Keep it alive out of supply", does=False)


def deeds(game: Game) -> tuple[Deed, ...]:
    """Return the actions that players may perform on units out of supply."""
    supply = game.rules.out_of_supply
    return (KEEP,) if supply is not None and supply.loss == "disrupted" else ()


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for orders."""
    if orders_needed(game):
        yield GlobalProperty.new(name=ORDERS, initial_value="", description="What a phase brings the units")


# Traits -------------------------------------------------------------------------------------------


def leaving_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that withdraw units when a turn begins."""
    if game.oob.withdrawals:
        first = watched(list(_first_played(game)))
        yield on("Units leave as a turn begins", names.OPEN_PHASE, first, ASK_LEAVING, GIVE)


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that issue the orders of a phase."""
    if not orders_needed(game):
        return
    leaving = ((ASK_LEAVING, call("ordersToLeave", "PieceUID")),) if game.oob.withdrawals else ()
    yield keep_for_all(
        ORDERS,
        *leaving,
        (ASK_BEGIN, call("ordersAsItBegins", "PieceUID")),
        (ASK_END, call("ordersAsItEnds", "PieceUID")),
    )
    yield send(
        GIVE,
        OBEY,
        f'{{{prop.KIND} == "unit" && {ORDERS}.contains("," + {prop.UNIT_ID} + ":")}}',
        "The units carry out what the phase brings",
    )
    begin = [phase.id for phase in game.rules.sequence if phase.kind in BEGINS]
    coming = [one for one in game.rules.sequence if one.kind == "replacement" and one.side in forfeits(game)]
    begin += [phase.id for phase in coming if phase.id not in begin]
    end = [phase.id for phase in game.rules.sequence if phase.kind in ends(game)]
    yield on("A phase brings something as it begins", names.OPEN_PHASE, watched(begin), ASK_BEGIN, GIVE)
    yield on("A phase brings something as it ends", names.SETTLE, watched(end), ASK_END, GIVE)


def _first_played(game: Game) -> Iterator[PhaseId]:
    """Yield the phases that may be the first of a turn.

    If a phase may be skipped, the next phase may be the first, too.
    """
    for phase in game.rules.sequence:
        yield phase.id
        if not phase.weather and not phase.except_turns:
            return


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit carries out orders.

    They also let a player choose the units that survive.
    """
    if not orders_needed(game):
        return
    who = f'{prop.SIDE_NAME} + " " + {prop.FULL_NAME}'
    yield from _withdrawal(game, who)
    if DISRUPTED in game_conditions(game):
        yield keep(names.SHAKEN, (DISRUPTED.begin_key, _NOW))
        yield _order("recover", DISRUPTED.end_key, DISRUPTED.report_end_key)
    if notes(game):
        yield keep(ATTACKED, (NOTE_ATTACKED, _NOW))
        yield _order("attacked", NOTE_ATTACKED)
    if game.rules.leaves_trains:
        yield _order("detrain", names.NOTE_RODE, ENTRAINED.end_key, ENTRAINED.report_end_key)
    if game.rules.out_of_supply is not None and game.rules.out_of_supply.group is not None:
        yield from _wasting()
    if game.rules.group_remnants:
        yield say(
            TELL_LEFT_BEHIND, f'{{"Supply: " + {who} + " takes its place in " + LocationName}}', "Who remains"
        )
        yield on(
            "Order: remain",
            OBEY,
            _ordered("remain@"),
            key_commands.AIM_LEFT,
            key_commands.SEND,
            TELL_LEFT_BEHIND,
        )
    if game.rules.out_of_supply is not None and game.rules.out_of_supply.grace:
        yield from _hunger(game.rules.out_of_supply.grace, who)
    loss = supply_loss(game)
    if loss == "disrupted":
        yield from _cut_off(game, who)
    elif loss == "step":
        yield _order("starve", names.LOSE_ONE)
    if loss in ("eliminated", "group") or game.rules.adjacent_elimination:
        yield _order("perish", names.TAKE_OUT)


_CHOOSE_LOST: Final = KeyCommand.named("hexwright.rules.choose-lost")


def answers(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer when a player chooses a unit out of supply."""
    return (_CHOOSE_LOST,) if supply_loss(game) in ("disrupted", "group") else ()


def _cut_off(game: Game, who: str) -> Iterator[Trait]:
    """Yield the traits by which units out of supply are disrupted or lost, or survive.

    `who` is the expression for a unit's name.
    """
    yield violation((), (TELL_KEPT,))
    yield objection((), (TELL_KEPT,))
    yield on("It is kept unasked", KEEP.do, "", NOTE_KEPT)
    yield keep(KEPT, (NOTE_KEPT, f"{{{part(RECORD)}}}"))
    yield say(TELL_KEPT, f'{{"Supply: " + {part(TEXT)}}}', "Who survives out of supply")
    yield say(TELL_LOST, f'{{"Supply: " + {who} + " is lost for lack of supply"}}', "Who is lost")
    yield on("It survives", _CHOOSE_LOST, answered("kept"), NOTE_KEPT, TELL_KEPT)
    yield _order("disrupt", *disruption_keys(game), DISRUPTED.report_begin_key)
    yield _order("lose", TELL_LOST, *loss_keys(game), key_commands.TO_POOL)


def _wasting() -> Iterator[Trait]:
    """Yield the traits that record the owner's choice of a unit for its group's loss."""
    yield violation((), (TELL_WASTED,))
    yield objection((), (TELL_WASTED,))
    yield keep(names.WASTED, (NOTE_WASTED, f"{{{part(RECORD)}}}"))
    yield say(TELL_WASTED, f'{{"Supply: " + {part(TEXT)}}}', "Who is to be lost for want of supply")
    yield answer("It is to be lost", _CHOOSE_LOST, "wastes", NOTE_WASTED, TELL_WASTED)


_GO_WITHOUT: Final = "hexwright.rules.go-without"
_HAS_SUPPLY: Final = KeyCommand.named("hexwright.rules.has-supply")


def _hunger(grace: int, who: str) -> Iterator[Trait]:
    """Yield the traits that count the supply phases in which a unit is out of supply.

    `who` is the expression for the unit's name.
    """
    counts = [(number, KeyCommand.named(f"{_GO_WITHOUT}.{number}")) for number in range(1, grace + 1)]
    yield keep(names.HUNGRY, *((key, str(number)) for number, key in counts), (_HAS_SUPPLY, ""))
    spared = f'{{"Supply: " + {who} + " is out of supply, without effect yet"}}'
    for number, key in counts:
        yield say(key, spared, "Who goes without supply")
        yield _order(f"hunger{number}", key)
    yield _order("fed", _HAS_SUPPLY)
    # If a unit can leave the map, its answer may be cleared by now.
    gave = f'{{GetProperty("{names.VERDICT}") != "" && {part(RECORD)}.contains(" gave ")}}'
    yield on("Who is given up comes anew", names.PLACE, gave, _HAS_SUPPLY)
    off = f'{{OldZone == "{HEX_ZONE}" && CurrentZone != "{HEX_ZONE}" && {names.HUNGRY} != ""}}'
    yield TriggerAction(
        name="Off the map nobody goes without supply",
        menu="",
        key=names.MOVE_ENDED,
        watch=(names.SENT,),
        match=off,
        actions=(_HAS_SUPPLY,),
    )


def _withdrawal(game: Game, who: str) -> Iterator[Trait]:
    """Yield the traits by which a unit leaves the game; `who` is the expression for its name."""
    yield on("To the box of units out of the game", LEAVE, f'{{{prop.OUT} != ""}}', key_commands.TO_OUT)
    yield on("Or of the eliminated", LEAVE, f'{{{prop.OUT} == ""}}', key_commands.TO_POOL)
    yield say(TELL_LEFT, f'{{"Withdrawal: " + {who} + " leaves the game"}}', "Who leaves the game")
    yield _order(WITHDRAW, TELL_LEFT, *loss_keys(game), LEAVE)
    if forfeits(game):
        why = "enemy units are in every hex where it could return"
        shut = f'{{"Loss: " + {who} + " is out of the game: {why}"}}'
        yield say(TELL_FORFEIT, shut, "Who can't come back")
        yield _order("forfeit", TELL_FORFEIT, LEAVE)


def _order(order: str, *actions: KeyCommand) -> Trait:
    """Return the trigger that carries out an order if the order names the unit."""
    return on(f"Order: {order}", OBEY, _ordered(f"{order},"), *actions)


def _ordered(order: str) -> str:
    """Return the expression for whether an order with the given prefix names the unit."""
    return f'{{{ORDERS}.contains("," + {prop.UNIT_ID} + ":{order}")}}'
