"""The Layer trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.expression_evaluator import ExpressionError, RecursionLimitError
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import java_int


@registers_behaviour(t.Layer)
class LayerBehaviour(TraitBehaviour):
    """A Layer trait (VASSAL.counters.Embellishment). It is switched off while its level is 0 or less."""

    renames = True
    state = ("level",)

    def prepare(self) -> None:
        trait = self.trait
        self.count = len(trait.images)
        self.level: int = max(-self.count, min(self.count, trait.level))
        if trait.always_active and self.level < 0:
            self.level = -self.level
        self.names = tuple(f"{trait.name}{end}" for end in ("_Image", "_Name", "_Level", "_Active"))
        self.on = keys_of(trait.activate_key) if not trait.always_active else frozenset()
        self.up = keys_of(trait.increase_key)
        self.down = keys_of(trait.decrease_key)
        self.back = keys_of(trait.reset_key)
        self.any = keys_of(trait.random_key)
        self.keys = self.on | self.up | self.down | self.back | self.any
        if trait.version == 0 and (trait.activate_letters + trait.increase_letters + trait.decrease_letters):
            self.world.report_unsupported("the Layer trait with keys in the format used before VASSAL 3.2")

    @property
    def active(self) -> bool:
        """Return whether the layer is switched on."""
        return bool(self.trait.always_active) or self.level > 0

    @property
    def image(self) -> str:  # type: ignore[override]
        """Return the picture that the layer shows now, or an empty string."""
        self._follow()
        return str(self.trait.images[self.level - 1]) if 0 < self.level <= self.count else ""

    def _follow(self) -> None:
        trait, evaluator = self.trait, self.world.evaluator
        if not trait.follow or not trait.expression:
            return
        try:
            with evaluator.limiter:
                value = self._followed(trait.expression.strip())
                level = java_int(value or str(trait.first_level)) - trait.first_level + 1
                level = max(1, min(self.count, level))
                self.level = level if self.active else -level
        except RecursionLimitError:
            self.world.problem(f"Infinite loop in the layer {trait.name}")
        except ExpressionError as fault:
            self.world.problem(f"Expression evaluation error: {trait.expression}: {fault}")
        except ValueError:
            self.world.problem(f"Numeric field contains a non-number: followProperty[{trait.expression}]")

    def _followed(self, expression: str) -> str:
        if len(expression) > 1 and expression[0] == "{" and expression[-1] == "}":
            inner = expression[1:-1].strip()
            if inner.isidentifier():
                return self.world.source_text(self.piece.get(inner))
            try:
                return self.world.evaluator.evaluate_format("{" + inner + "}", self.piece)
            except ExpressionError as fault:
                if self.piece.map is not None:
                    self.world.problem(f"Expression evaluation error: {expression}: {fault}")
                return ""
        if len(expression) > 1 and expression[0] == expression[-1] == "$":
            expression = expression[1:-1]
        return self.world.source_text(self.piece.get(expression))

    def get(self, name: str) -> tuple[bool, Any]:
        end = name[len(self.trait.name) :]
        if end == "_Active":
            return True, "true" if self.active else "false"
        self._follow()
        if end == "_Level":
            return True, str(self.level)
        if self.level <= 0:
            return True, ""
        if end == "_Image":
            return True, self.trait.images[self.level - 1]
        return True, self._own_name().removeprefix("+") if self._own_name()[
            :1
        ] == "+" else self._own_name().removesuffix("+")

    def _own_name(self) -> str:
        names = self.trait.names
        return names[self.level - 1] if 0 < self.level <= len(names) else ""

    def rename(self, number: int) -> str:
        self._follow()
        own = self._own_name()
        if not own:
            return self.piece.name_from(number + 1)
        head, plus, tail = own.partition("+")
        if not plus:
            return own
        inner = self.piece.name_from(number + 1)
        return inner + tail if not head else head + inner

    def perform(self, key: Identity) -> None:
        old, trait = self.level, self.trait
        if key in self.on and self.count:
            self.level = -self.level
        if not trait.follow and self.count:
            size = abs(self.level)
            sign = 1 if self.level > 0 else -1
            if key in self.up:
                size = size + 1 if size < self.count else 1 if trait.loop else self.count
                self.level = sign * size
            if key in self.down:
                size = abs(self.level) - 1
                self.level = sign * (size if size >= 1 else self.count if trait.loop else 1)
            if key in self.back:
                self._reset()
            if key in self.any:
                self.level = (1 if self.level > 0 else -1) * (self.world.random.randrange(self.count) + 1)
        if self.level != old:

            def undo() -> None:
                self.level = old

            self.changed(undo)

    def _reset(self) -> None:
        given = self.format(self.trait.reset_level)
        try:
            wanted = java_int(given)
        except ValueError:
            self.world.problem(f"Numeric field contains a non-number: resetLevel {given}")
            return
        place = abs(wanted) - 1
        if not 0 <= place < self.count:
            self.world.problem(f"Layer={place}: the layer has only {self.count} levels")
            place = max(0, min(self.count - 1, place))
        self.level = place + 1 if self.level >= 0 else -(place + 1)
        if not self.trait.always_active:
            self.level = abs(self.level) if wanted > 0 else -abs(self.level)
