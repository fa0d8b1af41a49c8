"""Write docs/reference/checks.md from the checks."""

from __future__ import annotations

from hexwright.module_checks.check_catalogue import all_checks
from hexwright.module_checks.module_score import MEANING

_GROUPS = (
    ("V0", "The file and its metadata"),
    ("V1", "Components"),
    ("V2", "Pieces and traits"),
    ("V3", "Images, sounds and set-ups"),
    ("V4", "Places"),
    ("V5", "Expressions and properties"),
    ("V6", "Key commands"),
    ("V7", "Sides"),
    ("V8", "Feedback"),
    ("V9", "Trust"),
)


def checks_page() -> str:
    """Return the complete text of docs/reference/checks.md."""
    lines = [
        "# What `hexwright verify` looks for",
        "",
        "This page is generated from the checks themselves (`python -m hexwright.module_checks`); a test "
        "keeps it up to date.",
        "",
        (
            "A code is permanent. An **error** breaks something in play, a **warning** very probably "
            "does, and **advice** improves a module. `--select` and `--ignore` accept codes, prefixes of "
            "codes such as `V5`, and names; `hexwright explain CODE` prints the entry from this page."
        ),
        "",
        "| code | name | level | looks for |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| [{c.code}](#{c.code.lower()}) | {c.name} | {c.level.value} | {c.title} |" for c in all_checks()
    ]
    lines += [
        "",
        "## The score",
        "",
        "`verify` scores a module in five parts, each from 0 to 100. The parts measure different things "
        "and are not added up. The report explains the points of each part.",
        "",
    ]
    lines += [f"- **{name}**: {text}" for name, text in MEANING.items()]
    for start, title in _GROUPS:
        lines += ["", f"## {title}"]
        for check in all_checks():
            if check.code.startswith(start):
                lines += ["", f"### {check.code}", ""]
                lines += [
                    f"**{check.title}** ({check.name}, {check.level.value}). {check.why} {check.rationale}",
                    "",
                ]
                lines += [check.remedy]
    return "\n".join(lines) + "\n"
