"""Read single values: strings, numbers, choices."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from hexwright.load import former_keys
from hexwright.load.reader_context import (
    EntryContext,
    Reader,
    ReaderContext,
    describe_node,
    value_label,
    values_label,
)
from hexwright.load.record_keys import KeyAnnotations
from hexwright.load.value_spans import Path
from hexwright.load.yaml_tree import YamlNode, YamlScalar
from hexwright.model.key_annotations import Pattern, Range
from hexwright.support.message_wording import join_with_or, nearest_word, quote

ID = Pattern(
    r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}",
    "letters a–z, digits, '-', '_' and '.', at most 60 characters, no spaces",
)
"""The pattern of ids whose field has no `Pattern`."""

WHOLE_NUMBER: Final = r"[+-]?(?:0|[1-9][0-9]{0,17})"
DECIMAL_NUMBER: Final = rf"{WHOLE_NUMBER}(?:\.[0-9]{{1,18}})?"
_WHOLE = re.compile(WHOLE_NUMBER)
_DECIMAL = re.compile(DECIMAL_NUMBER)
_FACTORS = {
    **dict.fromkeys(("half", "halve", "halved"), "1/2"),
    **dict.fromkeys(("double", "doubled", "twice"), "2"),
    **dict.fromkeys(("triple", "tripled"), "3"),
}
_RESULTS = {
    "exchange": "[defender-eliminated, attacker-exchange]",
    "eliminated": "[defender-eliminated]",
    "no-effect": "[]",
    "none": "[]",
    "step-loss": "[defender-step-loss]",
}
"""Common names of combat results, and how to write these results as effects."""
_NO_LIMIT = frozenset({"none", "no", "any", "unlimited", "infinite", "inf", ".inf", "∞", "-"})
_OPPOSITE_BOOLEANS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def choice_reader(choices: tuple[Any, ...]) -> Reader:
    """Return a reader for a fixed set of values."""
    by_text = {_written(choice): choice for choice in choices}

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if isinstance(node, YamlScalar) and node.text in by_text:
            return by_text[node.text]
        typed = node.text if isinstance(node, YamlScalar) else ""
        close = nearest_word(typed, by_text) if typed else None
        hint = f"did you mean {quote(close)}? " if close is not None else ""
        if "attacker-exchange" in by_text and typed.casefold() in _RESULTS:
            hint = f"write {_RESULTS[typed.casefold()]}; "
        present = next((value for value in former_keys.present_values(typed) if value in by_text), None)
        if present is not None:
            hint = f"write {quote(present)}, the new name of this value; "
        return reading.add_error(
            "K007",
            f"{value_label(path, where)} can't be {describe_node(node)}",
            node,
            f"{hint}choose {join_with_or(by_text)}",
            f"{values_label(path, where)} can't be {describe_node(node)}",
        )

    return read


def _written(choice: Any) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def scalar_reader(kind: type, notes: KeyAnnotations) -> Reader:
    """Return a reader for str, int, float or bool."""
    if kind is bool:
        return _read_bool
    if kind is int:
        return _number_reader("a whole number", "K004", _WHOLE, int, notes.range)
    if kind is float:
        return _number_reader("a number", "K005", _DECIMAL, float, notes.range)
    pattern = notes.pattern
    form = re.compile(pattern.regex) if pattern else None

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlScalar):
            hint = "put quotes around text that contains [ ] { or }"
            told = f"{value_label(path, where)} must be text, got {describe_node(node)}"
            return reading.add_error("K003", told, node, hint, f"{values_label(path, where)} must be text")
        if form is not None and not form.fullmatch(node.text):
            words = pattern.words if pattern else ""
            return reading.add_error(
                "K013",
                f"{value_label(path, where)} can't be {quote(node.text)}",
                node,
                f"{_meant_fraction(node.text, form)}write {words}",
                f"{values_label(path, where)} have an invalid format",
            )
        if not node.text.strip() and not (pattern and not node.text):
            return reading.add_error(
                "K008", f"{value_label(path, where)} is empty", node, "write some text, or delete the line"
            )
        return node.text

    return read


def _meant_fraction(text: str, form: re.Pattern[str]) -> str:
    """Return a hint for a fraction written as 0.5, ½, x2 or half; "" for any other string."""
    bare = text.strip().casefold().removesuffix("s").removesuffix("point").strip().strip("x×*").strip()
    if bare in _FACTORS:
        meant = _FACTORS[bare]
    elif len(bare) == 1 and unicodedata.category(bare) == "No":
        meant = str(Fraction(unicodedata.numeric(bare)).limit_denominator(99))
    elif _DECIMAL.fullmatch(bare):
        meant = str(Fraction(bare))
    else:
        return ""
    return f"did you mean {quote(meant)}? " if form.fullmatch(meant) else ""


def _read_bool(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
    if isinstance(node, YamlScalar) and node.text in ("true", "false"):
        return node.text == "true"
    typed = node.text.lower() if isinstance(node, YamlScalar) else ""
    meant = _OPPOSITE_BOOLEANS.get(typed) or (typed if typed in ("true", "false") else "")
    return reading.add_error(
        "K006",
        f"{value_label(path, where)} must be true or false, got {describe_node(node)}",
        node,
        f"did you mean {quote(meant)}?" if meant else "write true or false",
    )


def _number_reader(
    words: str, code: str, form: re.Pattern[str], convert: Callable[[str], float], bounds: Range | None
) -> Reader:
    low, high = (bounds.low, bounds.high) if bounds else (-1_000_000, 1_000_000)

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlScalar) or not form.fullmatch(node.text):
            return reading.add_error(
                code,
                f"{value_label(path, where)} must be {words}, got {describe_node(node)}",
                node,
                _number_hint(node, words),
                f"{values_label(path, where)} must be {words}",
            )
        value = convert(node.text)
        if not low <= value <= high:
            return reading.add_error(
                "K009",
                f"{value_label(path, where)} is {node.text}, but must be from {low:g} to {high:,g}",
                node,
                "",
                f"{values_label(path, where)} must be from {low:g} to {high:,g}",
            )
        return value

    return read


def _number_hint(node: YamlNode, words: str) -> str:
    if not isinstance(node, YamlScalar):
        return "write only the number"
    text = node.text.strip()
    dice = re.fullmatch(r"(\d*)[dDwW](\d+)", text)
    if dice is not None and dice[1] in ("", "1"):
        return f"write the number of sides of the die: {dice[2]}"
    if dice is not None:
        return f"write the number of sides of one die: {dice[2]}; a combat table also has 'dice: {dice[1]}'"
    if re.fullmatch(r"0[0-9]+(?:\.[0-9]+)?", text):
        bare = text.lstrip("0")
        return f"write the number without leading zeros: {bare if bare[:1].isdigit() else '0' + bare}"
    if words != "a number" and _DECIMAL.fullmatch(text):
        return "write a number without a fraction"
    if re.fullmatch(r"[0-9]+,[0-9]+", text):
        return f"write a dot instead of a comma: {text.replace(',', '.')}"
    if text.lower() in _NO_LIMIT:
        return "write a number, or omit the key for none"
    if not re.search(r"\d", text):
        return "write a number in digits"
    return "write only a number, without unit or sign"
