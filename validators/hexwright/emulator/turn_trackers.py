"""Turn trackers in play (VASSAL.build.module.turn.TurnTracker and its levels)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.emulator.beanshell.java_values import to_int
from hexwright.emulator.expression_evaluator import RecursionLimitError
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.property_containers import GlobalPropertyValue
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.field_values import java_int

_LEVELS = (c.CounterTurnLevel, c.ListTurnLevel)


class LiveTurnLevel:
    """A level of a turn tracker: a counter or a list."""

    def __init__(self, world: GameWorld, node: ComponentNode) -> None:
        self.world = world
        component = node.component
        assert isinstance(component, _LEVELS)
        self.component = component
        self.items = tuple(component.list) if isinstance(component, c.ListTurnLevel) else None
        self.start = component.start if isinstance(component, c.CounterTurnLevel) else 0
        self.current = self.start
        self.first = 0
        self.active = [True] * len(self.items or ())
        self.sub = 0
        self.over = self.sub_over = False
        self.levels = [
            LiveTurnLevel(world, child) for child in node.children if isinstance(child.component, _LEVELS)
        ]
        self.size: int = 1 + len(self.items or ()) + sum(level.size for level in self.levels)
        self.value = world.holder.add(GlobalPropertyValue(component.property or "", self.text))

    @property
    def text(self) -> str:
        """Return the value that the level displays."""
        if self.items is None:
            return str(self.current)
        return self.items[self.current] if 0 <= self.current < len(self.items) else ""

    def shown(self) -> str:
        """Return the level's part of the turn name that the tracker displays."""
        return self.world.evaluator.format(self.component.turn_format, None, {"value": self.text})

    def reset(self) -> None:
        """Reset the level to its initial value."""
        self.current, self.sub, self.over, self.first = self.start, 0, False, 0
        for level in self.levels:
            level.reset()
        self.value.value = self.text

    def _low(self) -> None:
        self.over = False
        self.current = self.first if self.items is not None else self.start
        self.sub = 0
        for level in self.levels:
            level._low()
        self.value.value = self.text

    def _high(self) -> None:
        self.over = False
        component = self.component
        if isinstance(component, c.CounterTurnLevel):
            self.current = component.loop_limit
        else:
            self.current = self.first - 1 if self.first else len(self.items or ()) - 1
        self.sub = max(0, len(self.levels) - 1)
        for level in self.levels:
            level._high()
        self.value.value = self.text

    def _sub(self, forward: bool) -> None:
        self.over = self.sub_over = False
        if not self.levels:
            return
        begun = self.sub
        level = self.levels[self.sub]
        level.go(forward)
        while level.over:
            self.sub += 1 if forward else -1
            if not 0 <= self.sub < len(self.levels):
                self.sub = 0 if forward else len(self.levels) - 1
                self.sub_over = True
            level = self.levels[self.sub]
            if self.sub == begun:
                break
            if forward:
                level._low()
            else:
                level._high()

    def go(self, forward: bool) -> None:
        """Advance the level by one value, or set it back by one."""
        self._sub(forward)
        if not self.levels or self.sub_over:
            if self.items is None:
                self._count(forward)
            else:
                self._turn(forward)
        self.value.value = self.text

    def _count(self, forward: bool) -> None:
        component = self.component
        assert isinstance(component, c.CounterTurnLevel)
        before = self.current
        if forward:
            self.current = to_int(self.current + component.incr)
            if component.loop and self.current > component.loop_limit:
                self.current, self.over = self.start, True
        else:
            self.current = to_int(self.current - component.incr)
            if component.loop and before <= self.start:
                self.current, self.over = component.loop_limit, True

    def _turn(self, forward: bool) -> None:
        size = len(self.items or ())
        for _ in range(size):
            if not forward and self.current == self.first:
                self.over = True
            self.current += 1 if forward else -1
            if not 0 <= self.current < size:
                self.current = 0 if forward else size - 1
            if forward and self.current == self.first:
                self.over = True
            if self.active[self.current]:
                return
        self.over = True

    def state(self) -> str:
        """Return the state in the notation of saved games."""
        below = [level.state() for level in self.levels]
        if self.items is not None:
            flags = sequence_encoder.encode(["true" if flag else "false" for flag in self.active], ",")
            return sequence_encoder.encode(
                [str(self.current), str(self.sub), str(self.first), flags, *below], ";"
            )
        component = self.component
        assert isinstance(component, c.CounterTurnLevel)
        loop = "true" if component.loop else "false"
        return sequence_encoder.encode(
            [str(self.current), str(self.sub), loop, str(component.loop_limit), *below], ";"
        )

    def set_state(self, text: str) -> None:
        """Set the level's state from a string in a saved game."""
        tokens = [*sequence_encoder.decode(text, ";"), *[""] * 4]
        self.current = _whole(tokens[0], self.start)
        self.sub = min(max(0, _whole(tokens[1], 0)), max(0, len(self.levels) - 1))
        if self.items is not None:
            self.first = _whole(tokens[2], 0)
            flags = sequence_encoder.decode(tokens[3], ",") if tokens[3] else []
            self.active = [n >= len(flags) or flags[n] == "true" for n in range(len(self.items))]
        for level, token in zip(self.levels, tokens[4:], strict=False):
            level.set_state(token)
        self.value.value = self.text

    def chain(self) -> list[LiveTurnLevel]:
        """Return this level and the active levels below it."""
        return [self, *(self.levels[self.sub].chain() if self.levels else [])]


