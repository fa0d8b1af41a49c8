"""The Set Global Property trait in play."""

from __future__ import annotations

from hexwright.emulator.property_changes import PropertyChanger, changed_value
from hexwright.emulator.property_containers import PropertyContainer
from hexwright.emulator.trait_behaviour import registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.SetGlobalProperty)
class SetGlobalPropertyBehaviour(PropertyChanger):
    """A Set Global Property trait (VASSAL.counters.SetGlobalProperty)."""

    def perform(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        for change in self.changes(key):
            name = self.format(trait.name)
            target = next((found for holder in self._holders() if (found := holder.find(name))), None)
            if target is None:
                world.problem(f"Unable to locate Global Property in {trait.level}: {trait.name} is {name}")
                continue
            new = changed_value(world, change, trait.limits, target.value, self.piece, name)
            if new is not None:
                world.set_value(target, self.format(new) if "$" in new else new)

    def _holders(self) -> list[PropertyContainer]:
        world, trait, here = self.world, self.trait, self.piece.map
        found: list[PropertyContainer] = [world.holder]
        over = here
        if trait.level == "Named Map":
            over = world.maps.get(self.format(trait.place))
        if over is not None:
            found.insert(0, over.holder)
        zone = None
        if here is not None and trait.level == "Current Zone/Current Map/Module":
            zone = here.zone_at(self.piece.position)
        elif here is not None and trait.level == "Named Zone":
            zone = here.zone(self.format(trait.place))
        if zone is not None and here is not None and zone.title in here.zones:
            found.insert(0, here.zones[zone.title])
        return found
