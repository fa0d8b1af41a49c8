"""Read the plan of a campaign, and find the games and cells that it names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError
from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.load.project_folder import Project
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse, read_source
from hexwright.model.campaign_plan import CampaignPlan
from hexwright.model.game import Game
from hexwright.players.campaigns.campaign_job import CampaignCell, CampaignJob
from hexwright.players.policies import require_playable
from hexwright.support.message_wording import did_you_mean, quote
from hexwright.support.result_cache import code_identity, digest_of

MAX_CELLS: Final = 10_000
"""Maximum number of combinations of a plan."""
_DATA: Final = (".yaml", ".csv", ".xlsx")
"""Files of a game that can change its play; pictures can't."""
_WEIGHTS: Final = "players.yaml"


@dataclass(frozen=True, slots=True)
class Campaign:
    """A plan with the games and cells that it names."""

    slug: str
    plan: CampaignPlan
    project: Path
    """The project folder of the data, against which variants are played."""
    folder: Path
    """The folder to which the plan's paths are relative."""
    games: Mapping[str, Game]
    """The data of each variant; those of the project itself have an empty name."""
    data: Mapping[str, str]
    """The digest of each variant's data."""
    weights: Mapping[str, str]
    """The digest of each variant's weights of computer players."""
    cells: tuple[CampaignCell, ...]

    @property
    def job(self) -> CampaignJob:
        """Return what workers need."""
        return CampaignJob(self.games, dict(enumerate(self.cells)))

    def identity(self, cell: CampaignCell) -> Mapping[str, str]:
        """Return the data, seed and version of a cell's games: games are counted together
        only if these agree.
        """
        named = {
            "game": self.slug,
            "seed": str(self.plan.seed),
            "hexwright": code_identity(),
            f"data {cell.variant}".rstrip(): self.data[cell.variant][:12],
        }
        if any(player == "tuned" for _, player in cell.players):
            named[f"weights {cell.variant}".rstrip()] = self.weights[cell.variant][:12]
        return named

    def digest(self, cell: CampaignCell) -> str:
        """Return the digest of a cell. More games and other cells don't change it."""
        named = {**self.identity(cell), "cell": str(cell)}
        return digest_of(f"{name}={value}" for name, value in named.items())[:16]

    def plan_text(self) -> str:
        """Return the plan as JSON, from which the campaign is resumed; the paths in it are absolute."""
        variants = {one.id: {"project": str(self.folder / one.project)} for one in self.plan.variants}
        values = {**asdict(self.plan), "variants": variants}
        return json.dumps({key: value for key, value in values.items() if value is not None})


def read_plan(path: Path, file: str) -> tuple[CampaignPlan, ValueSpans]:
    """Read a plan, which messages call `file`; raise `InputError` with all its errors."""
    return parse_plan(
        read_source(
            path, file, "give the path of a plan; docs/how-to/campaigns.md shows one, and none is needed"
        )
    )


def parse_plan(source: SourceFile) -> tuple[CampaignPlan, ValueSpans]:
    """Parse a plan; raise `InputError` with all its errors."""
    report, spans = DiagnosticReport(), ValueSpans()
    tree = parse(source, report)
    plan = (
        None if tree is None else build_record(CampaignPlan, tree, (), ReaderContext(source, report, spans))
    )
    report.raise_if_failed()
    assert plan is not None
    return plan, spans


