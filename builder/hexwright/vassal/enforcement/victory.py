"""Score points as they occur, show them on request, and announce the result of the game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.victory_record import sides_scoring_losses, sides_with_exits
from hexwright.vassal.codec.buildfile.components import GlobalKeyCommand, GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import NumericLimits, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import SetGlobalProperty, TriggerAction
from hexwright.vassal.enforcement import ground, names, works
from hexwright.vassal.enforcement.orders import ORDERS, WITHDRAW
from hexwright.vassal.enforcement.script import call, told
from hexwright.vassal.enforcement.traits import (
    KIND,
    RECORD,
    RULE,
    TEXT,
    answer,
    answered,
    begins,
    in_phases,
    keep,
    keep_for_all,
    literal,
    objection,
    on,
    part,
    say,
    violation,
    watched,
)
from hexwright.vassal.enforcement.turn_marker import turn_marker_command
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.hex_zones import HEX_ZONE
from hexwright.vassal.module.toolbar_icons import icon
from hexwright.vassal.module.unit_conditions import game_conditions

SCORE_BUTTON = "Score"
_MOST = 9999


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for the score."""
    for side in game.info.sides:
        name = prop.UNITS_LOST + side.id
        text = f"How many units of the {side.plural} were eliminated in battle"
        yield GlobalProperty.new(name=name, initial_value="0", description=text)
    for victor in _counted_by_victor(game):
        name, text = prop.ELIMINATED + victor, "How many units of others the side has eliminated"
        yield GlobalProperty.new(name=name, initial_value="0", description=text)
    for winner in _paid_for_losses(game):
        name = prop.LOSS_POINTS + winner
        text = "Points for units that others lost, by their kind or strength"
        yield GlobalProperty.new(name=name, initial_value="0", description=text)
    for leaver in sides_with_exits(game.rules.victory):
        name, text = prop.EXIT_POINTS + leaver, "Points for units that left the map"
        yield GlobalProperty.new(name=name, initial_value="0", description=text)
    yield from ground.global_properties(game)
    yield from works.global_properties(game)
    for bonus in _bonuses(game):
        yield GlobalProperty.new(name=prop.BONUS + bonus, initial_value="", description="A bonus was earned")
    if claims(game):
        yield GlobalProperty.new(name=names.WON, initial_value="", description="Who has won before the end")
    yield GlobalProperty.new(name=prop.WINNER, initial_value="", description="Who won, when the game is over")


def _paid_for_losses(game: Game) -> tuple[SideId, ...]:
    """Return the sides that can score points by the class or strength of eliminated units."""
    return sides_scoring_losses(game.rules.victory, (side.id for side in game.info.sides))


def _remain(game: Game) -> bool:
    """Return whether eliminated units can leave cadres."""
    return bool(game.rules.odds_combat.cadres)


def _counted_by_victor(game: Game) -> tuple[SideId, ...]:
    """Return the sides whose eliminations of enemies are counted separately.

    The result is empty in a game with two sides, because the side of the lost unit implies who eliminated it.
    """
    sides = tuple(side.id for side in game.info.sides)
    return sides if len(sides) > 2 else ()


def _bonuses(game: Game) -> list[str]:
    """Return the sides that can score a bonus."""
    able = {side for rules in game.rules.victory if rules.bonus_place is not None for side in rules.bonus}
    return [side.id for side in game.info.sides if side.id in able]


