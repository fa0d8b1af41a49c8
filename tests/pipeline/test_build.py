from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.pipeline.game_build import BuildRequest, build_game, render_game
from hexwright.pipeline.game_pictures import PictureKind
from hexwright.support.result_cache import ResultCache
from tests.pipeline.conftest import SLUG, Builder, copy_of_toy


def test_two_builds_on_different_paths_give_the_same_bytes(
    build: Builder, cache: ResultCache, tmp_path: Path
) -> None:
    first = build()
    # A cache of its own: the second module is made from nothing, in another place.
    other = BuildRequest(project=copy_of_toy(tmp_path / "elsewhere" / "deep"), slug=SLUG, out=tmp_path / "b")
    second = build_game(other, ResultCache(tmp_path / "cache"))
    assert not second.reused
    assert first.path.read_bytes() == second.path.read_bytes()


def test_a_build_with_nothing_changed_is_reused(build: Builder) -> None:
    before = build()
    again = build()
    assert again.reused
    assert again.path == before.path


def test_a_module_that_was_deleted_or_damaged_comes_back(build: Builder) -> None:
    path = build().path
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert build().path.read_bytes() == whole
    path.unlink()
    assert build().path.read_bytes() == whole


def test_a_change_of_one_word_changes_the_module(build: Builder, project: Project) -> None:
    before = build().path.read_bytes()
    file = project.folder(SLUG) / "counters.yaml"
    text = file.read_text(encoding="utf-8")
    assert "strength: 4" in text
    file.write_text(text.replace("strength: 4", "strength: 9", 1), encoding="utf-8")
    after = build()
    assert not after.reused
    assert after.path.read_bytes() != before


def test_numbers_of_pieces_outlive_a_new_unit(build: Builder, project: Project) -> None:
    build()
    ledger = project.folder(SLUG) / "gpids.yaml"
    before = ledger.read_text(encoding="utf-8").splitlines()
    file = project.folder(SLUG) / "counters.yaml"
    text = file.read_text(encoding="utf-8")
    first_unit = text.index("\n", text.index("\nunits:") + 1) + 1
    known = load_game(project, SLUG).game.counters.units[0]
    unit = (
        f"  a-newcomer: {{designation: N, name: Newcomer, side: {known.side}, "
        f"unit_class: {known.unit_class}, size: none, steps: [{{strength: 1, ma: 1}}]}}\n"
    )
    file.write_text(text[:first_unit] + unit + text[first_unit:], encoding="utf-8")
    build()
    after = ledger.read_text(encoding="utf-8").splitlines()
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


def test_faulty_data_leave_the_last_good_module(build: Builder, project: Project) -> None:
    path = build().path
    good = path.read_bytes()
    file = project.folder(SLUG) / "map.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "\nsurplus: 1\n", encoding="utf-8")
    with pytest.raises(InputError):
        build()
    assert path.read_bytes() == good


def test_the_module_holds_no_path_or_clock_of_this_machine(build: Builder, tmp_path: Path) -> None:
    with zipfile.ZipFile(build().path) as module:
        assert {info.date_time for info in module.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for name in module.namelist():
            assert str(tmp_path).encode() not in module.read(name)


def test_rendering_removes_charts_and_counters_that_are_gone(
    project: Project, cache: ResultCache, tmp_path: Path
) -> None:
    request = BuildRequest(project=project, slug=SLUG, out=tmp_path / "out")
    first = render_game(request, cache)
    assert first.removed == 0
    old, own = first.folder / "charts" / "table-gone", first.folder / "counters" / "notes.svg"
    for suffix in (".svg", ".png", ".html"):
        old.with_suffix(suffix).write_bytes(b"x")
    own.write_bytes(b"x")
    alone: tuple[PictureKind, ...] = ("map",)
    assert render_game(request, cache, kinds=alone).removed == 0
    second = render_game(request, cache)
    assert second.removed == 1
    left = {path for path in first.folder.rglob("*") if path.is_file()}
    assert left == {*first.files, own}


def test_rendering_writes_every_picture(project: Project, cache: ResultCache, tmp_path: Path) -> None:
    rendered = render_game(BuildRequest(project=project, slug=SLUG, out=tmp_path / "out"), cache)
    names = {path.relative_to(rendered.folder).as_posix() for path in rendered.files}
    assert {"map.svg", "map.jpg", "preview-map.png", "preview-counters.png"} <= names
    assert all(path.stat().st_size > 0 for path in rendered.files)
    added = ("preview-", "counter-s")
    rastered = {Path(n).stem for n in names if n.endswith((".png", ".jpg")) and not n.startswith(added)}
    assert rastered == {Path(n).stem for n in names if n.endswith(".svg")}
