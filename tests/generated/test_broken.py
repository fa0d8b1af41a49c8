"""Random games in which battles disrupt, that were found at fault once, are played alike on all sides."""

from __future__ import annotations

from pathlib import Path

from hexwright.conformance.conformance_walk import ConformanceBench, replay
from hexwright.conformance.running_module import EmulatedModule
from hexwright.load.game_loading import load_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, write
from tests.vassal.engine.conftest import module_with_plain_pictures

LOST_AFTER_ITS_RETREAT = (
    "35:5x4:2:4:pointy,even,letters,road,horse,three-steps,zones-of-classes,cancelled-zones,any-stack,"
    "friends-in-the-way,phases-of-classes,phases-left-out,differences,fine-odds,exchanges,long-retreats,"
    "limited-modifiers,modifiers-of-some,options,communication,guards,replacements,several-points,"
    "points-by-option,exempt-places,points,options-of-scenarios,examples,costs-along-lines,costs-of-zones,"
    "supply-phases,presence,presence-in-supply,stacks-as-one,reckoned-exchanges,one-of-the-defenders,"
    "other-tables,duties,bombardment,overruns,overruns-of-some,disruption,disruption-of-kinds"
)


def test_a_unit_lost_at_the_end_of_its_retreat_counts_once(tmp_path: Path) -> None:
    game = load_game(write(Plan.read(LOST_AFTER_ITS_RETREAT), tmp_path), SLUG).game
    sheet = plan_sheet(game)
    module = module_with_plain_pictures(game, tmp_path / "plain.vmod", sheet)
    bench = ConformanceBench(game, SavedGameWriter(game, sheet), EmulatedModule(module))
    tally = replay(bench, "day-1", 35, {"mood": "wild"})
    assert [str(difference) for difference in tally.differences] == []
