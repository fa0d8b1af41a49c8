"""Check for set-ups with pieces that differ from the module's definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.module_setups import PieceKind
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.trait_fields import Record, Trait, UnknownTrait
from hexwright.vassal.codec.traits import BasicPiece, Prototype


def _run(subject: CheckedModule) -> Iterator[Finding]:
    slots = [d for d in subject.module.pieces if isinstance(d.component, c.PieceSlot)]
    defined = {design.gpid: design for design in slots}
    known = set(subject.module.prototypes.by_name)
    expanded: dict[str | None, tuple[Trait, ...]] = {}
    same: dict[tuple[PieceKind, str], bool] = {}
    for setup in subject.set_ups:
        stale: Counter[str] = Counter()
        for (kind, gpid), count in setup.pieces.items():
            design = defined.get(gpid) if isinstance(kind.basic, BasicPiece) else None
            names = {trait.name for trait in kind.traits if isinstance(trait, Prototype)}
            if design is None or not names <= known:
                continue
            if design.gpid not in expanded:
                expanded[design.gpid] = _expanded(subject, design)
            # A saved game contains pieces with their prototypes expanded, as VASSAL had them in play.
            if (kind, gpid) not in same:
                saved = kind.traits
                if names:
                    saved = _expanded(subject, PieceDefinition(design.place, "", GamePiece(saved)))
                same[kind, gpid] = _same(saved, expanded[design.gpid])
            if not same[kind, gpid]:
                stale[design.name] += count
        if stale:
            told, total = ", ".join(map(quoted, stale)), sum(stale.values())
            differ = f"{count_noun(total, 'piece')} {'differs' if total == 1 else 'differ'}"
            message = f"{differ} from the module's: {told}"
            yield Finding(setup.node.place, message, cause="pieces differ from the module's")


def _expanded(subject: CheckedModule, design: PieceDefinition) -> tuple[Trait, ...]:
    placed = subject.module.prototypes.expand(design)
    return tuple(p.trait for p in placed if not isinstance(p.trait, Prototype))


def _same(left: tuple[Trait, ...], right: tuple[Trait, ...]) -> bool:
    return len(left) == len(right) and all(_alike(a, b) for a, b in zip(left, right, strict=True))


def _alike(left: Trait, right: Trait) -> bool:
    if left is right or type(left) is not type(right):
        return left is right
    if isinstance(left, UnknownTrait):
        return left.encode_type() == right.encode_type()
    if left.source is not None and right.source is not None and left.source.type == right.source.type:
        return True
    return _plain(left) == _plain(right)


def _plain(value: object) -> object:
    # The code of a named key differs between sessions, and older versions of VASSAL wrote fewer fields.
    if isinstance(value, KeyCommand):
        return key_identity(value)
    if isinstance(value, Record):
        return tuple(_plain(getattr(value, row.name)) for row in type(value).fields())
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value


CHECK = Check(
    code="V314",
    name="setup-stale",
    level=Severity.ADVICE,
    title="A set-up with pieces that differ from the module's definitions",
    why=(
        "A saved game contains each piece with the traits it had when it was saved. If the module's pieces "
        "change, the set-up keeps the old pieces until it is refreshed, and players start with them."
    ),
    since="the pieces work as they did when they were saved, and usually differ only slightly",
    remedy="Refresh the set-up with the Editor's tool, or build it again.",
    run=_run,
)
