"""`judgecall train`: teaches the static bilingual encoder how people ask.

Neighbourhood components analysis (Goldberger, Roweis, Hinton & Salakhutdinov 2004) over passages: of all passages of the corpus,
those of the same entry should be a text's nearest; the questions that no entry answers are one class more. Every passage and every
form of a term is a text to be placed; a share of all passages stands against it in each step, the twin steps of other flows among
them. The only thing learnt is a vector per token and piece (`kb/features.py`); a text is their sum. Questions of
`corpus/questions/` are never read.
"""

from __future__ import annotations

import json
import random
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.whole_files import write_whole
from kb.encoder import StaticEncoder
from kb.features import MARK, features
from kb.fold import key
from kb.gather import TEMPERATURE
from kb.model import Term
from kb.passages import Passage

FIGURES = "training.json"

Bag = npt.NDArray[np.int64]
"""Rows of the table of vectors that a text names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What training can be told; the defaults are those of the shipped encoder."""

    dimension: int = 256
    epochs: int = 8
    rate: float = 0.05
    temperature: float = TEMPERATURE
    against: float = 0.125
    dropout: float = 0.3
    batch: int = 256
    piece_weight: float = 0.5
    typos: float = 0.1
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be placed: the row of its entry, its words, and its place among the passages (-1 for a form of a term)."""

    entry: int
    words: str
    place: int


def texts_of(passages: Sequence[Passage], terms: Sequence[Term], rows: dict[str, int]) -> list[Text]:
    """All texts to be placed: every passage, and every form of a term for the entry that defines it first."""
    out = [Text(passage.entry, passage.text, place) for place, passage in enumerate(passages)]
    for term in terms:
        forms = (*term.en, *term.ja, *term.kana, *term.romaji, *term.short, *term.misspelt, *term.also_en, *term.also_ja)
        for entry in term.entries[:2]:
            if entry in rows:
                out += [Text(rows[entry], form, -1) for form in forms]
    return out


@dataclass(frozen=True, slots=True, eq=False)
class _Lesson:
    """What is taught: the texts and the rows of the table that each names, the row of each feature, the entry of each passage."""

    texts: list[Text]
    read: list[Bag]
    rows: dict[str, int]
    owner: npt.NDArray[np.int64]


def train(
    passages: Sequence[Passage], terms: Sequence[Term], ids: Sequence[str], setting: Setting
) -> tuple[StaticEncoder, dict[str, Any]]:
    """The encoder and the figures of its training; needs torch. One seed gives one encoder on one kind of machine."""
    import torch

    torch.manual_seed(setting.seed)
    torch.set_num_threads(2)
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # nothing is read before it is written
    started = time.perf_counter()
    passages = _distinct(passages)
    texts = texts_of(passages, terms, {id: row for row, id in enumerate(ids)})
    vocabulary = _vocabulary(texts)
    rows = {feature: row for row, feature in enumerate(vocabulary)}
    read = [_rows(text.words, rows) for text in texts]
    lesson = _Lesson(texts, read, rows, np.array([passage.entry for passage in passages]))
    table = torch.nn.Parameter(torch.tensor(_start(vocabulary, texts, setting)))
    losses = _taught(table, lesson, setting)
    encoder = StaticEncoder(f"nca-{setting.dimension}", vocabulary, table.detach().numpy())
    figures = {
        "setting": asdict(setting),
        "texts": len(texts),
        "passages": len(passages),
        "features": len(vocabulary),
        "loss": losses,
        "seconds": round(time.perf_counter() - started),
    }
    return encoder, figures


def _taught(table: Any, lesson: _Lesson, setting: Setting) -> list[float]:
    """Teach a table of vectors; the mean loss of each epoch. The rate rises for 30 steps, then falls to nothing."""
    import torch

    chance, picking = random.Random(setting.seed), np.random.default_rng(setting.seed)
    scaled = setting.rate / setting.dimension**0.5
    optimizer = torch.optim.Adam([table], lr=scaled, betas=(0.9, 0.99), fused=True)
    order = list(range(len(lesson.texts)))
    steps = setting.epochs * (len(order) // setting.batch)
    step, losses = 0, []
    for _ in range(setting.epochs):
        chance.shuffle(order)
        total = 0.0
        for first in range(0, len(order) - setting.batch + 1, setting.batch):
            for group in optimizer.param_groups:
                group["lr"] = scaled * min(1.0, (step + 1) / 30) * (1 - step / steps)
            loss = _loss(table, order[first : first + setting.batch], lesson, chance, picking, setting)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += float(loss.detach())
            step += 1
        losses.append(round(total / max(1, len(order) // setting.batch), 4))
    return losses


def _loss(
    table: Any, batch: Sequence[int], lesson: _Lesson, chance: random.Random, picking: np.random.Generator, setting: Setting
) -> Any:
    """The loss of some texts, by their places, now and then mistyped, against a share of all passages."""
    import torch
    import torch.nn.functional as f

    texts = [lesson.texts[n] for n in batch]
    asked = [_mistyped(text, lesson.read[n], lesson.rows, chance, setting) for text, n in zip(texts, batch, strict=True)]
    asked = [bag[torch.rand(len(bag)).numpy() > setting.dropout] for bag in asked]
    count = len(lesson.owner)
    chosen = np.sort(picking.permutation(count)[: int(setting.against * count)])
    vectors = f.normalize(summed(table, [*asked, *(lesson.read[place] for place in chosen)]), dim=1)
    likeness = (vectors[: len(batch)] / setting.temperature) @ vectors[len(batch) :].T
    itself = np.array([text.place for text in texts])[:, None] == chosen[None, :]
    mine = (lesson.owner[chosen][None, :] == np.array([text.entry for text in texts])[:, None]) & ~itself
    return neighbours(likeness, torch.from_numpy(~itself), torch.from_numpy(mine), 1 / setting.temperature)


def summed(table: Any, bags: Sequence[Bag]) -> Any:
    """The sum of the rows of a table that each bag names: (bags, dimension); a row named twice counts twice.

    As the product of a sparse matrix, for torch's own `embedding_bag` takes several times as long to give its gradient.
    """
    import torch
    from scipy.sparse import csr_matrix

    class Product(torch.autograd.Function):  # type: ignore[misc]
        """`rows @ table`, and its gradient as the transposed product."""

        @staticmethod
        def forward(ctx: Any, table: Any) -> Any:
            return _torch_sparse(rows) @ table

        @staticmethod
        def backward(ctx: Any, slope: Any) -> Any:
            return _torch_sparse(rows.T.tocsr()) @ slope

    ends = np.cumsum([0, *(len(bag) for bag in bags)])
    named = np.concatenate(list(bags))
    rows = csr_matrix((np.ones(len(named), dtype=np.float32), named, ends), shape=(len(bags), len(table)))
    return Product.apply(table)


def neighbours(likeness: Any, others: Any, mine: Any, most: float) -> Any:
    """The mean of -log of the share that the texts of its own entry have of a text's likeness to all others (NCA's log form).

    All are (texts, passages): likenesses, of which none is above `most`, which passages are not the text itself, and which of those
    are of its entry. Texts without such a passage are left out. A likeness is raised to a power once; hidden ones are multiplied by
    0 after it, since powers that vanish take ten times as long.
    """
    import torch

    class Share(torch.autograd.Function):  # type: ignore[misc]
        """Its gradient is the difference of the two distributions."""

        @staticmethod
        def forward(ctx: Any, likeness: Any) -> Any:
            raised = torch.exp(likeness - most).mul_(others)
            near = raised * mine
            all_of, own = raised.sum(1, keepdim=True), near.sum(1, keepdim=True)
            some = own > 0
            ctx.save_for_backward(raised.div_(all_of).sub_(near.div_(torch.where(some, own, 1.0))).mul_(some).div_(some.sum()))
            return (torch.log(all_of) - torch.log(own))[some].mean()

        @staticmethod
        def backward(ctx: Any, slope: Any) -> Any:
            return ctx.saved_tensors[0] * slope

    return Share.apply(likeness)


def _torch_sparse(rows: Any) -> Any:
    import torch

    parts = (torch.from_numpy(part) for part in (rows.indptr, rows.indices, rows.data))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
        return torch.sparse_csr_tensor(*parts, size=rows.shape, check_invariants=False)


def _distinct(passages: Sequence[Passage]) -> list[Passage]:
    """Passages without those that say for one entry what another says already, as two editions often do."""
    return list({(passage.entry, key(passage.text)): passage for passage in reversed(passages)}.values())[::-1]


def write_figures(folder: Path, figures: dict[str, Any]) -> None:
    """Keep the figures of a training run beside the encoder."""
    write_whole(folder / FIGURES, json.dumps(figures, indent=1) + "\n")


def _vocabulary(texts: Sequence[Text]) -> list[str]:
    """All whole words, and what else more than one text holds: pieces, and the pairs of signs that Japanese is cut into."""
    counts = Counter(feature for text in texts for feature in features(text.words))
    return sorted(feature for feature, count in counts.items() if count > 1 or not (feature.startswith(MARK) or _is_pair(feature)))


def _is_pair(feature: str) -> bool:
    return len(feature) == 2 and not feature.isascii()


def _rows(words: str, rows: dict[str, int]) -> Bag:
    return np.array([rows[feature] for feature in features(words) if feature in rows] or [0])


def _start(vocabulary: Sequence[str], texts: Sequence[Text], setting: Setting) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Random vectors, longer for telling features (root of the inverse document frequency), shorter for pieces."""
    counts = Counter(feature for text in texts for feature in features(text.words))
    telling = np.array([np.log(len(texts) / counts[feature]) for feature in vocabulary], dtype=np.float32)
    scale = np.sqrt(telling / telling.max())
    scale *= np.array([setting.piece_weight if feature.startswith(MARK) else 1.0 for feature in vocabulary], dtype=np.float32)
    noise = np.random.default_rng(setting.seed).standard_normal((len(vocabulary), setting.dimension)).astype(np.float32)
    out: np.ndarray[Any, np.dtype[np.float32]] = noise / np.float32(setting.dimension**0.5) * scale[:, None]
    return out


def _mistyped(text: Text, read: Bag, rows: dict[str, int], chance: random.Random, setting: Setting) -> Bag:
    """Now and then the text with a letter lost, doubled or swapped, as thumbs do."""
    if chance.random() >= setting.typos:
        return read
    words = text.words
    for _ in range(1 + len(words) // 40):
        at = chance.randrange(max(1, len(words) - 1))
        sort = chance.randrange(3)
        if sort == 0:
            words = words[:at] + words[at + 1 :]
        elif sort == 1:
            words = words[:at] + words[at + 1 : at + 2] + words[at : at + 1] + words[at + 2 :]
        else:
            words = words[: at + 1] + words[at:]
    return _rows(words, rows)
