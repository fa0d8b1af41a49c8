"""Write `players.yaml`, the weights of computer players."""

from __future__ import annotations

from dataclasses import asdict

import yaml

from hexwright.model.computer_players import ComputerPlayers


def players_yaml(players: ComputerPlayers) -> str:
    """Return the content of the file, without a line end; it is read as the same players again."""
    values = {name: value for name, value in asdict(players).items() if value}
    return yaml.safe_dump(values, sort_keys=False, allow_unicode=True, width=100).rstrip()
