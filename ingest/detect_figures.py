"""Measures the detector against the conflicts that a reader settled: precision, recall, what was missed and what was false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.detect import Detected, detect
from ingest.detect.spans import spans
from ingest.detect.unread import current_pairs
from ingest.known import read_all
from kb.model import Conflict, Rendition, Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """`part` of `whole`."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share, 1.0 of nothing."""
        return self.part / self.whole if self.whole else 1.0

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.part} of {self.whole})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a measurement gives.

    `precision` counts flags, `places` the passages they stand on, however many flags each has. `recall` counts reviewed
    conflicts, `severity` and `impact` the same by their names, and `cues` is the precision of each kind of cue.
    """

    precision: Share
    places: Share
    recall: Share
    severity: dict[str, Share]
    impact: dict[str, Share]
    cues: dict[str, Share]
    missed: tuple[Conflict, ...]
    false: tuple[tuple[str, Detected], ...]

    def lines(self) -> list[str]:
        """The figures as lines to print, without the lists of missed and false ones."""
        out = [f"precision {self.precision} of flags, {self.places} of passages", f"recall {self.recall}"]
        for title, shares in (("impact", self.impact), ("severity", self.severity), ("cue", self.cues)):
            out += [f"  {title} {name}: {share}" for name, share in shares.items()]
        return out


def figures(root: Path, keep: Callable[[str], bool] = lambda _: True) -> Figures:
    """Measure on all entries of a corpus that stand in a current English and a current Japanese document; `keep` picks entries."""
    known = read_all(root)
    pairs = [pair for pair in current_pairs(known.documents, known.aligned.renditions) if keep(pair[0].entry)]
    compared = {english.entry for english, _ in pairs}
    return measure(pairs, known.terms, [one for one in known.conflicts if one.status == "reviewed" and one.entry in compared])


def measure(pairs: Sequence[tuple[Rendition, Rendition]], terms: Sequence[Term], reviewed: Sequence[Conflict]) -> Figures:
    """Compare what is detected with what was reviewed: they meet when they share a sentence of the same entry's text."""
    flags: list[tuple[str, Detected, bool]] = []
    found: set[int] = set()
    for english, japanese in pairs:
        own = [
            (n, _sentences(one.en_text, one.ja_text, english, japanese))
            for n, one in enumerate(reviewed)
            if one.entry == english.entry
        ]
        for flag in detect(english, japanese, terms):
            at = _sentences(flag.en, flag.ja, english, japanese)
            met = {n for n, sentences in own if sentences & at}
            flags.append((english.entry, flag, bool(met)))
            found |= met
    places = {(entry, flag.en, flag.ja): right for entry, flag, right in flags}
    return Figures(
        precision=Share(part=sum(right for _, _, right in flags), whole=len(flags)),
        places=Share(part=sum(places.values()), whole=len(places)),
        recall=Share(part=len(found), whole=len(reviewed)),
        severity=_shares((one.severity, n in found) for n, one in enumerate(reviewed)),
        impact=_shares((one.impact, n in found) for n, one in enumerate(reviewed)),
        cues=_shares((flag.kind, right) for _, flag, right in flags),
        missed=tuple(one for n, one in enumerate(reviewed) if n not in found),
        false=tuple((entry, flag) for entry, flag, right in flags if not right),
    )


def _sentences(en: str, ja: str, english: Rendition, japanese: Rendition) -> set[tuple[str, int]]:
    """The sentences of both texts that their passages touch, as language and start."""
    out = set()
    for language, words, text in (("en", en, english.text), ("ja", ja, japanese.text)):
        start = text.find(words) if words else -1
        out |= {(language, s.start) for s in spans(text) if start >= 0 and s.start < start + len(words) and start < s.end}
    return out


def _shares(items: Iterable[tuple[str, bool]]) -> dict[str, Share]:
    whole: Counter[str] = Counter()
    part: Counter[str] = Counter()
    for name, right in items:
        whole[name] += 1
        part[name] += right
    return {name: Share(part=part[name], whole=whole[name]) for name in sorted(whole)}
