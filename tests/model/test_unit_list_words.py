"""Word lists of units: numbers of formations that share a name are joined."""

from __future__ import annotations

import pytest

from hexwright.model.words.unit_list_words import join_unit_names


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["1st Shock Army"], "1st Shock Army"),
        (["20th Army", "3rd Army"], "3rd and 20th Armies"),
        (["VIII Army Corps", "IX Army Corps"], "VIII and IX Army Corps"),
        (["8th Panzer Division", "SS Division Reich", "6th Panzer Division"],
         "6th and 8th Panzer Divisions and SS Division Reich"),
        (["SS Division Reich", "SS Division Totenkopf"], "SS Division Reich and SS Division Totenkopf"),
        (["Finnish 5th Division", "Finnish 7th Division"], "Finnish 5th and 7th Divisions"),
        (["1 Railway Troops", "2 Railway Troops"], "1 Railway Troops and 2 Railway Troops"),
    ],
)  # fmt: skip
def test_numbers_of_formations_of_one_name_are_joined(names: list[str], told: str) -> None:
    assert join_unit_names(names) == told
