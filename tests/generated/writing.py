"""Write a random game as a project's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

from hexwright.load.project_folder import Project
from tests.generated.bounding import bound
from tests.generated.dressing import dress
from tests.generated.forces import Forces
from tests.generated.ground import SOURCE, Ground
from tests.generated.laws import Laws
from tests.generated.plan import Plan

SLUG: Final = "drawn"
_COLOURS: Final = {
    "red": ("cross", "#dd7a63", "#e3b5aa", "#8f2f1b"),
    "blue": ("star", "#7fa9d6", "#c3d6ea", "#1f4e7a"),
    "green": ("disc", "#9cc48a", "#d0e3c8", "#2f5f1f"),
}


class _Plain(yaml.SafeDumper):
    """A writer that repeats what stands in several places: anchors aren't read."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything out."""
        return True


def files_of(plan: Plan) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Return the files of a plan's game, and its pictures."""
    ground = Ground(plan)
    forces = Forces(plan, ground)
    laws = Laws(plan, ground, forces)
    first = next(iter(laws.sequence()))
    files = {
        "game.yaml": {
            "title": "Drawn at random",
            "version": "0.1",
            "published": 2026,
            "publisher": "Chance",
            "description": f"Plan {plan}",
            "provenance": SOURCE,
            "sides": {side: _side(side) for side in ground.sides},
            "credits": [{"role": "Design", "names": ["Chance"]}],
        },
        "map.yaml": ground.data(),
        "counters.yaml": forces.counters(),
        "oob.yaml": forces.schedules(),
        "charts.yaml": laws.charts(),
        "rules.yaml": laws.rules(),
        **{f"scenarios/day-{n}.yaml": forces.scenario(n, first) for n in range(1, forces.scenarios + 1)},
    }
    for n in range(1, forces.scenarios + 1):
        _without_idle(files["rules.yaml"], files[f"scenarios/day-{n}.yaml"])
        if starts := laws.networks.starts(n):
            files[f"scenarios/day-{n}.yaml"]["networks"] = starts
    bound(plan, ground, files)
    dressed = dress(plan, ground, files)
    for n in range(1, forces.scenarios + 1):
        if groups := laws.groups(n, files["map.yaml"]["features"]):
            files[f"scenarios/day-{n}.yaml"]["feature_groups"] = groups
    return files, dressed


def _without_idle(rules: dict[str, Any], scenario: dict[str, Any]) -> None:
    """Leave out cadres in games in which no unit leaves one."""
    left = rules.get("out_of_supply", {}).get("group", {}).get("cadres", ())
    entries = (*rules.get("combat", {}).get("cadres", ()), *left)
    named = {unit for entry in entries for unit in entry["replaced_by"]}
    for entry in list(scenario["setup"].get("in_boxes", ())):
        if all("-rest-" in unit and unit not in named for unit in entry["units"]):
            scenario["setup"]["in_boxes"].remove(entry)
            scenario.setdefault("unused_units", []).extend(entry["units"])


def write(plan: Plan, root: Path) -> Project:
    """Write a plan's game as the only one of a project, and return the project."""
    return write_files(*files_of(plan), root)


def write_files(files: dict[str, dict[str, Any]], pictures: dict[str, str], root: Path) -> Project:
    """Write files of a game, and pictures that belong to it, as `files_of` tells them."""
    for name, picture in pictures.items():
        path = root / "art" / SLUG / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture, encoding="utf-8")
    for name, content in files.items():
        path = root / "data" / SLUG / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = yaml.dump(content, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=110)
        path.write_text(text, encoding="utf-8")
    return Project(root)


def _side(side: str) -> dict[str, Any]:
    emblem, fill, reduced, accent = _COLOURS[side]
    colours = {"fill": fill, "reduced": reduced, "ink": "#141414", "accent": accent}
    return {
        "name": side.title(),
        "plural": f"{side.title()}s",
        "emblem": emblem,
        "classic": colours,
        "contrast": colours,
    }
