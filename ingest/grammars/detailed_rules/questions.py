"""Q&As: a question and its answer are one entry, named after the flow, keyword, topic or section that owns them."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.doubts import ANSWER_BEFORE_LABEL, ANSWER_LABEL_ALONE, ANSWER_LABELLED, LABEL_INSIDE, LABEL_LOOK_ALIKE
from ingest.grammars.walk import Draft, Walk
from ingest.labels import ASKED
from kb.fold import key

# A label inside a sentence, where a box's text ran into the next: "can Q1 we use", "activates A1 under". It stands between words.
_INSIDE = re.compile(r"(?<=\S)\s(?P<letter>[QA])(?P<number>\d{1,2})\s(?=\S)")
_ASKS = re.compile(r"[?？][”\"」]?$")


def questions_heading(walk: Walk, block: Block) -> bool:
    """`● Q & A`, `● Q & A for deck building`, `●構築に関するQ&A`: what follows are questions and answers."""
    words = key(block.text)
    if "q&a" not in words or len(words) > 24 or ASKED.match(block.text) or words.count("q&a") != 1 or words.endswith("."):
        return False
    walk.set_aside(block, "heading of the questions")
    walk.current = []
    walk.asking = True
    return True


def owner(walk: Walk) -> str:
    """Whose questions these are: the flow's, the section's where the corpus says so, else the last titled entry's."""
    if walk.flow is not None:
        return walk.flow.part.slug
    if walk.section is not None and walk.section.questions:
        return walk.section.part.slug
    titled = [draft for draft in walk.drafts if draft.kind in ("keyword", "topic")]
    return walk.catalogue.outermost(walk.game, titled[-1].id) if titled else "questions"


def label(walk: Walk, block: Block) -> bool:
    """A block with a Q or A label, at its head or inside its sentence."""
    if not walk.asking:
        return False
    found = ASKED.match(block.text)
    doubts: list[str] = []
    if found:
        letter, number, text = found["letter"], int(found["number"]), block.text[found.end() :]
        if letter in "ΑＡＱ":
            doubts.append(LABEL_LOOK_ALIKE.say(letter=letter))
            letter = "Q" if letter == "Ｑ" else "A"
    else:
        inside = _INSIDE.search(block.text)
        if not inside:
            return False
        letter, number = inside["letter"], int(inside["number"])
        text = f"{block.text[: inside.start()]} {block.text[inside.end() :]}"
        doubts.append(LABEL_INSIDE)
    block = block.with_text(text.strip(), *doubts)
    return _question(walk, block, number) if letter == "Q" else _answer(walk, block, number)


def _question(walk: Walk, block: Block, number: int) -> bool:
    belongs = owner(walk)
    flow = walk.flow.part.slug if walk.flow is not None else None
    under = f"{belongs}" if f"{belongs}" in walk.ids else None
    draft = walk.open(Draft(id=f"{belongs}/q{number}", kind="qa", number=f"Q{number}", flow=flow, under=under))
    draft.add(block, to=draft.question)
    return True


def _answer(walk: Walk, block: Block, number: int) -> bool:
    draft = walk.current[-1] if walk.current else None
    if draft is None or draft.kind != "qa":
        return False
    if draft.number != f"Q{number}":
        block = block.with_text(block.text, ANSWER_LABELLED.say(printed=f"A{number}", meant=draft.number))
    draft.add(block, to=draft.answer)
    if not block.text and not draft.answer:
        draft.doubts.append(ANSWER_LABEL_ALONE)
        draft.answer.append("")
    return True


def answer_paragraph(walk: Walk, block: Block) -> bool:
    """A paragraph of a Q&A: of the answer once that began, also where an answer's first line stands before its label."""
    draft = walk.current[-1] if walk.current else None
    if not walk.asking or draft is None or draft.kind != "qa":
        return False
    if draft.answer:
        draft.answer[:] = [words for words in draft.answer if words]
        draft.add(block, to=draft.answer)
    elif draft.question and _ASKS.search(draft.question[-1]):
        draft.add(block, to=draft.answer)
        draft.doubts.append(ANSWER_BEFORE_LABEL)
    else:
        draft.add(block, to=draft.question)
    return True
