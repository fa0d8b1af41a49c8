"""Rules engine: play a scenario by its declarative rules; implements `rules_protocol.Rules`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span
from hexwright.geometry.bitsets import union
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.scenario import Placement, hex_by_unit
from hexwright.rules.combat import combat_phase
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import narration
from hexwright.rules.engine import state_faults as faults
from hexwright.rules.engine.action_validation import check_names
from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, POOL, State
from hexwright.rules.engine.idle_units import explain_idle_unit
from hexwright.rules.engine.phase_module import finish_phase
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction, Outcome
from hexwright.rules.engine.violations import violation
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.turn import sequence_of_play


class RulesEngine:
    """The rules of one scenario with its options. All methods except the constructor are pure.

    The game is a tree of states. `active_side` returns the side that decides, `CHANCE`, or None at the end.
    The possible actions come from `legal_actions` or `chance_outcomes`, and `apply` returns the next state.
    """

    def __init__(self, game: Game, scenario: str, options: Mapping[str, str] | None = None) -> None:
        """Compile a scenario.

        `options` overrides the scenario's options. Raises InputError if a scenario, option or choice is
        unknown, or if the rules of the game are incomplete.
        """
        found = next((s for s in game.scenarios if s.id == scenario), None)
        if found is None:
            known = ", ".join(s.id for s in game.scenarios)
            raise InputError.single(
                "P001",
                f"{game.slug} has no scenario '{scenario}'",
                Span(f"data/{game.slug}/scenarios"),
                f"known: {known}",
            )
        missing = check_rules(game, found)
        if missing:
            raise InputError(missing)
        chosen = dict(game.options_of(found))
        for name, choice in (options or {}).items():
            _check_option(game, name, choice)
            chosen[name] = choice
        self.setting = CompiledGame.of(game, found, chosen)

    # The game tree --------------------------------------------------------------------------------

    def set_up(self, seed: int = 0, placement: Placement | None = None) -> State:
        """Return the state before the first action.

        `placement` maps hexes to a unit or units and replaces the shipped set-up. Units missing from it are
        put in the pool. `seed` determines all die rolls of the game. This method doesn't check the placement;
        call `setup_legality.check_setup` first.
        """
        setting = self.setting
        scenario = setting.scenario
        places = scenario.setup.placement if placement is None else placement
        pools = {box.id for box in setting.game.hexmap.boxes if box.kind == "pool"}
        pools |= {rule.pool for rule in setting.game.rules.replacements}
        hangars = {box.id for box in setting.game.hexmap.boxes if box.kind == "holding"}
        # Units that the scenario never names are out of play; units omitted from a placement wait in the
        # pool.
        where = [POOL if placement is not None else NOT_IN_PLAY] * len(setting.units)
        steps = bytearray(setting.last_step)
        for held in scenario.setup.in_boxes:
            for unit in held.units:
                number = setting.unit_numbers[unit]
                flies = held.box in hangars and setting.is_air_unit(number)
                ready = (
                    held.box in pools
                    and setting.arrivals_and_departures.arrival_turns.get(number, 0) <= scenario.first_turn
                )
                where[number] = AT_BASE if flies else POOL if ready else NOT_IN_PLAY
                steps[setting.unit_numbers[unit]] = held.step
        for area in scenario.setup_areas:
            for unit in area.units:
                if unit in setting.unit_numbers:
                    where[setting.unit_numbers[unit]] = POOL
        for hex_id, unit in hex_by_unit(places):
            number = setting.unit_numbers[unit]
            where[number] = setting.board.index[hex_id]
            steps[number] = next((a.step for a in scenario.setup_areas if unit in a.units), 1)
        occupied = tuple(union(where[u] for u in units if where[u] >= 0) for units in setting.units_by_side)
        owned = tuple(
            setting.board.bits(
                p.hex
                for p in setting.game.hexmap.places
                if scenario.owner_of(p) == side and setting.places >> setting.board.index[p.hex] & 1
            )
            for side in setting.sides
        )
        phase = next(n for n, p in enumerate(setting.phases) if p.id == scenario.first_phase)
        none = tuple(0 for _ in setting.sides)
        begun = State(
            turn=scenario.first_turn,
            phase=phase,
            stage="begin",
            locations=tuple(where),
            steps=bytes(steps),
            occupied=occupied,
            owned=owned,
            destroyed=none,
            bonus_earned=tuple(False for _ in setting.sides),
            seed=seed,
            dice_thrown=0,
            conditions=bytes(len(setting.units)),
            return_turns=bytes(len(setting.units)),
            serving_hexes=tuple(hexes for one in setting.changeable_networks for hexes in one.initial_hexes),
        )
        return sequence_of_play.open_phase(setting, sequence_of_play.begin_turn(setting, begun, since=1))

    def phase(self, state: State) -> PhaseId:
        """Return the current phase."""
        return self.setting.phases[state.phase].id

    def active_side(self, state: State) -> SideId | None:
        """Return the side that decides, `CHANCE` before a die roll, or None if the game is over."""
        if state.stage == "over":
            return None
        stage = PHASE_REGISTRY.stages[state.stage]
        if stage.dice is not None:
            return CHANCE
        setting, decider = self.setting, stage.decider
        return setting.sides[setting.side(state) if decider is None else decider(setting, state)]

    def legal_actions(self, state: State) -> list[Action]:
        """Return all legal actions of the active side; empty for chance and at the end of the game."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        if stage is None or stage.legal is None:
            return []
        return stage.legal(self.setting, state)

    def movers(self, state: State) -> list[UnitId]:
        """Return the units that have yet to move, or may still attack, in this phase."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        if stage is None or stage.movers is None:
            return []
        return [self.setting.units[u] for u in stage.movers(self.setting, state)]

    def phase_end_actions(self, state: State) -> list[Action]:
        """Return the action that ends a phase of moves or attacks, or the actions required before the phase
        may end.
        """
        ends = PHASE_REGISTRY.stages[state.stage].end_actions
        return [] if ends is None else ends(self.setting, state)

    def actions_of(self, state: State, unit: UnitId) -> list[Action]:
        """Return the moves or attacks of one unit; in other stages, all actions of the unit."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        if stage is not None and stage.unit_actions is not None:
            return stage.unit_actions(self.setting, state, self.setting.unit_numbers[unit])
        return [action for action in self.legal_actions(state) if action.unit == unit]

    def is_legal(self, state: State, action: Action) -> bool:
        """Return whether an action is legal, or a possible chance outcome, in a state."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        if stage is None:
            return False
        if stage.dice is not None:
            return any(action == outcome for outcome, _ in stage.dice.outcomes(self.setting, state))
        if stage.unit_actions is not None and action.unit is not None:
            number = self.setting.unit_numbers.get(action.unit)
            return number is not None and action in stage.unit_actions(self.setting, state, number)
        return action in self.legal_actions(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return the die rolls with their probabilities; empty if a side decides."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        return () if stage is None or stage.dice is None else stage.dice.outcomes(self.setting, state)

    def draw(self, state: State) -> Action:
        """Return the die roll that the state's seed determines; raise ValueError if a side decides."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        if stage is None or stage.dice is None:
            raise ValueError(f"no die is rolled in stage {state.stage}")
        return stage.dice.draw(self.setting, state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action.

        Raises IllegalAction for an action that doesn't belong in this stage. Full legality is checked by
        `is_legal` only, because callers that play generated actions can avoid the cost of that check.
        """
        return self._advance_to_decision(self._apply_in_stage(state, action))

    def _apply_in_stage(self, state: State, action: Action) -> State:
        """Return the state right after an action, in which the phase may be over."""
        stage = PHASE_REGISTRY.stages.get(state.stage)
        deed = None if stage is None else stage.handlers.get(action.kind)
        if stage is None:
            raise IllegalAction(f"{action.text}: the game is over")
        if deed is None:
            raise IllegalAction(f"{action.text}: the game is waiting for {stage.prompt}")
        if deed.apply is finish_phase:
            return sequence_of_play.close_phase(self.setting, state)
        check_names(self.setting, action, deed.required_names)
        if stage.dice is not None and not stage.dice.is_possible(self.setting, state, action):
            raise IllegalAction(f"{action.text}: the dice can't produce this result")
        return deed.apply(self.setting, state, action)

    def _advance_to_decision(self, after: State) -> State:
        """Return the state at the next decision."""
        if after.stage == "back":
            after = PHASE_REGISTRY.return_to_caller(self.setting, after)
        if after.stage == "done":
            return sequence_of_play.close_phase(self.setting, after)
        if after.stage == "begin":
            return sequence_of_play.open_phase(self.setting, after)
        return after

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return state.stage == "over"

    def outcome(self, state: State) -> Outcome:
        """Return the result of a finished game, or the result that an unfinished game would have if it ended
        now.
        """
        return sequence_of_play.outcome(self.setting, state)

    def status(self, state: State) -> tuple[Diagnostic, ...]:
        """Return all faults in a state as diagnostics (codes Q…); empty for every state that play
        can reach.
        """
        found = faults.state_faults(self.setting, state)
        if not found:
            found = tuple(fault for find in PHASE_REGISTRY.faults for fault in find(self.setting, state))
        return found

    # Text -----------------------------------------------------------------------------------------

    def describe(self, state: State, action: Action) -> str:
        """Return a sentence for players that describes an action; `state` is the state before the action."""
        told = self._own_text(state, action)
        # First the action's own effect, then that of phases in which nobody decides anything.
        done = self._apply_in_stage(state, action)
        after = self._advance_to_decision(done)
        more = [
            narration.consequences(self.setting, old, action, new)
            for old, new in ((state, done), (done, after))
        ]
        return " ".join(part for part in (told, *more) if part)

    def describe_by_phase(self, state: State, action: Action) -> list[tuple[int, str]]:
        """Return the sentences of `describe`, each with the number of the phase in which it happens.

        An action that ends a phase may be followed by phases in which nobody decides anything. Those of the
        next turn are left out.
        """
        done = state
        deed = PHASE_REGISTRY.handler_of(state, action)
        if deed is None or deed.apply is not finish_phase:
            done = self._apply_in_stage(state, action)
            if done.stage == "back":
                done = PHASE_REGISTRY.return_to_caller(self.setting, done)
        found = [(state.phase, self._own_text(state, action))]
        found.append((state.phase, narration.consequences(self.setting, state, action, done)))
        for reached in self._phases_after(state, done):
            if reached.turn != state.turn:
                break
            number = done.phase if self.is_over(reached) else reached.phase
            found.append((number, narration.consequences(self.setting, done, action, reached)))
            done = reached
        return [
            (number, " ".join(text for _, text in run if text))
            for number, run in groupby(found, key=lambda one: one[0])
        ]

    def _phases_after(self, before: State, done: State) -> Iterator[State]:
        """Yield the states of the phases that follow an action without a decision."""
        if done is before or done.stage == "done":
            done = sequence_of_play.next_phase(self.setting, done)
            if self.is_over(done):
                yield done
                return
        elif done.stage != "begin":
            return
        yield from sequence_of_play.opened_phases(self.setting, done)

    def _own_text(self, state: State, action: Action) -> str:
        deed = PHASE_REGISTRY.handler_of(state, action)
        if deed is not None and deed.narrate is not None:
            return deed.narrate(self.setting, state, action)
        return narration.describe(self.setting, state, action)

    def parse(self, state: State, text: str) -> Action:
        """Parse an action's text, such as "move german-xli 0505".

        Raises IllegalAction, with a hint, if the text has no known form or the action isn't legal here.
        """
        action = combat_phase.normalize_target(self.setting, state, narration.parse_action(text))
        if all(place in self.setting.board.index for place in action.through):
            # Places on the way are captured in any order, so they may be typed in any order.
            through = self.setting.hex_ids(self.setting.board.bits(action.through))
            action = dataclasses.replace(action, through=through)
        if not self.is_legal(state, action):
            deed = PHASE_REGISTRY.handler_of(state, action)
            own = None if deed is None else deed.violation
            raise IllegalAction(*violation(self.setting, state, action, self.legal_actions(state), own))
        return action

    def explain_idle_unit(self, state: State, unit: UnitId) -> str:
        """Return why a unit has no action in this stage, as a phrase."""
        return explain_idle_unit(self.setting, state, self.setting.unit_numbers[unit])

    def show(self, state: State) -> str:
        """Return a position in words."""
        return narration.position_text(self.setting, state)


def _check_option(game: Game, name: str, choice: str) -> None:
    option = next((option for option in game.rules.options if option.id == name), None)
    if option is None:
        known = ", ".join(option.id for option in game.rules.options) or "none"
        raise InputError.single(
            "P002",
            f"there is no scenario option '{name}'",
            Span(f"data/{game.slug}/rules.yaml"),
            f"known: {known}",
        )
    choices = [offered.id for offered in option.choices]
    if choice not in choices:
        hint = f"choices: {', '.join(choices)}"
        raise InputError.single(
            "P003",
            f"scenario option '{name}' has no choice '{choice}'",
            Span(f"data/{game.slug}/rules.yaml"),
            hint,
        )
