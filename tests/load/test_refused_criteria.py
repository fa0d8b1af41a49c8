"""The data format says at each record which criteria it refuses, and `check` refuses just those."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from hexwright.model.rules.criteria_record import Criteria
from hexwright.support.message_wording import class_name_words

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "data-format.md"


def kinds(cls: type[Criteria] = Criteria) -> list[type[Criteria]]:
    """Return the classes of entries with criteria."""
    return [one for sub in cls.__subclasses__() for one in (sub, *kinds(sub))]


@pytest.mark.parametrize("cls", [one for one in kinds() if one.unused], ids=lambda cls: cls.__name__)
def test_refused_criteria_are_named_at_their_record(cls: type[Criteria]) -> None:
    assert set(cls.unused) <= {field.name for field in fields(Criteria)}
    assert len(set(cls.unused)) == len(cls.unused)
    title = f"\n### {class_name_words(cls.__name__).capitalize()}\n"
    section = PAGE.read_text(encoding="utf-8").partition(title)[2].partition("\n### ")[0]
    [told] = [line for line in section.splitlines() if line.startswith("It also has the keys of")]
    named = told.partition(", except ")[2]
    assert all(f"`{key}`" in named for key in cls.unused)
    assert named.endswith(", which are refused here.")
