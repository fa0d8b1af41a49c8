"""Load a game: read its files, build the model, check it, and apply the chosen options."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Diagnostic, DiagnosticReport, InputError, Severity, Span
from hexwright.load.check_context import CheckContext, MissingGlyphFinder, PictureCheck
from hexwright.load.check_game import check_game
from hexwright.load.project_folder import (
    SLUG_WORDS,
    Project,
    find_project,
    is_slug,
    misnamed_file,
    missing_file_hint,
)
from hexwright.load.reader_context import InheritedRecord, ReaderContext
from hexwright.load.record_keys import keys_of
from hexwright.load.record_readers import build_partial_record
from hexwright.load.unread_values import UnreadValues
from hexwright.load.value_spans import Path as ValuePath
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, YamlMapping, YamlNode, YamlScalar, parse, read_source
from hexwright.model.charts import Charts
from hexwright.model.computer_players import ComputerPlayers
from hexwright.model.counter_mix import CounterMix
from hexwright.model.enforcement_ledger import Ledger
from hexwright.model.game import Game, GameInfo
from hexwright.model.hex_map import FeatureGroup, HexLine, HexMap, HexsideLine
from hexwright.model.order_of_battle import OrderOfBattle
from hexwright.model.record_fields import field_names
from hexwright.model.rules.rules_record import Rules
from hexwright.model.scenario import Scenario
from hexwright.support.message_wording import did_you_mean, nearest_word, quote

FILES: Final[Mapping[str, tuple[str, type[Any]]]] = {
    "info": ("game.yaml", GameInfo),
    "hexmap": ("map.yaml", HexMap),
    "counters": ("counters.yaml", CounterMix),
    "oob": ("oob.yaml", OrderOfBattle),
    "charts": ("charts.yaml", Charts),
    "rules": ("rules.yaml", Rules),
    "ledger": ("ledger.yaml", Ledger),
    "players": ("players.yaml", ComputerPlayers),
}
"""Attribute of `Game` → its file in the game's folder, and the dataclass of the file's content."""

_HOMES: Final[Mapping[str, str]] = {
    **{
        f.name: name
        for name, cls in FILES.values()
        for f in dataclasses.fields(cls)
        if f.name != "provenance"
    },
    **{Path(name).stem: f"a separate file, {name}" for name, _ in FILES.values()},
}
_OPTIONAL: Final = frozenset({"ledger", "players"})
"""Attributes of `Game` whose files are optional."""

__all__ = [
    "FILES",
    "LoadedGame",
    "Project",
    "apply_choices",
    "find_project",
    "load_game",
    "load_game_despite_errors",
]

# The ledger of piece numbers is stored with the data, but isn't part of them.
_WRITTEN_BY_BUILD: Final = ("gpids.yaml",)


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game that was read and checked, with its sources, diagnostics and source locations."""

    game: Game
    spans: ValueSpans
    sources: Mapping[str, bytes]
    """The content of every data file and picture that was read, keyed by the file's name in messages."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings; after `load_game_despite_errors`, also errors."""
    unread: UnreadValues = field(default_factory=UnreadValues)
    """Values that couldn't be read and were replaced by placeholders; empty after `load_game`."""

    @property
    def failed(self) -> bool:
        """Return whether there are errors."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


@dataclass(slots=True)
class _LoadingState:
    """Intermediate results of reading a game's files."""

    project: Project
    report: DiagnosticReport = field(default_factory=DiagnosticReport)
    spans: ValueSpans = field(default_factory=ValueSpans)
    unread: UnreadValues = field(default_factory=UnreadValues)
    sources: dict[str, bytes] = field(default_factory=dict)

    def context(
        self, source: SourceFile, folder: Path, inherited: Mapping[ValuePath, InheritedRecord] | None = None
    ) -> ReaderContext:
        """Return the context for reading a file in a folder."""

        def open_beside(name: str) -> SourceFile:
            beside = read_source(
                folder / name,
                self.project.display(folder / name),
                f"put the table in the folder of {source.file}",
            )
            self.sources[beside.file] = beside.data
            return beside

        return ReaderContext(
            source, self.report, self.spans, _HOMES, self.unread, inherited or {}, open_beside
        )


def load_game(
    project: Project,
    slug: str,
    options: Mapping[str, str] | None = None,
    *,
    glyph_faults: MissingGlyphFinder | None = None,
    sheet_faults: PictureCheck | None = None,
) -> LoadedGame:
    """Read and check a game; raise `InputError` with all its errors.

    `options` overrides the default choices: option id → choice id. All variants are checked; the returned
    game has only the entries whose `option` matches the choices.
    """
    loaded = load_game_despite_errors(
        project, slug, options, glyph_faults=glyph_faults, sheet_faults=sheet_faults
    )
    if loaded.failed:
        raise InputError(loaded.diagnostics)
    return loaded


