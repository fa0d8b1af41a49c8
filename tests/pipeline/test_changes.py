"""A build after a change gives the bytes of a build from nothing, whatever was kept before."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.project_folder import Project
from hexwright.pipeline import game_pictures
from hexwright.pipeline.game_build import BuildRequest, build_game
from hexwright.recording.tutorial_recorder import TutorialRecorder
from hexwright.support.result_cache import ResultCache, digest_of
from tests.pipeline.conftest import SLUG, copy_of_toy
from tests.tiers import sampled

CHANGES = {
    "a counter's value": ("counters.yaml", "strength: 4", "strength: 9"),
    "a hex of the map": ("map.yaml", "hexes: [B1, B2, E3, E4]", "hexes: [B1, B2, E3, D4]"),
    "where a unit stands": ("scenarios/the-bridge.yaml", "A1: red-1, B1: red-2", "A1: red-2, B1: red-1"),
    "a rule": ("rules.yaml", "limit: 2", "limit: 3"),
}
"""What is changed: the file, what stands in it, and what stands there then."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> ResultCache:
    """Return what a build of the toy as it is has kept."""
    folder = tmp_path_factory.mktemp("kept")
    made = ResultCache(folder / "cache")
    _built(_small(folder / "project"), made, folder)
    return made


def _built(project: Project, known: ResultCache, folder: Path) -> bytes:
    request = BuildRequest(project=project, slug=SLUG, out=folder / "out")
    return build_game(request, known, recorder=TutorialRecorder.current_version()).path.read_bytes()


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """Return a function that gives the module of the toy after a change, built from nothing."""

    @cache
    def build(what: str) -> bytes:
        folder = tmp_path_factory.mktemp("cold")
        return _built(_changed(folder / "project", CHANGES[what]), ResultCache(folder / "cache"), folder)

    return build


def _small(folder: Path) -> Project:
    """Return the toy on a small sheet without forests, which is drawn in half the time."""
    project = copy_of_toy(folder)
    _replaced(project, "map.yaml", "hex_mm: 24", "hex_mm: 16")
    _replaced(project, "map.yaml", "art: forest", "art: hills")
    return project


def _changed(folder: Path, change: tuple[str, str, str]) -> Project:
    project = _small(folder)
    _replaced(project, *change)
    return project


def _replaced(project: Project, name: str, old: str, new: str) -> None:
    file = project.folder(SLUG) / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("what", sampled(CHANGES, 1))
def test_a_change_after_a_build_gives_the_bytes_of_a_build_from_nothing(
    what: str, kept: ResultCache, cold: Callable[[str], bytes], tmp_path: Path
) -> None:
    assert _built(_changed(tmp_path / "warm", CHANGES[what]), kept, tmp_path) == cold(what)


@pytest.mark.slow
def test_entries_that_were_half_written_change_nothing(
    kept: ResultCache, cold: Callable[[str], bytes], tmp_path: Path
) -> None:
    damaged = ResultCache(shutil.copytree(kept.folder, tmp_path / "cache"))
    for entry in damaged.folder.glob("??/*"):
        entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])
    what = "a counter's value"
    assert _built(_changed(tmp_path / "warm", CHANGES[what]), damaged, tmp_path) == cold(what)


def test_a_stale_key_would_be_found(
    cold: Callable[[str], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plant a fault: pictures of the map and of charts are kept by a key that leaves the game out."""

    def forgetful(parts: Iterable[str | bytes]) -> str:
        kind, *rest = parts
        return digest_of([kind] if kind == "pictures" else [kind, *rest])

    what = "a hex of the map"
    sound = cold(what)
    monkeypatch.setattr(game_pictures, "digest_of", forgetful)
    assert _warm(what, tmp_path) != sound


def _warm(what: str, folder: Path) -> bytes:
    """Return a module that was built after a change, with a cache of its own from before it."""
    stale = ResultCache(folder / "cache")
    _built(_small(folder / "before"), stale, folder)
    return _built(_changed(folder / "warm", CHANGES[what]), stale, folder)


@pytest.mark.slow
def test_a_stale_key_of_counters_would_be_found(
    cold: Callable[[str], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plant a fault: faces of counters are kept by what is common to all, and nothing of their own."""
    common: list[str] = []

    def forgetful(parts: Iterable[str | bytes]) -> str:
        first, *rest = parts
        if first == "faces":
            common.append(digest_of([first, *rest]))
        return digest_of([first] if first in common else [first, *rest])

    what = "a counter's value"
    sound = cold(what)
    monkeypatch.setattr(game_pictures, "digest_of", forgetful)
    assert _warm(what, tmp_path) != sound


def test_entries_of_counters_that_hold_something_else_are_made_anew(
    kept: ResultCache, cold: Callable[[str], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What proves itself, but isn't what was kept: text that is no JSON, no faces, or faces without text."""
    what = "a counter's value"
    other = ResultCache(shutil.copytree(kept.folder, tmp_path / "cache"))
    rubbish = iter([b"{", b"[]", b'{"unit-none-1.png": "<svg/>"}'] * 99)
    found: list[str] = []

    def spoilt(parts: Iterable[str | bytes]) -> str:
        first, *rest = parts
        key = digest_of([first, *rest])
        if first == "faces" or first in found:
            found.append(key)
            if first != "faces":
                other.put(key, next(rubbish))
        return key

    monkeypatch.setattr(game_pictures, "digest_of", spoilt)
    assert _built(_changed(tmp_path / "warm", CHANGES[what]), other, tmp_path) == cold(what)
    assert len(found) > 1
