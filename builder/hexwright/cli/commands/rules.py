"""`hexwright rules`, `hexwright count`."""

from __future__ import annotations

from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import GameArgument, OptionList, ScenarioArgument, chosen, load
from hexwright.cli.console import say, table


@app.command("rules")
def rules(context: typer.Context, game: GameArgument) -> None:
    """Print the rules ledger of a game.

    Each case of the rule text once: where the reference implements it, how many tests prove it, what
    the module does, and the ruling where the text leaves a question open.
    """
    from hexwright.rules.engine.ledger_checks import rows, totals

    found = load(context, game).game
    if not found.ledger.cases:
        say(f"{found.info.title}: there is no ledger.yaml yet; docs/reference/data-format.md shows its cases")
        return
    table("", ("rule", "title", "implemented in", "tests", "module", "ruling"), rows(found))
    sums = totals(found)
    say(
        f"{sums.cases} cases: {sums.implemented} implemented, {sums.tested} tested, "
        f"{sums.rulings} with a ruling; module: "
        + ", ".join(f"{number} {word}" for word, number in sums.module.items())
    )


@app.command("count")
def count(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    depth: Annotated[int, typer.Option("--depth", min=0, max=6, help="How many actions to look ahead.")] = 1,
    line: Annotated[
        str, typer.Option("--line", metavar="ACTIONS", help="Actions to take first, parted by ';'.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", help="What the dice are thrown from.")] = 0,
    option: OptionList = None,
) -> None:
    """Count the legal actions from a position.

    The counts are the perft of this game: two programs that play by the same rules count alike. By
    unit, so that a difference leads to its cause.
    """
    from hexwright.players.playtesting.action_tree_count import table as counts
    from hexwright.players.playtesting.action_tree_count import walk
    from hexwright.rules.engine.rules_engine import Kernel

    found = Kernel(load(context, game).game, scenario, chosen(option))
    say(counts(found, walk(found, found.set_up(seed), line), depth))
