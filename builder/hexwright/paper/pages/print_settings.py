"""Print settings: the options that all sheets of a print job share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.game import Game
from hexwright.paper.pages.duplex_backs import Duplex
from hexwright.paper.pages.page_margins import MARGIN, SHOP_BLEED, UNPRINTABLE
from hexwright.paper.pages.paper_sizes import A4, Paper
from hexwright.render.icc_profile import IccProfile
from hexwright.render.theme import CLASSIC, Theme

PrintPart = Literal["counters", "map", "aids", "rules"]
PARTS: Final[tuple[PrintPart, ...]] = ("counters", "map", "aids", "rules")

MAX_OFFSET: Final = MARGIN - UNPRINTABLE
"""The largest offset that can be corrected, in mm: the margin without its unprintable part."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The options of a print job."""

    theme: Theme = CLASSIC
    paper: Paper | None = A4
    """The paper; None for one sheet of the map's own size."""
    map_paper: Paper | None = None
    """The paper of the map; None for `paper`, or in a shop's files for one sheet of the map's own size."""
    hex_mm: float | None = None
    """The width of the map's hexes in mm; None for that of the data."""
    duplex: Duplex = "long"
    offset: tuple[float, float] = (0.0, 0.0)
    """The printer's offset of backs in mm, right and down, seen from the front through the paper."""
    scale: tuple[float, float] = (1.0, 1.0)
    """The printer's scaling error, horizontally and vertically, as factors."""
    bleed: float | None = None
    """The bleed in mm; None for the default of the data or of the print shop."""
    marks: bool = True
    shop: bool = False
    profile: IccProfile | None = None
    """The press that a print shop's files name as their output intent."""
    imposed: bool = False
    """Whether the booklet has two pages per side, arranged to be folded and stapled."""
    art: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures that the data name, keyed by name."""

    @property
    def desk_paper(self) -> Paper:
        """Return the paper for parts that may have any size: A4 unless another paper is set."""
        return self.paper or A4

    def counter_bleed(self, game: Game) -> float:
        """Return the bleed of counters in mm."""
        if self.bleed is not None:
            return self.bleed
        return max(game.counters.sheet.bleed_mm, SHOP_BLEED if self.shop else 0.0)

    def check(self) -> None:
        """Raise `InputError` (P103, P104, P111) if an offset, bleed or width of hexes is out of range."""
        far = max(abs(self.offset[0]), abs(self.offset[1]))
        if far > MAX_OFFSET:
            raise InputError.single(
                "P103",
                f"an offset of {far:g} mm is larger than the margin of the sheet",
                Span("--offset"),
                f"write at most {MAX_OFFSET:g} mm, or print the calibration page again, at 100 % and centred",
            )
        if self.bleed is not None and not 0 <= self.bleed <= 20:
            raise InputError.single(
                "P104",
                f"a bleed of {self.bleed:g} mm is out of range",
                Span("--bleed"),
                "write a bleed between 0 and 20 mm",
            )
        if self.hex_mm is not None and not 5 <= self.hex_mm <= 200:
            raise InputError.single(
                "P111",
                f"hexes of {self.hex_mm:g} mm are out of range",
                Span("--hex"),
                "write a width between 5 and 200 mm, such as 16",
            )
