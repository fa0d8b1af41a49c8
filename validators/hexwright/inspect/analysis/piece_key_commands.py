"""The effects of a piece's keys: traits that respond, keys that triggers send, and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from hexwright.inspect.analysis.expression_analysis import analyse_match
from hexwright.inspect.analysis.key_bindings import Identity, answered_by, key_identity, sent_to_self
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition, PlacedTrait
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait

#: Traits whose commands change what other players see or what the game counts.
CHANGES_STATE = (
    t.Layer,
    t.CanRotate,
    t.CanPivot,
    t.DynamicProperty,
    t.SetGlobalProperty,
    t.SetPieceProperty,
    t.TextLabel,
    t.PlaceMarker,
    t.ReplaceWithOther,
    t.Delete,
    t.Clone,
    t.SendToLocation,
    t.ReturnToDeck,
    t.Mask,
    t.Invisible,
)
#: A longer condition is never considered always true.
MAX_ALWAYS = 400
#: Traits that pass commands to other pieces or toolbars, which may report them.
HANDS_ON = (t.GlobalKeyCommand, t.GlobalHotkey)


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """One command in a piece's menu, with whether it changes anything and whether the change is reported."""

    placed: PlacedTrait
    menu: str
    key: KeyCommand
    changes: bool
    reported: bool


class PieceCommands:
    """The key commands of one piece whose prototypes are expanded."""

    def __init__(self, module: ModuleView, design: PieceDefinition) -> None:
        self.module = module
        self.design = design
        self.traits = [
            p for p in module.expanded(design) if not isinstance(p.trait, t.Marker | t.Prototype | t.Comment)
        ]

    @cached_property
    def answers(self) -> dict[Identity, list[PlacedTrait]]:
        """Return the traits that respond to each key."""
        found: dict[Identity, list[PlacedTrait]] = {}
        for placed in self.traits:
            for name in answered_keys(self.module, placed.trait):
                found.setdefault(name, []).append(placed)
        return found

    @cached_property
    def triggers(self) -> list[tuple[PlacedTrait, t.TriggerAction]]:
        """Return the piece's Trigger Action traits."""
        return [(p, p.trait) for p in self.traits if isinstance(p.trait, t.TriggerAction)]

    @cached_property
    def reported(self) -> frozenset[Identity]:
        """Return the keys that make the piece write a report."""
        return frozenset(
            name
            for placed in self.traits
            if isinstance(placed.trait, t.ReportAction)
            for key in (*placed.trait.keys, *placed.trait.previous_keys)
            if (name := key_identity(key)) is not None
        )

    @cached_property
    def _performers(self) -> dict[Identity, list[t.TriggerAction]]:
        """Return the triggers that perform each key."""
        found: dict[Identity, list[t.TriggerAction]] = {}
        for _, trigger in self.triggers:
            for name in frozenset(_identities(performed_keys(trigger))):
                found.setdefault(name, []).append(trigger)
        return found

    def leading_to(self, ends: Iterable[Identity]) -> frozenset[Identity]:
        """Return the keys that may lead to one of `ends` through this piece's triggers, including `ends`.

        The search runs backwards, so one pass covers all keys of a piece.
        """
        found: set[Identity] = set()
        passed: set[int] = set()
        waiting = list(ends)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            for trigger in self._performers.get(name, ()):
                if id(trigger) not in passed:
                    passed.add(id(trigger))
                    waiting.extend(answered_keys(self.module, trigger))
        return frozenset(found)

    def _answered_by(self, means: Callable[[Trait], bool]) -> Iterator[Identity]:
        return (name for name, traits in self.answers.items() if any(means(p.trait) for p in traits))

    @cached_property
    def menu(self) -> tuple[MenuCommand, ...]:
        """Return the commands that a player can choose from the piece's menu."""
        return tuple(self._menu())

    def _menu(self) -> Iterator[MenuCommand]:
        """Yield the menu commands with the keys to which they lead."""
        changing = self.leading_to(self._answered_by(lambda trait: isinstance(trait, CHANGES_STATE)))
        telling = self.leading_to((*self.reported, *self._answered_by(_may_report)))
        for placed in self.traits:
            for text, key, name in menu_texts(self.module, placed.trait):
                yield MenuCommand(placed, text, key, name in changing, name in telling)


