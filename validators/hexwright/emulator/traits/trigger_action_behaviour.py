"""The Trigger Action trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.beanshell.java_values import to_int
from hexwright.emulator.expression_evaluator import RecursionLimitError
from hexwright.emulator.global_commands import LOOP_LIMIT
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import java_int


@registers_behaviour(t.TriggerAction)
class TriggerActionBehaviour(TraitBehaviour):
    """A Trigger Action trait (VASSAL.counters.TriggerAction)."""

    inner_first = True

    def prepare(self) -> None:
        trait = self.trait
        self.keys = keys_of(trait.key, *trait.watch)
        self.actions = [name for key in trait.actions if (name := key_identity(key)) is not None]
        self.index = java_int("0")
        self.state = ("index",) if trait.loop else ()
        self.bound = True
        self.indexed = bool(trait.loop and trait.index and trait.index_property)
        self.names = (trait.index_property,) if self.indexed else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, str(self.index)

    def perform(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        if not world.evaluator.is_true(trait.match, self.piece):
            return
        if not trait.loop:
            try:
                self._once()
            except RecursionLimitError:
                world.problem(f"Infinite loop in the trigger {trait.name}")
            return
        self.index = self._whole(trait.index_start)
        step = self._whole(trait.index_step)
        self._single(trait.before_key)
        limit = world.evaluator.number(trait.loop_count, self.piece) if trait.loop_type == "counted" else 1
        turns = 0
        while limit > 0:
            if trait.loop_type == "while" and not world.evaluator.is_true(trait.loop_while, self.piece):
                break
            try:
                self._once()
            except RecursionLimitError:
                world.problem(f"Infinite loop in the trigger {trait.name}")
                break
            if trait.loop_type == "until" and world.evaluator.is_true(trait.loop_until, self.piece):
                break
            turns += 1
            world.evaluator.spend()
            if turns > LOOP_LIMIT:
                world.problem(f"More than {LOOP_LIMIT} repetitions in the loop of the trigger {trait.name}")
                break
            if trait.loop_type == "counted" and turns >= limit:
                break
            self.index = to_int(self.index + step)
        self._single(trait.after_key)

    def _whole(self, given: str) -> int:
        value = self.format(given) or "0"
        try:
            return java_int(value)
        except ValueError:
            self.world.problem(f"Numeric field contains a non-number: {given}")
            return 0

    def _once(self) -> None:
        with self.world.evaluator.limiter:
            for key in self.actions:
                if self.piece.map is None:
                    break
                self.piece.key(key)

    def _single(self, key: Any) -> None:
        name = key_identity(key) if key is not None else None
        if name is None or self.piece.map is None:
            return
        try:
            with self.world.evaluator.limiter:
                self.piece.key(name)
        except RecursionLimitError:
            self.world.problem(f"Infinite loop in the trigger {self.trait.name}")
