"""List the text of modules in the order of play; run as a program, write reports/texts.md.

The list is for proof-reading: every sentence of the scripts, with "…" for names and numbers, and " / "
between alternatives. It also contains buttons, menus, reports of counters, phases, results and the Help pages
of every game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.support.atomic_writes import write_atomically
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.traits import SetGlobalProperty
from hexwright.vassal.enforcement import judge
from hexwright.vassal.enforcement.fighting import WAYS
from hexwright.vassal.enforcement.script import PARTS, WORDS, code
from hexwright.vassal.enforcement.setup import WEATHER_TEXT, set_up_text
from hexwright.vassal.enforcement.tables import rows
from hexwright.vassal.module import prototype_definitions
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.help_pages import PROVENANCE_FILE, help_pages
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from hexwright.vassal.module.predefined_setups import first_weather_is_rolled
from hexwright.vassal.module.setup_titles import setup_titles

GAMES: Final = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
_BUTTON_TEXTS: Final = ("text", "buttontext", "buttonname", "icontext")
"""The attributes that hold the text of a button, in lower case."""
_NAMES: Final = frozenset(
    (
        *("side", "base", "sides", "ink", "class", "phase", "mode", "rule", "march-rule", "line", "weather"),
        *("place", "place-in", "victory-rule", "setup-rule", "box", "pool", "network-name", "tray"),
        *("result", "result-text", "scenario", "cells"),
    )
)
"""The kinds of words that are names, rule numbers or places."""
_HEADS: Final = {
    "seats": "Whose decision it is",
    "strays": "Counters too many",
    "versions": "Games of another version",
    "setup": "The set-up",
    "phases": "The end of a phase",
    "passing": "Phases that pass by themselves",
    "mail": "The log of a game by mail",
    "opening": "As a game is opened",
    "window": "The window",
    "next": "What is to be done now",
    "attrition": "Attrition",
    "replacements": "Replacements",
    "arrivals": "New units",
    "accounts": "Accounts of replacements",
    "prices": "What replacements cost",
    "stored": "Replacements that wait on the map",
    "made": "Units made of others",
    "reserves": "Reserves, choices, events",
    "drops": "Units that are dropped",
    "movement": "Movement",
    "ways": "Ways of moving",
    "legs": "Legs of a move",
    "digging": "Digging in",
    "trains": "Trains",
    "leaving": "Leaving the map",
    "stacking": "Stacking",
    "places": "Places",
    "fights": "Attacks, by whatever way of fighting",
    "battles": "Battles by odds",
    "duties": "Battles by odds: who must attack and be attacked",
    "overruns": "Overruns",
    "overrun_dice": "Dice for overruns",
    "reckoning": "What battles come to",
    "results": "What a battle asks for",
    "advances": "Advances",
    "announcing": "What attackers announce before the die",
    "disrupting": "Attackers that are disrupted by choice",
    "remnants": "What remains of the eliminated",
    "retreats": "Retreats",
    "allocation": "Allocation",
    "pools": "Dice",
    "volleys": "Fire",
    "hits": "Hits",
    "aftermath": "Retreats and advances after fire",
    "engagements": "What is to be done about fire",
    "air": "In the air",
    "orders": "Recovery and supply",
    "wasting": "What groups out of supply lose",
    "supply": "Lines of supply",
    "networks": "Networks",
    "situations": "Situations",
    "communication": "Lines",
    "rations": "Rations",
    "victory": "Victory",
    "ground": "Points for the ground",
    "works": "Hexsides that fall",
    "deeds": "Steps by key",
    "sights": "Battles on the map",
    "marks": "Marks on the map",
    "sorties": "Air units on the map",
    "lights": "Lights",
    "flare": "The sign of a refusal",
    "judge": "The judge",
}
"""The page's headings for the parts of the script, in the order in which players see the sentences of these
parts.
"""
_ASKED: Final = (
    *("equals", "startsWith", "endsWith", "contains", "indexOf", "split", "replace", "among", "global", "of"),
    *("word", "cell", "setGlobal", "getProperty", "verdict", "getMutableProperty", "getClientProperty"),
    *("putClientProperty", "act", "bits"),
)
"""Functions whose first argument is a name instead of text that players see."""
_PLAIN: Final = re.compile(rf'(?:{"|".join(_ASKED)})\((?:[\w.]+, )?"(?:[^"\\]|\\.)*"')
_TOKEN: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([^"]+)')


def texts_page(games: Sequence[Game]) -> str:
    """Return a Markdown page with all text from the modules of the given games."""
    own = [_own(game) for game in games]
    shared = {title: _in_all([lines[title] for lines in own]) for title in own[0]}
    parts = [
        "# What the modules say",
        "Written by `python -m hexwright.vassal.module.module_texts`, to be read by eye. `…` stands for"
        " a name or a number, ` / ` separates alternatives. First the texts of every game, then each game's"
        " own. The page of Help about the sources of the data is left out.",
        *_sections(),
        *_listed(shared),
    ]
    for game, lines in zip(games, own, strict=True):
        rest = {
            title: [line for line in found if line not in shared[title]] for title, found in lines.items()
        }
        parts += [f"# {game.info.title}", *_listed(rest)]
    return "\n\n".join(parts) + "\n"


def _in_all(found: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of the first list that also occur in all other lists."""
    return [line for line in found[0] if all(line in lines for lines in found)]


def _listed(sections: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for title, lines in sections.items():
        if lines:
            yield f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines)


