"""A first encoder: cross-language latent semantic indexing (Dumais, Letsche, Littman & Landauer 1997) of the corpus itself.

Both languages' texts of an entry form one document, so that words of either language that settle the same rulings lie close.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from kb.encoder import StaticEncoder
from kb.model import Entry
from kb.tokens import tokens

DIMENSION = 128


def train_lsa(entries: list[Entry], dimension: int = DIMENSION) -> StaticEncoder:
    """Token vectors from the singular value decomposition of the token-by-entry matrix (log frequency, entropy weights)."""
    documents = [Counter(tokens("\n".join(f"{r.title or ''}\n{r.text}" for r in entry.renditions))) for entry in entries]
    vocabulary = sorted({token for document in documents for token in document})
    rows = {token: row for row, token in enumerate(vocabulary)}
    matrix = np.zeros((len(vocabulary), len(documents)), dtype=np.float64)
    for column, document in enumerate(documents):
        for token, count in document.items():
            matrix[rows[token], column] = count
    share = matrix / matrix.sum(axis=1, keepdims=True)
    entropy = -np.where(share > 0, share * np.log(np.where(share > 0, share, 1.0)), 0.0).sum(axis=1)
    weight = 1.0 - entropy / np.log(max(2, len(documents)))
    weighted = np.log1p(matrix) * weight[:, None]
    left, values, _ = np.linalg.svd(weighted, full_matrices=False)
    size = min(dimension, len(values))
    # The sign of a singular vector is arbitrary: its largest component is made positive, so that a rebuild gives the same bytes.
    signs = np.sign(left[np.abs(left[:, :size]).argmax(axis=0), np.arange(size)])
    table = left[:, :size] * signs * np.sqrt(values[:size]) * weight[:, None]
    table *= 64.0 / np.abs(table).max()
    return StaticEncoder(f"lsa-{size}", vocabulary, table.astype(np.float16))
