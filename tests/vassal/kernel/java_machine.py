"""Run class files in a Java machine, with every class verified."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from hexwright.vassal.kernel.class_file import ClassFile
from hexwright.vassal.kernel.method_code import Label

JAVA = shutil.which("java")
JAVA_MACHINES = [JAVA or "java", *filter(None, os.environ.get("JAVA_MACHINES", "").split(os.pathsep))]
"""This machine's java, and the further ones that `python -m tests.vassal.kernel.fetch_java` fetched."""
needs_java = pytest.mark.skipif(JAVA is None, reason="there is no java on this machine")


def run_java(
    folder: Path, classes: Mapping[str, bytes], main: str, *arguments: str, java: str | None = JAVA
) -> str:
    """Write classes by internal name to a folder, and return what a main class prints."""
    assert java is not None
    for name, data in classes.items():
        path = folder / f"{name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    command = [java, "-Xverify:all", "-Xshare:auto", "-cp", str(folder), main, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def loading_class(name: str = "test/LoadAll") -> bytes:
    """Return a class whose `main` loads and initializes each class that an argument names."""
    file = ClassFile(name)
    code = file.method("main", "([Ljava/lang/String;)V")
    index = code.new_local("java/util/Iterator")
    code.load(0)
    code.invoke_static("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;")
    code.invoke_interface("java/util/List", "iterator", "()Ljava/util/Iterator;")
    code.store(index)
    head, end = Label(), Label()
    code.place(head)
    code.load(index)
    code.invoke_interface("java/util/Iterator", "hasNext", "()Z")
    code.jump("ifeq", end)
    code.load(index)
    code.invoke_interface("java/util/Iterator", "next", "()Ljava/lang/Object;")
    code.cast("java/lang/String")
    code.invoke_static("java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
    code.pop()
    code.jump("goto", head)
    code.place(end)
    code.leave_void()
    return file.to_bytes()


def load_all(folder: Path, classes: Mapping[str, bytes], java: str | None = JAVA) -> None:
    """Load, verify and initialize classes in a Java machine."""
    names = [name.replace("/", ".") for name in sorted(classes)]
    run_java(folder, {**classes, "test/LoadAll": loading_class()}, "test.LoadAll", *names, java=java)
