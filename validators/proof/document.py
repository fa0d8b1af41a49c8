"""Write what was proved: docs/verification.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validators.proof.tally import Tally, Timing, timings


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of the proof of one module on one table."""

    game: str
    title: str
    version: str
    table: str
    """The engine with its version."""
    seeds: str
    tally: Tally
    opening: tuple[float, ...] = ()
    """Milliseconds that the engine took from its start until the module was open."""
    machine: str = ""
    """How busy the machine was meanwhile."""


_ROWS = (
    ("positions begun from", "positions"),
    ("moves judged", "moves"),
    ("of them legal", "legal moves"),
    ("of them illegal", "illegal moves"),
    ("of them second drags of a phase", "second drags"),
    ("of them in phases with rail movement", "rail moves"),
    ("moves undone", "undone moves"),
    ("units asked to join a battle", "joins"),
    ("of them refused", "refused joins"),
    ("battles fought", "battles"),
    ("of them below the table", "battles without effect"),
    ("losses of attackers", "losses"),
    ("retreats, wrong ones included", "retreats"),
    ("advances, wrong ones included", "advances"),
    ("other attempts in combat refused", "refused battle steps"),
    ("replacements and attrition", "replacements"),
    ("of them refused", "refused replacements"),
    ("of them given back", "replacements given back"),
    ("dice for attrition", "rolls for attrition"),
    ("units placed in set-ups", "placements"),
    ("of them refused", "refused placements"),
    ("set-ups by hand, begun when legal", "set-ups"),
    ("ends of phases", "phase ends"),
    ("of them refused", "refused phase ends"),
    ("winners announced", "outcomes"),
    ("whole games", "whole games"),
    ("actions in them", "actions in whole games"),
    ("games that parted", "games that parted"),
)

_ABOUT = """\
The rules reference plays by itself to a random position of a random scenario, under random options.
There the module takes up the game, in the virtual engine or in the real one. Both play on together: each
action of the reference is done in the module by drags and keys, with the dice of the reference, and
between them come attempts of all kinds, legal and illegal. After each the module must have given the
reference's verdict, and the whole state is compared: where each unit stands, its step, who holds each
place, turn and phase, the replacements left, the units lost; at the end the winner and the points. Whole
games of the greedy policy are replayed in the same way, from the set-up to the end."""

_LIMITS = {"move": 150, "battle step": 300, "phase change": 500, "opening the module": 3000}
"""What was promised, in milliseconds."""


def document(proofs: Sequence[Proof], date: str, command: str, left_out: Sequence[str] = ()) -> str:
    """Return the page; `left_out` tells what was not compared, and why."""
    lines = [
        "# What was verified",
        "",
        "This page is written by the command that proves the modules; nobody edits it.",
        "",
        f"Date: {date}. Command: `{command}`.",
        "",
        _ABOUT,
        "",
    ]
    lines += _counts(proofs)
    if left_out:
        lines += ["Left out:", "", *(f"- {what}" for what in left_out), ""]
    found = [difference for proof in proofs for difference in proof.tally.differences]
    lines += ["## Differences", ""]
    lines += [f"- {proof.table}: {d}" for proof in proofs for d in proof.tally.differences] or ["None."]
    lines += [""]
    if found:
        lines += ["`hexwright prove GAME --case CASE`, such as `--case walk:17`, plays a case again.", ""]
    for proof in proofs:
        lines += _times(proof)
    return "\n".join(lines).rstrip() + "\n"


def _counts(proofs: Sequence[Proof]) -> list[str]:
    lines = ["## What was compared", ""]
    head = [f"{p.title} {p.version}, {p.table}" for p in proofs]
    lines.append("| | " + " | ".join(head) + " |")
    lines.append("|---|" + "---:|" * len(head))
    lines.append("| seeds | " + " | ".join(p.seeds for p in proofs) + " |")
    for text, name in _ROWS:
        numbers = [p.tally.counts[name] for p in proofs]
        if any(numbers):
            lines.append(f"| {text} | " + " | ".join(f"{n:,}" for n in numbers) + " |")
    results = sorted({k for p in proofs for k in p.tally.counts if k.startswith("battles with ")})
    for name in results:
        numbers = [p.tally.counts[name] for p in proofs]
        lines.append(f"| {name} | " + " | ".join(f"{n:,}" for n in numbers) + " |")
    differences = " | ".join(f"**{len(p.tally.differences)}**" for p in proofs)
    lines += [f"| differences | {differences} |", ""]
    return lines


def _times(proof: Proof) -> list[str]:
    times: Mapping[str, Sequence[float]] = {**proof.tally.times}
    if proof.opening:
        times = {**times, "opening the module": proof.opening}
    found = timings(times)
    if not found:
        return []
    lines = [f"## How long it takes: {proof.title} in {proof.table}", ""]
    lines += ["| what | how often | median | 95 % within | promised |", "|---|---:|---:|---:|---:|"]
    lines += [_time(timing) for timing in found]
    busy = f" The machine: {proof.machine}." if proof.machine else ""
    return [*lines, "", f"Milliseconds of the engine itself, drawing of windows included.{busy}", ""]


def _time(timing: Timing) -> str:
    promised = f"{_LIMITS[timing.kind]:,}" if timing.kind in _LIMITS else ""
    return f"| {timing.kind} | {timing.number:,} | {timing.median:,.0f} | {timing.p95:,.0f} | {promised} |"
