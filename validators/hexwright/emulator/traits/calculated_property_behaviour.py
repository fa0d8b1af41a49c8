"""The Calculated Property trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.CalculatedProperty)
class CalculatedPropertyBehaviour(TraitBehaviour):
    """A Calculated Property trait (VASSAL.counters.CalculatedProperty)."""

    def prepare(self) -> None:
        self.names = (self.trait.name,) if self.trait.name else ()
        self.expression = self.trait.expression

    def get(self, name: str) -> tuple[bool, Any]:
        from hexwright.emulator.expression_evaluator import ExpressionError, RecursionLimitError

        evaluator = self.world.evaluator
        bare = self.expression.strip()
        inner = bare[1:-1] if len(bare) > 1 and bare[0] == "{" and bare[-1] == "}" else self.expression
        try:
            with evaluator.limiter:
                return True, evaluator.evaluate_format("{" + inner + "}", self.piece)
        except RecursionLimitError:
            self.world.problem(f"Infinite loop in the calculated property {name}")
        except ExpressionError as fault:
            if self.piece.map is not None:
                self.world.problem(f"Expression evaluation error: {self.expression}: {fault}")
        return True, ""
