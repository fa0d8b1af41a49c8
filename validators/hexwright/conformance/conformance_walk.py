"""Conformance walk: the rules engine and the module play together from a position onwards."""

from __future__ import annotations

import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hexwright.conformance import (
    battle_actions,
    declaration_actions,
    fire_actions,
    illegal_probes,
    movement_actions,
    network_mark_comparison,
    overrun_actions,
    player_seats,
    replacement_actions,
    setup_actions,
    supply_attrition_actions,
    supply_line_comparison,
    train_actions,
)
from hexwright.conformance.aggressive_policy import AggressivePolicy
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.module_player import ModulePlayer, PositionsDiffer
from hexwright.conformance.paired_game import PairedGame
from hexwright.conformance.running_module import RunningModule
from hexwright.diagnostics.diagnostic import InputError
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId
from hexwright.module_state.notes import game_notes
from hexwright.players.policies import Policy, PolicyFactory, policy_of
from hexwright.players.random_stream import derived_seed
from hexwright.players.tutorial_policy import TutorialPolicy
from hexwright.rules.engine.game_state import DISRUPTED, TEST_DEFAULTS, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action

Save = Callable[[RulesEngine, State], bytes]
"""A function that creates a saved game of the module from a position."""


@dataclass(frozen=True, slots=True)
class ConformanceBench:
    """A game with its compiled rules, a function that creates saved games from positions, and a running
    module.
    """

    game: Game
    save: Save
    table: RunningModule


@dataclass(frozen=True, slots=True)
class WalkPlan:
    """The plan of a walk, derived from its seed."""

    scenario: str
    seed: int
    options: Mapping[str, str]
    policy: str
    by_hand: bool
    """Whether the walk starts with a set-up that is placed by hand."""
    phases_skipped: int
    """The number of phases that the rules engine first plays alone."""
    kind: str
    """The kind of phase with which the walk starts (more phases are skipped until such a phase is reached);
    any kind if empty.
    """
    length: int
    """The number of phases in the walk."""
    attempt_rate: float
    """The average number of attempts for each action of the rules engine."""
    until: tuple[int, int] = (1 << 30, 0)
    """The turn and phase before which the walk ends."""


MANY_UNITS: Final = 100
"""The number of units above which skipped phases contain few actions, because the game develops slowly."""
AGGRESSIVE: Final = "pressing"
"""The name of the policy that ensures that walks contain battles; players can't choose it as an opponent."""
RECENT_TURNS: Final = 2
"""The number of turns before the walk that are played in full in a game with many units."""

PHASES_WALKED: Final = (
    "movement",
    "combat",
    "overruns",
    "replacement",
    "air-strike",
    "allocation",
    "fire",
    "recovery",
    "supply",
    "victory",
    "event",
    "other",
)
"""The kinds of phase whose actions can be performed in the module."""


def explain_unplayable(game: Game) -> str:
    """Return the reason why no walks are possible in a game; an empty string if walks are possible."""
    others = sorted({phase.kind for phase in game.rules.sequence} - set(PHASES_WALKED))
    if others:
        return f"the check can't play phases of kind {', '.join(others)}"
    try:
        for scenario in game.scenarios:
            RulesEngine(game, scenario.id)
    except InputError as faults:
        return f"the rules engine can't play the game: {faults.diagnostics[0].message}"
    return ""


