"""A piece of as many traits as may be is shown, compared and judged in time and room linear in the file."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.module_archive import zip_entries
from tests.fuzz.tool import told
from tests.module_checks.many_traits import MANY, module
from tests.tiers import sampled

SECONDS = 8
"""Of computing; the slowest takes one, on a machine that does nothing else."""


def _written(path: Path, entries: dict[str, bytes]) -> Path:
    path.write_bytes(zip_entries(entries))
    return path


@pytest.mark.parametrize("kind", sampled(MANY, *range(0, len(MANY), 2)))
def test_a_piece_of_thousands_of_traits_is_judged_soon(kind: str, tmp_path: Path) -> None:
    path = _written(tmp_path / "many.vmod", module(kind))
    began = process_time()
    codes = {diagnostic.code for diagnostic in verify_paths([path]).diagnostics}
    assert process_time() - began < SECONDS
    assert ("V604" in codes) == (kind == "triggers in a ring")
    assert ("V207" in codes) == (kind == "markers beyond the cap")


@pytest.mark.parametrize("kind", sampled(["layers", "markers beyond the cap"]))
def test_a_piece_of_thousands_of_traits_is_shown_and_compared_soon(kind: str, tmp_path: Path) -> None:
    entries = module(kind)
    size = len(entries["buildFile.xml"])
    old = _written(tmp_path / "old.vmod", entries)
    new = _written(tmp_path / "new.vmod", module(kind, first=[t.Marker(names=("Late",), values=("1",))]))
    began = process_time()
    shown = told("show", old, "--format", "json")
    assert "'P0'" in shown
    assert len(shown) < 3 * size
    json.loads(shown)
    compared = told("diff", old, new, "--format", "json")
    assert json.loads(compared)["same"] is False
    assert len(compared) < 5 * size
    assert told("show", old)
    assert told("diff", old, new)
    assert process_time() - began < 2 * SECONDS
