"""Define the records of options and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import KEYED, Doc, OptionsOf

RequiredOptions = Annotated[
    Mapping[str, str],
    Doc(
        "Scenario options under which the entry applies; if omitted, it always applies.",
        "{mud-movement: one-hex}",
    ),
    OptionsOf("rules.yaml"),
]


def holds_under(options: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Return whether an entry that requires the choices in `wanted` applies; an entry that requires none
    always applies.
    """
    return all(options.get(option) == choice for option, choice in wanted.items())


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be chosen for an option."""

    id: str
    name: Annotated[str, Doc("Name of the choice.", "Railway through 0903 (2022)")]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice between versions of the game when it is built, or an optional rule chosen for a game."""

    id: str
    name: Annotated[str, Doc("Name of the option.", "Edition")]
    choices: Annotated[tuple[Choice, ...], KEYED, Doc("The choices, by id.")]
    default: Annotated[str, Doc("The choice used unless another is selected.", '"2022"')]
    description: Annotated[str, Doc("Advice on the choice.")] = ""
