"""Ids of a draft: plain letters and hyphens, whatever the signs of a name."""

from __future__ import annotations

import pytest

from hexwright.geomap.id_slugs import UniqueIds, slugify


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Вязьма", "vyazma"),
        ("Rzhev-Vyazma line", "rzhev-vyazma-line"),
        ("Rzhev–Vyazma line", "rzhev-vyazma-line"),
        ("Moscow—Kursk", "moscow-kursk"),
        ("King's Bridge", "kings-bridge"),
    ],
)
def test_names_become_letters_and_hyphens(name: str, expected: str) -> None:
    assert slugify(name) == expected


def test_the_same_name_gets_another_id_the_second_time() -> None:
    ids = UniqueIds()
    assert [ids.new_id("Rzhev", "place") for _ in range(2)] == ["rzhev", "rzhev-2"]
