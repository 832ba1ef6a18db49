"""Matches the renditions of two documents: structure first (flow, number, heading), then terms and numbers, then words.

Steps and Q&As of one flow are matched in order, so that a number that moved and a text that repeats find their own partner.
Titled entries are matched by title. What is left over is matched by its words alone, wherever it stands; what has a title only
where its words are like those of no other, and not at all where entries are told apart by their names alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ingest.align.likeness import Likeness
from ingest.align.sequence import match_in_order
from ingest.align.titles import BY_NAME, agreement, name_of, sounds
from ingest.grammars.walk import has_made_id
from kb.fold import key
from kb.model import Rendition

IN_ORDER = ("stage", "step", "jump", "qa", "procedure_step")
"""Kinds whose entries stand in a numbered order."""

NEEDED = 0.55
"""Likeness that two texts of one list need to be taken for one ruling."""
SAME_NUMBER = 0.3
"""What the same number is worth against that."""
AT_ITS_NUMBER = 0.4
"""Likeness that two texts of one number have at least in one language: 1 in 50 pairs of other steps has it."""
ACROSS_NUMBER = 0.45
SAME_TITLE = 0.6
"""Likeness that two stages of the same title have at least."""
LEAST_IN_PLACE = 0.1
"""Likeness that a translated entry still has with the one in its place; below it, it is another rule."""
SAME_OPENING = 0.4
"""Likeness of the first sentences of two entries in one place, where the rest is new: 1 in 25 pairs of other steps has it."""
LEFT_OVER = 0.6
"""Likeness that two entries need to be matched by words alone, wherever they stand."""
NAMED_ACROSS = 0.5
"""Likeness that two named entries of two languages need: 9 in 10 translations have it, 1 in 100 other pairs of one kind."""
RETITLED = 0.69
"""How sure it is at most that an entry of another title is the same; a person looks at it."""
AHEAD = 0.1
"""So much more than any other entry an entry is like the one that it is under another title."""
CONTAINED = 0.8
"""Share of a text's words that another must hold for a split or a merger."""
_MOST_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Match:
    """Two renditions taken for one ruling: how much speaks for it (0 to 1), what told, and split or merged where it is one."""

    source: Rendition
    target: Rendition
    score: float
    method: str
    relation: str | None = None


def match(source: Sequence[Rendition], target: Sequence[Rendition], likeness: Likeness) -> list[Match]:
    """All matches between two documents of a game; every rendition is in at most one, but for splits and mergers."""
    across = bool(source) and bool(target) and source[0].language != target[0].language
    out = _by_list(source, target, likeness, across)
    out += _by_title(*left(source, target, out), likeness, across)
    if not across:
        out += _by_name(*left(source, target, out), likeness)
        out += _told(_by_words(*left(source, target, out), likeness), source, target, likeness)
        out += _split_and_merged(*left(source, target, out), out, likeness)
    return out


def container(rendition: Rendition) -> str:
    """The list that an entry stands in: its flow, the owner of a Q&A, or the group of a named entry; by kind of list."""
    path = rendition.entry.partition("/")[2].rpartition("/")[0]
    if rendition.kind == "qa":
        return f"qa:{path}"
    return f"list:{path}" if rendition.kind in IN_ORDER else f"named:{path}"


def _by_list(source: Sequence[Rendition], target: Sequence[Rendition], likeness: Likeness, across: bool) -> list[Match]:
    theirs = _lists(target)
    out = []
    for name, mine in _lists(source).items():
        other = theirs.get(name) or _retitled(mine, theirs, _lists(source), likeness, across)
        if other:
            scores = [[_score(one, two, likeness, across) for two in other] for one in mine]
            pairs = match_in_order(scores)
            out += [_match(mine[i], other[j], likeness, across) for i, j in pairs]
            out += [Match(mine[i], other[j], 0.5, "place") for i, j in _by_place(mine, other, pairs, likeness, across)]
    return out


def _by_place(
    mine: list[Rendition], other: list[Rendition], pairs: list[tuple[int, int]], likeness: Likeness, across: bool
) -> list[tuple[int, int]]:
    """Entries of one number whose neighbours on both sides are each other's: the place is the same, most words are new."""
    partner = {-1: -1, len(mine): len(other)} | dict(pairs)
    taken = set(partner.values())
    out = []
    for i in range(len(mine)):
        j = partner.get(i - 1, -2) + 1
        if i in partner or j < 0 or j >= len(other) or j in taken or partner.get(i + 1) != j + 1:
            continue
        one, two = mine[i], other[j]
        told = likeness.across(one, two) >= LEAST_IN_PLACE if across else likeness.openings(one, two) >= SAME_OPENING
        told = told or (one.kind == "stage" and _heads_the_same(mine[i + 1 :], i + 1, partner, j - i))
        if one.kind == two.kind and one.number is not None and one.locator == two.locator and told:
            out.append((i, j))
    return out


