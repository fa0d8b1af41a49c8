"""The key commands that a module sends, and the traits and buttons that respond to them.

Pieces and toolbars are separate: a key command is sent to pieces, a hot key to toolbar buttons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hexwright.inspect.analysis.evaluated_fields import is_in_force
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.field_values import CTRL, SHIFT, KeyCommand
from hexwright.vassal.codec.trait_fields import Trait

#: What VASSAL compares: a name, or a code with plain modifier bits (1 shift, 2 ctrl, 4 meta, 8 alt).
Identity: TypeAlias = "str | tuple[int, int]"

#: Fields of traits that send a key to the piece itself.
_SENDS_SELF: dict[type[Trait], tuple[str, ...]] = {
    t.TriggerAction: ("actions", "before_key", "after_key"),
    t.ActionButton: ("key",),
    t.MultiLocationCommand: ("key",),
}
#: Fields that name a key without sending or answering it.
_MENTIONS: dict[type[Trait], tuple[str, ...]] = {
    t.RestrictCommands: ("keys",),
    t.MenuSeparator: ("key",),
    t.PlaceMarker: ("after_key",),
    t.ReplaceWithOther: ("after_key",),
    t.GlobalKeyCommand: ("command",),
    t.GlobalHotkey: ("hotkey",),
    t.ActionButton: ("key",),
    t.TriggerAction: ("actions", "before_key", "after_key"),
    t.MultiLocationCommand: ("key",),
}
#: Attributes of components that send a key command to pieces.
_TO_PIECES: tuple[tuple[type[Component], tuple[str, ...]], ...] = (
    (c.MassKeyCommand, ("hotkey",)),
    (c.StartupGlobalKeyCommand, ("hotkey",)),
    (c.DeckGlobalKeyCommand, ("hotkey",)),
    (c.Map, ("move_key",)),
)
#: Attributes of components that send a hot key to toolbars.
_TO_TOOLBARS: tuple[tuple[type[Component], tuple[str, ...]], ...] = (
    (c.DoActionButton, ("hotkeys", "pre_loop_key", "post_loop_key")),
    (c.StartupGlobalKeyCommand, ("global_hotkey",)),
    (c.TurnGlobalHotkey, ("hotkey",)),
    (c.DrawPile, ("empty_hotkey",)),
    (c.BooleanScenarioProperty, ("hotkey",)),
    (c.ListScenarioProperty, ("hotkey",)),
    (c.NumberScenarioProperty, ("hotkey",)),
    (c.StringScenarioProperty, ("hotkey",)),
)


def sends(component: Component, name: str) -> bool:
    """Return whether an attribute holds a key that the component sends, not one to which it responds."""
    return any(isinstance(component, kind) and name in keys for kind, keys in (*_TO_PIECES, *_TO_TOOLBARS))


#: The hot keys that VASSAL uses itself, with their function.
ENGINE_KEYS: dict[tuple[int, int], str] = {
    (34, 0): "steps through a log (Page Down)",
    (33, 0): "scrolls the map (Page Up)",
    (87, 8): "starts a log (Alt+W)",
    (87, 9): "ends a log (Alt+Shift+W)",
    (83, 8): "shows the server's status (Alt+S)",
}
#: The labels of the keys by Java's virtual key codes; a letter's code is that of its capital.
KEY_NAMES: dict[int, str] = {
    **{code: chr(code) for code in (*range(44, 58), 59, 61, *range(65, 94))},
    **{96 + digit: f"NumPad {digit}" for digit in range(10)},
    **{111 + number: f"F{number}" for number in range(1, 13)},
    **{61427 + number: f"F{number}" for number in range(13, 25)},
    8: "Backspace",
    9: "Tab",
    10: "Enter",
    12: "Clear",
    19: "Pause",
    20: "Caps Lock",
    27: "Esc",
    32: "Space",
    33: "Page Up",
    34: "Page Down",
    35: "End",
    36: "Home",
    37: "Left",
    38: "Up",
    39: "Right",
    40: "Down",
    106: "NumPad *",
    107: "NumPad +",
    108: "NumPad ,",
    109: "NumPad -",
    110: "NumPad .",
    111: "NumPad /",
    127: "Delete",
    144: "Num Lock",
    145: "Scroll Lock",
    154: "Print Screen",
    155: "Insert",
    156: "Help",
    150: "&",
    151: "*",
    152: '"',
    153: "<",
    160: ">",
    161: "{",
    162: "}",
    192: "`",
    222: "'",
    224: "NumPad Up",
    225: "NumPad Down",
    226: "NumPad Left",
    227: "NumPad Right",
    512: "@",
    513: ":",
    514: "^",
    515: "$",
    517: "!",
    519: "(",
    520: "#",
    521: "+",
    522: ")",
    523: "_",
}
#: Named hot keys that VASSAL itself sends.
ENGINE_NAMED = frozenset({"VassalPostRefreshGHK"})


@dataclass(frozen=True, slots=True)
class SentKey:
    """A key command that a trait or component sends, with the location of the sender and its field."""

    key: KeyCommand
    place: ModulePlace
    by: Trait | Component
    label: str


def key_identity(key: KeyCommand) -> Identity | None:
    """Return the value by which VASSAL compares a key, or None for an empty key."""
    if key.name:
        return key.name
    if key.code == 0:
        return None
    bits = 0
    for bit in (1, 2, 4, 8):
        if key.modifiers & (bit | bit << 6):
            bits |= bit
    return key.code, bits


def key_as_words(key: KeyCommand) -> str:
    """Return a key in the notation that players know, such as "Ctrl+F"."""
    if key.name:
        return f"'{key.name}'"
    words = [
        word
        for bit, word in ((2, "Ctrl"), (8, "Alt"), (4, "Meta"), (1, "Shift"))
        if key.modifiers & (bit | bit << 6)
    ]
    return "+".join([*words, KEY_NAMES.get(key.code) or f"key {key.code}"])


def answered_by(module: ModuleView, trait: Trait) -> Iterator[KeyCommand]:
    """Yield the keys to which a trait responds, including the letters in old formats."""
    mentions = _MENTIONS.get(type(trait), ())
    for value in module.trait_values(trait):
        if value.kind == "key" and value.name.partition(".")[0] not in mentions:
            yield value.value
    match trait:
        case t.BasicPiece():
            yield from _letters(trait.clone_key + trait.delete_key)
        case t.Layer() if trait.version == 0:
            yield from _letters(trait.activate_letters, trait.activate_modifiers)
            yield from _letters(trait.increase_letters, trait.increase_modifiers)
            yield from _letters(trait.decrease_letters, trait.decrease_modifiers)
        case t.LayerBefore3():
            letters = trait.activate[:1] + trait.increase_letters + trait.decrease_letters
            yield from _letters(letters.upper())  # VASSAL does this only for this trait
        case t.PropertySheet() if trait.key is None:
            yield from _letters(trait.letter)
        case _:
            return


def sent_to_self(module: ModuleView, trait: Trait) -> Iterator[tuple[KeyCommand, str]]:
    """Yield the keys that a trait sends to its own piece, with the field's label."""
    names = _SENDS_SELF.get(type(trait), ())
    if names:
        for value in module.trait_values(trait):
            if value.kind == "key" and value.name in names and is_in_force(trait, value.name):
                yield value.value, value.label


