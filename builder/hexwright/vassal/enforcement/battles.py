"""Declare and resolve odds battles: pick the defender, join attackers, compute odds, roll and report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import GlobalHotkey
from hexwright.vassal.enforcement import asking, names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    KIND,
    RECORD,
    TEXT,
    accepted,
    answer,
    begins,
    keep,
    keep_for_all,
    kept,
    on,
    part,
    say,
    send,
)
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.unit_conditions import DISRUPTED, disruption_keys, game_conditions, loss_keys

WORDS: Final = asking.Words(
    attack="Battle",
    picked="A defender is picked",
    attack_menu="Attack it, or attack with it",
    fight_menu="Fight the battle",
)


_BEGUN: Final = "BattlesBegun"
"""The last phase in which a battle was resolved, as "turn.phase"."""
_BATTLE: Final = "Battle"
"""The current battle, as "turn.phase stage defender hex owed effects result"."""


def global_properties() -> Iterator[GlobalProperty]:
    """Yield the global properties for the script's answers and for battles."""
    for name, value, text in (
        (names.VERDICT, "", "What was answered last"),
        (names.TARGET, "", "The unit that was picked to be attacked"),
        (_BEGUN, "", "The phase in which a battle has been fought"),
        (_BATTLE, "", "The battle that is being resolved, and what it still asks for"),
        (names.TAKEN, "", "The places that change hands just now"),
        (names.OVERRUNS, "", "The overruns that are done and for which a die is thrown"),
    ):
        yield GlobalProperty.new(name=name, initial_value=value, description=text)


_FIGHT: Final = KeyCommand.named("hexwright.rules.fight")
_FIGHT_VOID: Final = KeyCommand.named("hexwright.rules.fight-void")
_FIGHT_CERTAIN: Final = KeyCommand.named("hexwright.rules.fight-certain")
_OVERRUN: Final = KeyCommand.named("hexwright.rules.overrun")
_NOTE_FOUGHT: Final = KeyCommand.named("hexwright.rules.note-fought")
_BATTLES_BEGIN: Final = KeyCommand.named("hexwright.rules.battles-begin")
_ROLL_DIE: Final = KeyCommand.named("hexwright.rules.roll-die")
_READ_DIE: Final = KeyCommand.named("hexwright.rules.read-die")
_NOTE_BATTLE: Final = KeyCommand.named("hexwright.rules.note-battle")
_END_BATTLE: Final = KeyCommand.named("hexwright.rules.end-battle")
_INSIST: Final = KeyCommand.named("hexwright.rules.insist")
_HIT: Final = KeyCommand.named("hexwright.rules.hit")
_HIT_SOME: Final = KeyCommand.named("hexwright.rules.hit-some")
_TELL_RESULT: Final = KeyCommand.named("hexwright.rules.tell-result")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the unit traits that only odds combat needs."""
    yield keep(names.FOUGHT, (_NOTE_FOUGHT, f"{{{part(RECORD)}}}"))
    record = f"{{{part(RECORD)}}}"
    yield keep_for_all(_BEGUN, (_NOTE_FOUGHT, record), (_BATTLES_BEGIN, record))
    yield GlobalHotkey(key=_ROLL_DIE, hotkey=key_commands.ROLL, description="The die is rolled")
    yield say(_TELL_RESULT, f"{{{part(TEXT)}}}", "What the die made of it")
    yield on(
        "A battle is fought",
        _FIGHT,
        accepted(),
        _NOTE_FOUGHT,
        names.TELL_BATTLE,
        _ROLL_DIE,
        _READ_DIE,
        _NOTE_BATTLE,
        _TELL_RESULT,
        _HIT,
    )
    overruns = bool(game.rules.odds_combat.overruns)
    if overruns:
        yield on(
            "Enemies are overrun",
            _OVERRUN,
            f"{{{begins('overrun')}}}",
            _NOTE_FOUGHT,
            names.TELL_BATTLE,
            _HIT_SOME,
        )
    yield answer("An attack together is called off", names.JOIN, "part", names.TELL_ATTACK)
    if overruns:
        yield answer("A unit joins an overrun that was done", names.JOIN, "late", names.TELL_ATTACK)
    yield answer(
        "A battle without effect",
        _FIGHT_VOID,
        "void",
        _NOTE_FOUGHT,
        names.TELL_BATTLE,
        _END_BATTLE,
    )
    certain = (_FIGHT_CERTAIN,) if game.rules.odds_combat.zero_defence_result is not None else ()
    if certain:
        yield answer(
            "A battle without a die",
            _FIGHT_CERTAIN,
            "sure",
            _NOTE_FOUGHT,
            names.TELL_BATTLE,
            _READ_DIE,
            _NOTE_BATTLE,
            _TELL_RESULT,
            _HIT,
        )
    # Illegal but allowed at the assist level: resolving the next battle while the last is unfinished (it is
    # dropped), or before all mandatory attacks are made.
    yield on(
        "The next battle all the same",
        _INSIST,
        asking.NOTED,
        names.TELL_BUT,
        _END_BATTLE,
        _BATTLES_BEGIN,
        names.JUDGE_BATTLE,
        _FIGHT,
        _FIGHT_VOID,
        *certain,
    )
    yield from _results(game)


def answers(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer after a player resolves a battle."""
    overrun = (_OVERRUN,) if game.rules.odds_combat.overruns else ()
    certain = (_FIGHT_CERTAIN,) if game.rules.odds_combat.zero_defence_result is not None else ()
    return (names.GO_ON_FIGHTING, _FIGHT, _FIGHT_VOID, *certain, *overrun, _INSIST)


