"""Traits that change values: dynamic and global properties, layers."""

from __future__ import annotations

from typing import Any

from builder.vassal.codec.shared import Change, Limits, PropertyCommand
from builder.vassal.codec.values import java_int
from validators.engine.acting import Acting, keys_of
from validators.engine.expressions import ExpressionError, RecursionLimitError, Source
from validators.engine.holders import Holder
from validators.engine.pieces import LivePiece
from validators.engine.world import World
from validators.reading.keys import Identity


def new_value(
    world: World, change: Change, limits: Limits, old: str, source: Source, name: str
) -> str | None:
    """Return what a change makes of a value (PropertyChanger.getNewValue); None leaves it as it is."""
    if change.how == "P":
        return world.evaluator.format(change.text, source)
    if change.how != "I":
        if world.answers:
            return world.answers.pop(0)
        world.cannot("a prompt for a property without an answer prepared")
        return None
    try:
        value = java_int(old) if old else 0
        step = java_int(world.evaluator.format(change.text, source))
    except ValueError:
        world.problem(f"Numeric field contains a non-number: Increment {name}: {old!r} by {change.text}")
        return old
    if not limits.numeric:
        value += step
    elif limits.wrap:
        size = limits.maximum - limits.minimum + 1
        value = limits.minimum + (value - limits.minimum + step) % size if size > 0 else limits.minimum
    else:
        value = max(limits.minimum, min(limits.maximum, value + step))
    return str((value + (1 << 31)) % (1 << 32) - (1 << 31))


class Dynamic(Acting):
    """Be a Dynamic Property (VASSAL.counters.DynamicProperty)."""

    state = ("value",)

    def prepare(self) -> None:
        self.names = (self.trait.name,)
        self.value: str = self.trait.value
        self.commands: tuple[PropertyCommand, ...] = self.trait.commands
        self.keys = keys_of(*(command.key for command in self.commands))

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.value

    def act(self, key: Identity) -> None:
        first = self.value
        for command in self.commands:
            if keys_of(command.key) == {key}:
                new = new_value(
                    self.world, command.change, self.trait.limits, self.value, self.piece, self.trait.name
                )
                if new is not None:
                    self.set(new)
        self.note(first)

    def note(self, old: str) -> None:
        """Record a change since the value was another."""
        if self.value != old:
            self.changed(lambda: self._settle(old), len(old))

    def set(self, value: str) -> None:
        """Set the value, which is evaluated once more as the engine does."""
        self._settle(self.world.evaluator.format(value, self.piece))

    def _settle(self, value: str) -> None:
        # The piece is taken up and put down again, since layers and stacking may hang on the value.
        piece, here, stack = self.piece, self.piece.map, self.piece.stack
        held, self.world.journal.held = self.world.journal.held, True
        try:
            if here is None or piece.deck is not None:
                self.value = value
            elif stack is None:
                point = piece.position
                here.drop(piece)
                self.value = value
                here.place_or_merge(piece, point)
            elif len(stack.pieces) == 1:
                point = stack.at
                here.drop(stack)
                self.value = value
                here.place_or_merge(stack, point)
            else:
                at = stack.pieces.index(piece)
                other = stack.pieces[at - 1] if at else stack.pieces[at + 1]
                self.value = value
                if not here.may_merge(other, piece):
                    here.place_or_merge(piece, stack.at)
        finally:
            self.world.journal.held = held


def set_parameter(world: World, piece: LivePiece, name: str, value: str, source: Source) -> None:
    """Set a dynamic property of a piece as a command's parameter does (Decorator.setDynamicProperty)."""
    filled = world.evaluator.dollars(value, source) if "$" in value else value
    new = world.evaluator.try_once(filled, piece)
    for trait in piece.acting:
        if isinstance(trait, Dynamic) and trait.trait.name == name and trait.value != new:
            old = trait.value
            trait.set(new)
            trait.note(old)


