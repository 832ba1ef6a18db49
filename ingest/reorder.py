"""Puts a document whose printed order was lost back in order, with a clean edition of the same rules as the map.

Text extraction may read a page's boxes one by one: numbers stand apart from their texts, stages come late, titles follow their
paragraphs. Each piece of the scrambled document is given a place in the clean edition by solving one assignment problem
(Kuhn 1955, as solved by scipy's linear_sum_assignment): a pair costs little when its words agree, when the number printed nearest
to the piece is that place's number, and when the place lies where the rest of the piece's page went. Every number that was
joined to its text in this way is recorded as a doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from ingest.blocks import Block, span
from ingest.doubts import NUMBER_APART, NUMBER_GLUED, NUMBER_PUT_RIGHT, NUMBER_UNCLAIMED, NUMBER_UNPRINTED
from ingest.labels import GLUED, split_label
from kb.fold import key

LABEL_BONUS = 0.6
"""How much a number printed beside a piece counts against a full agreement of words (1.0)."""
LABEL_CLASH = 0.5
FAR_COST = 0.5
FAR_BLOCKS = 60.0
"""A place this many blocks or more from where the page's other pieces went costs FAR_COST more."""
LEAST_LIKENESS = 0.5
SURE_LIKENESS = 0.9

Matrix = npt.NDArray[np.float64]


@dataclass(slots=True)
class _Piece:
    """One block of the scrambled document on its way to a place."""

    block: Block
    label: str | None
    text: str
    heading: bool
    beside: str | None = None
    beside_block: Block | None = None
    place: int | None = None
    order: float = field(default=-1.0)


def reorder(blocks: tuple[Block, ...], clean: tuple[Block, ...], is_heading: Callable[[str], bool]) -> tuple[Block, ...]:
    """The blocks in the order of the clean edition, labels joined to their texts; labels that no text took come last."""
    pieces, loose = _pieces(blocks, is_heading)
    _label_runs(pieces, loose)
    places = [split_label(block.text) for block in clean]
    _assign(pieces, [(place.label, place.text) for place in places], [is_heading(block.text) for block in clean])
    _place_headings(pieces, [key(block.text) for block in clean])
    _place_rest(pieces)
    free = list(loose)
    out = [_joined(piece, places[piece.place].label if piece.place is not None else None, free) for piece in _in_order(pieces)]
    return (*out, *(block.with_text(block.text, NUMBER_UNCLAIMED) for block in free))


def _pieces(blocks: tuple[Block, ...], is_heading: Callable[[str], bool]) -> tuple[list[_Piece], list[Block]]:
    """Blocks with text, and the labels that stand alone; a label glued to a text's end is cut off it."""
    pieces: list[_Piece] = []
    loose: list[Block] = []
    for block in blocks:
        found = split_label(block.text)
        if found.label is not None and not found.text:
            loose.append(block)
            continue
        glued = GLUED.search(block.text)
        if glued:
            block = block.with_text(block.text[: glued.start()].strip())
            label_block = block.with_text(f"{glued['number']}.", NUMBER_GLUED)
            pieces.append(_Piece(block, None, block.text, False, glued["number"], label_block))
            loose.append(label_block)
            continue
        heading = is_heading(block.text)
        pieces.append(_Piece(block, None if heading else found.label, block.text if heading else found.text, heading))
    return pieces, loose


def _label_runs(pieces: list[_Piece], loose: list[Block]) -> None:
    """Pair each run of lone labels with as many unlabelled pieces just before it (or, at a box's head, just after it)."""
    position = {id(piece.block): n for n, piece in enumerate(pieces)}
    ordered: list[tuple[int, int, Block]] = sorted(
        [(p.block.line, 0, p.block) for p in pieces] + [(b.line, 1, b) for b in loose if NUMBER_GLUED not in b.doubts],
        key=lambda item: item[:2],
    )
    n = 0
    while n < len(ordered):
        if not ordered[n][1]:
            n += 1
            continue
        end = n
        while end < len(ordered) and ordered[end][1] and ordered[end][2].page == ordered[n][2].page:
            end += 1
        labels = [item[2] for item in ordered[n:end]]
        before = _open_pieces(ordered[:n][::-1], position, pieces, labels[0].page, len(labels))[::-1]
        after = _open_pieces(ordered[end:], position, pieces, labels[0].page, len(labels))
        chosen = before if len(before) == len(labels) else after if len(after) == len(labels) else []
        for piece, label in zip(chosen, labels, strict=False):
            piece.beside, piece.beside_block = split_label(label.text).label, label
        n = end


