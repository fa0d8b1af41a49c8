"""Find the declarations in a step of a log.

The module script stores declarations in properties of counters; simulations write them to the chat. A log
made with enforcement off declares no actions; the umpire then infers them (`action_inference.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwright.inspect.analysis.log_position import StepChanges
from hexwright.inspect.analysis.player_names import plain_text
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.umpire.dice_throws import DiceThrow, throws_in
from hexwright.umpire.table_snapshot import TableSnapshot

#: Prefixes of the judge's own lines; its records contain the same information.
_JUDGE = re.compile(
    r"^(?:Attack|Battle|Exit|Dice|Result|Loss|Rules|Replacements?|Works|Supply|Weather|Victory): "
)
_RECORD = re.compile(r"^(?P<turn>\d+)\.(?P<phase>[\w-]+) (?P<what>[^ ]+)(?: (?P<hex>[^ ]+) (?P<how>[^ ]+))?$")
_HITS = re.compile(r"(?P<number>(?<!\d)\d{1,6}|no) hits?\b")
_FLIGHTS = {"strike": "strike", "support": "support", "supply": "fly"}


@dataclass(frozen=True, slots=True)
class StepDeclarations:
    """The declarations in one step of a log; the step's moves of counters are not included."""

    actions: tuple[Action, ...] = ()
    """The declared actions, in order."""
    throws: tuple[DiceThrow, ...] = ()
    units_leaving_attack: tuple[UnitId, ...] = ()
    """Units that have withdrawn from their declared attack."""
    lines: tuple[str, ...] = ()


