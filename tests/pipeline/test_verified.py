"""What we build passes our own judgement of modules, without so much as an advice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import Severity
from hexwright.load.project_folder import Project
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.pipeline.game_build import BuildRequest, BuildResult, build_game
from hexwright.support.result_cache import ResultCache
from tests.pipeline.conftest import Builder
from tests.tiers import sampled

DATA = Path(__file__).parents[2] / "data"


def judged(built: BuildResult) -> None:
    found = verify_paths([built.path])
    assert not found.fails(Severity.ADVICE), "\n".join(map(str, found.diagnostics))
    assert found.score is not None
    assert {part.name: part.points for part in found.score.parts}["completeness"] == 100


def test_the_toy_module_is_clean(build: Builder) -> None:
    judged(build())


@pytest.mark.parametrize("slug", sampled(["battle-for-moscow", "battle-of-moscow"]))
def test_the_module_of_a_game_is_clean_and_its_piece_numbers_stay(
    slug: str, cache: ResultCache, tmp_path: Path
) -> None:
    game = tmp_path / "project" / "data" / slug
    shutil.copytree(DATA / slug, game)
    judged(build_game(BuildRequest(Project(tmp_path / "project"), game.name, tmp_path / "out"), cache))
    # A unit that is in the data but not in the committed ledger would get another number elsewhere.
    committed = (DATA / slug / "gpids.yaml").read_text(encoding="utf-8")
    assert (game / "gpids.yaml").read_text(encoding="utf-8") == committed
