"""What comes out of loading: the game in force, places, sources."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import pytest

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.load.check_references import KINDS as REFERENCE_KINDS
from hexwright.load.game_loading import FILES
from hexwright.load.json_schema import KINDS
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_keys import is_record, keys_of, split_annotations, split_optional
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse
from hexwright.model.game import Game
from hexwright.model.key_annotations import KEYED, Range
from tests.load.damage import FOLDER, SLUG, all_of, copy_toy, load_toy, replace


def test_every_file_of_the_folder_becomes_a_part_of_the_game(tmp_path: Path) -> None:
    game = load_toy(copy_toy(tmp_path)).game
    assert game.slug == SLUG
    assert [scenario.id for scenario in game.scenarios] == ["the-bridge", "rearguard"]
    assert game.counters.units[2].steps[0].ratings == {"charge": "+1"}
    assert game.counters.units[6].steps[1].strength is None
    assert game.hexmap.places[0].owner == "blue"
    assert game.hexmap.km_per_hex == 0.5
    assert game.charts.combat is not None
    assert game.charts.combat.rows["6"] == ("DR", "DE", "DE")
    assert game.rules.summary[1].text == "Adjacent units may attack.\n\nDivide the strengths and roll."


def test_default_choices_are_in_force_unless_others_are_asked_for(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    stone, wooden = load_toy(root).game, load_toy(root, {"bridge": "wooden"}).game
    assert stone.options == {"bridge": "stone"}
    assert wooden.options == {"bridge": "wooden"}
    assert [line.id for line in stone.hexmap.lines[0].lines] == ["stone-road"]
    assert [line.id for line in wooden.hexmap.lines[0].lines] == ["wooden-road"]
    assert [group.id for group in stone.hexmap.features[0].groups] == ["bank"]
    assert [group.id for group in wooden.hexmap.features[0].groups] == ["bank", "bend"]


def test_a_variant_that_is_not_built_is_checked_all_the_same(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    replace("map.yaml", "path: [D1, D2, D3", "path: [D1, D3").act(root)
    with pytest.raises(InputError, match="M005"):
        load_toy(root, {"bridge": "stone"})


def test_variants_that_exclude_each_other_may_share_hexsides(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    two_brooks = (
        "      ditch: {hexsides: [D3/E3], option: {bridge: stone}}\n"
        "      dyke: {hexsides: [D3/E3], option: {bridge: wooden}}\n"
    )
    replace("map.yaml", "      ditch:\n        hexsides: [D3/E3]\n", two_brooks).act(root)
    assert load_toy(root).diagnostics == ()


def test_every_value_is_found_by_its_path(tmp_path: Path) -> None:
    spans = load_toy(copy_toy(tmp_path)).spans
    counters = f"{FOLDER}/counters.yaml"
    assert spans.value("counters", "units", "red-1", "steps", 0, "ma") == Span(counters, 13, 31)
    assert spans.key("counters", "units", "red-1") == Span(counters, 7, 3)
    assert spans.key("scenarios", "rearguard", "setup", "placement", "C3").file.endswith("rearguard.yaml")


def test_a_default_is_found_at_the_entry_that_lacks_it(tmp_path: Path) -> None:
    spans = load_toy(copy_toy(tmp_path)).spans
    assert spans.value("counters", "units", "red-1", "symbol_picture") == spans.key(
        "counters", "units", "red-1"
    )


def test_all_files_that_were_read_are_kept_byte_for_byte(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    sources = load_toy(root).sources
    assert sorted(sources) == sorted(
        path.relative_to(root).as_posix() for path in root.glob("*/toy-bridge/**/*") if path.is_file()
    )
    for name, data in sources.items():
        assert data == (root / name).read_bytes()


def test_the_ledger_that_a_build_writes_is_no_stray_file(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    (root / FOLDER / "gpids.yaml").write_text("{}", encoding="utf-8")
    loaded = load_toy(root)
    assert loaded.diagnostics == ()
    assert f"{FOLDER}/gpids.yaml" not in loaded.sources


def test_faults_of_all_files_are_told_together_in_order(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    all_of(
        replace("rules.yaml", "summary:", "sumary:"),
        replace("counters.yaml", "designation: R/H", "desingation: R/H"),
        replace("counters.yaml", "count: 4", "count: four"),
    ).act(root)
    with pytest.raises(InputError) as caught:
        load_toy(root)
    assert [(d.span.file.rpartition("/")[2], d.code) for d in caught.value.diagnostics if d.span] == [
        ("counters.yaml", "K002"),
        ("counters.yaml", "K004"),
        ("rules.yaml", "K002"),
    ]


def test_every_file_of_a_game_is_known_to_loader_and_model_alike() -> None:
    attributes = {field.name for field in dataclasses.fields(Game)}
    assert set(FILES) | {"slug", "scenarios", "options"} == attributes


def test_every_kind_of_reference_in_the_model_can_be_checked() -> None:
    used: set[str] = set()
    seen: set[Any] = set()
    waiting: list[Any] = list(KINDS.values())
    while waiting:
        cls = waiting.pop()
        if cls in seen:
            continue
        seen.add(cls)
        for key in keys_of(cls).values():
            if key.notes.reference is not None:
                used.add(key.notes.reference)
            waiting += [hint for hint in _parts(key.type) if is_record(hint)]
    assert used <= set(REFERENCE_KINDS)
    assert "side" in used


def _parts(hint: Any) -> list[Any]:
    bare, _ = split_optional(split_annotations(hint)[0])
    inner = [part for argument in getattr(bare, "__args__", ()) for part in _parts(argument)]
    return [bare, *inner]


@dataclasses.dataclass(frozen=True, slots=True)
class Gun:
    """An entry that only these tests know."""

    id: str
    calibre: Annotated[float, Range(1, 50)]


@dataclasses.dataclass(frozen=True, slots=True)
class Fort:
    """A record with every form that the real model may come to use."""

    size: tuple[int, int]
    strength: int | str
    guns: Annotated[tuple[Gun, ...], KEYED] = ()
    nested: Fort | None = None


def build_fort(text: str) -> tuple[Fort | None, list[str]]:
    """Read a fort; return it and the findings."""
    report = DiagnosticReport()
    source = SourceFile("fort.yaml", text.encode())
    tree = parse(source, report)
    assert tree is not None
    return build_record(Fort, tree, ("fort",), ReaderContext(source, report, ValueSpans())), [
        str(d) for d in report
    ]


def test_a_new_dataclass_is_read_without_telling_the_loader() -> None:
    inner = "{size: [1, 1], strength: x}"
    fort, found = build_fort(
        f"{{size: [2, 3], strength: 4, guns: {{big: {{calibre: 40.5}}}}, nested: {inner}}}"
    )
    assert found == []
    assert fort == Fort((2, 3), 4, (Gun("big", 40.5),), Fort((1, 1), "x"))


def test_null_is_taken_where_nothing_is_a_value() -> None:
    assert build_fort("{size: [2, 3], strength: 4, nested: null}")[0] == Fort((2, 3), 4)


def test_a_list_of_fixed_length_needs_that_length() -> None:
    assert build_fort("{size: [2], strength: 4}") == (
        None,
        ["fort.yaml:1:8: error[K003]: 'size' in fort.yaml must be a list of 2 entries, got 1 entry"],
    )


def test_no_alternative_of_a_union_fitting_is_one_fault() -> None:
    fort, found = build_fort("{size: [2, 3], strength: [4]}")
    assert fort is None
    assert len(found) == 1
