"""Check every reference from one entry to another in all data of a game.

The kind of entry to which a string refers follows from its type: `Reference(kind)` on a field, or a NewType
such as `UnitId`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_origin

from hexwright.load.check_context import CheckContext
from hexwright.load.record_keys import (
    NAMED_KINDS,
    KeyAnnotations,
    keys_of,
    reference_kind,
    split_annotations,
    split_optional,
    walk_type,
)
from hexwright.load.value_spans import Path, list_name
from hexwright.model.game import Game
from hexwright.model.hex_map import Grid, HexLine
from hexwright.model.likely_names import unit_hint
from hexwright.model.standard_layouts import INFORMATIVE, STANDARD
from hexwright.support.message_wording import did_you_mean, plural_noun, quote

Ids = Callable[[Game], Collection[str]]


def _ids(entries: Collection[Any]) -> list[str]:
    return [entry.id for entry in entries]


_HOMES: Final[Mapping[str, Path]] = {
    "side": ("info", "sides"),
    "option": ("info", "options"),
    "terrain": ("hexmap", "terrain"),
    "edge": ("hexmap", "edges"),
    "feature": ("hexmap", "features"),
    "hexside": ("hexmap", "hexsides"),
    "line": ("hexmap", "lines"),
    "place": ("hexmap", "places"),
    "box": ("hexmap", "boxes"),
    "class": ("counters", "classes"),
    "unit": ("counters", "units"),
    "marker": ("counters", "markers"),
    "layout": ("counters", "layouts"),
    "back layout": ("counters", "layouts"),
    "palette": ("counters", "palettes"),
    "formation": ("counters", "formations"),
    "result": ("charts", "combat", "results"),
    "combat table": ("charts", "combat", "alternate_tables"),
    "weather": ("charts", "weather"),
    "turn track": ("charts", "turn_tracks"),
    "table": ("charts", "tables"),
    "victory": ("charts", "victory"),
    "mode": ("rules", "movement"),
    "network": ("rules", "networks"),
    "situation": ("rules", "situations"),
    "phase": ("rules", "sequence"),
    "rule": ("rules", "summary"),
    "scenario": ("scenarios",),
}
"""Kind of reference → path of the entries that it can name. If those entries couldn't be read, references of
the kind aren't checked.
"""

KINDS: Final[Mapping[str, tuple[str, str, Ids]]] = {
    "side": ("side", "sides in game.yaml", lambda g: _ids(g.info.sides)),
    "option": ("option", "options in game.yaml", lambda g: _ids(g.info.options)),
    "terrain": ("terrain", "terrain in map.yaml", lambda g: _ids(g.hexmap.terrain)),
    "edge": ("edge", "edges in map.yaml", lambda g: _ids(g.hexmap.edges)),
    "feature": ("feature", "features in map.yaml", lambda g: _ids(g.hexmap.features)),
    "hexside": ("hexside feature", "hexsides in map.yaml", lambda g: _ids(g.hexmap.hexsides)),
    "line": ("line feature", "lines in map.yaml", lambda g: _ids(g.hexmap.lines)),
    "place": ("place", "places in map.yaml", lambda g: _ids(g.hexmap.places)),
    "box": ("box", "boxes in map.yaml", lambda g: _ids(g.hexmap.boxes)),
    "class": ("unit class", "classes in counters.yaml", lambda g: _ids(g.counters.classes)),
    "unit": ("unit", "units in counters.yaml", lambda g: _ids(g.counters.units)),
    "marker": ("marker", "markers in counters.yaml", lambda g: _ids(g.counters.markers)),
    "layout": ("layout", "layouts in counters.yaml", lambda g: [*_ids(g.counters.layouts), STANDARD]),
    "back layout": (
        "layout",
        "layouts in counters.yaml",
        lambda g: [*_ids(g.counters.layouts), STANDARD, INFORMATIVE],
    ),
    "palette": ("palette", "palettes in counters.yaml", lambda g: _ids(g.counters.palettes)),
    "formation": ("formation", "formations in counters.yaml", lambda g: _ids(g.counters.formations)),
    "result": (
        "combat result",
        "results in charts.yaml",
        lambda g: _ids(g.charts.combat.results) if g.charts.combat else (),
    ),
    "combat table": (
        "combat table",
        "alternate_tables of combat in charts.yaml",
        lambda g: _ids(g.charts.combat.alternate_tables) if g.charts.combat else (),
    ),
    "weather": ("weather", "weather in charts.yaml", lambda g: _ids(g.charts.weather)),
    "turn track": ("turn track", "turn_tracks in charts.yaml", lambda g: _ids(g.charts.turn_tracks)),
    "table": ("table", "tables in charts.yaml", lambda g: _ids(g.charts.tables)),
    "victory": ("victory table", "victory in charts.yaml", lambda g: _ids(g.charts.victory)),
    "mode": ("movement mode", "movement in rules.yaml", lambda g: _ids(g.rules.movement)),
    "network": ("network", "networks in rules.yaml", lambda g: _ids(g.rules.networks)),
    "situation": ("situation", "situations in rules.yaml", lambda g: _ids(g.rules.situations)),
    "phase": ("phase", "sequence in rules.yaml", lambda g: _ids(g.rules.sequence)),
    "rule": ("rule", "summary in rules.yaml", lambda g: _ids(g.rules.summary)),
    "scenario": ("scenario", "files of scenarios/", lambda g: _ids(g.scenarios)),
}
"""Kind of reference → its name in messages, the key and file that define its ids, and a function for the
ids.
"""

# A path may cross itself; `absent` names hexes that don't exist.
_REPEATS_ALLOWED: Final = frozenset({(HexLine, "path")})
_OWN_CHECK: Final = frozenset({(Grid, "absent")})


@dataclass(slots=True)
class _ReferenceChecker:
    check: CheckContext
    known: dict[str, frozenset[str]]

    def name(self, kind: str, text: str, path: Path, is_key: bool = False) -> None:
        spans, unread = self.check.spans, self.check.unread
        in_list = isinstance(path[-1], int)
        if unread.covers(path):
            return
        if kind == "hex":
            if self.check.grid is not None and text not in self.check.grid:
                unread.add(path)
                self.check.error(
                    "M001",
                    f"hex {quote(text)} is not on the map",
                    spans.key(*path) if is_key else spans.value(*path),
                    self.check.hex_hint(text),
                    f"{list_name(path)} contains hexes that are not on the map" if in_list or is_key else "",
                )
        elif text not in self.ids(kind):
            unread.add(path)
            if not unread.knows_ids(_HOMES[kind]):
                return
            words, where, ids = KINDS[kind]
            known = list(ids(self.check.game))
            meant = self.as_list(kind, text) or (
                unit_hint(self.check.game.counters.units, text, self.side_at(path))
                if kind == "unit"
                else self.by_name(kind, text)
            )
            self.check.error(
                "R001",
                f"there is no {words} {quote(text)}",
                spans.key(*path) if is_key else spans.value(*path),
                f"{meant or did_you_mean(text, known, 'known')} (see {where})"
                if known
                else f"write an entry first: there are no {where}",
                f"{list_name(path)} contains {plural_noun(words)} that don't exist" if in_list else "",
            )

    def by_name(self, kind: str, text: str) -> str:
        """Return a hint if the string is the name of an entry instead of its id; otherwise ""."""
        entries: Any = self.check.game
        for part in _HOMES[kind]:
            entries = getattr(entries, str(part), ())
        named = [entry.id for entry in entries if getattr(entry, "name", "").casefold() == text.casefold()]
        return f"write the id, {quote(named[0])}, instead of the name" if named else ""

    def side_at(self, path: Path) -> str | None:
        """Return the side of the innermost entry that contains a value and has one side, or None."""
        value: Any = self.check.game
        side: str | None = None
        for part in path:
            if isinstance(value, tuple) and isinstance(part, str):
                value = next((entry for entry in value if entry.id == part), None)
            elif isinstance(value, tuple | Mapping):
                value = value[part]  # type: ignore[index]
            else:
                value = getattr(value, str(part), None)
            named = getattr(value, "side", None)
            side = named if isinstance(named, str) else side
        return side

    def as_list(self, kind: str, text: str) -> str:
        """Return a hint if the string contains several ids separated by commas without brackets; otherwise
        "".
        """
        parts = [part.strip() for part in text.split(",")]
        several = len(parts) > 1 and all(part in self.ids(kind) for part in parts)
        return f"put the entries in brackets: [{', '.join(parts)}]" if several else ""

    def ids(self, kind: str) -> frozenset[str]:
        if kind not in self.known:
            self.known[kind] = frozenset(KINDS[kind][2](self.check.game))
        return self.known[kind]

    def repeats(self, kind: str, items: tuple[str, ...], path: Path) -> None:
        if len(set(items)) == len(items):
            return
        first: dict[str, int] = {}
        for position, item in enumerate(items):
            if self.check.unread.covers((*path, position)):
                continue
            if item in first:
                before = self.check.spans.value(*path, first[item])
                self.check.error(
                    "M010" if kind == "hex" else "R002",
                    f"{kind} {quote(item)} is repeated in this list; first used on line {before.line}",
                    self.check.spans.value(*path, position),
                    "delete one of the two entries",
                )
            first.setdefault(item, position)

    def chosen(self, choices: Mapping[str, str], path: Path, file: str) -> None:
        """Check that the options and choices of a mapping exist in a file."""
        game = self.check.game
        known = game.info.options if file == "game.yaml" else game.rules.options
        options = {option.id: option for option in known}
        home: Path = ("info" if file == "game.yaml" else "rules", "options")
        if not self.check.was_read_whole(*home):
            return
        for name, choice in choices.items():
            option = options.get(name)
            if self.check.unread.covers((*path, name)):
                continue
            if option is None:
                self.check.unread.add((*path, name))
                self.check.error(
                    "R003",
                    f"there is no option {quote(name)}",
                    self.check.spans.key(*path, name),
                    did_you_mean(name, options, f"options in {file}")
                    if options
                    else f"write the option under 'options' in {file}",
                )
            elif choice not in (offered := _ids(option.choices)):
                self.check.error(
                    "R004",
                    f"option {quote(name)} has no choice {quote(choice)}",
                    self.check.spans.value(*path, name),
                    did_you_mean(choice, offered, f"choices in {file}"),
                )


_Visitor = Callable[[Any, Path, _ReferenceChecker], None]


def check_references(check: CheckContext) -> None:
    """Report every reference to an unknown entry, and every unknown option or choice under `option`."""
    names = _ReferenceChecker(check, {})
    game = check.game
    for attribute in ("info", "hexmap", "counters", "oob", "charts", "rules", "players"):
        value = getattr(game, attribute)
        _visit_record(type(value), value, (attribute,), names)
    for scenario in game.scenarios:
        path = ("scenarios", scenario.id)
        _visit_record(type(scenario), scenario, path, names)
        names.chosen(scenario.options, (*path, "options"), "rules.yaml")
    for at, options in ((("info", "options"), game.info.options), (("rules", "options"), game.rules.options)):
        for option in options:
            choices = _ids(option.choices)
            if option.default not in choices and check.was_read_whole(*at, option.id):
                check.error(
                    "R005",
                    f"the default of option {quote(option.id)} is {quote(option.default)}, which isn't "
                    "one of its choices",
                    check.spans.value(*at, option.id, "default"),
                    did_you_mean(option.default, choices, "choices")
                    if choices
                    else "write the choices of the option under 'choices'",
                )


def _visit_record(cls: type, value: Any, path: Path, names: _ReferenceChecker) -> None:
    for name, visit in _visitors(cls):
        part = getattr(value, name)
        if part is not None and part != ():
            visit(part, (*path, name), names)


@cache
def _visitors(cls: type) -> tuple[tuple[str, _Visitor], ...]:
    found: list[tuple[str, _Visitor]] = []
    for name, key in keys_of(cls).items():
        if (cls, name) in _OWN_CHECK:
            continue
        if name == "id":
            # An id is a reference only if declared as one: normally its NewType names the entry itself.
            if key.notes.reference is not None:
                found.append((name, _id_visitor(key.notes.reference)))
            continue
        if key.notes.options_of is not None:
            found.append((name, _option_visitor(key.notes.options_of)))
            continue
        visit = _visitor(key.type, key.notes, (cls, name) not in _REPEATS_ALLOWED)
        if visit is not None:
            found.append((name, visit))
    return tuple(found)


def _option_visitor(file: str) -> _Visitor:
    return lambda value, path, names: names.chosen(value, path, file)


def _id_visitor(kind: str) -> _Visitor:
    return lambda value, path, names: names.name(kind, value, path[:-1], is_key=True)


def _visitor(hint: Any, notes: KeyAnnotations, no_repeats: bool = True) -> _Visitor | None:
    bare, inner = split_annotations(hint)
    notes = inner.inside(notes)
    bare, _ = split_optional(bare)
    passed = KeyAnnotations(reference=notes.reference)

    def scalar(_kind: type, name: str) -> _Visitor | None:
        kind = notes.reference or NAMED_KINDS.get(name)
        if kind is None:
            return None
        return lambda value, path, names: names.name(kind, value, path)

    visitor: _Visitor | None = walk_type(
        bare,
        record=lambda cls: lambda value, path, names: _visit_record(cls, value, path, names),
        sequence=lambda item, keyed: _sequence_visitor(item, passed, keyed, no_repeats),
        fixed=lambda _items: None,
        table=lambda key, value: _table_visitor(key, value, passed),
        choice=lambda _choices: None,
        union=lambda members: _union_visitor(members, passed, bare),
        scalar=scalar,
        keyed=notes.keyed,
    )
    return visitor


def _sequence_visitor(item: Any, notes: KeyAnnotations, keyed: bool, no_repeats: bool) -> _Visitor | None:
    visit = _visitor(item, notes)
    kind = reference_kind(split_annotations(item)[0], notes)
    if visit is None:
        return None

    def visit_all(value: Any, path: Path, names: _ReferenceChecker) -> None:
        for position, entry in enumerate(value):
            visit(entry, (*path, entry.id if keyed else position), names)
        if kind is not None and no_repeats:
            names.repeats(kind, value, path)

    return visit_all


def _table_visitor(key_type: Any, value_type: Any, notes: KeyAnnotations) -> _Visitor | None:
    key_kind = reference_kind(*split_annotations(key_type))
    visit = _visitor(value_type, notes)
    if key_kind is None and visit is None:
        return None

    def visit_all(value: Any, path: Path, names: _ReferenceChecker) -> None:
        for key, entry in value.items():
            if key_kind is not None:
                names.name(key_kind, key, (*path, key), is_key=True)
            if visit is not None:
                visit(entry, (*path, key), names)

    return visit_all


def _union_visitor(members: tuple[Any, ...], notes: KeyAnnotations, bare: Any) -> _Visitor | None:
    # A value is either a list or not, which selects the member of the union.
    kinds = {get_origin(split_annotations(member)[0]) is tuple: _visitor(member, notes) for member in members}
    if not any(kinds.values()):
        return None
    if len(kinds) < len(members):
        raise TypeError(f"a union with references must be of a list and a string: {bare!r}")

    def visit_member(value: Any, path: Path, names: _ReferenceChecker) -> None:
        visit = kinds[isinstance(value, tuple)]
        if visit is not None:
            visit(value, path, names)

    return visit_member
