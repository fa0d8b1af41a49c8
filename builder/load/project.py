"""Load a game: read its files, build the model, check it, and keep what is in force."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from builder.diagnostics import Diagnostic, Faults, Report, Span
from builder.load.check import Check, GlyphFaults, SheetFaults
from builder.load.folder import SLUG_WORDS, Project, find_project, is_slug
from builder.load.reading import Reading
from builder.load.resolve import resolve
from builder.load.source import Source, parse, read_source
from builder.load.spans import Spans
from builder.load.structure import build
from builder.model.charts import Charts
from builder.model.counters import CounterMix
from builder.model.game import Game, GameInfo
from builder.model.hexmap import HexMap
from builder.model.ledger import Ledger
from builder.model.oob import OrderOfBattle
from builder.model.rules import Rules
from builder.model.scenario import Scenario
from builder.wording import guess, nearest, quote

FILES: Final[Mapping[str, tuple[str, type[Any]]]] = {
    "info": ("game.yaml", GameInfo),
    "hexmap": ("map.yaml", HexMap),
    "counters": ("counters.yaml", CounterMix),
    "oob": ("oob.yaml", OrderOfBattle),
    "charts": ("charts.yaml", Charts),
    "rules": ("rules.yaml", Rules),
    "ledger": ("ledger.yaml", Ledger),
}
"""Attribute of `Game` → its file in the game's folder and what the file holds."""

_HOMES: Final[Mapping[str, str]] = {
    **{
        f.name: name
        for name, cls in FILES.values()
        for f in dataclasses.fields(cls)
        if f.name != "provenance"
    },
    **{Path(name).stem: f"a file of its own, {name}" for name, _ in FILES.values()},
}
_OPTIONAL: Final = frozenset({"ledger"})
"""Attributes whose file a game may do without."""

__all__ = ["FILES", "Loaded", "Project", "find_project", "in_force", "load_game"]

# The ledger of piece numbers lives beside the data, and is none.
_WRITTEN_BY_BUILD: Final = ("gpids.yaml",)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that was read and checked, with what is needed to speak about it."""

    game: Game
    spans: Spans
    sources: Mapping[str, bytes]
    """Every file that was read, data and art, by the name it has in messages."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings; there are no errors."""


def load_game(
    project: Project,
    slug: str,
    options: Mapping[str, str] | None = None,
    *,
    glyph_faults: GlyphFaults | None = None,
    sheet_faults: SheetFaults | None = None,
) -> Loaded:
    """Read and check a game.

    `options` overrides the default choices, option id → choice id. Checks run on all variants; the
    game returned holds only the entries whose `when` is met. Raises `Faults` with all errors of the
    first stage that has any: reading, building, checking.
    """
    project.require(slug)
    report, spans = Report(), Spans()
    sources: dict[str, bytes] = {}
    parts: dict[str, Any] = {}
    for attribute, (name, cls) in FILES.items():
        path = project.folder(slug) / name
        if attribute in _OPTIONAL and not path.exists():
            parts[attribute] = cls()
            continue
        parts[attribute] = _read(project, path, cls, (attribute,), report, spans, sources)
    scenarios = _scenarios(project, slug, report, spans, sources)
    _warn_of_strays(project, slug, report)
    report.stop_if_failed()
    game = Game(slug=slug, scenarios=scenarios, options={}, **parts)
    spans.put((), Span(project.display(project.folder(slug))))
    resolve(Check(game, spans, report, project.art(slug), project.root, sources, glyph_faults))
    chosen = _choose(game, options or {}, report)
    report.stop_if_failed()
    chosen_game = in_force(game, chosen)
    if sheet_faults is not None:
        report.extend(sheet_faults(chosen_game, lambda path: spans.value(*path)))
        report.stop_if_failed()
    return Loaded(chosen_game, spans, dict(sorted(sources.items())), tuple(report))


