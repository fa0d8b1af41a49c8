"""Check a game as a whole: references and consistency between its files."""

from __future__ import annotations

from hexwright.load.check_charts import check_charts
from hexwright.load.check_colour_contrast import check_colours
from hexwright.load.check_context import Check
from hexwright.load.check_counter_mix import check_counters
from hexwright.load.check_glyphs import check_texts
from hexwright.load.check_map import check_map
from hexwright.load.check_movement_costs import check_movement
from hexwright.load.check_references import check_names
from hexwright.load.check_rulings import check_rulings
from hexwright.load.check_scenarios import check_scenarios
from hexwright.load.reader_context import TooManyFaults, tell_full


def resolve(check: Check) -> None:
    """Run all checks; they add to the report and read no files except pictures."""
    try:
        check_names(check)
        check_map(check)
        check_colours(check)
        check_counters(check)
        check_charts(check)
        check_movement(check)
        check_scenarios(check)
        check_rulings(check)
        check_texts(check)
    except TooManyFaults:
        tell_full(check.report, check.spans.value())
