"""What `hexwright where` finds: each place that defines, changes or reads a name, and what nothing uses."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.inspect.usage.name_uses import NameKind, UseRole, is_keystroke, normalised_key
from hexwright.inspect.usage.unused_names import unused_names
from hexwright.inspect.usage.use_search import UseIndex, find_uses
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.component_element import Component, declared_attributes
from hexwright.vassal.codec.field_kinds import TextKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import all_traits
from tests.foreign.modules import write
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]
NAME = "Qxz"


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("where"), sound.files().entries, sound.NAME)


@pytest.fixture(scope="module")
def module(sound_file: Path) -> ModuleView:
    return open_module([sound_file])


def _roles(module: ModuleView, name: str, kind: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in find_uses(module, name, (NameKind(kind),)).uses:
        if one.use.kind is not NameKind.TEXT and "start.vsav" not in str(one.place):
            found[one.use.role] = found.get(one.use.role, 0) + 1
    return found


@pytest.mark.parametrize(
    ("name", "kind", "roles"),
    [
        ("Unit", "prototype", {"defines": 1, "uses": 2}),
        ("Spent", "property", {"defines": 1, "reads": 1}),
        ("Side", "property", {"defines": 2, "reads": 3}),
        ("TurnNumber", "property", {"defines": 1, "reads": 1}),
        ("thaw", "key", {"responds": 1, "sends": 1}),
        ("rest", "key", {"responds": 1, "sends": 2}),
        ("full.png", "image", {"defines": 1, "uses": 3}),
        ("images/full.png", "image", {"defines": 1, "uses": 3}),
        ("Main", "map", {"defines": 1, "uses": 2}),
        ("Field", "board", {"defines": 1, "uses": 5}),
        ("Depot", "zone", {"defines": 1, "uses": 1}),
        ("Reserve", "deck", {"defines": 1, "uses": 1}),
        ("Red", "side", {"defines": 1, "uses": 3}),
        ("HelpFile", "class", {"uses": 1}),
    ],
)
def test_each_place_of_a_name_is_found_with_its_role(
    module: ModuleView, name: str, kind: str, roles: dict[str, int]
) -> None:
    assert _roles(module, name, kind) == roles


def test_a_set_up_counts_the_pieces_that_use_a_name(module: ModuleView) -> None:
    found = [one for one in find_uses(module, "Field").uses if "start.vsav" in str(one.place)]
    assert [(one.use.role, one.use.label, one.count) for one in found] == [("uses", "Boards", 1)]
    assert not [one for one in find_uses(module, "Field", set_ups=False).uses if one in found]


def test_maps_and_zones_in_calls_are_found(module: ModuleView, tmp_path: Path) -> None:
    files = sound.files()
    files.replace('SumStack("Strength")', 'SumZone("Strength","Depot","Main")')
    changed = open_module([write(tmp_path, files.entries)])
    for name, kind in (("Depot", "zone"), ("Main", "map")):
        assert _roles(changed, name, kind)["uses"] == _roles(module, name, kind)["uses"] + 1


def test_a_name_in_any_text_of_a_trait_is_found(tmp_path: Path) -> None:
    slots, wanted = [], set()
    for kind in all_traits():
        for row in (*kind.fields(), *kind.state_fields()):
            if isinstance(row.kind, TextKind) and row.when is None and row.name not in ("marker", "map"):
                trait = dataclasses.replace(kind(), **{row.name: NAME})  # type: ignore[arg-type]
                title = f"{kind.__name__}.{row.name}"
                traits = (trait,) if isinstance(trait, t.BasicPiece) else (t.BasicPiece(), trait)
                slots.append(_slot(title, GamePiece(traits)))
                wanted.add(title)
    module = _module(tmp_path, c.PieceWindow.new(c.ListWidget.new(*slots)))
    found = {
        title for one in find_uses(module, NAME).uses for title in wanted if f"'{title}'" in one.place.path
    }
    assert len(wanted) > 150
    assert found == wanted


def test_a_name_in_any_text_of_a_component_is_found(tmp_path: Path) -> None:
    made, wanted = [], 0
    for kind in c.by_tag().values():
        for attribute in declared_attributes(kind):
            if isinstance(attribute.kind, TextKind) and attribute.xml != "file":
                element = c.PieceWindow.new()
                element.tag = kind.TAG
                for name in list(element.attrib):
                    del element.attrib[name]
                element.set(attribute.xml, NAME)
                made.append(element)
                wanted += 1
    module = _module(tmp_path, *made)
    places = {one.place for one in find_uses(module, NAME).uses}
    assert wanted > 400
    assert len(places) == wanted


def test_every_name_of_a_module_is_found_where_it_is(module: ModuleView) -> None:
    rows = [(place, use) for place, uses in UseIndex(module).definitions() for use in uses]
    names = {(use.kind, use.name) for _, use in rows}
    found = {
        (one.place, one.use)
        for kind, name in sorted(names)
        for one in find_uses(module, name, (kind,), set_ups=False).uses
    }
    assert found >= set(rows)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ctrl+F", "Ctrl+F"),
        ("shift-ctrl f", "Ctrl+Shift+F"),
        ("f5", "F5"),
        ("page up", "page up"),
        ("flip", "flip"),
    ],
)
def test_a_key_may_be_typed_in_any_usual_way(typed: str, name: str) -> None:
    assert normalised_key(typed) == name


def test_keystrokes_are_told_from_named_keys() -> None:
    assert is_keystroke("Ctrl+Shift+F")
    assert is_keystroke("Page Up")
    assert not is_keystroke("flip")


def test_names_that_nothing_uses_are_listed(tmp_path: Path, module: ModuleView) -> None:
    assert [(str(one.kind), one.name) for one in unused_names(module)] == [
        ("property", "Weather"),
        ("property", "Caption"),
    ]
    files = sound.files()
    files.entries["images/left.png"] = sound.png(1, 1)
    files.entries["images/4_pips.png"] = sound.png(1, 1)
    files.entries["game/Old.class"] = b"old"
    files.replace("{Strength * 2", '{Strength + "_pips.png" + Strength * 2')
    changed = open_module([write(tmp_path, files.entries)])
    assert {(str(one.kind), one.name, one.maybe) for one in unused_names(changed)} == {
        ("property", "Weather", False),
        ("property", "Caption", False),
        ("image", "left.png", False),
        ("image", "4_pips.png", True),
        ("class", "game.Old", False),
    }


def test_a_component_of_a_class_without_a_package_is_found(tmp_path: Path) -> None:
    files = sound.files()
    options = "<VASSAL.build.module.GlobalOptions"
    files.replace(options, f'<Fog name="Mist"/>{options}')
    module = open_module([write(tmp_path, files.entries)])
    (found,) = find_uses(module, "Fog", [NameKind.CLASS]).uses
    assert (found.use.role, found.place.path) == (UseRole.USES, "Fog 'Mist'")


def test_a_property_that_stands_in_another_text_may_be_used(tmp_path: Path) -> None:
    properties = (("Weather", ""), ("Fog", ""), ("Script", 'read("Weather")'), ("Note", "of the Fog"))
    made = [c.GlobalProperty.new(name=name, initial_value=text) for name, text in properties]
    made[-1].description = "Note"
    module = _module(tmp_path, c.GlobalProperties.new(*made))
    assert [(one.name, one.maybe) for one in unused_names(module)] == [
        ("Script", False),
        ("Note", False),
        ("Weather", True),
        ("Fog", True),
    ]


def test_a_prototype_and_a_key_become_unused_with_their_last_use(tmp_path: Path) -> None:
    marker = t.Marker.of({"Side": "Red"})
    asleep = t.TriggerAction(menu="", key=KeyCommand.named("doze"), actions=(KeyCommand.named("wake"),))
    prototypes = c.PrototypesContainer.new(
        *(_prototype(name, trait) for name, trait in (("Foot", marker), ("Horse", asleep)))
    )
    rider = GamePiece.of(t.BasicPiece(name="Rider"), t.Prototype("Foot"))
    module = _module(tmp_path, prototypes, c.PieceWindow.new(c.ListWidget.new(_slot("Rider", rider))))
    assert [(str(one.kind), one.name) for one in unused_names(module)] == [
        ("prototype", "Horse"),
        ("property", "Side"),
        ("key", "doze"),
    ]


# The command ------------------------------------------------------------------------------------
def test_the_command_prints_places_that_show_accepts(sound_file: Path, capsys: Told) -> None:
    assert run(["where", str(sound_file), "Depot"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["zone 'Depot'", "  defined by 1 place"]
    place = lines[2].strip().rpartition(",")[0]
    assert run(["show", str(sound_file), place]) == ExitCode.OK
    assert "Zone 'Depot'" in capsys.readouterr().out


def test_json_has_each_place_with_its_text(sound_file: Path, capsys: Told) -> None:
    assert run(["where", str(sound_file), "TurnNumber", "--json", "--kind", "property"]) == ExitCode.OK
    found = json.loads(capsys.readouterr().out)
    assert [(row["role"], row["field"], row.get("text")) for row in found["uses"]][1] == (
        "reads",
        "Match properties",
        "{TurnNumber == 3}",
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["Dept"], ExitCode.FINDINGS, "nothing is called 'Dept' — did you mean 'Depot'?"),
        (["Depot", "--kind", "class"], ExitCode.FINDINGS, "no class is called 'Depot' — only these texts"),
        (["Qxz"], ExitCode.FINDINGS, "nothing is called 'Qxz' — no name is similar"),
        (["Depot", "--kind", "zon"], ExitCode.USAGE, "no kind is called 'zon'; did you mean zone?"),
        ([], ExitCode.USAGE, "give the NAME to search for"),
        (["--unused", "--kind", "zone"], ExitCode.USAGE, "--unused lists these kinds"),
    ],
)
def test_mistakes_are_told_in_one_line(
    sound_file: Path, arguments: list[str], code: ExitCode, words: str, capsys: Told
) -> None:
    assert run(["where", str(sound_file), *arguments]) == code
    assert words in " ".join(capsys.readouterr().err.split()).replace("│ ", "")


def test_unused_names_are_printed_by_kind(sound_file: Path, capsys: Told) -> None:
    assert run(["where", str(sound_file), "--unused"]) == ExitCode.OK
    assert capsys.readouterr().out.splitlines()[0] == "property: 2 unused"
    assert run(["where", str(sound_file), "--unused", "--kind", "key"]) == ExitCode.OK
    assert capsys.readouterr().out == "nothing is unused\n"


def _prototype(name: str, trait: Trait) -> c.PrototypeDefinition:
    made = c.PrototypeDefinition.new(name=name)
    made.text = AddPiece(GamePiece.of(t.BasicPiece(), trait)).encode()
    return made


def _slot(name: str, piece: GamePiece) -> c.PieceSlot:
    slot = c.PieceSlot.new(entry_name=name, gpid="1")
    slot.text = AddPiece(piece).encode()
    return slot


def _module(folder: Path, *inside: Component) -> ModuleView:
    root = c.GameModule.new(*inside, name="Made", version="1", vassal_version="3.7.26")
    return open_module([write(folder, {"buildFile.xml": serialise(root)})])
