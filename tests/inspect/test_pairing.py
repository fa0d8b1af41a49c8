"""Things of two lists are paired once each, and the fewest are said to have moved."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexwright.inspect.diff.change_records import compare_facts, pair_by_keys, reordered_pairs
from hexwright.inspect.show.editor_labels import LabelledFact

LISTS = st.lists(st.text("abc", max_size=2), max_size=12)


@given(LISTS, LISTS)
def test_everything_is_paired_or_left_once(old: list[str], new: list[str]) -> None:
    found = pair_by_keys(old, new, lambda word: word, lambda word: word[:1] or None)
    assert sorted([i for i, _ in found.pairs] + list(found.removed)) == list(range(len(old)))
    assert sorted([j for _, j in found.pairs] + list(found.added)) == list(range(len(new)))
    assert not {old[i] for i in found.removed} & {new[j] for j in found.added}


@given(LISTS)
def test_a_list_is_paired_with_itself_in_order(words: list[str]) -> None:
    assert pair_by_keys(words, words, lambda word: word).pairs == tuple((i, i) for i in range(len(words)))


@given(st.permutations(range(8)))
def test_entries_that_have_not_moved_stand_in_order(order: list[int]) -> None:
    pairs = [(old, new) for new, old in enumerate(order)]
    moved = reordered_pairs(pairs)
    stayed = [old for old, new in pairs if (old, new) not in moved]
    assert stayed == sorted(stayed)


def test_one_thing_put_last_is_one_move() -> None:
    assert reordered_pairs([(1, 0), (2, 1), (3, 2), (0, 3)]) == ((0, 3),)


def test_a_missing_fact_and_a_default_one_are_alike() -> None:
    assert list(compare_facts([], [LabelledFact("a", "A", "no", is_default=True)])) == []
    assert len(list(compare_facts([], [LabelledFact("a", "A", "no")]))) == 1


def test_text_that_is_not_readable_differs_from_the_value_that_it_stands_for() -> None:
    odd = LabelledFact("a", "A", "0", mark="not readable")
    assert len(list(compare_facts([LabelledFact("a", "A", "0")], [odd]))) == 1
