"""The runtime's classes are those of its source, and translated code finds in them what it calls."""

from __future__ import annotations

import re

import pytest

from hexwright.vassal.kernel import runtime_classes
from hexwright.vassal.kernel.packed_classes import pack, unpack
from hexwright.vassal.kernel.runtime_classes import entry_points, packed_runtime
from tests.vassal.kernel.build_runtime import RUNTIME, built, digest, has_compiler

SOURCES = sorted((RUNTIME / "judge").glob("*.java"))


def test_the_classes_have_the_digest_that_stands_beside_them() -> None:
    told = (RUNTIME / runtime_classes.DIGEST_FILE).read_text(encoding="utf-8")
    assert digest(packed_runtime()) == told


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="the compiler that builds the runtime isn't there")
def test_the_classes_are_those_of_the_source() -> None:
    assert built() == packed_runtime()


def test_each_source_is_a_class_that_java_11_loads() -> None:
    classes = runtime_classes.runtime_classes()
    assert {f"judge/{path.stem}" for path in SOURCES} == {name for name in classes if "$" not in name}
    assert {data[6:8] for data in classes.values()} == {b"\0\x37"}


def test_the_source_names_nothing_that_is_translated() -> None:
    for path in SOURCES:
        assert not re.search(r"\b[CM]_[a-z]", path.read_text(encoding="utf-8")), path.name


def test_entry_points_tell_class_and_descriptor() -> None:
    assert entry_points()["truth", 1] == ("judge/Comparison", "(Ljava/lang/Object;)Z")
    assert entry_points()["slice", 4][0] == "judge/Containers"
    assert ("open", 1) not in entry_points()


def test_what_is_packed_is_unpacked() -> None:
    classes = {"judge/B": b"two", "judge/A": b""}
    assert unpack(pack(classes)) == classes
    assert pack(dict(sorted(classes.items()))) == pack(classes)


@pytest.mark.parametrize("cut", [1, 5, 9, 20, -1])
def test_packed_classes_that_end_too_early_are_refused(cut: int) -> None:
    with pytest.raises(ValueError, match=r"packed classes|within"):
        unpack(pack({"judge/A": b"12", "judge/B": b"34"})[:cut])


def test_bytes_behind_the_packed_classes_are_refused() -> None:
    with pytest.raises(ValueError, match="1 bytes stand behind"):
        unpack(pack({"judge/A": b"12"}) + b"x")