def _read(
    project: Project,
    path: Path,
    cls: type[Any],
    at: tuple[str, ...],
    report: Report,
    spans: Spans,
    sources: dict[str, bytes],
    **given: str,
) -> Any:
    try:
        source: Source = read_source(
            path, project.display(path), "every game has one; docs/data-format.md shows it"
        )
    except Faults as faults:
        report.extend(faults.diagnostics)
        return None
    sources[source.file] = source.data
    tree = parse(source, report)
    return None if tree is None else build(cls, tree, at, Reading(source, report, spans, _HOMES), **given)


def _scenarios(
    project: Project, slug: str, report: Report, spans: Spans, sources: dict[str, bytes]
) -> tuple[Scenario, ...]:
    folder = project.folder(slug) / "scenarios"
    spans.put(("scenarios",), Span(project.display(folder)))
    paths = project.scenarios(slug)
    if not paths:
        report.error(
            "S009",
            "the game has no scenario",
            Span(project.display(folder)),
            "write one as scenarios/<name>.yaml; docs/data-format.md shows it",
        )
    found: list[Scenario] = []
    for path in paths:
        if not is_slug(path.stem):
            report.error(
                "S010",
                f"{quote(path.stem)} can't be the name of a scenario's file",
                Span(project.display(path)),
                f"rename it: {SLUG_WORDS}",
            )
            continue
        at = ("scenarios", path.stem)
        scenario = _read(project, path, Scenario, at, report, spans, sources, id=path.stem)
        if scenario is not None:
            found.append(scenario)
    return tuple(sorted(found, key=lambda s: (s.order, s.id)))


def _warn_of_strays(project: Project, slug: str, report: Report) -> None:
    """Tell of YAML files that nothing reads: a misspelt name would go unnoticed otherwise."""
    names = [name for name, _ in FILES.values()]
    for folder, known in (
        (project.folder(slug), [*names, *_WRITTEN_BY_BUILD]),
        (project.folder(slug) / "scenarios", []),
    ):
        if not folder.is_dir():
            continue
        for path in sorted(folder.iterdir()):
            if path.name in known or path.suffix.lower() not in (".yaml", ".yml"):
                continue
            if not known and path.suffix == ".yaml":
                continue
            close = nearest(path.stem + ".yaml", names) if known else path.stem + ".yaml"
            report.warning(
                "G008",
                "nothing reads this file",
                Span(project.display(path)),
                f"did you mean {quote(close)}?" if close else "delete it or move it out of the game's folder",
            )


def _choose(game: Game, asked: Mapping[str, str], report: Report) -> dict[str, str]:
    known = {option.id: option for option in game.info.options}
    for name, choice in asked.items():
        option = known.get(name)
        if option is None:
            hint = guess(name, known, "its options") if known else "the game has no options"
            report.error("G005", f"the game has no option {quote(name)}", None, hint)
        elif choice not in (choices := [c.id for c in option.choices]):
            report.error(
                "G006",
                f"option {quote(name)} has no choice {quote(choice)}",
                None,
                guess(choice, choices, "choices"),
            )
    return {name: asked.get(name, option.default) for name, option in known.items()}


def in_force(game: Game, chosen: Mapping[str, str]) -> Game:
    """Return the game with only the entries whose `when` fits the choices."""
    kept = _kept(game, chosen)
    return dataclasses.replace(kept, options=dict(chosen)) if isinstance(kept, Game) else game


def _kept(value: Any, chosen: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        items = [_kept(item, chosen) for item in value if _applies(item, chosen)]
        unchanged = len(items) == len(value) and all(a is b for a, b in zip(items, value, strict=True))
        return value if unchanged else tuple(items)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        changed: dict[str, Any] = {}
        for field in dataclasses.fields(value):
            before = getattr(value, field.name)
            after = _kept(before, chosen)
            if after is not before:
                changed[field.name] = after
        return dataclasses.replace(value, **changed) if changed else value
    return value


def _applies(item: Any, chosen: Mapping[str, str]) -> bool:
    when = getattr(item, "when", None)
    return not isinstance(when, Mapping) or all(chosen.get(name) == choice for name, choice in when.items())