def _open_pieces(
    items: list[tuple[int, int, Block]], position: dict[int, int], pieces: list[_Piece], page: int, limit: int
) -> list[_Piece]:
    """The unlabelled paragraphs next to a run of labels, up to the next run; lines of one paragraph count once, by its first."""
    out: list[_Piece] = []
    for _, is_label, block in items:
        if is_label or block.page != page or len(out) == limit:
            break
        piece = pieces[position[id(block)]]
        starts = block.gap > 0 or block.text.startswith("★") or (piece.label is None and _after_label(pieces, position[id(block)]))
        if piece.label is None and not piece.heading and piece.beside is None and starts:
            out.append(piece)
    return out


def _after_label(pieces: list[_Piece], n: int) -> bool:
    """Whether the piece directly follows a labelled heading on the next line ("2. Opponent's Timing" / "The opponent may …")."""
    before = pieces[n - 1] if n else None
    return before is not None and before.label is not None and "." not in before.label


def _assign(pieces: list[_Piece], places: list[tuple[str | None, str]], headings: list[bool]) -> None:
    """Give pieces their places: least total cost, then drop pairs whose words do not agree."""
    moving = [piece for piece in pieces if not piece.heading]
    if not moving or not places:
        return
    from scipy.optimize import linear_sum_assignment  # a server whose KB is new enough never needs it

    likeness = _likeness([piece.text for piece in moving], [text for _, text in places])
    likeness[:, np.array(headings)] = 0.0
    labels = np.array([[_label_gain(piece, label) for label, _ in places] for piece in moving])
    only_beside = np.array([piece.label is None for piece in moving])[:, None]
    gain = likeness + np.where(only_beside & (labels > 0), labels * likeness, labels)
    far = FAR_COST * np.minimum(1.0, _distance(moving, likeness) / FAR_BLOCKS)
    for n, place in zip(*linear_sum_assignment(1.0 - gain + far), strict=True):
        piece = moving[n]
        by_label = _label_gain(piece, places[place][0]) > 0 and likeness[n, place] > LEAST_LIKENESS / 2
        if likeness[n, place] - far[n, place] >= LEAST_LIKENESS - FAR_COST / 4 or by_label:
            piece.place, piece.order = int(place), float(place)
    _keep_printed_order(moving)


def _keep_printed_order(pieces: list[_Piece]) -> None:
    """Among pieces of one page that are alike to the letter, the one printed first takes the first of their places."""
    alike: dict[tuple[int, str, str | None, str | None], list[_Piece]] = {}
    for piece in pieces:
        if piece.place is not None:
            alike.setdefault((piece.block.page, key(piece.text), piece.label, piece.beside), []).append(piece)
    for group in alike.values():
        for piece, place in zip(group, sorted(p.place for p in group if p.place is not None), strict=True):
            piece.place, piece.order = place, float(place)


def _likeness(pieces: list[str], places: list[str]) -> Matrix:
    """How far the words of each piece and place agree, 0 to 1, shape (pieces, places); a part of a longer text counts in part."""
    left, right = [key(text) for text in pieces], [key(text) for text in places]
    options: dict[str, Any] = {"workers": 1, "dtype": np.float64}
    out: Matrix = process.cdist(left, right, scorer=fuzz.ratio, **options) / 100.0
    unsure = [n for n in np.flatnonzero(out.max(axis=1) < SURE_LIKENESS) if len(left[n]) >= 20]
    if unsure:
        part = process.cdist([left[n] for n in unsure], right, scorer=fuzz.partial_ratio, **options) / 100.0
        sizes = np.array([len(text) for text in right])[None, :], np.array([len(left[n]) for n in unsure])[:, None]
        share = np.minimum(*sizes) / np.maximum(1, np.maximum(*sizes))
        out[unsure] = np.maximum(out[unsure], 0.85 * part * np.minimum(1.0, 2 * share))
    return out


