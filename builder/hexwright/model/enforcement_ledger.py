"""Define the records of the rules ledger, `ledger.yaml`: the cases of the rule text, and where each is
implemented and tested.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from hexwright.model.key_annotations import KEYED, Doc, Pattern


@dataclass(frozen=True, slots=True)
class Case:
    """One numbered or lettered case of the rule text."""

    id: str
    title: Annotated[str, Doc("Summary of the case, in a few words.", "A unit stops on entering an EZOC")]
    functions: Annotated[
        tuple[str, ...],
        Doc(
            "Functions of the rules engine that implement the case, as importable names.",
            "[hexwright.queries.movement_flood.flood]",
        ),
    ]
    tests: Annotated[
        tuple[str, ...],
        Doc(
            "Tests that cover the case, as file and test name.",
            "[tests/rules/test_movement.py::test_unit_stops_on_entering_ezoc]",
        ),
    ]
    module: Annotated[
        str,
        Doc("How far the VASSAL module enforces the case.", "enforced"),
        Pattern(
            r"none yet|enforced|automated|assisted|manual: \S.*",
            "'enforced', 'automated', 'assisted', 'manual: why' or 'none yet'",
        ),
    ] = "none yet"
    ruling: Annotated[
        str,
        Doc(
            "The decision on a question that the rule text leaves open; empty if there is none. "
            "Readers see it in place of `Ruling[CASE]` in `summary`.",
            "A unit may leave an EZOC by rail.",
        ),
    ] = ""
    reason: Annotated[
        str,
        Doc("The reason for the ruling, for readers of the ledger.", "Only passing through is forbidden."),
    ] = ""
    heading: Annotated[
        str,
        Doc(
            "The heading above the case in the published text, if it differs from the section's; "
            "violations cite it.",
            "Road Bonus",
        ),
    ] = ""
    option: Annotated[
        Mapping[str, str],
        Doc(
            "Scenario option under which the case, or another reading of it, applies.", '{city-retreat: "on"}'
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The content of `ledger.yaml`; the file is optional."""

    cases: Annotated[tuple[Case, ...], KEYED, Doc("All cases of the rule text, each once.")] = ()

    def case(self, case: str) -> Case | None:
        """Return the case with this id, or None."""
        return next((candidate for candidate in self.cases if candidate.id == case), None)
