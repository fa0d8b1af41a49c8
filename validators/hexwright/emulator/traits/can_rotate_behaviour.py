"""The Can Rotate trait in play."""

from __future__ import annotations

import math
from typing import Any

from hexwright.emulator.beanshell.java_values import MAX_INT, MIN_INT
from hexwright.emulator.mat_cargo_lookup import mat_behaviour
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.CanRotate)
class CanRotateBehaviour(TraitBehaviour):
    """A Can Rotate trait (VASSAL.counters.FreeRotator).

    Rotating by hand has no effect without a mouse drag.
    """

    state = ("facing",)

    def prepare(self) -> None:
        trait = self.trait
        self.free = trait.facings == 1
        if trait.facings < 1:
            self.world.report_unsupported("the Can Rotate trait without facings")
        self.count: int = max(1, trait.facings)
        #: The index of the facing from 0, clockwise; for a freely rotating piece, degrees clockwise.
        saved = trait.facing if math.isfinite(trait.facing) else 0
        self.facing: float = -saved if self.free else max(0, min(int(saved), self.count - 1))
        self.names = (f"{trait.name}_Facing", f"{trait.name}_Degrees")
        self.clockwise = keys_of(None if self.free else trait.clockwise_key)
        self.counter = keys_of(None if self.free else trait.counter_key)
        self.any = keys_of(trait.random_key)
        self.direct = keys_of(trait.direct_key)
        self.keys = self.clockwise | self.counter | self.any | self.direct

    @property
    def degrees(self) -> float:
        """Return the piece's clockwise rotation in degrees."""
        return self.facing if self.free else self.facing * 360 / self.count

    def get(self, name: str) -> tuple[bool, Any]:
        if name.endswith("_Degrees"):
            return True, str(int(abs(self.degrees) + 0.5) % 360)
        return True, "1" if self.free else str(int(self.facing) + 1)

    def perform(self, key: Identity) -> None:
        old, count = self.facing, self.count
        if key in self.clockwise:
            self.facing = (old + 1) % count
        elif key in self.counter:
            self.facing = (old - 1) % count
        elif key in self.any:
            draw = self.world.random
            self.facing = draw.random() * 360 if self.free else draw.randrange(count)
        elif key in self.direct:
            self.facing = self._directed()
        if self.facing != old:
            before = old if self.free else old * 360 / count

            def undo() -> None:
                self.facing = old

            self.changed(undo)
            mat = mat_behaviour(self.piece) if self.world.mats else None
            if mat is not None:
                mat.turned(self.degrees - before)

    def _directed(self) -> float:
        """Return the facing that the trait's expression gives: a number that starts at 1, or degrees."""
        by_degrees = self.free or not self.trait.direct_is_facing
        # VASSAL uses its own label for a missing expression, and reports that as an error.
        given = self.format(self.trait.direct_to) if self.trait.direct_to else "Rotate direct to"
        wanted = 0.0 if by_degrees else 1.0
        if given:
            try:
                wanted = float(given)
            except ValueError:
                self.world.problem(f"Invalid number: {given}")
        if by_degrees and not math.isfinite(wanted):
            wanted = 0.0
        if self.free:
            return wanted % 360
        if by_degrees:
            # Java rounds halves up.
            return int(wanted % 360 / 360 * self.count + 0.5) % self.count
        # Java converts any number to an integer: NaN to 0, others to the nearest in range.
        whole = 0 if math.isnan(wanted) else int(max(MIN_INT, min(MAX_INT, wanted)))
        return (whole - 1) % self.count
