"""The `hexwright rules` and `hexwright count` commands."""

from __future__ import annotations

from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import (
    GameArgument,
    OptionList,
    ScenarioArgument,
    load_for_command,
    parse_options,
)
from hexwright.cli.console import print_result, print_table


@app.command("rules")
def rules(context: typer.Context, game: GameArgument) -> None:
    """Print the rules ledger of a game.

    It lists each case of the rule text once, with its implementation in the rules engine, the number of its
    tests, its enforcement by the module, and any ruling on an open question.
    """
    from hexwright.rules.engine.ledger_checks import ledger_rows, ledger_totals

    found = load_for_command(context, game).game
    if not found.ledger.cases:
        print_result(
            f"{found.info.title}: there is no ledger.yaml yet; docs/reference/data-format.md shows its cases"
        )
        return
    print_table("", ("rule", "title", "implemented in", "tests", "module", "ruling"), ledger_rows(found))
    sums = ledger_totals(found)
    print_result(
        f"{sums.cases} cases: {sums.implemented} implemented, {sums.tested} tested, "
        f"{sums.rulings} with a ruling; module: "
        + ", ".join(f"{number} {word}" for word, number in sums.module.items())
    )


@app.command("count")
def count(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    depth: Annotated[int, typer.Option("--depth", min=0, max=6, help="Number of actions to look ahead.")] = 1,
    line: Annotated[
        str, typer.Option("--line", metavar="ACTIONS", help="Actions to take first, separated by ';'.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", help="Seed of the dice.")] = 0,
    option: OptionList = None,
) -> None:
    """Count the legal actions from a position.

    The counts are the perft of this game: two programs that play by the same rules get equal counts. They are
    split by unit, so that a difference leads to its cause.
    """
    from hexwright.players.playtesting.action_tree_count import counts_table as counts
    from hexwright.players.playtesting.action_tree_count import state_after
    from hexwright.rules.engine.rules_engine import RulesEngine

    found = RulesEngine(load_for_command(context, game).game, scenario, parse_options(option))
    print_result(counts(found, state_after(found, found.set_up(seed), line), depth))
