"""Tells whether a question asks why a rule is so or how it came to be, which no rules text says: "why 60 cards?", いつから."""

from __future__ import annotations

import re

# Not "who decides the order?", "for any reason", なんですか, 何で決める (by what), どうしてる.
REASON = re.compile(
    r"(?<![a-z])(?:why|how come|since when|(?:what|which) year|who (?:decided|made|came up|wrote|writes|invented|thought|designed)"
    r"|whose idea|(?<!for )(?:the|any|what|what's the|whats the) reason|reasons? (?:for|why|behind)|rationale|the thinking behind"
    r"|history of|origins? of|first card (?:ever|with|to have)|naze|doushite"
    r"|when (?:did|was|were) [^?.!]{3,60}?(?:change[ds]?|come in|came in|added|introduced|banned|restricted|limited|put on"
    r"|published|printed|released|removed|nerfed|invented|start counting))(?![a-z])"
    r"|なぜ|何故|どうして(?![るまみ])|(?:なんで|何で)(?![すしもな決き払は判勝]|でき)|(?:理由|りゆう)(?!に)|経緯|由来|歴史|意図|開発者|制作者"
    r"|いつから(?:[^？?。]{0,24}(?:変わ|なった|なってる|導入|適用|規制|制限|禁止|ある|でき)|ですか|$)"
    r"|(?:誰|だれ)が?の?(?:決めた|考え|かんがえ|作っ|つくっ|アイデア)|(?:わけ|(?<![翻言い])訳)(?:は|を|って|$)|いつ.{0,12}になったの"
)


def asks_reason(folded: str) -> bool:
    """Whether a folded question asks for the reason or the history of a rule."""
    return REASON.search(folded) is not None
