"""Records of situations in `rules.yaml`: yes/no questions about the position, tested at set times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import PhaseId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference


@dataclass(frozen=True, slots=True)
class SituationFacts:
    """Facts about a position; the situation holds if every given fact is true."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    owns: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places, all of which the side must own: the last unit in each was one of its units.", "capital"),
        Reference("place"),
    ] = ()
    occupies: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places that must each contain one of the side's units.", "capital"),
        Reference("place"),
    ] = ()
    cut_off: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Places in whose hex the side can't use the `network`. A place is cut off by enemies "
            "or their ZOC in its hex, or on every line that leads to it.",
            "[capital, port]",
        ),
        Reference("place"),
    ] = ()
    network: Annotated[str | None, Doc("The network for `cut_off`.", "rail"), Reference("network")] = None
    reaches: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Places, at least one of which a unit on the map can reach by the `mode` with its printed "
            "allowance. ZOC and other units are ignored; lines and weather count.",
            "capital",
        ),
        Reference("place"),
    ] = ()
    mode: Annotated[str | None, Doc("The movement mode for `reaches`.", "nearing"), Reference("mode")] = None


@dataclass(frozen=True, slots=True)
class Situation:
    """A yes/no question about the position, answered at its last test. The criterion `situation` uses it, as
    do `situation` of entries, `released_by` of garrisons, and `automatic_victory` of a victory table with
    `consecutive`, which counts the tests in a row.
    """

    id: str
    name: Annotated[str, Doc("Name of the situation.", "The capital is taken")]
    phases: Annotated[
        tuple[PhaseId, ...],
        ONE_OR_MORE,
        Doc("Phases at whose start the situation is tested; it doesn't change between tests.", "my-movement"),
        Reference("phase"),
    ]
    any: Annotated[
        tuple[SituationFacts, ...],
        Doc("The situation holds if any of these facts is true.", "[{side: my-side, owns: capital}]"),
    ]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.9"')] = ""
    permanent: Annotated[
        bool, Doc("Whether the situation holds forever once it has held at a test.", "true")
    ] = False
