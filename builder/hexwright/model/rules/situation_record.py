"""Describe situations in `rules.yaml`: what is judged now and then, and counts until it is judged again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import PhaseId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference


@dataclass(frozen=True, slots=True)
class Fact:
    """What must be so of a position: all that is given."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    owns: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places that all belong to it: a unit of it was the last there.", "capital"),
        Reference("place"),
    ] = ()
    occupies: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places with a unit of it in each.", "capital"),
        Reference("place"),
    ] = ()
    cut_off: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Places to which it can't use the `network`: neither their own hex is usable by it, nor any that "
            "the network's lines join with it.",
            "[capital, port]",
        ),
        Reference("place"),
    ] = ()
    network: Annotated[
        str | None, Doc("The network that `cut_off` asks about.", "rail"), Reference("network")
    ] = None
    reaches: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Places to any of which one of its units on the map comes by the `mode`, with the allowance "
            "printed on it, as if it stood alone: zones and other units don't count, lines and weather do.",
            "capital",
        ),
        Reference("place"),
    ] = ()
    mode: Annotated[
        str | None, Doc("The way of moving that `reaches` asks about.", "nearing"), Reference("mode")
    ] = None


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that is so or isn't, as it was judged last: `situation` asks for it wherever something says
    when it counts and where units come, `until` where they wait, `claims` of a victory table for how many
    times in a row it was so.
    """

    id: str
    name: Annotated[str, Doc("What it is called.", "The capital is taken")]
    phases: Annotated[
        tuple[PhaseId, ...],
        ONE_OR_MORE,
        Doc("As these begin it is judged; between them it stays as it was.", "my-movement"),
        Reference("phase"),
    ]
    any: Annotated[
        tuple[Fact, ...], Doc("It is so while any one of these is.", "[{side: my-side, owns: capital}]")
    ]
    rule: Annotated[str, Doc("The rule's number or case.", '"3.9"')] = ""
    lasting: Annotated[bool, Doc("Whether it stays so once it was judged to be.", "true")] = False
