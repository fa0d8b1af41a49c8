"""The `hexwright rules` and `hexwright count` commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from hexwright.model.game import Game


@app.command("rules")
def rules(
    context: typer.Context,
    game: GameArgument,
    case: Annotated[
        str,
        typer.Argument(
            help="A section to print as in the rulebook: its number, heading, or a case that a refusal cites."
        ),
    ] = "",
) -> None:
    """Print the rules ledger of a game, or one section of its rules.

    The ledger lists each case of the rule text once, with its implementation in the rules engine, the number
    of its tests, its enforcement by the module, and any ruling on an open question.
    """
    from hexwright.rules.engine.ledger_checks import ledger_rows, ledger_totals

    found = load_for_command(context, game).game
    if case:
        print_result(_section_text(found, case))
        return
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


def _section_text(game: Game, case: str) -> str:
    """Return a section of the rulebook as text; raise BadParameter if the game has none of the name."""
    from hexwright.model.words.rule_citations import sections_by_citation
    from hexwright.rules.engine.hints_and_citations import nearest_name

    sections = dict(sections_by_citation(game))
    sections |= {section.number: section for section in sections.values()}
    cited = case.strip("() ")
    wanted = cited.removeprefix("rule ").partition(", ")[0]
    section = sections.get(cited) or sections.get(wanted)
    if section is None:
        hint = nearest_name(wanted, [*sections])
        raise typer.BadParameter(f"{game.info.title} has no rule '{wanted}'; {hint}")
    lines = [f"{section.number} {section.title}"]
    for one in section.cases:
        lines.append(" ".join(filter(None, (one.number, one.sentence))))
        lines += [f"  Ruling: {ruling}" for ruling in one.rulings]
    return "\n".join(lines)


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
