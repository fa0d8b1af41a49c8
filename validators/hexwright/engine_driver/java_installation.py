"""Find Java and VASSAL, and compile the driver once for all of the user's processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexwright.engine_driver.engine_errors import EngineUnavailableError
from hexwright.support.result_cache import cache_folder, digest_of

SOURCES: Final = Path(__file__).parent / "java"
MAIN_CLASS: Final = "hexwright.Driver"
_RELEASE: Final = "17"
_HOW: Final = "see docs/how-to/real-engine.md"


@dataclass(frozen=True, slots=True)
class JavaInstallation:
    """The `java` program and the complete class path with which the driver runs."""

    java: str
    class_path: str


def engine_class_path(environment: Mapping[str, str]) -> str:
    """Return VASSAL's class path.

    Raise `EngineUnavailableError` if VASSAL_CLASSPATH doesn't contain VASSAL.
    """
    class_path = environment.get("VASSAL_CLASSPATH", "")
    if not class_path:
        raise EngineUnavailableError(
            f"VASSAL_CLASSPATH is not set; set it to lib/Vengine.jar of an installed VASSAL 3.7.26 ({_HOW})"
        )
    parts = [part for part in class_path.split(os.pathsep) if part and not part.endswith("*")]
    missing = [part for part in parts if not Path(part).exists()]
    if missing:
        raise EngineUnavailableError(f"VASSAL_CLASSPATH names {missing[0]}, which doesn't exist ({_HOW})")
    return class_path


def jdk_program(name: str, environment: Mapping[str, str]) -> str:
    """Return the path of a JDK program, from JAVA_HOME or else from PATH.

    Raise `EngineUnavailableError` if the program is missing.
    """
    home = environment.get("JAVA_HOME")
    folders = (
        os.pathsep.join([str(Path(home, "bin"))] if home else []) + os.pathsep + environment.get("PATH", "")
    )
    found = shutil.which(name, path=folders)
    if found is None:
        raise EngineUnavailableError(
            f"there is no '{name}' in JAVA_HOME or on PATH; install a JDK {_RELEASE} ({_HOW})"
        )
    return found


def _digest(sources: list[Path], class_path: str) -> str:
    parts: list[str | bytes] = [_RELEASE, class_path]
    for source in sources:
        parts += [source.relative_to(SOURCES).as_posix(), source.read_bytes()]
    for entry in map(Path, class_path.split(os.pathsep)):
        if entry.is_file():
            status = entry.stat()
            parts.append(f"{status.st_size} {status.st_mtime_ns}")
    return digest_of(parts)


def compiled_driver(class_path: str, environment: Mapping[str, str]) -> Path:
    """Return the folder of the driver's classes, and compile them if no process has done so before.

    The folder is named by a digest of the sources and the class path. It is renamed into place only when it
    is complete, so any number of processes may compile at once. Raise `EngineUnavailableError` if javac
    fails.
    """
    sources = sorted(SOURCES.rglob("*.java"))
    target = cache_folder() / "engine-bridge" / _digest(sources, class_path)
    if any(target.rglob("Driver.class")):
        return target
    # A partly deleted folder is useless.
    shutil.rmtree(target, ignore_errors=True)
    javac = jdk_program("javac", environment)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=target.parent) as folder:
        classes = Path(folder, "classes")
        options = [
            "-nowarn",
            "--release",
            _RELEASE,
            "-encoding",
            "UTF-8",
            "-cp",
            class_path,
            "-d",
            str(classes),
        ]
        run = subprocess.run(
            [javac, *options, *map(str, sources)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if run.returncode != 0:
            raise EngineUnavailableError(
                f"the driver doesn't compile against VASSAL_CLASSPATH ({_HOW}):\n{run.stderr.strip()[:2000]}"
            )
        try:
            classes.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    return target


def find_installation(environment: Mapping[str, str]) -> JavaInstallation:
    """Return the Java program and the class path for the driver, and compile the driver on first use.

    Raises `EngineUnavailableError` on failure.
    """
    engine = engine_class_path(environment)
    java = jdk_program("java", environment)
    classes = compiled_driver(engine, environment)
    return JavaInstallation(java, f"{classes}{os.pathsep}{engine}")
