"""Entries known by a title or by their opening words: keywords, topics, zones, rule changes, ability classes, introductions."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.catalogue import Name
from ingest.doubts import NUMBER_LEFT_OUT, SECTION_HEADING_UNPRINTED
from ingest.grammars.walk import Draft, Walk, slugify, unbulleted

KIND_OF = {
    "keyword": "keyword",
    "topic": "topic",
    "zone": "zone",
    "change": "rule_change",
    "class": "ability_class",
    "intro": "intro",
    "check": "resolution_check",
}
"""The kind of an entry by the first part of its name."""

_CIRCLED = re.compile(r"[①-⑳]")
# A keyword heading alone on its line: "[Purge]", "[Transform] / [Ride]", 『変身』『搭乗』. Not "[Counter] may be used against …".
_KEYWORD = re.compile(r"^(?:[\[『][^\]』]+[\]』]\s*/?\s*)+(?:[(（].*[)）])?$")


def titled(walk: Walk, block: Block) -> bool:
    """A title that the corpus knows, alone on its line or before a colon; numbered where zones and rule changes are."""
    text = unbulleted(block.text).strip()
    found = _numbered(walk, text) or _plain(walk, text)
    if found is None:
        return False
    name, number, title, body = found
    kind = KIND_OF[name.id.split("/")[0]]
    _follow_section(walk, name)
    walk.asking = False
    walk.flow, walk.flow_title = (None, None) if kind != "topic" or walk.flow is None else (walk.flow, walk.flow_title)
    draft = walk.open(Draft(id=name.id, kind=kind, number=number, title=title, under=name.under, name=name))
    draft.own(block)
    if body:
        draft.add(block, body)
    _doubt_section(walk, draft)
    return True


def _doubt_section(walk: Walk, draft: Draft) -> None:
    if walk.unprinted:
        draft.doubts.append(SECTION_HEADING_UNPRINTED)
        walk.unprinted = False


def _numbered(walk: Walk, text: str) -> tuple[Name, str | None, str, str] | None:
    """A zone ("⑤ Left / ⑥ Right") or a rule change ("1. Draw during …"), in the section that holds them."""
    holds = walk.section.holds if walk.section else None
    if holds == "zone" and _CIRCLED.match(text):
        title = " ".join(_CIRCLED.sub("", text).split())
        name = walk.catalogue.title(walk.game, walk.language, title, ("zone",))
        number = ("/" if "/⑥" in text else " / ").join(_CIRCLED.findall(text))
        return (name, number, title, "") if name else None
    if holds == "rule_change":
        found = re.match(r"(\d{1,2})\.\s*", text)
        if found:
            title = text[found.end() :]
            name = walk.catalogue.title(walk.game, walk.language, title, ("change",))
            return (name, found[1], title, "") if name else None
    return None


def _plain(walk: Walk, text: str) -> tuple[Name, str | None, str, str] | None:
    name = walk.catalogue.title(walk.game, walk.language, text, ("keyword", "topic"))
    if name is not None:
        return (name, None, text, "")
    before, colon, after = text.replace("：", ":", 1).partition(":")
    if colon and len(before) < 40:
        name = walk.catalogue.title(walk.game, walk.language, before, ("class",))
        if name is not None:
            return (name, None, before.strip(), after.strip())
    return None


def _follow_section(walk: Walk, name: Name) -> None:
    """Enter the section that the corpus says a title is printed in, where the document leaves its heading out."""
    if name.section is None or (walk.section and walk.section.part.slug == name.section):
        return
    section = walk.catalogue.parts[walk.game, name.section]
    listed = (block.text for block in walk.blocks[: walk.position])
    found = (text for text in listed if walk.heading(text) is section)
    walk.enter(section, next(found, section.part.name_ja if walk.language == "ja" else section.part.name_en))
    walk.unprinted = True


def known_opening(walk: Walk, block: Block) -> bool:
    """A text without a title, known by its opening words; numbered examples take the heading above them as their title."""
    text = unbulleted(block.text).strip()
    number = None
    lead = re.match(r"(?:(\d{1,2})\.\s+|([①-⑳])\s*)", text)
    if lead and walk.pending:
        number, text = lead[1] or lead[2], text[lead.end() :]
    name = walk.catalogue.opening(walk.game, walk.language, text, tuple(KIND_OF))
    if name is None and lead and number is None:  # a list counts it that is none in print
        name = walk.catalogue.opening(walk.game, walk.language, text[lead.end() :], ("intro", "check", "topic"))
        block = block.with_text(text[lead.end() :], NUMBER_LEFT_OUT.say(number=lead[0].strip()))
        text = block.text
    if name is None:
        return False
    kind = KIND_OF[name.id.split("/")[0]]
    walk.asking = False
    _follow_section(walk, name)
    if kind in ("intro", "check"):
        walk.flow, walk.flow_title = None, None
    title = (walk.subheading or walk.flow_title) if kind == "topic" else None
    draft = Draft(id=name.id, kind=kind, number=number, title=title, under=name.under, name=name)
    walk.open(draft)
    if number is not None:
        for heading in walk.pending:
            draft.own(heading)
    draft.add(block, text)
    _doubt_section(walk, draft)
    if kind == "intro":
        walk.current = []
    return True


def unknown_keyword(walk: Walk, block: Block) -> bool:
    """A bracketed heading alone on its line that the corpus does not name yet: a new keyword, named after its title."""
    text = unbulleted(block.text).strip()
    holds = walk.section.holds if walk.section else None
    if holds != "topic" or block.gap == 0 or not _KEYWORD.match(text):
        return False
    first = re.search(r"[\[『]([^\]』]+)", text)
    draft = Draft(id=f"keyword/{slugify(first[1] if first else text)}", kind="keyword", title=text)
    walk.asking = False
    walk.open(draft).own(block)
    draft.unnamed("keyword", "title")
    return True