def load_game_despite_errors(
    project: Project,
    slug: str,
    options: Mapping[str, str] | None = None,
    *,
    glyph_faults: MissingGlyphFinder | None = None,
    sheet_faults: PictureCheck | None = None,
) -> LoadedGame:
    """Read and check as much of a game as possible; raise `InputError` only if the game doesn't exist.

    Every file is read, and every check runs on the values that were read; `unread` lists the others.
    """
    project.require(slug)
    desk = _LoadingState(project)
    parts: dict[str, Any] = {}
    for attribute, (name, cls) in FILES.items():
        path = project.folder(slug) / name
        if attribute in _OPTIONAL and not path.exists():
            parts[attribute] = cls()
            continue
        parts[attribute] = _read(desk, path, cls, (attribute,))
    scenarios = _scenarios(desk, slug)
    report, spans = desk.report, desk.spans
    _warn_of_unread_files(project, slug, report)
    game = Game(slug=slug, scenarios=scenarios, options={}, **parts)
    spans.add((), Span(project.display(project.folder(slug))))
    art = project.art(slug)
    check_game(CheckContext(game, spans, report, art, project.root, desk.sources, glyph_faults, desk.unread))
    chosen_game = apply_choices(game, _choose(game, options or {}, report))
    if sheet_faults is not None and not report.has_errors:
        prefix = f"{project.display(art)}/"
        own = {
            name.removeprefix(prefix): data for name, data in desk.sources.items() if name.startswith(prefix)
        }
        report.extend(sheet_faults(chosen_game, lambda path: spans.value(*path), own))
    sources = dict(sorted(desk.sources.items()))
    return LoadedGame(chosen_game, spans, sources, tuple(report), desk.unread)


def _read(desk: _LoadingState, path: Path, cls: type[Any], at: tuple[str, ...], **given: str) -> Any:
    source, tree = _parsed(desk, path, at)
    reading = desk.context(source, path.parent)
    return build_partial_record(cls, tree, at, reading, **given)


def _parsed(desk: _LoadingState, path: Path, at: tuple[str, ...]) -> tuple[SourceFile, YamlNode | None]:
    """Return a file and its tree, or None for the tree if the file can't be parsed."""
    file = desk.project.display(path)
    source, tree = SourceFile(file, b""), None
    desk.spans.add(at, Span(file))
    try:
        source = read_source(path, file, missing_file_hint(path))
        desk.sources[source.file] = source.data
        tree = parse(source, desk.report)
    except InputError as faults:
        desk.report.extend(faults.diagnostics)
    return source, tree


def _scenarios(desk: _LoadingState, slug: str) -> tuple[Scenario, ...]:
    project, report = desk.project, desk.report
    folder = project.folder(slug) / "scenarios"
    desk.spans.add(("scenarios",), Span(project.display(folder)))
    paths = project.scenarios(slug)
    if not paths:
        desk.unread.add(("scenarios",))
        hint = "write a scenario as scenarios/<name>.yaml; see docs/reference/data-format.md"
        misnamed = _yaml_files(folder)
        if misnamed:
            hint = f"rename {quote(misnamed[0].name)} to {quote(misnamed[0].stem + '.yaml')}"
        report.error("S009", "the game has no scenario", Span(project.display(folder)), hint)
    parsed: dict[str, tuple[SourceFile, YamlNode | None]] = {}
    for path in paths:
        if not is_slug(path.stem):
            report.error(
                "S010",
                f"{quote(path.stem)} can't be the name of a scenario file",
                Span(project.display(path)),
                f"rename the file with {SLUG_WORDS}",
            )
            desk.unread.add(("scenarios",))
            continue
        parsed[path.stem] = _parsed(desk, path, ("scenarios", path.stem))
    found: dict[str, Scenario] = {}
    # Scenarios with `based_on` are read after the scenario they are based on.
    for name in sorted(parsed, key=lambda name: _like_target(parsed[name][1]) is not None):
        found[name] = _scenario(desk, folder, name, parsed, found)
    return tuple(sorted(found.values(), key=lambda s: (s.order, s.id)))


_OWN: Final = frozenset({"id", "title", "description", "order", "based_on"})
"""Keys that a scenario with `based_on` doesn't copy."""


