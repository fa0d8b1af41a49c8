"""Scenes of games in play for pictures: each begins a game and plays to the moment to be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwright.conformance.setup_actions import BEGIN_BUTTON
from hexwright.engine_driver import Engine
from tests.vassal.enforcement.fire_turn import SLUG as FIRE
from tests.vassal.enforcement.fire_turn import FireTurn, fly_and_allocate
from tests.vassal.enforcement.table import SLUG, Table
from tests.vassal.enforcement.turn import ATTACK, FIGHT, FLIP, LIGHTS

CAMPAIGN = "moscow-campaign"
TYPHOON = "battle-of-moscow"
LINES = "keys:ctrl U"
DICE = 6
"""With these dice the defender of the first battle has to retreat."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is played, and the place of the map in the middle of the picture, if it matters.

    `picture` names the picture of the documents that shows it, if one does; `zoom` is the map's, if not the
    module's own.
    """

    name: str
    play: Callable[[Table], None]
    middle: str = ""
    picture: str = ""
    zoom: float | None = None


def _start(table: Table) -> None:
    table.start(phases=0)


def _placing(table: Table) -> None:
    """A scenario in which the players place their units: the windows of those that wait are open."""
    table.player.start(table.player.setups()[-1].title)


def _declared(table: Table) -> None:
    table.start(phases=0)
    table.player.seed(DICE)
    for target, units in (("soviet-20", ("xlvi", "ix", "xx")), ("soviet-19", ("lvi",))):
        table.key(table.unit(target), ATTACK)
        for unit in units:
            table.key(table.unit(f"german-{unit}"), ATTACK)


def _battle(table: Table) -> None:
    _declared(table)
    table.key(table.unit("soviet-20"), FIGHT)


def _fought(table: Table) -> None:
    """The battle is over, the attackers are used, and the next battle waits."""
    _battle(table)
    table.drag(table.unit("soviet-20"), "0605")
    table.drag(table.unit("german-xlvi"), "0405")


def _moved(table: Table) -> None:
    panzer = table.start(phases=1).unit("german-xlvi")
    table.drag(table.unit("german-xxiv"), "0310")
    table.drag(table.unit("german-xlviii"), "0208")
    table.key(panzer, LIGHTS)


def _refusal(table: Table) -> None:
    _moved(table)
    table.drag(table.unit("german-xlvi"), "0606")


def _replacements(table: Table) -> None:
    table.start(phases=2)
    table.drag(table.unit("soviet-5"), "1103")
    table.drag(table.unit("soviet-10"), "0905")
    table.key(table.unit("soviet-33"), FLIP)
    table.key(table.unit("soviet-10"), LIGHTS)


def _lights(table: Table) -> None:
    table.start(phases=5)
    table.key(table.unit("soviet-33"), LIGHTS)


def _lines(table: Table) -> None:
    table.start(phases=0)
    table.player.hotkey("hexwright.rules.off")
    for unit, place in (("xxiv", "0509"), ("xlvi", "0707"), ("ix", "0608")):
        table.drag(table.unit(f"german-{unit}"), place)
    table.player.hotkey("hexwright.rules.strict")
    table.key(table.unit("soviet-33"), LINES)


def _tutorial(table: Table) -> None:
    """The recorded turn, some steps on; of a module that `hexwright build` made."""
    assert isinstance(table.player, Engine), "menus are the real engine's"
    found = "VASSAL.build.GameModule.getGameModule().getAllDescendantComponentsOf"
    launch = f"{found}(VASSAL.build.module.documentation.Tutorial.class).get(0).launch(); String.valueOf(1);"
    table.player.evaluate(f'{{new bsh.Interpreter().eval("{launch}").toString()}}')
    table.player.wait(0.5)
    table.player.step(10)


def _charts(table: Table) -> None:
    table.player.start(table.player.setups()[0].title)
    table.player.press("Charts")


def _fire_start(table: Table) -> None:
    FireTurn(table).begin()


def _allocated(table: Table) -> None:
    turn = FireTurn(table)
    turn.begin()
    fly_and_allocate(turn)


def _fire(table: Table) -> None:
    turn = FireTurn(table)
    turn.begin()
    fly_and_allocate(turn)
    turn.press("russian-western", "D", "round of fire")
    table.key(turn.pieces["russian-western"], LIGHTS)


def _fire_lights(table: Table) -> None:
    turn = FireTurn(table)
    turn.begin()
    while table.get("Phase") != "russian-movement":
        table.next()
    turn.drag("russian-16", "B4", "move")
    table.key(turn.pieces["russian-western"], LIGHTS)


def _september(table: Table) -> None:
    """The first scenario of The Moscow Campaign, with the units of both sides on the map."""
    table.player.start(table.player.setups()[0].title)


def _reach(table: Table) -> None:
    _september(table)
    table.key(table.unit("german-pz-2"), LIGHTS)


def _overrun(table: Table) -> None:
    """A brigade without infantry is overrun out of two hexes; its die is thrown as movement is over."""
    _september(table)
    table.rules("off")
    for unit in ("rd-211", "tb-143"):
        table.drag(table.unit(f"soviet-{unit}"), "2034")
    table.rules("strict")
    for unit, to in (("pz-11", "1535"), ("inf-252", "1535")):
        table.drag(table.unit(f"german-{unit}"), to)
    for unit in ("soviet-tb-145", "german-pz-11", "german-inf-252"):
        table.key(table.unit(unit), ATTACK)
    table.key(table.unit("soviet-tb-145"), FIGHT)


def _announced(table: Table) -> None:
    """A battle is declared, and announced in a lower column and with a result that is ignored."""
    _september(table)
    for unit, to in (("inf-34", "1432"), ("pz-10", "1432"), ("pz-5", "1433"), ("inf-258", "1534")):
        table.drag(table.unit(f"german-{unit}"), to)
    while table.get("Phase") != "german-combat":
        table.next()
    for unit in ("soviet-rd-53", "german-inf-34", "german-pz-10"):
        table.key(table.unit(unit), ATTACK)
    for key in ("keys:ctrl V", "keys:ctrl P"):
        table.key(table.unit("soviet-rd-53"), key)


def _supplied(table: Table) -> None:
    _september(table)
    table.key(table.unit("german-pz-2"), LINES)


def _typhoon(table: Table) -> None:
    """The first German impulse of Battle of Moscow, its weather thrown."""
    table.player.start(table.player.setups()[0].title)
    table.player.press(BEGIN_BUTTON)
    table.next()


def _rushed(table: Table) -> None:
    _typhoon(table)
    table.key(table.unit("german-pz-10"), LIGHTS)


def _forced(table: Table) -> None:
    """Two stacks stand beside two of the enemy: one battle is formed, and the phase can't end yet."""
    _typhoon(table)
    for unit, to in (("pz-10", "1128"), ("mot-3", "1128"), ("inf-34", "1128"), ("inf-98", "1129")):
        table.drag(table.unit(f"german-{unit}"), to)
    for unit in ("inf-258", "mot-reich"):
        table.drag(table.unit(f"german-{unit}"), "1129")
    table.next()
    for unit in ("russian-army-20", "german-inf-98", "german-inf-258", "german-mot-reich"):
        table.key(table.unit(unit), ATTACK)
    table.next()


