"""The `hexwright match` command."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import GameArgument, OptionList, load_for_command, parse_options
from hexwright.cli.console import print_message, print_result, print_table, show_progress_bar
from hexwright.cli.shell_completion import scenarios as known_scenarios
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun

if TYPE_CHECKING:
    from hexwright.model.game import Game
    from hexwright.players.playtesting.game_record import GameRecord
    from hexwright.players.playtesting.match_series import MatchSeries

MAX_RECORD = 16 << 20
"""Maximum size of the record of a game, in bytes."""
FEW = "one match proves little, because luck may decide it — --matches 50 plays fifty"


@app.command("match")
def match(
    context: typer.Context,
    game: GameArgument,
    scenarios: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario for each match, in turn; to be omitted with --record.",
            autocompletion=known_scenarios,
        ),
    ] = None,
    one: Annotated[str, typer.Option("--one", help="The policy of the first player.")] = "greedy",
    other: Annotated[str, typer.Option("--other", help="The policy of the second player.")] = "greedy",
    matches: Annotated[
        int | None, typer.Option("--matches", min=1, max=1000, help="Number of matches of two games.")
    ] = None,
    series: Annotated[
        bool, typer.Option("--series", help="Play as many matches as a series has in the rules.")
    ] = False,
    record: Annotated[
        list[Path] | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="A game played earlier, as written by 'play --show'; two for each match. In the second, "
            "the players have changed sides.",
        ),
    ] = None,
    handicap: Annotated[
        str,
        typer.Option("--handicap", metavar="FACTOR", help="Factor for the second player's victory points."),
    ] = "1",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
    option: OptionList = None,
) -> None:
    """Play scenarios with two players, each from both sides, and report which one plays better.

    The players are policies (random, greedy, search), or games recorded earlier. In each match they play a
    scenario twice and change sides: the first player begins with the game's first side. Victories are worth
    the points of their level in the rules. Several matches, or --series, also give a result and a handicap.
    """
    from hexwright.players.playtesting import match_series

    found = load_for_command(context, game).game
    factor = _factor(handicap)
    if record:
        if scenarios or series or matches is not None or option:
            told = "--record names games already played; omit scenarios, --matches, --series and --option"
            raise typer.BadParameter(told)
        if len(record) % 2:
            told = f"a match has two games, but {count_noun(len(record), 'record')} were given"
            raise typer.BadParameter(told)
        played = match_series.series_of_records(found, [(str(file), _read(file)) for file in record], factor)
    else:
        if not scenarios:
            known = ", ".join(one.id for one in found.scenarios)
            raise typer.BadParameter(f"name a scenario, or two games with --record; scenarios: {known}")
        number = _matches(found, len(scenarios), matches, series=series)
        games = 2 * number
        with show_progress_bar("playing", games, patient=True) as progress:
            played = match_series.play_series(
                found, scenarios, (one, other), seed, games, parse_options(option), factor, progress
            )
        if form == "text" and number < 5:
            print_message(FEW)
    if factor != 1 and not all(one.points for one in played.games):
        print_message("a handicap multiplies victory points, but this game is not decided by points")
    _print_series(found, played, form, (one, other) if not record else None)


def _factor(text: str) -> Fraction:
    """Parse a handicap; raise a usage error unless it is a factor from 1 to 99."""
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not 1 <= found <= 99:
        raise typer.BadParameter(f"--handicap needs a factor from 1 to 99, such as 2 or 3/2; got {text!r}")
    return found


def _matches(game: Game, named: int, matches: int | None, *, series: bool) -> int:
    from hexwright.model.match_record import MatchRules

    if series and matches is not None:
        raise typer.BadParameter("--series sets the number of matches; omit --matches")
    if series:
        return (game.rules.match or MatchRules()).matches
    return matches if matches is not None else named


def _read(file: Path) -> GameRecord:
    from hexwright.players.playtesting.game_record import read_record
    from hexwright.support.named_files import read_regular

    try:
        return read_record(read_regular(file, MAX_RECORD).decode("utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as fault:
        told = "it isn't UTF-8 text" if isinstance(fault, UnicodeDecodeError) else str(fault.strerror)
        raise InputError.single(
            "P023",
            f"not a record of a game: {told}",
            Span(str(file)),
            "write a record with 'hexwright play --show'",
        ) from fault


def _print_series(game: Game, series: MatchSeries, form: str, policies: tuple[str, str] | None) -> None:
    from hexwright.players.playtesting import match_series

    many = len(series.matches) > 1
    if form == "json":
        data: dict[str, object] = {
            "game": game.slug,
            "players": dict(zip(match_series.PLAYERS, policies or ("record", "record"), strict=True)),
            "games": [one.json() for one in series.games],
            "matches": [series.match(n).json() for n in range(len(series.matches))],
        }
        if many:
            data |= {"series": series.total.json(), "handicap": match_series.json_number(series.handicap)}
        print_result(json.dumps(data, indent=1, ensure_ascii=False))
        return
    print_table("", ("game", "seats", "points", "won"), list(match_series.game_rows(game, series)))
    for number in range(len(series.matches)):
        print_result(match_series.result_line(f"match {number + 1}", series.match(number)))
    if many:
        print_result(match_series.result_line("series", series.total))
        if series.total.winner is not None and series.handicap > 1:
            weak = match_series.PLAYERS[1 - series.total.winner]
            print_result(
                f"handicap: the victory points of {weak} are multiplied by "
                f"{match_series.json_number(series.handicap):g}"
            )
