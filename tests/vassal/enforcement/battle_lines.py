"""What a module draws of battles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.vassal.enforcement import names

SEEN = (
    "String seenNow() { forgetPosition(); Object s = sightNow(); Object t = new StringBuilder();"
    " for (a : s.arrows.toArray()) { t.append(a[0]).append('>').append(a[1]).append(';'); } t.append('|');"
    " for (h : s.notes.keySet().toArray()) { Object n = s.notes.get(h); t.append(h).append(':');"
    " for (l : n[1].toArray()) { t.append(l).append('/'); }"
    " for (p : n[2].toArray()) { t.append('@').append(p.getName()).append('/'); } t.append(';'); }"
    " t.append('|');"
    " for (p : s.used.toArray()) { t.append(p.getName()).append(';'); } t.append('|');"
    " for (p : s.mixed.toArray()) { t.append(p.getName()).append(';'); } return t.toString(); } seenNow();"
)


@dataclass(frozen=True)
class Sight:
    """What is seen: arrows as `0406>0405`, notes by hex, used units, and those that attack from a stack."""

    arrows: set[str]
    notes: dict[str, list[str]]
    used: set[str]
    mixed: set[str]


def seen(player: Engine | EmulatedGame) -> Sight:
    """Return what is seen now."""
    told = player.evaluate(
        f'{{new bsh.Interpreter().eval({names.RUN} + "rules.eval(\\"{SEEN}\\");").toString()}}'
    )
    arrows, notes, used, mixed = (part.rstrip(";").split(";") if part else [] for part in told.split("|"))
    by_hex = {hex_id: lines.rstrip("/").split("/") for hex_id, lines in (n.split(":", 1) for n in notes)}
    return Sight(set(arrows), by_hex, set(used), set(mixed))


def arrows(file: Path) -> int:
    """Return how many points of a picture have the colour of arrows."""
    with Image.open(file) as picture:
        found = picture.convert("RGB").getcolors(picture.width * picture.height) or []
    return {colour: count for count, colour in found}.get((213, 94, 0), 0)
