"""Find the campaign of a record again, with the data that its games were played with."""

from __future__ import annotations

from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile
from hexwright.players.campaigns.game_store import StoredPlan
from hexwright.players.campaigns.plan_loading import Campaign, parse_plan, plan_campaign


def campaign_of_record(
    stored: StoredPlan, path: Path, project: Project | None = None, loaded: LoadedGame | None = None
) -> Campaign:
    """Return the campaign of a record, by default with the project in which it was begun.

    Raises InputError if its data can't be loaded, or no longer have what its plan names.
    """
    plan, spans = parse_plan(SourceFile(path.as_posix(), stored.content.encode()))
    project = project or Project(stored.project)
    return plan_campaign(
        project, loaded or load_game(project, stored.game), plan, spans, path.absolute().parent
    )


def variant_project(campaign: Campaign, variant: str) -> Project:
    """Return the project of a variant; that of the campaign itself has an empty name."""
    for one in campaign.plan.variants:
        if one.id == variant:
            return Project(campaign.folder / one.project)
    return Project(campaign.project)


def replayable(stored: StoredPlan, path: Path) -> Campaign | None:
    """Return the campaign of a record if its data still exist where they were; otherwise None."""
    try:
        return campaign_of_record(stored, path)
    except InputError:
        return None
