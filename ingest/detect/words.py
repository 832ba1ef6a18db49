"""Compares words that come in pairs, such as "only" and のみ: what one side says and the other gives no answer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.detect.align import Aligned, Side
from ingest.detect.anchors import CASED
from ingest.detect.detected import Detected


@dataclass(frozen=True, slots=True)
class Pair:
    """A meaning, and the words for it in both languages.

    `en` and `ja` say it outright; `en_like` and `ja_like` are looser words that answer it when the other side says it. `en_only`
    and `ja_only` are the weight of a flag when only that side says it, 0 for no flag. `severity` replaces extra and omission.
    """

    name: str
    en: re.Pattern[str]
    ja: re.Pattern[str]
    en_like: re.Pattern[str]
    ja_like: re.Pattern[str]
    en_only: float
    ja_only: float
    severity: str | None


def pair(
    name: str,
    en: str,
    ja: str,
    *,
    en_like: str = "",
    ja_like: str = "",
    en_only: float = 0.0,
    ja_only: float = 0.0,
    severity: str | None = None,
) -> Pair:
    """A Pair from the patterns of its words; English ones are whole words in any case, and `like` adds to what says it outright."""
    return Pair(
        name,
        english(en),
        re.compile(ja),
        english(f"{en}|{en_like}" if en_like else en),
        re.compile(f"{ja}|{ja_like}" if ja_like else ja),
        en_only,
        ja_only,
        severity,
    )


def english(words: str) -> re.Pattern[str]:
    """English words or phrases in any case, not found inside a longer word."""
    return re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE)


def one_sided(kind: str, pairs: Sequence[Pair], both: Aligned) -> Iterator[Detected]:
    """A flag for each pair of words that only one side of a both says."""
    en, ja = unnamed(both.en), unnamed(both.ja)
    for one in pairs:
        if one.en_only and one.en.search(en) and not one.ja_like.search(ja):
            weight, severity = one.en_only, one.severity or "extra"
        elif one.ja_only and one.ja.search(ja) and not one.en_like.search(en):
            weight, severity = one.ja_only, one.severity or "omission"
        else:
            continue
        yield both.flag(f"{kind}: {one.name}", severity, weight)


def unnamed(side: Side) -> str:
    """A side's text with the names of cards, keywords and worlds blanked out, for their words mean nothing here."""
    text = side.text
    for mark in side.marks:
        if mark.kind in CASED:
            text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text
