"""Verification page: write the results of conformance checks to reports/verification.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwright.conformance.comparison_tally import ComparisonTally, Timing, timings


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The result of one conformance check of a module."""

    game: str
    title: str
    version: str
    table: str
    """Where the module was played: the emulator, or VASSAL with its version."""
    seeds: str
    tally: ComparisonTally
    opening: tuple[float, ...] = ()
    """The times in milliseconds from the start of VASSAL until the module was open."""
    machine: str = ""
    """A description of the machine's load during the check."""


_COUNT_ROWS = (
    ("starting positions", "positions"),
    ("moves judged", "moves"),
    ("of which legal", "legal moves"),
    ("of which illegal", "illegal moves"),
    ("of which second drags in a phase", "second drags"),
    ("of which in phases with rail movement", "rail moves"),
    ("of which onto friendly units", "moves onto friends"),
    ("of which taken back", "moves taken back"),
    ("moves undone", "undone moves"),
    ("units with compared reachable hexes", "lights"),
    ("reachable hexes of these units", "hexes highlighted"),
    ("units added to battles", "joins"),
    ("of which refused", "refused joins"),
    ("battles fought", "battles"),
    ("of which below the first column of the CRT", "battles without effect"),
    ("losses of attackers", "losses"),
    ("retreats, including illegal attempts", "retreats"),
    ("advances, including illegal attempts", "advances"),
    ("other attempts in combat refused", "refused battle steps"),
    ("replacements and attrition", "replacements"),
    ("of which refused", "refused replacements"),
    ("of which cancelled", "replacements cancelled"),
    ("attrition die rolls", "attrition rolls"),
    ("units assigned to fire attacks", "allocations"),
    ("allocations refused", "refused allocations"),
    ("hits taken", "hits"),
    ("hits refused", "refused hits"),
    ("retreats and advances after fire", "retreats and advances"),
    ("of which refused", "refused retreats and advances"),
    ("flights", "flights"),
    ("of which with supplies", "flights with supplies"),
    ("interceptions", "interceptions"),
    ("air strikes", "strikes"),
    ("units fortified", "works"),
    ("units that survived out of supply", "survivors"),
    ("event die rolls", "events"),
    ("displays of a side's supply lines", "supply lines shown"),
    ("units cut off in these displays", "units cut off"),
    ("units placed in set-ups", "placements"),
    ("of which refused", "refused placements"),
    ("set-ups by hand, started when legal", "set-ups"),
    ("ends of phases", "phase ends"),
    ("of which refused", "refused phase ends"),
    ("winners announced", "outcomes"),
    ("whole games", "whole games"),
    ("partial games from their start", "partial games"),
    ("turns in these games", "turns in partial games"),
    ("actions in these games", "actions in replays"),
    ("games that ended with a difference", "games with a difference"),
)

_BATTLES = ("battles with ", "battles in ")
"""The prefixes of battle counts in the tally: counts by result and counts by weather."""

_INTRODUCTION = """\
The rules engine plays alone to a random position of a random scenario, under random options.
The module continues the game there, in the emulator or in VASSAL. Each action of the rules engine is
performed in the module with drags and keys, and with the same dice. Legal and illegal attempts of all kinds
are made between these actions. After each one, both must give the same verdict and have the same state:
each unit's hex and step, the owners of places, turn and phase, the replacements left and the units lost.
At the end, the winner and the points are also compared. Whole games of the greedy policy are replayed in
the same way, from the set-up to the end."""

_WRITTEN = """\
This page is written by `hexwright prove --report`, which `make verify-rules` runs; don't edit it by hand.
Each section contains the result of the last run on one module, in the emulator or in VASSAL."""

_SECTION = re.compile(r"^## ", re.MULTILINE)

OPENING = "start of Xvfb and Java, and opening the module"
_LIMITS = {"move": 150, "battle step": 300, "phase change": 500}
"""Time limits of commands, in milliseconds."""


def verification_page(before: str, proofs: Sequence[ProofResult], date: str, command: str) -> str:
    """Return the page `before` with the sections of these checks replaced.

    Each section is about one module played in one program; the sections of other runs are kept.
    """
    written = (part.partition("\n") for part in _SECTION.split(before)[1:])
    sections = {title: text for title, _, text in written}
    for proof in proofs:
        sections[_head(proof)] = "\n".join(_section(proof, date, command))
    lines = ["# What was verified", "", _WRITTEN, "", _INTRODUCTION, ""]
    for head in sorted(sections):
        lines += [f"## {head}", "", sections[head].strip(), ""]
    return "\n".join(lines).rstrip() + "\n"


def _head(proof: ProofResult) -> str:
    return f"{proof.title} {proof.version}, {proof.table}"


def _section(proof: ProofResult, date: str, command: str) -> list[str]:
    """Return the section of one check: date and command, comparisons, differences, times."""
    counts = proof.tally.counts
    found = proof.tally.differences
    lines = [f"Date: {date}. Command: `{command}`. Seeds: {proof.seeds}.", ""]
    lines += [f"**{_number(len(found))} {'difference' if len(found) == 1 else 'differences'}.**", ""]
    lines += ["| compared | number |", "|---|---:|"]
    rows = [(text, counts[name]) for text, name in _COUNT_ROWS]
    rows += [(name, counts[name]) for name in sorted(counts) if name.startswith(_BATTLES)]
    lines += [f"| {text} | {number:,} |" for text, number in rows if number]
    if found:
        told = "`hexwright prove GAME --case CASE`, such as `--case walk:17`, repeats a case:"
        lines += ["", told, "", *(f"- {difference}" for difference in found)]
    return lines + _times(proof)


def _number(count: int) -> str:
    return f"{count:,}" if count else "No"


def _times(proof: ProofResult) -> list[str]:
    times: Mapping[str, Sequence[float]] = {**proof.tally.times}
    if proof.opening:
        times = {**times, OPENING: proof.opening}
    found = timings(times)
    if not found:
        return []
    lines = ["", "| command of | how often | median | 95 % within | limit |", "|---|---:|---:|---:|---:|"]
    lines += [_time(timing) for timing in found]
    busy = f" The machine: {proof.machine}." if proof.machine else ""
    return [*lines, "", f"Milliseconds of VASSAL itself, including the drawing of windows.{busy}"]


def _time(timing: Timing) -> str:
    promised = f"{_LIMITS[timing.kind]:,}" if timing.kind in _LIMITS else ""
    return f"| {timing.kind} | {timing.number:,} | {timing.median:,.0f} | {timing.p95:,.0f} | {promised} |"
