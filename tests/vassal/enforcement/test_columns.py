"""The scripts read every cell by the name that the compiler gave its column."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import resources

import pytest

from hexwright.model.rule_citations import with_rule_citations
from hexwright.vassal.enforcement import script as scripts
from hexwright.vassal.enforcement.tables import lookups
from hexwright.vassal.enforcement.tables.rows import Row, Table, columns, keyed, listed
from tests.vassal.compile.games import GAMES, game

slugs = pytest.mark.parametrize("slug", sorted(GAMES))
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_NAME = re.compile(r"(?<![.\w])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?![\w(])")
_INDEX = re.compile(r"[\w)\]]\[\d+\]")
_NEW = re.compile(r"new \w+\[\d+\]")
_ROW = re.compile(
    r"(?:String\[\] (\w+) = row|for \((\w+) : (?:countingFor\(\w+, )?rows(?:Of|For))"
    r"\(\s*(?:global\(\"(\w+)\"\)|([A-Z_]+))[,)]"
)
_FUNCTION = re.compile(r"^(?:[A-Za-z.]+(?:\[\])? )?\w+\([^()\n]*\) \{$", re.MULTILINE)


@cache
def written(slug: str) -> str:
    """Return a game's script."""
    return scripts.script(with_rule_citations(game(slug)), 150)


def sources() -> dict[str, str]:
    """Return the parts of the scripts as they stand in the package, without texts and comments."""
    folder = resources.files("hexwright.vassal.enforcement") / "scripts"
    return {
        file.name: "\n".join(
            line
            for line in file.read_text(encoding="utf-8").splitlines()
            if not line.strip().startswith("//")
        )
        for file in folder.iterdir()
        if file.name.endswith(".bsh")
    }


def unknown(script: str) -> set[str]:
    """Return the names of constants that a script reads but that are never set."""
    plain = _TEXT.sub('""', script)
    known = set(re.findall(r"^([A-Z][A-Z0-9_]*) = ", plain, re.MULTILINE))
    return {name for name in _NAME.findall(plain) if name not in known} - {"VASSAL"}


def foreign(script: str, held: dict[str, Table]) -> list[str]:
    """Return the cells that are read by a column of another table than the row comes from."""
    wrong = []
    for part in _FUNCTION.split(script):
        origin = {found[0] or found[1]: found[2] or found[3] for found in _ROW.findall(part)}
        plain = _TEXT.sub('""', part)
        for name, column in re.findall(r"(?<![.\w])(\w+)\[([A-Z][A-Z0-9_]*)\]", plain):
            table = held.get(origin.get(name, ""))
            if table is not None and column not in table.columns:
                wrong.append(f"{name}[{column}] of {origin[name]}")
    return wrong


def tables_of(slug: str) -> dict[str, Table]:
    """Return a game's tables by the names that the scripts have for them."""
    data = with_rule_citations(game(slug))
    small = {name: held for name, held in scripts.values(data).items() if isinstance(held, Table)}
    return {**small, **lookups.large(data)}


@pytest.mark.parametrize("name", sorted(sources()))
def test_no_script_reads_a_list_by_a_figure(name: str) -> None:
    bare = _NEW.sub("new", _TEXT.sub('""', sources()[name]))
    assert [line.strip() for line in bare.splitlines() if _INDEX.search(line)] == []


@slugs
def test_every_column_that_a_script_reads_is_one_that_the_compiler_writes(slug: str) -> None:
    # What serves fire combat stands in the other games as well, and is never run there.
    served = slug if game(slug).rules.fire is not None else "moscow-embattled"
    assert unknown(written(slug) + written(served)) == set()


def test_every_column_that_the_compiler_writes_is_read_by_a_script() -> None:
    read = {name for text in sources().values() for name in _NAME.findall(_TEXT.sub('""', text))}
    made = {name for slug in GAMES for name in scripts.columns(with_rule_citations(game(slug)))}
    assert made - read == set()


@slugs
def test_each_row_is_read_by_the_columns_of_its_own_table(slug: str) -> None:
    held = tables_of(slug)
    assert foreign("\n".join(sources().values()), held) == []


@slugs
def test_a_column_renamed_on_one_side_alone_is_found(slug: str) -> None:
    renamed = written(slug).replace("PACE_ROAD = ", "PACE_LANE = ")
    assert unknown(renamed) - unknown(written(slug)) == {"PACE_ROAD"}
    swapped = written(slug).replace("effect[PACE_ROAD]", "effect[MODE_LINE]")
    assert foreign(swapped, tables_of(slug)) == ["effect[MODE_LINE] of PACES"] * 2


@slugs
def test_every_constant_of_a_script_is_set_once(slug: str) -> None:
    counts = Counter(re.findall(r"^([A-Z][A-Z0-9_]*) = ", written(slug), re.MULTILINE))
    assert [name for name, count in counts.items() if count > 1] == []


def test_a_table_keeps_what_separates_words_in_its_cells_and_its_rows_in_the_order_of_java() -> None:
    class Cell(Row):
        """A row without columns of its own."""

    assert columns(Cell) == {}
    held = keyed(lookups.Hex, [("b", lookups.Hex("3 /")), ("a-b", lookups.Hex("")), ("a", lookups.Hex("1"))])
    assert held.text.split("\u241e") == ["a-b\u241f", "a\u241f1", "b\u241f3 /"]
    assert held.columns == {"HEX_NUMBER": 0}
    assert listed(lookups.Hex, []).text == ""


def _declared(text: str) -> Counter[tuple[str, int]]:
    """Count the functions of a script, by name and number of arguments."""
    heads = re.findall(r"^(?:[A-Za-z.]+(?:\[\])? )?(\w+)\(([^()\n]*)\) \{$", text, re.MULTILINE)
    return Counter((name, len(given.split(",")) if given.strip() else 0) for name, given in heads)


def test_no_function_stands_in_two_parts_of_the_script() -> None:
    # A game that is fought in two ways has all parts in one script, where the last would hold.
    twice = [
        name
        for name, times in _declared(
            "\n".join(text for name, text in sources().items() if name != "run.bsh")
        ).items()
        if times > 1
    ]
    assert twice == []


def test_a_function_that_stands_in_two_parts_is_found() -> None:
    assert _declared("String told(Object one) {\n}\ntold(Object other) {\n}\n") == {("told", 1): 2}
