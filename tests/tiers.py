"""The two tiers of tests: the quick one, which a plain `pytest` runs, and all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

ALL: Final = os.environ.get("HEXWRIGHT_TESTS") == "all"
"""Whether tests marked `slow` run too, and every walk and position that a test names (`make test-all`)."""


def sampled(values: Iterable[Any], *quick: int, whole: bool = False) -> list[ParameterSet]:
    """Return the values of a parameter, all but a sample of them marked `slow`.

    The sample has the numbers `quick`, or is the first value. A tuple is a value for each of several
    parameters, unless it is `whole`.
    """
    kept = quick or (0,)
    return [
        pytest.param(
            *(value if isinstance(value, tuple) and not whole else (value,)),
            marks=() if n in kept else pytest.mark.slow,
        )
        for n, value in enumerate(values)
    ]
