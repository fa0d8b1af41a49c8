"""Extensions are judged together with their module."""

from __future__ import annotations

from pathlib import Path

from builder.vassal.archive import write
from tests.checks.sound import NAME, extension, files
from validators.checks.verify import verify


def _codes(tmp_path: Path, gpid: str = "ab:1", module: str = "Sound", image: str = "full.png") -> set[str]:
    write(tmp_path / "extra.vmdx", extension(gpid, module, image))
    write(tmp_path / NAME, files().entries)
    return {d.code for d in verify([tmp_path / "extra.vmdx", tmp_path / NAME]).diagnostics}


def test_an_extension_may_use_the_prototypes_and_images_of_its_module(tmp_path: Path) -> None:
    assert _codes(tmp_path) == set()


def test_an_extension_for_another_module_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, module="Other") == {"V007"}


def test_a_gpid_of_the_module_in_an_extension_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, gpid="3") == {"V205"}


def test_an_image_in_neither_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, image="nowhere.png") == {"V301"}
