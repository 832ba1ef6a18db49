"""Scope: how many or which ones a rule is about ("all", "each", "only", "another")."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.detected import Detected
from ingest.detect.words import one_sided, pair

# The words are read as whole words in English and anywhere in Japanese; the lookarounds keep out what only looks like them.
PAIRS = (
    pair(
        "each",
        r"each(?! other)|respective(?:ly)?",
        r"それぞれ|ずつ|おのおの",
        en_like=r"every|one by one|one at a time|both|all",
        ja_like=r"各|毎|ごと|につき|全て|すべて|その",
        en_only=0.5,
        ja_only=0.6,
    ),
    pair(
        "all",
        r"all(?! the same)|entire(?:ly)?|every",
        r"全て|すべて|全員|全部",
        en_like=r"any|each|both|always|no|only",
        ja_like=r"全|両|各|それぞれ|統一|いずれ|どの|何|あらゆる|互い",
        en_only=0.4,
        ja_only=0.5,
    ),
    pair(
        "only",
        r"only",
        r"のみ|(?<!分)だけ|しか(?!し)|に限",
        en_like=r"just|except|other than|unless|limit(?:ed)?|up to|once|one time|within|alone|times",
        ja_like=r"限|まで|以外|いずれか|うち|内|ちょうど|1回|1度|1枚",
        en_only=0.3,
        ja_only=0.6,
    ),
    pair(
        "once",
        r"once per \w+|once (?:each|every|a) \w+|(?:only|up to) (?:one time|once)",
        r"[1１一][回度](?:だけ|のみ|しか|まで)",
        en_like=r"once|one time|single",
        ja_like=r"[1１一][回度]",
        en_only=0.6,
        ja_only=0.8,
    ),
    pair(
        "other",
        r"(?<!each )(?<!on top of each )other(?! than)|another(?! example)|others",
        r"(?:他|別)の(?!例)|ほかの|もう1",
        en_like=r"else|different|separate|except|open|other|remaining|rest",
        ja_like=r"他|別|以外|異な|もう|違|残|一方|さらに|それぞれ|方",
        en_only=0.6,
        ja_only=0.4,
    ),
    pair(
        "either",
        r"either|whichever",
        r"いずれ|どちらか|好きな",
        en_like=r"any|one of|or|choose|only one",
        ja_like=r"か、|どれ|または|もしくは|かどう|どう",
        en_only=0.3,
        ja_only=0.5,
    ),
    pair(
        "several",
        r"several|multiple|more than one",
        r"複数",
        en_like=r"two or more|many|any number",
        ja_like=r"重複|以上|何",
        ja_only=0.6,
    ),
    pair("same", r"identical", r"同一の", en_like=r"regarded|single", ja_like=r"同じ", en_only=0.5, ja_only=0.5),
    pair(
        "regardless",
        r"regardless|no matter|irrespective",
        r"問わず|関わらず|かかわらず|関係なく",
        en_like=r"even|any|whether",
        ja_like=r"ても|でも",
        en_only=0.5,
        ja_only=0.5,
    ),
    pair(
        "any",
        r"(?:in|from|into|to|on|with) any(?! number)",
        r"どんな|いかなる|あらゆる",
        en_like=r"any|all|every",
        ja_like=r"どの|全|すべて|何|いずれ|さらに",
        en_only=0.5,
    ),
)


def scope(both: Aligned) -> Iterator[Detected]:
    """Flags for words of scope that only one side has."""
    return one_sided("scope", PAIRS, both)
