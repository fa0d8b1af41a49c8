"""A new designer's mistakes are reported with advice, mistake by mistake."""

from __future__ import annotations

import re
from pathlib import Path

from tests.load.mistakes import MISTAKES, read_golden


def test_each_mistake_of_a_new_designer_is_told_as_written_down(tmp_path: Path) -> None:
    golden = read_golden()
    assert sorted(golden) == sorted(mistake.name for mistake in MISTAKES)
    told = {mistake.name: mistake.told(tmp_path) for mistake in MISTAKES}
    assert told == golden


def test_each_mistake_is_told_with_its_line_and_with_what_to_do() -> None:
    for mistake, lines in read_golden().items():
        assert lines, mistake
        finding = re.fullmatch(r"[\w./-]+(:\d+:\d+)?: (error|warning)\[[A-Z]\d{3}\]: (.+)", lines[0])
        assert finding is not None, lines[0]
        assert finding[1] or " holds: " in mistake or "provenance" in mistake, lines[0]
        # Where each of several findings says what to do, the first line tells what they share.
        assert (
            " — " in lines[0] or " must be from " in lines[0] or any(" — " in line for line in lines[1:])
        ), lines[0]