class DeclarationReader:
    """Reads declarations from the logs of one game."""

    def __init__(self, kernel: RulesEngine) -> None:
        table = kernel.setting.game.charts.combat
        self._dice = table.dice if table is not None else 1
        self._kernel = kernel
        setting = kernel.setting
        self._units = {setting.game.counters.unit(unit).name: unit for unit in setting.units}
        names = sorted(map(re.escape, self._units), key=len, reverse=True)
        unit = f"({'|'.join(names)})" if names else "(?!)"
        place = r"(?: in (?:[^. ]| (?!(?:attacks|leaves|gives|holds) ))*+)?"
        hits = r"(\d{1,6}|no) hits?"
        strength = r"(?: \(\d+\))?"
        self._hit = re.compile(rf"^Battle: {unit} takes a hit\b")
        self._told: tuple[tuple[re.Pattern[str], str], ...] = tuple(
            (re.compile(pattern), kind)
            for pattern, kind in (
                (rf"^{unit}{strength}{place} attacks {unit} \(", "attack-unit"),
                (rf"^{unit}{strength}{place} attacks ([^ .]+)", "attack-hex"),
                (rf"^{unit}{strength}{place} leaves the attack on ", "leave"),
                (rf"^{unit} strikes ([^ .]+)", "strike"),
                (rf"^{unit} flies to support the attack on ([^ .]+)", "support"),
                (rf"^{unit} flies supplies to ([^ .]+)", "fly"),
                (rf"^{unit} intercepts {unit}\.", "intercept"),
                (r"^Nobody(?: else)? intercepts", "pass"),
                (r"^All attacks are (?:declared|allocated)", "end"),
                (rf"^Battle against {unit}", "resolve"),
                (r"^Battle of ([^ .]+)", "engage"),
                (r"^The die(?: for [a-z ]+)? shows (\d{1,6})", "roll"),
                (rf"^Round \d+\. .*The attackers score {hits}, the defenders {hits}\.", "rolls"),
                (rf"^{unit}, \d+ d[a-z]+ hitting on .*scores {hits}", "roll-hits"),
                (rf"^{unit} takes a hit", "hit"),
                (r"^(?:Nobody(?: else)? advances|The defenders stay)\.", "hold"),
                (rf"^{unit}{strength}{place} gives up the city\.", "fall-back"),
                (rf"^{unit}{strength}{place} holds out\.", "keep"),
            )
        )

    def read_step(self, deed: StepChanges, table: TableSnapshot) -> StepDeclarations:
        """Return the declarations in a step; `table` is the position before the step."""
        lines = tuple(line for line in map(plain_text, deed.chat_lines) if line)
        if deed.undone:
            return StepDeclarations(lines=lines)
        throws = tuple(throws_in(lines))
        actions = list(self._from_markers(deed, table, lines, throws))
        if not actions:
            actions = [action for line in lines[:1] for action in self._from_chat(line)]
        left = tuple(unit for unit, was, now in self._noted_records(deed, "Attack") if was and not now)
        return StepDeclarations(tuple(actions), throws, left, lines)

    def is_declaration(self, deed: StepChanges) -> bool:
        """Return whether a step declares an attack or an air mission, in any phase."""
        records = (new for name in ("Attack", "Mission") for _, _, new in self._noted_records(deed, name))
        if any(_RECORD.match(new) for new in records):
            return True
        lines = [plain_text(line) for line in deed.chat_lines]
        return any(action.unit is not None for line in lines for action in self._from_chat(line))

    # Chat of simulated games -------------------------------------------------------------------------
    def _from_chat(self, line: str) -> Iterator[Action]:
        if _JUDGE.match(line):
            return
        for pattern, kind in self._told:
            found = pattern.match(line)
            if found is not None:
                yield self._action_of_line(kind, found.groups())
                return

    def _action_of_line(self, kind: str, given: Sequence[str]) -> Action:
        units = self._units
        match kind:
            case "attack-unit":
                return Action("attack", units[given[0]], target=units[given[1]])
            case "attack-hex":
                return Action("attack", units[given[0]], hex=HexId(given[1]))
            case "strike" | "support" | "fly":
                return Action(kind, units[given[0]], hex=HexId(given[1]))
            case "intercept":
                return Action("intercept", units[given[0]], target=units[given[1]])
            case "resolve":
                return Action("resolve", target=units[given[0]])
            case "engage":
                return Action("engage", hex=HexId(given[0]))
            case "roll":
                return Action("roll", roll=_number(given[0]))
            case "rolls":
                return Action("roll", rolls=(_number(given[0]), _number(given[1])))
            case "roll-hits":
                return Action("roll", roll=_number(given[1]))
            case "hit" | "fall-back" | "keep" | "leave":
                return Action(kind, units[given[0]])
            case _:
                return Action(kind)  # type: ignore[arg-type]

    # The judge's notes on counters -------------------------------------------------------------------
    def _noted_records(self, deed: StepChanges, name: str) -> Iterator[tuple[UnitId, str, str]]:
        for key, lying in deed.after.items():
            was = deed.before[key]
            if lying is None or was is None:
                continue
            unit = lying.properties.get("UnitId")
            old, new = was.properties.get(name, ""), lying.properties.get(name, "")
            if unit is not None and unit in self._kernel.setting.unit_numbers and old != new:
                yield UnitId(unit), old, new

    def _parts_if_current(self, record: str, table: TableSnapshot) -> re.Match[str] | None:
        """Return the parts of a stored declaration if it belongs to the current turn; otherwise
        return None.
        """
        found = _RECORD.match(record)
        return found if found is not None and int(found["turn"][:6]) == table.turn[0] else None

    def _attacks(self, deed: StepChanges, table: TableSnapshot) -> Iterator[Action]:
        setting = self._kernel.setting
        for unit, old, new in self._noted_records(deed, "Attack"):
            found, was = self._parts_if_current(new, table), self._parts_if_current(old, table)
            if found is not None and found["what"] in setting.unit_numbers:
                yield Action("attack", unit, target=UnitId(found["what"]))
            elif found is not None:
                # Several hexes are attacked at once, listed one after the other.
                known = set() if was is None else set(was["what"].split("+"))
                more = (name for name in found["what"].split("+") if name not in known)
                yield from (Action("attack", unit, hex=HexId(h)) for h in more if h in setting.board.index)

    def _missions(
        self, deed: StepChanges, table: TableSnapshot, throws: Sequence[DiceThrow]
    ) -> Iterator[Action]:
        for unit, _, new in self._noted_records(deed, "Mission"):
            found = self._parts_if_current(new, table)
            if found is not None and found["how"] == "flying" and found["what"] in _FLIGHTS:
                kind = _FLIGHTS[found["what"]]
                yield Action(kind, unit, hex=HexId(found["hex"]))  # type: ignore[arg-type]
            elif (
                found is not None
                and found["what"] == "intercept"
                and found["how"] in self._kernel.setting.unit_numbers
            ):
                yield Action("intercept", unit, target=UnitId(found["how"]))
                if throws:
                    yield Action("roll", roll=throws[-1].faces[0])

    def _from_markers(
        self, deed: StepChanges, table: TableSnapshot, lines: Sequence[str], throws: Sequence[DiceThrow]
    ) -> Iterator[Action]:
        setting = self._kernel.setting
        yield from self._attacks(deed, table)
        yield from self._missions(deed, table, throws)
        for unit, _, new in self._noted_records(deed, "Fought"):
            found = self._parts_if_current(new, table)
            if found is not None and found["what"].partition("+")[0] in setting.board.index:
                yield Action("resolve", target=unit)
                if throws and len(throws[-1].faces) == self._dice:
                    yield Action("roll", roll=sum(throws[-1].faces))
        yield from self._fire_results(deed, table, lines)
        hit = next((found for line in lines if (found := self._hit.match(line)) is not None), None)
        if hit is not None:
            yield Action("hit", self._units[hit[1]])

    def _fire_results(
        self, deed: StepChanges, table: TableSnapshot, lines: Sequence[str]
    ) -> Iterator[Action]:
        """Yield the dice results of fire battles or air strikes that the module script reported in
        the chat.
        """
        pair = deed.value("FireBattle")
        told = next((line for line in lines if line.startswith("Dice: ")), None)
        if pair is None or told is None:
            return
        words = pair[1].split(" ")
        if len(words) < 3 or not words[0].startswith(f"{table.turn[0]}."):
            return
        hits = [_number(found["number"]) for found in _HITS.finditer(told.partition("must take")[0])]
        if "; " in told and len(hits) >= 2:
            yield Action("engage", hex=HexId(words[1]))
            yield Action("roll", rolls=(hits[0], hits[1]))
        elif hits:
            yield Action("roll", roll=hits[0])


def _number(text: str) -> int:
    return 0 if text == "no" else int(text[:9])
