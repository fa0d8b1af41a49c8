"""Every library that the project needs is pinned with hashes, and no other; the licence is named."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "constraints.txt").read_text("utf-8")
_PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})*)$", re.M)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PINS = {
    canonicalize_name(pin.group(1)): pin
    for pin in re.finditer(
        r"^([\w.-]+)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})*)$", TEXT, re.M
    )
}
WANTED = [
    Requirement(text)
    for texts in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
    )
    for text in texts
]


def test_every_line_is_a_pin_with_hashes() -> None:
    lines = [line for line in TEXT.splitlines() if line and not line.startswith(("#", " "))]
    assert len(lines) == len(PINS)
    assert all(pin.group(4) for pin in PINS.values())


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_every_library_of_the_project_is_pinned_as_it_may_be(wanted: Requirement) -> None:
    assert wanted.specifier.contains(PINS[canonicalize_name(wanted.name)].group(2))


def test_the_tests_run_with_the_pinned_versions() -> None:
    for name, pin in PINS.items():
        if pin.group(3) is None or Marker(pin.group(3)).evaluate():
            assert version(name) == pin.group(2), "run: make"


def test_every_pin_is_needed_by_somebody() -> None:
    needed: set[str] = set()
    waiting = [canonicalize_name(wanted.name) for wanted in WANTED]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        try:
            inner = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue
        # Extras are asked for by nobody here; what only another system needs counts.
        waiting += [canonicalize_name(each.name) for each in inner if "extra ==" not in str(each.marker)]
    assert set(PINS) - needed == set()


def test_the_licence_of_the_code_and_the_owners_of_the_rest_are_named() -> None:
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")
    assert PROJECT["project"]["license"] == "MIT"
    notice = (ROOT / "NOTICE.md").read_text("utf-8")
    for file in (ROOT / "data").glob("*/game.yaml"):
        game = file.read_text("utf-8")
        title = re.search(r"^(?:title|name): *(.+)$", game, re.M)
        assert title is not None
        assert title.group(1).strip("'\"") in notice