_CHARTS: Final = Scene("charts", _charts)
"""It opens a window over the map, so it comes last."""
SCENES: Final[Mapping[str, tuple[Scene, ...]]] = MappingProxyType(
    {
        SLUG: (
            Scene("start", _start),
            Scene("declared", _declared, "0506", "play-declared"),
            Scene("retreat", _battle, "0506", "play-battle"),
            Scene("fought", _fought, "0506"),
            Scene("movement", _moved, "0506"),
            Scene("refusal", _refusal, "0506", "play-refusal"),
            Scene("crisp", _moved, "0408", zoom=1.0),
            Scene("replacements", _replacements, "1205", "play-replacements"),
            Scene("lights", _lights, "0805", "play-lights"),
            Scene("lines", _lines, "0606", "play-lines"),
            Scene("placing", _placing),
            Scene("tutorial", _tutorial),
            _CHARTS,
        ),
        FIRE: (
            Scene("start", _fire_start),
            Scene("declared", _allocated, "B2"),
            Scene("retreat", _fire, "B2", "play-fire"),
            Scene("movement", _fire_lights, "B2"),
            Scene("crisp", _allocated, "B2", zoom=1.0),
            Scene("placing", _placing),
            Scene("tutorial", _tutorial),
            _CHARTS,
        ),
        CAMPAIGN: (
            Scene("start", _september),
            Scene("lights", _reach, "1232"),
            Scene("overrun", _overrun, "1535"),
            Scene("announced", _announced, "1532", "play-announced"),
            Scene("lines", _supplied, "1232"),
            Scene("placing", _placing),
            _CHARTS,
        ),
        TYPHOON: (
            Scene("start", _typhoon),
            Scene("lights", _rushed, "1129"),
            Scene("forced", _forced, "1128", "play-forced"),
            Scene("placing", _placing),
            _CHARTS,
        ),
    }
)


def scenes_of(module: str) -> Iterator[Scene]:
    """Yield the scenes of a module by the name of its file; raise KeyError for a game that has none."""
    for slug, scenes in SCENES.items():
        if module.startswith(slug):
            yield from scenes
            return
    raise KeyError(module)
