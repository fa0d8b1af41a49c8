"""Strangers' modules are read, differ from themselves in nothing, and from a changed one in the change."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.inspect.diff.change_records import ModuleChange
from hexwright.inspect.diff.comparison_report import as_json, as_markdown, as_text
from hexwright.inspect.diff.file_comparison import compare_files
from hexwright.inspect.show import items_as_json, items_as_text
from hexwright.inspect.show.item_tree import walk_items
from hexwright.inspect.show.open_as_items import open_file
from hexwright.inspect.show.path_search import find_items
from tests.foreign import modules
from tests.foreign.modules import FOREIGN, Entries, png, saved_game, write


def named(builder: Callable[[], Entries]) -> str:
    return builder.__name__


@pytest.mark.parametrize("builder", FOREIGN, ids=named)
def test_a_strangers_module_is_shown_whole(builder: Callable[[], Entries], tmp_path: Path) -> None:
    root = open_file(write(tmp_path, builder()))
    told = items_as_text.items_as_text((root,))
    for item in list(walk_items(root))[:400]:
        assert items_as_text.items_as_text((item,)).isprintable() or "\n" in items_as_text.items_as_text(
            (item,)
        )
        assert item.title
    assert told.splitlines()[0].count("—") == 1
    assert items_as_json.items_as_json((root,)).isascii()


@pytest.mark.parametrize("builder", FOREIGN, ids=named)
def test_every_piece_of_a_strangers_module_is_read(builder: Callable[[], Entries], tmp_path: Path) -> None:
    root = open_file(write(tmp_path, builder()))
    pieces = [item for item in walk_items(root) if item.title.startswith(("Single piece", "Card"))]
    assert all(any(child.kind == "trait" for child in item.children) for item in pieces)
    assert not any(fact.key == "fault" for item in pieces for fact in item.facts)


@pytest.mark.parametrize("builder", FOREIGN, ids=named)
def test_a_module_does_not_differ_from_itself(builder: Callable[[], Entries], tmp_path: Path) -> None:
    path = write(tmp_path, builder())
    again = tmp_path / "again.vmod"
    with zipfile.ZipFile(again, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(builder().items()):
            archive.writestr(name, content)
    assert compare_files(path, again).changes == ()


@pytest.mark.parametrize("builder", FOREIGN, ids=named)
def test_attributes_in_another_order_are_no_change(builder: Callable[[], Entries], tmp_path: Path) -> None:
    entries = builder()
    name = next(entry for entry in entries if entry.startswith("buildFile"))
    turned = re.sub(
        rb"<([\w.]+)((?:\s[\w.]+=\"[^\"]*\")+)(/?)>",
        _turned,
        entries[name],
    )
    assert turned != entries[name]
    old = write(tmp_path, entries)
    new = write(tmp_path, entries | {name: turned}, "turned.vmod")
    assert compare_files(old, new).changes == ()


def _turned(found: re.Match[bytes]) -> bytes:
    attributes = re.findall(rb"\s[\w.]+=\"[^\"]*\"", found[2])
    return b"<" + found[1] + b"".join(reversed(attributes)) + found[3] + b">"


#: One fact changed in the build file: the module, the text there, its replacement, and what is told.
ONE_FACT: tuple[tuple[Callable[[], Entries], str, str, str], ...] = (
    (modules.old_letters, "F;;2;", "G;;2;", "Guard: Layer 'Step': Increase key (before 3.2): F → G"),
    (modules.old_letters, "piece;K;D;", "piece;K;;", "Guard: Basic Piece 'Guard': To Delete: D → (empty)"),
    (modules.old_letters, 'dx="40.0"', 'dx="41.0"', "Hex Grid: Hex width: 40 → 41"),
    (modules.layer_before_three, "b.png,tired", "c.png,tired", "Horse: Layer (before VASSAL 3): Levels: "),
    (modules.launcher_root, 'name="Field"', 'name="Meadow"', "Board 'Meadow': renamed from Field"),
    (modules.no_options, 'version="1.0"', 'version="1.1"', "Version number: 1.0 → 1.1"),
    (modules.n_for_name, 'gpid="1"', 'gpid="4"', "One: Game piece id: 1 → 4"),
    (modules.windows_paths, "red\\tank", "blue\\tank", "Image: red\\tank.png → blue\\tank.png"),
    (modules.odd_order, "/foot", "/horse", "Definition 'Foot': Marker: Property 'Class': foot → horse"),
    (modules.odd_order, '"Never"', '"Always"', "Global Options: Auto-report moves: Never → Always"),
    (modules.byte_order_mark, "Königsberg", "Memel", "Memel: renamed from Königsberg"),
    (modules.unknown_things, "fire;9", "fire;8", "Type: spell;fire;9 [unknown] → spell;fire;8 [unknown]"),
    (modules.unknown_things, 'season="mud"', 'season="snow"', "season: mud [unknown] → snow [unknown]"),
    (modules.unknown_things, ";;later", ";;latest", "Surplus field 1: later [unknown] → latest [unknown]"),
    (modules.unknown_things, 'mood="grim"', "", "mood: grim [unknown] (removed)"),
    (modules.generated, "70\\,130", "71\\,130", "Perform these Key Commands: Ctrl+F → Ctrl+G"),
    (modules.generated, "<entry>Blue</entry>", "", "Sides: Red, Blue → Red"),
    (modules.generated, 'location="0203"', 'location="0204"', "Location: 0203 → 0204"),
    (modules.generated, "255,255,255;t", "255,0,0;t", "Text color: white → red"),
    (modules.decks_and_markers, "Pin", "Peg", "marker / Basic Piece 'Pin': Name: Pin → Peg"),
    (modules.decks_and_markers, 'entryName="Rain"', 'entryName="Hail"', "Hail: renamed from Rain"),
    (modules.extension, 'version="0.2"', 'version="0.3"', "Version: 0.2 → 0.3"),
    (modules.saved_by_the_editor, 'nDice="1"', 'nDice="2"', "Number of dice: 1 → 2"),
)


@pytest.mark.parametrize(
    ("builder", "old", "new", "told"), ONE_FACT, ids=[f"{b.__name__}-{n}" for b, _, n, _ in ONE_FACT]
)
def test_a_single_changed_fact_is_the_only_difference(
    builder: Callable[[], Entries], old: str, new: str, told: str, tmp_path: Path
) -> None:
    entries = builder()
    name = next(entry for entry in entries if entry.startswith("buildFile"))
    before = entries[name].decode()
    assert old in before
    changed = entries | {name: before.replace(old, new, 1).encode()}
    found = compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod"))
    assert len(found.changes) == 1
    assert told in as_text(found, 1000)


def _only(found: tuple[ModuleChange, ...]) -> ModuleChange:
    assert len(found) == 1
    return found[0]


def _with_set_up(
    tmp_path: Path, *pieces: tuple[str, str, str, int, int, int], weather: str = "dry"
) -> tuple[ModuleChange, ...]:
    entries = modules.with_set_up()
    changed = entries | {"spring.vsav": saved_game(pieces, weather)}
    return compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod")).changes


GUARD, HORSE = ("1", "Guard", "7", 1, 20, 25), ("2", "Horse", "8", 2, 60, 50)


def test_a_piece_that_moved_is_told_from_hex_to_hex(tmp_path: Path) -> None:
    change = _only(_with_set_up(tmp_path, GUARD, ("2", "Horse", "8", 2, 60, 100)))
    assert (change.section, change.subject) == ("Set-ups", "Pre-defined setup 'Spring'")
    assert (change.detail.part, change.detail.old, change.detail.new) == ("Horse", "0201", "0202")


def test_a_piece_with_another_step_is_told_by_its_layer(tmp_path: Path) -> None:
    change = _only(_with_set_up(tmp_path, GUARD, ("2", "Horse", "8", 1, 60, 50)))
    assert change.detail.part == "Horse / Layer 'Step'"
    assert (change.detail.old, change.detail.new) == ("2", "1")


def test_a_piece_that_came_and_one_that_went_are_told_with_their_hex(tmp_path: Path) -> None:
    came, went = _with_set_up(tmp_path, GUARD, ("2", "Scout", "9", 1, 60, 50))[::-1]
    assert (came.detail.part, came.detail.new) == ("Scout", "0201 on Main")
    assert (went.detail.part, went.detail.old) == ("Horse", "0201 on Main")


def test_pieces_numbered_anew_in_a_saved_game_are_no_change(tmp_path: Path) -> None:
    assert _with_set_up(tmp_path, ("71", *GUARD[1:]), ("72", *HORSE[1:])) == ()


def test_a_stack_the_other_way_up_is_told(tmp_path: Path) -> None:
    rider = ("2", "Horse", "8", 1, 20, 25)
    orders = ((GUARD, rider), (rider, GUARD))
    files = [modules.with_set_up() | {"spring.vsav": saved_game(order)} for order in orders]
    paths = [write(tmp_path, entries, f"{n}.vmod") for n, entries in enumerate(files)]
    change = _only(compare_files(*paths).changes)
    assert (change.detail.old, change.detail.new) == ("Guard, Horse", "Horse, Guard")


def test_a_global_property_set_otherwise_is_told(tmp_path: Path) -> None:
    change = _only(_with_set_up(tmp_path, GUARD, HORSE, weather="mud"))
    assert (change.detail.label, change.detail.new) == ("Global property 'Weather'", "mud")


def test_a_set_up_that_follows_a_changed_piece_is_no_change_of_its_own(tmp_path: Path) -> None:
    entries = modules.with_set_up()
    build_file = entries["buildFile.xml"].replace(b",flipped;", b",reduced;")
    with zipfile.ZipFile(io.BytesIO(entries["spring.vsav"])) as archive:
        inside = {name: archive.read(name).replace(b",flipped;", b",reduced;") for name in archive.namelist()}
    changed = entries | {"buildFile.xml": build_file, "spring.vsav": modules.packed(inside)}
    found = compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod"))
    assert {change.section for change in found.changes} == {"Pieces"}


def test_images_are_told_by_their_content_and_size(tmp_path: Path) -> None:
    entries = modules.no_options()
    changed = dict(entries)
    changed["images/a.png"] = png(20, 12)
    changed["images/field.png"] = changed.pop("images/board.png")
    changed["images/new.png"] = png(5, 5)
    found = compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod"))
    told = as_text(found, 200)
    assert "a.png: Content: 10 × 12 px" in told
    assert "→ 20 × 12 px" in told
    assert "field.png: renamed from board.png" in told
    assert "+ new.png: 5 × 5 px" in told
    assert len(found.changes) == 3


def test_additions_of_the_editor_are_the_only_differences_of_our_module(tmp_path: Path) -> None:
    """What remains are its own hot keys, a flare on each map, and words of buttons that are not shown."""
    ours = write(tmp_path, modules.built_by_us(), "ours.vmod")
    engine = write(tmp_path, modules.saved_by_the_editor(), "engine.vmod")
    changes = compare_files(ours, engine).changes
    rest = [c for c in changes if not c.detail.label.startswith("option ") and "Flare" not in c.subject]
    assert [(c.subject, c.detail.label) for c in rest] == [
        ("Map Window 'Map'", "Button text"),
        ("Map Window 'Map'", "Button icon"),
    ]


def test_a_trait_put_elsewhere_in_the_list_is_told(tmp_path: Path) -> None:
    entries = modules.generated()
    text_before = entries["buildFile.xml"].decode()
    swapped = text_before.replace("mark;upper left", "@").replace("mark;upper right", "mark;upper left")
    swapped = (
        swapped.replace("@", "mark;upper right")
        .replace("\t3\\\\\t4\\", "\t4\\\\\t3\\")
        .replace("3\\\t4\\\\", "4\\\t3\\\\")
    )
    changed = entries | {"buildFile.xml": swapped.encode()}
    found = compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod"))
    assert {change.detail.label for change in found.changes} <= {
        "Place in the list",
        "Property 'upper right'",
        "Property 'upper left'",
    }
    assert "Place in the list" in as_text(found)


def test_the_three_forms_tell_the_same_changes(tmp_path: Path) -> None:
    entries = modules.no_options()
    changed = entries | {"buildFile.xml": entries["buildFile.xml"].replace(b'"1.0"', b'"1.1"', 1)}
    found = compare_files(write(tmp_path, entries), write(tmp_path, changed, "changed.vmod"))
    for form in (as_text, as_markdown, as_json):
        assert "Version number" in form(found)
    assert '"same": false' in as_json(found)
    assert as_markdown(found).startswith("## Foreign 1.0 → Foreign 1.1\n")


def test_a_name_is_found_whatever_its_capitals(tmp_path: Path) -> None:
    root = open_file(write(tmp_path, modules.with_set_up()))
    assert [item.title for item in find_items(root, "pieces/GUARD")] == ["Single piece 'Guard'"]
