"""Extensions are judged together with their module."""

from __future__ import annotations

from pathlib import Path

from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, extension, files


def _extension(path: Path, **values: object) -> Path:
    write(path / "extra.vmdx", extension(**values))  # type: ignore[arg-type]
    return path / "extra.vmdx"


def _codes(tmp_path: Path, **values: object) -> set[str]:
    path = _extension(tmp_path, **values)
    write(tmp_path / NAME, files().entries)
    return {d.code for d in verify_paths([path, tmp_path / NAME]).diagnostics}


def test_an_extension_may_use_the_prototypes_and_images_of_its_module(tmp_path: Path) -> None:
    assert _codes(tmp_path) == set()


def test_an_extension_for_another_module_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, module="Other") == {"V007"}


def test_an_extension_for_a_newer_module_is_warned_of(tmp_path: Path) -> None:
    assert _codes(tmp_path, module_version="1.1") == {"V009"}


def test_an_extension_for_any_module_is_for_any_version_too(tmp_path: Path) -> None:
    assert _codes(tmp_path, any_module=True, module="Other", module_version="9.0") == set()


def test_an_extension_is_held_to_its_own_version_of_vassal(tmp_path: Path) -> None:
    assert _codes(tmp_path, vassal_version="3.4.0") == set()
    assert _codes(tmp_path, vassal_version="new") == {"V005"}


def test_a_gpid_of_the_module_in_an_extension_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, gpid="3") == {"V205"}


def test_an_image_in_neither_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, image="nowhere.png") == {"V301"}


def test_an_extension_alone_is_judged_as_far_as_it_can_be(tmp_path: Path) -> None:
    assert [(d.code, d.message) for d in verify_paths([_extension(tmp_path)]).diagnostics] == [
        ("V008", "checked without its module, 'Sound' 1.0")
    ]
    found = verify_paths([_extension(tmp_path, gpid="")])
    assert {d.code for d in found.diagnostics} == {"V008", "V204"}
    assert found.score is None


def test_two_modules_are_not_judged_as_one(tmp_path: Path) -> None:
    write(tmp_path / NAME, files().entries)
    write(tmp_path / "other.vmod", files().entries)
    assert "V002" in {d.code for d in verify_paths([tmp_path / NAME, tmp_path / "other.vmod"]).diagnostics}
