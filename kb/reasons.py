"""Tells whether a question asks why a rule is so or how it came to be, which no rules text says: "why 60 cards?", いつから."""

from __future__ import annotations

import re

_MAKERS = r"(?:they|the (?:designers?|developers?|makers?|creators?|company|publishers?|organi[sz]ers?|rules?)|you guys)"
_NUMBER = r"(?:[0-9]+|one|two|three|four|five|eight|ten|sixty|thirty|fifty)"
_BARRED = r"(?:off[- ]limits|banned|restricted|limited|nerfed|on the list|called|named|printed|turned|designed|made)"
_CAME = (
    "change[ds]?|come in|came in|come out|come from|take effect|added|introduced|banned|restricted|limited|put on|published|printed"
    "|released|removed|nerfed|invented|start counting"
)
_MADE_JA = "にした|になった|決まった|決めた|規制|制限され|禁止|変わった|変えた|できた|導入|作った|コラボした"
# Not why something happened to somebody at the table ("why can't I counter it?", もらえないのはなんで), which a rule may well say;
# nor "who decides the order?", "for any reason", なんですか, 何で決める (by what).
REASON = re.compile(
    rf"(?<![a-z])(?:why (?:exactly |on earth )?(?:did|do|would|have) {_MAKERS}"
    rf"|why (?:only |exactly |just |is it |are there |the )*{_NUMBER}|whose idea|(?:what|which|in what) year"
    rf"|why (?:exactly )?(?:is|are|was|were) (?!i |my |he |his |that |this )[^?.,]{{2,40}} {_BARRED}"
    r"|since when (?:is|are|was|has|have) (?:there|the|it|[A-Za-z]+ been)|rationale|the (?:thinking|story|idea) behind"
    r"|who (?:decided|made up|came up|wrote|writes|invented|thought|designed|chose|asked for)|reasons? (?:for|behind)"
    r"|history of|origins? of|design reason|first card (?:ever|with|to have)|naze|the reason (?:for|behind|they|why they)"
    rf"|when (?:did|was|were) [^?.!]{{3,60}}?(?:{_CAME}))(?![a-z])"
    rf"|(?:なぜ|何故|どうして|(?<![る攻な])なんで|(?<!な)何で)[^。？?]{{0,30}}(?:{_MADE_JA})|なんでこの(?:ルール|決まり)"
    rf"|(?:[0-9枚点]なの|(?:{_MADE_JA}|なの)の?)は(?:なぜ|何故|どうして|なんで|何で)(?:ですか)?[？?]?$"
    r"|(?:した|なった|れた|の)(?:理由|りゆう)(?!に|を問|でも|で|は[？?])"
    r"|経緯|由来|歴史(?!の渦)|意図(?!的|せ|し)|開発者|制作者|根拠|どんな事情|誰の(?:案|アイデア)"
    r"|(?:誰|だれ)が?(?:どう)?の?(?:決めた|きめた|考え|かんがえ|作っ|つくっ|選んだ)"
    r"|(?:考え|思いつい|発明し|作っ)た(?:人|のは?(?:誰|だれ))"
    r"|最初に(?:作っ|持って|出た|登場)|初めて(?:出た|登場)|いつから(?:の決まり|ある|この)"
    r"|いつ(?:から[^？?。]{0,24}(?:変わ|なった|なってる|導入|適用|規制|制限|禁止)|登場|禁止に|規制され|変わった|発売)"
    r"|(?:変わった|なった|変更)のは?(?:何年|いつ)|(?<![引き翻言い])(?:わけ|訳)(?:は|を|って|$)|いつ.{0,12}になったの"
)


def asks_reason(folded: str) -> bool:
    """Whether a folded question asks for the reason or the history of a rule."""
    return REASON.search(folded) is not None
