"""Play one turn with the greedy policy and give an account of it, as an example in the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from hexwright.geometry.bitsets import members, select, union
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.model.turn_account import EventKind, PhaseAccount, TurnAccount, TurnEvent
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.players.policies import policy_of
from hexwright.rules.combat.combat_phase import battle_named_by
from hexwright.rules.engine import narration
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, ActionKind
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.support.message_wording import join_with_and

_SEED: Final = 1
"""The seed of the dice: the same turn is played at each build."""
_MOST_ACTIONS: Final = 4000
"""The number of actions after which a turn is given up."""
_MOST_STEPS: Final = 2000
"""The number of steps after which the search for the order of a path's hexes is given up."""
_KINDS: Final[Mapping[ActionKind, EventKind]] = {
    "move": "move",
    "entrain": "move",
    "exit": "move",
    "attack": "attack",
    "resolve": "battle",
    "engage": "battle",
    "strike": "air mission",
    "support": "air mission",
    "fly": "air mission",
    "new": "arrival",
    "arrive": "arrival",
    "restore": "arrival",
}
"""The actions that begin an event."""
_ONE_BY_ONE: Final[frozenset[ActionKind]] = frozenset(
    {"keep", "give-up", "designate", "attrition", "fortify"}
)
"""Actions that are an event of their own; all others continue the event before them."""


@dataclass(slots=True)
class _Phase:
    """A phase while it is played."""

    title: str
    events: list[TurnEvent] = field(default_factory=list)
    closing: str = ""


def play_turn(rules: RulesEngine) -> TurnAccount | None:
    """Return the account of a scenario's first turn, or None if no policy can finish it."""
    setting = rules.setting
    if not setting.scenario.setup.standing:
        return None
    policies = {side: policy_of("greedy")(rules, _SEED) for side in setting.sides}
    state = rules.set_up(_SEED)
    turn, phases = state.turn, dict[int, _Phase]()
    first = last = state
    for _ in range(_MOST_ACTIONS):
        side = rules.active_side(state)
        if side is None or state.turn != turn:
            break
        last = state
        phase = phases.setdefault(state.phase, _Phase(setting.phases[state.phase].name))
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        (_, own), *more = rules.describe_by_phase(state, action)
        after_it = rules.apply(state, action)
        _tell(rules, phase, state, action, own, touched_hexes(rules, state, after_it, action))
        for number, text in filter(itemgetter(1), more):
            after = phases.setdefault(number, _Phase(setting.phases[number].name))
            after.closing = f"{after.closing} {text}".strip()
        state = after_it
    else:
        return None
    told: list[PhaseAccount] = []

    def summary(number: int) -> str:
        """Return the account of a phase without events, or an empty string."""
        if (phase := phases.get(number)) is not None:
            return "" if phase.events or phase.closing else "Nobody acts."
        played = number >= first.phase and setting.is_phase_played(last, number)
        return "Nothing to decide." if played else "Not played on this turn."

    for text, run in groupby(range(len(setting.phases)), summary):
        if text:
            titles = [setting.phases[number].name for number in run]
            told.append(PhaseAccount(join_with_and(titles, "and"), (), text))
        else:
            played = (phases[number] for number in run)
            told += [PhaseAccount(one.title, tuple(one.events), one.closing) for one in played]
    return TurnAccount(setting.scenario.title, f"Turn {turn}", tuple(told), _position(rules, first))


def touched_hexes(rules: RulesEngine, before: State, after: State, action: Action) -> frozenset[HexId]:
    """Return the hexes of an action, of the units that it names, and of those that it moves or reduces."""
    setting = rules.setting
    named = {setting.unit_numbers[name] for name in (action.unit, *action.units) if name}
    for unit in range(len(setting.units)):
        if (before.locations[unit], before.steps[unit]) != (after.locations[unit], after.steps[unit]):
            named.add(unit)
    places = {state.locations[unit] for state in (before, after) for unit in named}
    found = frozenset(HexId(setting.board.ids[place]) for place in places if place >= 0)
    return found if action.hex is None else found | {action.hex}


def _position(rules: RulesEngine, state: State, acting: Collection[int] = ()) -> tuple[ExampleUnit, ...]:
    """Return all units on the map; those that act come last."""
    setting, places = rules.setting, state.locations
    order = sorted((unit for unit, place in enumerate(places) if place >= 0), key=lambda unit: unit in acting)
    return tuple(
        ExampleUnit(UnitId(setting.units[unit]), HexId(setting.board.ids[places[unit]]), state.steps[unit])
        for unit in order
    )


