"""`[profile.NAME]` of kit.toml: named ways to print less of a kit than all of it."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.kit import bounds
from pnp.kit.hints import accepted
from pnp.kit.model import FULL, LEAN, Profile
from pnp.kit.source import Document, declared_ids
from pnp.kit.structs import read_struct, shown


def read_profiles(kit: Document, default: str) -> Mapping[str, Profile]:
    """The profiles of a kit by name. Notes components that one leaves out but that do not exist, and an unknown name of
    the `default` profile."""
    section = kit.values.get("profile", {})
    if not isinstance(section, dict) or len(section) > bounds.COMPONENTS.most:
        message = f"profile is not up to {bounds.COMPONENTS.most} tables"
        kit.source.error(("profile",), "type", message, "[profile.economy] with without = [...]")
        return {}
    known = declared_ids(kit)
    found: dict[str, Profile] = {}
    for name, table in section.items():
        path = ("profile", name)
        profile = read_struct(Profile, table, kit.source, path)
        if profile is None:
            continue
        for unknown in (part for part in profile.without if part not in known):
            message = f"there is no component {shown(unknown)} to leave out"
            kit.source.error((*path, "without"), "unknown-component", message, accepted(known, unknown))
        found[name] = profile
    if default not in (names := [LEAN, FULL, *found]):
        message = f"there is no profile {shown(default)}"
        kit.source.error(("kit", "profile"), "unknown-profile", message, accepted(names, default))
    return found