def _label_gain(piece: _Piece, label: str | None) -> float:
    if piece.label is not None:
        return LABEL_BONUS if piece.label == label else -LABEL_CLASH
    if piece.beside is not None and label is not None:
        return LABEL_BONUS if piece.beside == label else -LABEL_CLASH / 4
    return 0.0


def _distance(pieces: list[_Piece], likeness: Matrix) -> Matrix:
    """How far each place lies from the middle of where the sure pieces of the same page went, shape (pieces, places)."""
    best = likeness.argmax(axis=1)
    sure = (likeness.max(axis=1) >= SURE_LIKENESS) & ((likeness >= SURE_LIKENESS).sum(axis=1) == 1)
    by_page: dict[int, list[int]] = {}
    for n, piece in enumerate(pieces):
        if sure[n]:
            by_page.setdefault(piece.block.page, []).append(int(best[n]))
    middle = np.array([float(np.median(by_page.get(piece.block.page, [0]))) for piece in pieces])
    out: Matrix = np.abs(np.arange(likeness.shape[1])[None, :] - middle[:, None])
    return out


def _place_headings(pieces: list[_Piece], keys: list[str]) -> None:
    """A heading that the clean edition prints once goes there; one that repeats goes before the first piece of its page."""
    count = Counter(keys)
    for piece in pieces:
        if piece.heading and count[key(piece.text)] == 1:
            piece.order = float(keys.index(key(piece.text)))
    first = _first_places(pieces)
    for piece in pieces:
        if piece.heading and piece.order < 0:
            piece.order = first.get(piece.block.page, 0.0) - 0.5


def _first_places(pieces: list[_Piece]) -> dict[int, float]:
    """The earliest place taken by a piece of each page."""
    out: dict[int, float] = {}
    for piece in pieces:
        if piece.order >= 0:
            out[piece.block.page] = min(piece.order, out.get(piece.block.page, piece.order))
    return out


def _place_rest(pieces: list[_Piece]) -> None:
    """A piece without a place follows the piece printed before it on its page, or opens its page."""
    first = _first_places(pieces)
    previous: _Piece | None = None
    for piece in pieces:
        if piece.place is None and not piece.heading:
            same_page = previous is not None and previous.block.page == piece.block.page
            piece.order = previous.order if same_page and previous else first.get(piece.block.page, 0.0) - 0.25
        previous = piece


def _in_order(pieces: list[_Piece]) -> list[_Piece]:
    return sorted(pieces, key=lambda piece: (piece.order, piece.place is None, piece.block.line))


def _joined(piece: _Piece, label: str | None, free: list[Block]) -> Block:
    """The piece's block with its number at its head; a number that stood apart, repeated or was missing leaves a doubt."""
    block = piece.block
    if piece.label is not None and (label is None or label == piece.label):
        return block
    if piece.place is None or label is None:
        return block
    if piece.label is not None:
        doubt = NUMBER_PUT_RIGHT.say(printed=piece.label, meant=label)
        return block.with_text(_with_label(label, piece.text), doubt)
    own = next((b for b in free if b is piece.beside_block and split_label(b.text).label == label), None)
    found = own or next((b for b in free if b.page == block.page and split_label(b.text).label == label), None)
    if found is None:
        return block.with_text(_with_label(label, piece.text), NUMBER_UNPRINTED.say(number=label))
    free[:] = [b for b in free if b is not found]
    doubt = found.doubts[-1] if found.doubts else NUMBER_APART.say(number=label, line=found.line)
    return Block(
        text=_with_label(label, piece.text),
        lines=span(block.lines, found.lines),
        gap=block.gap,
        depth=block.depth,
        marker=block.marker,
        page=block.page,
        doubts=(*block.doubts, doubt),
    )


def _with_label(label: str, text: str) -> str:
    return f"{label} {text}" if label[0] in "QA" else f"{label}. {text}"
