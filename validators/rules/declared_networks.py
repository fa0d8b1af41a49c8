"""Check that networks can be used as a game says, and that what it says of them has an effect."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from validators.rules.declared_supply import unowned
from validators.rules.unplayed import Path, Unplayed


def check_networks(game: Game) -> Iterator[Unplayed]:
    """Yield networks that nobody uses, or that a side uses in two ways, or from nowhere."""
    asked = {
        (name, rule.side): ("rules", "communication", number, "network")
        for number, rule in enumerate(game.rules.communication)
        for name in rule.network
    }
    for network in game.rules.networks:
        at: Path = ("rules", "networks", network.id)
        trains = game.rules.trains
        rides = (
            trains is not None and trains.entraining is not None and trains.entraining.network == network.id
        )
        if not rides and all(name != network.id for name, _ in asked):
            told = f"nothing asks for the network '{network.id}'"
            hint = f"write 'network: {network.id}' under 'communication', or leave it out"
            yield Unplayed("P006", told, hint, at)
        for number, use in enumerate(network.uses):
            here: Path = (*at, "uses", number)
            if use.side in {other.side for other in network.uses[:number]}:
                told = f"network '{network.id}': its use by {use.side} is told twice"
                yield Unplayed("P006", told, "write all its sources in one entry", (*here, "side"))
            yield from unowned(game, f"network '{network.id}'", use.places, here)
    for (name, side), where in asked.items():
        network = next(n for n in game.rules.networks if n.id == name)
        if network.use_of(side) is None:
            told = f"network '{name}': {side} traces supply by it, and doesn't use it"
            yield Unplayed("P006", told, f"write '- {{side: {side}, …}}' under its 'uses'", where)
