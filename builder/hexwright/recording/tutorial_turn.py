"""Record the beginning of a game, played by the rules engine, as the module's tutorial in plain words.

The result is a log as written by `hexwright play --vlog`. Policies play the first turn of the first playable
scenario, or its first two turns, with a few actions in each phase. The log quotes the game's own text; when a
kind of action occurs for the first time, the log explains its key or button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatKind
from hexwright.model.scenario import Scenario
from hexwright.players.policies import greedy_policy_for_a_few_moves
from hexwright.players.tutorial_policy import TutorialPolicy
from hexwright.recording.log_writer import LogWriter
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, ActionKind
from hexwright.vassal.module.module_pieces import ModulePieces

TURNS_TRIED: Final = 900
"""This number divided by the game's units is the number of trial turns, from one to ten.

The trial turn with the most kinds of actions is recorded.
"""
MAX_ACTIONS: Final = 400
"""Maximum number of actions in a turn."""
MOST_FACES: Final = 12
"""The highest face, or sum of two dice, that is tried for a battle."""

_HOW: Final[Mapping[ActionKind, str]] = MappingProxyType(
    {
        "move": "To move a unit, drag it: at once or hex by hex. Ctrl G on it lights up where it may go.",
        "end": "To go on, press Next phase in the toolbar.",
        "lose": "Ctrl L on a unit takes the loss.",
        "disrupt": "Ctrl L on a unit that attacked has it disrupted.",
        "hit": "Ctrl L on a unit takes the hit.",
        "stand": "Ctrl L on the defender loses the step; Ctrl D on it falls back.",
        "fall-back": "Ctrl D on the defender falls back; Ctrl L on it would lose a step instead.",
        "retreat": "To retreat, drag the unit to a lit hex, or press Ctrl and the number in it.",
        "advance": "To advance, drag an attacker into the empty hex. To stay, press Battle twice.",
        "remain": "Drag the unit from where it waits to the hex; what has no choice comes by itself.",
        "new": "Drag the unit from its pool onto the map; Ctrl G on it lights up where it may come.",
        "restore": "Ctrl F on the unit restores it.",
        "strike": "Ctrl A on an enemy in the hex, then Ctrl A on the air unit; Ctrl D on it rolls its dice.",
        "support": "Ctrl A on an air unit lets it support the attack that was picked.",
        "fly": "Ctrl A on a unit in the hex, then Ctrl A on the air unit.",
        "intercept": "Ctrl A on an air unit of yours intercepts, while the enemy's is on its way.",
        "withdraw": "Drag the defender to a hex where it may give way; Ctrl G on it lights them up.",
        "pursue": "Drag the attacker on; Ctrl G on it lights up where it may go.",
        "arrive": "Drag the unit from where it waits; Ctrl G on it lights up where it may come.",
        "exit": "Ctrl X on the unit takes it off the map, for good.",
        "fortify": "Ctrl W on the unit digs it in.",
        "entrain": "Ctrl O on the unit entrains it.",
        "detrain": "Ctrl S on the unit detrains it.",
        "keep": "Ctrl K on the unit says that it lives on out of supply.",
        "give-up": "Ctrl E on the unit gives it up.",
        "attrition": "Ctrl L on the unit takes the step.",
    }
)
"""Instructions for each kind of action, as in the module's help."""
_BY_ODDS: Final[Mapping[ActionKind, str]] = MappingProxyType(
    {
        "attack": "Ctrl A on the enemy unit, then Ctrl A on each unit that attacks it. The arrows on the map"
        " show who attacks whom, the note beside it the odds.",
        "resolve": "To fight, press Battle in the toolbar, or Ctrl D on the unit that is attacked.",
    }
)
_BY_FIRE: Final[Mapping[ActionKind, str]] = MappingProxyType(
    {
        "attack": "Ctrl A on an enemy unit picks its hex, then Ctrl A on each unit that attacks it. The"
        " arrows on the map show who attacks, the note beside it the dice of both sides.",
        "engage": "To fight, press Battle in the toolbar, or Ctrl D on a unit that is attacked.",
        "advance": "To advance, drag an attacker into the hex that is clear now.",
    }
)


