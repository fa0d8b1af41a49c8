"""Let a module do what it does within a budget, and take back what is stopped half-way."""

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
    """Pay for what a module does and is asked. Raises `EngineError` for what costs too much."""

    _world: GameWorld
    _toolbar: LiveToolbar
    _unweighed = 0

    def _bounded(self, do: Callable[[], object], anew: bool = True) -> None:
        """Do something; what runs in circles becomes a problem.

        Raises EngineFault for what is stopped since it costs too much; the game is then as it was before.
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
            raise EngineError(f"{stop_message(fault)}; the game is as it was before") from None
        finally:
            world.evaluator.limiter.depth = before.depth

    def _asked(self, ask: Callable[[], T]) -> T:
        """Return what the module answers; raises EngineFault where that costs too much."""
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
        """Weigh the game, unless little was made since it was weighed; raises ExhaustedError.

        A long game forgets its oldest steps, which can't be undone then, before it is stopped.
        """
        self._unweighed += budget.made
        if self._unweighed > UNWEIGHED:
            while game_weight(self._world) > MAX_GAME_BYTES:
                if not self._world.journal.lighten():
                    raise ExhaustedError(f"{MAX_GAME_BYTES >> 20} MB kept by the game")
            self._unweighed = 0


def stop_message(fault: Exception) -> str:
    """Return the line that tells why a module was stopped."""
    if isinstance(fault, ExhaustedError):
        return str(fault)
    deep = isinstance(fault, RecursionError)
    return f"the module's script was stopped: {'nested too deep' if deep else 'it runs in a circle'}"
