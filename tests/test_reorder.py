"""Order comes back by assignment: the clean edition, taken apart as a bad extraction would, is put together again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from ingest.blocks import Block
from ingest.catalogue import Catalogue, read_source
from ingest.grammars.detailed_rules import is_page_heading
from ingest.labels import split_label
from ingest.readers.markdown import read_markdown
from ingest.reorder import reorder


def clean_blocks(catalogue: Catalogue) -> tuple[Block, ...]:
    return read_markdown(read_source(catalogue.sources["bf-en-3"])).blocks


def taken_apart(blocks: tuple[Block, ...], seed: int) -> tuple[Block, ...]:
    """Each page's boxes in another order: number labels after their texts, stage headings late, one box moved to the page's end."""
    chance = random.Random(seed)
    pages: dict[int, list[Block]] = {}
    for block in blocks:
        pages.setdefault(block.page, []).append(block)
    out: list[Block] = []
    for page in pages.values():
        boxes: list[list[Block]] = [[]]
        for block in page:
            if split_label(block.text).sort == "stage":
                boxes.append([])
            boxes[-1].append(block)
        chance.shuffle(boxes)
        for box in boxes:
            texts = [block for block in box if split_label(block.text).sort != "stage"]
            stages = [block for block in box if split_label(block.text).sort == "stage"]
            labels = []
            for place, block in enumerate(texts):
                found = split_label(block.text)
                if found.sort == "step" and found.label and found.label.count(".") == 1 and not found.text.startswith("Return"):
                    labels.append(replace(block, text=f"{found.label}.", gap=1, marker=""))
                    texts[place] = replace(block, text=found.text)
            out += [*texts, *labels, *stages]
    return tuple(replace(block, lines=((n, n),)) for n, block in enumerate(out, start=1))


def numbered(blocks: tuple[Block, ...], is_heading: Callable[[str], bool]) -> list[tuple[str, str]]:
    """The steps and stages in order, as (number, words)."""
    found = [split_label(block.text) for block in blocks if not is_heading(block.text)]
    return [(f.label or "", f.text) for f in found if f.sort in ("step", "stage") and not f.text.startswith("Return")]


@pytest.mark.parametrize("seed", range(6))
def test_an_edition_taken_apart_comes_back(catalogue: Catalogue, seed: int) -> None:
    document = catalogue.sources["bf-en-3"].document
    clean = clean_blocks(catalogue)
    scrambled = taken_apart(clean, seed)

    def is_heading(text: str) -> bool:
        return is_page_heading(document, catalogue, text)

    back = reorder(scrambled, clean, is_heading)
    wanted, found = numbered(clean, is_heading), numbered(back, is_heading)
    right = (Counter(found) & Counter(wanted)).total()
    assert right / len(wanted) >= 0.98
    neighbours = Counter(pairwise(found)) & Counter(pairwise(wanted))
    assert neighbours.total() / len(wanted) >= 0.96


def test_nothing_is_lost_or_made_up(catalogue: Catalogue) -> None:
    document = catalogue.sources["bf-en-3"].document
    clean = clean_blocks(catalogue)
    scrambled = taken_apart(clean, 1)
    back = reorder(scrambled, clean, lambda text: is_page_heading(document, catalogue, text))
    lines = sorted(n for block in back for first, last in block.lines for n in range(first, last + 1))
    assert lines == sorted(n for block in scrambled for first, last in block.lines for n in range(first, last + 1))


def test_text_that_the_map_lacks_stays_beside_its_neighbour(catalogue: Catalogue) -> None:
    document = catalogue.sources["bf-en-3"].document
    clean = clean_blocks(catalogue)
    place = next(n for n, block in enumerate(clean) if block.text.startswith("[Soulguard] is a replacement"))
    new = Block(text="Zebras may graze in the meadow of the gauge.", lines=((9999, 9999),), page=clean[place].page)
    scrambled = (*clean[: place + 1], new, *clean[place + 1 :])
    back = list(reorder(scrambled, clean, lambda text: is_page_heading(document, catalogue, text)))
    at = next(n for n, block in enumerate(back) if block.text == new.text)
    assert back[at - 1].text == clean[place].text
