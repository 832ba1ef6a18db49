"""Says of every group of numbers which flow or section it is of: by the name beside it, else by the flow spoken of before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.citations.documents import Named
from kb.citations.groups import Group, elsewhere
from kb.citations.index import GamePart
from kb.citations.names import Name
from kb.citations.numbers import Number, after_a_product, may_end, stands_alone
from kb.citations.view import View

_CUE = r"(?:steps?|stages?|rules?|sections?|sec\.?|no\.?|numbers?|points?|items?|questions?|手順|ステップ|ルール|項目|項|番号|第)"
# What may stand between a name and its number: "attack phase, step 3.2.1", "attack phase: (3.2.1", "プレイタイミングの7.1".
# Not a verb: "the call costs 2.1".
_LOOSE = re.compile(
    rf"(?:'s)?\s?(?:flow|rules?|の流れ)?\s?[)\]\"'」]?\s?(?:[,:;、]|の(?:中の)?|内の)?\s?[-•*・>]?\s?{_CUE}?\s?[§#]?\s?[(\[]?\s?"
)
# The same for names that are everyday words (call, cast, equip) and for single numbers: no comma, which begins something else.
_STRICT = re.compile(rf"(?:'s)?\s?(?:flow|の流れ)?[」\"]?\s?(?:の|:|-)?\s?{_CUE}?\s?[§#]?\s?[(\[]?")
# For a single number after an everyday word there must be more: a word, a bracket, の. "I call 2" is none.
_TOLD = re.compile(rf"(?:の|\s?[(\[]|\s?{_CUE}\s?[§#(]?|\s?[§#])\s?")
# Between a number and the name after it: "3.2.1 of the attack phase", "3.2.1 (AP", '3.2.1 section of "2. Flow of a Call"',
# '4.2. under "Flow of an Attack Phase"'. Not the dot that ends a sentence.
_AFTER = re.compile(
    r"(?:\.(?=\s(?:of|in|from|under)\s))?[)\]]?\s?(?:番|項|節|条|つ目)?\s?(?:sections?\s|steps?\s|stages?\s|rules?\s)?(?:(?:of|in|from|under|for|within)\s(?:(?:the|a|an|our|your|their)\s)?(?:flow\s(?:of|for)\s(?:the\s|an?\s)?)?"
    r"|\(\s?)\s?[\"'「]?(?:[1-9]\d?\. ?)?"
)
# The same where a word announces the number and the name is all that follows: "rule 3.2.1, attack phase". Not "rule 3.2.1, attack
# phase 4.1", nor "by rule 3.2.1, the attack phase is over".
_BEHIND_COMMA = re.compile(r",\s(?:the\s)?[\"'「]?")
_SAID = re.compile(r"[\"'」]?(?:\s?(?:$|[.,;:!?)\]。])|\s(?:says?|states?|reads?|and (?:rule|step))(?![a-z]))")
# A number of its own after a name, which is then not the name of the number before it.
_NUMBER_NEXT = re.compile(r"\s?[:,の(]?\s?(?:(?:steps?|stage|rule)\s)?q?\s?\d")
# What follows the number of a writer's own question: "Q2: can I …".
_OWN_LIST = re.compile(r"\s?[:)]")
_LONGEST_GAP = 32
_NAMES = 4
"""So many names of a sentence before its last are looked at."""
_FAR = 2
"""How many ends of sentences or lines may lie between a part and a number that is taken to be of it."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A group with the places that its numbers may be of. `first` and `last` take in the names beside it.

    `tail` are the places of its last number where that has a name of its own. `how` is named, carried or bare; one that is bare,
    though `spoken` says that parts were spoken of before, is of none of those for sure.
    """

    group: Group
    first: int
    last: int
    places: tuple[GamePart, ...]
    how: str
    tail: tuple[GamePart, ...] = ()
    spoken: bool = False

    def counts(self, number: Number) -> bool:
        """Whether a number of the group is an amount, a score or a version by the words around it or around the first."""
        return number.counts or self.group.numbers[0].counts


@dataclass(frozen=True, slots=True, order=True)
class _Spoken:
    """Where a text has spoken of parts: up to `last`, and whether by a number of theirs or by their name alone.

    Without places they are those of a game that is not held here.
    """

    last: int
    places: tuple[GamePart, ...]
    numbered: bool


class Flows:
    """Goes through a text once, from its first number to its last, remembering the flow that is spoken of.

    `said` are (place in the view, place of ids) of citations found by other means, `foreign` where other games are named; `prints`
    says whether a part prints a number, `titled` which entries' title stands right before a place, `outside` whether what stands
    there is said to be of a game that is not held here, `documents` which others than ours are named.
    """

    def __init__(
        self,
        view: View,
        letters: str,
        names: Sequence[Name],
        said: Sequence[tuple[int, GamePart]],
        foreign: Sequence[int],
        prints: Callable[[GamePart, str], bool],
        titled: Callable[[str, int], Sequence[str]],
        outside: Callable[[int, int], bool],
        documents: Named,
    ) -> None:
        self._view = view
        self._letters = letters
        self._names = names
        self._starts = [name.first for name in names]
        self._foreign = foreign
        self._prints = prints
        self._titled = titled
        self._outside = outside
        self._documents = documents
        self._document_end = 0
        self._spoken = [_Spoken(at, (place,), numbered=True) for at, place in said]
        for name in names:
            carrying = tuple(meaning.place for meaning in name.meanings if meaning.carries)
            if carrying:
                self._spoken.append(_Spoken(name.last, self._held(name.first, name.last, carrying), numbered=False))
        self._spoken.sort()

    def own(self, groups: Sequence[Group]) -> list[Owned]:
        """The groups that may be citations; single numbers without a name are none."""
        out: list[Owned] = []
        direct: _Spoken | None = None
        for group in self._split(groups):
            owned = self._named(group, out[-1].last if out else 0)
            if owned is None and group.sort != "single":
                owned = self._carried(group, direct)
            if owned is None:
                continue
            if group.numbers[0].document:
                self._document_end = group.last
            if owned.how != "bare":
                places = self._held(owned.first, owned.last, owned.tail or owned.places)
                direct = _Spoken(owned.last, places, numbered=True)
            out.append(owned)
        return out

    def _split(self, groups: Sequence[Group]) -> Iterator[Group]:
        """The groups, each without the numbers that are of a document named behind them; those are a group of their own."""
        for group in groups:
            at = bisect_left(self._starts, group.first)
            yield from self._documents.split(group, bool(at) and self._before(group, self._names[at - 1]) is not None)

    def _held(self, first: int, last: int, places: tuple[GamePart, ...]) -> tuple[GamePart, ...]:
        """The places of what stands there; none where it is said to be of a game that is not held here."""
        return () if self._outside(first, last) else places

    def _named(self, group: Group, done: int) -> Owned | None:
        """The group by a name beside it; one before it that ends by `done` is another group's: "Q4 (attack phase), Q4 (call)"."""
        if group.numbers[0].document:
            return None
        at = bisect_left(self._starts, group.first)
        before = self._before(group, self._names[at - 1]) if at and self._names[at - 1].last > done else None
        after = self._following(group, at)
        if before is None and after is None:
            return None
        first = group.first if before is None else before[0].first
        if before is None:
            assert after is not None
            return Owned(group, first, after[1], after[2], "named")
        last = _closed(self._letters, before[0].last, group)
        if after is not None and len(group.numbers) > 1 and not group.ranges:
            return Owned(group, first, after[1], before[1], "named", after[2])
        return Owned(group, first, last, before[1], "named")

    def _before(self, group: Group, name: Name) -> tuple[Name, tuple[GamePart, ...]] | None:
        """The name right before a group and what it means there."""
        gap = self._letters[name.last : group.first]
        places = _meant(name, group)
        if len(gap) > _LONGEST_GAP or not places or group.numbers[0].elsewhere:
            return None
        everyday = not any(m.carries for m in name.meanings if m.place in places)
        if group.sort == "single":
            listed = any(m.sort == "list" for m in name.meanings)
            heads = {group.numbers[place].last for place in group.ranges}
            ends = listed or all(number.last in heads or may_end(self._letters, number.last) for number in group.numbers)
            if not ends or group.numbers[0].counts:
                return None
            fits = (_STRICT if name.code or listed or not everyday else _TOLD).fullmatch(gap)
            fits = fits if not listed or ":" not in gap else None
        else:
            fits = (_STRICT if everyday else _LOOSE).fullmatch(gap)
            fits = fits if gap or not self._letters[name.last - 1].isdecimal() else None
        return (name, places) if fits else None

    def _following(self, group: Group, at: int) -> tuple[Name, int, tuple[GamePart, ...]] | None:
        """The name right after a group, where it ends with its bracket, and what it means there."""
        at += sum(1 for name in self._names[at : at + 3] if name.first < group.last)
        if at >= len(self._names):
            return None
        name = self._names[at]
        gap = self._letters[group.last : name.first]
        places = _meant(name, group)
        beside = (gap == " " or self._behind_comma(group, name)) and self._last_word(group, name)
        if len(gap) > _LONGEST_GAP or not places or not (beside or _AFTER.fullmatch(gap)):
            return None
        if gap.startswith(".") and self._view.parted(self._view.sentences, group.last, name.first):
            return None
        if group.sort == "single" and not group.numbers[0].cue:
            return None
        number = group.numbers[-1]
        if number.counts and not number.cue and number.depth < 3 and " of " not in gap:
            return None
        closed = "(" in gap and self._letters[name.last : name.last + 1] == ")"
        if "(" in gap and not closed:
            return None
        return name, name.last + int(closed), places

    def _behind_comma(self, group: Group, name: Name) -> bool:
        """Whether a name is all that a comma parts from a number that a word announces: "rule 3.2.1, attack phase"."""
        comma = _BEHIND_COMMA.fullmatch(self._letters, group.last, name.first)
        return group.numbers[-1].cue and comma is not None and _SAID.match(self._letters, name.last) is not None

    def _last_word(self, group: Group, name: Name) -> bool:
        """Whether a name right after a step ("the 3.2.1 attack phase step") belongs to it, and not to a number that follows."""
        telling = any(meaning.carries for meaning in name.meanings)
        return telling and group.sort in ("step", "asked") and not _NUMBER_NEXT.match(self._letters, name.last)

    def _carried(self, group: Group, direct: _Spoken | None) -> Owned:
        """The group by the part last spoken of in its paragraph, if that is near and prints its first number; else a bare one."""
        bare = Owned(group, group.first, group.last, (), "bare")
        spoken = self._last_spoken(group.first, direct)
        if spoken is not None and self._of_a_document(group, spoken):
            return replace(bare, spoken=True)
        if spoken is None or group.numbers[0].elsewhere or group.sort == "foreign":
            return bare
        if self._view.parted(self._view.paragraphs, spoken.last - 1, group.first):
            return bare
        if bisect_left(self._foreign, spoken.last) != bisect_left(self._foreign, group.first):
            return bare
        if not spoken.places:
            return replace(bare, group=elsewhere(group)) if self._near(group, spoken) else bare
        if self._of_another(group, spoken):
            return Owned(group, group.first, group.last, (), "bare", spoken=True)
        if not self._near(group, spoken) or not any(self._prints(place, group.numbers[0].slug) for place in spoken.places):
            return Owned(group, group.first, group.last, (), "bare", spoken=True)
        return Owned(group, group.first, group.last, spoken.places, "carried")

    def _of_a_document(self, group: Group, spoken: _Spoken) -> bool:
        """Whether another document is named with a number, before it in its sentence or with the number before it.

        That one is of the document, or of either. A document right behind the name of a part is that part's: "attack phase FAQ Q2".
        """
        since = spoken.last + (0 if spoken.numbered else 2)
        told = group.numbers[0].document or spoken.last < self._document_end
        return told or self._documents.between(since, group.first)

    def _of_another(self, group: Group, spoken: _Spoken) -> bool:
        """Whether the title of something else stands right before a question's number: "attack phase Q1 and lifelink Q2"."""
        ids = self._titled(self._letters, group.first) if group.sort == "asked" else ()
        return bool(ids) and not any((id.split("/")[0], id.partition("/")[2]) in spoken.places for id in ids)

    def _last_spoken(self, place: int, direct: _Spoken | None) -> _Spoken | None:
        """What was last spoken of before a place; parts that one sentence names without a number are all meant."""
        at = bisect_left(self._spoken, place + 1, key=lambda one: one.last) - 1
        if at < 0 or (direct is not None and direct.last >= self._spoken[at].last):
            return direct
        spoken, places = self._spoken[at], list(self._spoken[at].places)
        since = -1 if direct is None else direct.last
        for other in reversed(self._spoken[max(0, at - _NAMES) : at]):
            elsewhere = self._view.parted(self._view.sentences, other.last - 1, spoken.last - 1)
            if spoken.numbered or other.numbered or other.last <= since or elsewhere:
                break
            places += other.places
        return _Spoken(spoken.last, tuple(dict.fromkeys(places)), spoken.numbered)

    def _near(self, group: Group, spoken: _Spoken) -> bool:
        """Whether a number is near enough to what was spoken of to be of it.

        One that no word announces is not where it stands beside a noun of another thing. If it has two places it may be anything
        (a 3.2 engine, "I got 2.1"): it must stand as a rule's does, and in another sentence right behind a number of the part.
        """
        number = group.numbers[0]
        breaks = self._view.breaks_between(self._view.sentences, spoken.last - 1, group.first)
        if number.cue:
            return breaks <= _FAR
        if number.others or after_a_product(self._view, number):
            return False
        if number.sort == "asked" and _OWN_LIST.match(self._view.folded, number.last):
            return not self._view.parted(self._view.sentences, number.first - 2, number.first) and not breaks
        if number.sort == "asked" or number.depth > 2:
            return breaks <= _FAR
        told = not breaks or (breaks == 1 and spoken.numbered and not number.value)
        return told and stands_alone(self._view, group.numbers[-1])


def _meant(name: Name, group: Group) -> tuple[GamePart, ...]:
    """The places that a name means beside such numbers: no steps of a list of Q&As, single numbers of flows and lists."""
    fits = {"asked": ("flow", "questions"), "step": ("flow",), "single": ("flow", "list")}.get(group.sort, ())
    return tuple(dict.fromkeys(meaning.place for meaning in name.meanings if meaning.sort in fits))


def _closed(letters: str, after: int, group: Group) -> int:
    """Where a group ends with the bracket that was opened before its first number."""
    opened = "(" in letters[after : group.first]
    return group.last + int(opened and letters[group.last : group.last + 1] == ")")
