"""What every template may call: words, links that keep the reader's choices, names of entries."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, request

from kb.understand import MAX_LETTERS
from web.links import MOST_CITED, at, carried, game_name, in_other_language, label, pin_of, slip_with
from web.naming import cited, cited_html, game_html, numbered_html, part_named
from web.wording import chosen, in_language, read_words, said, t_or, ui, words


def register(app: Flask) -> None:
    """Read the words, hand them to all templates, say in each page's headers what its language depends on."""
    app.extensions["words"] = read_words()
    app.context_processor(_context)
    app.after_request(_vary)


def _context() -> dict[str, Any]:
    other, address = in_other_language()
    return {
        "t": in_language(words(), ui()),
        "t_or": t_or,
        "said": said,
        "at": at,
        "ui": ui(),
        "ui_chosen": chosen(),
        "other_ui": other,
        "other_ui_address": address,
        "carried": carried(),
        "most_pins": MOST_CITED,
        "most_letters": MAX_LETTERS,
        "label": label,
        "pin_of": pin_of,
        "slip_with": slip_with,
        "cited": cited,
        "cited_html": cited_html,
        "numbered_html": numbered_html,
        "part_named": part_named,
        "game_name": game_name,
        "game_html": game_html,
        "home": request.url_root.rstrip("/"),
    }


def _vary(response: Response) -> Response:
    """Pages depend on the browser's language; the JSON and the files under /static do not."""
    if response.mimetype == "text/html":
        response.vary.add("Accept-Language")
        response.headers["Content-Language"] = ui()
    return response
