"""Whatever is done to a game's text, loading it gives a game or located faults, never anything else."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.codes import CATALOGUE
from builder.diagnostics import Report
from builder.load.check import Check
from builder.load.project import FILES
from builder.load.reading import Reading
from builder.load.resolve import resolve
from builder.load.source import Source, parse
from builder.load.spans import Spans
from builder.load.structure import build
from builder.model.game import Game
from builder.model.scenario import Scenario

from .damage import FOLDER, SLUG, TOY, load_toy

CONTENTS = {name: (attribute, cls) for attribute, (name, cls) in FILES.items()}
NAMES = [*CONTENTS, "scenarios/rearguard.yaml", "scenarios/the-bridge.yaml"]

# fmt: off
SNIPPETS = st.one_of(
    st.sampled_from([
        "", " ", "\n", "\t", ":", ": ", "- ", "#", " #", "[", "]", "{", "}", ",", "'", '"', "&a ", "*a",
        "!x ", "<<: ", "---\n", "...\n", "%", "|", ">", "? ", "~", "null", "true", "no", "0101", "-1",
        "1e9", ".nan", "A1/A2", "A1", "/", "../x", "\\", '"\\ud800"', '"\\0"', "\u2028", "\ufeff", "א", "é",
        "x" * 200,
    ]),
    st.text(max_size=8),
)
# fmt: on


@st.composite
def _damaged(draw: st.DrawFn) -> tuple[str, str]:
    """Return a file of the toy game and its text after a few cuts, copies and insertions."""
    file = draw(st.sampled_from(NAMES))
    text = (TOY / FOLDER / file).read_text(encoding="utf-8")
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        kept = text[start:end] if draw(st.booleans()) else ""
        text = text[:start] + kept + draw(SNIPPETS) + text[end:]
    return file, text


@cache
def _toy() -> Game:
    return load_toy(TOY).game


def _load(file: str, data: bytes) -> Report:
    """Load the toy game with one file replaced, without a disk."""
    attribute, cls = CONTENTS.get(file, ("scenarios", Scenario))
    stem = Path(file).stem
    path = (attribute, stem) if cls is Scenario else (attribute,)
    given_id = {"id": stem} if cls is Scenario else {}
    report, spans, source = Report(), Spans(), Source(file, data)
    tree = parse(source, report)
    part = None if tree is None else build(cls, tree, path, Reading(source, report, spans), **given_id)
    assert (part is None) == report.failed
    if part is not None:
        changed: dict[str, Any] = {attribute: (part,) if cls is Scenario else part}
        game = dataclasses.replace(_toy(), **changed)
        art = TOY / "art" / SLUG
        resolve(Check(game, spans, report, art, TOY, {}, lambda text: set("é").intersection(text)))
    return report


WORD = re.compile(r"[\w./-]+|\[[^\[\]]*\]|\{[^{}]*\}")
WORDS = sorted(
    {word for name in NAMES for word in WORD.findall((TOY / FOLDER / name).read_text(encoding="utf-8"))}
)


@st.composite
def _exchanged(draw: st.DrawFn) -> tuple[str, str]:
    """Return a file of the toy game with some of its words, lists or mappings exchanged for others."""
    file = draw(st.sampled_from(NAMES))
    text = (TOY / FOLDER / file).read_text(encoding="utf-8")
    for _ in range(draw(st.integers(1, 3))):
        found = draw(st.sampled_from(list(WORD.finditer(text))))
        text = text[: found.start()] + draw(st.sampled_from(WORDS)) + text[found.end() :]
    return file, text


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_damaged() | _exchanged())
def test_a_mutated_game_loads_or_faults(damaged: tuple[str, str]) -> None:
    file, text = damaged
    for diagnostic in _load(file, text.encode("utf-8", "surrogatepass")):
        assert diagnostic.span is not None
        assert diagnostic.message
        assert diagnostic.code in CATALOGUE
        assert "\n" not in str(diagnostic)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_parse_or_fault(data: bytes) -> None:
    report = Report()
    tree = parse(Source("any.yaml", data), report)
    assert (tree is None) == report.failed
    for diagnostic in report:
        assert diagnostic.span is not None
        assert "\n" not in str(diagnostic)


def test_deep_nesting_costs_nothing() -> None:
    for opening in ("[", "{a: ", "- ", "? "):
        report = Report()
        assert parse(Source("any.yaml", (opening * 100_000).encode()), report) is None
        assert report.failed


def test_aliases_that_would_multiply_are_refused_at_the_first() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    report = Report()
    assert parse(Source("any.yaml", bomb.encode()), report) is None
    assert [diagnostic.code for diagnostic in report] == ["Y009"]