def plan_walk(game: Game, seed: int, scenario: str | None = None) -> WalkPlan:
    """Return the plan of the walk with this seed: a random scenario, options, policy and part of the game."""
    chance = random.Random(seed)
    names = [s.id for s in game.scenarios]
    drawn = chance.choice(names)
    found = next(s for s in game.scenarios if s.id == (scenario or drawn))
    options = {}
    for option in game.rules.options:
        choice = chance.choice([c.id for c in option.choices])
        if chance.random() < 0.5:
            options[option.id] = choice
    phases = len(game.rules.sequence)
    if game.rules.fire is not None:
        # Saved games don't contain the history of units, so the walk starts at the start of the game.
        policy = chance.choice(["random", "greedy"])
        length = chance.randrange(phases, 4 * phases)
        return WalkPlan(found.id, seed, options, policy, False, 0, "", length, 0.5)
    turns = found.last_turn - found.first_turn + 1
    if len(game.counters.units) > MANY_UNITS:
        # Long walks, and short ones with battles only, start early, in the middle and late.
        policy = chance.choice(["random", "greedy", AGGRESSIVE, AGGRESSIVE, AGGRESSIVE, AGGRESSIVE])
        skip = chance.choice((0, *[chance.randrange(turns * phases // 2)] * 4))
        by_hand = found.free_setup and chance.random() < 0.02
        kind = "" if by_hand else chance.choice(("combat", "combat", ""))
        length = chance.randrange(1, 4) if kind else chance.randrange(phases, 2 * phases + 1)
        return WalkPlan(found.id, seed, options, policy, by_hand, 0 if by_hand else skip, kind, length, 0.4)
    kind = chance.choice(("combat", "combat", "combat", "replacement", "", ""))
    by_hand = found.free_setup and chance.random() < 0.05
    return WalkPlan(
        by_hand=by_hand,
        scenario=found.id,
        seed=seed,
        options=options,
        policy=chance.choice(["random", "greedy"]),
        phases_skipped=0 if by_hand else chance.choice((0, *[chance.randrange(turns * phases)] * 3)),
        kind="" if by_hand else kind,
        length=1 if kind else chance.randrange(2, phases + 1),
        attempt_rate=0.7 if kind == "replacement" else 0.5,
    )


Enough = Callable[[ComparisonTally], bool]
"""A function that is called before each step and returns whether there are enough comparisons."""


def walk(bench: ConformanceBench, plan: WalkPlan, enough: Enough | None = None) -> ComparisonTally:
    """Perform a walk and return its tally; `enough` may end the walk early."""
    tally = ComparisonTally()
    kernel = RulesEngine(bench.game, plan.scenario, plan.options)
    chance = random.Random(derived_seed(plan.seed, 1))
    mirror = PairedGame(
        kernel, kernel.set_up(derived_seed(plan.seed, 5) >> 1), bench.table, tally, f"walk:{plan.seed}"
    )
    with _report_parting(mirror):
        mirror.state, before = _skip_phases(kernel, plan, mirror.state)
        if kernel.is_over(mirror.state):
            return tally
        hands = ModulePlayer(mirror, chance)
        players = _players(kernel, plan.policy, plan.seed)
        if plan.by_hand:
            _set_up(hands, plan)
        else:
            _begin(bench, hands, before)
        _play(hands, players, plan, enough)
    return tally


@contextmanager
def _report_parting(mirror: PairedGame) -> Iterator[None]:
    """Return a context manager that ends the walk at a difference or exception; an exception is recorded as a
    difference.
    """
    try:
        yield
    except PositionsDiffer:
        mirror.ended_early = True
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        EngineError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as fault:
        mirror.ended_early = True
        at = traceback.extract_tb(fault.__traceback__)[-1]
        why = f": {fault}" if str(fault) else ""
        what = f"{type(fault).__name__}{why}, at {Path(at.filename).name}:{at.lineno}"
        mirror.report_difference("continue the walk", "no exception in the rules engine or the check", what)


LOOK_RATE: Final = 0.25
"""The probability that supply lines are compared at the start of a phase."""
WHOLE_GAME_PHASES: Final = 100_000
"""A number of phases that no game reaches."""


def replay(
    bench: ConformanceBench,
    scenario: str,
    seed: int,
    options: Mapping[str, str],
    phases: int = WHOLE_GAME_PHASES,
    turns: int = 0,
    enough: Enough | None = None,
) -> ComparisonTally:
    """Replay a game played by the policy `greedy`, or part of such a game, in the module without attempts."""
    state = RulesEngine(bench.game, scenario, options).set_up(seed)
    until = (state.turn + (turns or WHOLE_GAME_PHASES), state.phase)
    plan = WalkPlan(scenario, seed, options, "greedy", False, 0, "", phases, 0.0, until)
    tally = _replay(bench, plan, enough, seated=False)
    ended = "partial games" if turns else "whole games"
    # They are counted separately from walks, which contain more attempts.
    tally.counts = Counter(
        {
            "games with a difference" if tally.counts["parted"] else ended: 1,
            "turns in partial games": turns,
            "actions in replays": tally.counts["steps"],
        }
    )
    return tally


def replay_turns(
    bench: ConformanceBench, scenario: str, seed: int, policy: str = "greedy", turns: int = 1
) -> ComparisonTally:
    """Replay whole turns played by a policy in the module, with a player in each seat.

    The replay ends before the scenario's first phase is reached again. The player of the deciding side acts;
    in retreats, the other player first tries to act.
    """
    state = RulesEngine(bench.game, scenario).set_up(seed)
    until = (state.turn + turns, state.phase)
    plan = WalkPlan(scenario, seed, {}, policy, False, 0, "", WHOLE_GAME_PHASES, 0.0, until)
    bench.table.seed(seed)
    return _replay(bench, plan, None, seated=True)


def _replay(
    bench: ConformanceBench, plan: WalkPlan, enough: Enough | None, *, seated: bool
) -> ComparisonTally:
    """Play from the set-up without attempts.

    The tally's `steps` counts actions; `parted` is true if there was a difference.
    """
    tally = ComparisonTally()
    kernel = RulesEngine(bench.game, plan.scenario, plan.options)
    mirror = PairedGame(kernel, kernel.set_up(plan.seed), bench.table, tally, f"game:{plan.seed}")
    hands = ModulePlayer(mirror, random.Random(plan.seed), seated=seated)
    with _report_parting(mirror):
        _begin(bench, hands, None)
        _play(hands, _players(kernel, plan.policy, plan.seed), plan, enough)
    tally.counts.update({"steps": mirror.step, "parted": int(mirror.ended_early)})
    return tally


def _players(kernel: RulesEngine, policy: str, seed: int) -> Mapping[SideId, Policy]:
    make: PolicyFactory = AggressivePolicy if policy == AGGRESSIVE else policy_of(policy)
    return {side: make(kernel, derived_seed(seed, n + 2)) for n, side in enumerate(kernel.setting.sides)}


UNSAVED: Final = ("weather-roll", "attrition-loss")
"""Stages in which no position is saved, because a die has just been rolled, or is rolled at the start of the
turn.
"""


def _skip_phases(kernel: RulesEngine, plan: WalkPlan, state: State) -> tuple[State, State | None]:
    """Play some phases in the rules engine alone; return the position reached, and the position before its
    phase began.

    If the game ends before that, the walk starts at the last possible position of the game.
    """
    players = _players(kernel, plan.policy, derived_seed(plan.seed, 7))
    hurried: Mapping[SideId, Policy] = {
        side: TutorialPolicy(kernel, policy) for side, policy in players.items()
    }
    near = (
        RECENT_TURNS * len(kernel.setting.phases)
        if len(kernel.setting.units) > MANY_UNITS
        else plan.phases_skipped
    )
    before: State | None = None
    left, starved = plan.phases_skipped, False
    last: tuple[State, State | None] | None = None
    at: tuple[int, int] | None = None
    while not kernel.is_over(state):
        if not starved and state.stage not in UNSAVED and _fits(kernel, state, plan.kind):
            if left <= 0:
                return state, before
            if at != (state.turn, state.phase):  # Saved games contain positions as phases begin.
                last = state, before
        at = state.turn, state.phase
        side = kernel.active_side(state)
        assert side is not None
        who = players if left <= near else hurried
        action = kernel.draw(state) if side == CHANCE else _choose_action(kernel, who[side], state)
        after = kernel.apply(state, action)
        if (after.turn, after.phase) != (state.turn, state.phase):
            # The last change of the phase counts, those at the start of the next one don't.
            waiting = tuple(
                was if was < 0 and now < 0 and was != now and after.turn != state.turn else now
                for was, now in zip(state.locations, after.locations, strict=True)
            )
            # The module performs the checks at the end of a phase on its way.
            before = replace(
                after,
                turn=state.turn,
                phase=state.phase,
                locations=waiting,
                **{name: getattr(state, name) for name in TEST_DEFAULTS},
            )
            # On its way to this phase, the module would play the supply and recovery phases, which are over.
            first = state.phase if state.stage in _BEFORE_SUPPLY else state.phase + 1
            starved = _order_repeats(kernel, first, state, after)
            left -= 1
        elif before is not None and state.stage == "weather-roll":
            # The die has been rolled: the module rolls no other as the turn begins.
            before = replace(before, weather_by_turn=after.weather_by_turn)
        state = after
    return last or (state, before)


_BEFORE_SUPPLY: Final = ("weather-roll", "isolation", "supply-flight")
"""The stages that precede the supply test, in phases that have such a test."""


_UNDECIDED: Final = (
    *("other", "event", "victory", "supply", "recovery"),
    *("allocation", "fire", "air-strike"),
)
"""Kinds of phase that may be over in the rules engine but not yet in the module."""


def _order_repeats(kernel: RulesEngine, first: int, state: State, after: State) -> bool:
    """Return whether any phase from `first` to the phase of `after` had an effect that would be applied
    twice.
    """
    phases, last = kernel.setting.phases, after.phase
    passed = range(first, last + (0 if first <= last else len(phases)))
    between = {phases[number % len(phases)].kind for number in passed}
    if kernel.setting.game.rules.fire is None:
        return bool({"supply", "recovery"} & between)
    # In fire combat it disrupts undisrupted units, and disrupted ones would be lost.
    worse = any(now & ~was & DISRUPTED for was, now in zip(state.conditions, after.conditions, strict=True))
    return "supply" in between and worse


def _fits(kernel: RulesEngine, state: State, kind: str) -> bool:
    """Return whether a walk that starts with this kind of phase can start in a state; battles also need units
    in contact.
    """
    if not kind:
        return True
    return kernel.setting.phases[state.phase].kind == kind and (
        kind != "combat" or bool(kernel.movers(state))
    )


def _begin(bench: ConformanceBench, hands: ModulePlayer, before: State | None) -> None:
    """Set up the position in the module: the scenario's set-up, or a saved game from which the phase is
    reached.
    """
    mirror = hands.paired_game
    table, kernel = mirror.table, mirror.kernel
    # If attrition was rolled in the phase before, the module would ask for the die, so it starts after it.
    rolled = before is not None and kernel.setting.phases[before.phase].kind == "replacement"
    if before is None:
        table.start(kernel.setting.scenario.title)
    else:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "position.vsav"
            file.write_bytes(bench.save(kernel, mirror.state if rolled else before))
            table.load(file)
        if before.stage != "over" and kernel.setting.phases[before.phase].kind == "combat":
            # Its battles are over, including mandatory attacks.
            table.set("BattlesBegun", f"{before.turn}.{kernel.setting.phases[before.phase].id} ")
    _agree_on_options(mirror, mirror.state if before is not None and rolled else before)
    if before is None:
        _first_weather(hands)
    if before is not None and not rolled:
        _next_phase(mirror)
    _catch_up(hands)
    if not mirror.compare("set-up of the position"):
        raise PositionsDiffer


def _first_weather(hands: ModulePlayer) -> None:
    """Roll the first turn's weather with the rules engine's result, in a game that starts with a weather
    roll.
    """
    mirror = hands.paired_game
    kernel, state = mirror.kernel, mirror.state
    first = kernel.set_up(state.seed)
    if first.stage == "weather-roll":
        mirror.table.force_throw(kernel.draw(first).roll, len(kernel.chance_outcomes(first)))
        mirror.table.press(setup_actions.BEGIN_BUTTON, "phase change")
        if state.stage == "weather-roll":
            fire_actions.read_weather(hands)


def _agree_on_options(mirror: PairedGame, state: State | None) -> None:
    """Set the scenario's options and a position's score in the module, because a new game starts without
    them.
    """
    table, setting = mirror.table, mirror.kernel.setting
    for option, choice in setting.options.items():
        table.set(f"Option_{option.replace('-', '_')}", {"on": "true", "off": "false"}.get(choice, choice))
    for name, value in game_notes(setting, state, saved=False).items() if state is not None else ():
        table.set(name, value)
    table.problems()
    mirror.tally.counts["positions"] += 1


def _set_up(hands: ModulePlayer, plan: WalkPlan) -> None:
    """Set up a scenario by hand and start the game."""
    mirror = hands.paired_game
    title = f"{mirror.kernel.setting.scenario.title}: place the units yourself"
    mirror.table.start(title)
    _agree_on_options(mirror, None)
    if not setup_actions.set_up(mirror, derived_seed(plan.seed, 5) >> 1, hands.rng):
        raise PositionsDiffer
    if mirror.state.stage == "weather-roll":
        fire_actions.read_weather(hands)
    _catch_up(hands)
    if not mirror.compare("the set-up begins"):
        raise PositionsDiffer


def _next_phase(mirror: PairedGame) -> None:
    """Advance the module to the rules engine's phase; a die rolled at the start of the phase gets the rules
    engine's result.
    """
    kernel = mirror.kernel
    state = _state_without_choices(kernel, mirror.state)
    if state.stage == "attrition-roll":
        mirror.table.force_throw(kernel.draw(state).roll, len(kernel.chance_outcomes(state)))
    mirror.table.next_phase()


def _state_without_choices(kernel: RulesEngine, state: State) -> State:
    """Return the state after all steps that involve no choice; the module may also take these steps
    automatically.
    """
    for _ in kernel.setting.phases:
        if kernel.is_over(state) or kernel.active_side(state) == CHANCE:
            break
        actions = kernel.legal_actions(state)
        if len(actions) > 1:
            break
        state = kernel.apply(state, actions[0])
    return state


_ROUNDS: Final = 20
"""A limit greater than the number of consecutive turns that can pass automatically."""


def _play(
    hands: ModulePlayer,
    players: Mapping[SideId, Policy],
    plan: WalkPlan,
    enough: Enough | None = None,
) -> None:
    mirror = hands.paired_game
    kernel = mirror.kernel
    phases = 0
    while (
        phases < plan.length
        and not kernel.is_over(mirror.state)
        and _turn_and_phase(mirror.state) < plan.until
    ):
        if enough is not None and enough(mirror.tally):
            return
        if hands.start_phase_if_new() and hands.rng.random() < LOOK_RATE:
            for number in range(len(kernel.setting.sides)):
                if not supply_line_comparison.compare_supply_lines(hands, number):
                    raise PositionsDiffer
            if not network_mark_comparison.compare_network_marks(hands):
                raise PositionsDiffer
        while hands.rng.random() < plan.attempt_rate:
            _attempt_something(hands)
        before = mirror.state
        side = kernel.active_side(before)
        assert side is not None
        action = kernel.draw(before) if side == CHANCE else _choose_action(kernel, players[side], before)
        if action.kind == "retreat" and hands.seated:
            player_seats.attempt_retreat_by_other(hands, action)
        player_seats.take_seat(hands, player_seats.deciding_side(hands))
        _do_action(hands, action)
        if (mirror.state.turn, mirror.state.phase, mirror.state.stage == "over") != (
            before.turn,
            before.phase,
            False,
        ):
            phases += 1
            mirror.count_attempt("phase ends")
            mirror.table.chat()
            player_seats.take_seat(hands, kernel.setting.side(before))
            _next_phase(mirror)
            _catch_up(hands)
            if kernel.is_over(mirror.state):
                _outcome(mirror)
        if not mirror.compare(action.text):
            raise PositionsDiffer


def _turn_and_phase(state: State) -> tuple[int, int]:
    return state.turn, state.phase


def _outcome(mirror: PairedGame) -> None:
    """Compare the winner and the points that the module announces with those of the rules engine."""
    mirror.count_attempt("outcomes")
    expected, told = mirror.kernel.outcome(mirror.state).text, mirror.table.chat()
    if expected not in told:
        mirror.report_difference("end of the game", expected, told)
        raise PositionsDiffer


def _is_past(state: State, kernel: RulesEngine, here: tuple[str, str]) -> bool:
    """Return whether the turn and phase of the module are later than those of a state."""
    order = [phase.id for phase in kernel.setting.phases]
    number = order.index(here[1]) if here[1] in order else -1  # type: ignore[arg-type]
    return here[0] != str(state.turn) or number > state.phase


def _catch_up(hands: ModulePlayer) -> None:
    """Advance the module through the phases in which the rules engine has no decision.

    The module rolls the die of an event when the event's phase begins, and then advances automatically. It
    also skips whole turns in which no action is possible, and rolls for the weather between them.
    """
    mirror = hands.paired_game
    for _ in range(_ROUNDS * len(mirror.kernel.setting.phases)):
        kernel, state, table = mirror.kernel, mirror.state, mirror.table
        here = (table.get("Turn"), table.get("Phase"))
        if state.stage == "event-roll" and (_is_past(state, kernel, here) or table.get("GameOver") == "true"):
            fire_actions.read_event(hands)
            continue
        over = table.get("GameOver") == "true"
        # The checks at the start of a turn, once its weather is rolled, may end the game.
        thrown = over and state.stage == "weather-roll"
        if over if state.stage == "over" else here == (str(state.turn), kernel.phase(state)) and not thrown:
            return
        if _follow_module(hands):
            continue
        done_by_hand = {phase.id for phase in kernel.setting.phases if phase.kind in _UNDECIDED}
        if here[1] not in done_by_hand:
            return
        on = next(phase.side for phase in kernel.setting.phases if phase.id == here[1])
        player_seats.take_seat(hands, kernel.setting.sides.index(on))
        _next_phase(mirror)


def _follow_module(hands: ModulePlayer) -> bool:
    """Advance the rules engine to the module's phase; return whether the rules engine was behind.

    On the way, it may only take actions that end a phase or a part of a phase.
    """
    mirror = hands.paired_game
    kernel, state, table = mirror.kernel, mirror.state, mirror.table
    numbers = {phase.id: number for number, phase in enumerate(kernel.setting.phases)}
    there = (int(table.get("Turn")), numbers[PhaseId(table.get("Phase"))])
    if kernel.is_over(state) or (there <= (state.turn, state.phase) and table.get("GameOver") != "true"):
        return False
    if state.stage == "weather-roll":
        fire_actions.read_weather(hands)
        return True
    if kernel.active_side(state) == CHANCE:
        return False
    actions = kernel.legal_actions(state)
    if len(actions) > 1:
        mirror.report_difference(
            "automatic end of a phase", f"{len(actions)} choices in {kernel.phase(state)}", "none"
        )
        raise PositionsDiffer
    mirror.count_attempt("phases passed automatically")
    mirror.state = kernel.apply(state, actions[0])
    return True


def _choose_action(kernel: RulesEngine, player: Policy, state: State) -> Action:
    """Return the policy's action; if an attempt has made its plan impossible, ask the policy again."""
    for _ in range(50):
        action = player.choose(state)
        if kernel.is_legal(state, action):
            return action
    return kernel.legal_actions(state)[-1]


def _do_action(hands: ModulePlayer, action: Action) -> None:
    """Perform the rules engine's action in the module, and apply it to the state."""
    stage = hands.paired_game.state.stage
    act = _BY_STAGE.get((action.kind, stage)) or _BY_KIND.get(
        action.kind, replacement_actions.take_replacement
    )
    act(hands, action)


def _only_in_reference(hands: ModulePlayer, action: Action) -> None:
    hands.paired_game.state = hands.paired_game.kernel.apply(hands.paired_game.state, action)


Doing = Callable[[ModulePlayer, Action], None]

_BY_STAGE: Final[Mapping[tuple[str, str], Doing]] = {
    ("attack", "allocate"): fire_actions.allocate_attack,
    ("retreat", "withdraw"): fire_actions.drag_unit,
    ("retreat", "pursue"): fire_actions.drag_unit,
    ("advance", "withdraw"): fire_actions.drag_unit,
    ("advance", "pursue"): fire_actions.drag_unit,
    ("resolve", "move"): overrun_actions.resolve_overrun,
    ("roll", "roll"): battle_actions.roll_combat,
    ("roll", "fire"): fire_actions.roll_fire,
    ("roll", "strike-roll"): fire_actions.roll_strike,
    ("roll", "weather-roll"): lambda hands, _: fire_actions.read_weather(hands),
    ("roll", "event-roll"): lambda hands, _: fire_actions.read_event(hands),
    ("lose", "isolation"): supply_attrition_actions.choose_group_loss,
}
"""For each kind of action and stage listed, the function that performs the action in the module."""

_BY_KIND: Final[Mapping[str, Doing]] = {
    "move": movement_actions.move_unit,
    "take-back": movement_actions.take_back,
    "exit": movement_actions.leave_map,
    "attack": declaration_actions.declare_attack,
    "engage": _only_in_reference,
    "hold": _only_in_reference,
    "pass": _only_in_reference,
    "end": _only_in_reference,
    "hit": fire_actions.allot_hit,
    "strike": fire_actions.fly_mission,
    "support": fire_actions.fly_mission,
    "fly": fire_actions.fly_mission,
    "intercept": fire_actions.intercept_mission,
    "fortify": fire_actions.fortify_unit,
    "keep": fire_actions.choose_survivor,
    "leave": declaration_actions.leave_attack,
    "resolve": battle_actions.resolve_battle,
    "stand": battle_actions.stand_or_retreat,
    "fall-back": battle_actions.stand_or_retreat,
    "lose": battle_actions.lose_step,
    "disrupt": battle_actions.disrupt_attacker,
    "remain": battle_actions.place_cadre,
    "entrain": train_actions.entrain_or_detrain,
    "detrain": train_actions.entrain_or_detrain,
    "retreat": battle_actions.retreat_unit,
    "advance": battle_actions.advance_unit,
}
"""For each kind of action listed, the function that performs it in any other stage; actions of all other
kinds are replacements.
"""


def _attempt_something(hands: ModulePlayer) -> None:
    """Make an attempt of a kind that suits the current stage."""
    match hands.paired_game.state.stage:
        case "allocate":
            fire_actions.attempt_allocation(hands)
        case "allot" | "withdraw" | "pursue":
            fire_actions.attempt_in_battle(hands)
        case "move":
            movement_actions.attempt_move(hands)
            overrun_actions.attempt_overrun(hands)
            train_actions.attempt_train_change(hands)
        case "declare":
            declaration_actions.attempt_declaration(hands)
        case "resolve":
            overrun_actions.attempt_overrun_dice(hands)
        case "stand" | "losses" | "defender-losses" | "disrupting" | "remnant" | "retreat" | "advance":
            illegal_probes.attempt_in_combat(hands)
        case "replace" | "attrition-loss":
            replacement_actions.attempt_replacement(hands)
        case "isolation" if hands.paired_game.kernel.setting.game.rules.fire is None:
            supply_attrition_actions.attempt_group_loss(hands)
