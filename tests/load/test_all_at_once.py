"""All errors of all files are reported at once, and nothing is concluded from what couldn't be read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import DiagnosticReport, Severity
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.partial_game import grid_only_game, keep_valid_entries
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile, YamlNode, YamlScalar, YamlSequence, parse
from hexwright.render.check_drawings import check_drawings
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.theme import CLASSIC
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.load.damage import FOLDER, SLUG, all_of, copy_toy, replace

SAMPLE = 50


def told(root: Path) -> list[str]:
    """Return all messages about the toy game, from the loader and from the rules engine."""
    loaded = load_game_despite_errors(Project(root), SLUG, sheet_faults=check_drawings)
    spans = loaded.spans
    played = [
        fault.diagnostic(spans.value(*fault.path), fault.severity)
        for scenario in loaded.game.scenarios
        for fault in find_unplayable(loaded.game, scenario, loaded.unread.was_read_whole)
    ]
    return [str(found) for found in (*loaded.diagnostics, *dict.fromkeys(played))]


def codes(root: Path) -> set[str]:
    return {line.split("[", 1)[1].split("]")[0] for line in told(root)}


def test_a_slip_in_every_file_is_told_with_all_the_others(tmp_path: Path) -> None:
    all_of(
        replace("game.yaml", "version:", "vresion:"),
        replace("map.yaml", "hex_mm: 24", "hex_mm: wide"),
        replace("counters.yaml", "unit_class: foot", "unit_class: foto"),
        replace("oob.yaml", "turn: 2", "turn: 9"),
        replace("charts.yaml", "die: 6", "die: 5"),
        replace("scenarios/rearguard.yaml", "last_turn: 3", "last_turn: 30"),
        replace("rules.yaml", "[attacker-step-loss]", "[defender-retreat, defender-retreat]"),
    ).act(copy_toy(tmp_path))
    assert codes(tmp_path) >= {"K002", "K005", "R001", "O001", "T002", "S003", "P006"}


def test_a_file_that_is_no_yaml_hides_nothing_of_the_others_and_adds_nothing(tmp_path: Path) -> None:
    all_of(
        replace("map.yaml", "title: Toy Bridge", "title: [Toy Bridge"),
        replace("counters.yaml", "unit_class: foot", "unit_class: foto"),
    ).act(copy_toy(tmp_path))
    assert codes(tmp_path) == {"Y007", "R001"}


@pytest.mark.parametrize("missing", ["map.yaml", "counters.yaml", "charts.yaml", "rules.yaml", "oob.yaml"])
def test_a_missing_file_is_one_finding(missing: str, tmp_path: Path) -> None:
    (copy_toy(tmp_path) / FOLDER / missing).unlink()
    assert [line.split(": — ")[0] for line in told(tmp_path)] == [
        f"{FOLDER}/{missing}: error[Y001]: the file is missing — write the file: every game needs it; see "
        "docs/reference/data-format.md"
    ]


def _texts(node: YamlNode) -> list[YamlScalar]:
    if isinstance(node, YamlScalar):
        return [node]
    inner = node.items if isinstance(node, YamlSequence) else [value for _, value in node.entries.values()]
    return [text for child in inner for text in _texts(child)]


def _values() -> list[tuple[str, YamlScalar]]:
    """Return every value that stands on one line of the toy game's files."""
    folder = Path(__file__).parent.parent / "toy" / FOLDER
    found = []
    for path in sorted(p for p in folder.rglob("*.yaml") if p.name != "gpids.yaml"):
        tree = parse(SourceFile(path.name, path.read_bytes()), DiagnosticReport())
        assert tree is not None
        file = path.relative_to(folder).as_posix()
        found += [(file, text) for text in _texts(tree) if text.text and "\n" not in text.text]
    return found


def test_a_value_that_cant_be_read_is_one_finding_whatever_hangs_on_it(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    for file, value in random.Random(1).sample(_values(), SAMPLE):
        path = root / FOLDER / file
        text = path.read_text("utf-8")
        lines = text.split("\n")
        before, rest = lines[value.line - 1][: value.column - 1], lines[value.line - 1][value.column - 1 :]
        end = rest.index(rest[0], 1) + 1 if rest[0] in "\"'" else len(value.text)
        lines[value.line - 1] = f"{before}{{un-known: [here]}}{rest[end:]}"
        path.write_text("\n".join(lines), "utf-8")
        places = {line.split(": ", 1)[0] for line in told(root)}
        assert places == {f"{FOLDER}/{file}:{value.line}:{value.column}"}, (file, value)
        path.write_text(text, "utf-8")


def test_the_sound_parts_of_a_faulty_game_are_drawn(tmp_path: Path) -> None:
    all_of(
        replace("map.yaml", "km_per_hex", "km_pr_hex"),
        replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [D3/A1]"),
        replace("map.yaml", "path: [C1, C2, C3, C4, C5]", "path: [C1, C2, C4, C5]"),
        replace("map.yaml", "hexes: [A3]", "hexes: [A3, Z9]"),
        replace("counters.yaml", "unit_class: horse", "unit_class: hrose"),
    ).act(copy_toy(tmp_path))
    game = keep_valid_entries(Project(tmp_path), load_game_despite_errors(Project(tmp_path), SLUG))
    [rail] = [
        feature
        for feature in game.hexmap.lines
        if any(line.path[:2] == ("C1", "C2") for line in feature.lines)
    ]
    assert [line.path for line in rail.lines] == [("C1", "C2"), ("C4", "C5")]
    assert [terrain.hexes for terrain in game.hexmap.terrain if "A3" in terrain.hexes] == [("A3",)]
    assert {unit.unit_class for unit in game.counters.units} <= {each.id for each in game.counters.classes}
    assert ">C3<" in sheet_svg(game, CLASSIC)


def test_a_map_that_is_no_yaml_is_drawn_as_far_as_it_goes(tmp_path: Path) -> None:
    replace("map.yaml", "places:", "places: [").act(copy_toy(tmp_path))
    game = keep_valid_entries(Project(tmp_path), load_game_despite_errors(Project(tmp_path), SLUG))
    assert (game.hexmap.grid.columns, game.hexmap.grid.rows) == (6, 5)
    assert game.hexmap.lines
    assert not game.hexmap.places
    assert ">C3<" in sheet_svg(game, CLASSIC)


def test_of_a_game_without_a_map_a_numbered_grid_is_drawn(tmp_path: Path) -> None:
    (copy_toy(tmp_path) / FOLDER / "map.yaml").unlink()
    game = grid_only_game(
        keep_valid_entries(Project(tmp_path), load_game_despite_errors(Project(tmp_path), SLUG))
    )
    assert ">0101<" in sheet_svg(game, CLASSIC)


def test_examining_a_sound_game_gives_the_loaded_game(tmp_path: Path) -> None:
    loaded = load_game_despite_errors(Project(copy_toy(tmp_path)), SLUG)
    assert not loaded.failed
    assert all(found.severity is not Severity.ERROR for found in loaded.diagnostics)
    assert loaded.unread.was_read_whole(())
