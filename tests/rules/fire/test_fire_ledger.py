"""The ledger's cases of fire combat name what exists, and every rule of the declaration has its case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from tests.rules.fire.table import ROOT, game
from validators.rules.ledger import check_ledger


def _read(path: str) -> str | None:
    file = ROOT / path
    return file.read_text("utf-8") if file.is_file() else None


def cited(entry: object) -> Iterator[str]:
    """Yield every rule that a declaration cites."""
    if isinstance(entry, tuple):
        for part in entry:
            yield from cited(part)
    elif is_dataclass(entry):
        for field in fields(entry):
            value = getattr(entry, field.name)
            if field.name.endswith("rule"):
                if value:
                    yield value
            else:
                yield from cited(value)


def test_every_entry_names_functions_and_tests_that_exist() -> None:
    assert [str(fault) for fault in check_ledger(game(), _read)] == []


def test_every_rule_that_fire_cites_is_a_case() -> None:
    cases = {case.id for case in game().rules.ledger}
    found = set(cited(game().rules.fire))
    assert len(found) > 15
    assert found <= cases
