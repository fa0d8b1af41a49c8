"""Check a game as a whole: what its files say about each other."""

from __future__ import annotations

from builder.load.check import Check
from builder.load.check_charts import check_charts
from builder.load.check_colours import check_colours
from builder.load.check_counters import check_counters
from builder.load.check_map import check_map
from builder.load.check_movement import check_movement
from builder.load.check_rulings import check_rulings
from builder.load.check_scenarios import check_scenarios
from builder.load.check_texts import check_texts
from builder.load.reading import TooManyFaults, tell_full
from builder.load.references import check_names


def resolve(check: Check) -> None:
    """Run all checks; they add to the report and read nothing but art files."""
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
