"""The judge of our own modules is known byte for byte; anything else that is compiled stays a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.inspect.analysis.module_view import open_module
from hexwright.module_checks import own_judge
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.module_checks.own_judge import judge_digest
from hexwright.vassal.codec.module_archive import Archive, zip_entries
from hexwright.vassal.kernel.module_entries import CLASSES_ENTRY, LOADER_ENTRY
from tests.shipped import shipped
from tests.vassal.kernel.kernel_module import module_judging_moves

JUDGE = {LOADER_ENTRY: b"the loader", CLASSES_ENTRY: b"the classes"}
"""In place of the judge itself, whose translation takes seconds."""
CODES = ("V901", "V903")


TINY = {"buildFile.xml": b'<VASSAL.build.GameModule name="Tiny" version="1"/>', **JUDGE}


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_judge, "judge_entries", lambda _: JUDGE)
    monkeypatch.setattr(own_judge, "translated_classes", dict)


def _is_own(entries: dict[str, bytes], path: Path) -> bool:
    path.write_bytes(zip_entries(entries))
    return own_judge.has_own_judge(open_module([path]))


def test_our_own_judge_is_known(tmp_path: Path) -> None:
    assert _is_own(TINY, tmp_path / "own.vmod")


OTHERS: dict[str, dict[str, bytes]] = {
    "another loader": {**TINY, LOADER_ENTRY: b"another"},
    "other classes": {**TINY, CLASSES_ENTRY: b"the classes!"},
    "a class beside it": {**TINY, "judge/Engine.class": b"another"},
    "a jar beside it": {**TINY, "lib/thing.jar": b"another"},
    "no classes": {name: data for name, data in TINY.items() if name != CLASSES_ENTRY},
    "no judge": {"buildFile.xml": TINY["buildFile.xml"]},
}


@pytest.mark.parametrize("other", OTHERS)
def test_anything_else_is_not_known(other: str, tmp_path: Path) -> None:
    assert not _is_own(OTHERS[other], tmp_path / "other.vmod")


def test_a_judge_of_a_released_version_is_known_by_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = {**JUDGE, CLASSES_ENTRY: b"the classes of a version before"}
    assert not _is_own({**TINY, **former}, tmp_path / "former.vmod")
    monkeypatch.setattr(own_judge, "RELEASED_JUDGES", frozenset((judge_digest(former),)))
    assert _is_own({**TINY, **former}, tmp_path / "former.vmod")


@pytest.mark.slow
def test_verify_finds_another_judge_and_its_script_alone(tmp_path: Path) -> None:
    path = module_judging_moves(shipped("battle-for-moscow").game, tmp_path / "own.vmod", JUDGE)
    assert {found.code for found in verify_paths([path], CODES).diagnostics} == set()
    with Archive(path) as archive:
        entries = {name: archive.read(name) for name in archive.names}
    path.write_bytes(zip_entries({**entries, CLASSES_ENTRY: b"the classes!"}))
    assert {found.code for found in verify_paths([path], CODES).diagnostics} == {"V901", "V903"}
