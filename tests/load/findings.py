"""Read and rewrite findings.txt: for each damage, what the loader says of it.

Run `python -m tests.load.findings` at the project's root to rewrite it after a message was changed on
purpose, and read the difference as a designer would.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.load import cases_art, cases_data, cases_reading

GOLDEN = Path(__file__).with_name("findings.txt")
CASES = (*cases_reading.CASES, *cases_data.CASES, *cases_art.CASES)


def read_golden() -> dict[str, tuple[str, ...]]:
    """Return the expected findings by the name of the case."""
    golden: dict[str, tuple[str, ...]] = {}
    for block in GOLDEN.read_text(encoding="utf-8").strip().split("\n\n"):
        heading, *lines = block.split("\n")
        golden[heading.removeprefix("# ")] = tuple(lines)
    return golden


def rewrite() -> None:
    """Write what the loader says now."""
    blocks = []
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            blocks.append("\n".join((f"# {case.name}", *case.run(Path(folder)))))
    GOLDEN.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    rewrite()
