"""Units cost the same in module and reference; a module with other prices is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.model.words.all_rule_words import by_subject
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.vassal.module.help_pages import help_pages
from tests.conformance.conftest import TOY
from tests.conformance.walking import bench_of, replacing
from tests.rules.games_with_prices import dear
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module


def test_module_charges_the_same_prices_as_the_rules_engine(tmp_path: Path) -> None:
    wanted = {"legal replacements": 3, "replacements cancelled": 1}
    tally = replacing(bench_of(dear(5), tmp_path), range(8), 1, wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"] > 2, tally.counts
    assert tally.counts["replacements cancelled"], tally.counts


def test_a_module_without_prices_is_found_out(tmp_path: Path) -> None:
    found = dear(5)
    cheap = tuple(replace(one, cost="one") for one in found.rules.replacements)
    other = replace(found, rules=replace(found.rules, replacements=cheap))
    assert replacing(bench_of(other, tmp_path, found), range(7), 1).differences


def test_booklet_and_help_tell_what_units_cost() -> None:
    [line] = [line for some in by_subject(dear()).values() for line in some if "replacements" in line][:1]
    assert line.startswith("Red and Blue units cost as many replacements as the strength printed")
    assert [page for page in help_pages(dear()) if "as many replacements as" in str(page)]
    assert not [page for page in help_pages(game(TOY)) if "as many replacements as" in str(page)]


@pytest.mark.engine
def test_real_engine_charges_for_units_like_the_rules(tmp_path: Path) -> None:
    from hexwright.engine_driver import Engine

    found = dear(5)
    with Engine(write_module(found, TOY, tmp_path / "toy.vmod")) as engine:
        tally = replacing(
            ConformanceBench(found, SavedGameWriter(found, plan(TOY)), VassalModule(engine)), range(3), 1
        )
    assert [str(one) for one in tally.differences] == []
