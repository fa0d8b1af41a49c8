"""The record that defines a check, and the module data that checks receive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.inspect.analysis.evaluated_fields import FieldValue, is_in_force
from hexwright.inspect.analysis.expression_analysis import TextAnalysis, analyse_text
from hexwright.inspect.analysis.image_drawing import ImageJudgement, judge_images
from hexwright.inspect.analysis.key_bindings import ModuleKeys
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.module_reach import UnsafeUse, find_unsafe_uses
from hexwright.inspect.analysis.module_setups import ModuleSetUp
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.inspect.analysis.piece_key_commands import PieceCommands
from hexwright.inspect.analysis.property_setters import PropertySetters
from hexwright.inspect.analysis.used_images import piece_images, used_images
from hexwright.inspect.analysis.used_prototypes import is_heading, used_prototypes
from hexwright.module_checks.own_judge import has_own_judge
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, Comment

#: Most characters of expressions and formats that are parsed: twenty times those of a large module.
MAX_EXPRESSIONS = 2_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault found by a check.

    Findings with the same `cause` are grouped; findings without a cause are grouped by message.
    """

    place: ModulePlace
    message: str
    hint: str = ""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class EvaluatedText:
    """One string that VASSAL evaluates, with its analysis."""

    place: ModulePlace
    owner: Component | Trait
    value: FieldValue
    reading: TextAnalysis


class CheckedModule:
    """The module being checked, with data that several checks share; each of these values is computed only
    once.
    """

    def __init__(self, module: ModuleView) -> None:
        self.module = module
        #: How many texts were left out because their total is too long.
        self.skipped_texts = 0

    @cached_property
    def texts(self) -> tuple[EvaluatedText, ...]:
        """Return all expressions and formats of the module, as written."""
        found: list[EvaluatedText] = []
        left = MAX_EXPRESSIONS
        for place, owner, value in self.module.values("expression", "format"):
            if not is_in_force(owner, value.name):
                continue
            if len(value.value) <= left or len(value.value) < 100:
                left -= len(value.value)
                found.append(EvaluatedText(place, owner, value, analyse_text(value.kind, value.value)))
            else:
                self.skipped_texts += 1
        return tuple(found)

    @cached_property
    def properties(self) -> PropertySetters:
        """Return the properties that any component, trait or script sets."""
        return PropertySetters(self.module)

    @cached_property
    def keys(self) -> ModuleKeys:
        """Return the key commands that are sent, and the key commands that are answered."""
        return ModuleKeys(self.module)

    @property
    def set_ups(self) -> tuple[ModuleSetUp, ...]:
        """Return summaries of the predefined set-ups."""
        return self.module.set_ups

    @cached_property
    def has_own_judge(self) -> bool:
        """Return whether the only compiled code in the module is the judge that hexwright writes."""
        return has_own_judge(self.module)

    @cached_property
    def unsafe_uses(self) -> tuple[UnsafeUse, ...]:
        """Return the places where scripts and expressions access anything outside the game."""
        return tuple(find_unsafe_uses(self.module, self.set_ups))

    @cached_property
    def used_images(self) -> frozenset[str]:
        """Return the archive entries of all images that are used."""
        return used_images(self.module)

    @cached_property
    def image_judgements(self) -> Mapping[str, ImageJudgement]:
        """Return the images that VASSAL doesn't draw as they are, by their archive entries."""
        return judge_images(self.module)

    @cached_property
    def piece_images(self) -> frozenset[str]:
        """Return the archive entries of the images drawn by traits of pieces."""
        return piece_images(self.module)

    @cached_property
    def commands(self) -> tuple[PieceCommands, ...]:
        """Return, for every piece, the effects of its key commands."""
        return tuple(PieceCommands(self.module, design) for design in self.module.pieces)

    @cached_property
    def used_prototypes(self) -> frozenset[str]:
        """Return the prototypes that any piece uses, directly or through other prototypes."""
        return used_prototypes(self.module)

    @cached_property
    def has_made_up_prototypes(self) -> bool:
        """Return whether an expression puts together the name of a prototype at run time."""
        return any("$" in name or "{" in name for name in self.used_prototypes)

    def is_comment(self, design: PieceDefinition) -> bool:
        """Return whether a definition is a prototype that structures the list: a heading, or one that holds
        nothing; no piece uses it.
        """
        if design.prototype is None or design.prototype in self.used_prototypes:
            return False
        return is_heading(design.prototype) or (_holds_nothing(design) and not self.has_made_up_prototypes)

    @cached_property
    def version(self) -> tuple[int, ...]:
        """Return the VASSAL version that the module claims it was made with; an empty tuple if it names no
        version.
        """
        root = self.module.root
        attribute = "vassalVersion" if isinstance(root, c.ModuleExtension) else "VassalVersion"
        return version_of(root.get(attribute, "")) if root is not None else ()


@dataclass(frozen=True, slots=True)
class Check:
    """One check, with a permanent code, a severity, a title, the reason for the check, and the remedy.

    `since` gives the reason for the severity: it completes the sentence "It is an error because …".
    `needs_module` is true if the check can't be run on an extension without its module.
    """

    code: str
    name: str
    level: Severity
    title: str
    why: str
    since: str
    remedy: str
    run: Callable[[CheckedModule], Iterable[Finding]]
    needs_module: bool = False

    def findings(self, subject: CheckedModule) -> Iterator[Diagnostic]:
        """Yield the check's findings about a module as diagnostics."""
        for finding in self.run(subject):
            span = finding.place.span()
            yield Diagnostic(self.code, self.level, finding.message, span, finding.hint, finding.cause)

    def __str__(self) -> str:
        return (
            f"{self.code}: {self.title} ({self.level.value})\n\n"
            f"Why: {self.why} {self.rationale}\nWhat to do: {self.remedy}"
        )

    @property
    def rationale(self) -> str:
        """Return the sentence that gives the reason for the severity."""
        article = {Severity.ERROR: "an ", Severity.WARNING: "a "}.get(self.level, "")
        return f"It is {article}{self.level.value} because {self.since}."


def _holds_nothing(design: PieceDefinition) -> bool:
    if design.piece is None:
        return design.component is not None and design.component.body in ("", "null")
    return all(isinstance(trait, BasicPiece | Comment) for trait in design.piece.traits)


class NameHints:
    """Suggests the intended names for the first few unknown names."""

    def __init__(self, known: Collection[str], limit: int = 20) -> None:
        self._by_letter: dict[str, list[str]] = {}
        for name in sorted(known):
            if 0 < len(name) <= 60:
                self._by_letter.setdefault(name[0].lower(), []).append(name)
        self._told: dict[str, str] = {}
        self._limit = limit

    def of(self, name: str) -> str:
        """Return "did you mean …?" for an unknown name; an empty string if no known name is similar."""
        if name not in self._told and len(self._told) < self._limit and 0 < len(name) <= 60:
            near = [n for n in self._by_letter.get(name[0].lower(), ()) if abs(len(n) - len(name)) <= 3]
            found = get_close_matches(name, near[:300], 1, 0.75)
            self._told[name] = f"did you mean {quoted(found[0])}?" if found else ""
        return self._told.get(name, "")


def version_of(text: str) -> tuple[int, ...]:
    """Return the numbers of a version such as 3.7.26-beta2 as a tuple; empty if the string has no numbers."""
    found: list[int] = []
    for part in text.strip().split("-")[0].split("."):
        if not (part.isascii() and part.isdigit() and len(part) < 6):
            break
        found.append(int(part))
    return tuple(found)
