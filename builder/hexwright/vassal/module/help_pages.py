"""Write the pages of the Help menu."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.model.game import Game
from hexwright.model.provenance import Provenance
from hexwright.model.rules.rules_record import CombatKind, RuleText
from hexwright.model.words.all_rule_words import by_subject
from hexwright.model.words.reconstruction_words import reconstructions
from hexwright.model.words.rule_tables import RuleTable, rows_together, rulebook_tables
from hexwright.model.words.rulebook_cases import Case, citable_numbers, cited_runs, rulebook_sections
from hexwright.model.words.unit_groups import classes_text
from hexwright.render.counters.counter_explanation import counter_texts
from hexwright.render.counters.key_pictures import key_files, picture_key
from hexwright.render.html_templates import render
from hexwright.render.rule_figure import RuleFigure
from hexwright.render.theme import CLASSIC
from hexwright.vassal.codec.buildfile.components import AboutScreen, Documentation, HelpFile, Tutorial
from hexwright.vassal.enforcement import early_end, flights, names, orders, switch
from hexwright.vassal.enforcement.fighting import BY_FIRE, fights, has_steps, ways
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.setup_titles import title_for_a_first_game
from hexwright.vassal.module.unit_conditions import (
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    STANCE_FACING,
    game_conditions,
)

TUTORIAL: Final = "tutorial.vlog"
"""The name of the file in the module that contains the tutorial, a log to be replayed."""
ABOUT_FILE: Final = "about.png"
"""The name of the picture of the title page in the module."""
PROVENANCE_FILE: Final = "help/provenance.html"
"""The name of the file in the module that lists the sources of the data."""
TUTORIAL_TITLE: Final = "Tutorial: a turn, step by step (closes the game)"
_FEW_SCENARIOS: Final = 2
_WELCOME: Final = (
    "Tutorial: press the button Step forward (Page Down) for each step, and read the explanations here."
)
_WORDS: Mapping[str, str] = {
    "transcribed": "copied from the published game",
    "reconstructed": "reconstructed: the original is lost or doesn't say",
    "ruling": "a ruling: the rule text leaves a question open",
}


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of the Help menu: its title, its file name in the module, and its HTML."""

    title: str
    file: str
    html: str


@dataclass(frozen=True, slots=True)
class DataOrigin:
    """The source of a part of the game's data, as text."""

    what: str
    status: str
    source: str
    note: str


