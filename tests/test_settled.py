"""Settled questions: an encoder that reads order, the verdicts they give, and a KB whose parts do not fit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from ingest.build import content_of
from ingest.known import read_all
from ingest.teach_verdicts import VerdictSetting, teach_verdicts
from ingest.verdicts import read_verdicts
from kb.encoder import StaticEncoder
from kb.errors import KbMismatch, KbMissing
from kb.features import features, ordered
from kb.fold import key
from kb.knowledge_base import KnowledgeBase
from kb.passages import Passage
from kb.search import Search
from kb.settled import FOLDER, SAYS, VECTORS, SettledQuestions


def test_order_and_negation_are_read() -> None:
    one, other = "does my monster attack your item?", "does your item attack my monster?"
    assert sorted(features(one)) == sorted(features(other))
    assert sorted(ordered(one)) != sorted(ordered(other))
    assert "^ not" in ordered("so I can't counter it?")
    assert "^ so" in ordered("貫通に対抗できる？")
    assert "^ not" in ordered("貫通に対抗できないよね？")


def test_the_encoder_of_settled_questions_is_small(corpus: Path) -> None:
    folder = corpus / "encoder" / FOLDER
    assert sum(path.stat().st_size for path in (corpus / "encoder").rglob("*") if path.is_file()) < 20_000_000
    figures = json.loads((folder / "training.json").read_text())
    assert figures["features"] == len((folder / "tokens.txt").read_text(encoding="utf-8").split("\n"))


def test_pairs_of_contraries_speak_for_verdicts_and_are_not_searched(corpus: Path, kb: KnowledgeBase) -> None:
    content = content_of(corpus, read_all(corpus))
    searched = {key(passage.text) for passage in content.passages}
    settled = read_verdicts(corpus)
    assert {key(one.text) for one in settled if one.as_asked} <= searched
    assert not {key(one.text) for one in content.unsearched} & {key(p.text) for p in content.passages if p.sort == "phrasing"}
    assert {key(one.text) for one in settled} <= searched | {key(one.text) for one in content.unsearched}
    assert kb.settled is not None
    assert len(kb.settled.vectors) == sum(bool(passage.verdict) for passage in [*content.passages, *content.unsearched])
    assert len(kb.passages) == len(content.passages)


def test_settled_questions_of_an_entry_give_their_own_verdicts(kb: KnowledgeBase) -> None:
    assert kb.settled is not None
    sizes = [places.stop - places.start for places in kb.settled.places.values()]
    assert sum(sizes) == len(kb.settled.vectors)
    row = next(iter(kb.settled.places))
    voices = kb.settled.voices(row, "can I?")
    assert {voice.verdict for voice in voices} <= {"yes", "no", "depends"}
    assert kb.settled.voices(-5, "can I?") == []


@pytest.mark.parametrize(
    ("asked", "flipped"),
    [
        ("can I counter penetrate damage?", "so I am not allowed to counter penetrate damage, right?"),
        ("貫通ダメージに対抗できる？", "貫通ダメージには対抗できないよね？"),
    ],
)
def test_a_question_put_negatively_flips_the_verdict(search: Search, asked: str, flipped: str) -> None:
    first, second = search.said(asked), search.said(flipped)
    assert first is not None
    assert second is not None
    assert {first.verdict, second.verdict} == {"yes", "no"}


def test_what_does_not_fit_is_refused(kb_path: Path, tmp_path: Path) -> None:
    assert SettledQuestions.open(tmp_path / "nothing") is None
    folder = tmp_path / FOLDER
    shutil.copytree(kb_path / FOLDER, folder)
    assert SettledQuestions.open(folder) is not None
    says = np.load(folder / SAYS)
    np.save(folder / SAYS, says[::-1])
    with pytest.raises(KbMismatch, match="not in the order of the entries"):
        SettledQuestions.open(folder)
    np.save(folder / SAYS, says)
    np.save(folder / VECTORS, np.zeros((3, 128), dtype=np.float16))
    with pytest.raises(KbMismatch, match=r"settled.npy is \(3, 128\), says.npy \(\d+, 2\)"):
        SettledQuestions.open(folder)
    (folder / SAYS).write_bytes(b"not an array")
    with pytest.raises(KbMissing, match="the settled questions cannot be read"):
        SettledQuestions.open(folder)


@pytest.mark.models
def test_who_does_what_can_be_taught() -> None:
    """Two entries whose questions share their words; only the order tells yes from no."""
    verbs = ("strike", "block", "chase", "stop")
    passages = [
        Passage(entry=entry, rendition=-1, sort="phrasing", language="en", text=f"{opening} {one} {verb} {other}", verdict=verdict)
        for entry, verb in enumerate(verbs[:2])
        for opening in ("can", "may", "does", "will", "could")
        for one, other, verdict in (("dragon", "knight", "yes"), ("knight", "dragon", "no"))
    ]
    start = StaticEncoder("tiny", ["dragon", "knight", "can"], np.eye(3, 4, dtype=np.float32))
    setting = VerdictSetting(dimension=4, epochs=30, rate=0.05, dropout=0.1, fewest=1)
    encoder, figures = teach_verdicts(passages, start, setting)
    assert figures["loss"][-1] < figures["loss"][0] / 2
    yes, no, asked = encoder.encode(["can dragon strike knight", "can knight strike dragon", "should dragon strike knight"])
    assert asked @ yes > asked @ no
    again, _ = teach_verdicts(passages, start, setting)
    assert again.fingerprint == encoder.fingerprint


def test_no_verdict_where_another_game_says_otherwise(search: Search) -> None:
    asked = "do i lose if my deck runs out"
    assert search.said(asked) is None
    chosen = search.search(asked, game="bf").answer
    assert chosen is not None
    assert chosen.verdict == "yes"
