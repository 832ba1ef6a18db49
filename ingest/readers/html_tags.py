"""The tags of HTML, by what they do to the lines that a browser shows."""

from __future__ import annotations

from collections.abc import Iterable

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LISTS = ("ul", "ol", "dl", "menu", "dir")
BLOCKS = frozenset(
    (
        *HEADINGS,
        *LISTS,
        *("p", "li", "dt", "dd", "pre", "blockquote", "div", "center", "hr", "address", "form", "fieldset", "legend"),
        *("section", "article", "aside", "main", "header", "footer", "hgroup", "figure", "figcaption", "details", "summary"),
        *("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "body", "html", "option"),
    )
)
"""Tags that begin a line of their own."""
SKIPPED = frozenset(("script", "style", "template", "noscript", "head", "title", "nav", "svg", "iframe", "textarea"))
"""Tags whose text is no part of the document."""
_INLINE = frozenset(
    (
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"),
        *("kbd", "label", "mark", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub"),
        *("sup", "time", "tt", "u", "var", "wbr", "nobr", "img", "picture", "source", "audio", "video", "track", "map", "area"),
        *("canvas", "object", "param", "embed", "math", "button", "input", "select", "optgroup", "output", "progress", "meter"),
        *("meta", "link", "base", "col", "colgroup", "slot", "dialog", "search", "datalist", "frame", "frameset", "noframes"),
        *("path", "g", "use", "rect", "circle", "line", "defs", "symbol", "marquee", "basefont", "noindex"),
    )
)
_BARE = frozenset(
    (
        *("hidden", "disabled", "checked", "selected", "nowrap", "compact", "reversed", "open", "noshade", "async", "defer"),
        *("inert", "itemscope", "readonly", "required", "multiple", "autofocus", "autoplay", "controls", "loop", "muted", "ismap"),
        *("novalidate", "download", "contenteditable", "draggable", "allowfullscreen", "border", "default"),
    )
)
"""Attributes that stand without a value."""


def is_words(tag: str, attrs: Iterable[str], raw: str) -> bool:
    """Whether what looks like a tag with some attributes is text in angle brackets: `<Dragon World>`; not `<li value=2>`, `<o:p>`.

    No tag of HTML is called so, or it has an attribute that is none; tags that others made up have a dash or a colon.
    """
    if "-" in tag or ":" in tag:
        return False
    known = tag in BLOCKS or tag in SKIPPED or tag in _INLINE
    return not known or ("=" not in raw and any("-" not in name and name not in _BARE for name in attrs))
