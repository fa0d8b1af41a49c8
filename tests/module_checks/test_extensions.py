"""Extensions are judged together with their module."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any, serialise
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


_WINDOW = "VASSAL.build.module.PieceWindow:Pieces"
_LIST = "VASSAL.build.widget.ListWidget"
_MAP = "VASSAL.build.module.Map"


def _added_to(tmp_path: Path, *targets: str) -> list[tuple[str, str]]:
    """Return what is found if an extension adds a list to each of some targets."""
    made = extension()
    root = parse_any(made["buildFile.xml"])
    for number, target in enumerate(targets):
        root.append(c.ExtensionElement.new(c.ListWidget.new(entry_name=f"New {number}"), target=target))
    write(tmp_path / "extra.vmdx", {**made, "buildFile.xml": serialise(root)})
    write(tmp_path / NAME, files().entries)
    found = verify_paths([tmp_path / NAME, tmp_path / "extra.vmdx"]).diagnostics
    return [(d.code, d.message) for d in found]


def test_parts_may_be_added_to_what_the_module_or_the_extension_has(tmp_path: Path) -> None:
    later = f"{_WINDOW}/{_LIST}:New 0"
    always = "VASSAL.build.module.properties.GlobalTranslatableMessages"
    assert _added_to(tmp_path, _WINDOW, later, f"{_WINDOW}/{_LIST}", f"{_MAP}:Main", always, "") == []


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            f"{_WINDOW}/VASSAL.build.widget.TabWidget:Gone",
            "is added to Tabbed Panel 'Gone', "
            "but Game Piece Palette 'Pieces' contains no component of this kind",
        ),
        (
            "VASSAL.build.module.SpecialDiceButton:Dice",
            "is added to Symbolic Dice Button 'Dice', but the module has no component of this kind",
        ),
        (
            f"VASSAL.build.module.PieceWindow:Old/{_LIST}/{_LIST}",
            "is added to Scrollable List, but Scrollable List contains no component of this kind",
        ),
        (
            "com.example.Weather:Now",
            "is added to Weather 'Now', but the module has no component of this kind",
        ),
    ],
)
def test_a_target_of_an_absent_class_is_told(tmp_path: Path, target: str, message: str) -> None:
    assert _added_to(tmp_path, target) == [("V011", message)]


@pytest.mark.parametrize(
    ("target", "wanted", "taken"),
    [
        (
            f"{_WINDOW}/{_LIST}:Gone",
            "Scrollable List 'Gone'",
            "Game Piece Palette 'Pieces' / Scrollable List",
        ),
        (
            f"VASSAL.build.module.PieceWindow:Old/{_LIST}",
            "Game Piece Palette 'Old'",
            "Game Piece Palette 'Pieces'",
        ),
        (f"{_MAP}:main", "Map Window 'main'", "Main"),
        ("VASSAL.build.module.PieceWindow:A\\/B", "Game Piece Palette 'A/B'", "Game Piece Palette 'Pieces'"),
    ],
)
def test_a_target_of_another_name_is_told_with_what_is_taken(
    tmp_path: Path, target: str, wanted: str, taken: str
) -> None:
    message = f"is added to {wanted}, which doesn't exist; VASSAL adds it to {taken}"
    assert _added_to(tmp_path, target) == [("V012", message)]


def test_show_names_the_target_of_each_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(_extension(tmp_path))]) == ExitCode.OK
    assert "Extension element for Game Piece Palette 'Pieces' / Scrollable List\n" in capsys.readouterr().out


def test_two_modules_are_not_judged_as_one(tmp_path: Path) -> None:
    write(tmp_path / NAME, files().entries)
    write(tmp_path / "other.vmod", files().entries)
    assert "V002" in {d.code for d in verify_paths([tmp_path / NAME, tmp_path / "other.vmod"]).diagnostics}
