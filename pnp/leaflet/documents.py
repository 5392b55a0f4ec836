"""The leaflets of a kit, read from its folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit, bounds
from pnp.kit.folder import KitFolder, open_folder, read_text
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kit.toml_source import read_document
from pnp.leaflet.blocks import Document
from pnp.leaflet.parser import compare_rules, read_leaflet


class Documents:
    """Reads the leaflets of a kit. Its folder is looked through once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._folder = open_folder(kit.folder, Findings())
        self._signs = {*kit.theme.icons, *(name.rpartition(".")[0] for name in kit.art)}
        self._figures = {name for name, face in kit.faces.items() if face.size is not None}

    def read(self, leaflet: Leaflet, language: str) -> Document:
        """A leaflet in one language; its findings say what is wrong in it. Raises KitError if it is not text."""
        name = f"{leaflet.file}.{language}.md"
        findings = Findings()
        text = read_text(self._folder, name, findings)
        if text is None:
            raise KitError(findings.errors)
        document = read_leaflet(text, self._folder.shown(name), self._figures, self._signs)
        return replace(document, signs=_signs(self._folder, language))


def _signs(folder: KitFolder, language: str) -> Mapping[str, str]:
    """What a kit calls its things, by their names in its glossary: a sign is mostly called as what it stands for. What
    is wrong with a glossary is said where it is checked."""
    name = f"glossary.{language}.toml"
    document = read_document(folder, name, Findings()) if name in folder.files else None
    terms = document.values.items() if document else ()
    said = {key: term.get("word") for key, term in terms if isinstance(term, Mapping)}
    return {key: " ".join(word.split()) for key, word in said.items() if isinstance(word, str)}


def uneven_rules(kit: Kit, components: Iterable[AnyComponent]) -> tuple[Finding, ...]:
    """Findings for each rule that one language of a leaflet among the components has and another lacks, or has in
    another place.

    Raises KitError if the leaflets are too much to be set.
    """
    found: list[Finding] = []
    documents, blocks = Documents(kit), 0
    for component in components:
        if not isinstance(component, Leaflet):
            continue
        read = [_bounded(documents.read(component, language)) for language in kit.languages]
        found.extend(compare_rules(read))
        blocks += sum(document.size for document in read)
        if blocks > bounds.ALL_BLOCKS.most:
            message = f"with this leaflet the kit has more than {bounds.ALL_BLOCKS.most} {bounds.ALL_BLOCKS.unit}"
            raise KitError(
                [Finding("error", "size", Place(kit.file, component.line, "file"), message, "split the kit")]
            )
    return tuple(found)


def _bounded(document: Document) -> Document:
    """A leaflet that was read; raises KitError for one that is too much to be."""
    excess = [finding for finding in document.findings if finding.code == "size"]
    if excess:
        raise KitError(excess)
    return document