_HIT_STEP: Final = KeyCommand.named("hexwright.rules.hit-step")
_HIT_SHAKEN: Final = KeyCommand.named("hexwright.rules.hit-shaken")
_HIT_OUT: Final = KeyCommand.named("hexwright.rules.hit-out")
_LAID_OUT: Final = KeyCommand.named("hexwright.rules.laid-out")
_TURN_INTO: Final = KeyCommand.named("hexwright.rules.turn-into")
_TELL_TURNED: Final = KeyCommand.named("hexwright.rules.tell-turned")
_TELL_DEAD: Final = KeyCommand.named("hexwright.rules.tell-dead")


def _results(game: Game) -> Iterator[Trait]:
    """Yield the traits that carry out the script's answer about a battle.

    A positive answer is `settle` followed by the units' results, such as
    "settle,out:1st,step1:2nd,shaken:3rd,". A unit listed under `gone` has already been dragged to its pool.
    """
    yield keep_for_all(_BATTLE, (_NOTE_BATTLE, f"{{{kept(part(RECORD))}}}"), (_END_BATTLE, ""))
    most = max((len(unit.steps) for unit in game.counters.units), default=1)
    disrupts = DISRUPTED in game_conditions(game)
    suffered = [("shaken", _HIT_SHAKEN, names.SHAKE)] if disrupts else []
    suffered += [(f"step{count}", _HIT_STEP, names.LOSE_ONE) for count in range(1, most)]
    suffered += [("out", _HIT_OUT, names.TAKE_OUT), ("gone", _HIT_OUT, _LAID_OUT)]
    suffered += [("turned", _HIT_OUT, _TURN_INTO)] if turns_units(game) else []
    for token, key, command in suffered:
        whom = f'{part(KIND)}.contains(",{token}:" + {prop.UNIT_ID} + ",")'
        yield send(key, command, f"{{{whom}}}", f"Units suffer it: {token}")
    if disrupts:
        yield on(
            "The result disrupts it", names.SHAKE, "", *disruption_keys(game), DISRUPTED.report_begin_key
        )
    if turns_units(game):
        who = f'{prop.SIDE_NAME} + " " + {prop.FULL_NAME}'
        yield say(_TELL_TURNED, f'{{"Loss: " + {who} + " is replaced by a cadre"}}', "Who turns")
        if not game.rules.attrition:
            yield keep(names.NO_POINT, (names.NOTE_NO_POINT, f'{{{prop.TURN} + "." + {prop.PHASE}}}'))
        away = (names.NOTE_NO_POINT, *loss_keys(game), _TELL_TURNED)
        boxed = f'{{{prop.POOL} != ""}}'
        yield on("It turns into what remains of it", _TURN_INTO, boxed, *away, key_commands.TO_POOL)
        yield on("It turns, without a box", _TURN_INTO, f'{{{prop.POOL} == ""}}', *away)
    yield on("It lies in its pool already", _LAID_OUT, "", key_commands.STEP_LAST, _TELL_DEAD)
    yield on(
        "What a battle does to units and places",
        _HIT,
        "",
        _HIT_SOME,
        names.TAKE_PLACE,
    )
    some = f'{{{part(KIND)}.contains(",")}}'
    yield on(
        "Units suffer it",
        _HIT_SOME,
        some,
        *((_HIT_SHAKEN,) if disrupts else ()),
        *((_HIT_STEP,) if most > 1 else ()),
        _HIT_OUT,
    )
    settles = f"{{{begins('settle')}}}"
    yield on(
        "A battle goes on",
        names.GO_ON_FIGHTING,
        settles,
        _NOTE_BATTLE,
        names.TELL_BATTLE,
        _HIT,
    )


def turns_units(game: Game) -> bool:
    """Return whether any combat result replaces units with their cadres."""
    combat = game.rules.odds_combat
    return combat.makes_cadres


_TELL_LOST: Final = KeyCommand.named("hexwright.rules.tell-lost")


def losses(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit loses a step, whatever the cause."""
    who = f'{prop.SIDE_NAME} + " " + {prop.FULL_NAME}'
    yield say(_TELL_LOST, f'{{"Loss: " + {who} + " loses a step"}}', "Who loses a step")
    yield say(_TELL_DEAD, f'{{"Loss: " + {who} + " is eliminated"}}', "Who is eliminated")
    out = (*loss_keys(game), _TELL_DEAD)
    yield on("Out of the battle", names.TAKE_OUT, f'{{{prop.POOL} != ""}}', *out, key_commands.TO_POOL)
    yield on("Out of the battle, without a box", names.TAKE_OUT, f'{{{prop.POOL} == ""}}', *out)
    # The inner trait acts first, so a unit that loses a step is not eliminated by the same key.
    level = f"{prop.STEP_LAYER}_Level"
    yield on("The last step is lost", names.LOSE_ONE, f"{{{level} >= {prop.STEPS}}}", names.TAKE_OUT)
    more = f"{{{level} < {prop.STEPS}}}"
    yield on("A step is lost", names.LOSE_ONE, more, key_commands.TURN_OVER, _TELL_LOST)


def questions() -> tuple[tuple[KeyCommand, str], ...]:
    """Return the keys by which odds combat asks the script, each with its script call."""
    return ((_READ_DIE, call("tellResult", "PieceUID")),)
