"""Battle actions: resolve declared battles as a player does, including losses, retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.conformance.declaration_actions import BATTLE_STEP, compare_odds_text
from hexwright.conformance.module_player import (
    ELIMINATE_KEY,
    IGNORE_RESULT_KEY,
    LOSE_STEP_KEY,
    LOWER_ODDS_KEY,
    RESOLVE_KEY,
    ModulePlayer,
)
from hexwright.geometry.bitsets import members, select, union_of
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat.battle_odds import (
    BattleOdds,
    certain_result,
    compute_odds,
    lookup_result,
    odds_of_fight,
    retreat_destinations,
)
from hexwright.rules.combat.combat_phase import battle_named_by, defending_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import narration
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.support.message_wording import join_with_and

LOSS_STAGES = ("stand", "losses", "defender-losses", "disrupting", "remnant", "retreat")
"""Stages in which a battle waits for a mandatory action."""


def resolve_battle(hands: ModulePlayer, action: Action) -> None:
    """Start a battle; no die is rolled if the odds are below the first column of the CRT or the result is
    certain.
    """
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    battle = battle_named_by(setting, mirror.state, action)
    if battle.overrun_outcome is not None:
        mirror.state = mirror.kernel.apply(mirror.state, action)
        return
    them = defending_units(setting, mirror.state, battle)
    reckoned = compute_odds(setting, mirror.state, them, battle.attackers)
    certain = certain_result(setting, reckoned)
    if reckoned.final_column < 1 or certain is not None:
        target = hands.rng.choice(select(setting.units, them))
        mirror.count_attempt("battles", f"battles without {'effect' if certain is None else 'a die'}")
        mirror.table.chat()
        mirror.table.key(target, RESOLVE_KEY, BATTLE_STEP)
        what = f"resolve the attack on {target}, {reckoned.final_odds}"
        if not hands.compare_verdict(what, None):
            hands.end_walk()
        compare_odds_text(hands, what, battle)
        mirror.state = mirror.kernel.apply(mirror.state, action)
        _compare_pending(hands, what)
        return
    _announce_choices(hands, action, reckoned, select(setting.units, them))
    mirror.state = mirror.kernel.apply(mirror.state, action)


def _announce_choices(
    hands: ModulePlayer, action: Action, reckoned: BattleOdds, them: Sequence[UnitId]
) -> None:
    """Make the rules engine's announcements in the module: a lower column, and ignored results."""
    mirror = hands.paired_game
    lower = reckoned.final_column - action.column if action.column else 0
    for key in (*(LOWER_ODDS_KEY,) * lower, *((IGNORE_RESULT_KEY,) if action.ignoring else ())):
        target = hands.rng.choice(them)
        mirror.count_attempt("announcements")
        mirror.table.chat()
        mirror.table.key(target, key, BATTLE_STEP)
        if not hands.compare_verdict(f"announcement for the attack on {target}", None):
            hands.end_walk()
    if lower and reckoned.columns.name(action.column) not in mirror.table.chat():
        mirror.report_difference(
            "announcement of a lower column", reckoned.columns.name(action.column), "not in the chat"
        )
        hands.end_walk()


def _compare_pending(hands: ModulePlayer, what: str) -> None:
    """Compare the decisions that the current battle still requires: stage, losses and retreating units.

    If a decision has only one possible choice, the module has already performed it; this function performs it
    in the rules engine too.
    """
    mirror = hands.paired_game
    got = _pending_in_module(hands)
    while mirror.state.stage in _ONE_BY_ONE_STAGES and _pending_in_engine(hands) != got:
        answers = mirror.kernel.legal_actions(mirror.state)
        if len(answers) > 1:
            if not _ends_alike(mirror.kernel, mirror.state):
                break
            mirror.count_attempt("retreats of several units without a choice")
        mirror.count_attempt(
            "single choices", *(["automatic cadres"] if mirror.state.stage == "remnant" else [])
        )
        mirror.state = mirror.kernel.apply(mirror.state, answers[0])
    if got != _pending_in_engine(hands):
        mirror.report_difference(what, f"waits for {_pending_in_engine(hands)}", got)
        hands.end_walk()


def _ends_alike(kernel: RulesEngine, state: State) -> bool:
    """Whether several units retreat to the same hexes in whatever order they go."""
    if state.stage != "retreat":
        return False
    answers = kernel.legal_actions(state)
    if len({answer.unit for answer in answers}) < len(answers):
        return False
    ends = {_with_retreats(kernel, kernel.apply(state, answer)) for answer in answers}
    return len(ends) == 1 and None not in ends