def _heads_the_same(below: Iterable[Rendition], first: int, partner: Mapping[int, int], shift: int) -> bool:
    """Whether the steps of a stage, which stand `below` it from place `first` on, are all those of the other stage."""
    steps = list(takewhile(lambda step: step.kind != "stage", below))
    return bool(steps) and all(partner.get(place) == place + shift for place, _ in enumerate(steps, start=first))


def _lists(renditions: Sequence[Rendition]) -> dict[str, list[Rendition]]:
    lists: dict[str, list[Rendition]] = defaultdict(list)
    for rendition in renditions:
        if rendition.kind in IN_ORDER:
            lists[container(rendition)].append(rendition)
    return lists


def _retitled(
    mine: list[Rendition],
    theirs: dict[str, list[Rendition]],
    ours: dict[str, list[Rendition]],
    likeness: Likeness,
    across: bool,
) -> list[Rendition]:
    """The list under another heading that holds most of this one's texts, among those that no list of the same name claims."""
    free = {name: others for name, others in theirs.items() if name not in ours and name[:3] == container(mine[0])[:3]}
    if across or not free:
        return []
    keys = {likeness.key_of(one) for one in mine}
    shared = {name: sum(likeness.key_of(other) in keys for other in others) for name, others in free.items()}
    best = max(shared, key=lambda name: (shared[name], name))
    return free[best] if shared[best] >= len(mine) / 2 else []


def _score(one: Rendition, other: Rendition, likeness: Likeness, across: bool) -> float:
    """What speaks for a pair of one list, less what is needed: above 0 it may be taken."""
    if one.kind != other.kind:
        return 0.0
    same = one.number is not None and one.locator == other.locator
    if across:
        unnumbered = one.number is None and other.number is None
        return likeness.across(one, other) + (ACROSS_NUMBER if same else 0.25 if unnumbered else 0.0) - NEEDED + 0.05
    titled = one.title is not None and other.title is not None and key(one.title) == key(other.title)
    alike = max(likeness.within(one, other), SAME_TITLE if titled else 0.0)
    return alike + (SAME_NUMBER if same else 0.0) - NEEDED if alike >= AT_ITS_NUMBER else 0.0


def _match(one: Rendition, other: Rendition, likeness: Likeness, across: bool) -> Match:
    alike = likeness.across(one, other) if across else likeness.within(one, other)
    same = one.number is not None and one.locator == other.locator
    told = ("number+anchors" if same else "anchors") if across else ("number+text" if same else "text")
    return Match(one, other, round(min(1.0, alike + (0.4 * (1 - alike) if same else 0.0)), 4), told)


def left(
    source: Iterable[Rendition], target: Iterable[Rendition], matches: Iterable[Match]
) -> tuple[list[Rendition], list[Rendition]]:
    """The renditions of either side that no match holds yet."""
    taken = {id(r) for match in matches for r in (match.source, match.target)}
    return [r for r in source if id(r) not in taken], [r for r in target if id(r) not in taken]


def _by_title(source: list[Rendition], target: list[Rendition], likeness: Likeness, across: bool) -> list[Match]:
    """Named entries that the corpus, or their own title, gives the same name."""
    named = {r.entry: r for r in target if r.kind not in IN_ORDER}
    out = []
    for one in source:
        other = named.get(one.entry)
        if one.kind in IN_ORDER or other is None or other.kind != one.kind:
            continue
        if has_made_id(other) and not across and agreement(name_of(one), name_of(other)) == 0:
            continue  # only the first words of the two titles, of which the id was made, are the same
        alike = likeness.across(one, other) if across else likeness.within(one, other)
        out.append(Match(one, other, round(0.5 + 0.5 * alike, 4), "title" if one.title else "opening"))
    return out


def _by_name(source: list[Rendition], target: list[Rendition], likeness: Likeness) -> list[Match]:
    """Named entries whose names differ in signs, spaces or a letter or two."""
    called: dict[tuple[str, str], list[Rendition]] = defaultdict(list)
    for other in (r for r in target if r.kind not in IN_ORDER):
        for sound in sounds(name_of(other)):
            called[other.kind, sound].append(other)
    pairs = {}
    for one in (r for r in source if r.kind not in IN_ORDER):
        for other in (r for sound in sounds(name_of(one)) for r in called.get((one.kind, sound), ())):
            sure = agreement(name_of(one), name_of(other))
            if sure:
                alike = 0.5 + 0.5 * likeness.within(one, other) if sure == 1 else sure
                pairs[id(one), id(other)] = (alike, one, other)
    return _likest(list(pairs.values()), "title")


def _by_words(source: list[Rendition], target: list[Rendition], likeness: Likeness) -> list[Match]:
    """What is left, matched by words wherever it stands: the likest pair first, each rendition once."""
    pairs = []
    for one in (r for r in source if r.kind not in BY_NAME):
        for other in _candidates(one, target, likeness):
            alike = likeness.within(one, other)
            if alike >= LEFT_OVER and one.kind == other.kind:
                pairs.append((alike if _is_called_alike(one, other) else min(alike, RETITLED), one, other))
    return _likest(pairs, "text")


