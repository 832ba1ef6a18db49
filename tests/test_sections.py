"""The section path of an entry: the headings that it is printed under, on its own page, and no others."""

from __future__ import annotations

from itertools import groupby

import pytest

from ingest.grammars.walk import Parsed


def runs(parsed: Parsed) -> list[tuple[tuple[str, ...], int]]:
    """The sections of a document in printed order, each with how many entries it holds."""
    return [(section, len(list(group))) for section, group in groupby(parsed.renditions, key=lambda r: r.section)]


def section(parsed: Parsed, entry: str) -> tuple[str, ...]:
    return next(r.section for r in parsed.renditions if r.entry == entry)


PLAY_TIMING = {
    "bf-en-1": "② Flow of a Play Timing / [Counter]",
    "bf-en-2": "2. Flow of a Play Timing / [Counter]",
    "bf-en-3": "2. Flow of a Play Timing / [Counter]",
    "bf-ja-3": "②プレイタイミング／【対抗】の流れ",
}


@pytest.mark.parametrize("document", PLAY_TIMING)
def test_a_flow_with_a_sections_number_is_under_its_own_heading(document: str, parsed: dict[str, Parsed]) -> None:
    mine = [r for r in parsed[document].renditions if r.entry.startswith("bf/play-timing/")]
    assert len(mine) == 37
    assert {r.section for r in mine} == {(PLAY_TIMING[document], PLAY_TIMING[document][1:].removeprefix(".").strip())}


def test_the_first_edition(parsed: dict[str, Parsed]) -> None:
    """125 entries outside Call once sat under its heading; that of the abilities is printed in the table of contents alone."""
    assert runs(parsed["bf-en-1"]) == [
        ((), 1),
        (("With regards to 「★Resolution Check★」",), 3),
        (("① Flow of a Buddy Call / Call",), 1),
        (("① Flow of a Buddy Call / Call", "Flow of a Call"), 22),
        (("② Flow of a Play Timing / [Counter]", "Flow of a Play Timing / [Counter]"), 37),
        (("③ Flow of an Attack Phase", "Flow of an Attack Phase"), 44),
        (("4 Abilities / others",), 4),
        (("4 Abilities / others", "Using activated abilities"), 12),
        (("4 Abilities / others", "Using automatic abilities"), 14),
        (("4 Abilities / others", "Effects of continuous abilities"), 2),
        (("4 Abilities / others",), 11),
        (("4 Abilities / others", "Others"), 5),
    ]


@pytest.mark.parametrize(
    ("document", "entry", "path"),
    [
        ("bf-en-3", "bf/topic/usable-with-all-flags", ("4. Abilities / Others", "Others", "Cards with flags usage conditions")),
        ("bf-en-3", "bf/topic/souls", ("4. Abilities / Others",)),
        ("bf-en-3", "bf/keyword/overturn", ("4. [Overturn] [Overkill] [Overthrow] [Overkill: REBOOT]",)),
        ("bf-ja-3", "bf/topic/souls", ("④能力／その他",)),
        ("bf-ja-3", "bf/keyword/overturn", ("④『逆天』『逆天殺』『大逆天』『逆天殺ReBOOT』",)),
        ("bf-en-3", "bf/topic/irregulars-list", ("6. Irregulars List", "Regarding Irregulars List")),
        ("bf-en-3", "bf/restricted/gambit", ("6. Irregulars List", "Irregulars List for All Flags")),
        ("bf-en-3", "bf/anatomy/size", ("8. Cross Series", "How to read a card from the Cross series")),
        ("bf-en-3", "bf/world/ssss-gridman", ("8. Cross Series",)),
        ("bf-ja-3", "bf/topic/lost-deck", ("ロスト",)),
        ("bf-en-2", "bf/topic/face-down-soul", ("4. Abilities / Others", "Others")),
        ("bf-en-2", "bf/start-phase/1.1", ("Flow of a Turn", "Flow of a Start Phase")),
    ],
)
def test_a_heading_holds_until_the_next_page(document: str, entry: str, path: tuple[str, ...], parsed: dict[str, Parsed]) -> None:
    assert section(parsed[document], entry) == path
