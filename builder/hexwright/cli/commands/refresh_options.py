"""The options of VASSAL's Refresh, for saved games and for the set-ups of modules."""

from __future__ import annotations

from typing import Annotated

import typer

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


def require_use_name(use_name: bool, fix_gpid: bool) -> None:
    """Raise a usage error for --fix-gpid without --use-name."""
    if fix_gpid and not use_name:
        raise typer.BadParameter("--fix-gpid concerns counters that --use-name identifies: add --use-name")
