"""The encoder: the shipped one is small and fast without torch; training is deterministic and never reads the questions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ingest.train import Setting, train
from kb.encoder import StaticEncoder
from kb.errors import KbMismatch, KbMissing
from kb.knowledge_base import KnowledgeBase
from kb.model import Term
from kb.passages import Passage

TIMED = """
import sys, time
from pathlib import Path
from kb.encoder import StaticEncoder

def seconds(work, times):
    took = []
    for _ in range(times):
        started = time.process_time()
        work()
        took.append(time.process_time() - started)
    return min(took)

folder = Path(sys.argv[1])
print(seconds(lambda: StaticEncoder.load(folder), 4))
fresh = [StaticEncoder.load(folder) for _ in range(4)]  # which remember no word yet
questions = [text for n in range(100) for text in (f"can I counter Penetrate {n}{n} with a spell from my hand?", f"{n}{n}の貫通に対抗できる？")]

def ask():
    encoder = fresh.pop()
    for question in questions:
        encoder.encode([question])

print(seconds(ask, 4) / len(questions))
"""


def test_the_shipped_encoder_is_small_and_quick(corpus: Path) -> None:
    """In a process of its own, which holds nothing else, and the best of four: what else runs here is not what is timed."""
    folder = corpus / "encoder"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 20_000_000
    said = subprocess.run([sys.executable, "-c", TIMED, str(folder)], capture_output=True, text=True, check=True).stdout
    load, question = map(float, said.split())
    assert load < 0.3
    assert question < 0.0003
    figures = json.loads((folder / "training.json").read_text())
    assert figures["features"] == len((folder / "tokens.txt").read_text(encoding="utf-8").split("\n"))


def test_it_is_bilingual(kb: KnowledgeBase) -> None:
    near, far = kb.encoder.encode(["graveyard", "墓地", "sleeves"])[[0, 0, 1]], kb.encoder.encode(["墓地", "sleeves", "sleeves"])
    likeness = (near * far).sum(axis=1)
    assert likeness[0] > likeness[1]


def test_texts_without_known_words_are_all_zeros(kb: KnowledgeBase) -> None:
    assert not kb.encoder.encode(["", "ΩΩΩ"]).any()


def test_a_damaged_encoder_is_refused(corpus: Path, tmp_path: Path) -> None:
    encoder = StaticEncoder("tiny", ["a", "b"], np.eye(2, 3, dtype=np.float16))
    encoder.save(tmp_path)
    assert StaticEncoder.load(tmp_path).fingerprint == encoder.fingerprint
    (tmp_path / "tokens.txt").write_text("a\nb\nc")
    with pytest.raises(KbMismatch, match="dimension 3 with 3 tokens"):
        StaticEncoder.load(tmp_path)
    (tmp_path / "encoder.json").write_text('{"name": "tiny", "reads": "words"}')
    with pytest.raises(KbMissing, match=r"encoder.json lacks 'dimension'.*run `judgecall train`"):
        StaticEncoder.load(tmp_path)
    (tmp_path / "vectors.npy").write_bytes(b"not numpy")
    with pytest.raises(KbMissing, match="run `judgecall train`"):
        StaticEncoder.load(tmp_path)


@pytest.mark.models
def test_training_is_deterministic_and_learns() -> None:
    words = [("red", "crimson", "scarlet"), ("blue", "azure", "navy"), ("green", "lime", "olive")]
    passages = [
        Passage(entry=row, rendition=-1, sort="phrasing", language="en", text=f"what about {word} number {n}")
        for row, group in enumerate(words)
        for word in group
        for n in range(12)
    ]
    terms = [Term(id=group[0], game="g", kind="k", en=group, entries=(f"g/{group[0]}",)) for group in words]
    ids = [f"g/{group[0]}" for group in words]
    setting = Setting(dimension=16, epochs=6, batch=16, against=1.0)
    first, figures = train(passages, terms, ids, setting)
    again, _ = train(passages, terms, ids, setting)
    assert first.fingerprint == again.fingerprint
    assert figures["loss"][-1] < figures["loss"][0]
    red, crimson, navy = first.encode(["red", "crimson", "navy"])
    assert red @ crimson > red @ navy
