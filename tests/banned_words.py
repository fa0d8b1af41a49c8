"""Find words that docstrings, messages and documents avoid, since readers stumble over them.

Code between backticks, fenced code blocks and targets of links aren't prose, and aren't looked at.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Ban:
    """A banned word or phrase, and what to write instead."""

    pattern: re.Pattern[str]
    instead: str
    letters: tuple[str, ...]
    """Small letters of which a text has some wherever the pattern matches: they are found at once."""


def _ban(pattern: str, instead: str, *letters: str) -> Ban:
    return Ban(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead, letters or (pattern,))


_WORDS: Final = r"(?:,? [\w'’-]+)"
_ALL: Final = (
    rf"(?:(?:all|nobody|none|nothing|no one){_WORDS}{{0,5}}?"
    rf"|(?:any|each|every|never|no)\w*{_WORDS}{{1,5}}?),?"
)
"""Words from which an exception is made: `every hex save the last`, `all bar one`."""
_EXCEPTED: Final = r"(?:an?|its?|one|that|the|their|those|two|what|where|who)"
"""Words with which an exception begins."""

BANS: Final = (
    _ban("lest", "so that … not"),
    _ban("but for", "except, without"),
    # "Save the file", "an old save" and `hexwright save` are about saved games. "Save" means "except" before
    # a preposition or clause of its own, and before a thing after "all", "every", "none".
    _ban(
        r"(?<!to )(?<!a )(?<!the )(?<!and )(?<!or )save (?:for|that|those|what|when|where|who)"
        rf"|{_ALL} (?<!to )(?<!and )save {_EXCEPTED}",
        "except",
        "save",
    ),
    # A scale bar is a thing. Zones "block" a way, so that the verb can't be taken for "except" after "all".
    _ban(
        rf"(?<!a )(?<!the )bar (?:for|those|what|when|where|who)|{_ALL} bar {_EXCEPTED}",
        "except; block",
        "bar ",
    ),
    _ban("(?:hold|holds|held|holding) to", "keep, follow, enforce; compare with", "hold", "held"),
    _ban(r"reckon\w*", "compute, count", "reckon"),
    _ban("(?:tell|tells|told|telling) of", "report, describe", "tell", "told"),
    # "Come of age" is no figure of speech of ours.
    _ban("(?:come|comes|came|coming) of(?! age)", "result, follow, happen", "com", "came"),
    # "Load-bearing" and a compass bearing stay; a counter "has" or "shows" a figure.
    _ban("(?<!-)(?:bear|bears|bore|borne)", "have, show", "bear", "bor"),
    _ban(r"heed\w*", "follow, consider", "heed"),
    _ban("whence", "from where"),
    _ban("(?:whoever|whomever|whosoever)", "the unit, side or player that", "ever"),
    # "All that time" and "all that while" have a noun; elsewhere it stands for a thing that has a name.
    _ban("all that(?! (?:time|while))", "every … that, all …", "all that"),
    _ban("(?:nobody|no one|no-one|none) but", "only", " but"),
    _ban("of who", "name the unit, side or player"),
    _ban("by whom", "name the unit, side or player"),
    _ban("what (?:is|are|was|were) to be", "name the thing", "to be"),
    # The pages of the reference are linked to, so that the word stands in brackets: "the [reference](…)".
    _ban("the reference", "the rules engine; of pages: the [reference](…)"),
)

FIRST_WORDS: Final = re.compile(r"(Tell|Say|Have|Let)\b")
"""Words with which no function's docstring begins: they don't say what it does."""

_FENCE: Final = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"(`+)(?!`).*?\1")
_TARGET: Final = re.compile(r"\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Finding:
    """A banned word in a file, with the words around it."""

    place: str
    words: str
    instead: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words} → {self.instead}"


def in_prose(text: str, place: str) -> Iterator[Finding]:
    """Yield the banned words of a text without its code."""
    plain = " ".join(_TARGET.sub("]", _CODE.sub("`", text)).split())
    small = plain.lower()
    for ban in BANS:
        if not any(letters in small for letters in ban.letters):
            continue
        for match in ban.pattern.finditer(plain):
            around = plain[max(0, match.start() - 30) : match.end() + 20]
            yield Finding(place, f"{match[0]!r} in {around!r}", ban.instead)


def in_document(text: str, name: str) -> Iterator[Finding]:
    """Yield the banned words of a page in Markdown, with the line on which each paragraph begins."""
    blank = _FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
    start = 1
    for paragraph in re.split(r"(\n[ \t]*\n)", blank):
        yield from in_prose(paragraph, f"{name}:{start + len(paragraph) - len(paragraph.lstrip(chr(10)))}")
        start += paragraph.count("\n")


@lru_cache(maxsize=1)
def _parsed(text: str) -> ast.Module:
    """Return the tree of a file; both checks of a file look at one tree."""
    return ast.parse(text)


def _docstring(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Expr(value=ast.Constant(value=str() as text)):
            return text
        case _:
            return None


_BLOCKS: Final = ("body", "handlers", "orelse", "finalbody", "cases")
"""The fields of a node that contain statements, or nodes with statements of their own."""


def _statements(tree: ast.Module) -> Iterator[tuple[ast.AST, int, ast.stmt]]:
    """Yield the statements of each body with the node that contains them and their number there."""
    nodes: deque[ast.AST] = deque([tree])
    while nodes:
        node = nodes.popleft()
        for name in _BLOCKS:
            nodes.extend(getattr(node, name, ()))
        for index, statement in enumerate(getattr(node, "body", ())):
            yield node, index, statement


def in_docstrings(text: str, name: str) -> Iterator[Finding]:
    """Yield the banned words of a file's docstrings, and functions' docstrings that begin with one.

    Texts that document a constant or a field count too.
    """
    for node, index, statement in _statements(_parsed(text)):
        found = _docstring(statement)
        if found is None:
            continue
        place = f"{name}:{statement.lineno}"
        yield from in_prose(found, place)
        first = FIRST_WORDS.match(found.lstrip())
        if index == 0 and first and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Finding(place, f"begins with {first[0]!r}", "Return, Return whether, Compute, Check …")


def in_messages(text: str, name: str) -> Iterator[Finding]:
    """Yield the banned words of a file's strings of several words that aren't docstrings.

    What is filled into a formatted string counts as one unknown word.
    """
    tree = _parsed(text)
    apart = {id(each.value) for _, _, each in _statements(tree) if isinstance(each, ast.Expr)}
    nodes = list(ast.walk(tree))
    apart |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        match node:
            case ast.Constant(value=str() as string) if id(node) not in apart:
                pass
            case ast.JoinedStr(values=parts):
                string = "".join(
                    part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "…"
                    for part in parts
                )
            case _:
                continue
        if " " in string.strip():
            yield from in_prose(string, f"{name}:{node.lineno}")


def python_files(*folders: Path) -> Iterator[Path]:
    """Yield the Python files of folders, sorted; a file stands for itself."""
    for folder in folders:
        yield from sorted(folder.rglob("*.py")) or [folder]
