"""Play one turn with the greedy policy and give an account of it, as an example in the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final, Literal

from hexwright.geometry.bitsets import members, select, union, union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.movement_record import counts_hexes
from hexwright.model.rules.territory_points_record import phases_testing_front
from hexwright.model.turn_account import (
    END_OF_TURN,
    EventKind,
    PhaseAccount,
    ShownCondition,
    StandingUnit,
    TurnAccount,
    TurnEvent,
    joined_silences,
)
from hexwright.model.words.criteria_words import features_text
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.players.told_battles import crossing_sentences, duty_sentence, odds_codes, retreat_way
from hexwright.players.told_moves import deciding_units, steps_of
from hexwright.players.turn_choice import most_varied_turn
from hexwright.rules.combat.battle_odds import lookup_result, odds_of_fight
from hexwright.rules.combat.combat_phase import battle_named_by
from hexwright.rules.engine import narration
from hexwright.rules.engine.game_state import AT_BASE, DISRUPTED, ENTRAINED, FORTIFIED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, ActionKind
from hexwright.rules.fire.fire_battle import fire_phase
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.victory.territory_points import front_gap_points
from hexwright.rules.victory.unit_points import loss_points
from hexwright.support.message_wording import count_noun
from hexwright.support.plain_numbers import number_text

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
_CONDITIONS: Final[tuple[tuple[ShownCondition, int], ...]] = (
    ("disrupted", DISRUPTED),
    ("fortified", FORTIFIED),
    ("entrained", ENTRAINED),
)
_CITED_WORDS: Final = (("isn't counted", "road"), ("bonus hex", "bonus"))
"""What the account says about a move that a case governs, and the code of the case."""
_ONE_BY_ONE: Final[frozenset[ActionKind]] = frozenset(
    {"keep", "give-up", "designate", "attrition", "fortify"}
)
"""Actions that are an event of their own; all others continue the event before them."""


_Reason = Literal["no advance", "no second round", "one round"]
"""Why a battle ends, or why nobody enters a hex that is cleared."""
_REASONS: Final[Mapping[_Reason, tuple[str, tuple[str, ...]]]] = {
    "no advance": ("All attackers are disrupted: none of them enters the hex.", ("enter",)),
    "no second round": ("All attackers are disrupted: there is no second round.", ("no second round",)),
    "one round": ("The attack has only one round.", ("one round",)),
}
"""The sentence that tells each reason, and the codes of its cases."""
_CITED_EFFECTS: Final[tuple[tuple[frozenset[ActionKind], str, str], ...]] = (
    (frozenset({"roll", "hit"}), "loses its fortification", "dug-in"),
    (frozenset({"advance"}), " is disrupted.", "tired"),
    (frozenset({"roll"}), "for the weather", "weather"),
)
"""Kinds of actions, words about what they bring about, and the code of the case that governs it."""

_CITED_HITS: Final = ((" is disrupted", "hit"), (" is eliminated", "loss"))
"""Words about what hits in a battle do, and the code of the case."""

_Places = tuple[tuple[UnitId, HexId | None], ...]
"""Units with the hexes to which they come, or with none if they leave the map."""


@dataclass(slots=True)
class _Phase:
    """A phase while it is played."""

    title: str
    events: list[TurnEvent] = field(default_factory=list)
    closing: str = ""
    gaps: str = ""
    move: _MoveWords | None = None
    """The words of the last event, if it is a move whose hexes are known."""
    position: tuple[StandingUnit, ...] = ()
    """All units on the map as it begins."""
    rides: dict[int, int] = field(default_factory=dict)
    """The number of the last event in which each unit moved by rail."""


@dataclass(frozen=True, slots=True)
class _MoveWords:
    """A move in words: the unit, its hexes, the points spent in the phase, and what else happened."""

    name: str
    hexes: str
    spent: str
    told: str

    @property
    def text(self) -> str:
        """Return the sentence or more."""
        return f"{self.name} {self.hexes}, {self.spent}.{self.told}"


def play_turn(rules: RulesEngine) -> TurnAccount | None:
    """Return the account of a scenario's first turn with most varied events; None if it can't be finished."""
    setting = rules.setting
    if not setting.scenario.setup.standing:
        return None
    phases = dict[int, _Phase]()
    seed, played = most_varied_turn(rules)
    first = last = state = rules.set_up(seed)
    turn = state.turn
    for before, action, after in played:
        phase = _phase_of(rules, phases, before.phase)
        phase.position = phase.position or _position(rules, before)
        (_, own), *more = rules.describe_by_phase(before, action)
        touched = touched_hexes(rules, before, after, action)
        done = TurnEvent(
            "step",
            _side(rules, before),
            _with_way(rules, before, action, own),
            touched=touched,
            places=_new_places(rules, before, after),
            codes=_codes(rules, before, action, own),
            points=_points_scored(rules, before, after),
        )
        if reason := _reason(rules, before, after):
            text, codes = _REASONS[reason]
            done = replace(done, text=f"{done.text} {text}", codes=(*done.codes, *codes))
        _tell(rules, phase, before, action, done)
        if action.kind == "end":
            _tell_entrained(phase, before)
        for number, text in filter(itemgetter(1), more):
            closed = _phase_of(rules, phases, number)
            closed.closing = f"{closed.closing} {text}".strip()
        for number, text in _gap_sentences(rules, before, after):
            closed = _phase_of(rules, phases, number)
            closed.gaps = f"{closed.gaps} {text}".strip()
        last, state = before, after
    if rules.active_side(state) is not None and state.turn == turn:
        return None
    told = _phase_accounts(rules, phases, first, last)
    if leaving := _withdrawn(rules, last, state):
        verb = "leaves" if len(leaving) == 1 else "leave"
        event = TurnEvent(
            "step", _side(rules, last), f"{join_unit_names(leaving)} {verb} the game.", codes=("withdrawal",)
        )
        told = (*told, PhaseAccount(END_OF_TURN, (event,)))
    plurals = tuple(side.plural for side in setting.game.info.sides)
    scoring = plurals if setting.victory.losses else ()
    return TurnAccount(setting.scenario.title, f"Turn {turn}", told, _position(rules, first), scoring)


def _phase_of(rules: RulesEngine, phases: dict[int, _Phase], number: int) -> _Phase:
    """Return a phase while it is played; it is added if nothing of it is told yet."""
    return phases.setdefault(number, _Phase(rules.setting.phases[number].name))


def _phase_accounts(
    rules: RulesEngine, phases: Mapping[int, _Phase], first: State, last: State
) -> tuple[PhaseAccount, ...]:
    """Return the accounts of all phases; phases in a row in which the same doesn't happen have one."""
    setting, told = rules.setting, list[PhaseAccount]()
    for number, recorded in enumerate(setting.phases):
        phase = phases.get(number)
        if phase is not None and (phase.events or phase.closing or phase.gaps):
            events = tuple(phase.events)
            account = PhaseAccount(
                phase.title, events, phase.closing, gaps=phase.gaps, position=phase.position
            )
            told.append(account)
        else:
            played = number >= first.phase and setting.is_phase_played(last, number)
            told.append(PhaseAccount.silent((recorded.name,), "quiet" if played else "unplayed"))
    return joined_silences(told)


