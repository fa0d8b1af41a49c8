"""Each command that writes a module, on modules of others: VASSAL opens the result as it opens the original.

The modules aren't part of this repository: HEXWRIGHT_MODULES names a folder with them. An extension in that
folder is changed and opened together with its module. The page *Working on an existing module* lists the
modules on which we ran this.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.engine_driver import Engine, EngineError
from hexwright.engine_driver.engine_replies import PieceReply
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_setups import set_up_files
from hexwright.inspect.analysis.module_view import open_module
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.engine_refresh import refresh_script, with_plain_keys
from tests.foreign.running import modules_of

FOLDER = os.environ.get("HEXWRIGHT_MODULES", "")
FOUND = modules_of(Path(FOLDER)) if FOLDER else []
MODULES = sorted((path for path in FOUND if path.suffix == ".vmod"), key=lambda path: path.stat().st_size)
DONE = (ExitCode.OK, ExitCode.FINDINGS)
PROTOTYPE, PIECE, TRANSLATED = "Renamed by hexwright", "Edited in a table", "Translated by hexwright"
MOST_SET_UPS: Final = 2
_ID: Final = re.compile(r"\b1[0-9]{12}\b")
"""The id of a piece. VASSAL makes it of the time, and gives a refreshed piece a new one."""
REFRESH: Final = refresh_script("RefreshPieces", "UseLabelerName", "UseLayerName", "UseRotateName")
FACTOR: Final = 0.5

Place = tuple[object, ...]
Record = Callable[[str, object], None]

pytestmark = [pytest.mark.engine, pytest.mark.skipif(not FOLDER, reason="HEXWRIGHT_MODULES is unset")]


@dataclass
class Opened:
    """What VASSAL reads from a module, and the pieces of its set-ups, else of a new game.

    In the last game, a piece of the palette is put beside another one, and that is dragged onto it.
    """

    set_ups: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    prototypes: set[str] = field(default_factory=set)
    slots: list[str] = field(default_factory=list)
    """The types of the palettes' pieces; "" for one that VASSAL can't make without code that is absent."""
    games: dict[str, list[PieceReply]] = field(default_factory=dict)

    def places(self) -> dict[str, Counter[Place]]:
        """Return where pieces are, by the names that the map and its grid have for it."""
        return self._counted(lambda p: (p.map, p.location, p.index, p.deck))

    def pieces(self, edited: Mapping[str, str]) -> dict[str, Counter[Place]]:
        """Return all pieces; those that were edited, by their old names."""

        def told(p: PieceReply) -> Place:
            name = p.name
            for new, old in edited.items():
                name = name.replace(new, old).strip()
            return name, p.gpid, p.map, p.x, p.y, p.location, p.zone, p.index, p.deck

        return self._counted(told)

    def _counted(self, told: Callable[[PieceReply], Place]) -> dict[str, Counter[Place]]:
        return {title: Counter(map(told, pieces)) for title, pieces in self.games.items()}


def _entries(path: Path) -> dict[str, int]:
    with zipfile.ZipFile(path) as archive:
        return {one.filename: one.CRC for one in archive.infolist() if not one.is_dir()}


def _build_file(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        name = next(name for name in ("buildFile.xml", "buildFile") if name in archive.namelist())
        return archive.read(name).decode("utf-8", "replace")


def _extensions(module: Path) -> list[Path]:
    name = re.search(r'<VASSAL\.[\w.]*Module [^>]*?\bname="([^"]*)"', _build_file(module))
    own = f' module="{name[1]}"' if name else "?"
    return [one for one in FOUND if one.suffix == ".vmdx" and own in _build_file(one)[:1000]]


def _together(folder: Path, files: Sequence[Path]) -> list[Path]:
    """Put a module and its extensions where VASSAL finds them."""
    module, *extensions = files
    beside = folder / f"{module.stem}_ext"
    beside.mkdir(parents=True)
    made = [folder / module.name, *(beside / one.name for one in extensions)]
    for file, place in zip(files, made, strict=True):
        if file != place:
            shutil.copyfile(file, place)
    return made


def _played(engine: Engine, factor: float) -> None:
    """Put a piece of the palette onto the map, and drag another piece to it."""
    on_map = [p for p in engine.pieces() if p.map and not p.deck]
    on_map.sort(key=lambda p: (p.map, p.gpid or "", p.index, p.location or "", p.y, p.x))
    where, other = (on_map[0], on_map[-1]) if on_map else (None, None)
    name = where.map if where is not None and where.map else engine.maps()[0].name
    slot = next((one for one in engine.slots() if one.type), None)
    if slot is not None and slot.gpid:
        point = round(100 * factor)
        engine.place(slot.gpid, name, (where.x, where.y) if where is not None else (point, point))
    if where is not None and other is not None:
        engine.drag([other.id], name, (where.x, where.y))


def _opened(module: Path, factor: float = 1.0) -> Opened:
    found = Opened()
    with Engine(module, timeout=300, extensions=True) as engine:
        found.set_ups = [one.title for one in engine.setups()]
        found.prototypes = set(engine.prototypes())
        found.slots = [one.type or "" for one in engine.slots()]
        for title in found.set_ups:
            engine.seed(1)
            try:
                engine.start(title)
            except EngineError:  # A set-up whose file the module lacks.
                continue
            if pieces := engine.pieces():
                found.games[title] = list(pieces)
            if len(found.games) == MOST_SET_UPS:
                break
        if not found.games:
            engine.seed(1)
            engine.new_game()
            found.games["new game"] = list(engine.pieces())
        elif not engine.pieces():  # The last set-up is an empty one.
            engine.start(list(found.games)[-1])
        _played(engine, factor)
        found.games["played"] = list(engine.pieces())
        errors = [one.text for one in engine.take_problems() if one.level == "error"]
        found.problems = sorted({text.replace(str(module.parent), "") for text in errors})
    return found


@cache
def _original(module: Path) -> Opened:
    with tempfile.TemporaryDirectory(prefix="hexwright-") as folder:
        return _opened(_together(Path(folder), [module, *_extensions(module)])[0])


def _prototype(files: Sequence[Path]) -> str | None:
    """Return the prototype with the most uses."""
    with open_module([files[0]]) as view:
        names = Counter(node.component.get("name", "") for node in view.all(c.PrototypeDefinition))
    texts = "".join(map(_build_file, files))
    plain = [name for name, count in names.items() if count == 1 and name == name.strip() != ""]
    return max(plain, key=lambda name: texts.count(f"prototype;{name}"), default=None)


def _edit_a_name(table: Path) -> dict[str, str]:
    """Rename the first piece that has a name, else the first; return its old name by its new one."""
    with table.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.reader(file))
    place = rows[0].index("name")
    row = next((row for row in rows[1:] if row[place]), rows[1])
    old, row[place] = row[place], f"{PIECE} {table.stem}"
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return {row[place]: old}


class Change:
    """The commands on a module and its extensions; each returns the changed files in the same order."""

    def __init__(self, folder: Path, files: Sequence[Path]) -> None:
        self.folder = folder
        self.files = files
        self.edited: dict[str, str] = {}
        """The old name of each piece that was edited, by its new name."""

    def _each(self, name: str, *words: str) -> list[Path]:
        """Run a command on each file. It may find nothing to change, and then the file stays."""
        made = []
        for file in self.files:
            out = self.folder / file.name
            assert run([name, str(file), *words, "--out", str(out)]) in DONE
            made.append(out if out.exists() else file)
        return made

    def unpack_and_pack(self) -> list[Path]:
        made = []
        for file in self.files:
            unpacked, out = self.folder / f"{file.name} unpacked", self.folder / file.name
            assert run(["unpack", str(file), str(unpacked)]) == ExitCode.OK
            assert run(["pack", str(unpacked), str(out)]) == ExitCode.OK
            assert _entries(out) == _entries(file)
            made.append(out)
        return made

    def rename(self) -> list[Path]:
        old = _prototype(self.files)
        if old is None:
            pytest.skip("no prototypes")
        module, *extensions = map(str, self.files)
        named = [word for one in extensions for word in ("--extension", one)]
        out = self.folder / self.files[0].name
        assert run(["rename", module, "prototype", old, PROTOTYPE, *named, "--out", str(out)]) == ExitCode.OK
        return [self.folder / file.name for file in self.files]

    def pieces(self) -> list[Path]:
        made = []
        for file in self.files:
            table, out = self.folder / f"{file.name}.csv", self.folder / file.name
            assert run(["pieces", str(file), "--csv", str(table)]) in DONE
            self.edited |= _edit_a_name(table)
            assert run(["pieces", str(file), "--apply", str(table), "--out", str(out)]) == ExitCode.OK
            made.append(out)
        return made

    def refresh(self) -> list[Path]:
        return self._each("refresh")

    def slim(self) -> list[Path]:
        return self._each("slim", "--effort", "0")

    def scale(self) -> list[Path]:
        return self._each("slim", "--scale", str(FACTOR), "--no-pack", "--no-remove")

    def translate(self) -> list[Path]:
        made = []
        for file in self.files:
            catalogue, out = self.folder / f"{file.name}.po", self.folder / file.name
            assert run(["translate", str(file), "--language", "de", "--to", str(catalogue)]) == ExitCode.OK
            head, context, texts = catalogue.read_text("utf-8").partition("\nmsgctxt ")
            texts = texts.replace('msgstr ""', f'msgstr "{TRANSLATED}"', 1)
            catalogue.write_text(head + context + texts, "utf-8")
            words = ["--language", "de", "--apply", str(catalogue), "--out", str(out)]
            assert run(["translate", str(file), *words]) in DONE
            with zipfile.ZipFile(out) as archive:
                assert TRANSLATED in archive.read("Module_de.properties").decode("latin-1")
            made.append(out)
        return made


def _compare(
    module: Path, made: Sequence[Path], folder: Path, factor: float, record: Record
) -> tuple[Opened, Opened]:
    before = _original(module)
    after = _opened(_together(folder, made)[0], factor)
    record("pieces", {title: len(pieces) for title, pieces in after.games.items()})
    assert any(before.games.values())
    assert after.set_ups == before.set_ups
    assert after.problems == before.problems
    return before, after


@pytest.mark.parametrize(
    "command", ["unpack_and_pack", "rename", "pieces", "refresh", "slim", "scale", "translate"]
)
@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_vassal_opens_the_result_of_a_command_as_the_original(
    module: Path, command: str, tmp_path: Path, record_property: Record
) -> None:
    change = Change(tmp_path, [module, *_extensions(module)])
    made = getattr(change, command)()
    factor = FACTOR if command == "scale" else 1.0
    before, after = _compare(module, made, tmp_path / "opened", factor, record_property)
    if command in ("scale", "refresh"):
        assert after.places() == before.places()
    else:
        assert after.pieces(change.edited) == before.pieces(change.edited)
    assert (PROTOTYPE in after.prototypes) == (command == "rename")
    assert any(PIECE in one for one in after.slots) == (command == "pieces" and any(before.slots))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_vassal_opens_the_result_of_all_commands_as_the_original(
    module: Path, tmp_path: Path, record_property: Record
) -> None:
    made = [module, *_extensions(module)]
    for command in ("unpack_and_pack", "pieces", "rename", "refresh", "slim", "translate", "scale"):
        (tmp_path / command).mkdir()
        change = Change(tmp_path / command, made)
        if command != "rename" or _prototype(made) is not None:
            made = getattr(change, command)()
    before, after = _compare(module, made, tmp_path / "opened", FACTOR, record_property)
    assert after.places() == before.places()
    assert any(PIECE in one for one in after.slots) or not any(before.slots)


def _saved_again(engine: Engine, module: Path, file: str, folder: Path, script: str = "") -> Counter[Place]:
    """Return the pieces of a set-up after VASSAL has loaded it, run a script and saved it."""
    before, after = folder / "before.vsav", folder / "after.vsav"
    with Archive(module) as archive:
        before.write_bytes(archive.read(file))
    engine.load(before)
    if script:
        assert engine.evaluate(script) == "0"
    engine.save(after)
    pieces = LogPosition(SavedGameFile.read(after)).pieces
    return Counter(_traits(piece, pieces) for piece in pieces.values())


def _traits(piece: PlacedPiece, pieces: Mapping[str, PlacedPiece]) -> Place:
    """Return a piece's place, and its traits with what players have done to them."""

    def meant(match: re.Match[str]) -> str:
        other = pieces.get(match[0])
        return match[0] if other is None else f"{other.name} {other.spot}"

    types, states = [], []
    for trait, state in zip(reversed(piece.piece.traits), piece.states, strict=True):
        types.append(with_plain_keys(trait.encode_type()))
        if isinstance(trait, t.BasicPiece) or (isinstance(trait, t.Layer) and trait.follow):
            continue
        told = _ID.sub(meant, with_plain_keys(state))
        # VASSAL puts cargo on its mat anew as it loads a game, in the order of the pieces in the file.
        states.append(";".join(sorted(told.split(";"))) if isinstance(trait, t.Mat) else told)
    return piece.spot, piece.deck, tuple(types), tuple(states)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_refresh_makes_of_set_ups_what_vassal_makes(
    module: Path, tmp_path: Path, record_property: Record
) -> None:
    out = tmp_path / module.name
    assert run(["refresh", str(module), "--out", str(out)]) in DONE
    if not out.exists():
        pytest.skip("no set-up with a file, or pieces without ids, which VASSAL doesn't refresh either")
    with open_module([module]) as view:
        files = list(set_up_files(view))[:MOST_SET_UPS]
    with Engine(module, timeout=300) as engine:
        for file in files:
            theirs = _saved_again(engine, module, file, tmp_path, REFRESH)
            ours = _saved_again(engine, out, file, tmp_path)
            record_property(file, theirs.total())
            assert ours == theirs


@pytest.mark.parametrize("module", FOUND, ids=lambda path: path.name)
def test_commands_that_write_no_module_read_it(module: Path, tmp_path: Path) -> None:
    prototype = _prototype([module])
    if prototype is not None:
        assert run(["where", str(module), prototype, "--kind", "prototype"]) == ExitCode.OK
    assert run(["where", str(module), "--unused"]) in DONE
    assert run(["print", str(module), "--out", str(tmp_path / "sheets")]) in DONE
    assert run(["import", str(module), str(tmp_path / "project")]) in DONE
