"""Check for traits that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.buildfile.component_element import Component, UnknownComponent
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait

#: Words in names of classes that usually define traits; any other class of a module's author may do so too.
_ENCODERS = ("encoder", "factory")


def _run(subject: CheckedModule) -> Iterator[Finding]:
    if any(entry.endswith(".class") for entry in subject.module.entries):
        return  # Classes in the module may define further traits.
    unknown = [placed for placed, _ in subject.module.traits(UnknownTrait) if placed.number]
    absent = [node for node in subject.module.all(UnknownComponent) if _is_foreign(node.component)]
    encoder = min(absent, key=_seems_no_encoder, default=None)
    if encoder is not None and unknown:
        ids = dict.fromkeys(_id(placed.trait) for placed in unknown)
        shown = ", ".join(quoted(name) for name in [*ids][:3]) + (" …" if len(ids) > 3 else "")
        names, uses = count_noun(len(ids), "trait"), count_noun(len(unknown), "use")
        yield Finding(
            encoder.place,
            f"the class {quoted(str(encoder.component.tag))} isn't in the module; it may define "
            f"{names} ({shown}; {uses}) that VASSAL doesn't know",
            "compile the class, and put it into the module",
        )
        return
    for placed in unknown:
        yield Finding(placed.place, f"unknown trait {quoted(_id(placed.trait))}")


def _seems_no_encoder(node: ComponentNode) -> bool:
    simple = str(node.component.tag).rpartition(".")[2].lower()
    return not any(word in simple for word in _ENCODERS)


def _id(trait: Trait) -> str:
    return trait.type_text.partition(";")[0] if isinstance(trait, UnknownTrait) else trait.ID


def _is_foreign(component: Component) -> bool:
    tag = str(component.tag)
    return "." in tag and not tag.startswith("VASSAL.")


CHECK = Check(
    code="V208",
    name="unknown-trait",
    level=Severity.ERROR,
    title="A trait that VASSAL doesn't know",
    why=(
        "VASSAL replaces an unknown trait with a marker, and warns about it; its function is lost. A "
        "module with its own classes isn't checked, because they may define the trait. If the module names a "
        "class of its author, such as a command encoder, that is absent, all are told once, with a count."
    ),
    since="the trait's function is missing",
    remedy="Correct the trait's id, or state which newer VASSAL version the module needs.",
    run=_run,
    needs_module=True,
)
