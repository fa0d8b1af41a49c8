"""The work of show, verify and diff grows with the size of a module, or a limit ends it with a message."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import open_module
from hexwright.inspect.analysis.piece_definitions import MAX_CYCLES
from hexwright.inspect.diff.file_comparison import compare_files
from hexwright.vassal.codec.buildfile.buildfile_parser import MAX_ATTRIBUTES
from tests.counted_work import assert_linear, lines_run
from tests.foreign.modules import module, slot, write

PIECES = "VASSAL.build.module.map.SetupStack"
PROTOTYPES = "VASSAL.build.module.PrototypesContainer"
PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"


def with_build_file(folder: Path, inside: str, **more: bytes) -> Path:
    return write(folder, {"buildFile.xml": module(inside).encode(), **more})


@pytest.mark.parametrize("command", ["show", "verify"])
def test_an_element_with_too_many_attributes_is_refused_by_name(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = " ".join(f'a{n}="1"' for n in range(MAX_ATTRIBUTES + 1))
    path = with_build_file(tmp_path, f"<VASSAL.build.module.Chart {many}/>")
    assert run([command, str(path)]) == ExitCode.FINDINGS
    told = "".join(capsys.readouterr())
    assert f"the element 'VASSAL.build.module.Chart' in line 1 has {MAX_ATTRIBUTES + 1} attributes" in told
    assert f"the limit is {MAX_ATTRIBUTES}" in told


def test_an_element_with_as_many_attributes_as_allowed_is_read(tmp_path: Path) -> None:
    many = " ".join(f'a{n}="1"' for n in range(MAX_ATTRIBUTES))
    with open_module([with_build_file(tmp_path, f"<VASSAL.build.module.Chart {many}/>")]) as view:
        assert not view.troubles
        assert len(view.nodes) == 2


def test_diff_of_many_added_images_is_linear(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    old = with_build_file(tmp_path / "old", "")

    def work(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        images = {f"images/{n}.png": b"%d" % n for n in range(count)}
        new = with_build_file(folder, "", **images)
        return lines_run(lambda: compare_files(old, new))

    assert_linear(work, 50)


def test_slots_in_one_stack_are_read_in_linear_time(tmp_path: Path) -> None:
    def work(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        slots = "".join(slot(f"u{n}", str(n), "", "") for n in range(count))
        path = with_build_file(folder, f'<{PIECES} name="pile">{slots}</{PIECES}>')
        return lines_run(lambda: open_module([path]).close())

    assert_linear(work, 50)


def test_only_the_first_cycles_of_prototypes_are_listed(tmp_path: Path) -> None:
    count = MAX_CYCLES + 20
    each = (
        f'<{PROTOTYPE} name="p{n}">'
        f"+/null/prototype;p{n + 1};\tprototype;p0;\\\tpiece;;;;/\t\\\tnull;0;0;;0</{PROTOTYPE}>"
        for n in range(count)
    )
    with open_module([with_build_file(tmp_path, f"<{PROTOTYPES}>{''.join(each)}</{PROTOTYPES}>")]) as view:
        assert len(view.definitions) == count
        assert len(view.prototypes.cycles) == MAX_CYCLES