def _gap_sentences(rules: RulesEngine, before: State, after: State) -> Iterator[tuple[int, str]]:
    """Yield the gaps that were counted in fronts between two states, each with the phase at whose end."""
    setting = rules.setting
    if (before.turn, before.phase) == (after.turn, after.phase) and not rules.is_over(after):
        return
    past = after.phase if after.turn == before.turn and not rules.is_over(after) else len(setting.phases)
    for number, phase in enumerate(setting.phases[before.phase : past], start=before.phase):
        for gap in setting.victory.gaps:
            if phase.id not in phases_testing_front(gap, setting.phases):
                continue
            own, other = (
                [side for side in setting.game.info.sides if (side.id in gap.side) == mine]
                for mine in (True, False)
            )
            scorer = setting.sides.index(other[0].id)
            points = front_gap_points(after, scorer) - front_gap_points(before, scorer)
            hexes = count_noun(points // gap.points, "hex") if points else "no hex"
            verb = "is" if points in (0, gap.points) else "are"
            to = f": {count_noun(points, 'point')} to the {other[0].plural}" if points else ""
            yield number, f"In the {own[0].name} line {hexes} {verb} missing{to}."


def _points_scored(rules: RulesEngine, before: State, after: State) -> tuple[int, ...]:
    """Return the points that each side gets for losses in an action."""
    sides = range(len(rules.setting.sides)) if rules.setting.victory.losses else ()
    return tuple(loss_points(after, side) - loss_points(before, side) for side in sides)


def _tell_entrained(phase: _Phase, state: State) -> None:
    """Note in the account of a phase's rides which units are still entrained as it ends."""
    for unit, number in phase.rides.items():
        if state.conditions and state.conditions[unit] & ENTRAINED:
            event = phase.events[number]
            text = event.text.replace(", by rail", ", by rail, still entrained", 1)
            phase.events[number] = replace(event, text=text)
    phase.rides.clear()


def _withdrawn(rules: RulesEngine, last: State, after: State) -> list[str]:
    """Return the names of the units whose withdrawal ends a turn."""
    setting = rules.setting
    due = union_of(units for turn, units in setting.withdrawals if last.turn == turn < after.turn)
    places = last.locations
    present = (number for number in members(due) if places[number] >= 0 or places[number] == AT_BASE)
    return [narration.unit_name(setting, setting.units[number]) for number in present]


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


def _new_places(rules: RulesEngine, before: State, after: State) -> _Places:
    """Return the units that stand elsewhere after an action than before."""
    setting = rules.setting
    return tuple(
        (UnitId(setting.units[unit]), HexId(setting.board.ids[now]) if now >= 0 else None)
        for unit, (then, now) in enumerate(zip(before.locations, after.locations, strict=True))
        if then != now
    )


def _position(rules: RulesEngine, state: State, acting: Collection[int] = ()) -> tuple[StandingUnit, ...]:
    """Return all units on the map; those that act come last."""
    places = state.locations
    order = sorted((unit for unit, place in enumerate(places) if place >= 0), key=lambda unit: unit in acting)
    return tuple(_standing(rules, state, unit) for unit in order)


def _standing(rules: RulesEngine, state: State, unit: int) -> StandingUnit:
    setting = rules.setting
    return StandingUnit(
        UnitId(setting.units[unit]),
        HexId(setting.board.ids[state.locations[unit]]),
        state.steps[unit],
        _conditions(state, unit),
    )


def _conditions(state: State, unit: int) -> tuple[ShownCondition, ...]:
    """Return the conditions of a unit that counters may show."""
    flags = state.conditions[unit] if state.conditions else 0
    return tuple(name for name, flag in _CONDITIONS if flags & flag)


def _tell(rules: RulesEngine, phase: _Phase, state: State, action: Action, done: TurnEvent) -> None:
    """Add an action to the account of its phase; `done` is an event of it alone."""
    kind = _KINDS.get(action.kind)
    if action.kind == "end":
        return
    if kind == "attack":
        # Attacks on odds are told when they are resolved, with all attackers.
        if state.stage == "allocate":
            _allocate(rules, phase, state, action)
    elif kind is not None:
        event = _scene(rules, state, action)
        event = replace(
            event,
            kind=kind,
            text=done.text,
            touched=done.touched,
            places=done.places,
            codes=done.codes,
            points=done.points,
        )
        event, move = _with_numbers(rules, state, action, event)
        if move is None or not _joined_moves(phase, event, move):
            phase.events.append(event)
            phase.move = move
        if action.unit is not None and ", by rail" in phase.events[-1].text:
            phase.rides[rules.setting.unit_numbers[action.unit]] = len(phase.events) - 1
    elif phase.events and action.kind not in _ONE_BY_ONE:
        event, phase.move = phase.events[-1], None
        phase.events[-1] = replace(_with_effects_of(event, done), text=f"{event.text} {done.text}")
    else:
        phase.events.append(done)
        phase.move = None


def _with_effects_of(event: TurnEvent, later: TurnEvent) -> TurnEvent:
    """Return an event with what another that belongs to it brought about, too."""
    return replace(
        event,
        touched=event.touched | later.touched,
        places=(*event.places, *later.places),
        codes=(*event.codes, *later.codes),
        points=tuple(a + b for a, b in zip(event.points, later.points, strict=True)),
    )


def _reason(rules: RulesEngine, before: State, after: State) -> _Reason | None:
    """Return why a battle of fire combat ends or nobody advances, unless the position shows it."""
    fought = before.current_engagement
    if fought is None or after.current_engagement is not None or fought.advanced or not fought.attackers:
        return None
    attackers = [*members(fought.attackers)]
    left = [unit for unit in attackers if after.locations[unit] >= 0]
    fit = [unit for unit in left if not after.conditions[unit] & DISRUPTED]
    rounds = fire_phase(rules.setting, before).rounds
    if not any(hexes >> fought.hex & 1 for hexes in after.occupied):
        return "no advance" if left and not fit else None
    own = rules.setting.side_of[attackers[0]]
    if after.occupied[own] >> fought.hex & 1:
        return None
    if rounds == 1:
        return "one round"
    return "no second round" if left and not fit and fought.round == 1 else None


def _codes(rules: RulesEngine, state: State, action: Action, own: str) -> tuple[str, ...]:
    """Return what an action is, for the cases that govern it; `own` are its own sentences."""
    setting = rules.setting
    more = tuple(code for kinds, words, code in _CITED_EFFECTS if action.kind in kinds and words in own)
    if state.current_engagement is not None and state.current_engagement.attackers:
        more += tuple(code for words, code in _CITED_HITS if action.kind in ("roll", "hit") and words in own)
    if action.kind == "resolve":
        battle = battle_named_by(setting, state, action)
        if battle.overrun_outcome is not None:
            return ("roll",)
        odds = odds_codes(rules, state, battle)
        if state.stage == "move":
            later = any(one.resolved == "phase-end" for one in setting.combat.overruns)
            return ("overrun", *odds, "roll") if later else ("overrun", *odds)
        return ("attack", *odds, "soak-off") if duty_sentence(rules, state, battle) else ("attack", *odds)
    if action.kind == "engage":
        return ("hits",)
    if action.kind == "roll" and state.fight is not None:
        result = lookup_result(setting, odds_of_fight(setting, state, state.fight), action.roll)
        table = setting.game.charts.combat
        names = {} if table is None else {one.id: one.name for one in table.results}
        return (f"result:{result}|{names.get(result, '')}",)
    if state.stage == "intercept-roll":
        side = setting.sides[setting.side_of[state.missions[-1].unit]]
        return (f"interceptor:{setting.game.info.side(side).name}",)
    if action.kind == "new" and action.unit is not None:
        return (f"new:{narration.unit_name(setting, action.unit)}",)
    return (action.kind, *more)


def _with_way(rules: RulesEngine, state: State, action: Action, own: str) -> str:
    """Return the sentences about an action; those of a retreat after a battle name the hexes of its path."""
    if action.kind != "retreat" or state.fight is None or action.hex is None:
        return own
    middle = retreat_way(rules, state, action)[1:-1]
    sentence = narration.describe(rules.setting, state, action)
    if not middle:
        return own
    plain = narration.describe(rules.setting, state, replace(action, through=()))
    return own.replace(sentence, f"{plain.removesuffix('.')} by way of {', '.join(middle)}.", 1)


def _side(rules: RulesEngine, state: State) -> SideId:
    return rules.setting.sides[rules.setting.side(state)]


def _allocate(rules: RulesEngine, phase: _Phase, state: State, action: Action) -> None:
    """Add an attacker to the attack on its target hex."""
    assert action.unit is not None
    assert action.hex is not None
    name = narration.unit_name(rules.setting, action.unit)
    goal = narration.hex_name(rules.setting, action.hex)
    event = _scene(rules, state, action)
    last = phase.events[-1] if phase.events else None
    if last is not None and last.kind == "attack" and last.arrows and last.arrows[0][1] == action.hex:
        also = replace(last, text=f"{last.text} {name} joins it.", arrows=(*last.arrows, *event.arrows))
        phase.events[-1] = also
    else:
        owed = bool(state.engagements) and Action("end") not in rules.legal_actions(state)
        duty = ", which must be attacked too" if owed else ""
        text = f"{name} attacks {goal}{duty}."
        phase.events.append(replace(event, kind="attack", text=text, codes=("attack",)))


def _with_numbers(
    rules: RulesEngine, state: State, action: Action, event: TurnEvent
) -> tuple[TurnEvent, _MoveWords | None]:
    """Return an event with the names of its attackers, or with its hexes and the movement points spent; of a
    move by known hexes, its words too.
    """
    setting, text = rules.setting, event.text
    if action.kind == "resolve" and (battle := battle_named_by(setting, state, action)).attackers:
        names = [narration.unit_name(setting, name) for name in select(setting.units, battle.attackers)]
        verb = "overrun" if state.stage == "move" else "attack"
        verb += "s" if len(names) == 1 else ""
        text = f"{join_unit_names(names)} {verb}. {text}"
        if battle.overrun_outcome is None:
            duty, crossing = duty_sentence(rules, state, battle), crossing_sentences(rules, state, battle)
            text = f"{duty}{text}{crossing}"
        return replace(event, text=text), None
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
            points = legs.fewest_points_to(unit, goal)
            told = text.removeprefix(narration.describe(setting, state, action))
            name = narration.unit_name(setting, action.unit)
            modes = [one.mode for one in legs.ways(unit)]
            spent = f"{number_text(points)}\u00a0MP"
            if by_rail:
                spent = "by rail"
            elif counts_hexes(modes):
                spent = count_noun(int(points), "hex").replace(" ", "\u00a0")
            told += _uncounted(rules, state, action, by_rail=by_rail, counted=int(points), way=way)
            words = _MoveWords(name, f"{'–'.join(way)}{named}", spent, told)
            codes = [*event.codes, *(code for word, code in _CITED_WORDS if word in told)]
            codes += [f"mode:{one.name}" for one in modes if counts_hexes(modes) or by_rail][:1]
            shown = replace(event, text=words.text, unit=name, way=() if by_rail else way, codes=tuple(codes))
            if not by_rail:
                among = deciding_units(rules, state, unit, hexes)
                deciding = tuple(_standing(rules, state, other) for other in members(among))
                shown = replace(shown, steps=steps_of(rules, state, unit, hexes), deciding=deciding)
            return shown, None if by_rail else words
    return event, None


def _uncounted(
    rules: RulesEngine, state: State, action: Action, *, by_rail: bool, counted: int, way: Sequence[HexId]
) -> str:
    """Return what a move that is counted in hexes got by a road, and what it cost to use the bonus hex."""
    setting = rules.setting
    modes = setting.game.rules.movement
    if by_rail or not counts_hexes(modes):
        return ""
    roads = [mode.road_bonus.line for mode in modes if mode.road_bonus is not None]
    told = ""
    if roads and len(way) - 1 > counted:
        told = f" A hex along {features_text(setting.game, roads, setting.game.hexmap.lines)} isn't counted."
    barred = rules.apply(state, action).barred_from_attack & ~state.barred_from_attack
    if action.unit is not None and barred >> setting.unit_numbers[action.unit] & 1:
        told += " With the bonus hex it gives up its attack."
    return told


def _joined_moves(phase: _Phase, event: TurnEvent, words: _MoveWords) -> bool:
    """Join a move to the one before it if the same unit goes on; return whether it does."""
    before, first = phase.events[-1] if phase.events else None, phase.move
    if before is None or first is None or not event.way:
        return False
    if before.acting != event.acting or before.way[-1:] != event.way[:1]:
        return False
    both = _MoveWords(
        words.name,
        f"{first.hexes}{words.hexes.removeprefix(event.way[0])}",
        words.spent,
        first.told + words.told,
    )
    phase.events[-1] = replace(
        _with_effects_of(before, event),
        text=both.text,
        way=(*before.way, *event.way[1:]),
        arrows=((before.way[0], event.way[-1]),),
        steps=(*before.steps, *event.steps) if before.steps and event.steps else (),
        deciding=tuple(dict.fromkeys((*before.deciding, *event.deciding))),
    )
    phase.move = both
    return True


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


def _scene(rules: RulesEngine, state: State, action: Action) -> TurnEvent:
    """Return an event with its arrows, the units that act, and the position before it, yet without words."""
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
    event = TurnEvent("step", _side(rules, state), "")
    standing = [unit for unit in acting if state.locations[unit] >= 0]
    if goal is None or not standing:
        return event
    arrows = dict.fromkeys((HexId(ids[state.locations[unit]]), goal) for unit in standing)
    names = tuple(UnitId(setting.units[unit]) for unit in standing)
    fought = {*standing} if action.kind in ("resolve", "engage") else set[int]()
    if fought:
        target = setting.board.index[goal]
        fought |= {unit for unit, place in enumerate(state.locations) if place == target}
    return replace(
        event,
        arrows=tuple(arrows),
        position=_position(rules, state, acting),
        acting=names,
        deciding=tuple(_standing(rules, state, unit) for unit in sorted(fought)),
    )
