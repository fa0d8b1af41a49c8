"""What a class of input is, and how classes are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

CLASSES: Final = "tests.fuzz.classes"
"""The package whose files hold one class each."""
ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Input:
    """One class of input: how its mutants are made and what is run on each."""

    name: str
    title: str
    suffix: str
    """The ending of the file that a mutant is written to."""
    mutant: Callable[[Random], bytes]
    run: Callable[[Path], bool]
    """Run our tool on a mutant; tell whether it was taken (True) or refused (False)."""
    sample: int = 20
    """So many mutants run with the ordinary tests."""
    processes: bool = False
    """Whether the tool may start processes of its own."""


def inputs(package: str = CLASSES) -> Mapping[str, Input]:
    """Return the classes of input by name: one a file of a package, or all of a module's `INPUTS`."""
    module = importlib.import_module(package)
    if hasattr(module, "INPUTS"):
        found = list(module.INPUTS)
    else:
        names = sorted(info.name for info in pkgutil.iter_modules(module.__path__))
        found = [importlib.import_module(f"{package}.{name}").INPUT for name in names]
    assert all(isinstance(each, Input) for each in found)
    return {each.name: each for each in found}


def own_seeds(seed: int, number: int) -> Iterator[int]:
    """Yield the seeds of so many mutants; each makes its mutant again."""
    yield from range(seed * 1_000_003, seed * 1_000_003 + number)


def made(each: Input, own: int) -> bytes:
    """Return the mutant of a seed."""
    return each.mutant(Random(own))