def _letters(letters: str, modifiers: int = CTRL) -> Iterator[KeyCommand]:
    return (KeyCommand(ord(letter), modifiers or CTRL) for letter in letters)


def _component_keys(
    node: ComponentNode, table: tuple[tuple[type[Component], tuple[str, ...]], ...]
) -> Iterator[SentKey]:
    for kind, names in table:
        if isinstance(node.component, kind):
            for value in node.values:
                if value.kind == "key" and value.name in names and key_identity(value.value) is not None:
                    yield SentKey(value.value, node.place, node.component, value.label)


def _gated(node: ComponentNode, sent: SentKey) -> bool:
    """Return whether the checkbox that allows a component to send this key is unticked."""
    component = node.component
    if isinstance(component, c.DoActionButton):
        if not component.do_hotkey:
            return True
        return sent.label != c.DoActionButton.hotkeys.label and not component.do_loop
    if isinstance(component, c.StartupGlobalKeyCommand):
        is_hotkey = component.hotkey_or_key_command == "sendHotkey"
        return is_hotkey != (sent.label == c.StartupGlobalKeyCommand.global_hotkey.label)
    if isinstance(component, c.DrawPile):
        return not component.hotkey_on_empty
    return False


class ModuleKeys:
    """The keys that a module sends and the keys to which it responds, for pieces and for toolbars."""

    def __init__(self, module: ModuleView) -> None:
        self.module = module
        self.to_pieces: list[SentKey] = []
        self.to_toolbars: list[SentKey] = []
        self.piece_answers: set[Identity] = set()
        self.toolbar_answers: dict[Identity, list[SentKey]] = {}
        for node in module.nodes:
            self._of_component(node)
        seen: set[int] = set()
        for design in module.definitions:
            for placed in design.traits:
                if id(placed.trait) not in seen:
                    seen.add(id(placed.trait))
                    self._of_trait(placed.trait)
                self._sent_by(placed.trait, placed.place)

    def _of_component(self, node: ComponentNode) -> None:
        sends: set[str] = set()
        for table, found in ((_TO_PIECES, self.to_pieces), (_TO_TOOLBARS, self.to_toolbars)):
            for sent in _component_keys(node, table):
                sends.add(sent.label)
                if not _gated(node, sent):
                    found.append(sent)
        for value in node.values:
            if value.kind == "key" and value.label not in sends:
                name = key_identity(value.value)
                if name is not None:
                    answer = SentKey(value.value, node.place, node.component, value.label)
                    self.toolbar_answers.setdefault(name, []).append(answer)

    def _of_trait(self, trait: Trait) -> None:
        for key in answered_by(self.module, trait):
            name = key_identity(key)
            if name is not None:
                self.piece_answers.add(name)

    def _sent_by(self, trait: Trait, place: ModulePlace) -> None:
        if (
            isinstance(trait, t.GlobalKeyCommand)
            and trait.command
            and key_identity(trait.command) is not None
        ):
            self.to_pieces.append(SentKey(trait.command, place, trait, "Global Key Command"))
        elif (
            isinstance(trait, t.PlaceMarker) and trait.after_key and key_identity(trait.after_key) is not None
        ):
            self.to_pieces.append(
                SentKey(trait.after_key, place, trait, "Key Command to apply after placement")
            )
        elif isinstance(trait, t.GlobalHotkey) and trait.hotkey and key_identity(trait.hotkey) is not None:
            self.to_toolbars.append(SentKey(trait.hotkey, place, trait, "Global Hotkey"))


def ctrl_shift(letter: str) -> KeyCommand:
    """Return the key command for Ctrl+Shift and a letter."""
    return KeyCommand(ord(letter.upper()), CTRL | SHIFT)
