"""Files for a press: PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7)."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDate, PDFDictionary, PDFInfo, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from pnp.render.pdf_metadata import Said, metadata

if TYPE_CHECKING:
    from pnp.render.separation import Separation

Standard: TypeAlias = Literal["PDF/X-1a:2003", "PDF/X-4"]
VERSIONS: dict[Standard, tuple[int, int]] = {"PDF/X-1a:2003": (1, 4), "PDF/X-4": (1, 6)}
REGISTRY = "http://www.color.org"


class Press(msgspec.Struct, frozen=True, eq=False):
    """A press: the standard of its files, and how colours become its inks."""

    standard: Standard
    separation: Separation


class _Info(PDFInfo):  # type: ignore[misc]  # reportlab says nothing of its types
    """Document information that names the standard, as X-1a asks."""

    standard: Standard

    def format(self, document: object) -> bytes:
        said = {
            "Title": PDFString(self.title),
            "Author": PDFString(self.author),
            "Subject": PDFString(self.subject),
            "Keywords": PDFString(self.keywords),
            "Creator": PDFString(self.creator),
            "Producer": PDFString(self.producer),
            "CreationDate": PDFDate(ts=document._timeStamp),  # type: ignore[attr-defined] # noqa: SLF001
            "ModDate": PDFDate(ts=document._timeStamp),  # type: ignore[attr-defined] # noqa: SLF001
            "Trapped": PDFName("False"),
            "GTS_PDFXVersion": PDFString(self.standard),
        }
        written: bytes = PDFDictionary(said).format(document)
        return written


def conform(canvas: Canvas, press: Press, said: Said) -> None:
    """Has a file say which standard it goes by, and for which press it is meant."""
    document = canvas._doc  # noqa: SLF001 - it has no public way to its objects
    info = _Info()
    info.__dict__.update(document.info.__dict__)
    info.standard = press.standard
    document.info = info
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([_intent(press)])
    catalog.Metadata = metadata(said, _more(press, said, document._timeStamp))  # noqa: SLF001


def _intent(press: Press) -> PDFDictionary:
    profile = press.separation.profile
    said = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(profile.condition),
        "Info": PDFString(profile.name),
        "DestOutputProfile": PDFStream(PDFDictionary({"N": 4}), profile.data, None),
    }
    if profile.condition != "Custom":
        said["RegistryName"] = PDFString(REGISTRY)
    return PDFDictionary(said)


def _more(press: Press, said: Said, stamp: object) -> dict[str, str]:
    """What XMP says besides: the standard, an id that is the same for the same kit, and the document's dates."""
    year, month, day, hour, minute, second = stamp.YMDhms  # type: ignore[attr-defined]  # reportlab's own
    date = f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}Z"
    name = uuid.uuid5(uuid.NAMESPACE_URL, "\0".join((said.title, said.keywords, said.language)))
    version = {"PDF/X-1a:2003": "pdfx:GTS_PDFXVersion", "PDF/X-4": "pdfxid:GTS_PDFXVersion"}[press.standard]
    return {
        version: press.standard,
        "pdf:Trapped": "False",
        "xmp:CreateDate": date,
        "xmp:ModifyDate": date,
        "xmp:MetadataDate": date,
        "xmpMM:DocumentID": f"uuid:{name}",
        "xmpMM:VersionID": "1",
        "xmpMM:RenditionClass": "default",
    }