def record_tutorial(stock: ModulePieces) -> bytes | None:
    """Return the log, or None if the game can't be played."""
    game = stock.game
    for scenario in game.scenarios:
        try:
            kernel = RulesEngine(game, scenario.id)
            seeds = min(10, max(1, TURNS_TRIED // max(1, len(game.counters.units))))
            tries = [shown for seed in range(seeds) for shown in _first_and_both(_played(kernel, seed, 2))]
            best = max(tries, key=_variety)
            return _write_turn(stock, kernel, scenario, best) if best else None
        except InputError:
            # The rules engine can't play it, or a unit has no box on the sheet.
            continue
    return None


PlayedTurns = list[tuple[State, Action, State]]


def _kinds(played: PlayedTurns) -> set[tuple[str, ActionKind]]:
    """Return the kinds of actions in the turns, each with the kind of its phase: an overrun doesn't count as
    an attack.
    """
    return {(before.stage, action.kind) for before, action, _ in played}


def _variety(played: PlayedTurns) -> int:
    """Return how much the turns show. A second turn costs two kinds of actions, and so does an attack that is
    taken back.
    """
    kinds = _kinds(played)
    return len(kinds) - 2 * (_turns(played) - 1) - 3 * sum(kind == "leave" for _, kind in kinds)


def _turns(played: PlayedTurns) -> int:
    """Return the number of turns that were played."""
    return len({before.turn for before, _, _ in played})


def _first_and_both(played: PlayedTurns) -> tuple[PlayedTurns, PlayedTurns]:
    """Return the first turn of two, and both."""
    first = played[0][0].turn if played else 0
    return [step for step in played if step[0].turn == first], played


def _played(kernel: RulesEngine, seed: int, turns: int) -> PlayedTurns:
    """Play the first turns; return each action with the states before and after it."""
    state = kernel.set_up(seed)
    # In every other try the units move as they like in the first turn, which may lead to overruns.
    attacks_from = state.turn + seed % 2
    players = {
        side: TutorialPolicy(kernel, greedy_policy_for_a_few_moves(kernel, seed), attacks_from)
        for side in kernel.setting.sides
    }
    shown: set[str] = set()
    first, played = state.turn, PlayedTurns()
    while state.turn < first + turns and len(played) < turns * MAX_ACTIONS:
        side = kernel.active_side(state)
        if side is None:
            break
        action = _roll(kernel, state, shown) if side == CHANCE else players[side].choose(state)
        shown.add(state.stage)
        after = kernel.apply(state, action)
        played.append((state, action, after))
        state = after
    return played


_AFTER_BATTLE: Final = ("retreat", "losses", "advance")
"""The stages that dice of battles should lead to, so that the tutorial shows each; a retreat comes first
because an advance follows it.
"""


def _roll(kernel: RulesEngine, state: State, shown: Set[str]) -> Action:
    """Return the roll that the state's seed determines, or for a battle the first roll after it that leads to
    a stage which wasn't shown yet.
    """
    drawn = kernel.draw(state)
    if state.stage != "roll" or not drawn.roll:
        return drawn
    faces = sorted(range(1, MOST_FACES + 1), key=lambda face: (face < drawn.roll, face))
    rolls = [roll for face in faces if kernel.is_legal(state, roll := replace(drawn, roll=face))]
    leads = {roll: kernel.apply(state, roll).stage for roll in rolls}
    for stage in _AFTER_BATTLE:
        if stage not in shown and (found := next((r for r in rolls if leads[r] == stage), None)):
            return found
    return drawn


_FIGHTING: Final[Mapping[CombatKind, Mapping[ActionKind, str]]] = MappingProxyType(
    {"hand": _BY_ODDS, "odds": _BY_ODDS, "fire": _BY_FIRE}
)


def _write_turn(stock: ModulePieces, kernel: RulesEngine, scenario: Scenario, turn: PlayedTurns) -> bytes:
    game = stock.game
    begin = SavedGameWriter.from_pieces(stock).file(kernel, turn[0][0])
    replay = LogWriter(game, stock.places.sheet, stock.ledger, kernel, turn[0][0], begin)
    replay.add_chat(list(_opening(game, kernel, scenario, turn[0][0])))
    how = dict(_HOW)
    for way in reversed(game.rules.combat_kinds):
        how |= _FIGHTING[way]
    for before, action, after in turn:
        # The end of declaring attacks isn't the end of the phase: the next button is Battle.
        goes_on = action.kind == "end" and (before.turn, before.phase) == (after.turn, after.phase)
        hint = None if goes_on else how.pop(action.kind, None)
        replay.add_action(
            before, action, after, [] if hint is None else [f"How: {hint}"], [_text(kernel, after)]
        )
    replay.add_chat(
        [
            f"This was the beginning of {game.info.title}. To play, press Close Game in the File menu,"
            " then choose a set-up there.",
            "The bar right of the map's buttons says whose turn it is and what to do next;"
            " the menu Help has the rules and all keys.",
        ]
    )
    return replay.file().encode(disguised=False)


def _opening(game: Game, kernel: RulesEngine, scenario: Scenario, state: State) -> Iterator[str]:
    yield f"{game.info.title}, {scenario.title}: this tutorial shows a few actions of each phase."
    yield "Each press of the button Step forward (Page Down) shows one action."
    phase = kernel.setting.phases[state.phase]
    yield f"Turn {state.turn}: {phase.name}. {_text(kernel, state)}".rstrip()


def _text(kernel: RulesEngine, state: State) -> str:
    """Return the description of the current phase in the game's data."""
    return kernel.setting.phases[state.phase].text if state.stage != "over" else ""
