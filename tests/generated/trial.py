"""Try a random game on all sides: check, reference, policies, proof, and now and then pictures and print."""

from __future__ import annotations

import contextlib
import io
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Final

from hexwright.cli.app import run
from hexwright.conformance.conformance_run import WantedAmounts, WorkPiece, do_work, has_enough
from hexwright.conformance.conformance_walk import ConformanceBench, explain_unplayable
from hexwright.conformance.running_module import EmulatedModule
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.players.playtesting.rules_fuzzer import fuzz
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, write
from tests.vassal.engine.conftest import module_with_plain_pictures

SECONDS: Final = 100
"""The most time of a processor that one trial may take."""
ACTIONS: Final = 250
"""Random actions for which the rules engine is checked, in each scenario."""
MOVES: Final = 25
"""Moves that the proof compares, beside a whole game."""
BATTLES: Final = 5
"""And battles."""
WALKS: Final = 6
"""But no more walks than these: some games have no movement, and others no battles."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a trial."""

    kind: str
    """`passed`, `refused` by check, `warned` by it, or the side that failed."""
    told: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    """What was compared, by kind."""
    seconds: float = 0.0
    """Time of a processor that it took, where that was measured."""

    @property
    def failed(self) -> bool:
        """Return whether something is at fault."""
        return self.kind not in ("passed", "refused", "warned")


def tried(plan: Plan, *, whole: bool = False) -> Outcome:
    """Make the game of a plan and try it; `whole` draws and prints it as well."""
    with tempfile.TemporaryDirectory(prefix="drawn-") as name:
        return tried_in(plan, Path(name), whole=whole)


def timed(plan: Plan, *, whole: bool = False) -> Outcome:
    """Try the game of a plan in a process of its own, which may take so long and no longer."""

    def late(_: int, __: FrameType | None) -> None:
        raise _Late

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    begun = process_time()
    try:
        return replace(tried(plan, whole=whole), seconds=process_time() - begun)
    except _Late:
        return Outcome("time", f"more than {SECONDS} s", seconds=SECONDS)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class _Late(BaseException):
    """The time is up: nothing that is tried may take it for a fault of its own."""


def tried_in(plan: Plan, folder: Path, *, whole: bool = False) -> Outcome:
    """Try the game of a plan, in a folder that keeps it."""
    project = write(plan, folder)
    try:
        loaded = load_game(project, SLUG)
    except InputError as faults:
        return Outcome("refused", str(faults.diagnostics[0]))
    except Exception:
        return Outcome("check", _last_lines())
    # Rivers and railways that are drawn at random end anywhere.
    warned = [found for found in loaded.diagnostics if found.code not in ("M024", "M025")]
    if warned:
        return Outcome("warned", str(warned[0]))
    game = loaded.game
    counts: dict[str, int] = {}
    steps: dict[str, Callable[[], str]] = {
        "reference": partial(_play, game, plan),
        "policy": partial(_greedily, game, plan),
        "proof": partial(_prove, game, plan, folder, counts),
    }
    if whole:
        steps["print"] = partial(_by_command, folder)
    for kind, step in steps.items():
        try:
            told = step()
        except Exception:
            told = _last_lines()
        if told:
            return Outcome(kind, told, counts)
    return Outcome("passed", "", counts)


def _last_lines() -> str:
    return "\n".join(traceback.format_exc().strip().splitlines()[-7:])


def _play(game: Game, plan: Plan) -> str:
    if why := explain_unplayable(game):
        return why
    for scenario in game.scenarios:
        found = fuzz(RulesEngine(game, scenario.id), plan.seed, ACTIONS)
        if found.findings:
            return str(found.findings[0])
    return ""


def _greedily(game: Game, plan: Plan) -> str:
    for scenario in game.scenarios:
        rules = RulesEngine(game, scenario.id)
        play_game(rules, plan.seed, dict.fromkeys(rules.setting.sides, "greedy"))
    return ""


def _prove(game: Game, plan: Plan, folder: Path, counts: dict[str, int]) -> str:
    sheet = plan_sheet(game)
    module = module_with_plain_pictures(game, folder / "plain.vmod", sheet)
    bench = ConformanceBench(game, SavedGameWriter(game, sheet), EmulatedModule(module))
    amounts = WantedAmounts(MOVES, BATTLES, 1)
    tally = do_work(bench, WorkPiece(plan.seed, 1, whole=True))
    for seed in range(plan.seed, plan.seed + WALKS):
        if has_enough(amounts, tally, 1):
            break
        tally.add(do_work(bench, WorkPiece(seed, 1)))
    counts.update(tally.counts)
    told = [str(difference) for difference in tally.differences] + tally.problems
    return "\n".join(told[:5])


def _by_command(folder: Path) -> str:
    out = folder / "out"
    for command in (["build", SLUG], ["verify"], ["print", SLUG]):
        if command == ["verify"]:
            command = ["verify", *map(str, out.glob("*.vmod"))]
        else:
            command += ["--out", str(out)]
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = run(["-C", str(folder), *command])
        if code or "warning[" in said.getvalue():
            return f"{' '.join(command[:1])} ends with {code}: {said.getvalue()[-800:]}"
    return ""


def shrunk(
    plan: Plan,
    kind: str,
    offers: Callable[[Plan], Iterator[Plan]],
    *,
    whole: bool,
    tell: Callable[[Plan], None] = lambda plan: None,
    tries: int = 400,
) -> Plan:
    """Return a smaller plan that fails on the same side, by so many `tries`; `tell` hears of each."""
    found = plan
    while True:
        for offer in offers(found):
            tries -= 1
            if tries < 0:
                return found
            if timed(offer, whole=whole and kind == "print").kind == kind:
                found = offer
                tell(found)
                break
        else:
            return found
