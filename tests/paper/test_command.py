"""`hexwright print` from the shell: names, sameness, one clear line for bad input, last good files kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hexwright
from hexwright.cli.app import run
from hexwright.diagnostics.codes import CATALOGUE
from hexwright.paper import print_job
from hexwright.render.map import map_layers
from hexwright.render.map.names import map_names
from hexwright.render.map.names.map_names import NameMemory
from hexwright.support.result_cache import code_digest
from tests.paper.sheets import TOY, opened


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HEXWRIGHT_CONFIG", str(tmp_path / "config"))
    return tmp_path / "toy"


def printing(project: Path, *arguments: str) -> int:
    return run(["-C", str(project), "print", *arguments])


def outputs(project: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((project / "modules_out").glob("*"))}


def test_all_parts_are_written_once_and_found_unchanged_then(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printing(project, "toy-bridge") == 0
    assert capsys.readouterr().out.count("MB, written") == 4
    first = outputs(project)
    assert list(first) == [
        "toy-bridge-1.0.0-aids-a4.pdf",
        "toy-bridge-1.0.0-counters-a4.pdf",
        "toy-bridge-1.0.0-map-a4.pdf",
        "toy-bridge-1.0.0-rules-a4.pdf",
    ]
    assert printing(project, "toy-bridge") == 0
    assert capsys.readouterr().out.count("MB, unchanged") == 4
    assert outputs(project) == first
    os.remove(project / "modules_out" / "toy-bridge-1.0.0-map-a4.pdf")
    assert printing(project, "toy-bridge") == 0
    assert outputs(project) == first


def test_names_on_the_map_are_placed_once_for_all_prints(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed = 0
    place = map_names.place_all_names

    def counted(*given: Any) -> Any:
        nonlocal placed
        placed += 1
        return place(*given)

    monkeypatch.setattr(map_names, "place_all_names", counted)
    for paper in ("a4", "letter"):
        # As a process that remembers nothing.
        monkeypatch.setattr(map_layers, "_SHARED_NAMES", NameMemory())
        assert printing(project, "toy-bridge", "--what", "map", "--paper", paper) == 0
    assert placed == 1


def test_a_file_does_not_depend_on_the_other_files_of_its_job_or_on_the_order_of_sets(project: Path) -> None:
    assert printing(project, "toy-bridge") == 0
    aids = project / "modules_out" / "toy-bridge-1.0.0-aids-a4.pdf"
    together = aids.read_bytes()
    aids.unlink()
    environment = os.environ | {"PYTHONHASHSEED": "7", "HEXWRIGHT_CACHE": str(project / "other cache")}
    command = [sys.executable, "-m", "hexwright.cli", "-C", str(project), "print", "toy-bridge"]
    subprocess.run([*command, "--what", "aids"], check=True, env=environment, stdout=subprocess.DEVNULL)
    assert aids.read_bytes() == together


@pytest.mark.slow
def test_insets_that_refer_to_one_another_do_not_depend_on_the_order_of_sets() -> None:
    code = (
        "import hashlib; from tests.paper.sheets import shown;"
        "print(hashlib.sha256(shown('battle-of-moscow', 'aids')).hexdigest())"
    )
    digests = {
        subprocess.check_output(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
        )
        for seed in "1234"
    }
    assert len(digests) == 1


def test_a_change_of_the_data_prints_anew(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printing(project, "toy-bridge", "--what", "counters") == 0
    before = outputs(project)
    file = project / "data" / "toy-bridge" / "counters.yaml"
    file.write_text(file.read_text().replace("Red Horse", "Red Cavalry"))
    assert printing(project, "toy-bridge", "--what", "counters") == 0
    assert outputs(project) != before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--paper", "a0"), "--paper: error[P101]: unknown paper 'a0'"),
        (("--offset", "12,0"), "--offset: error[P103]: an offset of 12 mm"),
        (("--bleed", "30"), "--bleed: error[P104]: a bleed of 30 mm"),
        (("--hex", "3"), "--hex: error[P111]: hexes of 3 mm are out of range"),
        (("--printer", "nobody"), "--printer: error[P108]: no values are stored for printer 'nobody'"),
    ],
)
def test_bad_input_ends_in_one_clear_line_and_keeps_the_last_good_file(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    out = project / "modules_out"
    out.mkdir()
    (out / "toy-bridge-1.0.0-counters-a4.pdf").write_bytes(b"good")
    assert printing(project, "toy-bridge", *arguments) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(told)
    assert outputs(project) == {"toy-bridge-1.0.0-counters-a4.pdf": b"good"}


def test_counters_too_large_for_the_paper_are_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = project / "data" / "toy-bridge" / "counters.yaml"
    file.write_text(file.read_text().replace("counter_mm: 15", "counter_mm: 80"))
    assert printing(project, "toy-bridge", "--what", "counters", "--paper", "80x80") == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    place = "data/toy-bridge/counters.yaml"
    assert line.startswith(f"{place}: error[P102]: a block of 1 × 1 counters needs 80 × 80 mm")


def test_a_missing_glyph_is_told_where_it_stands(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = project / "data" / "toy-bridge" / "counters.yaml"
    file.write_text(file.read_text().replace("Red Horse", "Red \u99ac"), encoding="utf-8")
    assert printing(project, "toy-bridge", "--what", "counters") == 1
    assert "counters.yaml:" in capsys.readouterr().err
    assert not (project / "modules_out").exists()


def test_a_folder_that_can_not_be_written_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "file").write_text("")
    assert printing(project, "toy-bridge", "--what", "counters", "--out", str(project / "file")) == 1
    assert "error[W001]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("toy-bridge", "--what", "counter"),
        ("toy-bridge", "--offset", "1"),
        ("toy-bridge", "--measured", "1,2"),
        ("toy-bridge", "--calibrate"),
        ("--calibrate", "--offset", "1,1"),
    ],
)
def test_misuse_is_told_as_such(project: Path, arguments: tuple[str, ...]) -> None:
    assert printing(project, *arguments) == 2
    assert not (project / "modules_out").exists()


def test_calibration_is_printed_kept_and_applied(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printing(project, "--calibrate") == 0
    (page,) = outputs(project)
    assert page == "calibration-a4-long-edge.pdf"
    assert len(opened(outputs(project)[page])) == 2
    kept = ("--calibrate", "--printer", "desk", "--offset", "1.5,-0.5", "--measured", "160,240.6")
    assert printing(project, *kept) == 0
    assert "backs +1.5 mm right, -0.5 mm down; scale 100.00 % by 100.25 %" in capsys.readouterr().out
    assert printing(project, "toy-bridge", "--what", "counters", "--printer", "desk") == 0
    by_name = outputs(project)["toy-bridge-1.0.0-counters-a4.pdf"]
    assert printing(project, "toy-bridge", "--what", "counters") == 0
    assert outputs(project)["toy-bridge-1.0.0-counters-a4.pdf"] != by_name


@pytest.mark.slow
def test_names_tell_the_choices_that_differ(project: Path) -> None:
    choices = ("--theme", "contrast", "--duplex", "fold", "--paper", "letter", "--what", "counters")
    assert printing(project, "toy-bridge", *choices) == 0
    assert list(outputs(project)) == ["toy-bridge-1.0.0-contrast-counters-letter-fold.pdf"]
    assert printing(project, "toy-bridge", "--what", "rules", "--booklet") == 0
    assert "toy-bridge-1.0.0-rules-booklet-a4.pdf" in outputs(project)


def test_every_code_of_printing_is_raised_somewhere_and_explained() -> None:
    folder = Path(__file__).parents[2] / "builder" / "hexwright" / "paper"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    raised = set(re.findall(r'"(P\d{3})"', text))
    assert raised == {code for code in CATALOGUE if code.startswith("P1")}
    assert len(raised) == 12


def test_a_map_is_printed_with_hexes_of_another_width_and_crowded_ones_are_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets = ("toy-bridge", "--what", "map", "--paper", "sheet")
    assert printing(project, *sheets) == 0
    assert "P112" not in capsys.readouterr().err
    assert printing(project, *sheets, "--hex", "16") == 0
    told = capsys.readouterr().err
    assert "advice[P112]: counters of 15 mm fill 94% of hexes of 16 mm" in told
    assert "print the map with --hex 19" in told
    assert printing(project, *sheets, "--hex", "32") == 0
    assert "P112" not in capsys.readouterr().err
    names = [f"toy-bridge-1.0.0-{part}-sheet.pdf" for part in ("map-hex-16", "map-hex-32", "map")]
    assert list(outputs(project)) == names
    small, large, usual = (opened(data)[0].get_size() for data in outputs(project).values())
    assert small < usual < large


def test_hexes_that_make_the_sheet_too_large_are_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "data" / "toy-bridge" / "map.yaml"
    file.write_text(file.read_text().replace("columns: 6", "columns: 40"))
    assert printing(project, "toy-bridge", "--what", "map", "--hex", "200") == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert line.startswith("--hex: error[P111]: with hexes of 200 mm the map's sheet has 8,")


def test_a_change_of_any_file_of_hexwright_prints_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any((Path(root) / "rules" / "engine").is_dir() for root in hexwright.__path__)
    roots = [tmp_path / name for name in ("builder", "validators")]
    for root in roots:
        root.mkdir()
        (root / "a.py").write_text("one")
    monkeypatch.setattr(hexwright, "__path__", [str(root) for root in roots])
    before = code_digest.__wrapped__()
    for root in roots:
        (root / "a.pyc").write_text("two")
        assert code_digest.__wrapped__() == before
        (root / "a.py").write_text("two")
        assert code_digest.__wrapped__() != before
        (root / "a.py").write_text("one")
    (roots[1] / "a.py").rename(roots[1] / "b.py")
    assert code_digest.__wrapped__() != before


def test_code_of_another_version_prints_anew(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printing(project, "toy-bridge", "--what", "counters") == 0
    monkeypatch.setattr(print_job, "code_digest", lambda: "another")
    capsys.readouterr()
    assert printing(project, "toy-bridge", "--what", "counters") == 0
    assert capsys.readouterr().out.count("MB, written") == 1
