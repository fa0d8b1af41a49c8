"""A game as its module asks about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.rules.judging.move_verdicts import judge_move
from hexwright.rules.judging.seen_position import seen_position


class CheckedRules(RulesEngine):
    """The rules of a scenario that were checked when the module was built."""

    def __init__(self, setting: CompiledGame) -> None:
        self.setting = setting
        self.fresh = self.set_up()
        """The state before the first action."""


@dataclass(frozen=True)
class JudgedGame:
    """The whole game; the module's properties say which scenario is played, with which options."""

    game: Game
    board: Board
    _rules: dict[tuple[str, tuple[tuple[str, str], ...]], CheckedRules] = field(
        default_factory=dict, repr=False
    )
    """The rules that were asked for, by scenario and options."""

    def rules(self, scenario: str, options: Mapping[str, str]) -> CheckedRules:
        """Return the rules of a scenario; `options` has the choices that differ from the scenario's own.

        Raises ValueError for an unknown scenario.
        """
        key = scenario, tuple(sorted(options.items()))
        if key not in self._rules:
            self._rules[key] = self._compiled(scenario, options)
        return self._rules[key]

    def _compiled(self, scenario: str, options: Mapping[str, str]) -> CheckedRules:
        found = next((one for one in self.game.scenarios if one.id == scenario), None)
        if found is None:
            raise ValueError(f"{self.game.slug} has no scenario '{scenario}'")
        chosen = dict(self.game.options_of(found))
        chosen.update(options)
        return CheckedRules(CompiledGame.of(self.game, found, chosen, self.board))

    def property_names(self) -> tuple[str, ...]:
        """Return the properties of the game that the script tells with each question."""
        return (
            "Scenario",
            "Turn",
            "Phase",
            "Weather",
            *(option_property(one.id) for one in self.game.rules.options),
        )

    def judge_move(
        self,
        values: Mapping[str, str],
        units: Sequence[Sequence[Any]],
        markers: Sequence[Sequence[Any]],
        dragged: Sequence[str],
    ) -> str:
        """Return the answer to a drag in a movement phase, as "kind/rule/record/text".

        `values` has the game's properties, `units` and `markers` what the pieces show (see `seen_position`),
        and `dragged` the unit's id, its name for players, the hex to which it was dragged, and "back" if the
        player asked to take its move back.
        """
        rules = self.rules(values["Scenario"], self._options(values))
        unit, name, goal, how = dragged
        action = Action("move", UnitId(unit), HexId(goal))
        seen = seen_position(values, units, markers)
        return judge_move(rules, rules.fresh, seen, name, action, back=how == "back").written()

    def _options(self, values: Mapping[str, str]) -> dict[str, str]:
        return {
            option.id: choice.id
            for option in self.game.rules.options
            for choice in option.choices
            if option_value(choice.id) == values[option_property(option.id)]
        }
