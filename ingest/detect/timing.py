"""Timing: when something happens, and in which order ("first", "immediately", "at resolution", "until")."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.detected import Detected
from ingest.detect.words import one_sided, pair

# The words are read as whole words in English and anywhere in Japanese; the lookarounds keep out what only looks like them.
PAIRS = (
    pair(
        "first",
        r"first(?:ly)?|beforehand",
        r"先に|最初|まず|初めて",
        en_like=r"before|prior|priority|initial|start(?:ing)?|already",
        ja_like=r"先|初|優先|1ターン目|元",
        en_only=0.5,
        ja_only=0.5,
    ),
    pair(
        "last",
        r"last|final(?:ly)?",
        r"最後",
        en_like=r"end|latest|until",
        ja_like=r"直前|最終|最新|前|ファイナル",
        en_only=0.5,
        ja_only=0.6,
    ),
    pair(
        "at once",
        r"immediate(?:ly)?|instant(?:ly)?|right away|straight away",
        r"即座|即時|直ち|ただち|すぐ",
        en_like=r"as soon as|at once|directly|straight",
        ja_like=r"直後|時点|即",
        en_only=0.6,
        ja_only=0.7,
    ),
    pair(
        "together",
        r"at the same time|simultaneous(?:ly)?",
        r"同時",
        en_like=r"at once|together|same",
        ja_like=r"一緒|共に|一度に|まとめて",
        en_only=0.6,
        ja_only=0.6,
    ),
    pair(
        "in order",
        r"in (?:\w+ )*order(?! to)|from the top down|sequence",
        r"(?<!手)順(?:に|番|で)",
        en_like=r"orders?|from top|one by one|turns?",
        ja_like=r"上から|順",
        en_only=0.6,
        ja_only=0.6,
    ),
    pair(
        "again",
        r"again|once more",
        r"再度|再び|あらためて|改めて",
        en_like=r"re-\w+|another|multiple",
        ja_like=r"再|もう|さらに|また|重複|次|別",
        en_only=0.4,
        ja_only=0.4,
    ),
    pair(
        "until",
        r"until",
        r"なるまで|するまで",
        en_like=r"till|up to|before|as long as",
        ja_like=r"まで|間|終了|前|時に",
        en_only=0.5,
        ja_only=0.5,
    ),
    pair(
        "at resolution",
        r"(?:during|at|upon|at the time of) (?:its |the )?resolution",
        r"解決(?:する)?時|解決中",
        en_like=r"(?:when|while|is being) (?:[\w’']+ ){0,5}resolv\w+|when resolving|at this time|resolution|resolving",
        ja_like=r"解決(?:した|する)|解決後",
        en_only=0.5,
        ja_only=0.7,
    ),
    pair(
        "after",
        r"after(?:wards?)?|following that|subsequently",
        r"その後|た後|のあと|た後に|終了後|てから",
        en_like=r"then|once|upon|next|following|ha(?:s|ve) been|when|and|since|already|if|until",
        ja_like=r"後|あと|から|次|以降|た|終",
        en_only=0.5,
        ja_only=0.5,
    ),
    pair(
        "before",
        r"before",
        r"前に|までに",
        en_like=r"prior|until|by|first|earlier|yet|already",
        ja_like=r"前|先|まで|うち|ない",
        en_only=0.5,
        ja_only=0.5,
    ),
    pair(
        "beginning",
        r"at the (?:beginning|start)|beginning|start of",
        r"開始時|始めに",
        en_like=r"begins?|starts?|starting|initial",
        ja_like=r"開始|始|初|先攻|スタート",
        en_only=0.6,
        ja_only=0.6,
    ),
    pair(
        "end",
        r"at the end|end of",
        r"終了時|終わり",
        en_like=r"ends?|ended|ending|after",
        ja_like=r"終|最後",
        en_only=0.6,
        ja_only=0.6,
    ),
    pair(
        "always",
        r"always|continuously|constantly",
        r"常に",
        en_like=r"as long as|whenever|continuous|will be",
        ja_like=r"続|永続|必ず|いつ|間",
        en_only=0.5,
    ),
    pair(
        "from now on",
        r"from (?:this|that) point(?: on)?|from then on",
        r"以後|以降",
        en_like=r"after|follows?|following|onwards?|then|next|later",
        ja_like=r"時点|から|後|ここ",
        ja_only=0.5,
    ),
)


def timing(both: Aligned) -> Iterator[Detected]:
    """Flags for words of timing and order that only one side has."""
    return one_sided("timing", PAIRS, both)
