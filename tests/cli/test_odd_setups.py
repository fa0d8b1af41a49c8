"""Set-ups with odd numbers, encodings and line ends end in lines that tell what is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hexwright.cli.app import ExitCode, run

TOY = Path(__file__).parents[1] / "toy"


def judged(tmp_path: Path, name: str, data: bytes, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (tmp_path / name).write_bytes(data)
    code = run(["-C", str(TOY), "setup", "check", "toy-bridge", "the-bridge", str(tmp_path / name)])
    assert code == ExitCode.FINDINGS
    return capsys.readouterr().err.splitlines()


ODD = [
    "²",
    "٣",
    "1e999",
    "NaN",
    "inf",
    "-1",
    "+1",
    "1_0",
    "0x1",
    pytest.param("9" * 1_500, id="nines"),
    "\u20031\u2003x",
]


@pytest.mark.parametrize(
    "number",
    ODD,
)
@pytest.mark.parametrize("kind", ["csv", "yaml"])
def test_a_step_that_is_no_plain_number_is_told_in_one_line(
    number: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        f"unit,hex,step\nred-1,A1,{number}\n"
        if kind == "csv"
        else f'- {{unit: red-1, hex: A1, step: "{number}"}}\n'
    )
    (told,) = judged(tmp_path, f"a.{kind}", text.encode(), capsys)
    assert "is not a number — write a number; 1 is full strength" in told
    assert len(told) < 400


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("\ufeffunit,hex\nred-1,A1\n".encode("utf-16")[:-1], "is not UTF-16"),
        ("unit,hex\nréd-1,A1\n".encode("latin-1"), "is not UTF-8"),
        (b"", "the table is empty"),
        (b"\0", "the first line has the columns"),
        (b'unit,hex\n"red-1,A1\n', "a double quote in this row isn't closed"),
        (b"unit,unit,hex\na,b,A1\n", "the first line has the columns"),
        (b"unit,hex\n" + b"a" * 200_000 + b",A1\n", "a double quote in this row isn't closed"),
        (b"unit,hex\nred-1\n", "this line has no hex"),
    ],
)
def test_a_file_that_is_no_set_up_is_told_in_one_line(
    data: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = judged(tmp_path, "a.csv", data, capsys)
    assert told in line


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_line_end_and_the_mark_of_utf8_are_read(
    end: str, mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = judged(tmp_path, "a.csv", f"{mark}unit,hex{end}red-0,A1{end}".encode(), capsys)
    assert any(":2:1: error[U010]: there is no unit 'red-0'" in line for line in told)


def test_a_zero_byte_in_a_name_is_told_and_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = judged(tmp_path, "a.csv", b"unit,hex\nred\0-1,A1\n", capsys)
    assert any("there is no unit 'red\\x00-1'" in line for line in told)


def test_a_set_up_that_may_not_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def refusing(path: Any, *given: Any, **more: Any) -> int:
        if Path(os.fsdecode(path)).name == "a.csv" and given[0] & os.O_ACCMODE == os.O_RDONLY:
            raise PermissionError(13, "Permission denied", path)
        return opened(path, *given, **more)

    (tmp_path / "a.csv").write_bytes(b"")
    monkeypatch.setattr("hexwright.support.named_files.os.open", refusing)
    (line,) = judged(tmp_path, "a.csv", b"unit,hex\n", capsys)
    assert "error[Y002]: the file can't be read: permission denied" in line
