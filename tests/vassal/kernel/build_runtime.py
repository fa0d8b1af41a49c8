"""Build the Java runtime of the translated rules engine: `python -m tests.vassal.kernel.build_runtime`.

Class files differ between compilers, so one major version is named; any of its releases gives the same bytes.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Final

from hexwright.vassal.kernel import runtime_classes
from hexwright.vassal.kernel.packed_classes import pack

COMPILER: Final = "javac 17"
RUNTIME: Final = Path(runtime_classes.__file__).parent / "runtime"


def has_compiler() -> bool:
    """Return whether the named compiler is there."""
    javac = shutil.which("javac")
    if javac is None:
        return False
    said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=True)
    return f"{said.stdout}{said.stderr}".startswith(f"{COMPILER}.")


def built() -> bytes:
    """Return the runtime's class files as the named compiler builds them, packed."""
    with tempfile.TemporaryDirectory(prefix="runtime-") as name:
        sources = [str(path) for path in sorted((RUNTIME / "judge").glob("*.java"))]
        options = ["-encoding", "UTF-8", "--release", "11", "-g:source,lines", "-Xlint:all", "-Werror"]
        subprocess.run(["javac", *options, "-d", name, *sources], check=True)
        folder = Path(name)
        classes = sorted(folder.rglob("*.class"))
        return pack({str(path.relative_to(folder).with_suffix("")): path.read_bytes() for path in classes})


def digest(packed: bytes) -> str:
    """Return the line that tells which compiler built the classes, and their digest."""
    return f"{hashlib.sha256(packed).hexdigest()}  {COMPILER} --release 11 -g:source,lines\n"


def main() -> int:
    """Build the runtime; 1 if the named compiler isn't there."""
    if not has_compiler():
        print(f"the runtime is built by {COMPILER}, which isn't on the PATH", file=sys.stderr)
        return 1
    packed = built()
    (RUNTIME / runtime_classes.CLASSES_FILE).write_bytes(zlib.compress(packed, 9))
    (RUNTIME / runtime_classes.DIGEST_FILE).write_text(digest(packed), encoding="utf-8")
    print(f"{len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
