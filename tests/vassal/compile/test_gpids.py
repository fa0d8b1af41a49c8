"""The ledger of piece numbers never forgets and never gives a number twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.diagnostics.diagnostic import InputError
from hexwright.vassal.module.gpid_ledger import GpidLedger, unit_slot

ids = st.lists(st.text(st.sampled_from("abc-._019"), min_size=1, max_size=6), unique=True, max_size=12)


@settings(max_examples=25)
@given(st.lists(ids, max_size=5))
def test_numbers_never_change_and_are_never_shared(rounds: list[list[str]]) -> None:
    ledger = GpidLedger()
    for names in rounds:
        after = ledger.with_slots(unit_slot(name) for name in names)
        assert dict(after.numbers) | dict(ledger.numbers) == dict(after.numbers)
        assert len(set(after.numbers.values())) == len(after.numbers)
        ledger = after
    assert GpidLedger.parse(ledger.format()) == ledger


def test_a_known_slot_changes_nothing() -> None:
    ledger = GpidLedger().with_slots(["unit a", "unit b"])
    assert ledger.with_slots(["unit b", "unit a"]) is ledger


@pytest.mark.parametrize(
    "text",
    [
        '  "unit a": 1\n  "unit a": 2\n',
        '  "unit a": 1\n  "unit b": 1\n',
        "  unit a: 1\n",
        '  "unit a": 0\n',
        '  "unit a": one\n',
        "<<<<<<< HEAD\n",
    ],
)
def test_a_damaged_ledger_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        GpidLedger.parse("slots:\n" + text, "data/x/gpids.yaml")
    (found,) = caught.value.diagnostics
    assert found.code == "B010"
    assert found.span is not None
    assert found.span.file == "data/x/gpids.yaml"
    assert found.span.line == text.count("\n") + 1
