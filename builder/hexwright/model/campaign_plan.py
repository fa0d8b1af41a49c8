"""Define the plan of a campaign of games: which scenarios, options, players and variants are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import KEYED, Doc, Pattern, Range

PlayerName = Literal["random", "greedy", "tuned", "search"]


@dataclass(frozen=True, slots=True)
class PlanVariant:
    """Another version of the game's data, such as one with a changed rule."""

    id: str
    project: Annotated[
        str,
        Doc(
            "The project folder of the variant, relative to the plan: it contains `data/` with a folder "
            "of the game's name.",
            "../new-supply",
        ),
        Pattern(r"[^\x00-\x1f]{1,400}", "the path of a folder relative to the plan, or an absolute path"),
    ]


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """The plan of a campaign. Each scenario is played under each of the options, by each combination of the
    players, and with the data of each variant. Every key may be omitted.
    """

    scenarios: Annotated[
        tuple[str, ...], Doc("Names of scenario files; if omitted, all.", "[operation-typhoon]")
    ] = ()
    options: Annotated[
        tuple[Mapping[str, str], ...],
        Doc(
            "Choices of options, one entry for each way to play; `{}` is the scenario's own. If omitted, "
            "only that.",
            '[{}, {edition: "1986"}]',
        ),
    ] = ()
    players: Annotated[
        tuple[PlayerName, ...],
        Doc(
            "Computer players. Each combination of them on the sides is played, so that two players meet in "
            "both seats.",
            "[greedy, random]",
        ),
    ] = ("greedy",)
    variants: Annotated[
        tuple[PlanVariant, ...],
        Doc(
            "Other versions of the data, played with the same seeds as the project's own.",
            "{new-supply: {project: ../new-supply}}",
        ),
        KEYED,
    ] = ()
    games: Annotated[int, Doc("Number of games of each combination.", "1000"), Range(1, 10_000_000)] = 100
    seed: Annotated[int, Doc("The same seed gives the same games.", "7"), Range(0, 1_000_000_000)] = 0
    precision: Annotated[
        float | None,
        Doc(
            "Stop a combination early once each side's share of wins is known to plus or minus this. It is "
            "checked after 50, 100, 200 … games, with wider intervals that allow for the repeated look.",
            "0.03",
        ),
        Range(0.001, 0.5),
    ] = None
