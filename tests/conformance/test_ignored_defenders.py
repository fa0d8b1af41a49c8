"""Who is left out of battles is the same in module and reference; a module that differs is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.model.rules.ignored_defenders_record import IgnoredDefenders
from tests.conformance.close_combat import walked
from tests.conformance.conftest import CAUSEWAY, real_bench
from tests.conformance.shared_hexes import close
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.games_with_ignored_defenders import hiding


def test_module_ignores_the_same_defenders_as_the_rules_engine(tmp_path: Path) -> None:
    tally = walked(bench_of(close(hiding()), tmp_path), ahead(10, 1, 8, 2), {"battles": 4})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["battles"], tally.counts


@pytest.mark.parametrize("entry", [None, IgnoredDefenders(("foot",))], ids=["nobody", "others"])
def test_a_module_that_leaves_out_others_is_found_out(entry: IgnoredDefenders | None, tmp_path: Path) -> None:
    bench = bench_of(close(hiding(entry=entry)), tmp_path, close(hiding()))
    assert walked(bench, around(1, 12)).differences


@pytest.mark.engine
def test_real_engine_ignores_defenders_like_the_rules(tmp_path: Path) -> None:
    with real_bench(close(hiding()), CAUSEWAY, tmp_path) as bench:
        tally = walked(bench, range(3))
    assert [str(one) for one in tally.differences] == []