_COUNTED_FOR: Final = "CountedFor"
"""The sides that eliminated a unit, as recorded when its elimination was last counted.

It is used only in games with three sides.
"""
_LOST_IN: Final = "LostIn"
"""The hex in which a unit was when its elimination was last counted."""
_COUNT_LOST: Final = KeyCommand.named("hexwright.rules.count-lost")
_COUNT_BACK: Final = KeyCommand.named("hexwright.rules.count-back")
_COUNT_REMNANT: Final = KeyCommand.named("hexwright.rules.count-remnant")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that count a unit as eliminated when it is moved from a hex to its pool.

    In a replacement phase, units are lost only by attrition, which scores no points. A unit that returns in
    the phase of its elimination doesn't count as a loss. Neither does a unit that leaves the game.
    """
    now = f'{prop.TURN} + "." + {prop.PHASE}'
    # A cadre counts as a new loss if it is eliminated later.
    anew = ((_COUNT_REMNANT, ""),) if _remain(game) else ()
    yield keep(names.COUNTED, (_COUNT_LOST, f"{{{now}}}"), (_COUNT_BACK, ""), *anew)
    yield SetGlobalProperty(
        name=f"{prop.UNITS_LOST}${prop.SIDE}$",
        limits=NumericLimits(numeric=True, minimum=0, maximum=_MOST),
        commands=(
            PropertyCommand("", _COUNT_LOST, PropertyChange.increment("1")),
            PropertyCommand("", _COUNT_BACK, PropertyChange.increment("-1")),
        ),
        description="Counts the units that were eliminated",
    )
    for winner in _paid_for_losses(game):
        yield keep_for_all(
            prop.LOSS_POINTS + winner,
            *(
                (key, call("scoredWith", f'"{winner} {sign} " + PieceUID'))
                for key, sign in ((_COUNT_LOST, 1), (_COUNT_BACK, -1))
            ),
            *(
                ((_COUNT_REMNANT, call("scoredWithRemnant", f'"{winner} " + PieceUID')),)
                if _remain(game)
                else ()
            ),
        )
    for victor in _counted_by_victor(game):
        yield keep_for_all(
            prop.ELIMINATED + victor,
            *(
                (key, call("eliminatedWith", f'"{victor} {sign} " + PieceUID'))
                for key, sign in ((_COUNT_LOST, 1), (_COUNT_BACK, -1))
            ),
        )
    # Placed outside the counting traits, so it is recorded first: a returning unit is counted back as it was.
    if _paid_for_losses(game):
        yield keep(_LOST_IN, (_COUNT_LOST, "{OldLocationName}"))
    if _counted_by_victor(game):
        yield keep(_COUNTED_FOR, (_COUNT_LOST, call("victorsOver", "PieceUID")))
    quiet = in_phases(phase.id for phase in game.rules.sequence if phase.kind == "replacement")
    fighting = f"!{quiet} && !({prop.SETTING_UP} == true)"
    if game.oob.withdrawals:
        fighting += f' && !{ORDERS}.contains("," + {prop.UNIT_ID} + ":{WITHDRAW},")'
    if game.rules.odds_combat.makes_cadres:
        fighting += f' && !{part(KIND)}.contains(",turned:" + {prop.UNIT_ID} + ",")'
    if sides_with_exits(game.rules.victory):
        fighting += f" && !{begins('exit/')}"
        yield from _exit_traits(game)
    # A unit lost at the end of its own retreat was already sent to its pool, and ends a move there.
    fighting += f" && {names.COUNTED} != {now}"
    dead = f'{prop.POOL} != "" && CurrentZone == {prop.POOL} && OldZone == "{HEX_ZONE}"'
    yield _however_sent("An eliminated unit counts", f"{{{dead} && {fighting}}}", _COUNT_LOST)
    back = f'OldZone == {prop.POOL} && CurrentZone == "{HEX_ZONE}" && {names.COUNTED} == {now}'
    if _remain(game):
        # A cadre that remains in the phase of the elimination doesn't undo the loss.
        back += f" && !{begins('settle')}"
        came = f'OldZone != "{HEX_ZONE}" && CurrentZone == "{HEX_ZONE}" && {begins("settle")}'
        yield _however_sent("What remains of another counts", f"{{{came}}}", _COUNT_REMNANT)
    yield _however_sent("A loss is taken back", f"{{{back}}}", _COUNT_BACK)


_EXIT: Final = KeyCommand.named("hexwright.rules.exit")
_NOTE_EXIT: Final = KeyCommand.named("hexwright.rules.note-exit")
_GO_OUT: Final = KeyCommand.named("hexwright.rules.go-out")
_TELL_EXIT: Final = KeyCommand.named("hexwright.rules.tell-exit")


def _exit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit exits the map and scores points for its side."""
    yield keep_for_all(f"{prop.EXIT_POINTS}${prop.SIDE}$", (_NOTE_EXIT, f"{{{part(RECORD)}}}"))
    yield violation((), (_TELL_EXIT,))
    yield objection((), (_TELL_EXIT,))
    yield say(_TELL_EXIT, f'{{"Exit: " + {part(TEXT)}}}', "Who leaves the map")
    yield on("To the box of units out of the game", _GO_OUT, f'{{{prop.OUT} != ""}}', key_commands.TO_OUT)
    yield on("Or of the eliminated", _GO_OUT, f'{{{prop.OUT} == ""}}', key_commands.TO_POOL)
    fit = tuple(one.end_key for one in game_conditions(game))
    # The answer is cleared, so that a unit eliminated later isn't taken for one that left the map.
    leaves = (_NOTE_EXIT, _TELL_EXIT, *fit, _GO_OUT, names.FORGET)
    yield answer("Answer: exit", _EXIT, "exit", *leaves)


