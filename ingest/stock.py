"""Finds stock sentences: those that many entries print alike but for the names in them, and that tell little of any one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from kb.fold import fold
from kb.model import Document, Entry
from kb.sentences import sentences

ALIKE = 4
"""So many entries print a sentence alike that is a stock one."""
_SHORTEST = 8
# A name in brackets or quotation marks, with what joins it to the next one.
_NAMES = re.compile(r"(?:(?:\[[^\[\]]*\]|「[^「」]*」|\"[^\"]*\")(?:\s|[,/・、]|and|or)*)+")


def stock_sentences(entries: Iterable[Entry], documents: Mapping[str, Document]) -> list[str]:
    """The stock sentences of the current documents as they are printed, in order."""
    printing: dict[str, set[str]] = defaultdict(set)
    printed: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        for rendition in entry.renditions:
            if documents[rendition.document].current:
                for sentence in sentences(rendition.answer or rendition.text):
                    bare = _NAMES.sub("", fold(sentence))
                    if len(bare) > _SHORTEST:
                        printing[bare].add(entry.id)
                        printed[bare].add(sentence)
    return sorted(one for bare, ids in printing.items() if len(ids) >= ALIKE for one in printed[bare])
