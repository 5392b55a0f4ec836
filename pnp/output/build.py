"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec
from platformdirs import user_cache_path

from pnp.check.faces import FaceCheck
from pnp.check.lookalikes import Side, alike
from pnp.check.pages import PageCheck
from pnp.check.unused import unused
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit, read
from pnp.kit.model import AnyComponent, Leaflet
from pnp.leaflet.documents import uneven_rules
from pnp.output import manifest as entry
from pnp.output.cache import Cache
from pnp.output.faces import DPI, NamedScene, named_faces
from pnp.output.files import staged, write_json
from pnp.output.guide import with_guide
from pnp.output.ink_cover import ink_cover
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page, scene_pngs
from pnp.render.svg import write_svg
from pnp.scene import Page
from pnp.sheet.booklet import page_size
from pnp.sheet.options import Options
from pnp.sheet.papers import PAPERS
from pnp.sheet.parts import count, face_count, piece_faces, trim_size, with_sleeves
from pnp.sheet.plan import Planner, Volume
from pnp.sheet.selection import Selection, parse_selection

Progress: TypeAlias = Callable[[str, float], None]
"""Told what is begun, mostly the name of a file, and the share of the kit that is done by then, 0 to 1."""

LAYING = 0.45
"""Of the time for a language's PDF files, what passes until their pages are laid out (measured on our kits) …"""
WRITTEN = 0.7
"""… and of the whole time, what passes until all files are written and the ink of the faces is measured."""


