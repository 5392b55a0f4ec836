"""Files for a press: PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7)."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from pnp.render.pdf_metadata import Said
from pnp.render.pdf_objects import Name, PdfFile, Value

if TYPE_CHECKING:
    from pnp.render.separation import Separation

Standard: TypeAlias = Literal["PDF/X-1a:2003", "PDF/X-4"]
VERSIONS: dict[Standard, str] = {"PDF/X-1a:2003": "1.4", "PDF/X-4": "1.6"}
REGISTRY = "http://www.color.org"
DATE = "2000-01-01T00:00:00Z"
"""What is said of when a file was made, which the standards want to know: the same pages give the same bytes."""


class Press(msgspec.Struct, frozen=True, eq=False):
    """A press: the standard of its files, and how colours become its inks."""

    standard: Standard
    separation: Separation

    @property
    def live(self) -> bool:
        """Whether its files may hold what is see-through."""
        return self.standard != "PDF/X-1a:2003"


def information(press: Press) -> dict[str, Value]:
    """What the document information says besides."""
    date = "D:20000101000000Z"
    return {
        "CreationDate": date,
        "ModDate": date,
        "Trapped": Name("False"),
        "GTS_PDFXVersion": press.standard,
    }


def intents(file: PdfFile, press: Press) -> list[Value]:
    """Which press the file is meant for, as its catalogue says it."""
    profile = press.separation.profile
    said: dict[str, Value] = {
        "Type": Name("OutputIntent"),
        "S": Name("GTS_PDFX"),
        "OutputConditionIdentifier": profile.condition,
        "Info": profile.name,
        "DestOutputProfile": file.add_stream({"N": 4}, profile.data),
    }
    return [said if profile.condition == "Custom" else {**said, "RegistryName": REGISTRY}]


def more(press: Press, said: Said) -> dict[str, str]:
    """What XMP says besides: the standard, an id that is the same for the same kit, and the document's dates."""
    name = uuid.uuid5(uuid.NAMESPACE_URL, "\0".join((said.title, said.keywords, said.language)))
    version = {"PDF/X-1a:2003": "pdfx:GTS_PDFXVersion", "PDF/X-4": "pdfxid:GTS_PDFXVersion"}[press.standard]
    return {
        version: press.standard,
        "pdf:Trapped": "False",
        "xmp:CreateDate": DATE,
        "xmp:ModifyDate": DATE,
        "xmp:MetadataDate": DATE,
        "xmpMM:DocumentID": f"uuid:{name}",
        "xmpMM:VersionID": "1",
        "xmpMM:RenditionClass": "default",
    }