def help_pages(
    game: Game, pictures: Collection[str] = (), figures: Sequence[RuleFigure] = ()
) -> tuple[HelpPage, ...]:
    """Return the pages in menu order. All text from the game is escaped.

    `figures` are the diagrams of the rules, whose pictures the module has under `figure_file`.

    The key to the counters has pictures if the module has them, and is told in words otherwise.
    """
    title = game.info.title
    key = picture_key(game, CLASSIC)
    pictured = set(key_files(key)) <= set(pictures)
    return (
        _page(
            "How to play with this module",
            "start",
            game,
            scenarios=told_scenarios(game),
            first_game=title_for_a_first_game(game),
            fought=fights(game),
            conditions=game_conditions(game),
        ),
        _page(
            "How the module enforces the rules",
            "enforcement",
            game,
            standing_fast=classes_text(game, game.rules.odds_combat.retreat.cannot_retreat, "and"),
            menu=switch.menu(game),
            early_end=early_end.button_text(game),
            rule_keys=key_commands.rule_keys(game),
            takes_moves_back=key_commands.takes_moves_back(game),
            attackers_retreat=_attackers_retreat(game),
            told=by_subject(game),
            held_places=any(place.owner is not None for place in game.hexmap.places),
        ),
        _page(
            "The rules",
            "rules",
            game,
            sections=rule_sections(game, figures),
            counters=() if pictured else tuple(counter_texts(game, CLASSIC)),
            key=key if pictured else None,
        ),
        _page(
            "Keys and mouse",
            "keys",
            game,
            piece_keys=key_commands.piece_keys(game),
            window_keys=key_commands.WINDOW_KEYS,
        ),
        _page(f"About {title}", "credits", game, info=game.info, fonts=game.counters.fonts),
        *(
            ()
            if game.invented
            else (_page("Sources of the data", "provenance", game, origins=data_origins(game)),)
        ),
        _page(
            "For module developers",
            "contract",
            game,
            unit_properties=_unit_properties(game),
            global_properties=_global_properties(game),
        ),
    )


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A section of the rules in the help: its anchor, its heading, and paragraphs as spans of text."""

    anchor: str
    """Empty for the section about the module, which has no number."""
    heading: str
    cited: str
    """The heading under which refusals cite the section, if it differs from its title."""
    level: int
    cases: tuple[HelpCase, ...]
    tables: tuple[RuleTable, ...] = ()
    figures: tuple[HelpFigure, ...] = ()
    """The diagrams that explain none of its cases alone."""


@dataclass(frozen=True, slots=True)
class HelpCase:
    """A paragraph of the rules: the number of its case, if it has one, its spans, and its diagrams."""

    number: str
    spans: tuple[HelpSpan, ...]
    figures: tuple[HelpFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class HelpFigure:
    """A diagram: its title, its caption, and the file name and the size in px of its picture."""

    title: str
    spans: tuple[HelpSpan, ...]
    file: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class HelpSpan:
    """A run of text; `to` is the anchor of the section to which it refers, if any."""

    text: str
    to: str = ""
    ruling: bool = False


def figure_file(number: int) -> str:
    """Return the name of the picture of a diagram of the rules by its number, from 1."""
    return f"rules-figure-{number}.png"


def rule_sections(game: Game, figures: Sequence[RuleFigure] = ()) -> tuple[HelpSection, ...]:
    """Return the rules as the rulebook numbers them, with references as links to anchors.

    A section about the module stands before them, and one for tables that cite no rule behind.
    """
    sections = rulebook_sections(game)
    known = citable_numbers(sections)
    tables = {
        section: tuple(replace(one, rows=rows_together(one.rows)) for one in found)
        for section, found in rulebook_tables(game).items()
    }
    rules = {rule.id: rule for rule in game.rules.summary}
    drawn: dict[tuple[str, str], list[HelpFigure]] = {}
    for number, one in enumerate(figures, start=1):
        spans = tuple(_linked(one.text, known))
        made = HelpFigure(one.title, spans, figure_file(number), one.width, one.height)
        drawn.setdefault((one.section, one.case), []).append(made)
    about = [
        HelpSection("", rule.title, "", 1, tuple(HelpCase("", (HelpSpan(one),)) for one in paragraphs))
        for rule in game.rules.summary
        if rule.audience == "module"
        for paragraphs in [game.text_of(rule).split("\n\n")]
    ]
    told = [
        HelpSection(
            f"rule-{section.number}",
            f"{section.number} {section.title}",
            _other_heading(rules[section.id]),
            section.level,
            tuple(
                HelpCase(
                    case.number,
                    tuple(_case_spans(case, known)),
                    tuple(drawn.get((section.number, case.number), ())) if case.number else (),
                )
                for case in section.cases
            ),
            tables.get(section.id, ()),
            tuple(drawn.get((section.number, ""), ())),
        )
        for section in sections
    ]
    further = [HelpSection("further", "Further rules", "", 1, (), tables[""])] if "" in tables else []
    return (*about, *told, *further)


def _other_heading(rule: RuleText) -> str:
    return rule.heading if not rule.number and rule.heading.lower() != rule.title.lower() else ""


def _case_spans(case: Case, known: frozenset[str]) -> Iterator[HelpSpan]:
    yield from _linked(case.sentence, known)
    for ruling in case.rulings:
        yield from (replace(span, ruling=True) for span in _linked(f" Ruling: {ruling}", known))


def _linked(text: str, known: frozenset[str]) -> Iterator[HelpSpan]:
    return (HelpSpan(run, f"rule-{run}" if cited else "") for run, cited in cited_runs(text, known))


@dataclass(frozen=True, slots=True)
class ToldScenarios:
    """What the help says of the scenarios: of each by its title, and of all together."""

    own: tuple[tuple[str, str], ...]
    shared: tuple[str, ...]


def told_scenarios(game: Game) -> ToldScenarios:
    """Return the descriptions of the scenarios; a clause that all of them share is told once.

    Descriptions of one or two scenarios stay as they are.
    """
    told = {one.title: _clauses(one.description) for one in game.scenarios}
    known = [{clause for sentence in sentences for clause in sentence} for sentences in told.values()]
    common = set.intersection(*known) if len(known) > _FEW_SCENARIOS else set()
    if not common:
        return ToldScenarios(tuple((one.title, one.description) for one in game.scenarios), ())
    own = tuple((title, _without(sentences, common)) for title, sentences in told.items())
    return ToldScenarios(own, tuple(f"{clause}." for clause in sorted(common)))


def _clauses(description: str) -> list[list[str]]:
    """Return the clauses of each sentence, without their stops."""
    return [sentence.rstrip(".").split("; ") for sentence in description.split(". ") if sentence]


def _without(sentences: list[list[str]], clauses: set[str]) -> str:
    """Return sentences without some of their clauses."""
    kept = [[one for one in sentence if one not in clauses] for sentence in sentences]
    joined = ["; ".join([one[0].removeprefix("and "), *one[1:]]) for one in kept if one]
    return " ".join(f"{one[:1].upper()}{one[1:]}." for one in joined)


def _attackers_retreat(game: Game) -> bool:
    """Return whether any result of odds combat forces attackers to retreat."""
    combat = game.rules.odds_combat
    return any("attacker-retreat" in effects for effects in combat.effects.values())


def menu_titles(pages: Sequence[HelpPage], *, tutorial: bool) -> tuple[str, ...]:
    """Return the lines of the Help menu that the toolbar's menu has, too: the tutorial, and the pages."""
    return (*((TUTORIAL_TITLE,) if tutorial else ()), *(page.title for page in pages))