def _with_retreats(kernel: RulesEngine, state: State) -> tuple[int, ...] | None:
    """Return where all units stand once those left have retreated; None if a player has a choice there."""
    while state.stage == "retreat":
        answers = kernel.legal_actions(state)
        if len(answers) > 1 and not _ends_alike(kernel, state):
            return None
        state = kernel.apply(state, answers[0])
    return state.locations


_ONE_BY_ONE_STAGES = ("losses", "defender-losses", "disrupting", "remnant", "retreat")
"""Stages that the module performs automatically if there is only one choice left."""


def _pending_in_engine(hands: ModulePlayer) -> str:
    """Return the decision that the rules engine waits for: "losses 3", "retreat blue-1,blue-2", "over"."""
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    fight = state.fight
    if fight is None or (state.stage == "roll" and not fight.result):
        return "over"
    if state.stage == "roll":
        return "again"  # Its result was ignored.
    if state.stage in ("losses", "disrupting"):
        return f"{state.stage} {fight.loss_owed}".replace("/", ":")
    if state.stage == "remnant":
        awaited = (f"{number}@{setting.board.ids[place]}" for number, place in fight.pending_cadres)
        return f"remnant {','.join(sorted(awaited))}"
    if state.stage == "retreat":
        return f"retreat {','.join(sorted(select(setting.units, fight.retreating)))}"
    return state.stage


def _pending_in_module(hands: ModulePlayer) -> str:
    """Return the decision that the module waits for, in the format of `_pending_in_engine`."""
    held = hands.paired_game.table.get("Battle").split(" ")
    if len(held) < 8 or held[0] != hands.phase_name:
        return "over"
    match held[1]:
        case "losses" | "disrupting" as stage:
            return f"{stage} {held[4]}"
        case "remnant":
            return f"remnant {','.join(sorted(held[11].split(',')))}"
        case "retreat":
            return f"retreat {','.join(sorted(one.partition('@')[0] for one in held[7].split(',')))}"
        case stage:
            return stage


