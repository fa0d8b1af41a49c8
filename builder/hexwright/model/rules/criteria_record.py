"""Records of criteria: the keys that say when an entry of the rules applies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.game_options import RequiredOptions
from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.record_fields import field_names, field_reader

Condition = Literal["disrupted", "undisrupted", "fortified", "unfortified", "entrained", "unentrained"]
Degree = Literal["in", "limited", "isolated"]
"""The supply state of a unit."""
Supply = Literal["in", "out", "limited", "isolated"]
Terrains = Annotated[tuple[str, ...], ONE_OR_MORE, Doc("Terrain of the hex.", "forest"), Reference("terrain")]
Features = Annotated[tuple[str, ...], ONE_OR_MORE, Doc("Features in the hex.", "rough"), Reference("feature")]
Places = Annotated[tuple[str, ...], ONE_OR_MORE, Doc("Places in the hex.", "capital"), Reference("place")]
PlaceKinds = Annotated[tuple[OwnedKind, ...], ONE_OR_MORE, Doc("Kinds of place in the hex.", "[city, town]")]
Along = Annotated[
    tuple[str, ...],
    ONE_OR_MORE,
    Doc("Lines that the step follows, in either direction.", "road"),
    Reference("line"),
]
Toward = Annotated[
    str | None,
    Doc("With `along`: only steps toward this place on the line.", "capital"),
    Reference("place"),
]
AwayFrom = Annotated[
    str | None,
    Doc("With `along`: only steps away from this place on the line.", "capital"),
    Reference("place"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unless:
    """Exceptions: if any of these holds, the entry doesn't apply."""

    terrain: Terrains = ()
    feature: Features = ()
    place: Places = ()
    place_kinds: PlaceKinds = ()
    along: Along = ()
    toward: Toward = None
    away_from: AwayFrom = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Another unit of the same side, such as a leader, that must or must not be within a distance."""

    classes: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of the other unit; if `classes` and `units` are omitted, any unit.", "[leader]"),
        Reference("class"),
    ] = ()
    units: Annotated[
        tuple[UnitId, ...],
        ONE_OR_MORE,
        Doc("Single units, in addition to `classes`.", "[hq-1]"),
        Reference("unit"),
    ] = ()
    within: Annotated[int, Doc("Maximum distance in hexes; 0 is the same hex.", "2"), Range(0, 99)] = 0
    missing: Annotated[
        bool,
        Doc("Whether the criterion is reversed: no unit of this kind may be within the distance.", "true"),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """Criteria of an entry. Every given key must hold; one matching item of a list suffices. Without keys,
    the entry always applies. `terrain`, `feature`, `place` ask about the hex entered or attacked; `across`,
    `into`, `along` about the step into it; `side`, `classes`, `condition` about the moving or attacking unit,
    or the unit whose strength or dice are modified. In combat, `against` and `against_classes` ask about the
    enemy. In fire combat, the step of a defender or air unit is any step across which attackers fire, and one
    matching enemy unit suffices.
    """

    unused: ClassVar[tuple[str, ...]] = ()
    """Criteria that have no effect in the entries of a class. Each is refused there."""

    terrain: Terrains = ()
    feature: Features = ()
    place: Places = ()
    place_kinds: PlaceKinds = ()
    across: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Hexside features that the step crosses, in either direction.", "river"),
        Reference("hexside"),
    ] = ()
    across_front: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Hexside features that the step crosses through their front: from the second hex of the "
            "hexside as written (in front) into the first (behind). Crossing from behind doesn't count.",
            "rampart",
        ),
        Reference("hexside"),
    ] = ()
    into: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Features whose hexes the step enters from outside; the step back doesn't count. Together "
            "with `across`, the key selects one direction across a hexside.",
            "rough",
        ),
        Reference("feature"),
    ] = ()
    along: Along = ()
    toward: Toward = None
    away_from: AwayFrom = None
    weather: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Kinds of weather.", "mud"), Reference("weather")
    ] = ()
    turns: Annotated[tuple[int, ...], ONE_OR_MORE, Doc("Turn numbers.", "[1, 2]"), Range(1, 999)] = ()
    phases: Annotated[
        tuple[PhaseId, ...],
        ONE_OR_MORE,
        Doc(
            "Phases of the sequence; for fire combat, the phases in which the battles are fought.", "my-fire"
        ),
        Reference("phase"),
    ] = ()
    side: Annotated[
        tuple[SideId, ...], ONE_OR_MORE, Doc("Sides of the unit.", "my-side"), Reference("side")
    ] = ()
    classes: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Classes of the unit.", "[infantry]"), Reference("class")
    ] = ()
    units: Annotated[
        tuple[UnitId, ...],
        ONE_OR_MORE,
        Doc("Single units, in addition to `classes`.", "[16-army]"),
        Reference("unit"),
    ] = ()
    supply: Annotated[
        Supply | None,
        Doc(
            "Supply state of the unit, by `supply_lines`; during movement, its state when the phase "
            "began. `out` includes `limited` and `isolated`, which `range_in_mp` distinguishes.",
            "out",
        ),
    ] = None
    enemy_zoc: Annotated[Literal["in", "out"] | None, Doc("Whether the unit is in an EZOC.", "in")] = None
    condition: Annotated[Condition | None, Doc("Condition of the unit.", "undisrupted")] = None
    near: Annotated[
        Near | None,
        Doc("Another unit of the same side that must, or must not, be near.", "{classes: leader, within: 2}"),
    ] = None
    situation: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Situations, as last tested.", "capital-taken"),
        Reference("situation"),
    ] = ()
    against: Annotated[
        tuple[SideId, ...], ONE_OR_MORE, Doc("Sides of the enemy.", "other-side"), Reference("side")
    ] = ()
    against_classes: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Classes of the enemy.", "[tank]"), Reference("class")
    ] = ()
    unless: Annotated[
        Unless | None, Doc("Exceptions: if one of these holds, the entry doesn't apply.", "{along: road}")
    ] = None
    option: RequiredOptions = field(default_factory=dict)


def matches_supply(asked: Supply | None, degree: Degree) -> bool:
    """Return whether a supply state meets a criterion; every state meets None."""
    return asked is None or asked == degree or (asked == "out" and degree != "in")


Path = tuple[str | int, ...]


def criteria_in(part: object, at: Path = ()) -> Iterator[tuple[Path, Criteria]]:
    """Yield all criteria in a part of the data, each with its path of keys, ids and list indices."""
    found: list[tuple[Path, Criteria]] = []
    _gather(part, at, found)
    yield from found


def _gather(part: object, at: Path, found: list[tuple[Path, Criteria]]) -> None:
    # Every rules engine walks all rules here, many times; values without records are skipped early.
    if isinstance(part, Criteria):
        found.append((at, part))
    if isinstance(part, tuple):
        for number, entry in enumerate(part):
            if type(entry) not in _PLAIN:
                _gather(entry, (*at, getattr(entry, "id", number)), found)
        return
    kind: type = type(part)
    for name, value in zip(field_names(kind), field_reader(kind)(part), strict=True):
        if value and type(value) not in _PLAIN:
            _gather(value, (*at, name), found)


_PLAIN: Final = (str, int, bool, type(None), dict)