def help_menu(pages: Sequence[HelpPage], *, tutorial: bool, about: bool) -> Documentation:
    """Return the Help menu: the title page and the tutorial if the module has them, then the pages.

    VASSAL also shows the title page beside the steps of its wizard, which offers games to play.
    """
    shown = Tutorial.new(name=TUTORIAL_TITLE, logfile=TUTORIAL, prompt_message="", welcome_message=_WELCOME)
    return Documentation.new(
        *((AboutScreen.new(title="Title page", file_name=ABOUT_FILE),) if about else ()),
        *((shown,) if tutorial else ()),
        *(HelpFile.new(title=page.title, file_name=page.file) for page in pages),
    )


def data_origins(game: Game) -> tuple[DataOrigin, ...]:
    """Return the sources of the data: first the sources of whole files, then entries with another source.

    Entries with the same status, source and note are one origin.
    """
    found = [
        _origin("The game", game.info.provenance),
        _origin("Map", game.hexmap.provenance),
        _origin("Counters", game.counters.provenance),
        _origin("Timetables of units", game.oob.provenance),
        _origin("Charts", game.charts.provenance),
        _origin("Rules", game.rules.provenance),
    ]
    for scenario in game.scenarios:
        found.append(_origin(scenario.title, scenario.provenance))
        found.append(_origin(f"{scenario.title}: {scenario.setup.name}", scenario.setup.provenance))
    found += [_origin(f"{p.name} ({p.hex})", p.provenance) for p in game.hexmap.places if p.provenance]
    for feature in game.hexmap.features:
        found += [_origin(g.name, g.provenance) for g in feature.groups if g.provenance is not None]
    for hexside in game.hexmap.hexsides:
        found += [_origin(run.name, run.provenance) for run in hexside.lines if run.provenance is not None]
    for line in game.hexmap.lines:
        found += [_origin(run.name, run.provenance) for run in line.lines if run.provenance is not None]
    for unit in game.counters.units:
        if unit.provenance is not None:
            found.append(_origin(unit.name, unit.provenance))
    found += [_origin(one.title, one.source) for one in reconstructions(game)]
    alike: dict[tuple[str, str, str], list[str]] = {}
    for origin in found:
        alike.setdefault((origin.status, origin.source, origin.note), []).append(origin.what)
    return tuple(DataOrigin("; ".join(what), *same) for same, what in alike.items())


