"""A bounded sample of the mutants; `python -m tests.checks.fuzz 10000` judges more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.fuzz import judge, mutants


@pytest.mark.parametrize("seed", range(4))
def test_a_mutant_never_ends_in_a_traceback(seed: int, tmp_path: Path) -> None:
    for _, data in mutants(10, seed + 100):
        judge(data, tmp_path)
