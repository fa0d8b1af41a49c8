"""The names that a module defines, but nothing in it uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from hexwright.inspect.analysis.beanshell_tokens import decode_unicode_escapes
from hexwright.inspect.analysis.built_names import may_be_built, name_parts
from hexwright.inspect.analysis.expression_analysis import analyse_text
from hexwright.inspect.analysis.key_bindings import ENGINE_NAMED
from hexwright.inspect.analysis.module_place import ModulePlace, shorten_text
from hexwright.inspect.analysis.module_view import IMAGES, ModuleView
from hexwright.inspect.analysis.piece_key_commands import menu_items
from hexwright.inspect.analysis.used_images import used_images
from hexwright.inspect.analysis.used_prototypes import is_heading, used_prototypes
from hexwright.inspect.analysis.vassal_property_names import BUILT_IN
from hexwright.inspect.analysis.word_search import WordSearch
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole, is_keystroke, key_name
from hexwright.inspect.usage.use_search import CLASS_END, UseIndex
from hexwright.support.message_wording import printable_line
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

UNUSED_KINDS: Final = (
    NameKind.PROTOTYPE,
    NameKind.PROPERTY,
    NameKind.KEY,
    NameKind.IMAGE,
    NameKind.CLASS,
)
"""The kinds of names whose use can be judged: all others are seen by players without being named."""
MAX_PARTS: Final = 2_000
"""The most parts of names that are compared with unused names."""
MAX_CLASSES: Final = 32 << 20
"""The maximum size of all classes that are searched for other classes, in bytes."""
_DERIVED: Final = (
    t.Layer.TITLE,
    t.CanRotate.TITLE,
    t.AreaOfEffect.TITLE,
    t.Attachment.TITLE,
    t.PropertySheet.TITLE,
    t.Prototype.TITLE,
    t.BasicPiece.TITLE,
    t.TriggerAction.TITLE,
    c.DiceButton.TITLE,
    c.SpecialDiceButton.TITLE,
    c.RandomTextButton.TITLE,
    c.InternetDiceButton.TITLE,
    c.DrawPile.TITLE,
    c.Map.TITLE,
    c.PlayerHand.TITLE,
    c.PrivateMap.TITLE,
    c.ChessClock.TITLE,
)
"""The traits and components that define properties besides their purpose."""
_TEXT_KINDS: Final = ("text", "list", "format", "expression")
_DESCRIBING: Final = ("description", "desc", "tooltip", "entry_name", "chart_name")
_USUAL: Final = frozenset(
    {
        t.TextLabel().property,
        "TurnTracker.defaultDocked",
        "TurnTracker.defaultFontBold",
        "TurnTracker.defaultFontSize",
    }
)
"""Properties that traits have by default, or that VASSAL itself reads."""


@dataclass(frozen=True, slots=True)
class UnusedName:
    """A name that nothing uses, the first place that defines it, and the number of such places.

    If `maybe` is true, it may be used by a name that is put together in play; the note says where.
    """

    kind: NameKind
    name: str
    place: ModulePlace
    count: int = 1
    note: str = ""
    maybe: bool = False


def unused_names(
    module: ModuleView,
    kinds: Collection[NameKind] = UNUSED_KINDS,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[UnusedName, ...]:
    """Return the unused names of the given kinds, by kind in the order of `UNUSED_KINDS`.

    Names that may be used, since play may put them together, come last of each kind.
    """
    search = _UnusedSearch(module, progress)
    finders: dict[NameKind, Callable[[], Iterable[UnusedName]]] = {
        NameKind.PROTOTYPE: search.prototypes,
        NameKind.PROPERTY: search.properties,
        NameKind.KEY: search.keys,
        NameKind.IMAGE: search.images,
        NameKind.CLASS: search.classes,
    }
    return tuple(
        found
        for kind, finder in finders.items()
        if kind in kinds
        for found in sorted(finder(), key=lambda one: one.maybe)
    )


class _UnusedSearch:
    def __init__(self, module: ModuleView, progress: Callable[[str], None]) -> None:
        self.module = module
        progress("components and pieces")
        self.index = UseIndex(module)
        self.places: dict[tuple[NameKind, str], ModulePlace] = {}
        self.counts: Counter[tuple[NameKind, str]] = Counter()
        self.used: set[tuple[NameKind, str]] = set()
        for place, uses in self.index.definitions():
            for use in uses:
                self._take(place, use)
        progress("set-ups")
        self._take_set_ups()
        texts = (
            (analyse_text(v.kind, v.value), v.value) for _, _, v in module.values("expression", "format")
        )
        self.parts = dict(islice(name_parts(texts), MAX_PARTS))

    def _take(self, place: ModulePlace, use: NameUse) -> None:
        key = use.kind, use.name
        if use.role is UseRole.DEFINES and use.label in _DERIVED:
            return
        if use.role in (UseRole.DEFINES, UseRole.CHANGES, UseRole.RESPONDS):
            self.places.setdefault(key, place)
            self.counts[key] += 1
        else:
            self.used.add(key)

    def _take_set_ups(self) -> None:
        """Take the names that pieces of set-ups use; they may be older than the module's own pieces."""
        for set_up in self.module.set_ups:
            for kind in set_up.kinds:
                for trait in kind.traits:
                    self.used.update(
                        (use.kind, use.name)
                        for use in self.index.of_trait(trait)
                        if use.role not in (UseRole.DEFINES, UseRole.CHANGES, UseRole.RESPONDS)
                    )

    def _unused(self, kind: NameKind, but: Collection[str] = ()) -> Iterator[UnusedName]:
        for key, place in self.places.items():
            if key[0] is kind and key not in self.used and key[1] not in but:
                yield UnusedName(kind, key[1], place, self.counts[key])

    def _noted(self, found: UnusedName) -> UnusedName:
        """Return an unused name with the text that may put it together in play."""
        maker = next(
            (text for (first, last), text in self.parts.items() if may_be_built(found.name, first, last)), ""
        )
        if not maker:
            return found
        note = f"may be used by {shorten_text(printable_line(maker), 100)}"
        return UnusedName(found.kind, found.name, found.place, found.count, note, True)

    def prototypes(self) -> Iterator[UnusedName]:
        """Yield the prototypes that no piece uses, but no headings of the Editor's list."""
        used = used_prototypes(self.module)
        made_up = [name for name in used if "$" in name or "{" in name]
        for design in self.module.definitions:
            name = design.prototype
            if name is not None and name not in used and not is_heading(name):
                note = f"may be used by {shorten_text(printable_line(made_up[0]), 100)}" if made_up else ""
                yield UnusedName(NameKind.PROTOTYPE, name, design.place, 1, note, bool(made_up))

    def properties(self) -> Iterator[UnusedName]:
        """Yield the properties that nothing reads, and that stand in no other text."""
        found = list(self._unused(NameKind.PROPERTY, BUILT_IN | _USUAL))
        found = [one for one in found if one.name and "$" not in one.name and "{" not in one.name]
        texts = WordSearch(one.name for one in found)
        mentioned: dict[str, str] = {}
        for text in self._texts():
            for name in texts.names_in(text):
                if text != name:
                    mentioned.setdefault(name, text)
        for one in found:
            old = f"old{one.name}"
            if (NameKind.PROPERTY, old) in self.used:
                continue  # A report reads its former value.
            stands = mentioned.get(one.name)
            if stands is None:
                yield self._noted(one)
            else:
                note = f"stands in {shorten_text(printable_line(' '.join(stands.split())), 100)}"
                yield UnusedName(one.kind, one.name, one.place, one.count, note, True)

    def _texts(self) -> Iterator[str]:
        """Yield the texts in which a property's name may stand, apart from those that only describe."""
        owners = [node.values for node in self.module.nodes]
        for design in self.module.definitions:
            owners += [self.module.trait_values(placed.trait) for placed in design.traits]
        seen: set[str] = set()
        for value in (value for values in owners for value in values):
            text = value.value
            if value.kind not in _TEXT_KINDS or value.name.endswith(_DESCRIBING) or not isinstance(text, str):
                continue
            if text not in seen:
                seen.add(text)
                yield decode_unicode_escapes(text) if "\\u" in text else text

    def keys(self) -> Iterator[UnusedName]:
        """Yield the named keys that nothing sends, and that no menu item has."""
        menus = {
            key_name(key)
            for design in self.module.definitions
            for placed in design.traits
            for key in _menu_keys(placed.trait)
        }
        strokes = {name for kind, name in self.places if kind is NameKind.KEY and is_keystroke(name)}
        for one in self._unused(NameKind.KEY, menus | strokes | ENGINE_NAMED):
            yield self._noted(one)

    def images(self) -> Iterator[UnusedName]:
        """Yield the pictures that neither the module nor its set-ups draw."""
        used = used_images(self.module)
        for entry in sorted(self.module.pictures):
            name = entry.removeprefix(IMAGES)
            if entry not in used and not self._drawn_by_set_up(name):
                file = self.module.entries[entry]
                yield self._noted(UnusedName(NameKind.IMAGE, name, file.place / entry))

    def _drawn_by_set_up(self, name: str) -> bool:
        bare = name.removesuffix(".gif")
        return (NameKind.IMAGE, name) in self.used or (NameKind.IMAGE, bare) in self.used

    def classes(self) -> Iterator[UnusedName]:
        """Yield the classes that no component, trait, expression or other class names."""
        entries = {entry: file for entry, file in self.module.entries.items() if entry.endswith(CLASS_END)}
        texts = [file.build_file for file in self.module.files]
        codes: dict[str, bytes] = {}
        budget = MAX_CLASSES
        for entry, file in entries.items():
            if file.archive is not None and budget > 0:
                try:
                    codes[entry] = file.archive.read(entry, budget)
                except CodecError:
                    continue
                budget -= len(codes[entry])
        for entry, file in entries.items():
            name = entry.removesuffix(CLASS_END)
            outer = name.partition("$")[0]
            dotted = name.replace("/", ".").encode()
            others = (code for other, code in codes.items() if other.partition("$")[0] != outer + CLASS_END)
            inner = "$" in name and f"{outer}{CLASS_END}" in entries
            if not inner and not any(dotted in text for text in texts):
                slashed = name.encode()
                if not any(slashed in code for code in others if code is not codes.get(entry)):
                    yield UnusedName(NameKind.CLASS, name.replace("/", "."), file.place / entry)


def _menu_keys(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the keys of a trait's menu items; a field for a text has the key's field beside it."""
    for text, key in menu_items(trait):
        if text:
            yield key
    for row in type(trait).fields():
        head, found, tail = row.name.rpartition("menu")
        if found and row.kind.name in ("menu", "format") and getattr(trait, row.name):
            beside = getattr(trait, f"{head}key{tail}", None)
            if isinstance(beside, KeyCommand):
                yield beside
