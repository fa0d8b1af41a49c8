"""The `hexwright campaign compare` command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexwright.cli.commands.campaign import RecordArgument, campaign, open_record
from hexwright.cli.commands.command_options import shown_output_path
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result, print_table

if TYPE_CHECKING:
    from hexwright.players.campaigns.game_store import GameStore, StoredPlan
    from hexwright.players.campaigns.paired_comparison import CellPair, Comparison, GamePair
    from hexwright.players.campaigns.plan_loading import Campaign

_CHOICE_HELP = "such as variant=new-supply, edition=1986 or red=greedy; may be repeated."


@campaign.command("compare")
def compare(
    context: typer.Context,
    before: RecordArgument,
    after: Annotated[
        Path | None, typer.Argument(metavar="RECORD2", help="The record to compare; default: the same one.")
    ] = None,
    chosen_before: Annotated[
        list[str] | None,
        typer.Option("--before", metavar="NAME=CHOICE", help=f"What is compared, {_CHOICE_HELP}"),
    ] = None,
    chosen_after: Annotated[
        list[str] | None,
        typer.Option("--after", metavar="NAME=CHOICE", help=f"With what, {_CHOICE_HELP}"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Write the games that differ most to this folder: logs for VASSAL, records for the page.",
        ),
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
) -> None:
    """Compare two records, or two variants, options or players of one, by games with the same seeds.

    Two records: combinations with the same name. One record: each variant with the project's own data, or
    what --before and --after name. Each figure has the difference between paired games with its interval.
    """
    from hexwright.players.campaigns.paired_comparison import compare as compare_cells

    chosen = _choices("--before", chosen_before), _choices("--after", chosen_after)
    with ExitStack() as opened:
        old, old_plan = opened.enter_context(open_record(before))
        new, new_plan = opened.enter_context(open_record(after or before))
        cells = _cell_pairs(old, None if after is None else new, chosen, shown_output_path(before))
        found = [compare_cells(old, new, pair) for pair in cells]
        if form == "json":
            print_result(json.dumps([one.json() for one in found], indent=1))
        else:
            for one in found:
                _print(one)
        if out is not None:
            first = _Version(before, old, old_plan)
            versions = first, first if after is None else _Version(after, new, new_plan)
            for one in found:
                _write_games(one, versions, out if len(found) == 1 else out / _folder_name(one))


def _choices(name: str, given: list[str] | None) -> Mapping[str, str]:
    found = {}
    for text in given or []:
        key, sign, value = text.partition("=")
        if not (key and sign):
            raise typer.BadParameter(f"{name} takes NAME=CHOICE, such as variant=new-supply; got {text!r}")
        found[key.strip()] = value.strip()
    return found


def _cell_pairs(
    old: GameStore,
    new: GameStore | None,
    chosen: tuple[Mapping[str, str], Mapping[str, str]],
    file: str,
) -> Sequence[CellPair]:
    from hexwright.players.campaigns.paired_comparison import pairs_of_cells

    own = [one.cell for one in old.cells()]
    if new is not None:
        return pairs_of_cells(own, [one.cell for one in new.cells()], *chosen, file)
    variants = dict.fromkeys(one.variant for one in own if one.variant)
    if any(chosen) or not variants:
        return pairs_of_cells(own, own, *chosen, file)
    return [
        pair
        for variant in variants
        for pair in pairs_of_cells(own, own, {"variant": ""}, {"variant": variant}, file)
    ]


def _print(found: Comparison) -> None:
    print_message(f"before: {found.cells.before}\nafter:  {found.cells.after}")
    heads = (f"{found.pairs:,} pairs of games", "before", "after", "difference (95 % interval)")
    print_table("", heads, [one.row() for one in found.figures])
    changed = sum(number for (old, new), number in found.changed.items() if old != new)
    print_result(f"the winner changed in {changed:,} of {found.pairs:,} pairs")
    if found.most_different:
        print_result("games that differ most:")
    for pair in found.most_different:
        print_result(f"  {pair.text()}")


def _folder_name(found: Comparison) -> str:
    words = f"{found.cells.before} {found.cells.after}"
    return "-".join("".join(c if c.isalnum() else " " for c in words).split()).lower()[:120]


class _Version:
    """One of two records that are compared, with the data of its games where those can be replayed."""

    def __init__(self, path: Path, store: GameStore, plan: StoredPlan) -> None:
        from hexwright.players.campaigns.stored_campaign import replayable

        self.path = path
        self._digests = {str(one.cell): one.digest for one in store.cells()}
        self._campaign = replayable(plan, path)

    def campaign(self, cell: str) -> tuple[Campaign, int] | None:
        """Return the campaign and the number of a cell in it; None if its data have changed since."""
        found = self._campaign
        if found is None:
            return None
        for number, one in enumerate(found.cells):
            if str(one) == cell and found.digest(one) == self._digests[cell]:
                return found, number
        return None


def _write_games(found: Comparison, versions: tuple[_Version, _Version], out: Path) -> None:
    written = False
    for word, version, cell in (
        ("before", versions[0], found.cells.before),
        ("after", versions[1], found.cells.after),
    ):
        there = version.campaign(str(cell))
        if there is None:
            print_message(
                f"{shown_output_path(version.path)}: the games of '{cell}' can't be written: hexwright "
                "or their data changed or moved since — play each version in a folder of its own"
            )
            continue
        for place, pair in enumerate(found.most_different, start=1):
            written = True
            _write_game(*there, pair, out / f"{place:02}-game-{pair.number}-{word}")
    if written:
        print_message(f"{shown_output_path(out)}  .vlog opens in VASSAL, .txt in 'hexwright serve'")


def _write_game(found: Campaign, number: int, pair: GamePair, path: Path) -> None:
    from hexwright.players.campaigns.stored_campaign import variant_project
    from hexwright.players.playtesting.game_record import write_record
    from hexwright.recording.played_log import play_as_log

    cell, rules, seed = found.cells[number], found.job.rules(number), pair.before.seed
    project = variant_project(found, cell.variant)
    played, log = play_as_log(project, rules, seed, dict(cell.players))
    OutputFile.of(path.with_name(f"{path.name}.vlog")).write(log.file().encode())
    record = write_record(rules, seed, played.actions)
    OutputFile.of(path.with_name(f"{path.name}.txt")).write(record.encode())
