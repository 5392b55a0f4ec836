"""Files for a press: PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7)."""

from __future__ import annotations

import uuid
from typing import Literal, TypeAlias

import msgspec
import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from pnp.render.colours import ColourConversion
from pnp.render.separation import Separation
from pnp.scene import Black

Standard: TypeAlias = Literal["PDF/X-1a:2003", "PDF/X-4"]

INFO_DATE, XMP_DATE = "D:20000101000000Z", "2000-01-01T00:00:00Z"
"""The standards ask for a date; a fixed one gives the same bytes for the same pages."""

_VERSIONS: dict[Standard, str] = {"PDF/X-1a:2003": "1.4", "PDF/X-4": "1.6"}
_XMP_NAMES = {"PDF/X-1a:2003": "pdfx:GTS_PDFXVersion", "PDF/X-4": "pdfxid:GTS_PDFXVersion"}
_NAMESPACES = {"pdfx": "http://ns.adobe.com/pdfx/1.3/", "pdfxid": "http://www.npes.org/pdfx/ns/id/"}


class PressProfile(msgspec.Struct, frozen=True, eq=False):
    """Requirements of a printing press: the file standard, and the separation into its inks."""

    standard: Standard
    separation: Separation

    def colours(self, black: Black) -> ColourConversion:
        """Returns the conversion to the press's inks, without transparency for PDF/X-1a."""
        return ColourConversion(black, self.separation, transparency=self.standard != "PDF/X-1a:2003")

    def apply(self, pdf: pikepdf.Pdf, names: tuple[str, ...]) -> str:
        """Adds the output intent and the metadata that the standard requires. Returns its PDF version. The file id is
        derived from its `names`."""
        profile = self.separation.profile
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier=String(profile.condition),
            Info=String(profile.name),
            DestOutputProfile=Stream(pdf, profile.data, N=4),
        )
        if profile.condition != "Custom":
            intent.RegistryName = String("http://www.color.org")
        pdf.Root.OutputIntents = Array([intent])
        pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = String(INFO_DATE)
        pdf.docinfo["/Trapped"] = Name("/False")
        pdf.docinfo["/GTS_PDFXVersion"] = String(self.standard)
        name = uuid.uuid5(uuid.NAMESPACE_URL, "\0".join(names))
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            for prefix, uri in _NAMESPACES.items():
                metadata.register_xml_namespace(uri, prefix)
            metadata[_XMP_NAMES[self.standard]] = self.standard
            metadata["pdf:Trapped"] = "False"
            for key in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"):
                metadata[key] = XMP_DATE
            metadata["xmpMM:DocumentID"] = f"uuid:{name}"
            metadata["xmpMM:VersionID"] = "1"
            metadata["xmpMM:RenditionClass"] = "default"
        return _VERSIONS[self.standard]
