"""A game in which a die brings units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files

PLAN = "5:6x5:6:5:towns,communication,replacements,late-units,entries,arrivals-by-die,points"
PHASE = "red-event-4"
LATE = ("red-5", "red-6")
Data = dict[str, Any]


def made(folder: Path, turn: int = 9, entry: Data | None = None, **event: Any) -> Game:
    """Return a game of five turns in which a die brings two red units, who come by themselves on a turn."""
    files, pictures = files_of(Plan.read(PLAN))
    rules: Data = files["rules.yaml"]
    rules["replacements"][0]["entries"]["red-reserve"] |= {"edge": "west", **(entry or {})}
    rules["events"] = [
        {
            "phase": PHASE,
            "entry": "red-reserve",
            "die": 6,
            "arrives_on": [5, 6],
            "arrives_text": "they come",
            "no_effect_text": "they wait",
        }
        | event
    ]
    for arrival in files["oob.yaml"]["reinforcements"]:
        arrival["turn"] = turn if arrival["side"] == "red" else arrival["turn"]
    return load_game(write_files(files, pictures, folder), SLUG).game
