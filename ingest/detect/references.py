"""Cross-references: step numbers that the two texts name differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.anchors import references
from ingest.detect.detected import Detected


def cross_references(both: Aligned) -> Iterator[Detected]:
    """One flag when the steps that two aligned sentences name are not the same."""
    en, ja = Counter(references(both.en.text)), Counter(references(both.ja.text))
    if set(en) != set(ja):
        what = f"{', '.join(sorted(set(en) - set(ja))) or 'none'} / {', '.join(sorted(set(ja) - set(en))) or 'none'}"
        yield both.flag(f"references: {what}", "reference_differs", 0.8 if en and ja else 0.6)
