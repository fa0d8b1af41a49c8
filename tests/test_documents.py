"""Links of documents lead somewhere, and the files that they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    "README.md",
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))),
)
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#([^)\s]+))?\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Return the names by which a document's headings are linked to."""
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in _HEADING.findall(text)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    file = ROOT / document
    broken = []
    for target, anchor in _LINK.findall(file.read_text("utf-8")):
        there = (file.parent / target).resolve()
        if not there.exists() or (anchor and anchor not in anchors(there.read_text("utf-8"))):
            broken.append(f"{target}#{anchor}")
    assert broken == []


ROOMS = {
    "declared in": "builder/hexwright/model",
    "rules engine": "validators/hexwright/rules",
    "module": "builder/hexwright/vassal/enforcement/scripts",
    "words": "builder/hexwright/model",
    "oracle": "tests",
}
"""The folder of a column's files, by the beginning of its head."""


def test_the_architecture_names_files_that_exist() -> None:
    text = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
    known = {
        path.name for folder in ("builder", "validators", "tests") for path in (ROOT / folder).rglob("*.*")
    }
    named = re.findall(r"`(?:[\w*]+/)*([\w*]+\.(?:py|bsh))`", text)
    assert [name for name in named if "*" not in name and name not in known] == []
    head, _, *rows = (line for line in text.splitlines() if line.startswith("|") and line.count("|") == 7)
    rooms = [
        next((ROOMS[name] for name in ROOMS if column.strip().startswith(name)), "")
        for column in head.split("|")
    ]
    lost = []
    for row in rows:
        for room, cell in zip(rooms, row.split("|"), strict=True):
            files = re.findall(r"`([\w/]+(?:\.py|\.bsh|/))`", cell)
            there = [(ROOT / room, name) if "/" not in name.rstrip("/") else (ROOT, name) for name in files]
            lost += [name for folder, name in there if room and not list(folder.rglob(name.rstrip("/")))]
    assert lost == []
    assert len(rows) > 20


def test_the_glossary_names_code_that_exists() -> None:
    known = {"check_*", "tests/", "hexwright", "pool", "limited", "isolated"}
    for folder in ("builder", "validators"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            known |= {path.stem, *path.parts}
            known |= set(re.findall(r"^ *(?:class |def |(?=[\w]+: [\w\[]|\w+ = ))(\w+)", text, re.MULTILINE))
    rows = [
        line for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines() if line.count("|") == 6
    ]
    names = [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[5])]
    assert [name for name in names if not set(name.split(".")) <= known] == []
    assert len(names) > 100
