"""Write PDF pages with reportlab: lengths in mm, embedded font subsets, reproducible bytes.

With process colours and without a press's profile nothing translucent is written, because print shops'
software flattens transparency in different ways. Instead, the area under a faint wash is painted again in
mixed colours and clipped to the wash. In other files a wash stays translucent, which makes them smaller.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, BinaryIO, Final

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.pdfdoc import PDF_VERSION_DEFAULT, PDFFile, PDFName, PDFResourceDictionary, xObjectName
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from hexwright.render.canvas import Box, Colour, Separation, Stamp
from hexwright.render.fonts import FontFace
from hexwright.render.icc_profile import IccProfile
from hexwright.render.pdf_canvas import PdfCanvas, Raster
from hexwright.render.pdf_flattening import WashTints
from hexwright.render.pdf_inks import Inks, operator, process_inks, screen_inks
from hexwright.render.pdf_output_intent import attach_output_intent
from hexwright.render.pdf_pen import PLACES, CompressedOperators, numbers, small_form
from hexwright.render.pdf_pictures import LatePicture, PdfPicture
from hexwright.render.pictures_ahead import BeginEncoding, PicturesAhead

_AROUND: Final = 1.0
"""The margin in mm around a stamp that no viewer may cut."""
POINTS: Final = 72 / 25.4
"""Points per millimetre."""


Anchor = tuple[str, float, float]
"""A target on a page: its key, and its position in mm from the upper left corner."""


@dataclass(frozen=True, slots=True)
class PageFit:
    """The shift of a page (in mm, as the reader sees it) and its scale around the middle."""

    x: float = 0.0
    y: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


@dataclass(slots=True)
class _InkAndRasterUse:
    """The inks, fonts and pictures that a document uses. Its specification page lists them."""

    rasters: list[Raster] = field(default_factory=list)
    most_ink: float = 0.0


class PdfDocument:
    """A PDF that is being written: pages in order, stored drawings and bookmarks."""

    def __init__(
        self,
        title: str,
        *,
        author: str = "",
        subject: str = "",
        keywords: str = "",
        process: bool = False,
        flat: bool = False,
        profile: IccProfile | None = None,
    ) -> None:
        """Start a document; if `process` is set, all colours are made of cyan, magenta, yellow and black.

        `flat` paints without transparency, as do process colours without a profile. `profile` is the press
        for which the file is meant; PDF/X-4, which names it, allows transparency.
        """
        self._fonts: dict[FontFace, TTFont] = {}
        self.process = process
        self.flat = flat or (process and profile is None)
        self.pages = 0
        self._level = -1
        self._pictures = PicturesAhead()
        self._stamps: dict[tuple[int, int, WashTints], tuple[str, Stamp]] = {}
        self.usage = _InkAndRasterUse()
        self._inks: Inks = process_inks if process else screen_inks
        self.reportlab = ReportlabCanvas(
            io.BytesIO(),
            pageCompression=1,
            invariant=1,
            initialFontName=_register(FontFace.SANS).fontName,
            pdfVersion=(1, 6),
            lang="en",
        )
        pdf = self.reportlab
        pdf.setTitle(title)
        pdf.setAuthor(author)
        pdf.setSubject(subject)
        pdf.setKeywords(keywords)
        pdf.setCreator("hexwright")
        pdf.setProducer("hexwright")
        if profile is not None:
            attach_output_intent(pdf, profile, title)

    @contextmanager
    def page(
        self,
        width: float,
        height: float,
        *,
        bookmark: str = "",
        label: str = "",
        level: int = 0,
        trim: Box | None = None,
        bleed: Box | None = None,
        fit: PageFit | None = None,
        anchors: Iterable[Anchor] = (),
    ) -> Iterator[PdfCanvas]:
        """Draw a page of a size in mm; by default, `trim` and `bleed` are the page.

        `label` is the page's name in a viewer, in place of its number. `anchors` are positions on the page
        that `outline` can link to. `fit` moves and scales the whole page
        to compensate for the printer's own shift and scaling.
        """
        pdf = self.reportlab
        pdf.setPageSize((width * POINTS, height * POINTS))
        sheet = Box(0, 0, width, height)
        trimmed = trim or sheet
        pdf.setTrimBox(_box(trimmed, height))
        pdf.setBleedBox(_box(bleed or trimmed, height))
        pdf.setArtBox(None)
        if bookmark:
            key = f"page{self.pages + 1}"
            pdf.bookmarkPage(key)
            self.outline(bookmark, key, level)
        if label:
            pdf.addPageLabel(self.pages, prefix=label)
        for key, x, y in anchors:
            pdf.bookmarkPage(key, fit="XYZ", left=round(x * POINTS, 2), top=round((height - y) * POINTS, 2))
        pdf.addLiteral(f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height * POINTS:.4f} cm")
        if fit is not None:
            x = width / 2 * (1 - fit.scale_x) + fit.x
            y = height / 2 * (1 - fit.scale_y) + fit.y
            pdf.addLiteral(f"{fit.scale_x:.6f} 0 0 {fit.scale_y:.6f} {numbers(x, y)} cm")
        yield PdfCanvas(self)
        pdf.showPage()
        self.pages += 1

    def link(self, area: Box, key: str, height: float) -> None:
        """Make an area of the open page, which is `height` mm high, a link to an anchor."""
        corners = (area.x, height - area.bottom, area.right, height - area.y)
        rectangle = tuple(round(value * POINTS, 2) for value in corners)
        self.reportlab.linkAbsolute("", key, rectangle, Border="[0 0 0]")

    def outline(self, title: str, key: str, level: int = 0) -> None:
        """Add a bookmark that links to an anchor; its level is at most one below the previous bookmark's."""
        self._level = max(0, min(level, self._level + 1))
        self.reportlab.addOutlineEntry(title, key, self._level)
        self.reportlab.showOutline()

    @contextmanager
    def store(self, name: str, box: Box, places: int = PLACES) -> Iterator[PdfCanvas]:
        """Store a drawing under a name, clipped to the box; raise an error while a page is open.

        `places` is the number of decimals of its coordinates; a drawing that is only shown small needs fewer.
        """
        pdf: Any = self.reportlab
        pdf.beginForm(name, box.x, box.y, box.right, box.bottom)
        operators = pdf._code = CompressedOperators(pdf._preamble)
        yield PdfCanvas(self, places)
        self._end_form(name, operators)

    def holds(self, name: str) -> bool:
        """Return whether a drawing is stored under a name."""
        return bool(self.reportlab.hasForm(name))

    def _end_form(self, name: str, operators: CompressedOperators) -> None:
        self.reportlab.endForm()
        # A form's resources as written by reportlab lack the graphics states that washes need.
        document: Any = self.reportlab._doc
        form = document.idToObject[document.getXObjectName(name)]
        form.Contents = operators.stream()
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if form.XObjects:
            resources.XObject = form.XObjects
        if form.ExtGState:
            resources.ExtGState = form.ExtGState
        resources.setColorSpace(getattr(form, "_colorsUsed", {}))
        form.Resources = resources

    def stamp_form(self, stamp: Stamp, places: int, tints: WashTints, paint: Callable[[Stamp], str]) -> str:
        """Return the name of the stored drawing of a stamp below washes.

        `paint` returns its operators with coordinates of `places` decimals.
        """
        known = self._stamps.get((id(stamp), places, tints))
        if known is None:
            text = paint(stamp)
            name = f"s{sha256(text.encode()).hexdigest()[:8]}"
            known = self._stamps[id(stamp), places, tints] = (name, stamp)
            if not self.holds(name):
                around = Box(-stamp.reach, -stamp.reach, 2 * stamp.reach, 2 * stamp.reach)
                document: Any = self.reportlab._doc
                document.Reference(small_form(text, around.inset(-_AROUND)), xObjectName(name))
        return known[0]

    def add_picture(self, picture: LatePicture) -> None:
        """Add a picture that pages may show by its key, before or after; it is encoded once, at the end."""
        document: Any = self.reportlab._doc
        name = document.getXObjectName(picture.key)
        if name not in document.idToObject:
            self._pictures.add(picture)
            document.Reference(PdfPicture(lambda: self._pictures.encoded(picture)), name)

    def to_bytes(self) -> bytes:
        """Finish the document and return the PDF file."""
        file = io.BytesIO()
        self.write_to(file)
        return file.getvalue()

    def write_to(
        self,
        file: BinaryIO,
        watch: Callable[[int, int], None] | None = None,
        begin: BeginEncoding | None = None,
    ) -> None:
        """Finish the document and write the PDF file, object by object.

        `watch` is called with the number of each late picture and the number of all. `begin`, if any, encodes
        such pictures elsewhere, a few ahead of the one that is written.
        """
        before = rl_config.useA85
        rl_config.useA85 = 0
        try:
            self._pictures.watch, self._pictures.begin = watch, begin
            with _writing_to(file):
                self.reportlab.save()
        finally:
            rl_config.useA85 = before

    def encoded(self, text: str, face: FontFace) -> Iterator[tuple[str, bytes]]:
        """Split a string into runs.

        Each run is the name of a subset font in the file, and character codes in that font.
        """
        font = self._fonts.get(face)
        if font is None:
            font = self._fonts[face] = _register(face)
        document: Any = self.reportlab._doc
        for subset, codes in font.splitString(text, document):
            yield font.getSubsetInternalName(subset, document), codes

    def ink(self, colour: Colour, *, stroke: bool, text: bool) -> str:
        """Return the PDF operator for a colour, and record the amount of ink that the colour needs."""
        inks = self._inks(colour, text)
        if len(inks) == 4:
            self.usage.most_ink = max(self.usage.most_ink, sum(inks))
        return operator(inks, stroke=stroke)

    def plate(self, separation: Separation) -> str:
        """Return the PDF operators that stroke on a plate of its own; "" where colours aren't separated."""
        if not self.process or not separation:
            return ""
        # On a screen a cutter's line is magenta; register marks are as dark as all inks together.
        look = (1.0,) * 4 if separation == "All" else (0.0, 1.0, 0.0, 0.0)
        pdf: Any = self.reportlab
        key, name = pdf._doc.addColor(CMYKColorSep(*look, spotName=separation))
        pdf._colorsUsed[key] = name
        return f"/{name} CS 1 SCN"


