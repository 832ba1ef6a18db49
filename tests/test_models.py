"""Any sentence-transformers model as the encoder: a small one is made here, saved, and loaded through the real code."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from ingest.build import build
from kb.errors import KbMismatch, KbMissing
from kb.knowledge_base import open_kb
from kb.search import Search

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static-embedding model with a word-level tokenizer and seeded random vectors."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import StaticEmbedding
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    words = ["[UNK]", "counter", "penetrate", "貫通", "call", "attack", "phase", "soul", "can", "i", "be", "used", "against"]
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    torch.manual_seed(5)
    model = SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=24)], device="cpu")
    folder = tmp_path_factory.mktemp("model")
    model.save(str(folder))
    return folder


def test_a_model_by_folder_builds_and_serves(small: Path, model_folder: Path, tmp_path: Path) -> None:
    from kb.sentence_transformer import SentenceTransformerEncoder

    encoder = SentenceTransformerEncoder(str(model_folder))
    assert encoder.dimension == 24
    vectors = encoder.encode(["counter penetrate", "call"])
    assert vectors.shape == (2, 24)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    build(small, tmp_path / "kb", encoder)
    kb = open_kb(tmp_path / "kb")
    assert kb.meta["encoder"]["sort"] == "sentence-transformers"
    assert kb.dense.dimension == 24
    assert Search(kb).search("can I counter Penetrate?").hits


def test_another_model_than_the_one_it_was_built_with(corpus: Path, model_folder: Path, kb_path: Path) -> None:
    from kb.sentence_transformer import SentenceTransformerEncoder

    with pytest.raises(KbMismatch, match="the KB was built with encoder"):
        open_kb(kb_path, SentenceTransformerEncoder(str(model_folder)))


def test_a_model_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from kb.sentence_transformer import SentenceTransformerEncoder

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(KbMissing, match=r"cannot be loaded .* give a model's hub name or its folder"):
        SentenceTransformerEncoder(str(tmp_path / "nothing"))


def test_a_hub_that_cannot_be_reached_is_one_error(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Each try of the hub's own library is a warning of its own."""
    from kb.sentence_transformer import SentenceTransformerEncoder

    def fails(*_: object, **__: object) -> None:
        logging.getLogger("huggingface_hub.utils._http").warning("Retrying in 1s [Retry 1/5].")
        raise OSError("We couldn't connect")

    monkeypatch.setattr("sentence_transformers.SentenceTransformer", fails)
    with pytest.raises(KbMissing, match=r"encoder 'no/model' cannot be loaded \(We couldn't connect\)"):
        SentenceTransformerEncoder("no/model")
    assert caplog.records == []
    logging.getLogger("huggingface_hub.utils._http").warning("later")
    assert [one.message for one in caplog.records] == ["later"]
