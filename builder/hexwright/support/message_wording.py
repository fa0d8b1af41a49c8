"""Format parts of messages: quoted input, lists of allowed values, suggested spellings."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence

_LONGEST = 60
_LISTED = 12
_SPACES = frozenset("\t\xa0\u1680\u202f\u205f\u3000").union(map(chr, range(0x2000, 0x200B)))
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_MARKDOWN_START = re.compile(r"^(\d{0,9})([-+=.)])")
"""What would begin a list, a rule or a heading at the start of a line."""


def printable_line(text: str) -> str:
    """Escape control characters, line ends and lone surrogates, so that a string fits on one line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def single_line(text: str) -> str:
    """Return a string on one line: spaces of all widths and tabs stay, all else that `printable_line`
    escapes is escaped.
    """
    if text.isprintable():
        return text
    return "".join(c if c in _SPACES else printable_line(c) for c in text)


def escape_markdown(text: str) -> str:
    """Return a string as one line of Markdown that shows it literally, also at the start of a list entry."""
    escaped = _MARKDOWN.sub(r"\\\1", printable_line(single_line(text).strip()))
    return _MARKDOWN_START.sub(r"\1\\\2", escaped)


def quote(text: str) -> str:
    """Return a string in single quotes on one line, shortened if long."""
    flat = text.replace("\n", " ")
    if len(flat) > _LONGEST:
        flat = flat[: _LONGEST - 1] + "…"
    return f"'{flat}'"


def join_with_or(words: Iterable[str], joiner: str = "or", *, every: bool = False) -> str:
    """Return "a, b or c", shortened after twelve words unless `every` is true."""
    all_words = [quote(word) for word in words]
    if len(all_words) > _LISTED and not every:
        return ", ".join(all_words[:_LISTED]) + f" and {len(all_words) - _LISTED} more"
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {joiner} {all_words[-1]}"


def number_ranges(noun: str, numbers: Iterable[int], joiner: str) -> str:
    """Return numbers after their noun, with ranges joined: "turn 3", "turns 1 to 4, 7 or 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]
    several = len(parts) > 1 or bool(runs and len(runs[0]) > 1)
    return f"{plural_noun(noun) if several else noun} {join_with_and(parts, joiner)}"


def join_with_and(words: Sequence[str], joiner: str) -> str:
    """Return "a, b and c"."""
    return f" {joiner} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def with_article(noun: str) -> str:
    """Return a noun with its article: "a unit", "an edge"."""
    return f"{'an' if noun[:1].casefold() in tuple('aeio') else 'a'} {noun}"


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: "1 result", "2 results"."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural_noun(noun)}"


def plural_noun(noun: str) -> str:
    """Return the plural of a noun: "units", "classes", "boxes"."""
    return noun if noun == "weather" else f"{noun}{'es' if noun.endswith(('s', 'x')) else 's'}"


def nearest_word(word: str, known: Collection[str]) -> str | None:
    """Return the known word with the most similar spelling, or None."""
    if len(word) > _LONGEST or len(known) > 5000:
        return None
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(_fold(candidate), candidate)
    if _fold(word) in folded:
        return folded[_fold(word)]
    close = difflib.get_close_matches(_fold(word), folded, n=1, cutoff=0.66)
    return folded[close[0]] if close else None


def did_you_mean(word: str, known: Collection[str], what: str = "known") -> str:
    """Return a hint: "did you mean 'x'?", or `what` and the list of known words."""
    meant = nearest_word(word, known)
    if meant is not None:
        return f"did you mean {quote(meant)}?"
    return f"{what}: {join_with_or(known, 'and')}" if known else ""


def class_name_words(class_name: str) -> str:
    """Return a class name as words: "CombatResult" → "combat result"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", class_name).lower()


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")


def duration_words(seconds: float) -> str:
    """Return a rough duration in words, such as "about 5 minutes"."""
    if seconds < 10:
        return "a few seconds"
    if seconds < 55:
        return f"about {round(seconds, -1):.0f} seconds"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"about {minutes} minute{'s' if minutes > 1 else ''}"
    hours = round(seconds / 3600)
    return f"about {hours} hours" if hours < 48 else f"about {round(seconds / 86400)} days"
