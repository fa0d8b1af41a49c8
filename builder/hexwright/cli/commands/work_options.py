"""Define the options of commands whose work several processes or a cluster can share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hexwright.cli.console import print_message

if TYPE_CHECKING:
    from hexwright.support.workers.jobs import Engine

_MOST_WORKERS: Final = 1024

ClusterOption = Annotated[
    str | None,
    typer.Option("--on", metavar="ADDRESS", help="Use the workers of the Dask scheduler at an address."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", min=1, max=_MOST_WORKERS, help="Processes; default: one a core."),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        "--jobs",
        "-j",
        min=1,
        max=_MOST_WORKERS,
        help="Processes; default: 1.",
    ),
]
RecordOption = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Keep results in this SQLite file; what is in it isn't done again.",
    ),
]


@contextmanager
def engine_of(workers: int | None, on: str | None, default: int) -> Iterator[Engine]:
    """Yield the engine that the options choose: processes of this machine, or a cluster."""
    from hexwright.support.workers.cluster_engine import cluster_engine
    from hexwright.support.workers.local_engine import local_engine

    if on is None:
        yield local_engine(workers or default)
        return
    if workers is not None:
        raise typer.BadParameter("--workers starts processes here; with --on, the cluster's workers work")
    with cluster_engine(on, print_message) as engine:
        yield engine
