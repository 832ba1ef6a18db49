"""Sections where each paragraph is an entry: precautions, deck rules, and the rules proper with their examples."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Draft, Walk, slugify

_PREFIX = {"precaution": "precaution", "deck_rule": "deck", "rule": "rule"}
# A heading in brackets alone on its line, however its brackets match: "[Level limit type]", "【Special type】", "[If you …"】".
_BRACKETED = re.compile(r"^[\[【].*[\]】]$")


def one_paragraph(walk: Walk, block: Block) -> bool:
    """A paragraph of the precautions or of the deck rules."""
    holds = walk.section.holds if walk.section else None
    if holds not in ("precaution", "deck_rule") or walk.flow is not None:
        return False
    _open(walk, block, holds, block.text)
    walk.current = []
    return True


def rule_paragraph(walk: Walk, block: Block) -> bool:
    """A paragraph of the rules; an example takes the indented and bracketed lines below it; a bracketed heading titles the next."""
    if walk.section is None or walk.section.holds != "rule":
        return False
    if _BRACKETED.match(block.text):
        walk.pending = [block]
        return True
    example = walk.current[-1] if walk.current else None
    in_example = example is not None and example.paragraphs and example.paragraphs[0].startswith("Example")
    if example is not None and in_example and (block.depth or block.text.startswith("(")):
        example.add(block)
        return True
    text = re.sub(r"^:\s*", "", block.text)
    following = walk.next()
    whole = text
    if text.startswith("Example") and following is not None:
        whole = f"{text} {following.text}"
    draft = _open(walk, block, "rule", whole, text)
    if not text.startswith("Example"):
        walk.current = []
    elif draft.under is not None:
        draft.flow = None
    return True


def _open(walk: Walk, block: Block, kind: str, known_by: str, text: str | None = None) -> Draft:
    prefix = _PREFIX[kind]
    name = walk.catalogue.opening(walk.game, walk.language, known_by, (prefix,))
    draft = Draft(id=name.id if name else f"{prefix}/{slugify(known_by)}", kind=kind, name=name)
    draft.under = name.under if name else None
    walk.open(draft)
    if walk.pending:
        draft.title = walk.pending[0].text
        for heading in walk.pending:
            draft.own(heading)
        walk.pending = []
    draft.add(block, text if text is not None else block.text)
    if name is None:
        draft.unnamed("paragraph", "opening words")
    return draft
