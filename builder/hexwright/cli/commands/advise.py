"""The `hexwright advise` command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.saved_game_inputs import read_game, rules_and_state, shown_name
from hexwright.cli.console import print_message, print_result
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, printable_line

MEANING = (
    "worth: the gain over doing nothing, with its standard error, measured after the enemy's next "
    "turn in the points with which 'search' values units and places; both sides play greedy until "
    "then"
)


@app.command("advise")
def advise(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vsav", help="A saved game, or a log at its end.")],
    most: Annotated[int, typer.Option("--most", min=1, max=100, help="Number of plans to print.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the dice with which plans are tried.")] = 0,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
) -> None:
    """Suggest the best plans for your side in a saved game, with the value of each.

    The plans are those that 'search' finds for the current phase; each is tried with the same dice.
    """
    from hexwright.players.advice import advise as advised
    from hexwright.rules.engine.rules_protocol import CHANCE

    rules, state, _ = rules_and_state(context, read_game(file), file, seed=seed)
    info, phase = rules.setting.game.info, rules.setting.phases[state.phase].name
    active = rules.active_side(state)
    if active is None or active == CHANCE:
        what = "the game is over" if active is None else f"a die must be rolled first in {phase}"
        raise InputError.single(
            "N008", what, Span(shown_name(file)), "save again once a side has a decision to make"
        )
    found = advised(rules, state, seed)
    who = info.side(active).plural
    if form == "json":
        data = {
            "turn": state.turn,
            "phase": phase,
            "decides": info.side(active).name,
            "plans": [one.json() for one in found[:most]],
        }
        print_result(json.dumps(data, indent=1, ensure_ascii=False))
        return
    print_result(
        printable_line(
            f"Turn {state.turn}, {phase}: the {who} to act; {count_noun(len(found), 'plan')} tried"
        )
    )
    for number, one in enumerate(found[:most], start=1):
        print_result(f"\n{number}. worth {one.value:+.1f} (± {one.standard_error:.1f})")
        for line in one.descriptions:
            print_result(printable_line(f"   {line}"))
    print_message(MEANING)
