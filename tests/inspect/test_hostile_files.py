"""Broken and hostile files end in one diagnostic; what strangers write can't steer a terminal."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.diff.comparison_report import as_json, as_markdown, as_text
from hexwright.inspect.diff.file_comparison import compare_files
from hexwright.inspect.show import items_as_json, items_as_text
from hexwright.inspect.show.item_tree import walk_items
from hexwright.inspect.show.open_as_items import open_file
from hexwright.inspect.show.path_search import find_items
from tests.foreign import modules
from tests.foreign.modules import FOREIGN, Entries, module, packed, palette, slot, write

#: Clears the screen, sets the window's title, turns the writing about, rings, and a C1 control.
EVIL = "\x1b[2J\x1b]0;gotcha\x07\u202etxt.exe\x9b31m\u2066\r\n"
BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


def _zip(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no archive": lambda: b"MZ\x90 this is a program",
    "an empty archive": lambda: packed({}),
    "cut short": lambda: packed(modules.old_letters())[:-40],
    "no build file": lambda: packed({"moduledata": modules.metadata()}),
    "entities": lambda: packed({"buildFile.xml": BOMB}),
    "no XML": lambda: packed({"buildFile.xml": b"<a><b></a>"}),
    "a web page": lambda: packed({"buildFile.xml": b"<html><body/></html>"}),
    "two bytes a letter": lambda: packed(
        {"buildFile.xml": f"<?xml version='1.0' encoding='UTF-8'?>{module('')}".encode("utf-16")}
    ),
    "invalid UTF-8": lambda: packed({"buildFile.xml": module("").encode().replace(b"Foreign", b"\xff\xfe")}),
    "nested deep": lambda: packed({"buildFile.xml": module("<a.b>" * 900 + "</a.b>" * 900).encode()}),
    "climbing": lambda: _zip(("../../evil.txt", b"x"), ("buildFile.xml", module("").encode())),
    "climbing by backslashes": lambda: _zip(("..\\evil.txt", b"x"), ("buildFile.xml", module("").encode())),
    "a bomb": lambda: _zip(("buildFile.xml", b" " * 80_000_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["show", "diff"])
def test_a_hostile_file_ends_in_one_diagnostic(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evil.vmod"
    path.write_bytes(HOSTILE[name]())
    arguments = [command, str(path)] if command == "show" else [command, str(path), str(path)]
    assert run(arguments) == ExitCode.FINDINGS
    told = capsys.readouterr()
    assert told.out == ""
    assert "error[V0" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("ending", ["vsav", "vlog"])
@pytest.mark.parametrize(
    "content", [b"", b"PK", packed({"savedata": b""}), packed({"savedGame": b"!VCSKzz00"})], ids=range(4)
)
def test_a_broken_saved_game_ends_in_one_diagnostic(
    ending: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"evil.{ending}"
    path.write_bytes(content)
    assert run(["show", str(path)]) == ExitCode.FINDINGS
    assert "error[V" in capsys.readouterr().err


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(tmp_path / "no.vmod")]) == ExitCode.FINDINGS
    assert run(["show", str(tmp_path)]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "there is no such file" in told
    assert "the folder contains no buildFile.xml" in told


def test_a_module_and_a_saved_game_are_not_compared(tmp_path: Path) -> None:
    saved = tmp_path / "a.vsav"
    saved.write_bytes(modules.with_set_up()["spring.vsav"])
    assert run(["diff", str(write(tmp_path, modules.old_letters())), str(saved)]) == ExitCode.USAGE


def _everything(path: Path, other: Path) -> str:
    root = open_file(path)
    told = [items_as_text.items_as_text((root,)), items_as_json.items_as_json((root,))]
    told += [items_as_text.items_as_text((item,)) for item in list(walk_items(root))[:100]]
    told += [
        items_as_text.items_as_text(find_items(root, "*/*")),
        items_as_json.items_as_json(find_items(root, "*")),
    ]
    found = compare_files(other, path)
    return "\n".join((*told, as_text(found), as_markdown(found), as_json(found)))


def _as_xml(evil: str) -> str:
    return "".join(c if c.isascii() and c.isprintable() else f"&#{ord(c)};" for c in evil if c != "\x1b")


def test_nothing_that_a_stranger_wrote_steers_the_terminal(tmp_path: Path) -> None:
    name = _as_xml(EVIL.replace("\x07", "").replace("\x1b", ""))
    evil = slot("Guard", "1", "mark;Side|spell;x", "Red|y").replace("Guard", name).replace("Red", name)
    plugin = f'<com.example.Plug text="{name}" name="{name}"/>'
    set_up = '<VASSAL.build.module.PredefinedSetup name="Spring" file="s.vsav" useFile="true"/>'
    saved = packed(
        {"savedGame": f"begin_save\x1b+/1/piece;;;a;{EVIL}/Main;1;2;3;0\x1bNOTES\t{EVIL}".encode()}
    )
    build_file = module(
        plugin + palette(evil) + set_up, f'name="{name}" description="{name}" version="{name}"'
    )
    entries: Entries = {"buildFile.xml": build_file.encode(), "s.vsav": saved, "images/x.svg": b"<svg>"}
    told = _everything(write(tmp_path, entries), write(tmp_path, modules.with_set_up(), "other.vmod"))
    assert all(letter.isprintable() or letter == "\n" for letter in told)
    assert "\\x9b31m" in told


def test_markdown_of_a_stranger_stays_text(tmp_path: Path) -> None:
    entries = modules.no_options()
    named = entries["buildFile.xml"].replace(b'"Field"', b'"&lt;img src=x&gt; [a](b) `c` *d*"')
    found = compare_files(
        write(tmp_path, entries), write(tmp_path, entries | {"buildFile.xml": named}, "b.vmod")
    )
    assert r"\<img src=x\> \[a\](b) \`c\` \*d\*" in as_markdown(found)


def test_a_huge_text_is_cut(tmp_path: Path) -> None:
    piece = slot("Guard", "1", "mark;Side", "x" * 3_000_000)
    root = open_file(write(tmp_path, {"buildFile.xml": module(palette(piece)).encode()}))
    assert len(items_as_text.items_as_text(find_items(root, "Guard/1"))) < 40_000


@pytest.mark.parametrize(
    "builder", [b for b in FOREIGN if "_by_" not in b.__name__], ids=lambda b: b.__name__
)
def test_damaged_modules_never_end_in_a_traceback(builder: Callable[[], Entries], tmp_path: Path) -> None:
    chance = random.Random(builder.__name__)
    sound = write(tmp_path, builder())
    bits = (b"\t", b";", b"\\", b"/", b"<", b'"', b"&#155;", "\u202e".encode(), b"-9999999999", b"null")
    for _ in range(6):
        entries = dict(builder())
        name = chance.choice([entry for entry in entries if entries[entry]])
        content = bytearray(entries[name])
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(content))
            content[at : at + chance.randint(0, 6)] = chance.choice(bits)
        entries[name] = bytes(content)
        try:
            told = _everything(write(tmp_path, entries, "damaged.vmod"), sound)
        except InputError as faults:
            told = str(faults)
        assert all(letter.isprintable() or letter == "\n" for letter in told)


def test_a_marker_of_a_hundred_thousand_values_is_told_as_one_list(tmp_path: Path) -> None:
    piece = slot("Guard", "1", "mark;Side", "," * 100_000)
    root = open_file(write(tmp_path, {"buildFile.xml": module(palette(piece)).encode()}))
    assert len(find_items(root, "Guard/1")[0].facts) == 2
