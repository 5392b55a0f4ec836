"""Finishes a file that reportlab wrote, by pikepdf: metadata, tags, font maps and compression."""

from __future__ import annotations

import io
from typing import BinaryIO, Protocol

import msgspec
import pikepdf

from pnp.render.colours import ColourConversion
from pnp.render.pdf_forms import COMPRESSION
from pnp.render.pdf_tags import TagTree
from pnp.render.pdf_text import TextPainter
from pnp.scene.colour import Black

CREATOR = "Silk Road Print & Play"


class PdfInfo(msgspec.Struct, frozen=True):
    """The document information of a file."""

    title: str
    author: str
    subject: str
    language: str
    keywords: str


class PrintStandard(Protocol):
    """A standard for files that go to a press. See `pdfx`."""

    @property
    def pdf_version(self) -> str:
        """Such as `1.4`."""

    def colours(self, black: Black) -> ColourConversion:
        """The conversion of colours into the inks of the press."""

    def apply(self, pdf: pikepdf.Pdf, info: PdfInfo) -> None:
        """Adds what the standard asks for."""


def finish(
    data: bytes, out: BinaryIO, info: PdfInfo, text: TextPainter, tags: TagTree, standard: PrintStandard | None
) -> None:
    """Writes a finished file to `out`. The same `data` gives the same bytes: no dates, no random ids."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        text.mend(pdf)
        tags.write(pdf)
        _write_info(pdf, info)
        if standard:
            standard.apply(pdf, info)
        pikepdf.settings.set_flate_compression_level(COMPRESSION)
        saved = io.BytesIO()  # an error while qpdf writes to `out`, such as a full disk, would end the process
        pdf.save(
            saved,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable if standard else pikepdf.ObjectStreamMode.generate,
            force_version=standard.pdf_version if standard else "",
        )
    out.write(saved.getbuffer())


def _write_info(pdf: pikepdf.Pdf, info: PdfInfo) -> None:
    """Writes the document information, and the same as XMP (ISO 16684-1)."""
    written = {
        "/Title": info.title,
        "/Author": info.author,
        "/Subject": info.subject,
        "/Keywords": info.keywords,
        "/Creator": CREATOR,
        "/Producer": CREATOR,
    }
    pdf.trailer.Info = pdf.make_indirect(
        pikepdf.Dictionary({key: pikepdf.String(text) for key, text in written.items()})
    )
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:language"] = {info.language}
        metadata["xmp:CreatorTool"] = CREATOR
        for name, text in (("dc:title", info.title), ("dc:description", info.subject), ("pdf:Keywords", info.keywords)):
            if text:
                metadata[name] = text
        if info.author:
            metadata["dc:creator"] = [info.author]
