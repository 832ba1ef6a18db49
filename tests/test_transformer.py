"""The transformer that reads settled questions: its pieces, the shipped one, what is refused, and that it can be taught."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from clock import slowness, slowness_with_words

from kb.encoder import StaticEncoder
from kb.errors import KbMismatch, KbMissing
from kb.passages import Passage
from kb.pieces import LONGEST, SPECIAL, Pieces
from kb.settled import FOLDER as VERDICTS
from kb.transformer import ABOUT, FOLDER, MODEL, PIECES, Together, Transformer, settling_encoder
from kb.worked_out import BY, KNOWN, WorkedOut, keep
from kb.writer import Content

PLAIN = Pieces([*SPECIAL, "can", "i", "counter", "##ing", "##s", "?", "貫通", "対抗", "に", "でき", "る", "."])


def shipped(corpus: Path) -> Path:
    return corpus / "encoder" / VERDICTS / FOLDER


def names(text: str) -> list[str]:
    known = list(PLAIN)
    return [known[number] for number in PLAIN.read(text)[0]]


def test_a_text_is_read_in_the_longest_pieces_after_how_it_is_put() -> None:
    assert names("Can I counter?") == ["[CLS]", "[so]", "can", "i", "counter", "?", "[SEP]"]
    assert names("countering counters") == ["[CLS]", "[so]", "counter", "##ing", "counter", "##s", "[SEP]"]
    assert names("貫通に対抗できる?") == ["[CLS]", "[so]", "貫通", "に", "対抗", "でき", "る", "?", "[SEP]"]
    assert names("Can I not counter?")[1] == "[not]"


def test_what_is_unknown_is_said_to_be() -> None:
    assert names("counterx") == ["[CLS]", "[so]", "[UNK]", "[SEP]"]
    assert names("貫穴通") == ["[CLS]", "[so]", "[UNK]", "[UNK]", "[UNK]", "[SEP]"]
    assert names("") == ["[CLS]", "[so]", "[SEP]"]


def test_the_sentence_that_asks_is_read_again_where_others_tell_the_case() -> None:
    numbers, kinds = PLAIN.read("He countered. Can I counter?")
    assert len(numbers) == len(kinds)
    known = list(PLAIN)
    assert [known[number] for number, kind in zip(numbers, kinds, strict=True) if kind] == ["can", "i", "counter", "?", "[SEP]"]


def test_a_long_text_is_cut_off() -> None:
    numbers, kinds = PLAIN.read("can " * 5000)
    assert len(numbers) == len(kinds) <= 2 * LONGEST + 4


def test_a_long_word_takes_no_time() -> None:
    """From each place no end is tried that no piece reaches."""
    pieces = Pieces([*SPECIAL, "q", "##q"])
    started = time.process_time()
    for number in range(20):
        assert len(pieces.read("q" * (4000 - number))[0]) <= LONGEST + 4
    assert time.process_time() - started < 1.0 * slowness_with_words()
    assert not any(len(word) > 32 for word in pieces._known)


def test_pieces_without_the_special_ones_are_refused() -> None:
    with pytest.raises(ValueError, match=r"lack \[so\], \[not\]"):
        Pieces(["[CLS]", "[SEP]", "[UNK]", "a"])


def test_the_shipped_one_is_small_and_quick(corpus: Path) -> None:
    folder = shipped(corpus)
    assert (folder / MODEL).stat().st_size < 14_000_000
    Transformer(folder).encode(["the library is loaded once"])

    def loaded() -> float:
        started = time.process_time()
        Transformer(folder).encode(["can I?"])
        return time.process_time() - started

    assert min(loaded() for _ in range(3)) / slowness(20) < 0.3
    transformer = Transformer(folder)
    questions = [f"can I counter Penetrate with a spell from my hand, take {number}?" for number in range(100)]
    questions += [f"相手の貫通に対抗できますか{number}？" for number in range(100)]
    transformer.encode(questions[:5])

    def asked(some: list[str]) -> float:
        started = time.process_time()
        transformer.encode(some)
        return (time.process_time() - started) / len(some)

    # The least of several, over both languages: on a machine that others use a second can hold ten times the work.
    assert min(asked(questions[place::8]) for place in range(8)) / slowness(20) < 0.008


@pytest.mark.parametrize("transformer", [False, True])
def test_vectors_of_the_settled_questions_of_the_corpus_are_kept(
    corpus: Path, content: Content, tmp_path: Path, transformer: bool
) -> None:
    folder = shipped(corpus) if transformer else corpus / "encoder" / VERDICTS
    encoder = Transformer(folder) if transformer else StaticEncoder.load(folder)
    kept = WorkedOut(encoder, folder)
    texts = [one.text for one in (*content.passages, *content.unsearched) if one.verdict]
    rows = kept.rows(texts)
    assert (rows < 0).sum() < 500, "a build reads each of them anew: run `judgecall train --keep`"
    some = [text for text, row in zip(texts, rows, strict=True) if row >= 0][::700]
    known = kept.encode(some)
    mixed = kept.encode([some[0], "a question that nobody asked yet?"])
    assert mixed[0] == pytest.approx(known[0])
    assert mixed[1] == pytest.approx(encoder.encode(["a question that nobody asked yet?"])[0])
    # Most were kept on other processors, which may sum whole numbers in another way (VNNI): that moves a few.
    alike = (known * encoder.encode(some)).sum(axis=1)
    assert np.quantile(alike, 0.03) > 0.99
    assert alike.min() > 0.8
    # A vector most of whose length lies in one direction is cut there: eight bits end there.
    lengths = np.linalg.norm(known, axis=1)
    assert np.quantile(abs(lengths - 1.0), 0.97) < 0.02
    assert lengths.min() > 0.85
    kept.save(tmp_path)
    assert not (tmp_path / KNOWN).exists()


def test_both_encoders_count_alike(corpus: Path, tmp_path: Path) -> None:
    folder = corpus / "encoder" / VERDICTS
    both, static = (settling_encoder(folder, transformer=wanted) for wanted in (True, False))
    assert isinstance(both, Together)
    texts = ["may I look at my own gauge?", "自分のゲージは見てもいい？"]
    cosines = [float(np.prod(encoder.encode(texts), axis=0).sum()) for encoder in (both, static, both.transformer)]
    assert cosines[0] == pytest.approx((cosines[1] + cosines[2]) / 2, abs=1e-5)
    assert both.encode(texts).shape == (2, both.dimension)
    both.save(tmp_path)
    assert settling_encoder(tmp_path, transformer=True).encode(texts) == pytest.approx(both.encode(texts))


def test_only_new_texts_and_those_put_otherwise_now_are_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = StaticEncoder("tiny", ["can", "i"], np.eye(2, 8, dtype=np.float32))
    assert keep(encoder, ["can i?", "i can", "can i?"], tmp_path) == 2
    assert keep(encoder, ["can i?", "can"], tmp_path) == 1
    assert WorkedOut(encoder, tmp_path).rows(["can i?", "can", "i can"]).min() == -1, "what is settled no more is not kept"
    assert keep(encoder, ["can i?", "can"], tmp_path) == 0
    put = {"can i?": (True, 0), "can": (False, 1)}
    monkeypatch.setattr("kb.worked_out.negations", lambda text, _: put[text])
    assert keep(encoder, ["can i?", "can"], tmp_path) == 1, "a condition is nothing that a vector holds"
    kept = WorkedOut(encoder, tmp_path)
    assert kept.negations(["can i?", "can"]).tolist() == [[1, 0], [0, 1]]
    assert kept.encode(["can i?"]) == pytest.approx(encoder.encode(["can i?"]), abs=0.01)


def test_what_other_code_worked_out_is_refused_and_healed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = StaticEncoder("tiny", ["can", "i"], np.eye(2, 8, dtype=np.float32))
    keep(encoder, ["can i?", "?"], tmp_path)
    assert WorkedOut(encoder, tmp_path).encode(["?"]).tolist() == [[0.0] * 8], "a text that nothing is known of"
    with monkeypatch.context() as changed:
        changed.setattr("kb.worked_out.negations", lambda *_: (True, 0))
        with pytest.raises(KbMismatch, match=r"known\.npy and put\.npy do not say what is read in a text now"):
            WorkedOut(encoder, tmp_path).negations(["can i?"])
    monkeypatch.setattr(encoder, "_rows_in", lambda text: [1])
    with pytest.raises(KbMismatch, match=r"run `judgecall train --keep`"):
        WorkedOut(encoder, tmp_path).encode(["can i?"])
    assert keep(encoder, ["can i?", "?"], tmp_path) == 2
    assert WorkedOut(encoder, tmp_path).encode(["can i?"])[0, 1] == pytest.approx(1.0, abs=0.01)


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_keeping_that_is_stopped_midway_is_found_out_and_healed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = StaticEncoder("tiny", ["can", "i"], np.eye(2, 8, dtype=np.float32))
    keep(encoder, ["can i?", "i can"], tmp_path)
    saves = iter([np.save])
    with monkeypatch.context() as stopped:
        stopped.setattr("numpy.save", lambda *of, **how: next(saves, interrupted)(*of, **how))
        with pytest.raises(KeyboardInterrupt):
            keep(encoder, ["can i?", "can"], tmp_path)
    with pytest.raises(KbMissing, match=r"run `judgecall train --keep`"):
        WorkedOut(encoder, tmp_path)
    assert keep(encoder, ["can i?", "can"], tmp_path) == 2
    assert WorkedOut(encoder, tmp_path).rows(["can i?", "can"]).min() == 0


def test_kept_vectors_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    encoder = StaticEncoder("tiny", ["can", "i"], np.eye(2, 8, dtype=np.float32))
    keep(encoder, ["can i?", "i can", "can i?"], tmp_path)
    assert WorkedOut(encoder, tmp_path).rows(["can i?", "i can", "can"]).tolist() in ([0, 1, -1], [1, 0, -1])
    other = StaticEncoder("tiny", ["can", "i"], np.eye(2, 8, k=1, dtype=np.float32))
    with pytest.raises(KbMismatch, match=r"comes from another encoder .* run `judgecall train --keep`"):
        WorkedOut(other, tmp_path)
    (tmp_path / BY).unlink()
    with pytest.raises(KbMissing, match="that are kept cannot be read"):
        WorkedOut(encoder, tmp_path)
    np.save(tmp_path / KNOWN, np.zeros((3, 4), dtype=np.int8))
    (tmp_path / BY).write_text(encoder.fingerprint)
    with pytest.raises(KbMismatch, match=r"int8 \(3, 4\) for 2 texts"):
        WorkedOut(encoder, tmp_path)
    (tmp_path / KNOWN).write_bytes(b"nothing")
    with pytest.raises(KbMissing, match="that are kept cannot be read"):
        WorkedOut(encoder, tmp_path)


def test_a_damaged_one_is_refused(corpus: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    Transformer(shipped(corpus)).save(whole)

    def damaged(name: str) -> Path:
        return Path(shutil.copytree(whole, tmp_path / name))

    for file in (ABOUT, PIECES, MODEL):
        folder = damaged(f"no {file}")
        (folder / file).unlink()
        with pytest.raises(KbMissing, match="run `judgecall train`"):
            Transformer(folder)
    folder = damaged("garbage")
    (folder / MODEL).write_bytes(b"not a model")
    with pytest.raises(KbMissing, match="cannot be run"):
        Transformer(folder).encode(["can I?"])
    folder = damaged("dimension")
    about = json.loads((folder / ABOUT).read_text())
    (folder / ABOUT).write_text(json.dumps(about | {"dimension": 95}))
    with pytest.raises(KbMismatch, match="vectors of 95"):
        Transformer(folder).encode(["can I?"])
    folder = damaged("more pieces")
    (folder / PIECES).write_text((folder / PIECES).read_text(encoding="utf-8") + "\nno such piece", encoding="utf-8")
    with pytest.raises(KbMissing, match=r"has \d+ pieces, transformer.json says"):
        Transformer(folder)
    folder = damaged("pieces")
    (folder / PIECES).write_text("a\nb", encoding="utf-8")
    with pytest.raises(KbMissing, match=r"the pieces lack"):
        Transformer(folder)


def test_the_figures_of_its_training_are_kept(corpus: Path) -> None:
    figures = json.loads((shipped(corpus) / "training.json").read_text())
    assert figures["pieces"] == len((shipped(corpus) / PIECES).read_text(encoding="utf-8").split("\n"))
    assert figures["loss"][0] > figures["loss"][-1]


@pytest.mark.models
def test_it_learns_what_order_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bag of words cannot tell these apart: who comes before whom decides."""
    import torch
    from transformers import BertConfig, BertModel

    from ingest.teach_transformer import TransformerSetting, teach_transformer

    # Two threads wait for each other longer than they work at something so small.
    monkeypatch.setattr(torch, "set_num_threads", lambda _, put=torch.set_num_threads: put(1))
    torch.manual_seed(1)
    start = tmp_path / "start"
    words = ["red", "blue", "green", "black", "white", "before", "is", "?"]
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words]
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64
    )
    BertModel(config).save_pretrained(start)
    (start / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    colours = words[:5]
    pairs = [(one, other) for one in colours for other in colours if one != other]
    # Colours stand in the order of the list: "is red before blue?" yes, "is blue before red?" no.
    asked = [
        Passage(
            entry=entry,
            rendition=-1,
            sort="phrasing",
            language="en",
            text=f"is {one} before {other}?",
            verdict="yes" if colours.index(one) < colours.index(other) else "no",
        )
        for entry in range(4)
        for one, other in pairs
    ]
    bilingual = StaticEncoder("tiny", words, np.eye(len(words), 8, dtype=np.float32))
    setting = TransformerSetting(layers=2, dimension=16, epochs=30, rate=2e-3, entries=1)
    figures = teach_transformer(asked, bilingual, start, setting, tmp_path / "taught")
    assert figures["loss"][-1] < figures["loss"][0] / 2
    transformer = Transformer(tmp_path / "taught")
    same, other = transformer.encode(["is red before blue?", "is red before blue?"]), transformer.encode(["is blue before red?"])
    assert float(same[0] @ same[1]) > float(same[0] @ other[0]) + 0.3
    keep(transformer, [one.text for one in asked], tmp_path / "taught")
    kept = WorkedOut(transformer, tmp_path / "taught")
    assert kept.rows(["is red before blue?"])[0] >= 0
    assert float(kept.encode(["is red before blue?"])[0] @ same[0]) > 0.98