def plan_campaign(
    project: Project,
    loaded: LoadedGame,
    plan: CampaignPlan,
    spans: ValueSpans,
    folder: Path,
) -> Campaign:
    """Return a campaign; raise `InputError` for a plan that names what isn't there."""
    own = loaded.game
    report = DiagnosticReport()
    known = [one.id for one in own.scenarios]
    for number, name in enumerate(plan.scenarios):
        if name not in known:
            hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
            told = f"{own.slug} has no scenario {quote(name)}"
            report.error("P001", told, spans.value("scenarios", number), hint)
    for key, values in (("scenarios", plan.scenarios), ("players", plan.players), ("options", plan.options)):
        _check_repeated(report, spans, key, values)
    report.raise_if_failed()
    plan = replace(plan, scenarios=plan.scenarios or tuple(known))
    games, data, weights = {"": own}, {"": data_digest(loaded)}, {"": _weights_digest(loaded)}
    for variant in plan.variants:
        other = Project(folder / variant.project)
        if not (other.folder(own.slug) / "game.yaml").is_file():
            raise InputError.single(
                "P040",
                f"variant {quote(variant.id)} has no data/{own.slug}/game.yaml in {other.root}",
                spans.value("variants", variant.id, "project"),
                "give the folder that contains data/, relative to the plan",
            )
        found = load_game(other, own.slug)
        games[variant.id], data[variant.id] = found.game, data_digest(found)
        weights[variant.id] = _weights_digest(found)
    for game, name in product(games.values(), plan.players):
        require_playable(game, name)
    cells = tuple(_cells(plan, games, spans))
    campaign = Campaign(own.slug, plan, project.root, folder, games, data, weights, cells)
    _check_options(campaign, spans)
    return campaign


def _check_repeated(report: DiagnosticReport, spans: ValueSpans, key: str, values: Sequence[object]) -> None:
    for number, value in enumerate(values):
        if value in values[:number]:
            told = f"{quote(str(value))} is in {quote(key)} twice"
            report.error("P040", told, spans.value(key, number), "delete one: its games would be the same")


def data_digest(loaded: LoadedGame) -> str:
    """Return the digest of the files of a game that can change its play, wherever its project lies.

    The weights of computer players aren't among them: they change the play of `tuned` alone.
    """
    files = _data_files(loaded)
    return digest_of(part for name, content in files.items() if name != _WEIGHTS for part in (name, content))


def _weights_digest(loaded: LoadedGame) -> str:
    return digest_of([_data_files(loaded).get(_WEIGHTS, b"")])


def _data_files(loaded: LoadedGame) -> Mapping[str, bytes]:
    """Return the files that can change play, by their path within the game's folder, in order."""
    return {
        name.rpartition(f"data/{loaded.game.slug}/")[2]: content
        for name, content in sorted(loaded.sources.items())
        if name.lower().endswith(_DATA)
    }


def _cells(plan: CampaignPlan, games: Mapping[str, Game], spans: ValueSpans) -> Iterator[CampaignCell]:
    sides = [side.id for side in games[""].info.sides]
    number = len(games) * len(plan.scenarios) * max(1, len(plan.options)) * len(plan.players) ** len(sides)
    if number > MAX_CELLS:
        raise InputError.single(
            "P040",
            f"the plan has {number:,} combinations, more than {MAX_CELLS:,}",
            spans.value("players"),
            "make several plans, each with a record of its own",
        )
    for variant, scenario in product(games, plan.scenarios):
        found = next((one for one in games[variant].scenarios if one.id == scenario), None)
        if found is None:
            raise InputError.single(
                "P040",
                f"variant {quote(variant)} has no scenario {quote(scenario)}",
                spans.value("variants", variant),
                "name in 'scenarios' only scenarios that all variants have",
            )
        for options, seats in product(plan.options or ({},), product(plan.players, repeat=len(sides))):
            yield CampaignCell(
                variant, scenario, tuple(sorted(options.items())), tuple(zip(sides, seats, strict=True))
            )


def _check_options(campaign: Campaign, spans: ValueSpans) -> None:
    """Raise `InputError` for options that a game doesn't have, before the first game is played."""
    job, seen = campaign.job, set()
    for number, cell in enumerate(campaign.cells):
        key = cell.variant, cell.options
        if not cell.options or key in seen:
            continue
        seen.add(key)
        try:
            job.rules(number)
        except InputError as fault:
            chosen = campaign.plan.options.index(dict(cell.options))
            where = spans.value("options", chosen)
            raise InputError(tuple(replace(one, span=where) for one in fault.diagnostics)) from fault