def _like_target(tree: YamlNode | None) -> YamlScalar | None:
    """Return the value of `based_on` in a scenario's file."""
    named = tree.entries.get("based_on") if isinstance(tree, YamlMapping) else None
    return (
        named[1] if named is not None and isinstance(named[1], YamlScalar) and not named[1].is_null else None
    )


def _scenario(
    desk: _LoadingState,
    folder: Path,
    name: str,
    parsed: Mapping[str, tuple[SourceFile, YamlNode | None]],
    found: Mapping[str, Scenario],
) -> Scenario:
    """Read a scenario; missing keys are copied from the scenario that it is `based_on`."""
    at: tuple[str, ...] = ("scenarios", name)
    source, tree = parsed[name]
    named = _like_target(tree)
    taken: dict[ValuePath, InheritedRecord] = {}
    if named is not None and named.text in parsed:
        first = found.get(named.text)
        if first is None or _like_target(parsed[named.text][1]) is not None:
            told = f"scenario {quote(named.text)} has 'based_on' itself"
            span = Span(source.file, named.line, named.column)
            desk.report.error("S019", told, span, "write a scenario without 'based_on'")
            desk.unread.add(at)
        else:
            other = ("scenarios", named.text)
            taken[at] = InheritedRecord(other, first, _OWN)
            taken[*at, "setup"] = InheritedRecord((*other, "setup"), first.setup)
    reading = desk.context(source, folder, taken)
    scenario = build_partial_record(Scenario, tree, at, reading, id=name)
    for own, whole in taken.items():
        cls: Any = type(whole.record)
        for key in keys_of(cls):
            if (*own, key) not in desk.spans:
                desk.spans.alias((*own, key), (*whole.path, key))
    return scenario


def _warn_of_unread_files(project: Project, slug: str, report: DiagnosticReport) -> None:
    """Warn of YAML files that aren't read, such as one with a misspelled name."""
    names = [name for name, _ in FILES.values()]
    home = project.folder(slug)
    # The error that a file is missing already names the file that is meant.
    told = {misnamed_file(home / name) for name in names if not (home / name).exists()}
    scenarios = project.scenarios(slug)
    for folder, known in ((home, [*names, *_WRITTEN_BY_BUILD]), (home / "scenarios", [])):
        for path in _yaml_files(folder) if known or scenarios else ():
            if path.name in known or path in told or path in scenarios:
                continue
            close = nearest_word(path.stem + ".yaml", names) if known else path.stem + ".yaml"
            report.warning(
                "G008",
                "hexwright doesn't read this file",
                Span(project.display(path)),
                f"did you mean {quote(close)}?"
                if close
                else "move the file to scenarios/ if it is a scenario, otherwise out of the game's folder",
            )


def _yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder, whatever their capitals; none if it doesn't exist."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in (".yaml", ".yml"))


def _choose(game: Game, asked: Mapping[str, str], report: DiagnosticReport) -> dict[str, str]:
    known = {option.id: option for option in game.info.options}
    for name, choice in asked.items():
        option = known.get(name)
        if option is None:
            hint = did_you_mean(name, known, "options") if known else "omit the option: the game has none"
            report.error("G005", f"the game has no option {quote(name)}", None, hint)
        elif choice not in (choices := [c.id for c in option.choices]):
            report.error(
                "G006",
                f"option {quote(name)} has no choice {quote(choice)}",
                None,
                did_you_mean(choice, choices, "choices"),
            )
    return {name: asked.get(name, option.default) for name, option in known.items()}


def apply_choices(game: Game, chosen: Mapping[str, str]) -> Game:
    """Return the game with only the entries whose `option` matches the choices."""
    kept = _kept(game, chosen)
    return dataclasses.replace(kept, options=dict(chosen)) if isinstance(kept, Game) else game


def _kept(value: Any, chosen: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        # Most lists contain hexes or units.
        items = [
            item if type(item) is str else _kept(item, chosen)
            for item in value
            if type(item) is str or _applies(item, chosen)
        ]
        unchanged = len(items) == len(value) and all(map(operator.is_, items, value))
        return value if unchanged else tuple(items)
    kind: type = type(value)
    changed: dict[str, Any] = {}
    for name in field_names(kind):
        before = getattr(value, name)
        after = _kept(before, chosen)
        if after is not before:
            changed[name] = after
    return dataclasses.replace(value, **changed) if changed else value


def _applies(item: Any, chosen: Mapping[str, str]) -> bool:
    if not isinstance(item, FeatureGroup | HexsideLine | HexLine):
        return True
    return all(chosen.get(name) == choice for name, choice in item.option.items())
