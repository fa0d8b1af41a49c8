"""The rulebook as parts of a page, in the order of the printed one; references to rules are links."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK, designers_notes, reconstructions
from hexwright.model.words.rule_tables import RuleTable, rows_together, rulebook_tables
from hexwright.model.words.rulebook_cases import Case, citable_numbers, cited_runs, rulebook_sections
from hexwright.paper.aids.scenario_table import scenario_rows
from hexwright.paper.aids.setup_card_contents import scenario_paragraphs
from hexwright.paper.aids.start_lines import start_lines
from hexwright.paper.rulebook.booklet_index import CaseIndex
from hexwright.paper.rulebook.introduction_words import (
    MOST_SCENARIOS,
    credit_lines,
    credits_title,
    mark_text,
    needed_text,
    option_texts,
)
from hexwright.render.counters.counter_explanation import counter_texts
from hexwright.render.counters.key_pictures import KeyPicture, picture_key
from hexwright.render.rule_figure import RuleFigure
from hexwright.render.theme import CLASSIC
from hexwright.web.play.json_values import Json

_COUNTERS: Final = "The counters"


def rulebook(game: Game, pictures: Mapping[str, bytes] = MappingProxyType({})) -> list[Json]:
    """Return the parts of the rulebook in their order: headings, cases, tables, lists and the index.

    A text is a list of spans. A span has `text`, and `to` if it cites a section or case: the `id` of its
    heading, or the number of the case. `pictures` are those of the key to the counters, which is told in
    words without them.
    """
    return [*_RulebookPage(game).parts(pictures)]


def figure_parts(game: Game, figures: Iterable[RuleFigure]) -> list[Json]:
    """Return the diagrams of the rules, each with the section and the case below which it stands."""
    page = _RulebookPage(game)
    return [
        {
            "section": one.section,
            "case": one.case,
            "title": one.title,
            "text": page.spans(one.text),
            "picture": _picture(one.png, one.width, one.height),
        }
        for one in figures
    ]


def _picture(png: bytes, width: int, height: int) -> Json:
    data = base64.b64encode(png).decode()
    return {"src": f"data:image/png;base64,{data}", "width": width, "height": height}


class _RulebookPage:
    """Makes the parts of one game's rulebook."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sections = rulebook_sections(game)
        self._known = citable_numbers(self._sections)

    def parts(self, pictures: Mapping[str, bytes]) -> Iterator[Json]:
        yield from self._introduction()
        if self._game.counters.units:
            yield _heading("", _COUNTERS)
            told = map(self._text, counter_texts(self._game, CLASSIC))
            yield from _key(self._game, pictures) if pictures else told
        yield from self._sequence()
        yield from self._rules()
        yield from self._notes()
        yield from self._index()
        if lines := credit_lines(self._game):
            yield _heading("", credits_title(self._game))
            yield from map(self._text, lines)

    def _sequence(self) -> Iterator[Json]:
        phases = self._game.rules.sequence
        if phases:
            yield _heading("", "Sequence of play")
        for number, phase in enumerate(phases, start=1):
            text = self.spans(phase.text)
            yield {"kind": "step", "number": str(number), "title": phase.name, "text": text}

    def _rules(self) -> Iterator[Json]:
        tables = rulebook_tables(self._game)
        marked = {one.rule for one in reconstructions(self._game)}
        for section in self._sections:
            title = f"{section.title} {MARK}" if section.id in marked else section.title
            yield _heading(section.number, title, section.level)
            yield from map(self._case, section.cases)
            yield from map(_table, tables.get(section.id, ()))
        if "" in tables:
            yield _heading("", "Further rules")
            yield from map(_table, tables[""])

    def _notes(self) -> Iterator[Json]:
        if self._game.invented:
            return
        yield _heading("", "Designer’s notes")
        if mark := mark_text(self._game):
            yield self._text(mark)
        for title, note in designers_notes(self._game):
            yield self._case(Case("", title, note))

    def _introduction(self) -> Iterator[Json]:
        game = self._game
        yield _heading("", "Before you play")
        yield self._text(game.info.description)
        yield self._text(needed_text(game))
        if len(game.scenarios) > MOST_SCENARIOS:
            yield _rows("Scenarios", scenario_rows(game, start_lines(game)))
        else:
            for paragraph in scenario_paragraphs(game):
                lead, _, text = paragraph.partition(": ")
                yield self._case(Case("", lead, text))
        if any(case.rulings for section in self._sections for case in section.cases):
            yield self._text("A ruling, in italics, answers what the rule before it leaves open.")
        sentences, options = option_texts(game)
        yield from map(self._text, sentences)
        if options:
            rows = [("Option", "Standard game", "Or"), *options]
            yield _rows("Options", rows)

    def _text(self, text: str) -> Json:
        return {"kind": "text", "text": self.spans(text)}

    def _case(self, case: Case) -> Json:
        return {
            "kind": "case",
            "id": case.number,
            "title": case.lead,
            "text": self.spans(case.text),
            "rulings": [self.spans(ruling) for ruling in case.rulings],
            "example": case.example,
        }

    def _index(self) -> Iterator[Json]:
        """Yield the heading of the index and its terms, each with the sections and cases that have it."""
        entries = CaseIndex(self._game, self._sections).entries(_COUNTERS)
        if entries:
            yield _heading("", "Index")
        for term, places in entries:
            spans = [span for at in places for span in ({"text": ", "}, *self._citation(at))]
            yield {"kind": "term", "title": term, "text": spans[1:]}

    def _citation(self, told: str) -> Iterator[Json]:
        """Yield the spans of a number, of a range of numbers, or of the key to the counters."""
        for n, number in enumerate(told.split("–")):
            if n:
                yield {"text": "–"}
            known = number in self._known or number == _COUNTERS
            yield {"text": number, "to": number} if known else {"text": number}

    def spans(self, text: str) -> list[Json]:
        """Return the spans of a text: references to rules, and what stands between them."""
        runs = cited_runs(text.strip().replace("\n", " "), self._known)
        return [{"text": run, "to": run} if cited else {"text": run} for run, cited in runs]


def _heading(number: str, title: str, level: int = 1) -> Json:
    return {"kind": "heading", "id": number or title, "number": number, "title": title, "level": level}


def _rows(title: str, rows: Sequence[Sequence[str]]) -> Json:
    """Return a table of which the first row is the head."""
    return {"kind": "table", "title": title, "head": [*rows[0]], "rows": [[*row] for row in rows[1:]]}


def _table(table: RuleTable) -> Json:
    """Return a table; a row with fewer cells than the head has one cell for all columns after the first."""
    rows = [
        [*row[:2]] if table.merged and len(row) > 2 and len({*row[1:]}) == 1 else [*row]
        for row in rows_together(table.rows)
    ]
    return _rows(table.title or table.subject, [table.head, *rows])


def _key(game: Game, pictures: Mapping[str, bytes]) -> Iterator[Json]:
    """Yield the key to the counters: explained ones, then groups of entries with a picture or a colour."""
    key = picture_key(game, CLASSIC)

    def shown(one: KeyPicture) -> Json:
        return _picture(pictures[one.file], one.width, one.height)

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
