"""The page of figures: one section a run, the others stay."""

from __future__ import annotations

from collections import Counter

from hexwright.conformance.comparison_tally import ComparisonTally, Difference
from hexwright.conformance.verification_page import ProofResult, verification_page


def proof(table: str, moves: int, *differences: Difference) -> ProofResult:
    """Return what a run of some moves found."""
    tally = ComparisonTally(
        Counter({"moves": moves}), differences=list(differences), times={"move": [1.0, 3.0]}
    )
    return ProofResult("game", "Game", "1.0", table, "from 1", tally)


def test_a_run_replaces_its_own_section_and_leaves_the_others() -> None:
    first = verification_page("", [proof("emulator", 10), proof("VASSAL 3", 20)], "2026-01-01", "prove")
    second = verification_page(first, [proof("emulator", 1234)], "2026-02-02", "prove --seed 2")
    assert "| moves judged | 1,234 |" in second
    assert "| moves judged | 10 |" not in second
    assert "| moves judged | 20 |" in second
    assert second.count("## Game 1.0, ") == 2
    assert "Date: 2026-01-01. Command: `prove`. Seeds: from 1." in second
    assert "Date: 2026-02-02. Command: `prove --seed 2`. Seeds: from 1." in second
    assert verification_page(second, [], "", "") == second


def test_differences_are_listed_as_cases() -> None:
    case = Difference("game", "short", {"fog": "on"}, "walk:17", 3, "turn 1", "drag", "legal", "refused:\nno")
    page = verification_page("", [proof("emulator", 1, case)], "2026-01-01", "prove")
    assert "**1 difference.**" in page
    assert "- game walk:17 (short fog=on), step 3, turn 1: drag: expected legal; got refused: | no\n" in page