def _tell(
    rules: RulesEngine, phase: _Phase, state: State, action: Action, text: str, touched: frozenset[HexId]
) -> None:
    """Add an action to the account of its phase."""
    kind = _KINDS.get(action.kind)
    if action.kind == "end":
        return
    if kind == "attack":
        # Attacks on odds are told when they are resolved, with all attackers.
        if state.stage == "allocate":
            _allocate(rules, phase, state, action)
    elif kind is not None:
        event = TurnEvent(kind, _side(rules, state), text, *_scene(rules, state, action), touched=touched)
        phase.events.append(_with_numbers(rules, state, action, event))
    elif phase.events and action.kind not in _ONE_BY_ONE:
        event = phase.events[-1]
        phase.events[-1] = replace(event, text=f"{event.text} {text}", touched=event.touched | touched)
    else:
        phase.events.append(TurnEvent("step", _side(rules, state), text, touched=touched))


def _side(rules: RulesEngine, state: State) -> SideId:
    return rules.setting.sides[rules.setting.side(state)]


def _allocate(rules: RulesEngine, phase: _Phase, state: State, action: Action) -> None:
    """Add an attacker to the attack on its target hex."""
    assert action.unit is not None
    assert action.hex is not None
    name = narration.unit_name(rules.setting, action.unit)
    goal = narration.hex_name(rules.setting, action.hex)
    arrows, position = _scene(rules, state, action)
    last = phase.events[-1] if phase.events else None
    if last is not None and last.kind == "attack" and last.arrows and last.arrows[0][1] == action.hex:
        also = replace(last, text=f"{last.text} {name} joins it.", arrows=(*last.arrows, *arrows))
        phase.events[-1] = also
    else:
        phase.events.append(
            TurnEvent("attack", _side(rules, state), f"{name} attacks {goal}.", arrows, position)
        )


def _with_numbers(rules: RulesEngine, state: State, action: Action, event: TurnEvent) -> TurnEvent:
    """Return an event with the names of its attackers, or with its hexes and the movement points spent."""
    setting, text = rules.setting, event.text
    if action.kind == "resolve" and (battle := battle_named_by(setting, state, action)).attackers:
        names = [narration.unit_name(setting, name) for name in select(setting.units, battle.attackers)]
        verb = "attacks" if len(names) == 1 else "attack"
        return replace(event, text=f"{join_unit_names(names)} {verb}. {text}")
    if action.kind == "move" and state.stage == "move" and action.unit is not None and action.hex is not None:
        legs, unit = legs_of_state(setting, state), setting.unit_numbers[action.unit]
        goal = setting.board.index[action.hex]
        if goal in members(legs.end_hexes(unit)) and not action.through:
            start, by_rail = state.locations[unit], bool(legs.riding >> unit & 1)
            # Steps by rail cost nothing, so there is no cheapest path.
            hexes: Sequence[int] = [start, goal]
            if not by_rail:
                hexes = _in_order(setting.board, start, goal, legs.path_hexes(unit, goal))
            way = tuple(HexId(setting.board.ids[number]) for number in hexes)
            place = setting.game.hexmap.place_in(action.hex)
            named = f" {place.name}" if place is not None else ""
            points = decimal(legs.fewest_points_to(unit, goal))
            told = text.removeprefix(narration.describe(setting, state, action))
            name = narration.unit_name(setting, action.unit)
            spent = "by rail" if by_rail else f"{points}\u00a0MP"
            text = f"{name} {'–'.join(way)}{named}, {spent}.{told}"
            return replace(event, text=text, unit=name, way=() if by_rail else way)
    return event


def _in_order(board: Board, start: int, goal: int, entered: Hexes) -> Sequence[int]:
    """Return the hexes of a path in the order in which they are entered, with its first and last hex.

    Returns only these two if no order is found within a bounded number of steps.
    """
    found = [start]
    choices = [entered & board.around(1 << start)]
    for _ in range(_MOST_STEPS):
        if found[-1] == goal and len(found) == 1 + entered.bit_count():
            return found
        if choices[-1]:
            step = choices[-1] & -choices[-1]
            choices[-1] ^= step
            found.append(step.bit_length() - 1)
            choices.append(entered & board.around(step) & ~union(found))
        else:
            found.pop()
            choices.pop()
            if not found:
                break
    return [start, goal]


def _scene(
    rules: RulesEngine, state: State, action: Action
) -> tuple[tuple[tuple[HexId, HexId], ...], tuple[ExampleUnit, ...]]:
    """Return the arrows of an event, and the position before it."""
    setting, ids = rules.setting, rules.setting.board.ids
    acting: list[int] = [setting.unit_numbers[name] for name in (action.unit, *action.units) if name]
    goal = action.hex
    if action.kind == "resolve":
        battle = battle_named_by(setting, state, action)
        acting = list(members(battle.attackers))
        goal = ids[(battle.hexes & -battle.hexes).bit_length() - 1]
    elif action.kind == "engage":
        found = next((one for one in state.engagements if ids[one.hex] == action.hex), None)
        acting = list(members(found.attackers)) if found is not None else []
    starts = [state.locations[unit] for unit in acting]
    arrows = tuple((HexId(ids[start]), goal) for start in starts if start >= 0 and goal is not None)
    return (tuple(dict.fromkeys(arrows)), _position(rules, state, acting)) if arrows else ((), ())
