"""Situation checks: the tests of situations, and victory claims that depend on them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.situation_record import SituationFacts
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.rules.rule_validation.logistics.supply_checks import check_source_ownership
from hexwright.rules.rule_validation.proximity_checks import check_proximity
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_situations(game: Game) -> Iterator[UnplayableRule]:
    """Yield situations whose tests are missing or can't be carried out."""
    for situation in game.rules.situations:
        at: Path = ("rules", "situations", situation.id)
        if not situation.any:
            told = f"situation '{situation.id}' never holds"
            yield UnplayableRule(
                "P006",
                told,
                "write a test under 'any', such as '- {side: SIDE, owns: [PLACE]}'",
                (*at, "any"),
            )
        for number, fact in enumerate(situation.any):
            yield from _fact(game, fact, f"situation '{situation.id}'", (*at, "any", number))
            yield from check_proximity(
                game, situation, fact, f"situation '{situation.id}'", (*at, "any", number)
            )


def _fact(game: Game, fact: SituationFacts, who: str, at: Path) -> Iterator[UnplayableRule]:
    if not (fact.owns or fact.occupies or fact.cut_off or fact.reaches or fact.mode):
        told = f"{who}: a test without conditions always holds"
        yield UnplayableRule("P006", told, "write 'owns', 'occupies', 'cut_off' or 'reaches'", at)
    if bool(fact.cut_off) != (fact.network is not None):
        told = f"{who}: 'cut_off' and 'network' are used only together"
        yield UnplayableRule(
            "P006",
            told,
            "write both 'cut_off' and 'network', or neither",
            (*at, "cut_off" if fact.cut_off else "network"),
        )
    network = next((one for one in game.rules.networks if one.id == fact.network), None)
    if network is not None and network.use_of(fact.side) is None:
        told = f"{who}: network '{network.id}' isn't used by {fact.side}"
        hint = f"write '- {{side: {fact.side}, …}}' under 'uses' of network '{network.id}'"
        yield UnplayableRule("P006", told, hint, (*at, "network"))
    for number, place in enumerate(fact.owns):
        for fault in check_source_ownership(game, who, (place,), at):
            yield UnplayableRule(fault.code, fault.message, fault.hint, (*at, "owns", number))


def check_early_end(rules: VictoryRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with an early end of the game; `at` is the path of the victory table."""
    early = rules.early_end
    if early is None:
        return
    here: Path = (*at, "early_end", "side")
    told = f"victory '{rules.id}': 'early_end' can't tell when {early.side} has lost its chance"
    own = [claim for claim in rules.automatic_victory if claim.side == early.side]
    if not own:
        hint = f"write claims of {early.side} under 'automatic_victory', or leave 'early_end' out"
        yield UnplayableRule("P006", f"{told}, since it has no claim", hint, here)
    elif any(claim.situation is None or claim.at_end for claim in own):
        why = "since a claim of it has places or counts at the end of the game"
        yield UnplayableRule("P006", f"{told}, {why}", "write claims with a 'situation' alone", here)
    elif rules.default_winner == early.side:
        why = "since it wins if nobody else does"
        yield UnplayableRule("P006", f"{told}, {why}", "leave 'early_end' out", here)


def check_automatic_victory_claims(rules: VictoryRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield claims that have neither places nor a situation, or both; `at` is the path of the
    victory table.
    """
    for number, claim in enumerate(rules.automatic_victory):
        here: Path = (*at, "automatic_victory", number)
        if bool(claim.places) == (claim.situation is not None):
            told = f"victory '{rules.id}': a claim needs either 'places' or a 'situation'"
            yield UnplayableRule("P006", told, "write 'places' or 'situation'", here)
        if claim.places and claim.consecutive != 1:
            told = f"victory '{rules.id}': 'consecutive' is only for claims with a 'situation'"
            yield UnplayableRule(
                "P006", told, "leave 'consecutive' out, or write 'situation'", (*here, "consecutive")
            )
