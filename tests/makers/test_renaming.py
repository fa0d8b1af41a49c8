"""Renaming: every use of a name changes, no other does, and what can't be is refused."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import open_module
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole
from hexwright.inspect.usage.use_search import UseIndex
from hexwright.makers.name_occurrences import PROBE, NameReplacement
from hexwright.vassal.codec.module_archive import SavedGame, zip_entries
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits.prototype import Prototype
from tests.makers.test_module_edit import foreign_zip
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip(sound.files().entries))
    return path


def names_in(path: Path) -> Counter[tuple[str, str, str]]:
    """Return the uses of all names in a module and its set-ups, by kind, name and role."""
    with open_module([path]) as view:
        index = UseIndex(view)
        found = Counter((u.kind, u.name, u.role) for _, uses in index.definitions() for u in uses)
        for set_up in view.set_ups:
            for kind in set_up.kinds:
                for trait in kind.traits[1:]:
                    found.update((u.kind, u.name, u.role) for u in index.of_trait(trait))
        return Counter({(str(k), n, str(r)): count for (k, n, r), count in found.items()})


def renamed(names: Counter[tuple[str, str, str]], kind: str, old: str, new: str) -> dict[object, int]:
    """Return the uses with one name replaced, and the properties that are derived from it."""

    def one(key: tuple[str, str, str]) -> tuple[str, str, str]:
        if key[0] == kind and key[1] == old:
            return kind, new, key[2]
        return key

    return {one(key): count for key, count in names.items()}


def underived(names: dict[object, int] | Counter[tuple[str, str, str]], *words: str) -> dict[object, int]:
    """Return the uses without properties such as `Main_isVisible`, whose names VASSAL makes of others."""
    starts = tuple(f"{form}_" for word in words for form in (word, word.replace(" ", "_")))
    return {key: count for key, count in names.items() if not str(key[1]).startswith(starts)}  # type: ignore[index]


NAMES = {
    "prototype": ("Unit", "Unit, of <all> / kinds"),
    "property": ("Strength", "Power"),
    "key": ("spend", "spend all"),
    "image": ("spent.png", "used up.png"),
    "map": ("Main", "The Map"),
    "board": ("Field", "Field; north"),
    "zone": ("Depot", "Magazine"),
    "deck": ("Reserve", "Pool's"),
    "side": ("Red", "Scarlet"),
}


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("Ctrl+K", "Ctrl+Shift+J", ("Ctrl+K", "Ctrl+Shift+J")),
        ("ctrl k", "rally", ("Ctrl+K", "rally")),
        ("spend", "ctrl-j", ("spend", "Ctrl+J")),
        ("night", "F9", ("night", "F9")),
    ],
    ids=str,
)
def test_a_keystroke_changes_to_another_or_to_a_name(
    old: str, new: str, written: tuple[str, str], tmp_path: Path
) -> None:
    files = sound.files()
    files.replace('hotkey="" icon="/images/die.gif"', f'hotkey="{ord("K")},130" icon="/images/die.gif"')
    module, out = tmp_path / "theirs.vmod", tmp_path / "new.vmod"
    module.write_bytes(foreign_zip(files.entries))
    expected = renamed(names_in(module), "key", *written)
    assert run(["rename", str(module), "key", old, new, "--out", str(out)]) == ExitCode.OK
    assert dict(names_in(out)) == expected


@pytest.mark.parametrize("old", ["====", "*", "§ 3 §"])
def test_a_name_of_punctuation_is_renamed(old: str, tmp_path: Path) -> None:
    files = sound.files()
    text = files.entries["buildFile.xml"].decode()
    files.entries["buildFile.xml"] = text.replace('name="Depot"', f'name="{old}"').encode()
    module, out = tmp_path / "theirs.vmod", tmp_path / "new.vmod"
    module.write_bytes(foreign_zip(files.entries))
    assert run(["rename", str(module), "zone", old, "Divider", "--out", str(out)]) == ExitCode.OK
    assert dict(names_in(out)) == renamed(names_in(module), "zone", old, "Divider")


@pytest.mark.parametrize("kind", NAMES)
def test_every_use_changes_and_no_other(kind: str, module: Path, tmp_path: Path, capsys: Told) -> None:
    old, new = NAMES[kind]
    out = tmp_path / "new.vmod"
    before = module.read_bytes()
    expected = renamed(names_in(module), kind, old, new)
    assert (kind, new, "uses") in expected or (kind, new, "defines") in expected or kind == "key"
    assert run(["rename", str(module), kind, old, new, "--dry-run"]) == ExitCode.OK
    told = capsys.readouterr().out
    assert new in told
    assert not out.exists()
    assert run(["rename", str(module), kind, old, new, "--out", str(out)]) == ExitCode.OK
    assert underived(names_in(out), old, new) == underived(expected, old, new)
    assert module.read_bytes() == before
    assert run(["rename", str(out), kind, new, old, "--out", str(tmp_path / "back.vmod")]) == ExitCode.OK
    with zipfile.ZipFile(module) as one, zipfile.ZipFile(tmp_path / "back.vmod") as other:
        assert {n: one.read(n) for n in one.namelist() if n.startswith(("build", "images/", "help"))} == {
            n: other.read(n) for n in other.namelist() if n.startswith(("build", "images/", "help"))
        }


def test_extensions_and_saves_that_are_named_change_too(module: Path, tmp_path: Path) -> None:
    extension, save = tmp_path / "more.vmdx", tmp_path / "game.vsav"
    extension.write_bytes(zip_entries(sound.extension()))
    save.write_bytes(sound.files().entries["start.vsav"])
    folder = tmp_path / "new"
    command = ["rename", str(module), "prototype", "Common", "Shared", "--out", str(folder / "theirs.vmod")]
    assert run([*command, "--extension", str(extension), "--save", str(save)]) == ExitCode.OK
    assert sorted(path.name for path in folder.iterdir()) == ["game.vsav", "more.vmdx", "theirs.vmod"]
    with zipfile.ZipFile(folder / "more.vmdx") as read:
        assert b"prototype;Shared" in read.read("buildFile.xml")
    assert run(["rename", str(module), "prototype", "Unit", "Troop", "--save", str(save), "--in-place"]) == 0
    assert "prototype;Troop" in SavedGame.decode(save).text
    assert (tmp_path / "game.vsav.bak").read_bytes() == sound.files().entries["start.vsav"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (
            ("prototype", "Uni", "Troop"),
            ExitCode.FINDINGS,
            "no prototype is called 'Uni' — did you mean 'Unit'?",
        ),
        (("prototype", "Unit", "Common"), ExitCode.FINDINGS, "the name 'Common' is taken"),
        (("property", "Strength", "2nd"), ExitCode.USAGE, "can't be a name"),
        (("property", "Strength", "My power"), ExitCode.FINDINGS, "can't be renamed everywhere"),
        (("key", "spend", "a,b"), ExitCode.USAGE, "can't have a comma"),
        (("unit", "a", "b"), ExitCode.USAGE, "KIND must be one of"),
    ],
)
def test_a_name_that_cant_be_renamed_is_refused(
    module: Path, tmp_path: Path, capsys: Told, words: tuple[str, ...], code: int, told: str
) -> None:
    assert run(["rename", str(module), *words, "--out", str(tmp_path / "new.vmod")]) == code
    assert told in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "new.vmod").exists()


def test_a_log_follows_a_renamed_map(module: Path, tmp_path: Path, capsys: Told) -> None:
    log = tmp_path / "game.vlog"
    start = SavedGame.decode(sound.files().entries["start.vsav"])
    moved = "LOG\tM/1/Main/5/6/null/Main/1/2/null/me"
    turned = "LOG\tD/1/2;\\\tMain\\;7\tMain;5;6;1;0/1;\tMain;1;2;1;0"
    log.write_bytes(
        SavedGame(start.moduledata, start.savedata, f"{start.text}\x1b{moved}\x1b{turned}").encode()
    )
    (tmp_path / "theirs_ext").mkdir()
    (tmp_path / "theirs_ext" / "more.vmdx").write_bytes(zip_entries(sound.extension()))
    command = ["rename", str(module), "map", "Main", "The Map", "--save", str(log), "--in-place"]
    assert run(command) == ExitCode.OK
    assert "not renamed in the extensions of theirs_ext: more.vmdx" in capsys.readouterr().err
    text = SavedGame.decode(log).text
    assert "M/1/The Map/5/6/null/The Map/1/2/null/me" in text
    assert "D/1/2;\\\tMain\\;7\tThe Map;5;6;1;0/1;\tThe Map;1;2;1;0" in text
    assert "BoardPicker" in text
    assert "The MapBoardPicker" in text


def test_equal_traits_are_asked_about_once() -> None:
    names = NameReplacement(NameKind.PROTOTYPE, "Tank", "Car")
    asked: list[Trait] = []

    def uses(trait: Trait) -> tuple[NameUse, ...]:
        asked.append(trait)
        assert isinstance(trait, Prototype)
        return (NameUse(NameKind.PROTOTYPE, trait.name, UseRole.USES, "Prototype name"),)

    traits = [Prototype("Tank"), Prototype("Tank"), Prototype("Tanker"), Prototype("Tank")]
    found = [names.in_trait(trait, uses) for trait in traits]
    assert [trait for trait, _ in found] == [Prototype(name) for name in ("Car", "Car", "Tanker", "Car")]
    assert [len(changes) for _, changes in found] == [1, 1, 0, 1]
    assert asked == [Prototype(PROBE)]
