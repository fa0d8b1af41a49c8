"""The toolbars' actions: buttons, dice, hot keys (VASSAL.build.module)."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from hexwright.emulator.beanshell.execution_budget import ExhaustedError
from hexwright.emulator.beanshell.java_values import to_int
from hexwright.emulator.command_targets import CommandTarget, deck_limit
from hexwright.emulator.expression_evaluator import PropertySource, RecursionLimitError
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.global_commands import LOOP_LIMIT, apply_global_command
from hexwright.emulator.property_containers import GlobalPropertyValue
from hexwright.emulator.turn_trackers import LiveTurnTracker
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec.buildfile import components as c

_MARKUP = re.compile("<style>[^<]*</style>|<[^<>]*>")
_BRACKETS = re.compile(r" \([^()]*\)$")


@dataclass(frozen=True, slots=True)
class LiveButton:
    """A button: its text and tooltip, its hot key, the property that disables it, and its action."""

    map: str
    name: str
    #: As written in the module; `LiveToolbar.text` returns the displayed text.
    format: str
    tooltip: str
    hotkey: Identity | None
    gate: str
    press: Callable[[], None]


class LiveToolbar:
    """All buttons and turn trackers of a module."""

    def __init__(self, world: GameWorld) -> None:
        self.world = world
        self.buttons: list[LiveButton] = []
        self.trackers: list[LiveTurnTracker] = []
        self.startups: list[ComponentNode] = []
        world.hotkeys = self.fire
        for node in world.module.nodes:
            self._take(node)

    def _take(self, node: ComponentNode) -> None:
        component = node.component
        match component:
            case c.StartupGlobalKeyCommand():
                self.startups.append(node)
            case c.MassKeyCommand():
                self._add(
                    node,
                    component.button_text,
                    component.button_hotkey,
                    lambda: self.send_global_command(node),
                )
            case c.DoActionButton():
                if component.do_loop and component.index_ and component.index_property:
                    self.world.holder.add(
                        GlobalPropertyValue(component.index_property, str(component.index_start))
                    )
                self._add(node, component.text_, component.hotkey, lambda: self._do(node))
            case c.DiceButton() if type(component) is c.DiceButton:
                self._dice_values(component)
                self._add(node, component.text_, component.hotkey, lambda: self._roll(component))
            case c.TurnTracker():
                self.trackers.append(LiveTurnTracker(self.world, node, len(self.trackers)))

    def _add(self, node: ComponentNode, text: str, hotkey: object, press: Callable[[], None]) -> None:
        component = node.component
        over = node.inside(c.Map)
        key = key_identity(hotkey) if hotkey is not None else None  # type: ignore[arg-type]
        gated = component.get("canDisable") == "true"
        gate = component.get("propertyGate", "") if gated else ""
        title = over.get("mapName", "") if over is not None else ""
        name, tip = component.get("name", ""), component.get("tooltip", "")
        self.buttons.append(LiveButton(title, name, text or "", tip, key, gate, press))

    def enabled(self, button: LiveButton) -> bool:
        """Return whether a button is enabled. A property may disable it."""
        return not button.gate or self.world.holder.get(button.gate) != "true"

    def find(self, name: str) -> LiveButton | None:
        """Return the button with the given text or tooltip, or None.

        HTML, further lines of a table and a suffix in brackets may be omitted, and whatever follows the first
        colon of a tooltip.
        """
        return next((b for b in self.buttons if self._is_called(b, name) or self._says(b, name)), None)

    @staticmethod
    def _is_called(button: LiveButton, name: str) -> bool:
        return name in (button.format, button.tooltip, button.tooltip.partition(": ")[0])

    def _says(self, button: LiveButton, name: str) -> bool:
        text = self.text(button)
        return name in (text, _BRACKETS.sub("", strip_html(text.partition("</tr>")[0])))

    def text(self, button: LiveButton) -> str:
        """Return the displayed text of a button."""
        return self.world.evaluator.format(button.format, None)

    def press(self, button: LiveButton) -> None:
        """Press a button; its effects are one undo step."""
        mark = self.world.journal.mark()
        self.world.depth += 1
        self.world.evaluator.spend()
        try:
            button.press()
        except ExhaustedError as fault:
            fault.at(f"the button {(button.name or button.tooltip)!r}")
            raise
        finally:
            self.world.depth -= 1
        self.world.close_step(mark)

    def fire(self, key: Identity) -> None:
        """Send a hot key to all toolbars."""
        self.world.evaluator.spend(4 + (len(self.buttons) >> 2))
        for button in self.buttons:
            if button.hotkey == key and self.enabled(button):
                self.press(button)
        for tracker in self.trackers:
            if key in (tracker.next_key, tracker.previous_key) and key is not None:
                tracker.turn(key == tracker.next_key)
        for deck in list(self.world.decks()):
            deck.fire(key)

    # Actions of buttons --------------------------------------------------------------------------
    def send_global_command(self, node: ComponentNode) -> None:
        """Send a button's global key command."""
        component = node.component
        assert isinstance(component, c.MassKeyCommand | c.StartupGlobalKeyCommand)
        world = self.world
        over = node.inside(c.Map)
        mine = world.maps.get(over.get("mapName", "")) if over is not None else None
        source: PropertySource = mine if mine is not None else world.holder
        maps = [mine] if mine is not None and component.single_map else list(world.maps.values())
        most = deck_limit(world, component.deck_count or "", source)
        target = CommandTarget(component.target, component.filter or "", None, None, most)
        command = key_identity(component.hotkey) if component.hotkey is not None else None
        parameters = component.parameters or ()
        report = component.report_format or ""
        apply_global_command(
            world, target, command, source, maps, parameters, report, bool(component.report_single)
        )

    def _do(self, node: ComponentNode) -> None:
        component = node.component
        assert isinstance(component, c.DoActionButton)
        world = self.world
        over = node.inside(c.Map)
        mine = world.maps.get(over.get("mapName", "")) if over is not None else None
        source: PropertySource = mine if mine is not None else world.holder
        if not component.do_loop:
            self._once(component, source)
            return
        index = component.index_start
        self._index(component, index)
        self._key(component.pre_loop_key)
        counted = component.loop_type == "counted"
        limit = world.evaluator.number(component.loop_count, source) if counted else 1
        turns = 0
        while limit > 0:
            holds = world.evaluator.is_true
            if component.loop_type == "while" and not holds(component.while_expression, source):
                break
            self._once(component, source)
            if component.loop_type == "until" and world.evaluator.is_true(component.until_expression, source):
                break
            turns += 1
            world.evaluator.spend()
            if turns >= (limit if counted else LOOP_LIMIT):
                if not counted:
                    world.problem("The loop of an action button has too many repetitions")
                break
            if turns >= 10_000:
                world.problem("The loop of an action button has too many repetitions")
                break
            index = to_int(index + component.index_step)
            self._index(component, index)
        self._key(component.post_loop_key)

    def _index(self, component: c.DoActionButton, index: int) -> None:
        value = self.world.holder.find(component.index_property or "")
        if component.index_ and value is not None:
            value.value = str(index)

    def _key(self, key: object) -> None:
        name = key_identity(key) if key is not None else None  # type: ignore[arg-type]
        if name is not None:
            self.fire(name)

    def _once(self, component: c.DoActionButton, source: PropertySource) -> None:
        world = self.world
        try:
            with world.evaluator.limiter:
                if component.do_report:
                    line = world.evaluator.format(component.report_format, source, localised=True)
                    if line:
                        world.say("* " + line)
                if component.do_hotkey:
                    for key in component.hotkeys:
                        self._key(key)
        except RecursionLimitError:
            world.problem("Infinite loop in an action button")

    # Dice ----------------------------------------------------------------------------------------
    def _dice_values(self, component: c.DiceButton) -> None:
        for end in ("_result", "_total", "_keep", "_summary"):
            self.world.holder.add(GlobalPropertyValue((component.name or "") + end, "1"))

    def _roll(self, component: c.DiceButton) -> None:
        world = self.world
        if component.prompt:
            world.report_unsupported("a Dice Button that prompts for its values")
        if component.n_dice > 1000 or component.n_sides < 1:
            world.problem(
                f"the dice of {component.name} can't be rolled: {component.n_dice}d{component.n_sides}"
            )
            return
        world.evaluator.spend(4 * max(1, component.n_dice) + max(1, component.n_dice) ** 2 // 16)
        raw = [world.random.randrange(component.n_sides) + 1 for _ in range(component.n_dice)]
        kept = self._kept(component, [roll + component.plus for roll in raw])
        total = sum(kept) + component.add_to_total
        result = str(total) if component.report_total else ",".join(map(str, kept))
        summary = ", ".join(f"{face} x{kept.count(face)}" for face in sorted(set(kept)))
        words: dict[str, str | None] = {
            "name": component.name,
            "result": result,
            "summary": summary,
            "nDice": str(component.n_dice),
            "nSides": str(component.n_sides),
            "plus": str(component.plus),
            "addToTotal": str(component.add_to_total),
            "numericalTotal": str(total),
            "keepCount": str(len(kept)),
            "rawRolls": ", ".join(map(str, raw)),
        }
        words.update({f"result{n + 1}": str(roll) for n, roll in enumerate(kept)})
        line = world.evaluator.format(component.report_format, None, words, localised=True)
        if line:
            world.say(("*" if line[0] == "*" else "* ") + line)
        ends = {"_result": result, "_total": total, "_keep": len(kept), "_summary": summary}
        for end, value in ends.items():
            target = world.holder.find((component.name or "") + end)
            if target is not None:
                world.set_value(target, str(value))

    @staticmethod
    def _kept(component: c.DiceButton, rolls: list[int]) -> list[int]:
        kept = rolls
        if component.keep_dice:
            count = component.keep_count
            match component.keep_option:
                case ">":
                    kept = [roll for roll in rolls if roll >= count]
                case "<":
                    kept = [roll for roll in rolls if roll <= count]
                case "=":
                    kept = [roll for roll in rolls if roll == count]
                case "s":
                    kept = sorted(rolls)[:count]
                case "l":
                    kept = sorted(rolls)[max(0, len(rolls) - count) :]
                case _:
                    kept = rolls
        return sorted(kept) if component.sort_dice else kept


def strip_html(text: str) -> str:
    """Return a button's text without HTML."""
    return html.unescape(_MARKUP.sub("", text))