def roll_combat(hands: ModulePlayer, action: Action) -> None:
    """Roll the die for the battle with the rules engine's result, and compare the effects."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    fight = state.fight
    assert fight is not None
    table = setting.game.charts.combat
    assert table is not None
    reckoned = odds_of_fight(setting, state, fight)
    late = fight.overrun_entry >= 0
    whole = reckoned if late else compute_odds(setting, state, fight.defenders, fight.attackers)
    after = mirror.kernel.apply(state, action)
    result = lookup_result(setting, reckoned, action.roll)
    target = hands.rng.choice(select(setting.units, fight.attackers if late else fight.defenders))
    mirror.count_attempt("dice of overruns" if late else "battles", f"battles with {result}")
    mirror.table.chat()
    mirror.table.force_throw(action.roll, table.die, table.dice)
    mirror.table.key(target, RESOLVE_KEY, BATTLE_STEP)
    what = f"resolve {target} at {reckoned.final_odds}, die roll {action.roll}"
    if not hands.compare_verdict(what, None):
        hands.end_walk()
    told = mirror.table.chat()
    name = next(one.name for one in table.results if one.id == result)
    expected = [f"Die {die_sum_text(action.roll, reckoned.die)} at {reckoned.final_odds}: {name}."]
    if fight.result:
        mirror.count_attempt("dice rolled again")
        expected.append("the die is rolled again")
    else:
        expected.append(f", at {whole.final_odds}" if late else f"fought at {whole.final_odds}")
        told_before = Action("resolve", column=fight.announced_column, ignoring=fight.ignores_results)
        said = narration.announcement_text(setting, whole, told_before)
        expected += [said] if said else []
    if after.stage == "retreat":
        assert after.fight is not None
        ends = [
            union_of(retreat_destinations(setting, after, u).values())
            for u in members(after.fight.retreating)
        ]
        expected += [f"can retreat to {join_with_and(setting.hex_ids(hexes), 'or')}." for hexes in ends]
    missing = [phrase for phrase in expected if phrase not in told]
    if missing:
        mirror.report_difference(what, "; ".join(missing), told)
        hands.end_walk()
    mirror.state = after
    _compare_pending(hands, what)


def die_sum_text(roll: int, modifier: int) -> str:
    """Return a die roll with its modifier as the module reports it: "2", or "2 − 3 = −1"."""
    if not modifier:
        return str(roll)
    sign = "+" if modifier > 0 else "−"
    return f"{roll} {sign} {abs(modifier)} = {roll + modifier}".replace("-", "−")


def stand_or_retreat(hands: ModulePlayer, action: Action) -> None:
    """Perform the defender's choice between a step loss and a retreat."""
    mirror = hands.paired_game
    assert action.unit is not None
    mirror.count_attempt("stands in a city")
    mirror.table.chat()
    mirror.table.key(action.unit, LOSE_STEP_KEY if action.kind == "stand" else RESOLVE_KEY, BATTLE_STEP)
    if not hands.compare_verdict(action.text, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _compare_pending(hands, action.text)


def lose_step(hands: ModulePlayer, action: Action) -> None:
    """Perform the step loss of an attacker, or of a defender chosen by its side."""
    mirror = hands.paired_game
    assert action.unit is not None
    mirror.count_attempt("losses", "legal losses")
    mirror.table.chat()
    setting = mirror.kernel.setting
    unit = setting.unit_numbers[action.unit]
    last = mirror.state.steps[unit] == setting.last_step[unit]
    # The loss of the last step is an elimination, by either key.
    key = ELIMINATE_KEY if last and hands.rng.random() < 0.3 else LOSE_STEP_KEY
    mirror.table.key(action.unit, key, BATTLE_STEP)
    if not hands.compare_verdict(f"{action.unit} loses a step", None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _compare_pending(hands, action.text)


def disrupt_attacker(hands: ModulePlayer, action: Action) -> None:
    """Disrupt the attacker that its owner chose."""
    mirror = hands.paired_game
    assert action.unit is not None
    mirror.count_attempt("losses", "chosen disruptions")
    mirror.table.chat()
    mirror.table.key(action.unit, LOSE_STEP_KEY, BATTLE_STEP)
    if not hands.compare_verdict(f"{action.unit} is chosen to be disrupted", None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _compare_pending(hands, action.text)


def place_cadre(hands: ModulePlayer, action: Action) -> None:
    """Place a cadre in the hex of the unit that it replaces."""
    _drag_unit(hands, action, "cadres")


def retreat_unit(hands: ModulePlayer, action: Action) -> None:
    """Perform the retreat of a defender."""
    _drag_unit(hands, action, "retreats")


def advance_unit(hands: ModulePlayer, action: Action) -> None:
    """Move an attacker into a hex that the defenders left, or end the advance."""
    if action.unit is None:
        hands.paired_game.state = hands.paired_game.kernel.apply(hands.paired_game.state, action)
    else:
        _drag_unit(hands, action, "advances")


def _drag_unit(hands: ModulePlayer, action: Action, kind: str) -> None:
    mirror = hands.paired_game
    assert action.unit is not None
    assert action.hex is not None
    mirror.count_attempt(kind, f"legal {kind}")
    mirror.table.chat()
    what = f"{action.text} ({kind})"
    fine = True
    # 3.3 Each hex of a retreat is further away, so the places that it takes come in that order.
    for place in (*_places_outward(hands, action), action.hex):
        mirror.table.drag(action.unit, place)
        fine = hands.compare_verdict(what, None) and fine
    after = mirror.kernel.apply(mirror.state, action)
    # A unit that is disrupted again at the end of its retreat may be eliminated.
    stays = after.locations[mirror.kernel.setting.unit_numbers[action.unit]] >= 0
    if stays and mirror.table.where(action.unit).location != action.hex:
        mirror.report_difference(
            what, f"{action.unit} in {action.hex}", str(mirror.table.where(action.unit).location)
        )
        fine = False
    if not fine:
        hands.end_walk()
    mirror.state = after
    _compare_pending(hands, what)


def _places_outward(hands: ModulePlayer, action: Action) -> list[HexId]:
    """Return the places that a retreat captures on its way, starting with the nearest place."""
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    assert action.unit is not None
    here = state.locations[setting.unit_numbers[action.unit]]
    return sorted(action.through, key=lambda place: hex_distance(setting, here, setting.board.index[place]))


def hex_distance(setting: CompiledGame, one: int, other: int) -> int:
    """Return the distance between two hexes, in hexes."""
    near, distance = 1 << one, 0
    while not near >> other & 1:
        near |= setting.board.around(near)
        distance += 1
    return distance
