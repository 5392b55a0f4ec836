"""A build for a print shop: one kit in each language, as the files that the shop takes, with the order; or only looked
at."""

from __future__ import annotations

from pathlib import Path

from pnp.build.build import Built, Progress, component_entry, each_language, read_kit
from pnp.build.manifest import MANIFEST, Manifest, staged, write_json
from pnp.check.rules import set_aside
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import check_unsaved, stamps
from pnp.render.pdfx.separation import Separation
from pnp.sheet.options import BadOptionError, Options, Selection, selected
from pnp.text.fonts import FontBook
from pnp.vendor.deck import Deck, decks, fits, with_bleed
from pnp.vendor.files import Job, Made, write
from pnp.vendor.fit import Fit
from pnp.vendor.model import Vendor
from pnp.vendor.preflight import Preflight, affordable, deck_sizes, unmade
from pnp.vendor.profiles import profile


def check(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Findings:
    """What is wrong with a kit for a shop; writes nothing. Raises BadOptionError as a build does."""
    try:
        kit, findings = read_kit(folder, options)
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = selected(kit, options)
    fitting = fits(vendor, kit, selection)
    separation = _separation(vendor, options)
    for language, told in each_language(kit, options, progress):
        told(f"{kit.id}-{language}-{vendor.id}", 0.0)
        findings.extend(_lay_out(vendor, kit, language, options, selection, fitting, separation)[1])
    set_aside(kit, findings)
    return findings


def build(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Built:
    """Makes what a shop takes of the kit in `folder`, in `options.out/<kit id>-<shop>/`.

    Raises KitError with all errors, or if the kit was saved meanwhile, and then has written nothing. Raises
    BadOptionError if the kit has not what the options name.
    """
    before = stamps(folder)
    kit, findings = read_kit(folder, options)
    selection = selected(kit, options)
    fitting = fits(vendor, kit, selection)
    separation = _separation(vendor, options)
    target = options.out / "-".join((kit.id, vendor.id, *(("reprint",) if selection.partial else ())))
    with staged(target) as stage:
        made: list[Made] = []
        for language, told in each_language(kit, options, progress):
            told(f"{kit.id}-{language}-{vendor.id}", 0.0)
            job, found = _lay_out(vendor, kit, language, options, selection, fitting, separation)
            findings.extend(found)
            if not findings.errors:
                made.append(write(job, stage))
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        manifest = _manifest(vendor, kit, options, selection, fitting, made)
        write_json(stage / MANIFEST, manifest)
        check_unsaved(folder, before)
    return Built(target, manifest, findings)


def _separation(vendor: Vendor, options: Options) -> Separation | None:
    """How colours become the shop's inks; None, if it takes red, green and blue."""
    if vendor.ink is None:
        if options.icc_profile:
            raise BadOptionError(f"{vendor.title} takes red, green and blue: leave out --icc-profile")
        return None
    return Separation(profile(options.icc_profile), vendor.ink)


def _lay_out(
    vendor: Vendor,
    kit: Kit,
    language: str,
    options: Options,
    selection: Selection,
    fitting: dict[str, Fit],
    separation: Separation | None,
) -> tuple[Job, Findings]:
    """A kit laid out for a shop in one language, and what is wrong with it."""
    grown = with_bleed(kit, fitting)
    languages = len(options.printed_languages(kit.languages))
    looks = Preflight(vendor, grown, fitting, FontBook(kit.theme.fonts, kit.folder), separation, black=options.black)
    layout = Layout(grown, language, ink=options.ink_mode, address=options.code_address(kit), shares=languages)
    findings = Findings()
    made: tuple[Deck, ...] = ()
    try:
        made = decks(vendor, grown, layout, selection, fitting)
        affordable(vendor, kit, made, languages)
        findings.extend(deck_sizes(vendor, kit, made))
    except KitError as error:
        findings.extend(error.findings)
    findings.extend(layout.findings)
    for laid in layout.laid:
        findings.extend(looks.inspect(laid))
    findings.extend(unmade(vendor, kit, selection, fitting))
    return Job(vendor, grown, layout, options, selection, made, separation), findings


def _manifest(
    vendor: Vendor, kit: Kit, options: Options, selection: Selection, fitting: dict[str, Fit], made: list[Made]
) -> Manifest:
    return Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=options.printed_languages(kit.languages),
        companion=options.address(kit),
        gutters=options.gutters,
        profile=options.profile,
        without=tuple(component.id for component in kit.components if component.id in selection.without),
        files=tuple(file for language in made for file in language.files),
        components=tuple(
            component_entry(kit, component, options, selection)
            for component in kit.components
            if component.id in fitting
        ),
        qr=(),
        sheets=(),
        whole=not selection.partial,
        pieces=(),
        faces="",
        vendor=vendor.id,
        order=tuple(line for language in made for line in language.order),
    )
