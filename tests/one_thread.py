"""Loads what multiplies matrices with one thread for each product: where others use the cores, two of them mostly wait for each other.

Processes that tests start are left as users have them.
"""

from __future__ import annotations

import os
from unittest.mock import patch

with patch.dict(os.environ, {"OPENBLAS_NUM_THREADS": "1"}):
    import faiss  # noqa: F401
    import numpy  # noqa: F401
