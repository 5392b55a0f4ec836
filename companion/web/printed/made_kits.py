"""``/print`` where there is no press: the kits that were printed beforehand, as files to fetch."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.web.config import MadeKit
from companion.web.game_pages import GAMES
from companion.web.http.served import config
from companion.web.phone import this_phone

bp = Blueprint("kits", __name__)
MEGA = 1_000_000


@bp.get("/print")
def kits() -> str:
    """All kits by their games, or those of the one that is asked for; the phone's own language first."""
    asked = request.args.get("game", "")
    shown = [asked] if asked in GAMES else GAMES
    ordered = sorted(config().kits_made, key=lambda kit: kit.language != this_phone().language)
    groups = [(game, [_row(kit) for kit in ordered if kit.game == game]) for game in shown]
    return render_template("kits.html", groups=groups, away="away" in request.args, one=asked in GAMES)


def _row(kit: MadeKit) -> dict[str, object]:
    return {"language": kit.language, "paper": kit.paper, "path": kit.path, "size": max(1, round(kit.bytes / MEGA))}