def script_sentences(source: Iterable[str]) -> Iterator[str]:
    """Yield the strings in lines of a script that players see."""
    for line in source:
        said = _sentence(_PLAIN.sub("…", line))
        if re.search(r"[a-z]{2} [a-zA-Z…(]|[a-z]{3}\.$", said):
            yield said


def _sentence(line: str) -> str:
    """Return the strings in one line of the script, joined by "…"."""
    found = ""
    for literal, between in _TOKEN.findall(line):
        if literal:
            found += re.sub(r"\\(.)", r"\1", literal)
        elif re.search(r"[?:]|, |^\W*$", between) and "+" not in between:
            found += " / "
        elif re.search(r"\w", between):
            found += "…"
    found = re.sub(r"(?:…)+", "…", found)
    told = [part.strip() for part in found.split(" / ")]
    return " / ".join(part for part in told if part.strip("… .,:;"))


def _sections() -> Iterator[str]:
    for part, head in _HEADS.items():
        lines = dict.fromkeys(script_sentences(code(part)))
        if lines:
            yield f"## {head}\n\n" + "\n".join(f"- {line}" for line in lines)


def _own(game: Game) -> dict[str, list[str]]:
    """Return all strings of a game's module outside the script, by section."""
    places = BoardPositions(game, plan_sheet(game))
    made = compile_module(ModulePieces.of(game, places.sheet), b"", {}, ())
    charges = prototype_definitions.all_charges(places)
    return {
        "Set-ups, in the File menu": _setups(game),
        "Phases, in the order of play": [f"{phase.name}: {phase.text}" for phase in game.rules.sequence],
        "Buttons and windows": list(dict.fromkeys(_buttons(made.build_file))),
        "Menus of counters": list(dict.fromkeys(_menu_lines(charges))),
        "Reports": list(dict.fromkeys(_reports(charges))),
        "Results of battles": _results(game),
        "Words in sentences": list(dict.fromkeys(_words(made.build_file))),
    } | {
        f"Help: {page.title.replace(game.info.title, 'the game')}": _page_lines(page.html)
        for page in help_pages(game)
        if page.file != PROVENANCE_FILE
    }


def _setups(game: Game) -> list[str]:
    rolled = any(first_weather_is_rolled(game, scenario) for scenario in game.scenarios)
    return [*setup_titles(game), set_up_text(game), *((WEATHER_TEXT,) if rolled else ())]


def _buttons(build_file: bytes) -> Iterator[str]:
    """Yield the text and tooltip of every button, and the names of entries in menus."""
    for element in parse(build_file).iter():
        told = {str(name).lower(): str(value) for name, value in element.attrib.items()}
        moved = told.pop("markunmovedtooltip", "")
        if moved:
            yield moved
        tooltip = next((value for name, value in told.items() if name.endswith("tooltip") and value), "")
        text = next((told[name] for name in _BUTTON_TEXTS if told.get(name)), "")
        label = re.sub(r"<style>[^<]*</style>|<[^>]*>", "", _sentence(text) if text.startswith("{") else text)
        if tooltip and tooltip != label:
            yield f"{label}: {tooltip}" if label else tooltip
        elif tooltip or label:
            yield label


def _menu_lines(charges: Iterable[judge.Charge]) -> Iterator[str]:
    for charge in charges:
        for trait in (trait for group in charge.kept for trait in group):
            if isinstance(trait, SetGlobalProperty):
                yield from (command.menu for command in trait.commands if command.menu)


def _reports(charges: Iterable[judge.Charge]) -> Iterator[str]:
    """Yield the chat lines that pieces write."""
    for charge in charges:
        for step in (step for steps in charge.steps.values() for step in steps):
            if isinstance(step, judge.Say):
                line = step.line
                told = _sentence(line) if line.startswith("{") else re.sub(r"\$\w+\$", "…", line)
                if told:
                    yield told


def _results(game: Game) -> list[str]:
    combat = game.charts.combat
    if combat is None:
        return []
    return [f"{result.id}, {result.name}: {result.text}" for result in combat.results]


def _words(build_file: bytes) -> Iterator[str]:
    """Yield the phrases that the script puts into its sentences, without names and rule numbers."""
    for element in parse(build_file).iter():
        if element.get("name") != WORDS:
            continue
        for row in element.get("initialValue", "").strip(rows.ROW_END).split(rows.ROW_END):
            key, text = row.split(rows.CELL_END)
            if text and key.split(".")[0] not in _NAMES:
                yield text


def _page_lines(html: str) -> list[str]:
    """Return the paragraphs, headings, list entries and table rows of a page, without HTML tags."""
    body = html[html.index("<body") :]
    lines = re.split(r"</?(?:h[1-3]|p|li|ol|ul|tr|table|body)\b[^>]*>", body)
    celled = (re.sub(r"</t[dh]>\s*<t[dh]", ": <", line) for line in lines)
    plain = (re.sub(r"<[^>]*>", " ", line) for line in celled)
    found = (re.sub(r"\s+([.,:;])", r"\1", " ".join(unescape(line).split())) for line in plain)
    return list(dict.fromkeys(line for line in found if line not in ("", "</html>")))


def parts_without_a_head() -> list[str]:
    """Return the parts of the script that contain strings for players but have no heading."""
    return [
        part
        for part in (*PARTS, *(part for way in WAYS for part in way.parts))
        if part not in _HEADS and any(script_sentences(code(part)))
    ]


def listed_games(root: Path) -> list[Game]:
    """Load the games that the page covers."""
    return [load_game(Project(root), slug).game for slug in GAMES]


if __name__ == "__main__":
    write_atomically(Path.cwd() / "reports" / "texts.md", texts_page(listed_games(Path.cwd())).encode())
