"""What a person did to a draft survives every new draft. Needs no extra library."""

from __future__ import annotations

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.geomap.draft_merge import lines_of, merge_drafts
from tests.tiers import ALL

BASE = """\
title: T
terrain:
  forest:
    name: Forest
    hexes:
      - "0101"
      - "0102"
      - "0105"
places:
  kaluga: {name: Kaluga, hex: "0303", kind: city}
  tula: {name: Tula, hex: "0404", kind: city}
lines:
  rail:
    lines:
      main:
        name: Main
        path:
          - "0303"
          - "0304"
          - "0404"
"""


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """Replace texts that must be there."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_lines_know_the_keys_around_them() -> None:
    by_text = {line.text.strip(): line for line in lines_of(BASE)}
    assert by_text['- "0105"'].enclosing_keys == ("terrain", "forest", "hexes")
    assert by_text['- "0304"'].enclosing_keys == ("lines", "rail", "lines", "main", "path")
    assert by_text['tula: {name: Tula, hex: "0404", kind: city}'].key == "tula"


def test_without_changes_the_new_draft_is_taken_whole() -> None:
    new = changed(BASE, ('"0303", kind', '"0203", kind'), ('      - "0102"\n', ""))
    assert merge_drafts(BASE, BASE, new).text == new
    assert merge_drafts(BASE, BASE, new).conflicts == ()


def test_a_persons_change_stays_when_the_draft_is_the_same() -> None:
    mine = changed(BASE, ("Kaluga", "Kaluga-on-Oka"), ('      - "0105"\n', ""))
    assert merge_drafts(BASE, mine, BASE).text == mine


def test_changes_of_neighbouring_lines_are_both_taken() -> None:
    mine = changed(BASE, ("name: Kaluga", "name: KALUGA"))
    new = changed(BASE, ('"0404", kind', '"0405", kind'))
    merged = merge_drafts(BASE, mine, new)
    assert merged.conflicts == ()
    assert "KALUGA" in merged.text
    assert 'tula: {name: Tula, hex: "0405"' in merged.text


def test_comments_and_blank_lines_of_a_person_stay_where_they_are() -> None:
    mine = changed(BASE, ("  tula:", "\n  # the arms works\n  tula:"))
    new = changed(BASE, ('      - "0105"\n', '      - "0105"\n      - "0106"\n'))
    text = merge_drafts(BASE, mine, new).text
    assert "\n\n  # the arms works\n  tula:" in text
    assert '- "0106"' in text


def test_one_fact_changed_by_both_keeps_the_persons_and_tells_place_and_both_values() -> None:
    mine = changed(BASE, ('hex: "0303"', 'hex: "0302"'))
    new = changed(BASE, ('hex: "0303"', 'hex: "0304"'))
    merged = merge_drafts(BASE, mine, new)
    assert merged.text == mine
    (conflict,) = merged.conflicts
    assert conflict.place == ("places", "kaluga")
    assert '"0302"' in conflict.kept_line
    assert '"0304"' in conflict.drafted_line
    assert merged.text.splitlines()[conflict.line - 1].strip() == conflict.kept_line


def test_a_conflict_is_told_once_and_the_persons_value_stays_in_later_runs() -> None:
    mine = changed(BASE, ('hex: "0303"', 'hex: "0302"'))
    new = changed(BASE, ('hex: "0303"', 'hex: "0304"'))
    again = merge_drafts(new, merge_drafts(BASE, mine, new).text, new)
    assert again.conflicts == ()
    assert again.text == mine


def test_deletions_by_hand_stay() -> None:
    mine = changed(BASE, ('  kaluga: {name: Kaluga, hex: "0303", kind: city}\n', ""))
    new = changed(BASE, ('hex: "0303"', 'hex: "0304"'))
    merged = merge_drafts(BASE, mine, new)
    assert "kaluga" not in merged.text
    assert merged.conflicts[0].kept_line == "(deleted)"


def test_a_block_in_which_a_person_worked_outlives_its_end_in_the_draft() -> None:
    mine = changed(BASE, ('          - "0304"\n', '          - "0204"\n          - "0304"\n'))
    new = BASE[: BASE.index("lines:")]
    merged = merge_drafts(BASE, mine, new)
    assert yaml.safe_load(merged.text) == yaml.safe_load(mine)
    assert merged.conflicts


def test_a_block_that_a_person_deleted_gets_no_new_lines() -> None:
    mine = BASE[: BASE.index("lines:")]
    new = changed(BASE, ('          - "0304"\n', '          - "0204"\n          - "0304"\n'))
    merged = merge_drafts(BASE, mine, new)
    assert merged.text == mine
    assert merged.conflicts


def test_both_may_add_to_a_list_without_order_at_one_place() -> None:
    mine = changed(BASE, ('      - "0102"\n', '      - "0102"\n      - "0103"\n'))
    new = changed(BASE, ('      - "0102"\n', '      - "0102"\n      - "0104"\n'))
    merged = merge_drafts(BASE, mine, new)
    assert merged.conflicts == ()
    assert set(yaml.safe_load(merged.text)["terrain"]["forest"]["hexes"]) == {
        "0101",
        "0102",
        "0103",
        "0104",
        "0105",
    }


def test_both_adding_to_a_path_at_one_place_is_a_conflict() -> None:
    mine = changed(BASE, ('          - "0304"\n', '          - "0203"\n          - "0304"\n'))
    new = changed(BASE, ('          - "0304"\n', '          - "0204"\n          - "0304"\n'))
    merged = merge_drafts(BASE, mine, new)
    assert merged.text == mine
    assert merged.conflicts[0].place[-1] == "path"


def test_a_fact_that_the_draft_moves_stays_deleted_where_a_person_deleted_it() -> None:
    kaluga = '  kaluga: {name: Kaluga, hex: "0303", kind: city}\n'
    mine = changed(BASE, (kaluga, ""))
    new = changed(BASE, (kaluga, ""), ("lines:\n", kaluga + "lines:\n"))
    assert "kaluga" not in merge_drafts(BASE, mine, new).text


def test_a_block_that_the_draft_moves_stands_once_where_a_person_worked_in_it() -> None:
    block = BASE[BASE.index("terrain:") : BASE.index("places:")]
    mine = changed(BASE, ("name: Forest", "name: Taiga"))
    new = BASE.replace(block, "") + block
    merged = merge_drafts(BASE, mine, new)
    assert merged.text.count("terrain:") == 1
    assert "name: Taiga" in merged.text
    assert merged.conflicts


NUMBERS = st.integers(1, 30)


@st.composite
def maps(draw: st.DrawFn) -> dict[str, dict[str, int]]:
    """Draw a map as blocks of facts: block → fact → value."""
    return {
        f"b{block}": {f"f{fact}": draw(NUMBERS) for fact in sorted(draw(st.sets(st.integers(0, 5))))}
        for block in sorted(draw(st.sets(st.integers(0, 3))))
    }


def text_of(map_: dict[str, dict[str, int]]) -> str:
    """Write blocks as a draft does."""
    return "top: 1\n" + "".join(
        f"{block}:\n" + "".join(f"  {fact}: {value}\n" for fact, value in facts.items())
        for block, facts in map_.items()
    )


@settings(max_examples=60 if ALL else 12, deadline=None)
@given(maps(), maps(), maps())
def test_each_fact_is_merged_as_one_would_by_hand(
    base: dict[str, dict[str, int]], mine: dict[str, dict[str, int]], new: dict[str, dict[str, int]]
) -> None:
    merged = merge_drafts(text_of(base), text_of(mine), text_of(new))
    found = {k: v or {} for k, v in yaml.safe_load(merged.text).items() if k != "top"}

    def fact(of: dict[str, dict[str, int]], block: str, name: str) -> int | None:
        return of.get(block, {}).get(name)

    for block in {*base, *mine, *new}:
        for name in {*base.get(block, {}), *mine.get(block, {}), *new.get(block, {})}:
            was, own, drafted = (fact(of, block, name) for of in (base, mine, new))
            if own != was:
                # Whatever a person did is there: value, addition, deletion.
                assert fact(found, block, name) == own, (block, name)
            elif block in mine and block not in base:
                assert fact(found, block, name) is None, "what both add is the person's"
            elif drafted is not None and block in mine:
                assert fact(found, block, name) == drafted, (block, name)
            elif drafted is None and fact(found, block, name) is not None:
                # Only in a block where the person worked does something stay that the draft has dropped.
                assert block not in new
                assert mine.get(block) != base.get(block)
