"""Check whether the content of a field can be parsed, and find the properties that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hexwright.inspect.analysis import beanshell_names
from hexwright.inspect.analysis.expression_functions import (
    BSH_COMMANDS,
    FUNCTIONS,
    JAVA_CLASSES,
    STRING_METHODS,
)
from hexwright.vassal.codec import sequence_encoder

_DOLLAR = re.compile(r"\$([^$\n]+)\$")
_CONDITION = re.compile(r"!=|<=|>=|>|<|=~|=|!~")
_BOOLEAN = re.compile(r"&&|\|\|")
_PLAIN_STRING = re.compile(r'"[^"]*"')
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
#: A name that VASSAL's parser reads as one variable.
_MADE_UP = "hexwright_value"
#: The letters of arguments that name a place, as in `FUNCTIONS`.
_PLACES = {"m": "map", "z": "zone"}


@dataclass(frozen=True, slots=True)
class TextAnalysis:
    """The analysis of one field's content: whether it is BeanShell, its error, and the names that it uses.

    `strange` contains functions that VASSAL doesn't know, each with its error. `scans` is true if evaluation
    visits many pieces. `always` is true if the match is true regardless of properties. `places` contains the
    maps and zones that are arguments of functions, each after the word "map" or "zone".
    """

    is_expression: bool
    error: str = ""
    properties: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    scans: bool = False
    assigns: bool = False
    arms: int = 0
    always: bool = False
    places: tuple[tuple[str, str], ...] = ()


def is_braced(text: str) -> bool:
    """Return whether VASSAL treats a string as a BeanShell expression."""
    bare = text.strip()
    return len(bare) > 1 and bare.startswith("{") and bare.endswith("}")


def constant_text(text: str) -> str | None:
    """Return the string that a format always produces; None if it depends on properties."""
    bare = text.strip()
    if is_braced(bare):
        inner = bare[1:-1].strip()
        if len(inner) > 1 and inner[0] == inner[-1] == '"' and inner.count('"') == 2 and "\\" not in inner:
            return inner[1:-1]
        return None if inner else ""
    return None if "$" in bare else bare


@lru_cache(maxsize=1 << 16)
def analyse_match(text: str) -> TextAnalysis:
    """Parse a match (an `expression` field): BeanShell in braces, or an old-style property match."""
    bare = text.strip()
    if not bare:
        return TextAnalysis(False, always=True)
    if not is_braced(bare):
        names = [
            _CONDITION.split(part, maxsplit=1)[0].strip()
            for part in _BOOLEAN.split(bare)
            if _CONDITION.search(part)
        ]
        names = [n for n in names if n and "$" not in n] + list(_DOLLAR.findall(bare))
        return TextAnalysis(False, properties=tuple(dict.fromkeys(names)), always=not names)
    inner = bare[1:-1]
    dollars = tuple(_DOLLAR.findall(inner))
    # When a match is applied to other pieces, $name$ is replaced by its value before parsing.
    return _of_code(_DOLLAR.sub(lambda m: _MADE_UP, inner) if dollars else inner, dollars)


@lru_cache(maxsize=1 << 16)
def analyse_format(text: str) -> TextAnalysis:
    """Parse a format: one expression in braces, or text that contains `$name$`."""
    if is_braced(text):
        return _of_code(text.strip()[1:-1], ())
    if "$" not in text:
        return TextAnalysis(False)
    tokens = sequence_encoder.decode(text, "$")
    # Every second token is a name if another token follows it.
    names = [token for token in tokens[1:-1:2] if token]
    return TextAnalysis(False, properties=tuple(dict.fromkeys(names)))


def analyse_text(kind: str, text: str) -> TextAnalysis:
    """Parse the content of a field of kind `expression` or `format`."""
    return analyse_match(text) if kind == "expression" else analyse_format(text)


def _named(parsed: beanshell_names.ParsedExpression) -> Iterator[str]:
    """Yield the properties that an expression names outside its function calls."""
    for name in parsed.names:
        if name != _MADE_UP and name not in ("this", "super"):
            yield name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name
    for text in parsed.texts:
        head, _, method = text.partition(".")
        if head not in JAVA_CLASSES and head != _MADE_UP and method.split(".")[0] in STRING_METHODS:
            yield head


def _of_code(code: str, dollars: tuple[str, ...], depth: int = 0) -> TextAnalysis:
    bare = code.strip()
    if not bare:
        return TextAnalysis(True, properties=dollars, always=True)
    if _INTEGER.fullmatch(bare) or _PLAIN_STRING.fullmatch(bare):
        # VASSAL uses these directly, without its parser.
        return TextAnalysis(True, properties=dollars)
    parsed = beanshell_names.parse_expression(code)
    if parsed.error:
        return TextAnalysis(True, parsed.error, dollars)
    names = dict.fromkeys((*dollars, *_named(parsed)))
    strange: list[str] = []
    places: list[tuple[str, str]] = []
    scans = False
    for call in parsed.calls:
        function = FUNCTIONS.get(call.name)
        if function is None:
            if call.name not in BSH_COMMANDS:
                strange.append(f"no function is called {call.name}")
            continue
        scans |= function.scans
        shape = next((s for s in function.shapes if len(s) == len(call.arguments)), None)
        if shape is None:
            counts = sorted({len(s) for s in function.shapes})
            wanted = " or ".join(map(str, counts))
            strange.append(f"{call.name} takes {wanted} arguments, not {len(call.arguments)}")
            continue
        places.extend(_places(shape, call.arguments))
        for inner in _inner(shape, call.arguments):
            if is_braced(inner) and depth < 4:
                below = _of_code(_DOLLAR.sub(lambda m: _MADE_UP, inner.strip()[1:-1]), (), depth + 1)
                if below.error:
                    return TextAnalysis(
                        True, f"{below.error} (in the string passed to {call.name})", tuple(names)
                    )
                names.update(dict.fromkeys(below.properties))
                strange.extend(below.strange)
                places.extend(below.places)
            elif inner:
                names.setdefault(inner)
    always = parsed.constant is True
    properties = tuple(names)
    return TextAnalysis(
        True,
        "",
        properties,
        tuple(strange),
        scans,
        parsed.assigns,
        parsed.branch_conditions,
        always,
        tuple(dict.fromkeys(places)),
    )


def _places(shape: str, arguments: tuple[str | None, ...]) -> Iterator[tuple[str, str]]:
    """Yield the constant arguments that name a map or a zone."""
    for letter, argument in zip(shape, arguments, strict=True):
        if argument and letter in _PLACES and not is_braced(argument):
            yield _PLACES[letter], argument


def _inner(shape: str, arguments: tuple[str | None, ...]) -> Iterator[str]:
    for letter, argument in zip(shape, arguments, strict=True):
        if argument is None:
            continue
        if letter in "px" or (letter in "ev" and is_braced(argument)):
            yield argument.strip()
