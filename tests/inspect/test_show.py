"""What `hexwright show` prints, and what a path means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.show import items_as_json, items_as_text
from hexwright.inspect.show.item_tree import TreeItem
from hexwright.inspect.show.open_as_items import open_file
from hexwright.inspect.show.path_search import PathNotFoundError, find_items
from tests.foreign import modules
from tests.foreign.modules import write


@pytest.fixture
def ours(tmp_path: Path) -> TreeItem:
    return open_file(write(tmp_path, modules.built_by_us()))


@pytest.fixture
def spring(tmp_path: Path) -> TreeItem:
    return open_file(write(tmp_path, modules.with_set_up()))


def _titles(root: TreeItem, path: str) -> list[str]:
    return [item.title for item in find_items(root, path)]


def test_a_module_begins_with_what_it_is(ours: TreeItem) -> None:
    lines = items_as_text.items_as_text((ours,)).splitlines()
    assert lines[0] == "Toy Bridge 1.0.0 — module for VASSAL 3.7.26"
    assert lines[2].startswith("9 pieces, ")


def test_things_alike_are_told_in_one_line(spring: TreeItem, ours: TreeItem) -> None:
    assert "4 × Single piece: First Blue Foot" in items_as_text.items_as_text(
        (ours,)
    ) or " × Single piece: " in items_as_text.items_as_text((ours,))
    assert "Single piece 'Guard'" in items_as_text.items_as_text((spring,))


def test_a_piece_tells_its_traits_in_the_order_of_the_editor(spring: TreeItem) -> None:
    assert items_as_text.items_as_text(find_items(spring, "Guard")).splitlines() == [
        "Single piece 'Guard'",
        "in Game Piece Palette 'Pieces' / Scrollable List 'All'",
        "",
        "  Game piece id: 7",
        "",
        "  0  Basic Piece 'Guard': image a.png",
        "         Game piece id: 7",
        "  1  Layer 'Step': 2 levels, next by Ctrl+F (menu 'Flip'), wraps around, switched on and off by",
        "         Ctrl+A (menu 'Activate')",
        "         Level 1: a.png",
        "         Level 2: 'flipped', b.png",
    ]


def test_a_set_up_tells_its_pieces_by_hex(spring: TreeItem) -> None:
    told = items_as_text.items_as_text(find_items(spring, "Spring"))
    assert told.endswith("Main: 2 pieces\n  0101  Guard\n  0201  Horse (Step 2)")
    assert "Global property 'Weather': dry" in told


def test_a_saved_game_alone_is_shown_in_pixels(tmp_path: Path) -> None:
    path = tmp_path / "spring.vsav"
    path.write_bytes(modules.with_set_up()["spring.vsav"])
    told = items_as_text.items_as_text((open_file(path),))
    assert told.startswith("spring.vsav — saved game — 2 pieces")
    assert "60, 50  Horse (Step 2)" in told


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("Guard", "Single piece 'Guard'"),
        ("guard", "Single piece 'Guard'"),
        ("pieces/1", "Single piece 'Guard'"),
        ("Pieces/All/Horse", "Single piece 'Horse'"),
        (
            "Game Piece Palette 'Pieces' / Scrollable List 'All' / Single piece 'Horse'",
            "Single piece 'Horse'",
        ),
        ("Guard/1", "Layer 'Step'"),
        ("Guard / trait 1 (Layer)", "Layer 'Step'"),
        ("Guard/layer", "Layer 'Step'"),
        ("Hex Grid", "Hex Grid"),
        ("HexGridNumbering", "Grid Numbering"),
        ("set-ups/Spring/Horse", "Horse"),
        ("set-ups/Spring/0201", "Horse"),
        ("images/a.png", "a.png"),
        ("files/moduledata", "moduledata"),
        ("Hors", "Single piece 'Horse'"),
    ],
)
def test_a_path_may_be_written_in_many_ways(spring: TreeItem, path: str, title: str) -> None:
    assert _titles(spring, path) == [title]


def test_a_star_means_all_inside(spring: TreeItem) -> None:
    assert _titles(spring, "Pieces/All/*") == ["Single piece 'Guard'", "Single piece 'Horse'"]
    assert _titles(spring, "Spring/*") == ["Guard", "Horse"]


def test_every_path_that_is_printed_leads_back(spring: TreeItem) -> None:
    waiting = list(spring.children)
    while waiting:
        item = waiting.pop()
        if item.kind in ("component", "trait"):
            assert item.title in _titles(spring, item.path)
        waiting.extend(item.children)


def test_a_name_with_a_slash_is_found(tmp_path: Path) -> None:
    root = open_file(write(tmp_path, modules.decks_and_markers()))
    assert _titles(root, "A/B 'x'") == ["Single piece 'A/B 'x''"]
    assert _titles(root, "A/B 'x' / trait 1 (Place Marker) / marker") == ["Marker 'Pin'"]


def test_a_misspelt_name_is_guessed(spring: TreeItem) -> None:
    with pytest.raises(PathNotFoundError) as missing:
        find_items(spring, "pieces/Gaurd")
    assert missing.value.hint == 'did you mean "Guard"?'


def test_data_hold_what_is_told(spring: TreeItem) -> None:
    found = json.loads(items_as_json.items_as_json(find_items(spring, "Guard")))
    layer = found["children"][1]
    assert (layer["kind"], layer["name"]) == ("trait", "Step")
    assert {"key": "levels.2", "label": "Level 2", "value": "'flipped', b.png"} in layer["facts"]


def test_unknown_things_are_marked(tmp_path: Path) -> None:
    root = open_file(write(tmp_path, modules.unknown_things()))
    told = items_as_text.items_as_text((root,)) + items_as_text.items_as_text(find_items(root, "Scout"))
    assert "com.example.Weather [unknown]" in told
    assert "Unknown trait 'spell' [unknown]" in told
    assert "Type [unknown]: spell;fire;9" in told
    assert "Surplus field 1 [unknown]: later" in told


def test_the_command_shows_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write(tmp_path, modules.with_set_up())
    new = write(tmp_path, modules.no_options(), "new.vmod")
    assert run(["show", str(old), "Guard"]) == ExitCode.OK
    assert "Layer 'Step'" in capsys.readouterr().out
    assert run(["show", str(old), "Gaurd"]) == ExitCode.FINDINGS
    assert 'did you mean "Guard"?' in capsys.readouterr().err
    assert run(["diff", str(old), str(old)]) == ExitCode.OK
    assert "no difference" in capsys.readouterr().out
    assert run(["diff", str(old), str(new), "--format", "markdown"]) == ExitCode.FINDINGS
    assert "- **Guard** (removed)" in capsys.readouterr().out
