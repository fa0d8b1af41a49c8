"""All findings about a game's data: errors, rules that can't be played, and likely mistakes."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.load.game_loading import LoadedGame
from hexwright.rules.rule_validation.likely_mistakes import find_likely_mistakes
from hexwright.rules.rule_validation.scenario_checks import find_unplayable


def findings_of(loaded: LoadedGame) -> list[Diagnostic]:
    """Return every finding about a game, as `hexwright check` reports them."""
    return [*loaded.diagnostics, *unplayable_findings(loaded), *likely_mistakes(loaded)]


def unplayable_findings(loaded: LoadedGame) -> Iterable[Diagnostic]:
    """Yield a finding for each entry that the rules engine can't play, and for missing rules."""
    sound, spans = loaded.unread.was_read_whole, loaded.spans
    faults = {
        (f.path, f.message): f
        for one in loaded.game.scenarios
        for f in find_unplayable(loaded.game, one, sound)
    }
    told = {found.span for found in loaded.diagnostics if found.severity is Severity.ERROR}
    for fault in faults.values():
        # An entry with an error isn't reported again as unplayable.
        if told.isdisjoint((spans.value(*fault.path), spans.key(*fault.path))):
            yield fault.diagnostic(spans.value(*fault.path), fault.severity)


def likely_mistakes(loaded: LoadedGame) -> Iterable[Diagnostic]:
    """Yield advice for values that probably mean something else; nothing for a game with errors."""
    if not loaded.failed:
        spans = loaded.spans
        for mistake in find_likely_mistakes(loaded.game, loaded.unread.was_read_whole, spans.__contains__):
            yield mistake.diagnostic(spans.value(*mistake.path))
