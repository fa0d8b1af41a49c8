"""List all texts of a module in the order of play; run as a program, write reports/texts.md.

The list is for proof-reading: every sentence of the scripts, with "…" for names and numbers, and " / "
between alternatives. It includes reports of pieces, menus, buttons and the game's own texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game
from hexwright.render.map.sheet_plan import plan_sheet
from hexwright.support.atomic_writes import write_atomically
from hexwright.vassal.codec.buildfile.components import DoActionButton
from hexwright.vassal.codec.traits import SetGlobalProperty
from hexwright.vassal.enforcement import judge
from hexwright.vassal.enforcement.fighting import WAYS
from hexwright.vassal.enforcement.script import PARTS, code
from hexwright.vassal.enforcement.setup import WEATHER_TEXT, set_up_text
from hexwright.vassal.module import prototype_definitions
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.predefined_setups import first_weather_is_rolled, setup_titles
from hexwright.vassal.module.turn_counter import turn_components

GAMES: Final = ("battle-for-moscow", "moscow-embattled")
_HEADS: Final = {
    "seats": "Whose decision it is",
    "strays": "Counters too many",
    "versions": "Games of another version",
    "setup": "The set-up",
    "phases": "The end of a phase",
    "passing": "Phases that pass by themselves",
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
"""The headings of the page with the parts of the script, in the order in which players see their texts."""
_ASKED: Final = (
    *("equals", "startsWith", "endsWith", "contains", "indexOf", "split", "replace", "among", "global", "of"),
    *("word", "cell", "setGlobal", "getProperty", "verdict", "getMutableProperty", "getClientProperty"),
    *("putClientProperty", "act", "bits"),
)
"""Functions whose first argument is a name and not a text that players see."""
_PLAIN: Final = re.compile(rf'(?:{"|".join(_ASKED)})\((?:[\w.]+, )?"(?:[^"\\]|\\.)*"')
_TOKEN: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([^"]+)')


def texts_page(games: Iterable[Game]) -> str:
    """Return a Markdown page of all texts of some games."""
    parts = [
        "# What the modules say",
        "Written by `python -m hexwright.vassal.module.module_texts`, to be read by eye. `…` stands for"
        " a name or a figure, ` / ` parts what is said in one case or in another. First what is the same in"
        " every game, then each game's own.",
        *_sections(),
    ]
    for game in games:
        parts += [f"# {game.info.title}", *_own(game)]
    return "\n\n".join(parts) + "\n"


def script_sentences(source: Iterable[str]) -> Iterator[str]:
    """Yield the texts that players see in lines of a script."""
    for line in source:
        said = _sentence(_PLAIN.sub("…", line))
        if re.search(r"[a-z]{2} [a-zA-Z…(]|[a-z]{3}\.$", said):
            yield said


def _sentence(line: str) -> str:
    """Return the texts of one line of the script, joined by "…"."""
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


def _own(game: Game) -> Iterator[str]:
    rolled = any(first_weather_is_rolled(game, scenario) for scenario in game.scenarios)
    setups = (*setup_titles(game), set_up_text(game), *((WEATHER_TEXT,) if rolled else ()))
    yield "## Set-ups\n\n" + "\n".join(f"- {line}" for line in setups)
    phases = "\n".join(f"- {phase.name}: {phase.text}" for phase in game.rules.sequence)
    yield f"## Phases, in the order of play\n\n{phases}"
    buttons = [part for part in turn_components(game) if isinstance(part, DoActionButton)]
    shown = "\n".join(f"- {part.name}: {part.tooltip}" for part in buttons)
    yield f"## Buttons\n\n{shown}"
    charges = prototype_definitions.all_charges(BoardPositions(game, plan_sheet(game)))
    menu = [
        command.menu
        for charge in charges
        for group in charge.kept
        for trait in group
        if isinstance(trait, SetGlobalProperty)
        for command in trait.commands
        if command.menu
    ]
    yield "## Menus\n\n" + "\n".join(f"- {words}" for words in dict.fromkeys(menu))
    told = [
        step.line
        for charge in charges
        for steps in charge.steps.values()
        for step in steps
        if isinstance(step, judge.Say)
    ]
    lines = (_sentence(line) if line.startswith("{") else re.sub(r"\$\w+\$", "…", line) for line in told)
    yield "## What is reported\n\n" + "\n".join(f"- {line}" for line in dict.fromkeys(lines) if line)
    if game.charts.combat is not None:
        rows = (f"- {result.id}, {result.name}: {result.text}" for result in game.charts.combat.results)
        yield "## Results\n\n" + "\n".join(rows)


def parts_without_a_head() -> list[str]:
    """Return the parts of the script that contain texts but have no heading on the page."""
    return [
        part
        for part in (*PARTS, *(part for way in WAYS for part in way.parts))
        if part not in _HEADS and any(script_sentences(code(part)))
    ]


def listed_games(root: Path) -> list[Game]:
    """Load the games for the page."""
    return [load_game(Project(root), slug).game for slug in GAMES]


if __name__ == "__main__":
    write_atomically(Path.cwd() / "reports" / "texts.md", texts_page(listed_games(Path.cwd())).encode())
