"""Search a module, its extensions and its set-ups for accesses to anything outside the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from hexwright.inspect.analysis.code_reach import (
    NOTHING,
    KnownTexts,
    UnsafeNames,
    breaks_out_of_quotes,
    unsafe_names_in_code,
    unsafe_names_in_text,
)
from hexwright.inspect.analysis.evaluated_fields import trait_field_values
from hexwright.inspect.analysis.expression_analysis import is_braced
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_setups import ModuleSetUp, suspect_parts
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.property_setters import set_by_component, set_by_trait
from hexwright.inspect.analysis.word_sets import word_set
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, declared_attributes
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from hexwright.vassal.codec.traits import Comment

MAX_TEXT: Final = 30_000_000
"""The maximum number of characters that are searched. A large module has a third of that number."""
_SCRIPTS: Final = "VASSAL.script."
_OURS: Final = "hexwright.rules"
_SHOWN: Final = word_set(
    """
    ModuleOther1 ModuleOther2 VassalVersion addColumnText addRowText boardPrompt buttonName buttonText
    buttonToolTip buttonTooltip desc description heading inButtonText inTooltip markUnmovedText
    markUnmovedTooltip moduleVersion note outButtonText outTooltip pickButtonText pickTooltip prompt
    promptMessage promptString tab title tooltip vassalVersion version welcomeMessage
    """
)
"""The attributes that VASSAL only shows: neither evaluates them, nor can an expression read them."""
_HELD: Final = ("initialValue", "default")
"""The attributes that an expression can read and evaluate as a whole script."""
_SEPARATORS: Final = re.compile("[\u241e\u241f]")
"""The separators between the steps of the judge. Each step is a separate expression or string."""
_QUOTED: Final = UnsafeNames(unknown=("a value that closes the quotation marks that VASSAL puts around it",))


@dataclass(frozen=True, slots=True)
class UnsafeUse:
    """The names that one string accesses, and its location in the module."""

    place: ModulePlace
    label: str
    reach: UnsafeNames


def find_unsafe_uses(module: ModuleView, set_ups: Sequence[ModuleSetUp]) -> Iterator[UnsafeUse]:
    """Yield the accesses to anything outside the game, first in the module, then in its set-ups."""
    look = _UnsafeUseFinder(known_texts(module, set_ups), module)
    for node in module.nodes:
        yield from look.component(node)
    for design in module.definitions:
        for placed in design.traits:
            yield from look.trait(placed.trait, placed.place)
        if design.piece is None and design.component is not None:
            yield from look.text(design.component.text or "", design.place, "text")
    for set_up in set_ups:
        yield from look.set_up(set_up)
    if look.left < 0:
        yield UnsafeUse(module.place, "", UnsafeNames(unknown=("more text than can be checked",)))


def known_texts(module: ModuleView, set_ups: Sequence[ModuleSetUp]) -> KnownTexts:
    """Return the constant strings of a module, and the names of the properties that it sets."""
    messages = [n.component for n in module.all(c.GlobalTranslatableMessage)]
    names = Counter(name for node in module.nodes for name in set_by_component(node) if name)
    traits = {id(p.trait): p.trait for design in module.definitions for p in design.traits}
    traits |= {id(t): t for setup in set_ups for kind in setup.kinds for t in kind.traits}
    by_traits = {name for trait in traits.values() for name in set_by_trait(trait)}
    by_traits = by_traits.union(*(setup.properties for setup in set_ups))
    # A name that is built when it is used may be any name.
    open_names = any("$" in name or "{" in name for name in by_traits)
    fixed = {
        name: message.get("initialValue", "")
        for message in messages
        if names[name := message.get("name", "")] == 1 and name not in by_traits and not open_names
    }
    scripts = _our_scripts(fixed.values())
    return KnownTexts(fixed, _Any() if open_names else by_traits | set(names), scripts, _our_judge(scripts))


@cache
def _shown_attributes(kind: type[Component]) -> Mapping[str, str]:
    """Return the attributes of a component that VASSAL only shows, by name, with their names in the file."""
    declared = declared_attributes(kind)
    return {row.name: row.xml for row in declared if row.xml in _SHOWN and row.kind.name == "text"}


class _Any(frozenset[str]):
    """The set of all names."""

    def __contains__(self, name: object) -> bool:
        return True


def _our_scripts(texts: Iterable[str]) -> dict[str, str]:
    """Return our script that runs the rules, if the strings show that this is one of our modules.

    The result maps the script to the name of the property that it evaluates. It is empty for any other
    module.
    """
    if not any(_OURS in text for text in texts):
        return {}
    from hexwright.vassal.enforcement import names
    from hexwright.vassal.enforcement.script import run_script

    return {run_script(): names.SCRIPT}


def _our_judge(scripts: Mapping[str, str]) -> str:
    """Return the part of our script that evaluates its steps.

    Return an empty string if the module doesn't run our script.
    """
    if not scripts:
        return ""
    from hexwright.vassal.enforcement.script import judge_script

    return judge_script()


class _UnsafeUseFinder:
    """A search through strings that visits each of them once."""

    def __init__(self, known: KnownTexts, module: ModuleView) -> None:
        self.known = known
        self.module = module
        self.left = MAX_TEXT
        # They evaluate their arguments, which are checked where they are used.
        self.scripts = {script.strip() for script in known.scripts}
        self._texts: dict[str, UnsafeNames] = {}
        self._traits: dict[int, Trait] = {}

    def component(self, node: ComponentNode) -> Iterator[UnsafeUse]:
        component = node.component
        script = str(component.tag).startswith(_SCRIPTS)
        seen = set()
        shown = _shown_attributes(type(component))
        for used in node.values:
            if isinstance(used.value, str) and used.name not in shown:
                seen.add(used.value)
                for part in _SEPARATORS.split(used.value):
                    yield from self.value(part, node.place, used.label)
        for name, value in component.attrib.items():
            text = value if isinstance(value, str) else value.decode("utf-8", "replace")
            if script:
                yield from self.code(text, node.place, str(name))
            elif text not in seen and name not in shown.values():
                yield from self._attribute(text, node.place, str(name))
        if isinstance(component, c.GlobalProperty) and breaks_out_of_quotes(
            component.get("initialValue", "")
        ):
            yield UnsafeUse(node.place, "Initial value", _QUOTED)
        if not isinstance(component, c.PieceSlot | c.PrototypeDefinition):
            yield from self.text(component.text or "", node.place, "text")

    def _attribute(self, text: str, place: ModulePlace, name: str) -> Iterator[UnsafeUse]:
        """Yield the unsafe uses in an attribute that no field of the component describes."""
        if name in _HELD:
            yield from self.value(text, place, name)
        elif is_braced(text):
            yield from self.code(text.strip()[1:-1], place, name)
        else:
            yield from self.text(text, place, name)

    def set_up(self, set_up: ModuleSetUp) -> Iterator[UnsafeUse]:
        place = set_up.node.file.place / set_up.file
        for kind in set_up.kinds:
            for trait in kind.traits:
                yield from self.trait(trait, place)
        for part in suspect_parts(self.module, set_up):
            if isinstance(part, str):
                yield from self.text(part, place, "commands")
            else:
                yield from self.trait(part, place, kept=False)

    def trait(self, trait: Trait, place: ModulePlace, *, kept: bool = True) -> Iterator[UnsafeUse]:
        # Traits with equal text are one object, shared by many pieces.
        if id(trait) in self._traits:
            return
        if kept:
            self._traits[id(trait)] = trait
        if isinstance(trait, Comment):
            return
        if isinstance(trait, UnknownTrait):
            yield from self.text(trait.type_text, place, "trait")
            yield from self.text(trait.state_text, place, "trait")
        for used in self.module.trait_values(trait) if kept else trait_field_values(trait):
            if isinstance(used.value, str) and used.name != "description":
                yield from self.value(used.value, place, used.label)
                if (
                    used.kind in ("text", "property")
                    and not is_braced(used.value)
                    and breaks_out_of_quotes(used.value)
                ):
                    yield UnsafeUse(place, used.label, _QUOTED)

    def value(self, value: str, place: ModulePlace, label: str) -> Iterator[UnsafeUse]:
        bare = value.strip()
        if is_braced(bare):
            yield from self.code(bare[1:-1], place, label)
        elif bare.endswith((";", "}")) and bare not in self.scripts:
            # No sentence ends this way, but a script that is evaluated by its name does.
            yield from self.code(bare, place, label)
        else:
            yield from self.text(value, place, label)

    def code(self, code: str, place: ModulePlace, label: str) -> Iterator[UnsafeUse]:
        if code not in self.known.read:
            self.left -= len(code)
        found = unsafe_names_in_code(code, self.known) if self.left >= 0 else NOTHING
        if found:
            yield UnsafeUse(place, label, found)

    def text(self, text: str, place: ModulePlace, label: str) -> Iterator[UnsafeUse]:
        if ("(" not in text and "\\u" not in text) or text.strip() in self.scripts:
            return
        found = self._texts.get(text)
        if found is None:
            self.left -= len(text)
            found = unsafe_names_in_text(text) if self.left >= 0 else NOTHING
            self._texts[text] = found
        if found:
            yield UnsafeUse(place, label, found)