@contextmanager
def _writing_to(file: BinaryIO) -> Iterator[None]:
    """Make reportlab write each object as soon as its bytes are made, instead of keeping them all."""

    class Writer(PDFFile):  # type: ignore[misc]
        def __init__(self, version: Any = PDF_VERSION_DEFAULT) -> None:
            super().__init__(version)
            self.write: Any = file.write
            file.writelines(self.strings)

        def format(self, document: Any) -> bytes:
            return b""

    pdfdoc.PDFFile = Writer
    try:
        yield
    finally:
        pdfdoc.PDFFile = PDFFile


class _TaggedFont(TTFont):  # type: ignore[misc]
    """A font of which each subset has a tag of its own: six letters that follow from its glyphs."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802  # reportlab's name
        """Add the subsets of the font to a document that is being finished."""
        names = [self.getSubsetInternalName(n, doc)[1:] for n in range(len(self.state[doc].subsets))]
        super().addObjects(doc)
        fonts = doc.idToObject["BasicFonts"].dict
        for font in (fonts[name] for name in names):
            descriptor = doc.idToObject[font.FontDescriptor.name]
            glyphs = doc.idToObject[descriptor.dict["FontFile2"].name].content
            tag = "".join(chr(ord("A") + byte % 26) for byte in sha256(glyphs).digest()[:6])
            font.BaseFont = f"{tag}+{font.BaseFont.partition('+')[2]}"
            descriptor.dict["FontName"] = PDFName(font.BaseFont)


def _register(face: FontFace) -> TTFont:
    """Return the reportlab font of a face, loaded once per process."""
    name = f"hexwright-{face.name}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(_TaggedFont(name, str(face.path), asciiReadable=0))
    font: TTFont = pdfmetrics.getFont(name)
    return font


def _box(box: Box, height: float) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top edges of a box in points, measured from the lower left
    corner.
    """
    return tuple(
        round(value * POINTS, 4) for value in (box.x, height - box.bottom, box.right, height - box.y)
    )  # type: ignore[return-value]
