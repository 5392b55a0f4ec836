"""What a PDF file says of itself, as XMP (ISO 16684-1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pnp.render.pdf_objects import Name, PdfFile, Reference

CREATOR = "Silk Road Print & Play"
PRESS = (
    ' xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"'
    ' xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"'
)
"""Whose names those further things have that are said of files for a press."""
_QUOTED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class Said(msgspec.Struct, frozen=True):
    """The document information of a file."""

    title: str
    author: str
    subject: str
    language: str
    keywords: str


def add_metadata(file: PdfFile, said: Said, more: Mapping[str, str]) -> Reference:
    """Writes the same as the document information, and no dates but those among `more`."""
    parts = {
        "dc:title": _alternative(said.title),
        "dc:creator": f"<rdf:Seq><rdf:li>{escape(said.author)}</rdf:li></rdf:Seq>" if said.author else "",
        "dc:description": _alternative(said.subject),
        "dc:language": f"<rdf:Bag><rdf:li>{escape(said.language)}</rdf:li></rdf:Bag>",
        "pdf:Keywords": escape(said.keywords),
        "xmp:CreatorTool": escape(CREATOR),
        **{name: escape(value) for name, value in more.items()},
    }
    lines = "".join(f"<{name}>{value}</{name}>" for name, value in parts.items() if value)
    text = (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" '
        f'xmlns:xmp="http://ns.adobe.com/xap/1.0/"{PRESS if more else ""}>'
        f'{lines}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    )
    return file.add_stream({"Type": Name("Metadata"), "Subtype": Name("XML"), "Filter": None}, text.encode())


def escape(text: str) -> str:
    """A text as XML has it."""
    return text.translate(_QUOTED)


def _alternative(text: str) -> str:
    """A text of XMP that could stand there in other languages too."""
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>' if text else ""
