"""Compute the values of the booklet's examples with the rules engine; no other part of `paper` uses the rules
engine, but `example_outcomes` and `fire_captions`, which this module calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.model.example_of_play import Example
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.model.turn_account import TurnAccount
from hexwright.paper.figures.example_diagrams import BattleOdds, FireAttack
from hexwright.paper.figures.example_extent import SUPPLY_AROUND
from hexwright.paper.figures.example_outcomes import advances, retreat_ends
from hexwright.paper.figures.example_positions import example_position
from hexwright.paper.figures.fire_captions import fire_sentences
from hexwright.players.played_turn import play_turn
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.adjacent_elimination.play import units_lost_to_adjacent_enemies
from hexwright.rules.combat.attack_ranges import attackable_hexes
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.combat.combat_phase import units_able_to_attack as units_able_to_fight
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.engine.narration import unit_name
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.fire.dice_pools import attack_pool, defence_pool, strongholds
from hexwright.rules.fire.fire_allocation import further_required_targets, may_join, units_able_to_attack
from hexwright.rules.fire.fire_battle import FireBattle, supply_shortage_of_all
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.supply.supply_range import find_supply_shortage, supplied_hexes


class ExampleCalculator:
    """The rules engine of one game, with the queries that the examples of its booklet need."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kernels: dict[str, RulesEngine] = {}
        self._states: dict[str, State] = {}
        """The state of each scenario before the first action."""
        self._last: tuple[Example, State] | None = None
        """The example that was asked about last, and its position."""

    def _kernel(self, scenario: str) -> RulesEngine:
        if scenario not in self._kernels:
            self._kernels[scenario] = RulesEngine(self._game, scenario)
        return self._kernels[scenario]

    def _fresh(self, scenario: str) -> State:
        if scenario not in self._states:
            self._states[scenario] = self._kernel(scenario).set_up()
        return self._states[scenario]

    def _position(self, example: Example) -> tuple[RulesEngine, State, int]:
        kernel = self._kernel(example.scenario)
        if self._last is not None and self._last[0] == example:
            state = self._last[1]
        else:
            standing = [f"{s.hex} {s.unit}/{s.step}" for s in example_position(self._game, example)]
            noted = self._supply_of_last_move(kernel, example, standing)
            fresh = self._fresh(example.scenario)
            state = build_state(
                kernel, standing, turn=example.turn, phase=example.phase, fresh=fresh, **noted
            )
            self._last = example, state
        return kernel, state, kernel.setting.unit_numbers[example.subject]

    def _supply_of_last_move(
        self, kernel: RulesEngine, example: Example, standing: Sequence[str]
    ) -> dict[str, Any]:
        """Return the supply that counts in a combat phase: that of the last movement phase of the side."""
        phases = self._game.rules.sequence
        at = next(n for n, phase in enumerate(phases) if phase.id == example.phase)
        before = [one for one in phases[:at] if one.kind == "movement" and one.side == phases[at].side]
        if phases[at].kind != "combat" or not before:
            return {}
        fresh = self._fresh(example.scenario)
        moving = build_state(kernel, standing, turn=example.turn, phase=before[-1].id, fresh=fresh)
        return {name: getattr(moving, name) for name in ("out_of_supply_when_moved", "isolated_when_moved")}

    def _ids(self, kernel: RulesEngine, bits: int) -> frozenset[HexId]:
        return frozenset(HexId(kernel.setting.board.ids[number]) for number in members(bits))

    def controlled_hexes(self, example: Example) -> frozenset[HexId]:
        """Return the hexes that are an EZOC for the enemy only because of the example's unit."""
        kernel, _, unit = self._position(example)
        own = example.standing
        alone = build_state(
            kernel, [f"{own.hex} {own.unit}/{own.step}"], turn=example.turn, phase=example.phase
        )
        setting = kernel.setting
        enemy = next(n for n in range(len(setting.sides)) if n != setting.side_of[unit])
        return self._ids(kernel, setting.ezoc_hexes(alone, enemy))

    def reachable_hexes(self, example: Example) -> Mapping[HexId, Fraction]:
        """Return the hexes in which the unit may end its move, each with the fewest movement points
        needed.
        """
        kernel, state, unit = self._position(example)
        setting, board = kernel.setting, kernel.setting.board
        legs = legs_of_state(setting, state)
        return {
            board.ids[number]: legs.fewest_points_to(unit, number) for number in members(legs.end_hexes(unit))
        }

    def end_hexes(self, example: Example) -> tuple[frozenset[HexId], frozenset[HexId]]:
        """Return the hexes in which the unit may end its move as the others stand, and those in which it
        may if units there leave, which may move in this phase.
        """
        kernel, state, unit = self._position(example)
        setting = kernel.setting
        reach, full = legs_of_state(setting, state).end_hexes(unit), setting.full_hexes(state, unit)
        movable = union_of(may for _, may in setting.phase_modes[state.phase])
        own = (other for other in members(setting.unit_sets_by_side[setting.side_of[unit]] & movable))
        left = union(state.locations[other] for other in own if other != unit and state.locations[other] >= 0)
        return self._ids(kernel, reach & ~full), self._ids(kernel, reach & full & left)

    def stopping_hexes(self, example: Example) -> frozenset[HexId]:
        """Return the reachable hexes in an EZOC, in which the move ends."""
        kernel, state, unit = self._position(example)
        setting = kernel.setting
        if all(mode.ezoc != "stops" for mode, may in setting.phase_modes[state.phase] if may >> unit & 1):
            return frozenset()
        ezoc = self._ids(kernel, setting.ezoc_hexes(state, setting.side_of[unit]))
        return ezoc & frozenset(self.reachable_hexes(example))

    def battle_odds(self, example: Example) -> BattleOdds:
        """Return the odds of an attack on the hex of the example's unit by all enemies that it lists."""
        kernel, state, target = self._position(example)
        setting = kernel.setting
        attackers = union(_attackers(setting, example))
        found = compute_odds(setting, state, _stack_of(setting, state, target), attackers)
        strengths = decimal(found.attack), decimal(found.defence)
        return BattleOdds(
            *strengths,
            found.comparison,
            found.modifier_texts,
            found.final_column,
            found.final_odds,
            found.die,
            found.table,
        )

    def may_attack(self, example: Example) -> bool:
        """Whether every enemy that the example lists may attack the hex of its unit, with all its units.

        Units that are eliminated beside enemies when they come near don't fight.
        """
        kernel, state, target = self._position(example)
        setting, where = kernel.setting, state.locations[target]
        lost = units_lost_to_adjacent_enemies(setting, state)
        if any(lost >> setting.unit_numbers[standing.unit] & 1 for standing in example.units):
            return False
        able = units_able_to_fight(setting, state)
        if not all(_may_stand(setting, state, setting.unit_numbers[one.unit]) for one in example.units):
            return False
        return all(
            unit in able and attackable_hexes(setting, state, unit) >> where & 1
            for unit in _attackers(setting, example)
        )

    def weather(self, example: Example) -> str:
        """Return the name of the weather in the example; "" if it never changes."""
        kernel, state, _ = self._position(example)
        kinds = {turn.weather for turn in kernel.setting.turns.values() if not turn.weather_roll}
        if len(kinds) < 2 and not any(turn.weather_roll for turn in kernel.setting.turns.values()):
            return ""
        now = kernel.setting.weather_now(state)
        return next((one.name for one in self._game.charts.weather if one.id == now), "")

    def units_out_of_supply(self, example: Example) -> frozenset[UnitId]:
        """Return those of the units that an example lists that are out of supply."""
        kernel, state, _ = self._position(example)
        setting = kernel.setting
        lacking = union_of(
            find_supply_shortage(setting, state, side).out_of_supply for side in range(len(setting.sides))
        )
        units = (standing.unit for standing in example.units)
        return frozenset(unit for unit in units if lacking >> setting.unit_numbers[unit] & 1)

    def supplied_hexes(self, example: Example) -> tuple[frozenset[HexId], frozenset[HexId]]:
        """Return the hexes around the example's unit in which it would be in supply, and those in which it
        would have limited supply; it can't be where an enemy stands.
        """
        kernel, state, unit = self._position(example)
        near, far = supplied_hexes(kernel.setting, state, unit)
        side, around = kernel.setting.side_of[unit], 1 << state.locations[unit]
        for _ in range(SUPPLY_AROUND):
            around |= kernel.setting.board.around(around)
        enemies = union_of(held for other, held in enumerate(state.occupied) if other != side)
        shown = around & ~enemies
        return self._ids(kernel, near & shown), self._ids(kernel, far & ~near & shown)

    def supply_status(self, example: Example) -> str:
        """Return the supply of the example's unit in words."""
        kernel, state, unit = self._position(example)
        setting = kernel.setting
        lacking = find_supply_shortage(setting, state, setting.side_of[unit])
        if not lacking.out_of_supply >> unit & 1:
            return "in supply"
        tracing = setting.supply_lines[setting.side_of[unit]]
        if tracing.record.range_in_mp is None:
            return "out of supply"
        return "isolated" if lacking.isolated >> unit & 1 else "in limited supply"

    def retreat_ends(self, example: Example) -> frozenset[HexId]:
        """Return the hexes in which the retreat of the example's unit may end."""
        kernel, state, target = self._position(example)
        attackers = _attackers(kernel.setting, example)
        return self._ids(kernel, retreat_ends(kernel.setting, state, target, attackers))

    def advances(self, example: Example) -> Mapping[UnitId, frozenset[HexId]]:
        """Return the hexes to which each attacker may advance when the defenders are gone."""
        kernel, state, target = self._position(example)
        setting = kernel.setting
        found = advances(setting, state, target, _attackers(setting, example))
        return {setting.units[unit]: self._ids(kernel, ends) for unit, ends in sorted(found.items())}

    def fire_attack(self, example: Example) -> FireAttack | None:
        """Return the attack of fire combat on the example's unit by all enemies in the example.

        Return None if one of them may not attack, or not with the others, or if they have no dice.
        """
        kernel, state, target = self._position(example)
        setting = kernel.setting
        attackers = _attackers(setting, example)
        where = state.locations[target]
        able = set(units_able_to_attack(setting, state))
        if further_required_targets(setting, state, {where: union(attackers)}):
            return None  # The picture would lack attacks that must be made too.
        for n, unit in enumerate(attackers):
            if unit not in able or not may_join(setting, state, unit, union(attackers[:n]), where):
                return None
        fought = Engagement(where, union(attackers))
        battle = FireBattle.of(setting, state, fought, supply_shortage_of_all(setting, state))
        attack, defence = attack_pool(battle), defence_pool(battle)
        if attack.dice < 1:
            return None
        sources = (*attack.sources, *defence.sources)
        units = {unit_name(setting, standing.unit) for standing in example.units}
        named = {shot.name for shot in sources} - units
        places = {hold.name for hold in strongholds(battle)}
        causes = named.union(places, *(shot.reasons for shot in sources))
        return FireAttack(fire_sentences(battle), tuple(sorted(causes)), (attack.dice, defence.dice))

    def turn_account(self) -> TurnAccount | None:
        """Return the first turn of the first scenario, played by the greedy policy."""
        scenarios = [one for one in self._game.scenarios if one.setup.standing]
        first = min(scenarios, key=lambda one: (one.order, one.id), default=None)
        if first is None or check_rules(self._game, first):
            return None
        return play_turn(self._kernel(first.id))


def _attackers(setting: CompiledGame, example: Example) -> list[int]:
    """Return the units that an example lists of the other side than its subject."""
    side = setting.side_of[setting.unit_numbers[example.subject]]
    numbers = [setting.unit_numbers[standing.unit] for standing in example.units]
    return [unit for unit in numbers if setting.side_of[unit] != side]


def _may_stand(setting: CompiledGame, state: State, unit: int) -> bool:
    """Whether a unit could step into its hex, whatever units are around."""
    here, board = state.locations[unit], setting.board
    return bool(trodden(setting.passable_steps(state, unit), board.near[here]) >> here & 1)


def _stack_of(setting: CompiledGame, state: State, unit: int) -> Units:
    """Return the units of a unit's side in its hex."""
    where = state.locations
    return union(
        other
        for other, side in enumerate(setting.side_of)
        if side == setting.side_of[unit] and where[other] == where[unit]
    )


def example_calculator(game: Game) -> ExampleCalculator | None:
    """Return the calculator for a game's examples, or None if the rules engine doesn't support the game."""
    if not game.rules.movement:
        return None
    return ExampleCalculator(game)
