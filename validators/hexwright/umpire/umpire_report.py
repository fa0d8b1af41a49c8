"""Umpire reports: the umpire's findings about a log as text, JSON, or an HTML page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexwright.inspect.analysis.player_names import PLAYER
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.saves.log_story import LogStory
from hexwright.support.message_wording import count_noun
from hexwright.support.report_pages import render_page
from hexwright.umpire.dice_statistics import DiceStatistics, dice_statistics, statistics_as_json
from hexwright.umpire.dice_throws import ATTACKER, DEFENDER, PHASE
from hexwright.umpire.log_umpire import Finding, StepThrow, UmpireRuling

DICE_LEGEND = (
    "mean: 3.5 for fair six-sided dice; sum: the probability that the sum of this many fair dice "
    "is at least this far from its mean (exact); faces: the probability that the faces of fair dice are "
    "distributed at least this unevenly (chi-square); run: the longest run of one face, and the "
    "probability of a run at least this long in this many rolls (exact)"
)


@dataclass(frozen=True, slots=True)
class UmpireReport:
    """A log with the umpire's findings about the log."""

    story: LogStory
    ruling: UmpireRuling
    luck: tuple[DiceStatistics, ...]

    def findings_at(self, step: int) -> tuple[Finding, ...]:
        """Return the findings about one step of the log."""
        return tuple(one for one in self.ruling.findings if one.step == step)

    @property
    def verdict(self) -> str:
        """Return a one-line summary of the findings."""
        offences, doubts = self.ruling.offences, [f for f in self.ruling.findings if f.kind == "doubt"]
        undone = sum(f.undone for f in self.ruling.findings)
        parts = [count_noun(len(offences), "violation") if offences else "no violations of the rules"]
        if undone:
            parts.append(f"{undone} taken back")
        if doubts:
            parts.append(f"{len(doubts)} not explained")
        return f"{count_noun(self.ruling.steps, 'step')}: {', '.join(parts)}"


def make_report(
    kernel: RulesEngine, story: LogStory, ruling: UmpireRuling, seats: Mapping[str, str]
) -> UmpireReport:
    """Return the report on a log; `seats` maps players' names to the names shown."""
    return UmpireReport(
        story,
        ruling,
        dice_statistics(
            (_thrower(kernel, one, seats), _sides(kernel, one), one.dice_throw.faces) for one in ruling.throws
        ),
    )


def _thrower(kernel: RulesEngine, cast: StepThrow, seats: Mapping[str, str]) -> str:
    """Return the side that rolled dice, or the name shown for the player."""
    setting = kernel.setting
    names = {side.name for side in setting.game.info.sides}
    who = cast.dice_throw.who
    phasing = (
        setting.game.info.side(setting.phases[cast.phase].side).name
        if 0 <= cast.phase < len(setting.phases)
        else ""
    )
    if who == DEFENDER:
        return next((name for name in sorted(names) if name != phasing), phasing)
    if who in (ATTACKER, PHASE):
        return cast.side or phasing
    if who in names:
        return who
    seat = seats.get(who, who)
    # A player of both sides throws for the phasing side.
    return next(
        (name for name in names if seat == f"the player of {name}"),
        phasing if "Both sides" in seat or seat in (who, PLAYER) else seat,
    )


def _sides(kernel: RulesEngine, cast: StepThrow) -> int:
    dice = kernel.setting.game.battle_dice
    by_fire = kernel.setting.phases[cast.phase].kind == "fire" and "fire" in dice
    return cast.dice_throw.sides or (dice["fire"] if by_fire else next(iter(dice.values())))[1]


# Text --------------------------------------------------------------------------------------------------


def finding_sentence(one: Finding) -> str:
    """Return a finding as a full sentence."""
    rule = f" ({one.rule})" if one.rule else ""
    head = {"offence": "against the rules", "doubt": "not explained"}[one.kind]
    back = ", taken back" if one.undone else ""
    return f"{head}{back}: {one.done}: {one.why}{rule}"


def as_text(report: UmpireReport, *, brief: bool = False) -> str:
    """Return a report for a terminal; if `brief` is true, steps without findings are left out."""
    story = report.story
    width = len(str(story.steps))
    lines = [story.title, *(f"{name}: {value}" for name, value in story.facts.items())]
    for finding in report.findings_at(0):
        lines += ["", f"At the beginning: {finding_sentence(finding)}"]
    seen = {0}
    for chapter in story.chapters:
        body: list[str] = []
        for entry in chapter.entries:
            found = report.findings_at(entry.step)
            seen.add(entry.step)
            if brief and not found:
                continue
            for n, line in enumerate(entry.lines):
                body.append(f"  {str(entry.step) if n == 0 else '':>{width}}  {line}")
            body += [
                f"  {'!' if one.kind == 'offence' else '?':>{width}}  {finding_sentence(one)}"
                for one in found
            ]
        if body:
            lines += ["", chapter.title, *body]
    late = [one for one in report.ruling.findings if one.step not in seen]
    if late:
        lines += ["", "Steps without chat lines"]
        lines += [f"  {one.step:>{width}}  {finding_sentence(one)}" for one in late]
    lines += ["", *dice_lines(report.luck), report.verdict]
    return "\n".join(lines)


def dice_lines(luck: tuple[DiceStatistics, ...]) -> Iterator[str]:
    """Yield one line for each side's dice, and then an explanation of the numbers."""
    if not luck:
        return
    yield "Dice"
    for one in luck:
        faces = " ".join(map(str, one.faces))
        run = f"{one.run[0]} {one.run[1]} times ({_share(one.run_chance)})"
        yield (
            f"  {one.thrower}: {one.dice} d{one.sides}, faces {faces}, mean {one.mean:.2f}, "
            f"sum {_share(one.sum_chance)}, faces {_share(one.faces_chance)}, run {run}"
        )
    yield f"  ({DICE_LEGEND})"
    yield ""


def _share(chance: float) -> str:
    return f"{100 * chance:.1f}%" if chance >= 0.001 else f"{100 * chance:.2g}%"


# Other forms -------------------------------------------------------------------------------------------


def as_data(report: UmpireReport) -> str:
    """Return a report as a JSON document."""
    return json.dumps(
        {
            "title": report.story.title,
            "facts": dict(report.story.facts),
            "steps": [
                {
                    "step": entry.step,
                    "phase": chapter.title,
                    "lines": list(entry.lines),
                    "undone": entry.undone,
                }
                for chapter in report.story.chapters
                for entry in chapter.entries
            ],
            "findings": [
                {name: getattr(one, name) for name in one.__slots__} for one in report.ruling.findings
            ],
            "dice": [statistics_as_json(one) for one in report.luck],
            "verdict": report.verdict,
        },
        indent=1,
        ensure_ascii=False,
    )


def as_html(report: UmpireReport) -> str:
    """Return a report as one self-contained HTML page."""
    return render_page(
        "hexwright.umpire",
        "umpire.html.j2",
        report=report,
        told=finding_sentence,
        dice=list(dice_lines(report.luck)),
    )
