"""Records of campaigns with invented games: the same each time, and made without playing.

`python -m tests.players.campaign_records` writes the golden report anew.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hexwright.load.game_loading import load_game
from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.campaigns.campaign_job import Chunk, PlayedChunk
from hexwright.players.campaigns.campaign_report import CampaignReport, report_campaign
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.campaigns.plan_loading import Campaign, parse_plan, plan_campaign
from hexwright.players.campaigns.report_findings import findings
from hexwright.players.playtesting.game_statistics import GameResult

GOLDEN: Final = Path(__file__).with_name("campaign-report.json")
SLUG: Final = "the-ford"
RED, BLUE = SideId("red"), SideId("blue")
FORD, MILL = HexId("0403"), HexId("0603")
TURNS: Final = 6
CHANCES: Final = (0.7, 0.4)
"""Red's chance with the project's own data and with the variant."""
UNITS: Final = ("red-1", "red-2", "red-3", "blue-1", "blue-2", "blue-guard", "blue-horse")
"""All units but Red's horse, which never fights."""


def ford_project(root: Path) -> Project:
    """Return a project with the small game, and in its folder `other` a copy as a variant."""
    start_game(Project(root), SLUG)
    shutil.copytree(root / "data", root / "other" / "data")
    return Project(root)


def ford_campaign(project: Project, players: str = "random") -> Campaign:
    """Return a campaign of the project and its variant, without games."""
    text = f"players: [{players}]\ngames: 80\nvariants: {{weak: {{project: other}}}}\n"
    plan, spans = parse_plan(SourceFile("plan.yaml", text.encode()))
    return plan_campaign(project, load_game(project, SLUG), plan, spans, project.root)


def invented_game(seed: int, red_chance: float) -> GameResult:
    """Return a game that nobody played. Red wins by taking the ford; it then tends to lose fewer steps."""
    dice = random.Random(f"{seed} {red_chance}")
    decided = dice.randint(1, TURNS)
    winner = RED if dice.random() < red_chance else BLUE if dice.random() < 0.9 else None
    ford: list[tuple[int, SideId | None]] = [(decided, RED)] if winner is RED else []
    if winner is BLUE and dice.random() < 0.4:
        ford = [(2, RED), (4, BLUE)]
    captures: dict[HexId, tuple[tuple[int, SideId | None], ...]] = {FORD: tuple(ford)} if ford else {}
    red = [
        sum(1 if owner == RED else -1 for turn, owner in ford if turn <= now) for now in range(1, TURNS + 1)
    ]
    fell = dice.sample(UNITS, dice.randint(1, 3))
    return GameResult(
        seed=seed,
        winner=winner,
        level=None if winner is None else "decisive" if dice.random() < 0.3 else "marginal",
        points={RED: 10 * red[-1], BLUE: 10 * (2 - red[-1])},
        actions=dice.randint(60, 140),
        last_turn=TURNS,
        prize_falls=ford[0][0] if ford else None,
        prize_owner=RED if red[-1] else BLUE,
        destroyed={RED: (0,) * TURNS, BLUE: (0,) * TURNS},
        steps_lost={
            RED: tuple(dice.randint(0, 1 if winner is RED else 3) for _ in range(TURNS)),
            BLUE: tuple(dice.randint(0, 2) for _ in range(TURNS)),
        },
        battles={FORD: dice.randint(1, 4), HexId("0502"): dice.randint(0, 2)},
        points_by_turn={RED: tuple(10 * one for one in red), BLUE: tuple(20 - 10 * one for one in red)},
        cities={RED: tuple(red), BLUE: tuple(2 - one for one in red)},
        decided=decided,
        lost=tuple(sorted(map(UnitId, fell))),
        fought=tuple(sorted(map(UnitId, {*fell, *dice.sample(UNITS, 3)}))),
        captures=captures,
    )


def write_games(file: Path, campaign: Campaign, games: int, cells: int | None = None) -> None:
    """Write a record with so many invented games of each combination, or only of the first ones."""
    with GameStore.create(file, campaign) as store:
        for number, cell in enumerate(campaign.cells[:cells]):
            chance = CHANCES[bool(cell.variant)]
            for first in range(0, games, 500):
                seeds = tuple(range(first, min(games, first + 500)))
                played = tuple(invented_game(seed, chance) for seed in seeds)
                store.add(campaign, PlayedChunk(Chunk(number, first, seeds), played, (0.1,) * len(seeds)))


def report_of(file: Path, campaign: Campaign) -> CampaignReport:
    """Return the report of a record."""
    with GameStore.open(file) as store:
        return report_campaign(campaign, store, "record")


def golden_text(report: CampaignReport, campaign: Campaign) -> str:
    """Return a report as JSON lines that people can compare; without the version, which changes."""
    content: Mapping[str, object] = {
        **report.json(),
        "hexwright": "",
        "findings": [one.text for one in findings(report, campaign.games[""])],
    }
    return json.dumps(content, indent=1) + "\n"


def rewrite() -> None:
    """Write the golden anew."""
    with TemporaryDirectory() as folder:
        campaign = ford_campaign(ford_project(Path(folder)))
        write_games(Path(folder) / "record", campaign, 80)
        text = golden_text(report_of(Path(folder) / "record", campaign), campaign)
        GOLDEN.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    rewrite()
