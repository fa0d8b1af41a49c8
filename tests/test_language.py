"""Docstrings, messages and documents avoid words that readers stumble over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.banned_words import Finding, in_docstrings, in_document, in_messages, python_files

ROOT = Path(__file__).parents[1]
CODE = (ROOT / "builder", ROOT / "validators")
DOCUMENTS = (
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
)

WORDS_OF_MODULES = {
    "builder/hexwright/vassal/enforcement": "prompts, chat and buttons of a module",
    "builder/hexwright/vassal/module": "help pages, menus and keys of a module",
}
"""Folders and files whose strings are a VASSAL module's words for its players. Docstrings count there too."""

FORMER_WORDS = {"docs/glossary.md": "'the reference'"}
"""Pages that quote a word which they replace."""


def findings(files: Iterator[Path], look: Callable[[str, str], Iterator[Finding]]) -> list[str]:
    """Return the findings of a check in files, as lines."""
    return [
        str(finding)
        for path in files
        for finding in look(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    ]


@cache
def in_code() -> list[tuple[Path, list[str], list[str]]]:
    """Return each file of our code with the findings in its docstrings and in its messages.

    Each file is parsed once for both.
    """
    return [
        (path, findings(iter([path]), in_docstrings), findings(iter([path]), in_messages))
        for path in python_files(*CODE)
    ]


def test_docstrings_avoid_banned_words() -> None:
    assert [line for _, docstrings, _ in in_code() for line in docstrings] == []
    assert findings(python_files(ROOT / "tests"), in_docstrings) == []


def test_messages_avoid_banned_words() -> None:
    exempt = [ROOT / folder for folder in WORDS_OF_MODULES]
    found = (lines for path, _, lines in in_code() if not any(map(path.is_relative_to, exempt)))
    assert [line for lines in found for line in lines] == []


def test_documents_avoid_banned_words() -> None:
    found = findings(iter(DOCUMENTS), in_document)
    assert [line for line in found if FORMER_WORDS.get(line.partition(":")[0], "\n") not in line] == []


@pytest.mark.parametrize("folder", WORDS_OF_MODULES)
def test_a_folder_is_exempt_only_while_it_has_such_words(folder: str) -> None:
    assert any(lines for path, _, lines in in_code() if path.is_relative_to(ROOT / folder))


BANNED = (
    "Look around lest a unit is missed.",
    "Every hex but for the lake.",
    "All is lost save for the capital.",
    "Every hex save the last is open.",
    "No unit moves, save those that are entrained.",
    "Nothing is kept, save what is owed.",
    "All bar one retreat.",
    "Every unit in the stack bar the last is lost.",
    "It holds to the rules.",
    "The module is held to recorded cases.",
    "Reckon the odds.",
    "Odds are reckoned once.",
    "A reckoning of strength.",
    "The message tells of a fault.",
    "It was told of the loss.",
    "What comes of a die.",
    "A new state came of it.",
    "A counter bears its name.",
    "The mark was borne by a tank.",
    "Heed the order.",
    "The hex whence it came.",
    "Whoever moves first.",
    "All that is owed.",
    "Nobody but the owner.",
    "The number of who may attack.",
    "Say by whom it was lost.",
    "Print what is to be done.",
    "As the reference plays it.",
)
PLAIN = (
    "Save the file as plain SVG, and save it again.",
    "Give a set-up, or save the game first.",
    "In every save the position is checked.",
    "Each old save is read with the module's rules.",
    "Use the save that the module wrote.",
    "The scale bar and the progress bar.",
    "Zones bar them.",
    "A load-bearing line, on a bearing of 90 degrees.",
    "Hold the key to see more.",
    "The first time that a unit told all sides apart.",
    "They come of age after all that time.",
    "`the reference`, ``whoever`` and `reckoning.bsh` are names.",
    "See the [reference](the reference).",
    "Nothing but size is lost.",
    "It is not the beholder to blame; the forest is the lesser evil.",
)


@pytest.mark.parametrize("sentence", BANNED)
def test_a_banned_word_is_found_wherever_it_stands(sentence: str) -> None:
    docstring = f'def run():\n    """Return a sum.\n\n    {sentence}\n    """\n'
    assert [found.place for found in in_docstrings(docstring, "a.py")] == ["a.py:2"]
    assert [found.place for found in in_docstrings(f'A = 1\n"""{sentence}"""\n', "a.py")] == ["a.py:2"]
    assert [found.place for found in in_messages(f"x = 1\nwarn({sentence!r})\n", "a.py")] == ["a.py:2"]
    assert list(in_messages(docstring, "a.py")) == []
    broken = sentence.replace(" ", "\n")
    page = f"# Head\n\n```\nsample\n```\n\nOne.\n\n{broken}\n"
    assert [found.place for found in in_document(page, "a.md")] == ["a.md:9"]


@pytest.mark.parametrize("sentence", PLAIN)
def test_another_sense_of_a_word_passes(sentence: str) -> None:
    assert list(in_docstrings(f'"""{sentence}"""\n', "a.py")) == []
    assert list(in_messages(f"warn({sentence!r})\n", "a.py")) == []
    assert list(in_document(f"# Head\n\n- {sentence}\n", "a.md")) == []


def test_code_in_a_page_is_no_prose() -> None:
    page = "Run this:\n\n```console\n$ hexwright check lest\nwhoever reckons\n```\n\n    whoever\n"
    assert [found.place for found in in_document(page, "a.md")] == ["a.md:8"]


def test_a_word_is_found_across_what_is_filled_in() -> None:
    assert [found.place for found in in_messages('warn(f"{name} is reckoned")\n', "a.py")] == ["a.py:1"]
    assert list(in_messages('warn(f"{name} bar{tell} of")\n', "a.py")) == []


@pytest.mark.parametrize("word", ["Tell", "Say", "Have", "Let"])
def test_no_docstring_of_a_function_begins_without_saying_what_it_does(word: str) -> None:
    begun = f'"""{word} the sum."""'
    for head in ("def run():", "async def run():", "class Sum:\n    def run(self):"):
        [found] = in_docstrings(f"{head}\n        {begun}\n", "a.py")
        assert word in found.words
    assert list(in_docstrings(f"def run():\n    '''Letter a map; {word.lower()} it end.'''\n", "a.py")) == []
    assert list(in_docstrings(f"class Sum:\n    {begun}\n", "a.py")) == []
