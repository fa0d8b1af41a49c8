"""Documents lead where they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
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
