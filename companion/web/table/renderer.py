"""Makes a page of what a phone at a table sees."""

from __future__ import annotations

from flask import render_template

from companion.tables import new_command_id
from companion.web.context import AnyContext
from companion.web.printed.signs import sign_file
from companion.web.table.phase import called
from companion.web.wordings import speaking


def show(context: AnyContext, template: str, **values: object) -> str:
    """The page, from a template of the frame or of the game."""
    words = context.own_words
    return render_template(
        template,
        context=context,
        view=context.view,
        file=sign_file(context.view.game),
        g=speaking(words),
        gcount=words.count,
        command_id=new_command_id(),
        called=called(context),
        **values,
    )
