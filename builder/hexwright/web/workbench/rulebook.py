"""The rules as the booklet has them, as parts of a page whose references to other rules are links."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.example_of_play import Example
from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK
from hexwright.model.words.rulebook_cases import cited_numbers, rulebook_sections
from hexwright.paper.booklet_index import index_entries, index_terms
from hexwright.paper.booklet_text import booklet_text, headings_of
from hexwright.render.counters.key_pictures import KeyPicture, picture_key
from hexwright.render.theme import CLASSIC
from hexwright.support.linear_regex import LinearRegex
from hexwright.web.play.json_values import Json

_STEP: Final = re.compile(r"(\d+)\. ([^:\n]+): (.+)", re.DOTALL)
_RULING: Final = LinearRegex(r"\[Ruling: [^\]]*\]")
_CITED: Final = LinearRegex(
    r"\b[Rr]ules? (?:\d[\d.]*\d|\d)(?:(?:, | and | or | to )(?:\d[\d.]*\d|\d))*|\(\d+\.[\d.]*\d\)"
)
"""References to rules by their numbers: "rule 7", "rules 3.1 and 3.2", "(3.4)"."""
_NUMBER: Final = LinearRegex(r"\d(?:[\d.]*\d)?")
_INDEX: Final = "Index"
_KEY: Final = ("counter", "counters")
"""The kinds of parts of the key to the counters."""


def rulebook(game: Game, pictures: Mapping[str, bytes] = MappingProxyType({})) -> list[Json]:
    """Return the parts of the rules in their order: headings, paragraphs, lists, steps, examples, the index.

    The text of a part is a list of spans. A span has `text`, `to` if it is a reference to another rule, and
    `ruling` if it is an answer to an open question. `pictures` are those of the key to the counters, which
    is told in words without them.
    """
    text = booklet_text(game, (), game.rules.examples, pictured=bool(pictures))
    blocks = [block.strip() for block in text.split("\n\n")]
    headings = headings_of(blocks)
    sections = {section.number: section.number for section in rulebook_sections(game)}
    examples = {example.id: example for example in game.rules.examples}
    parts: list[Json] = []
    for block in filter(None, blocks):
        if block.startswith("#"):
            number, title, level, mark = next(headings)
            if title != _INDEX:
                name = mark.removeprefix("rule:")
                parts.append(
                    {"kind": "heading", "id": name, "number": number, "title": title, "level": level}
                )
        elif block.startswith("!"):
            parts += _key(game, pictures) if block == "!key" else _placed(block[1:], examples, sections)
        else:
            parts.append(_text_part(block, sections))
    return [*parts, *_index(game, parts)]


def _index(game: Game, parts: list[Json]) -> Iterator[Json]:
    """Yield the heading of the index and its terms, each with the sections that mention it."""
    texts: dict[str, str] = {}
    titles: dict[str, str] = {}
    for part in parts:
        if part["kind"] == "heading":
            section = part["id"]
            texts[section] = part["title"]
            titles[section] = part["number"] or part["title"].removesuffix(f" {MARK}")
        else:
            told = (*part["text"], *part.get("entries", ()))
            words = [part.get("title", ""), *(one["text"] for one in told)]
            # The spans of a text follow each other at once; those of the key are lines of their own.
            texts[section] += "\n" + ("\n" if part["kind"] in _KEY else "").join(words)
    entries = index_entries(index_terms(game), texts)
    if entries:
        yield {"kind": "heading", "id": _INDEX, "number": "", "title": _INDEX, "level": 1}
    for term, places in entries:
        links = [span for at in places for span in ({"text": ", "}, {"text": titles[at], "to": at})]
        yield {"kind": "term", "title": term, "text": links[1:]}


def _placed(command: str, examples: Mapping[str, Example], sections: Mapping[str, str]) -> Iterator[Json]:
    name, _, rest = command.partition(" ")
    if name == "figure":
        example = examples[rest.strip()]
        yield {"kind": "example", "title": example.title, "text": list(_spans(example.text, sections))}


def _key(game: Game, pictures: Mapping[str, bytes]) -> Iterator[Json]:
    """Yield the key to the counters: explained ones, then groups of entries with a picture or a colour."""
    key = picture_key(game, CLASSIC)

    def shown(one: KeyPicture) -> Json:
        data = base64.b64encode(pictures[one.file]).decode()
        return {"src": f"data:image/png;base64,{data}", "width": one.width, "height": one.height}

    for sample in key.samples:
        told = [{"text": part} for part in sample.parts]
        yield {
            "kind": "counter",
            "title": sample.picture.text,
            "picture": shown(sample.picture),
            "text": told,
        }
    if key.sentences:
        yield {"kind": "text", "text": [{"text": key.sentences}]}
    for title, entries in key.groups:
        listed = [{"text": one.text, "picture": shown(one)} for one in entries]
        yield {"kind": "counters", "title": title, "text": [], "entries": listed}
    if key.formations:
        coloured = [{"text": name, "colour": colour} for name, colour in key.formations]
        yield {"kind": "counters", "title": "Formations", "text": [], "entries": coloured}


def _text_part(block: str, sections: Mapping[str, str]) -> Json:
    if step := _STEP.fullmatch(block):
        spans = list(_spans(step[3], sections))
        return {"kind": "step", "number": step[1], "title": step[2], "text": spans}
    if block.startswith("- "):
        return {"kind": "item", "text": list(_spans(block[2:], sections))}
    return {"kind": "text", "text": list(_spans(block, sections))}


def _spans(text: str, sections: Mapping[str, str]) -> Iterator[Json]:
    """Yield the spans of a text: rulings, references to rules, and what stands between them."""
    text = " ".join(text.split())
    at = 0
    for ruling in _RULING.finditer(text):
        yield from _linked(text[at : ruling.start()], sections)
        for span in _linked(ruling[0], sections):
            yield span | {"ruling": True}
        at = ruling.end()
    yield from _linked(text[at:], sections)


def _linked(text: str, sections: Mapping[str, str]) -> Iterator[Json]:
    found = {
        (cited.start() + number.start(), cited.start() + number.end())
        for cited in _CITED.finditer(text)
        for number in _NUMBER.finditer(cited[0])
        if number[0] in sections
    }
    at = 0
    for start, end in sorted({*found, *cited_numbers(text, frozenset(sections))}):
        if start > at:
            yield {"text": text[at:start]}
        yield {"text": text[start:end], "to": sections[text[start:end]]}
        at = end
    if at < len(text):
        yield {"text": text[at:]}