class Built(msgspec.Struct, frozen=True):
    """What came of a build: the folder and the manifest, the warnings, and how many files were rendered or
    came from the cache."""

    folder: Path
    manifest: entry.Manifest
    findings: Findings
    rendered: int
    reused: int


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`.

    Raises KitError with all errors, and then has written nothing: the output is as it was before. Raises
    BadOptionError if the kit has not what the options name.
    """
    kit, findings = _read(folder, options)
    findings.extend(unused(kit))
    selection = parse_selection(options.only, kit)
    target = options.out / (f"{kit.id}-reprint" if selection.partial else kit.id)
    cache = Cache(user_cache_path("silk-road-pnp") if options.cache else None)
    with staged(target) as stage:
        made = []
        for language, told in _each_language(kit, options, _between(progress, 0.0, WRITTEN)):
            run = _Run(kit, language, options, selection, told)
            made.append(run.write(stage, cache))
            findings.extend(run.findings)
        if findings.errors:
            raise KitError(findings)
        progress(entry.MANIFEST, WRITTEN)
        manifest = _manifest(kit, options, selection, made)
        write_json(stage / entry.MANIFEST, manifest)
    cache.prune()
    return Built(target, manifest, findings, cache.rendered, cache.reused)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out all that `build` would print, looks at it more closely than `build` has time to, and writes nothing.

    Raises BadOptionError as `build` does.
    """
    try:
        kit, findings = _read(folder, options)
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = parse_selection(options.only, kit)
    for language, told in _each_language(kit, options, progress):
        run = _Run(kit, language, options, selection, told, thorough=True)
        run.look()
        findings.extend(run.findings)
    findings.extend(unused(kit))
    return findings


def _each_language(kit: Kit, options: Options, progress: Progress) -> Iterator[tuple[str, Progress]]:
    """The languages to print, each with the part of the whole progress that is its own."""
    languages = options.printed_languages(kit.languages)
    for index, language in enumerate(languages):
        yield language, _between(progress, index / len(languages), (index + 1) / len(languages))


def _between(progress: Progress, start: float, end: float) -> Progress:
    """The progress of a part of the whole."""
    return lambda name, done: progress(name, start + (end - start) * done)


def _read(folder: Path, options: Options) -> tuple[Kit, Findings]:
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    findings.extend(uneven_rules(kit))
    return (with_sleeves(kit) if options.sleeved else kit), findings


class _Made(msgspec.Struct, frozen=True):
    """What one language adds to the manifest."""

    files: list[entry.File]
    codes: list[entry.Code]
    sheets: list[entry.SheetEntry]


class _Run:
    """One language of a build."""

    def __init__(
        self,
        kit: Kit,
        language: str,
        options: Options,
        selection: Selection,
        progress: Progress,
        *,
        thorough: bool = False,
    ) -> None:
        self.kit = kit
        self.options = options
        self.selection = selection
        self.progress = progress
        self.findings = Findings()
        self.layout = Layout(
            kit,
            language,
            ink=options.ink,
            address=options.code_address(kit.id, kit.build),
            inspect=FaceCheck(kit, thorough=thorough).inspect,
        )

    def look(self) -> None:
        """Lays out every face and page, for what there is to find."""
        try:
            self.findings.extend(alike(self.kit, self._sides()))
            pages = PageCheck(self.kit)
            volumes = with_guide(Planner(self.kit, self.layout, self.options, self.selection))
            for index, volume in enumerate(volumes):
                self.progress(volume.name, index / len(volumes))
                for number, page in enumerate(volume.pages(), start=1):
                    self.findings.extend(pages.inspect(page, volume.what, f"{volume.name}.pdf", number))
        except KitError as error:
            self.findings.extend(error.findings)
        self.findings.extend(self.layout.findings)

    def _sides(self) -> Iterator[Side]:
        """Lays out every face, so that all are looked at whatever is wrong with the pages; those that show a row."""
        for component in self.kit.components:
            for record, _copies in self.selection.expand(self.kit, component):
                for side, scene in piece_faces(self.kit, self.layout, component, record):
                    if record:
                        yield Side(component.id, side, record, scene)

    def write(self, stage: Path, cache: Cache) -> _Made:
        """Writes all files that are asked for; not worth keeping if there are errors among the findings."""
        made = _Made([], [], [])
        try:
            if "pdf" in self.options.formats:
                told = _between(self.progress, 0.0, 1 / len(self.options.formats))
                told(f"{self.kit.id}-{self.layout.language}", 0.0)
                volumes = with_guide(Planner(self.kit, self.layout, self.options, self.selection))
                for index, volume in enumerate(volumes):
                    told(volume.name, LAYING + (1 - LAYING) * index / len(volumes))
                    made.files.append(self._pdf(volume, stage, cache, made.codes))
                    made.sheets.extend(_sheet_entries(volume))
            made.files.extend(self._faces(stage, cache))
        except KitError as error:
            self.findings.extend(error.findings)
        self.findings.extend(self.layout.findings)
        return made

    def _pdf(self, volume: Volume, stage: Path, cache: Cache, codes: list[entry.Code]) -> entry.File:
        path = f"{volume.name}.pdf"
        language = self.layout.language
        keywords = f"{self.kit.id} {self.kit.build}"

        def render(pages: Iterable[Page]) -> bytes:
            out = io.BytesIO()
            write_pdf(
                pages,
                out,
                fonts=self.layout.fonts,
                title=volume.title,
                author=self.kit.author,
                language=language,
                keywords=keywords,
            )
            return out.getvalue()

        # A cache must see all pages before the first is drawn; without one they pass one by one.
        noted = _Noted(volume.pages(), path, codes)
        pages: Iterable[Page] = tuple(noted) if cache.kept else noted
        key = cache.key("pdf", pages, volume.title, self.kit.author, language, keywords) if cache.kept else ""
        data = cache.get(key)
        if data is None:
            data = render(pages)
            cache.put(key, data)
        (stage / path).write_bytes(data)
        return self._entry(path, volume, noted.count)

    def _faces(self, stage: Path, cache: Cache) -> Iterator[entry.File]:
        """Every face as SVG and PNG, cut at the trim and with its bleed."""
        formats = [kind for kind in ("svg", "png") if kind in self.options.formats]
        if not formats:
            return
        components = [component for component in self.kit.components if self.selection.holds(component)]
        before = 1 - len(formats) / len(self.options.formats)
        for index, component in enumerate(components):
            faces = tuple(named_faces(self.kit, self.layout, component, self.selection))
            for kind in formats:
                for bleed in (False, True):
                    folder = f"faces/{self.layout.language}/{kind}-{'bleed' if bleed else 'trim'}"
                    (stage / folder).mkdir(parents=True, exist_ok=True)
                    self.progress(f"{folder}/{component.id}", before + (1 - before) * index / len(components))
                    render = self._svgs if kind == "svg" else self._pngs
                    for face, data in zip(faces, render(faces, bleed, cache), strict=True):
                        path = f"{folder}/{face.name}.{kind}"
                        (stage / path).write_bytes(data)
                        yield self._face_entry(path, face.name)

    def _svgs(self, faces: tuple[NamedScene, ...], bleed: bool, cache: Cache) -> Iterator[bytes]:
        for face in faces:
            key = self._key(cache, "svg", face, bleed)
            data = cache.get(key)
            if data is None:
                data = write_svg(face.scene, fonts=self.layout.fonts, bleed=bleed, title=face.name).encode()
                cache.put(key, data)
            yield data

    def _pngs(self, faces: tuple[NamedScene, ...], bleed: bool, cache: Cache) -> Iterator[bytes]:
        """The pictures of faces; all that the cache does not know are drawn in one go."""
        keys = [self._key(cache, "png", face, bleed) for face in faces]
        known = [cache.get(key) for key in keys]
        missing = [face.scene for face, data in zip(faces, known, strict=True) if data is None]
        drawn = iter(scene_pngs(missing, fonts=self.layout.fonts, dpi=DPI, bleed=bleed) if missing else ())
        for key, data in zip(keys, known, strict=True):
            if data is None:
                data = next(drawn)
                cache.put(key, data)
            yield data

    def _key(self, cache: Cache, kind: str, face: NamedScene, bleed: bool) -> str:
        return cache.key(kind, [scene_page(face.scene, bleed)], face.name, str(DPI)) if cache.kept else ""

    def _entry(self, path: str, volume: Volume, pages: int) -> entry.File:
        job = volume.job
        return entry.File(
            path=path,
            what=volume.what,
            holds=job.holds if job else volume.title,
            pages=pages,
            sheets=job.sheets if job else 0,
            stock=(job.stock or "paper") if job else "",
            both_sides=job.both_sides if job else False,
            paper=volume.paper,
            language=self.layout.language,
            backs=self.options.backs if volume.backed else "none",
            ink=self.options.ink,
        )

    def _face_entry(self, path: str, name: str) -> entry.File:
        return entry.File(
            path=path,
            what="face",
            holds=name,
            pages=1,
            sheets=0,
            stock="",
            both_sides=False,
            paper="",
            language=self.layout.language,
            backs="none",
            ink=self.options.ink,
        )


class _Noted:
    """Pages on their way to a file: counted, and their QR codes written down."""

    def __init__(self, pages: Iterable[Page], path: str, codes: list[entry.Code]) -> None:
        self._pages = pages
        self._path = path
        self._codes = codes
        self.count = 0

    def __iter__(self) -> Iterator[Page]:
        for page in self._pages:
            self.count += 1
            self._codes.extend(entry.codes_on(page, self.count, self._path))
            yield page


def _sheet_entries(volume: Volume) -> Iterator[entry.SheetEntry]:
    pages = 2 if volume.backed else 1
    for index, sheet in enumerate(volume.sheets):
        first = index * pages + 1
        yield entry.SheetEntry(
            file=f"{volume.name}.pdf",
            front_page=first,
            back_page=first + 1 if volume.backed else 0,
            stock=sheet.stock,
            components=dict(Counter(placement.part.component for placement in sheet.placements)),
            fill=round(sheet.fill, 3),
        )


def _manifest(kit: Kit, options: Options, selection: Selection, made: list[_Made]) -> entry.Manifest:
    languages = options.printed_languages(kit.languages)
    covers = ink_cover(kit, languages[0], selection, options.code_address(kit.id, kit.build))
    return entry.Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=languages,
        companion=options.companion,
        files=tuple(file for language in made for file in language.files),
        components=tuple(
            _component(kit, component, options, selection, covers.get(component.id))
            for component in kit.components
            if selection.holds(component)
        ),
        qr=tuple(code for language in made for code in language.codes),
        sheets=tuple(sheet for language in made for sheet in language.sheets),
    )


def _component(
    kit: Kit, component: AnyComponent, options: Options, selection: Selection, cover: entry.InkCover | None
) -> entry.ComponentEntry:
    is_leaflet = isinstance(component, Leaflet)
    width, height = page_size(PAPERS[options.paper]) if is_leaflet else trim_size(kit, component)
    return entry.ComponentEntry(
        id=component.id,
        kind=component.kind,
        count=count(kit, component, selection),
        width_mm=width,
        height_mm=height,
        faces=face_count(component),
        stock=component.stock,
        ink_cover=cover,
    )
