"""Find where a name stands in the fields of a trait or component, and replace it there.

Whether an occurrence is a use of the name is asked of the same analysis as that of `hexwright where`: the
occurrence is replaced by a name that occurs nowhere, and is a use if the analysis then finds that name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from hexwright.inspect.usage.name_uses import (
    NameKind,
    NameUse,
    UseRole,
    key_name,
    keystroke_of,
    normalised_key,
)
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Record, Trait

PROBE: Final = "HexwrightProbe"
"""A name that no module has, and that is allowed wherever names are."""

Path = tuple[str | int, ...]

#: The properties of VASSAL whose value is the name of a thing of each kind.
_VALUES_OF: Final = {
    NameKind.MAP: ("CurrentMap", "OldMap"),
    NameKind.BOARD: ("CurrentBoard", "OldBoard"),
    NameKind.ZONE: ("CurrentZone", "OldZone"),
    NameKind.DECK: ("DeckName", "OldDeckName"),
    NameKind.SIDE: ("playerSide", "PlayerSide"),
}
#: The fields that contain the name of a thing of each kind, or an expression for it.
_FIELDS_OF: Final = {
    NameKind.MAP: ("map",),
    NameKind.BOARD: ("board",),
    NameKind.ZONE: ("zone",),
    NameKind.REGION: ("region",),
    NameKind.DECK: ("deck", "deck_name"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class NameChange:
    """One field that a new name changes: its text before and after."""

    before: str
    after: str


_Replacement: TypeAlias = tuple[Path, str | KeyCommand, NameChange]
"""A field of a trait, its new content, and the change as it is told."""


class NameReplacement:
    """The replacement of one name of a kind by another in texts, traits and components."""

    def __init__(self, kind: NameKind, old: str, new: str) -> None:
        self.kind = kind
        self.old = normalised_key(old) if kind is NameKind.KEY else old
        self.new = normalised_key(new) if kind is NameKind.KEY else new
        self._new_key = keystroke_of(new) or KeyCommand.named(new)
        stroke = keystroke_of(old) if kind is NameKind.KEY else None
        written = str(stroke.code) if stroke is not None else self.old
        plain = "".join(letter if letter.isalnum() or letter in "_ " else "\n" for letter in written)
        self._plain = max(plain.split("\n"), key=len)
        self._known: dict[Trait, tuple[_Replacement, ...]] = {}

    def may_occur(self, text: str) -> bool:
        """Whether the name may stand in a text in which signs may be escaped."""
        return self._plain in text

    def is_in(self, text: str) -> bool:
        """Whether the name stands in a text as a whole word."""
        return next(self._positions(text), None) is not None

    def in_text(self, text: str, is_use: Callable[[str], bool]) -> str:
        """Return a text with the new name at each occurrence for which `is_use` is true.

        `is_use` gets the text with that occurrence alone replaced by `PROBE`.
        """
        parts: list[str] = []
        position = 0
        for start in self._positions(text):
            end = start + len(self.old)
            probed = f"{text[:start]}{PROBE}{text[end:]}"
            if is_use(probed) or self._is_compared(text[:start], text[end:]):
                parts += (text[position:start], self.new)
                position = end
        return "".join((*parts, text[position:])) if parts else text

    def _positions(self, text: str) -> Iterator[int]:
        """Yield where the name stands in a text as a whole word."""
        start = text.find(self.old)
        while start >= 0:
            end = start + len(self.old)
            if not (_is_word(text[start - 1 : start]) or _is_word(text[end : end + 1])):
                yield start
            start = text.find(self.old, end)

    def _is_compared(self, before: str, after: str) -> bool:
        """Whether the text around a name compares it with a property whose value is such a name."""
        names = _VALUES_OF.get(self.kind, ())
        head = before[-40:].removesuffix('"').rstrip()
        tail = after[:40].removeprefix('"').lstrip()
        for sign in ("==", "!=", ".equals(", "="):
            if head.endswith(sign) and head.removesuffix(sign).rstrip().endswith(names):
                return True
        return tail.startswith(("==", "!=")) and tail[2:].lstrip().startswith(names)

    def in_trait(
        self, trait: Trait, uses: Callable[[Trait], tuple[NameUse, ...]]
    ) -> tuple[Trait, tuple[NameChange, ...]]:
        """Return a trait with the new name in its uses of the old one, and the fields that changed.

        `uses` returns the names in a trait. The same trait is returned if nothing changes. Set-ups have equal
        traits by the thousand, so each is asked about once; what isn't replaced is that of the trait itself.
        """
        leaves = [found for found in _leaves(trait, ()) if self._may_change(found[1])]
        if not leaves:
            return trait, ()
        replacements = self._known.get(trait)
        if replacements is None:
            replacements = self._known[trait] = tuple(self._replacements(trait, leaves, uses))
        changed: Trait = trait
        for path, leaf, _ in replacements:
            changed = _replaced(changed, path, leaf)
        return changed, tuple(change for _, _, change in replacements)

    def _may_change(self, leaf: str | KeyCommand) -> bool:
        if isinstance(leaf, KeyCommand):
            return self.kind is NameKind.KEY and key_name(leaf) == self.old
        return self.kind is not NameKind.KEY and self.old in leaf

    def _replacements(
        self,
        trait: Trait,
        leaves: Iterable[tuple[Path, str | KeyCommand]],
        uses: Callable[[Trait], tuple[NameUse, ...]],
    ) -> Iterator[_Replacement]:
        for path, leaf in leaves:
            if isinstance(leaf, KeyCommand):
                yield path, self.renamed_key(leaf), NameChange(self.old, self.new)
                continue

            def is_use(probed: str, path: Path = path) -> bool:
                if path[-1] in _FIELDS_OF.get(self.kind, ()) and (probed == PROBE or f'"{PROBE}"' in probed):
                    return True
                return self.has_probe(uses(_replaced(trait, path, probed)))

            text = self.in_text(leaf, is_use)
            if text != leaf:
                yield path, text, NameChange(leaf, text)

    def renamed_key(self, key: KeyCommand) -> KeyCommand:
        """Return the new key for one that has the old name; a named key keeps its number."""
        if key.name and self._new_key.name:
            return dataclasses.replace(key, name=self.new)
        return self._new_key

    def in_key_attribute(self, text: str, is_use: Callable[[str], bool]) -> str:
        """Return the text of a component's attribute with the new key, if it is one key with the old name."""
        try:
            key = KeyCommand.decode(text) if "," in text else None
        except ValueError:
            return text
        if key is None or key_name(key) != self.old or not is_use(KeyCommand.named(PROBE).encode()):
            return text
        return self.renamed_key(key).encode()

    def has_probe(self, uses: tuple[NameUse, ...]) -> bool:
        """Whether the probe is among the names, as one of the kind that is renamed."""
        return any(use.kind is self.kind and use.name == PROBE for use in uses)

    def is_definition(self, use: NameUse) -> bool:
        """Whether a use defines the old name."""
        return use.kind is self.kind and use.name == self.old and use.role is UseRole.DEFINES


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, str | KeyCommand]]:
    """Yield the texts and keys in the fields of a record, each with the path that leads to it."""
    if isinstance(value, str | KeyCommand):
        yield path, value
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _leaves(item, (*path, number))
    elif isinstance(value, Record):
        rows = type(value).fields()
        if isinstance(value, Trait):
            rows = (*rows, *type(value).state_fields())
        for row in rows:
            if row.kind.name != "piece":
                yield from _leaves(getattr(value, row.name), (*path, row.name))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _leaves(getattr(value, field.name), (*path, field.name))


def _replaced(value: Any, path: Path, leaf: Any) -> Any:
    if not path:
        return leaf
    step, *rest = path
    if isinstance(step, int):
        return (*value[:step], _replaced(value[step], tuple(rest), leaf), *value[step + 1 :])
    return dataclasses.replace(value, **{step: _replaced(getattr(value, step), tuple(rest), leaf)})
