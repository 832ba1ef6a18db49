"""Numbered flows: stages (`2. Choosing to attack`), steps (`2.1.`, `3.2.1.`) and jumps (`Return to 2.1.`)."""

from __future__ import annotations

import re

from ingest.blocks import Block
from ingest.catalogue import PartNames, heading_words
from ingest.doubts import FLOW_HEADING_UNPRINTED
from ingest.grammars.detailed_rules.headings import enter_flow, enter_own_section, is_numbered
from ingest.grammars.walk import Draft, Walk, slugify
from ingest.labels import STAGE, STEP
from kb.fold import key
from kb.locator import Locator

# A jump that stands on a line of its own: "Return to 2.1. (…)", "1.1. Return to (Play Timing)", 2.1.に戻ります。
_ALONE = re.compile(r"^(?:\d[\d.]*\s*)?(?:[Rr]eturn to\b.{0,40}|(?:\([^)]*\))?に戻ります。?)$")
# A sentence that sends the reader to another step: "proceed to 3.3.", 3.3.に進みます. Only an unnumbered paragraph is a jump by it.
_SENDS = re.compile(r"(?:proceed|return|go) to \d|\d\.?に(?:進みます|戻ります)")


def stage(walk: Walk, block: Block) -> bool:
    """A numbered heading inside a flow; where two stages share a number, the later one's id also carries its title."""
    found = STAGE.match(block.text)
    if not found or block.marker or _ALONE.match(block.text):
        return False
    title = block.text[found.end() :].strip()
    number = found["number"]
    heads = walk.heading(title)
    doubt = None
    if heads is not None and heads.heads_stage:
        enter_flow(walk, heads, title)
    elif walk.flow is not None and walk.flow.heads_stage and walk.stages and not walk.asking:
        enter_flow(walk, walk.meet(block, title, title, "flow", None, heads_stage=True), title)
    elif walk.flow is None or (walk.asking and block.gap >= 2):
        ahead = _flow_ahead(walk)
        if ahead is None:
            return False
        flow, heading = ahead
        if is_numbered(heading):
            enter_own_section(walk, flow, heading)
        enter_flow(walk, flow, heading_words(heading))
        doubt = FLOW_HEADING_UNPRINTED
    elif walk.asking:
        return False
    assert walk.flow is not None
    slug = walk.flow.part.slug
    locator = number if number not in walk.stages else f"{number}-{_title_slug(walk, title)}"
    walk.stages.add(number)
    walk.asking = False
    draft = walk.open(Draft(id=f"{slug}/{locator}", kind="stage", number=number, title=title, flow=slug))
    draft.add(block, title)
    if doubt:
        draft.doubts.append(doubt)
    walk.stage = draft.id
    return True


def _flow_ahead(walk: Walk) -> tuple[PartNames, str] | None:
    """The flow whose heading comes next, and that heading, if its stages go on from where the stages before the heading end."""
    last = 0
    for block in walk.blocks[walk.position :]:
        found = walk.heading(block.text)
        if found is not None and found.part.kind == "flow" and not found.heads_stage:
            after = next((STAGE.match(b.text) for b in walk.blocks[walk.blocks.index(block) + 1 :] if STAGE.match(b.text)), None)
            return (found, block.text) if after is not None and int(after["number"]) >= last else None
        numbered = STAGE.match(block.text)
        if numbered and not block.marker:
            last = int(numbered["number"])
    return None


def _title_slug(walk: Walk, title: str) -> str:
    """A stage title as a word for ids: the slug of the part that is called so in any language, else the title itself."""
    bare = re.sub(r"\s*[(（].*?[)）]", "", title)
    for (game, slug), names in walk.catalogue.parts.items():
        if game == walk.game and key(bare) in (key(names.part.name_en), key(names.part.name_ja)):
            return slug
    return slugify(bare)


def step(walk: Walk, block: Block) -> bool:
    """A numbered step or sub-step; its own words may begin with a number themselves (`1.3. 1.1.で使用を宣言した…`)."""
    found = STEP.match(block.text)
    if not found or walk.flow is None or walk.asking or _ALONE.match(block.text):
        return False
    number = found["number"]
    slug = walk.flow.part.slug
    above = Locator.parse(number).parent
    under = f"{slug}/{above.slug}" if above is not None and above.depth >= 2 else walk.stage
    draft = Draft(id=f"{slug}/{Locator.parse(number).slug}", kind="step", number=number, flow=slug, under=under)
    walk.open(draft).add(block, block.text[found.end() :])
    return True


def jump(walk: Walk, block: Block) -> bool:
    """An unnumbered sentence of a flow that sends the reader to another step; it is named after the stage it closes."""
    if walk.flow is None or walk.asking or walk.stage is None or block.depth or block.marker:
        return False
    alone = _ALONE.match(block.text)
    slug = walk.flow.part.slug
    number = walk.stage.removeprefix(f"{slug}/").split("-")[0]
    if not alone and (block.gap == 0 or not _SENDS.search(block.text) or _has_more_steps(walk, number)):
        return False
    draft = Draft(id=f"{slug}/{number}-jump", kind="jump", flow=slug, under=walk.stage)
    walk.open(draft).add(block)
    walk.current = []
    return True


def _has_more_steps(walk: Walk, stage: str) -> bool:
    """Whether steps of this stage come before anything else is numbered: then a sentence here belongs to the step before."""
    for block in walk.blocks[walk.position + 1 :]:
        found = STEP.match(block.text)
        if found:
            return found["number"].split(".")[0] == stage
        if STAGE.match(block.text) or walk.heading(block.text) is not None:
            return False
    return False
