"""Which language a text is written in, told by its letters."""

from __future__ import annotations

import re

# Kana of either sort, with the long-vowel mark and the half-width forms.
_KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff々〆〇]")


def language_of(text: str) -> str:
    """`ja` for a text with kana or kanji, else `en`. A Japanese sentence around an English keyword is Japanese."""
    if text.isascii():  # soon told
        return "en"
    return "ja" if _KANA.search(text) or _HAN.search(text) else "en"
