"""Boxes of all kits: measured on paper and folded up in space they close, and they hold what goes in."""

from __future__ import annotations

import pytest
from folding import folded, joined
from our_kits import our_kit
from sheet_builders import face, on_a_page, printed

from pnp.face.layout import component_size
from pnp.kit import Kit, expand
from pnp.kit.model import Card, Die, Leaflet, Token, TuckBox
from pnp.kits import known_kits
from pnp.scene import Box, Scene
from pnp.sheet.boxes import BoxHalf, box_size, face_sizes, half_net, lid_and_tray, tuck_net, wall_net
from pnp.sheet.nets import draw_net

KITS = {name: our_kit(name) for name in known_kits()}
BOXES = [(kit, part) for kit in KITS.values() for part in kit.components if isinstance(part, TuckBox)]
NAMES = [f"{kit.id} {part.id}" for kit, part in BOXES]
TUCK = [pair for pair in BOXES if pair[1].form == "tuck"]


def panels(scene: Scene) -> dict[str, Box]:
    """The faces of a net on the finished page, by colour; those of one colour numbered."""
    (page,) = printed([on_a_page(scene)])
    found: dict[str, Box] = {}
    for shape in page.shapes:
        if not shape.stroked and shape.colour.endswith("0000"):
            found[f"{shape.colour}{sum(name.startswith(shape.colour) for name in found)}"] = shape.box
    return found


# --- tuck boxes --------------------------------------------------------------------------------------------------


def tuck(kit: Kit, part: TuckBox) -> Scene:
    size = box_size(kit, part)
    sizes = face_sizes(size, "tuck")
    faces = {name: face(*sizes[name], 1.5, f"#0{n}0000") for n, name in enumerate(sizes, 1)}
    return draw_net(tuck_net(size), faces)


@pytest.mark.parametrize(("kit", "part"), TUCK, ids=[f"{kit.id} {part.id}" for kit, part in TUCK])
def test_a_tuck_box_closes_on_all_twelve_edges(kit: Kit, part: TuckBox) -> None:
    flat = panels(tuck(kit, part))
    assert len(flat) == 6
    pairs, bare = joined(folded(flat))
    assert len(pairs) == 12 and not bare


@pytest.mark.parametrize(("kit", "part"), BOXES, ids=NAMES)
def test_panels_are_larger_than_the_room_they_enclose(kit: Kit, part: TuckBox) -> None:
    width, height, depth = box_size(kit, part)
    if part.form == "tuck":
        flat = panels(tuck(kit, part))
        front, narrow, top = flat["#0100000"], flat["#0300000"], flat["#0400000"]
        rooms = [(front.width, width), (front.height, height), (narrow.width, depth), (top.width, width)]
        rooms += [(narrow.height, height), (top.height, depth)]
    else:
        cover, tray = (measured(half) for half in lid_and_tray((width, height, depth)))
        rooms = [(tray[0], width), (tray[1], height), (tray[2], depth)]
        assert all(1.0 <= over - under <= 3.0 for over, under in zip(cover[:2], tray[:2], strict=True))
        assert tray[2] / 4 <= cover[2] <= tray[2]
    assert all(0.3 <= panel - room <= 1.0 for panel, room in rooms)


# --- lids and trays ----------------------------------------------------------------------------------------------


def whole(half: BoxHalf) -> Scene:
    panel, long, short = half.faces
    faces = {
        panel: face(half.width, half.height, 1.5, "#010000"),
        long: face(half.height, half.wall, 1.5, "#020000"),
        short: face(half.width, half.wall, 1.5, "#030000"),
    }
    return draw_net(half_net(half), faces)


def separately(half: BoxHalf) -> tuple[Scene, Scene, Scene]:
    long, short = face(half.height, half.wall, 1.5, "#020000"), face(half.width, half.wall, 1.5, "#030000")
    return (
        draw_net(half_net(half), {half.faces[0]: face(half.width, half.height, 1.5, "#010000")}),
        draw_net(wall_net("side", half.height, half.wall), {"side": long}),
        draw_net(wall_net("top", half.width, half.wall), {"top": short}),
    )


def measured(half: BoxHalf) -> tuple[float, float, float]:
    """Width, height and depth of a part as it comes off the paper, whichever way it is made."""
    if half.whole:
        flat = panels(whole(half))
        return flat["#0100000"].width, flat["#0100000"].height, flat["#0300000"].height
    panel, long, short = (next(iter(panels(scene).values())) for scene in separately(half))
    assert panel.height == pytest.approx(long.width, abs=0.1) and panel.width == pytest.approx(short.width, abs=0.1)
    assert long.height == pytest.approx(short.height, abs=0.1)
    return panel.width, panel.height, short.height


# --- what goes in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kit", "part"), BOXES, ids=NAMES)
def test_what_a_box_names_goes_in_with_air(kit: Kit, part: TuckBox) -> None:
    """Against the bare volumes and stacks, not the rule by which the press makes boxes."""
    width, height, depth = box_size(kit, part)
    volume = stack = 0.0
    for component in kit.components:
        if component.id not in part.contents or isinstance(component, Leaflet):
            continue
        across, down = component_size(component)
        number = sum(copies for _, copies in expand(kit, component))
        if isinstance(component, Die | Token):
            thick = component.size if isinstance(component, Die) else 2.0
            volume += number * across * down * thick
            assert max(across, down) < max(width, height) and min(across, down) < min(width, height) and thick < depth
        elif isinstance(component, Card):
            assert across < width and down < height
            piles = max(1, int(width / across) * int(height / down))
            stack += number / piles * 20 / 60
    assert stack + volume / (width * height) < 0.85 * depth
