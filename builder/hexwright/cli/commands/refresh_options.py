"""The options of VASSAL's Refresh, for saved games and for the set-ups of modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hexwright.saves.deck_refresh import DeckOptions

FixGpidOption = Annotated[
    bool,
    typer.Option("--fix-gpid", help="With --use-name: give such a counter the number of its definition."),
]
LabelNamesOption = Annotated[
    bool,
    typer.Option(
        "--use-labeler-name/--no-labeler-name",
        help="Keep the text of a changed Text Label with the same description.",
    ),
]
LayerNamesOption = Annotated[
    bool,
    typer.Option(
        "--use-layer-name/--no-layer-name", help="Keep the level of a changed Layer with the same name."
    ),
]
RotatorNamesOption = Annotated[
    bool,
    typer.Option(
        "--use-rotate-name/--no-rotate-name",
        help="Keep the facing of a changed Can Rotate with the same name.",
    ),
]

DecksOption = Annotated[
    bool,
    typer.Option("--decks", help="Also renew the settings and places of decks (Refresh Decks)."),
]
DeleteDecksOption = Annotated[
    bool,
    typer.Option(
        "--delete-decks",
        help="With --decks: turn decks that the module doesn't have into stacks of their cards.",
    ),
]
AddDecksOption = Annotated[
    bool, typer.Option("--add-decks", help="With --decks: add decks that only the module has.")
]


def deck_options(decks: bool, delete: bool, add: bool) -> DeckOptions:
    """Return what is to happen to decks; raise a usage error for --delete-decks or --add-decks alone."""
    from hexwright.saves.deck_refresh import DeckOptions

    for chosen, name in ((delete, "--delete-decks"), (add, "--add-decks")):
        if chosen and not decks:
            raise typer.BadParameter(f"{name} needs --decks: add it")
    return DeckOptions(decks, delete, add)


def require_use_name(use_name: bool, fix_gpid: bool) -> None:
    """Raise a usage error for --fix-gpid without --use-name."""
    if fix_gpid and not use_name:
        raise typer.BadParameter("--fix-gpid concerns counters that --use-name identifies: add --use-name")