def _is_called_alike(one: Rendition, other: Rendition) -> bool:
    """Whether the titles of two entries do not speak against their being one; numbered ones are not known by theirs."""
    return one.kind in IN_ORDER or one.title is None or other.title is None or agreement(one.title, other.title) > 0


def _told(matches: list[Match], source: Sequence[Rendition], target: Sequence[Rendition], likeness: Likeness) -> list[Match]:
    """The matches by words but for those of two titles where one of the two is nearly as like to another entry.

    Keywords and topics share sentences: of two that say the same but for their names none has become the other.
    """
    doubtful = [found for found in matches if not _is_called_alike(found.source, found.target)]
    rivals = [(found, r, found.target) for found in doubtful for r in _candidates(found.target, source, likeness)]
    rivals += [(found, found.source, r) for found in doubtful for r in _candidates(found.source, target, likeness)]
    untold = {id(found) for found, one, other in rivals if _is_rival(found, one, other, likeness)}
    return [found for found in matches if id(found) not in untold]


def _is_rival(found: Match, one: Rendition, other: Rendition, likeness: Likeness) -> bool:
    """Whether two other entries of the kind are nearly as like as those of a match."""
    if one.kind != other.kind or (one is found.source and other is found.target):
        return False
    return likeness.within(one, other) >= likeness.within(found.source, found.target) - AHEAD


def match_named(source: Sequence[Rendition], target: Sequence[Rendition], likeness: Likeness) -> list[Match]:
    """Named entries of two languages whose names do not tell, by the numbers and terms in their texts; for the few that are new."""
    pairs = []
    for one in (r for r in source if r.kind not in IN_ORDER):
        for other in (r for r in target if r.kind == one.kind and container(r) == container(one)):
            alike = likeness.across(one, other)
            if alike >= NAMED_ACROSS and (one.kind not in BY_NAME or likeness.share_names(one, other)):
                pairs.append((alike, one, other))
    return _likest(pairs, "anchors")


def _likest(pairs: list[tuple[float, Rendition, Rendition]], method: str) -> list[Match]:
    """The likest pair first, each rendition once."""
    pairs.sort(key=lambda pair: (-pair[0], pair[1].entry, pair[2].entry))
    taken: set[int] = set()
    out = []
    for alike, one, other in pairs:
        if id(one) not in taken and id(other) not in taken:
            taken |= {id(one), id(other)}
            out.append(Match(one, other, round(alike, 4), method))
    return out


def _candidates(one: Rendition, among: Sequence[Rendition], likeness: Likeness) -> list[Rendition]:
    """The few of `among` that share the most telling words of a text, found through an index of rare words."""
    index = likeness.holding(among)
    votes: dict[int, float] = defaultdict(float)
    for word in sorted(likeness.words_of(one), key=likeness.weight, reverse=True)[:24]:
        for place in index.get(word, ())[:200]:
            votes[place] += likeness.weight(word)
    best = sorted(votes, key=lambda place: (-votes[place], place))[:_MOST_CANDIDATES]
    return [among[place] for place in best]


def _split_and_merged(source: list[Rendition], target: list[Rendition], matches: list[Match], likeness: Likeness) -> list[Match]:
    """A new entry that is a part of one that was, and an entry that has gone into another."""
    by_source: dict[str, list[Match]] = defaultdict(list)
    by_target: dict[str, list[Match]] = defaultdict(list)
    for found in matches:
        by_source[container(found.source)].append(found)
        by_target[container(found.target)].append(found)
    out = []
    for part in (r for r in target if r.kind not in BY_NAME):
        whole = _holding(part, [m.source for m in by_target[container(part)]], likeness)
        if whole is not None:
            out.append(Match(whole[0], part, whole[1], "text", "split"))
    for part in (r for r in source if r.kind not in BY_NAME):
        whole = _holding(part, [m.target for m in by_source[container(part)]], likeness)
        if whole is not None:
            out.append(Match(part, whole[0], whole[1], "text", "merged"))
    return out


def _holding(part: Rendition, wholes: list[Rendition], likeness: Likeness) -> tuple[Rendition, float] | None:
    """The one of `wholes` that holds nearly all words of `part` and is longer than it, with the share that it holds."""
    words = likeness.words_of(part)
    total = sum(likeness.weight(word) * count for word, count in words.items())
    if sum(words.values()) < 4 or total == 0:
        return None
    best: tuple[Rendition, float] | None = None
    for whole in wholes:
        if whole.kind == part.kind and likeness.words_of(whole).total() > words.total():
            held = sum(likeness.weight(w) * n for w, n in (words & likeness.words_of(whole)).items()) / total
            if held >= CONTAINED and (best is None or held > best[1]):
                best = (whole, round(held, 4))
    return best
