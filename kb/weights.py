"""How much each kind of evidence counts for a hit, and when an answer may be given. Fitted on the dev and tuning questions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Weights of the evidence for one entry; the sum is its score.

    `rules_words`, `asked_words`: share of the question's words that a rule, or a way to ask, answers (BM25 over idf).
    `rules_meaning`, `asked_meaning`: cosine with them; `likely`: the entry's share of all that is near, as the encoder was taught
    to see it (softmax of the cosines). `term`: a game term of the question that the entry defines.
    `part`, `other_part`: the entry is in the flow that the question names, or in another. `reference`: it is the step that the
    question names. `title`: the question is the entry's title or a term it defines, and nothing else. `bare`: it is a heading or
    says only that something happens. `gone`: no current text prints it. `old`: an older edition is asked for, and it is of one.
    `question`: it is a Q&A. `other_game`: the question speaks of another of the games held, 15 times as much where it names one
    itself. `outside` (words of prices, events, other games), `unknown` (share of words that the KB does not know), `reason` (it
    asks why a rule is so), `beside` (log odds that what is near is a question which no entry answers) and `unlike` (the same as
    its words tell it) lower the confidence of every hit alike.
    `verdict_share` to `verdict_meant_near` and `verdict_base`: what the grounds of a verdict count for how sure its voices make it;
    `trust_voices` to `trust_base`: what that and the question's standing count for its trust (`kb/verdict.py`). `verdict_trust` is
    the least trust for one to be given, 1.01 for none at all; `verdict_trust_edition` where the question names an edition.
    """

    rules_words: float = 0.5
    asked_words: float = 0.9
    rules_meaning: float = 0.4
    asked_meaning: float = 1.0
    likely: float = 0.5
    term: float = 0.25
    part: float = 0.25
    other_part: float = -0.25
    reference: float = 4.0
    title: float = 1.0
    bare: float = -0.1
    gone: float = -0.3
    old: float = 0.3
    question: float = 0.02
    other_game: float = -0.6
    outside: float = -0.5
    unknown: float = -0.3
    reason: float = -0.5
    beside: float = -0.3
    unlike: float = 0.0
    verdict_share: float = 0.52
    verdict_whole: float = 0.0
    verdict_agreeing: float = 1.48
    verdict_against: float = -1.47
    verdict_near: float = 2.11
    verdict_meant_agreeing: float = 0.0
    verdict_meant_against: float = 0.0
    verdict_meant_near: float = 0.0
    verdict_base: float = -1.2
    trust_voices: float = 1.0
    trust_score: float = 0.0
    trust_ahead: float = 0.0
    trust_words: float = 0.0
    trust_beside: float = 0.0
    trust_doubted: float = 0.0
    trust_edition: float = 0.0
    trust_base: float = 0.0
    verdict_trust: float = 1.01
    verdict_trust_edition: float = 1.01
    found_at: float = 0.9
    """Score at which a ruling counts as found."""
    found_slope: float = 6.0
    """How steeply the confidence rises around it."""

    def least_trust(self, *, edition: bool) -> float:
        """The least trust for a verdict to be given, to a question that names an edition or to another."""
        return max(self.verdict_trust, self.verdict_trust_edition) if edition else self.verdict_trust

    def to_json(self) -> dict[str, float]:
        """The weights as the KB keeps them."""
        return asdict(self)

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Weights:
        """Read weights; one that is missing has its default, one that is unknown is a ValueError."""
        known = {field.name for field in fields(cls)}
        unknown = set(body) - known
        if unknown:
            raise ValueError(f"unknown weight {sorted(unknown)[0]!r}; known: {', '.join(sorted(known))}")
        return cls(**{name: float(value) for name, value in body.items()})