def answers(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer about a unit that exits the map."""
    return (_EXIT,) if sides_with_exits(game.rules.victory) else ()


def _however_sent(name: str, match: str, action: KeyCommand) -> TriggerAction:
    """Return a trigger for a unit that ended a move, no matter whether a player or the script moved it."""
    return TriggerAction(
        name=name, menu="", key=names.MOVE_ENDED, watch=(names.SENT,), match=match, actions=(action,)
    )


_TELL_SCORE: Final = KeyCommand.named("hexwright.rules.tell-score")
_NOTE_WINNER: Final = KeyCommand.named("hexwright.rules.note-winner")


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that report the score and end the game."""
    for side, key in score_keys(game).items():
        yield say(key, f'{{"Score: " + {told("tellScore", side)}}}', "A side's score")
    lines = tuple(score_keys(game).values())
    yield say(_TELL_SCORE, f'{{"Score as it stands: " + {told("tellOutcome")}}}', "How the game stands")
    yield on("The score is told", names.SCORE, "", _TELL_SCORE, *lines, *ground.score_keys(game))
    yield from _bonus_traits(game)
    yield from ground.referee_traits(game)
    yield keep_for_all(
        prop.WINNER, (_NOTE_WINNER, f"{{{told('tellWinner')}}}"), (key_commands.PHASE_STATE, "")
    )


def over_text() -> str:
    """Return the chat line that announces the end of the game."""
    return f'{{"The game is over. " + {told("tellOutcome")}}}'


def over_actions(game: Game) -> tuple[KeyCommand, ...]:
    """Return the turn marker's keys for the end of the game. They are sent after the phase's state is set."""
    return (_NOTE_WINNER, key_commands.SAY_OVER, *score_keys(game).values())


def score_keys(game: Game) -> dict[str, KeyCommand]:
    """Return, for each side, the key that reports its points."""
    return {side.id: KeyCommand.named(f"hexwright.rules.tell-score.{side.id}") for side in game.info.sides}


_ASK_SCORE: Final = KeyCommand.named("hexwright.rules.ask-score")


def button() -> GlobalKeyCommand:
    """Return the button that reports the score."""
    return turn_marker_command(
        "Score",
        _ASK_SCORE,
        names.SCORE,
        icon=icon("score"),
        tooltip=f"{SCORE_BUTTON}: how the game stands, point by point",
    )


def earns(game: Game) -> bool:
    """Return whether any side can score points when a phase ends."""
    return bool(_bonuses(game) or ground.judges(game))


def claims(game: Game) -> bool:
    """Return whether a side can win before the last turn, by an automatic victory or an event's die."""
    return bool(game.rules.events) or any(rules.automatic_victory for rules in game.rules.victory)


def over_now(game: Game) -> str:
    """Return the expression for whether the game is over, without braces."""
    late = f"{prop.TURN} > {prop.LAST_TURN}"
    return f'{late} || {names.WON} != ""' if claims(game) else late


_ASK_CLAIM: Final = KeyCommand.named("hexwright.rules.ask-claim")
_NOTE_WON: Final = KeyCommand.named("hexwright.rules.note-won")


def claim_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that check, in victory phases, whether a side has won."""
    if not claims(game):
        return
    for name, key, value in (
        (names.WON, _ASK_CLAIM, f"{{{told('claimant')}}}"),
        (prop.GAME_OVER, _NOTE_WON, "true"),
    ):
        yield keep_for_all(name, (key, value))
    match = watched(phase.id for phase in game.rules.sequence if phase.kind == "victory")
    yield on("Has a side won?", names.OPEN_PHASE, match, _ASK_CLAIM, names.CLAIM_WON)
    won = f'{{{names.WON} != ""}}'
    yield on("A side has won", names.CLAIM_WON, won, _NOTE_WON, *over_actions(game))


_EVENT_DUE: Final = KeyCommand.named("hexwright.rules.event-due")
_NOTE_BROUGHT: Final = KeyCommand.named("hexwright.rules.note-brought")
_NOTE_EVENT: Final = KeyCommand.named("hexwright.rules.note-event")
_TELL_EVENT: Final = KeyCommand.named("hexwright.rules.tell-event")


def event_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that roll an event's die when its phase begins, and record a winner."""
    if not game.rules.events:
        return
    yield keep_for_all(names.WON, (_NOTE_EVENT, f"{{{part(RECORD)}}}"))
    yield say(_TELL_EVENT, f'{{"Event (" + {part(RULE)} + "): " + {part(TEXT)}}}', "What the die made")
    match = watched(event.phase for event in game.rules.events)
    thrown = answered("event")
    yield on("A die was thrown", _EVENT_DUE, thrown, _NOTE_EVENT, _TELL_EVENT, names.CLAIM_WON)
    if any(event.arrives_on for event in game.rules.events):
        told = f'{{{names.HURRIED} + {part(RECORD)} + ","}}'
        yield keep_for_all(names.HURRIED, (_NOTE_BROUGHT, told))
        brought = answered("brings")
        yield on("A die brings units", _EVENT_DUE, brought, _NOTE_BROUGHT, _TELL_EVENT)
    yield on("A die is due", names.OPEN_PHASE, match, names.FORGET, names.ROLL_EVENT, _EVENT_DUE)


_EARNED: Final = "Earned"
"""The sides that score their bonus when a player turn ends."""
_ASK_BONUS: Final = KeyCommand.named("hexwright.rules.ask-bonus")
_NOTE_BONUS: Final = KeyCommand.named("hexwright.rules.note-bonus")


def _bonus_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that record a bonus when a player turn ends, if the game has a bonus."""
    able = _bonuses(game)
    if not able:
        return
    order = [(phase.id, phase.side) for phase in game.rules.sequence]
    last = [one for (one, side), (_, after) in itertools.pairwise(order) if side != after]
    ends = in_phases((*last, order[-1][0]))
    yield keep(_EARNED, (_ASK_BONUS, f"{{{told('tellEarned')}}}"))
    for side in able:
        earned = f'GetProperty("{_EARNED}").contains(",{side},")'
        name = prop.BONUS + side
        note = KeyCommand.named(f"hexwright.rules.note-bonus.{side}")
        yield keep_for_all(name, (note, "true"))
        plural = literal(next(s.plural for s in game.info.sides if s.id == side))
        yield say(note, f'{{"Score: the " + {plural} + " earn a bonus."}}', "A bonus is earned")
        yield on("A bonus is earned", _NOTE_BONUS, f"{{{earned}}}", note)
    match = f"{{{ends} && !({prop.SETTING_UP} == true)}}"
    yield on("A player turn ends", names.CLOSE_TURN, match, _ASK_BONUS, _NOTE_BONUS)
