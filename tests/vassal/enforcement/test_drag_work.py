"""How often a drag reads where all units stand: once for all its units, not once for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.emulator.beanshell import execution_budget, java_util_classes
from tests.vassal.enforcement.table import Table, spoiled

TEN = (
    *("german-ix", "german-xx", "german-xlvi", "german-lvi", "german-xli"),
    *("german-v", "german-viii", "german-xxvii", "german-vi", "german-vii"),
)
ALONE = "german-xlvi"


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the lengths of the lists that scripts compare: those of all units, with each reading."""
    found: list[int] = []
    known = execution_budget.pay_for_steps

    def counted(length: int) -> None:
        found.append(length)
        known(length)

    monkeypatch.setattr(java_util_classes, "pay_for_steps", counted)
    return found


def readings(module: Path, compared: list[int], units: tuple[str, ...]) -> int:
    """Return how often a drag of some units reads where all units stand; a reading compares two lists."""
    with EmulatedGame.open(module) as player:
        table = Table(player).start()
        count = len(table.kind("unit"))
        pieces = [table.unit(name) for name in units]
        compared.clear()
        table.drag(pieces, "0306")
        return compared.count(count) // 2


def test_ten_units_are_judged_by_as_many_readings_as_one(module_file: Path, compared: list[int]) -> None:
    alone = readings(module_file, compared, (ALONE,))
    assert 1 <= alone <= 4
    assert readings(module_file, compared, TEN) <= alone + 2


def test_a_script_that_reads_all_anew_for_each_unit_is_found(
    module_file: Path, compared: list[int], tmp_path: Path
) -> None:
    copy = tmp_path / "spoiled.vmod"
    copy.write_bytes(module_file.read_bytes())
    spoiled(copy, "void beginQuestion() {", "void beginQuestion() { forgetPosition();")
    assert readings(copy, compared, TEN) > readings(module_file, compared, TEN) + 5
