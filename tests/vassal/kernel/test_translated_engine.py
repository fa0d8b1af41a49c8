"""The whole rules engine can be translated: within the subset of Python, within the limits of the JVM."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from hexwright.vassal.kernel import runtime_interface, translated_engine
from hexwright.vassal.kernel.module_writer import LONGEST_METHOD
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.translated_engine import (
    ENGINE_ROOTS,
    UNTRANSLATED,
    translate,
    translated_classes,
)
from hexwright.vassal.queries.refusing import RefusedError
from tests.vassal.kernel.class_reader import method_sizes
from tests.vassal.kernel.java_machine import JAVA_MACHINES, load_all, needs_java

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "builder/hexwright/vassal/kernel/runtime/judge"
MOST_DEFLATED = 560_000
"""Bytes that the translated classes may add to a module."""
DIGEST = """
import hashlib
from hexwright.vassal.kernel.translated_engine import translated_classes
parts = (name.encode() + data for name, data in translated_classes().items())
print(hashlib.sha256(b"".join(parts)).hexdigest())
"""


HASH_SEEDS = ("0", "1234", "77", "4294967295", "5")


def digest() -> str:
    parts = (name.encode() + data for name, data in translated_classes().items())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_the_rules_engine_stays_within_what_can_be_translated() -> None:
    # A RefusedError here names the line of the rules engine and what to write instead.
    classes = translated_classes()
    assert list(classes) == sorted(classes)
    sizes = [(one.code, name, one.name) for name, data in classes.items() for one in method_sizes(data)]
    assert [size for size in sizes if size[0] > LONGEST_METHOD] == []
    assert len(sizes) > 3000
    assert len(zlib.compress(b"".join(classes.values()), 9)) < MOST_DEFLATED


def test_the_runtime_has_the_functions_and_methods_that_may_be_called() -> None:
    for names, file in (
        (runtime_interface.EXTERNAL_FUNCTIONS, "Library.java"),
        (runtime_interface.BUILTIN_METHODS, "Methods.java"),
    ):
        known = set(re.findall(r'"([\w.]+)"', (RUNTIME / file).read_text(encoding="utf-8")))
        assert names - known == set(), file


@pytest.mark.slow
@pytest.mark.parametrize("name", UNTRANSLATED)
def test_only_what_cannot_be_translated_is_left_out(name: str) -> None:
    with pytest.raises(RefusedError):
        translate(ENGINE_ROOTS, [one for one in UNTRANSLATED if one != name])


def other_pythons() -> list[str]:
    """Return the other Pythons of this machine that the project supports, and this one."""
    found = [sys.executable]
    for minor in (11, 12, 13, 14):
        path = shutil.which(f"python3.{minor}")
        folders = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3")
        found += [str(one) for one in folders] or ([path] if path else [])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("python", "hash_seed"), list(zip(other_pythons(), HASH_SEEDS, strict=False)))
def test_every_python_translates_to_the_same_bytes(python: str, hash_seed: str) -> None:
    folders = os.pathsep.join(str(ROOT / root) for root in ("builder", "validators"))
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": folders}
    done = subprocess.run(
        [python, "-c", DIGEST], env=environment, capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.stdout.strip() == digest(), done.stderr


@needs_java
@pytest.mark.slow
@pytest.mark.parametrize("java", JAVA_MACHINES)
def test_java_verifies_every_class(tmp_path: Path, java: str) -> None:
    load_all(tmp_path, {**runtime_classes(), **translated_classes()}, java)


def test_an_unknown_root_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"no function, constant or class hexwright\.rules\.nothing"):
        translated_engine.translate(["hexwright.rules.nothing"])
