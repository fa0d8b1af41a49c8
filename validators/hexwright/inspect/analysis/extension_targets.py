"""Find the component that a part of an extension is added to.

Source: VASSAL 3.7.26 (`ComponentPathBuilder`). Each step names a class and, unless the component has none, a
name. Where a class is right and a name is wrong, VASSAL takes another component of the class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from hexwright.inspect.analysis.module_place import STEP, quoted
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component

#: The most steps that are searched for; further targets aren't judged.
MAX_STEPS: Final = 1_000_000
#: The components that VASSAL adds to a module if they are absent.
_ALWAYS: Final = (
    c.BasicCommandEncoder,
    c.Chatter,
    c.Documentation,
    c.GlobalOptions,
    c.GlobalProperties,
    c.GlobalTranslatableMessages,
    c.KeyNamer,
    c.Language,
    c.PlayerRoster,
    c.PrototypesContainer,
)


class TargetStep(NamedTuple):
    """One step of a target: a Java class and a name, which may be empty."""

    tag: str
    name: str

    def __str__(self) -> str:
        found = c.by_tag().get(self.tag)
        kind = (found.TITLE if found is not None else "") or self.tag.rpartition(".")[2]
        return f"{kind} {quoted(self.name)}" if self.name else kind


class TargetMatch(NamedTuple):
    """What a target leads to: the components that VASSAL takes, or the step at which it fails."""

    steps: tuple[TargetStep, ...]
    taken: tuple[ComponentNode, ...] = ()
    missing: int | None = None

    @property
    def renamed(self) -> Iterator[tuple[TargetStep, ComponentNode]]:
        """Yield the steps whose names no component has, each with the component that VASSAL takes instead."""
        for step, node in zip(self.steps, self.taken, strict=False):
            if not _has_name(node.component, step.name):
                yield step, node


def target_steps(component: Component) -> tuple[TargetStep, ...]:
    """Return the steps of the target of a part of an extension."""
    target = component.get("target", "")
    steps = sequence_encoder.decode(target, "/") if target else []
    parts = [[*sequence_encoder.decode(step, ":"), ""] for step in steps]
    return tuple(TargetStep(part[0], part[1]) for part in parts)


def target_label(component: Component) -> str:
    """Return the target of a part of an extension in the words of the Editor."""
    return STEP.join(map(str, target_steps(component))) or "the module"


def extension_targets(module: ModuleView) -> Iterator[tuple[ComponentNode, TargetMatch]]:
    """Yield each part of the extensions with what its target leads to, in the order in which they are loaded.

    A part may be added to a component that an earlier part has added.
    """
    tree = _Tree()
    for node in module.nodes:
        if node.parent is not None and not isinstance(node.component, c.ExtensionElement):
            tree.add(node.parent, node)
    root = module.nodes[0]
    for node in module.all(c.ExtensionElement):
        found = tree.search(root, target_steps(node.component))
        yield node, found
        if found.missing is None:
            for part in node.children:
                tree.add(found.taken[-1] if found.taken else root, part)


class _Tree:
    """The components of a module, by parent, class and name."""

    def __init__(self) -> None:
        self._alike: dict[tuple[ComponentNode, str], list[ComponentNode]] = defaultdict(list)
        self._named: dict[tuple[ComponentNode, str, str], ComponentNode] = {}
        self._left = MAX_STEPS

    def add(self, parent: ComponentNode, node: ComponentNode) -> None:
        """Add a component below its parent."""
        tag = str(node.component.tag)
        self._alike[parent, tag].append(node)
        for value in node.component.attrib.values():
            self._named.setdefault((parent, tag, str(value)), node)

    def search(self, parent: ComponentNode, steps: tuple[TargetStep, ...]) -> TargetMatch:
        """Return what a target leads to from a component."""
        if (
            steps
            and any(steps[0].tag == kind.TAG for kind in _ALWAYS)
            and not self._alike[parent, steps[0].tag]
        ):
            return TargetMatch(steps)
        taken, missing = self._search(parent, steps, 0)
        return TargetMatch(steps, taken, missing)

    def _search(
        self, parent: ComponentNode, steps: tuple[TargetStep, ...], number: int
    ) -> tuple[tuple[ComponentNode, ...], int | None]:
        """Return the components from one step on, or the step at which all ways end."""
        self._left -= 1
        if number == len(steps) or self._left < 0:
            return (), None
        tag, name = steps[number]
        exact = self._named.get((parent, tag, name)) if name else None
        alike = [exact] if exact is not None else self._alike[parent, tag]
        if exact is None and number == len(steps) - 1:
            alike = alike[:1]
        furthest = number
        for node in alike:
            taken, missing = self._search(node, steps, number + 1)
            if missing is None:
                return (node, *taken), None
            furthest = max(furthest, missing)
        return (), furthest


def _has_name(component: Component, name: str) -> bool:
    """Return whether a component may have a name, which is another attribute in each class."""
    return not name or name in component.attrib.values()
