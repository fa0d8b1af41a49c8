"""Draw lines of a random game that serve sides hex by hex, as railways do."""

from __future__ import annotations

from tests.generated.part import Data, Part


class Networks(Part):
    """The networks of a plan."""

    def names(self) -> list[str]:
        """Return the ids of networks, each of all lines of a kind, or of all there are."""
        if not self.plan.has("networks") or not self.ground.lines:
            return []
        return self.plan.dice("networks").sample(("tracks", "lines"), 1)

    def told(self) -> Data:
        """Return the networks."""
        kinds = list(self.ground.lines)
        return {
            name: {
                "name": name.title(),
                "line": kinds if name == "lines" else kinds[:1],
                "uses": [self._use(side) for side in self.ground.sides if self.used_by(side)],
                **self._states(),
            }
            for name in self.names()
        }

    def _states(self) -> Data:
        """Return how hexes change, where any do."""
        dice = self.plan.dice("states of networks")
        free = self.plan.has("trains-for-nothing")  # Nobody knows what such a ride enters.
        if not self.plan.wide or free or dice.random() < 0.4:
            return {}
        found: Data = {
            "repaired_by": dice.sample(self.forces.classes, dice.randint(0, 1)),
            "cut_name": "gone",
        }
        if self.plan.has("network-starts"):
            found["repaired_names"] = dict.fromkeys(self.ground.sides[:1], "laid anew")
        return {"states": found}

    def starts(self, scenario: int) -> Data:
        """Return which hexes serve whom as a scenario begins, where any change."""
        dice = self.plan.dice(f"starts of networks in {scenario}")
        if not self.plan.has("network-starts") or not self._states():
            return {}
        found: list[Data] = []
        for side in self.ground.sides:
            entry: Data = {"side": side}
            match dice.randrange(4):
                case 0:
                    continue
                case 1:
                    entry["feature"] = f"{dice.choice(self.ground.sides)}-start"
                case 2 if not self.plan.has("editions"):  # Else lines that aren't there might be named.
                    hexes = self._hexes()
                    entry["hexes"] = dice.sample(hexes, dice.randint(min(1, len(hexes)), len(hexes)))
                    entry |= {"feature": f"{side}-start"} if dice.random() < 0.5 else {}
            found.append(entry)
        return dict.fromkeys(self.names(), found) if found else {}

    def of_trains(self) -> Data:
        """Return the network to which trains keep, or nothing."""
        dice, lines = self.plan.dice("network of trains"), list(self.ground.lines)
        for name in self.names() if self.plan.has("trains-by-network") else ():
            if "rail" in (lines if name == "lines" else lines[:1]):
                return {"network": name, "connected": dice.random() < 0.5}
        return {}

    def _hexes(self) -> list[str]:
        """Return the hexes of all networks."""
        lines = list(self.ground.lines.items())
        kinds = [line for _, line in (lines if self.names() == ["lines"] else lines[:1])]
        ways = (way for line in kinds for way in line["lines"].values())
        return sorted({hex_id for way in ways for hex_id in way["path"]})

    def used_by(self, side: str) -> bool:
        """Return whether a side uses them."""
        return side == "red" or self.plan.dice(f"network of {side}").random() < 0.7

    def _use(self, side: str) -> Data:
        plan, ground, dice = self.plan, self.ground, self.plan.dice(f"use of networks by {side}")
        found: Data = {"side": side}
        ways = (way for line in ground.lines.values() for way in line["lines"].values())
        hexes = sorted({hex_id for way in ways for hex_id in way["path"]})
        match dice.randrange(4):
            case 0:
                found["edge"] = ground.edge_of(side)
            case 1:
                found["hexes"] = dice.sample(hexes, 1)
            case 2:
                found |= {"edge": ground.edge_of(side), "hexes": dice.sample(hexes, 1)}
        owned = [name for name, place in ground.places.items() if "owner" in place]
        if owned and dice.random() < 0.4:
            found["places"] = dice.sample(owned, 1)
        if dice.random() < 0.6 and not plan.has("no-zones"):
            found["ezoc"] = dice.choice(("forbidden", "unless-friends"))
        return found | self._marks(side, connected=bool(found.keys() & {"edge", "hexes", "places"}))

    def _marks(self, side: str, *, connected: bool) -> Data:
        """Return what is marked on the map for a side, where hexes change."""
        dice = self.plan.dice(f"marks of networks for {side}")
        if not self._states():
            return {}
        found: Data = {"marked": True} if dice.random() < 0.5 else {}
        if self.plan.has("network-starts") and self.plan.dice(f"from the start for {side}").random() < 0.5:
            found["original_only"] = True
        return found | ({"railhead_name": "railhead"} if connected and dice.random() < 0.7 else {})