def _whole(text: str, otherwise: int) -> int:
    try:
        return java_int(text)
    except ValueError:
        return otherwise


class LiveTurnTracker:
    """A turn tracker."""

    def __init__(self, world: GameWorld, node: ComponentNode, number: int) -> None:
        component = node.component
        assert isinstance(component, c.TurnTracker)
        self.world = world
        self.component = component
        self.name = component.name or ""
        self.id = f"TurnTracker{number}"
        self.at = 0
        self.levels = [
            LiveTurnLevel(world, child) for child in node.children if isinstance(child.component, _LEVELS)
        ]
        self.hotkeys = [n.component for n in node.children if isinstance(n.component, c.TurnGlobalHotkey)]
        self.next_key = key_identity(component.nexthotkey) if component.nexthotkey is not None else None
        self.previous_key = key_identity(component.prevhotkey) if component.prevhotkey is not None else None
        self.last_command = world.holder.add(GlobalPropertyValue(f"{self.name}_command", "Set"))
        self.last_turn = world.holder.add(GlobalPropertyValue(f"{self.name}_value", ""))

    def shown(self) -> str:
        """Return the name of the turn, as the tracker displays it."""
        chain = self.levels[self.at].chain() if self.levels else []
        words: dict[str, str | None] = {f"level{n + 1}": "" for n in range(15)}
        words.update({f"level{n + 1}": level.shown() for n, level in enumerate(chain)})
        return self.world.evaluator.format(self.component.turn_format, None, words)

    def values(self) -> Mapping[str, str]:
        """Return the displayed value of each level, keyed by the level's name."""
        chain = self.levels[self.at].chain() if self.levels else []
        return {level.component.name or "": level.text for level in chain}

    def state(self) -> str:
        """Return the state in the notation of saved games."""
        return sequence_encoder.encode([str(self.at), *(level.state() for level in self.levels)], "|")

    def set_state(self, text: str) -> None:
        """Set the tracker's state from a string in a saved game."""
        tokens = sequence_encoder.decode(text, "|")
        self.at = min(max(0, _whole(tokens[0], 0)), max(0, len(self.levels) - 1))
        for level, token in zip(self.levels, tokens[1:], strict=False):
            level.set_state(token)
        self._display("Set")

    def reset(self) -> None:
        """Reset the tracker to the first turn, as at the start of a new game."""
        self.at = 0
        for level in self.levels:
            level.reset()
        self.last_command.value, self.last_turn.value = "Set", ""

    def _display(self, command: str) -> None:
        self.last_command.value = command
        self.last_turn.value = self.shown()

    def turn(self, forward: bool) -> None:
        """Advance to the next turn or set back to the previous one, and run the actions that depend on it.

        A tracker that only moves forward has no button for moving back, but its hot key for that still works.
        """
        if not self.levels:
            return
        self.world.evaluator.spend(8 * sum(level.size for level in self.levels))
        before, was = self.state(), self.shown()
        begun = self.at
        level = self.levels[self.at]
        level.go(forward)
        while level.over:
            self.at = (self.at + (1 if forward else -1)) % len(self.levels)
            level = self.levels[self.at]
            if self.at == begun:
                break
            if forward:
                level._low()
            else:
                level._high()
        self._display("Next" if forward else "Prev")
        self._send()
        if self.state() != before:
            self._tell(before, was)

    def _send(self) -> None:
        world = self.world
        for hotkey in self.hotkeys:
            world.evaluator.spend()
            try:
                with world.evaluator.limiter:
                    if not world.evaluator.is_true(hotkey.match, world.holder):
                        continue
                    name = key_identity(hotkey.hotkey) if hotkey.hotkey is not None else None
                    if name is not None:
                        world.hotkeys(name)
                    line = world.evaluator.format(hotkey.report_format, None, localised=True)
                    if line:
                        mark = world.journal.mark()
                        world.say("* " + line)
                        world.close_step(mark)
            except RecursionLimitError:
                world.problem("Infinite loop in a turn's hot key")

    def _tell(self, before: str, was: str) -> None:
        world = self.world
        words: dict[str, str | None] = {"oldTurn": was, "newTurn": self.shown()}
        mark = world.journal.mark()
        line = world.evaluator.format(self.component.report_format, None, words)
        if line:
            world.say("* " + line.replace("\\n", " - ").replace("\\t", " "))
        world.journal.record(lambda: self.set_state(before))
        world.close_step(mark)
