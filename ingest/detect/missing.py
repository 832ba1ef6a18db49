"""What one side lacks: a sentence without a counterpart, or one that is far longer than its counterpart."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ingest.detect.align import ENGLISH_LETTERS, Bead
from ingest.detect.detected import Detected

LEAST = 12
"""Letters (in Japanese measure) below which a sentence's length says nothing."""

RATIO = 1.9
"""How many times longer than usual a sentence must be."""


def missing(bead: Bead) -> Iterator[Detected]:
    """A flag for a sentence that stands alone or whose length is out of proportion."""
    if bead.en is None and bead.ja is not None:
        yield Detected(cue="missing: sentence", severity="omission", en="", ja=bead.ja.text, weight=0.6)
    elif bead.ja is None and bead.en is not None:
        yield Detected(cue="missing: sentence", severity="extra", en=bead.en.text, ja="", weight=0.6)
    elif (both := bead.aligned) is not None:
        en, ja = len(both.en.text) / ENGLISH_LETTERS, float(len(both.ja.text))
        if min(en, ja) >= LEAST / 2 and max(en, ja) >= LEAST and abs(math.log(en / ja)) > math.log(RATIO):
            severity = "extra" if en > ja else "omission"
            yield both.flag("missing: length", severity, 0.5)
