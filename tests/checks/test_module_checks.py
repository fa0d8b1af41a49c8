"""Every check: the sound module is clean, and each damage is told by its own check alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.vassal.archive import write
from tests.checks.damages import DAMAGES, Damage
from tests.checks.sound import NAME, files
from validators.checks.verify import verify


def _verified(path: Path, entries: dict[str, bytes]) -> set[str]:
    write(path / NAME, entries)
    return {diagnostic.code for diagnostic in verify([path / NAME]).diagnostics}


def test_the_sound_module_is_clean(tmp_path: Path) -> None:
    assert _verified(tmp_path, files().entries) == set()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name.replace(" ", "_"))
def test_a_damage_is_told_by_its_own_check_alone(damage: Damage, tmp_path: Path) -> None:
    made = files()
    damage.do(made)
    assert _verified(tmp_path, made.entries) == {damage.code}
