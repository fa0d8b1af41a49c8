"""Attach a printing condition to a PDF: an ICC profile as output intent, and the keys of PDF/X-4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (
    XMP,
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from hexwright.render.icc_profile import IccProfile
from hexwright.support.result_cache import digest_of

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

REGISTRY: Final = "http://www.color.org"
"""The registry of printing conditions that PDF/X names."""
_DATE: Final = "2000-01-01T00:00:00Z"
"""The date in every file, so that the same game gives the same bytes."""


class _Catalog(PDFCatalog):  # type: ignore[misc]
    """The root of a PDF, which may name output intents."""

    __NoDefault__ = (*PDFCatalog.__NoDefault__, "OutputIntents")
    __Refs__ = (*PDFCatalog.__Refs__, "OutputIntents")


def attach_output_intent(pdf: ReportlabCanvas, profile: IccProfile, title: str) -> None:
    """Name a press's profile as the file's output intent, with the keys that PDF/X-4 asks for."""
    document: Any = pdf._doc
    stream = PDFStream(PDFDictionary({"N": 4}), profile.data, [PDFZCompress])
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(profile.condition or profile.description or "Custom"),
        "Info": PDFString(profile.description or "Custom"),
        "DestOutputProfile": document.Reference(stream, "press-profile"),
    }
    if profile.condition:
        intent["RegistryName"] = PDFString(REGISTRY)
    document.Catalog.__class__ = _Catalog
    document.Catalog.OutputIntents = PDFArray([PDFDictionary(intent)])
    document.Catalog.Metadata = XMP(creator=lambda _: _metadata(title, profile))


def _metadata(title: str, profile: IccProfile) -> bytes:
    """Return the XMP packet that declares PDF/X-4; its identifiers follow from title and profile."""
    digest = UUID(digest_of([title, profile.digest])[:32])
    text = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>hexwright</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<xmp:CreatorTool>hexwright</xmp:CreatorTool>
<xmp:CreateDate>{_DATE}</xmp:CreateDate><xmp:ModifyDate>{_DATE}</xmp:ModifyDate>
<xmp:MetadataDate>{_DATE}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{digest}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
    return text.encode()