def _origin(what: str, provenance: Provenance) -> DataOrigin:
    return DataOrigin(what, _WORDS[provenance.status], provenance.source, provenance.note)


def _page(title: str, name: str, game: Game, **values: object) -> HelpPage:
    html = render(
        "hexwright.vassal.module", f"{name}.html", title=title, game=game, stepped=has_steps(game), **values
    )
    return HelpPage(title, f"help/{name}.html", html)


_UNIT_PROPERTIES = (
    (prop.UNIT_ID, "the unit's id in the data; never changes"),
    (prop.SIDE, "the id of its side"),
    (prop.UNIT_CLASS, "the id of its class"),
    (prop.STRENGTH, "combat strength of the face that shows"),
    (prop.MA, "movement allowance of the face that shows"),
    (prop.STEP, "number of the face that shows; 1 is full strength"),
    (prop.STEPS, "how many faces it has"),
    (f"{prop.FULL_NAME}, {prop.SIDE_NAME}, {prop.CLASS_NAME}", "the same in words"),
)
_GLOBAL_PROPERTIES = (
    (prop.TURN, "number of the turn"),
    (prop.PHASE, "id of the phase"),
    (prop.SETTING_UP, "true while the players place their units"),
    (prop.ACTIVE_SIDE, "id of the side whose phase it is"),
    (prop.WEATHER, "id of the weather"),
    (f"{prop.PHASE_NAME}, {prop.WEATHER_NAME}, {prop.TURN_DATE}", "the same in words"),
    (prop.REPLACEMENTS_LEFT, "replacements left in a replacement phase, or empty"),
    (prop.SCENARIO, "id of the scenario"),
    (prop.GAME_OVER, "true when the last turn is over"),
    (prop.WINNER, "id of the side that won, once the game is over"),
    (prop.ENFORCEMENT, "strict, assist or off"),
    (prop.LAST_VIOLATION, "number or heading of the rule that was broken last, or empty"),
    (prop.LAST_REFUSAL, "what was refused last and why, or empty"),
)


_OF_UNITS: Final[Mapping[CombatKind, tuple[tuple[str, str], ...]]] = {
    BY_FIRE.name: ((names.ATTACK, "the hex that it attacks"),)
}
"""Further documented unit properties, by combat system."""
_OF_THE_GAME: Final[Mapping[CombatKind, tuple[tuple[str, str], ...]]] = {
    BY_FIRE.name: (
        (names.FIRE_BATTLE, "the battle that is fought: phase, hex, round, hits that are owed"),
        (orders.ORDERS, "what the last phase brought the units without a choice"),
    )
}
"""Further documented global properties, by combat system."""


def _unit_properties(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the documented unit properties, each with a description."""
    more = (
        [(DISRUPTED.level_property, "2 while the unit is disrupted, else 1")]
        if DISRUPTED in game_conditions(game)
        else []
    )
    if ENTRAINED in game_conditions(game):
        more = [*more, (ENTRAINED.level_property, "2 while the unit is entrained, else 1")]
    more += [one for way in ways(game) for one in _OF_UNITS.get(way.name, ())]
    if FORTIFIED in game_conditions(game):
        more.append((FORTIFIED.level_property, "2 while the unit is fortified, else 1"))
        more.append((STANCE_FACING, "2 while its counter lies upside down, else 1; of units that may dig in"))
    if game.rules.air:
        more.append((flights.MISSION, "what an air unit flies, and how that stands"))
        more.append((flights.BACK_ON, "the turn on which an air unit that was put out returns"))
    return (*_UNIT_PROPERTIES, *more)


def _global_properties(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the documented global properties, each with a description."""
    more = [one for way in ways(game) for one in _OF_THE_GAME.get(way.name, ())]
    if game.rules.air:
        more.append((flights.FLIGHT, "the mission that was flown last"))
    return (*_GLOBAL_PROPERTIES, *more)
