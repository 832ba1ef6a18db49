"""Lines that look like headings: what stands below one that no data file knows must not become the text of the entry before it."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.grammars.walk import Walk, unbulleted

_LONGEST = {"en": 100, "ja": 30}
"""Letters that the heading of an entry has at most."""
# The end of a sentence or of a line that goes on, perhaps behind closing quotes and brackets; Japanese ends sentences with verbs.
_STOPPED = re.compile(r"(?:[.。:：;,、…~～★]|です|ます|ました|ません)[\"'”’」』)）\]】]*$")
# What begins a remark or a drawing's words, not a heading: "(They cannot be put into the main deck)", ★, →, =図1=.
_REMARK = re.compile(r"^[(（★→=|©]")
# A line that names a step or stage, "… Flow of a Final Phase 5. Final phase ends", a note as long as a sentence, "※For more …", or
# a sentence with a remark behind it, "Declare a call. (Reveal it)". Not "“When... is destroyed”".
_SENTENCE = re.compile(r"\s\d{1,2}\.\s|^※.{60}|\w[.!?]\s+\(")
_BULLETS = re.compile(r"^[●■☆◆①-⑳]")
_LETTER = re.compile(r"[^\W\d_]")
# An answer that is one word, or begins with one: "Yes", "No, you cannot", いいえ.
_ANSWERS = re.compile(r"^(?:Yes|No)\b|^(?:はい|いいえ)")


def looks_like_heading(walk: Walk, block: Block) -> bool:
    """Whether a line looks like a heading by its reader's mark, by a bullet or circled number, or as it stands alone and short.

    A line that `furniture.toml` says is text of a rule does not.
    """
    if _is_rule(walk, block) or not _LETTER.search(block.text) or block.text.startswith("|"):
        return False
    if block.heading:
        return True
    text = unbulleted(block.text).strip()
    following, before = walk.next(), walk.blocks[walk.position - 1] if walk.position else None
    if block.gap == 0 or following is None or len(text) > _LONGEST[walk.language]:
        return False
    if _STOPPED.search(text) or _REMARK.match(text) or _SENTENCE.search(text):
        return False
    if _BULLETS.match(block.text):
        return True
    if walk.language == "ja" and "、" in text:
        return False
    in_list = block.marker and block.marker in (following.marker, before.marker if before is not None else "")
    return following.gap > 0 and not in_list and not _answers(walk, text)


def ends_open(block: Block) -> bool:
    """Whether a line ends without a stop, as a heading does."""
    return not _STOPPED.search(block.text)


def _is_rule(walk: Walk, block: Block) -> bool:
    found = walk.catalogue.furniture(walk.game, unbulleted(block.text).strip())
    return found is not None and found.how == "rule"


def _answers(walk: Walk, text: str) -> bool:
    """Whether a line belongs to a question that has no answer yet, or answers one itself."""
    draft = walk.current[-1] if walk.asking and walk.current else None
    if draft is None or draft.kind != "qa":
        return False
    return not any(draft.answer) or bool(_ANSWERS.match(text)) or text.endswith(("?", "？"))
