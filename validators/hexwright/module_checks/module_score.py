"""The score of a module: its parts matter to players, and each is computed from counts that anyone can
verify.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwright.module_checks.check_framework import CheckedModule
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.trait_fields import Trait


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One part of the score: points out of 100, and a sentence that explains them."""

    name: str
    points: int
    because: str


@dataclass(frozen=True, slots=True)
class ModuleScore:
    """The five parts of a module's score; they aren't added up, because they measure different things."""

    parts: tuple[ScorePart, ...]

    def __str__(self) -> str:
        return ", ".join(f"{part.name} {part.points}" for part in self.parts)


#: The meaning of each part, for docs/reference/checks.md.
MEANING: Final = {
    "completeness": (
        "How many of ten things that players expect the module has, ten points each: a map with a board; a "
        "grid with numbering; two sides or more; a set-up or at-start stacks; a turn counter; dice or "
        "another source of chance; a stack viewer; zoom; help, charts or notes; an inventory."
    ),
    "automation": (
        "How many of five means of automation the module uses, twenty points each: triggers; global key "
        "commands; expressions in conditions or properties; hot keys that a turn counter or button fires; "
        "global properties that pieces or buttons set."
    ),
    "feedback": (
        "The share of commands that is reported in the chat, of those that change something. A module "
        "without such commands scores 100."
    ),
    "prototypes": (
        "The share of traits that pieces get from prototypes. Basic pieces, markers and layers are not "
        "counted, because they differ from piece to piece. A module whose pieces have no other traits "
        "scores 100."
    ),
    "pictures": (
        "The share of images named by the module that exist and can be drawn. A module without images "
        "scores 100."
    ),
}


_CHANCE = (c.DiceButton, c.SpecialDiceButton, c.RandomTextButton, c.InternetDiceButton, c.DrawPile)


def score_module(subject: CheckedModule) -> ModuleScore:
    """Compute the score of a module; docs/reference/checks.md explains each part."""
    return ModuleScore(
        (
            _completeness(subject),
            _automation(subject),
            _feedback(subject),
            _prototypes(subject),
            _pictures(subject),
        )
    )


def _completeness(subject: CheckedModule) -> ScorePart:
    has = subject.module.all
    things = {
        "a map with a board": bool(has(c.Board)),
        "a numbered grid": bool(has(c.HexGridNumbering, c.SquareGridNumbering, c.Region)),
        "two sides": len(subject.module.sides) >= 2,
        "a set-up": bool(has(c.PredefinedSetup, c.SetupStack, c.DrawPile)),
        "a turn counter": bool(has(c.TurnTracker)),
        "dice": bool(
            has(c.DiceButton, c.SpecialDiceButton, c.RandomTextButton, c.InternetDiceButton, c.DrawPile)
        ),
        "a stack viewer": bool(has(c.CounterDetailViewer)),
        "zoom": bool(has(c.Zoomer)),
        "help, charts or notes": bool(
            has(c.HelpFile, c.BrowserHelpFile, c.BrowserPDFFile, c.ChartWindow, c.NotesWindow)
        ),
        "an inventory": bool(has(c.Inventory)),
    }
    return _of_things("completeness", things)


def _automation(subject: CheckedModule) -> ScorePart:
    traits = {type(p.trait) for design in subject.module.definitions for p in design.traits}
    has = subject.module.all
    commands = has(c.MassKeyCommand, c.StartupGlobalKeyCommand)
    fired = has(c.TurnGlobalHotkey, c.DoActionButton, c.StartupGlobalKeyCommand)
    setters = has(c.ChangePropertyButton)
    things = {
        "triggers": t.TriggerAction in traits,
        "global key commands": t.GlobalKeyCommand in traits or bool(commands),
        "expressions": any(text.reading.is_expression for text in subject.texts),
        "hot keys that the module fires": bool(fired) or t.GlobalHotkey in traits,
        "global properties that the module sets": t.SetGlobalProperty in traits or bool(setters),
    }
    return _of_things("automation", things)


def _feedback(subject: CheckedModule) -> ScorePart:
    all_of = told = 0
    for commands in subject.commands:
        for command in commands.menu:
            if command.changes:
                all_of += 1
                told += command.reported
    return _of_share("feedback", told, all_of, "commands with an effect are reported")


def _prototypes(subject: CheckedModule) -> ScorePart:
    differing: tuple[type[Trait], ...] = (t.BasicPiece, t.Marker, t.Layer, t.Prototype, t.Comment)
    all_of = shared = 0
    for design in subject.module.pieces:
        for placed in subject.module.expanded(design):
            if not isinstance(placed.trait, differing):
                all_of += 1
                shared += placed.design.prototype is not None
    return _of_share("prototypes", shared, all_of, "traits of pieces come from prototypes")


def _pictures(subject: CheckedModule) -> ScorePart:
    module = subject.module
    named = subject.used_images
    judged = subject.image_judgements
    good = sum(1 for entry in named if entry not in judged or not judged[entry].undrawn)
    wanted = {
        str(v.value) for _, _, v in module.values("image") if str(v.value or "").strip() and not v.is_default
    }
    missing = sum(
        1
        for name in wanted
        if module.image_entry(name) is None and name not in module.made_images and not name.startswith("/")
    )
    return _of_share("pictures", good, len(named) + missing, "images exist and can be drawn")


def _of_things(name: str, things: dict[str, bool]) -> ScorePart:
    have = sum(things.values())
    lacking = [thing for thing, there in things.items() if not there]
    because = f"{have} of {len(things)}" + (f"; lacks {', '.join(lacking)}" if lacking else "")
    return ScorePart(name, 100 * have // len(things), because)


def _of_share(name: str, good: int, all_of: int, what: str) -> ScorePart:
    points = 100 * good // all_of if all_of else 100
    return ScorePart(name, points, f"{good} of {all_of} {what}")
