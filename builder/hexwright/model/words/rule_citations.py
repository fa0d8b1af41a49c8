"""Find the section that a refusal cites, so that a reader gets from the refusal to the rule."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import Section, rulebook_sections
from hexwright.support.linear_regex import LinearRegex

_CITED = LinearRegex(r"\(([^()]+)\)")


def sections_by_citation(game: Game) -> Mapping[str, Section]:
    """Return the section of the rulebook for each citation: ids and headings of rules and of their cases."""
    sections = {section.id: section for section in rulebook_sections(game)}
    found: dict[str, Section] = {}
    for case in game.ledger.cases:
        rule = game.rules.section(case.id)
        if rule is not None and rule.id in sections:
            found[case.id] = sections[rule.id]
            found.setdefault(game.cite(case.id), sections[rule.id])
    for rule in game.rules.summary:
        if rule.id in sections:
            for name in filter(None, (rule.title, rule.heading, rule.id)):
                found[name] = sections[rule.id]
    return found


def cited_section(refusal: str, sections: Mapping[str, Section]) -> Section | None:
    """Return the section that a refusal cites in brackets, the last one if there are several; None if none.

    Sections are those of `sections_by_citation`.
    """
    cited = [sections[found[1]] for found in _CITED.finditer(refusal) if found[1] in sections]
    return cited[-1] if cited else None


def with_numbers(refusal: str, sections: Mapping[str, Section]) -> str:
    """Return a refusal that cites each section as the rulebook numbers it: "(3.2)" or "(rule 6, Supply)"."""
    for found in reversed(list(_CITED.finditer(refusal))):
        section = sections.get(found[1])
        if section is not None and section.number != found[1]:
            told = f"(rule {section.number}, {section.title})"
            refusal = refusal[: found.start()] + told + refusal[found.end() :]
    return refusal
