"""Run a module's actions within a budget, and revert actions that are stopped before they finish."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hexwright.emulator.beanshell.deep_recursion import call_with_deep_stack
from hexwright.emulator.beanshell.execution_budget import Budget, ExhaustedError, paying_from
from hexwright.emulator.expression_evaluator import RecursionLimitError
from hexwright.emulator.game_snapshot import GameSnapshot
from hexwright.emulator.game_weight import MAX_GAME_BYTES, UNWEIGHED, game_weight
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.live_toolbar import LiveToolbar
from hexwright.engine_driver.engine_errors import EngineError

T = TypeVar("T")


class BoundedGame:
    """A game whose actions and queries are charged to a budget.

    Raises `EngineError` if an action or query costs too much.
    """

    _world: GameWorld
    _toolbar: LiveToolbar
    _unweighed = 0

    def _bounded(self, do: Callable[[], object], anew: bool = True) -> None:
        """Perform an action; endless recursion is recorded as a warning.

        Raises EngineError if the action costs too much. In that case, the game is restored to its previous
        state.
        """
        world = self._world
        budget = world.evaluator.budget
        if anew:
            budget.begin()
        before = GameSnapshot(world, self._toolbar)
        try:
            with paying_from(budget):
                call_with_deep_stack(do)
            self._weigh(budget)
        except RecursionLimitError:
            world.problem("Infinite loop")
        except (RecursionError, ExhaustedError) as fault:
            before.restore()
            raise EngineError(f"{stop_message(fault)}; its changes to the game were undone") from None
        finally:
            world.evaluator.limiter.depth = before.depth

    def _asked(self, ask: Callable[[], T]) -> T:
        """Return the result of a query; raises EngineError if it costs too much."""
        evaluator = self._world.evaluator
        depth = evaluator.limiter.depth
        evaluator.budget.begin()
        try:
            with paying_from(evaluator.budget):
                return call_with_deep_stack(ask)
        except (RecursionError, RecursionLimitError, ExhaustedError) as fault:
            raise EngineError(stop_message(fault)) from None
        finally:
            evaluator.limiter.depth = depth

    def _weigh(self, budget: Budget) -> None:
        """Measure the game's memory, unless little was created since the last time; raises ExhaustedError.

        If a game is too large, its oldest undo steps are dropped first. It is stopped only if that isn't
        enough.
        """
        self._unweighed += budget.made
        if self._unweighed > UNWEIGHED:
            while game_weight(self._world) > MAX_GAME_BYTES:
                if not self._world.journal.forget_older_half():
                    raise ExhaustedError(f"{MAX_GAME_BYTES >> 20} MB of memory")
            self._unweighed = 0


def stop_message(fault: Exception) -> str:
    """Return the message that explains why a module was stopped."""
    if isinstance(fault, ExhaustedError):
        return str(fault)
    deep = isinstance(fault, RecursionError)
    why = "its calls are nested too deeply" if deep else "it calls itself endlessly"
    return f"the module's script was stopped: {why}"
