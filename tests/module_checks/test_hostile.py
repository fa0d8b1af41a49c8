"""Files made to do harm end in a diagnostic, never in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.module_checks.module_verdict import verify_paths
from tests.module_checks.hostile import HOSTILE, Hostile


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name.replace(" ", "_"))
def test_a_hostile_file_ends_in_a_diagnostic(hostile: Hostile, tmp_path: Path) -> None:
    path = tmp_path / "bad.vmod"
    path.write_bytes(hostile.make())
    found = {diagnostic.code for diagnostic in verify_paths([path]).diagnostics}
    assert not hostile.code or hostile.code in found
    assert sorted(tmp_path.iterdir()) == [path]