def _may_report(trait: Trait) -> bool:
    """Return whether a trait that responds to a key may report, or may send the key to a trait
    that reports.
    """
    return isinstance(trait, HANDS_ON) or (isinstance(trait, t.ReportAction) and not trait.keys)


def answered_keys(module: ModuleView, trait: Trait) -> frozenset[Identity]:
    """Return the keys to which a trait responds."""
    found = module.memory.get(id(trait))
    if found is None:
        found = module.memory[id(trait)] = (trait, frozenset(_identities(answered_by(module, trait))))
    return found[1]


def menu_texts(module: ModuleView, trait: Trait) -> tuple[tuple[str, KeyCommand, Identity], ...]:
    """Return a trait's menu texts, each with its key and the key's identity."""
    found = module.menus.get(id(trait))
    if found is None:
        items = ((text, key, key_identity(key)) for text, key in menu_items(trait) if text)
        menu = tuple((text, key, name) for text, key, name in items if name is not None)
        found = module.menus[id(trait)] = (trait, menu)
    return found[1]


def performed_keys(trigger: t.TriggerAction) -> tuple[KeyCommand, ...]:
    """Return the keys that a trigger performs."""
    extra = (trigger.before_key, trigger.after_key) if trigger.loop else ()
    return (*trigger.actions, *(key for key in extra if key is not None))


def always_fires(trait: Trait) -> bool:
    """Return whether the match of a trigger or global key command is true regardless of properties."""
    if isinstance(trait, t.TriggerAction | t.GlobalKeyCommand) and len(trait.match) <= MAX_ALWAYS:
        return analyse_match(trait.match).always
    return False


def menu_items(trait: Trait) -> Iterator[tuple[str, KeyCommand]]:
    """Yield each menu text of a trait with its key."""
    pairs: list[tuple[str, KeyCommand | None]] = []
    match trait:
        case t.Layer():
            pairs = [
                # A layer that is always active has no such menu entry.
                ("" if trait.always_active else trait.activate_menu, trait.activate_key),
                (trait.increase_menu, trait.increase_key),
                (trait.decrease_menu, trait.decrease_key),
                (trait.reset_menu, trait.reset_key),
                (trait.random_menu, trait.random_key),
            ]
        case t.CanRotate():
            pairs = [
                (trait.free_menu, trait.free_key),
                (trait.clockwise_menu, trait.clockwise_key),
                (trait.counter_menu, trait.counter_key),
                (trait.random_menu, trait.random_key),
                (trait.direct_menu, trait.direct_key),
            ]
        case t.DynamicProperty() | t.SetGlobalProperty() | t.SetPieceProperty():
            pairs = [(command.menu, command.key) for command in trait.commands]
        case t.SendToLocation():
            pairs = [(trait.menu, trait.key), (trait.back_menu, trait.back_key)]
        case t.CanPivot() | t.TextLabel() | t.PlaceMarker() | t.Delete() | t.Clone() | t.ReturnToDeck():
            pairs = [(trait.menu, trait.key)]
        case t.Mask() | t.Invisible() | t.TriggerAction():
            pairs = [(trait.menu, trait.key)]
        case _:
            return
    for text, key in pairs:
        if key is not None:
            yield text, key


def _identities(keys: Iterable[KeyCommand]) -> Iterator[Identity]:
    return (name for key in keys if (name := key_identity(key)) is not None)


__all__ = [
    "MenuCommand",
    "PieceCommands",
    "always_fires",
    "answered_keys",
    "menu_texts",
    "performed_keys",
    "sent_to_self",
]
