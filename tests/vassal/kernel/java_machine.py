"""Run class files in a Java machine, with every class verified."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

JAVA = shutil.which("java")
needs_java = pytest.mark.skipif(JAVA is None, reason="there is no java on this machine")


def run_java(folder: Path, classes: Mapping[str, bytes], main: str, *arguments: str) -> str:
    """Write classes by internal name to a folder, and return what a main class prints."""
    assert JAVA is not None
    for name, data in classes.items():
        path = folder / f"{name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    command = [JAVA, "-Xverify:all", "-Xshare:auto", "-cp", str(folder), main, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