class SetGlobal(Acting):
    """Be a Set Global Property (VASSAL.counters.SetGlobalProperty)."""

    def prepare(self) -> None:
        self.commands: tuple[PropertyCommand, ...] = self.trait.commands
        self.keys = keys_of(*(command.key for command in self.commands))

    def act(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        for command in self.commands:
            if keys_of(command.key) != {key}:
                continue
            name = self.format(trait.name)
            target = next((found for holder in self._holders() if (found := holder.find(name))), None)
            if target is None:
                world.problem(f"Unable to locate Global Property in {trait.level}: {trait.name} is {name}")
                continue
            new = new_value(world, command.change, trait.limits, target.value, self.piece, name)
            if new is not None:
                world.set_value(target, self.format(new) if "$" in new else new)

    def _holders(self) -> list[Holder]:
        world, trait, here = self.world, self.trait, self.piece.map
        found: list[Holder] = [world.holder]
        over = here
        if trait.level == "Named Map":
            over = world.maps.get(self.format(trait.place))
        if over is not None:
            found.insert(0, over.holder)
        zone = None
        if here is not None and trait.level == "Current Zone/Current Map/Module":
            zone = here.zone_at(self.piece.position)
        elif here is not None and trait.level == "Named Zone":
            zone = here.zone(self.format(trait.place))
        if zone is not None and here is not None and zone.title in here.zones:
            found.insert(0, here.zones[zone.title])
        return found


class SetPieces(Acting):
    """Be a Set Piece Property (VASSAL.counters.SetPieceProperty)."""

    def prepare(self) -> None:
        self.commands: tuple[PropertyCommand, ...] = self.trait.commands
        self.keys = keys_of(*(command.key for command in self.commands))

    def act(self, key: Identity) -> None:
        from validators.engine.targets import Target, select

        world, trait = self.world, self.trait
        for command in self.commands:
            if keys_of(command.key) != {key}:
                continue
            name = self.format(trait.name)
            target = Target(trait.target, trait.match, self.piece, reach_of(self))
            for piece in select(world, target, self.piece, list(world.maps.values())):
                self._set(piece, name, command.change)

    def _set(self, piece: LivePiece, name: str, change: Change) -> None:
        for other in piece.acting:
            if isinstance(other, Dynamic) and other.trait.name == name:
                limits = self.trait.limits if self.trait.override_limits else other.trait.limits
                new = new_value(self.world, change, limits, other.value, piece, name)
                if new is not None:
                    old = other.value
                    other.set(new)
                    other.note(old)


def reach_of(acting: Acting) -> int | None:
    """Return the range that a command is limited to, or None."""
    trait = acting.trait
    if not trait.restrict_range:
        return None
    if trait.fixed_range:
        return int(trait.range)
    value = acting.world.source_text(acting.piece.get(trait.range_property))
    try:
        return java_int(value)
    except ValueError:
        acting.world.problem(f"Numeric field contains a non-number: range[{trait.range_property}]={value}")
        return int(trait.range)


class Layer(Acting):
    """Be a Layer (VASSAL.counters.Embellishment); a level below nothing is switched off."""

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
            self.world.cannot("a Layer with keys in the layout before 3.2")

    @property
    def active(self) -> bool:
        """Tell whether the layer is switched on."""
        return bool(self.trait.always_active) or self.level > 0

    @property
    def image(self) -> str:  # type: ignore[override]
        """Return the picture that the layer shows now, or nothing."""
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
                return self.world.evaluator.once("{" + inner + "}", self.piece)
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

    def act(self, key: Identity) -> None:
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
            self.world.problem(f"Layer={place}: more than the levels there are")
            place = max(0, min(self.count - 1, place))
        self.level = place + 1 if self.level >= 0 else -(place + 1)
        if not self.trait.always_active:
            self.level = abs(self.level) if wanted > 0 else -abs(self.level)
