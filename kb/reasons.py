"""Tells whether a question asks why a rule is so, how it came to be or what is best to do, which no rules text says."""

from __future__ import annotations

from kb.hinted import Hinted

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
_WHY = (
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
_WHEN = (
    r"(?<![a-z])(?:on |in |from )?(?:which|what) (?:exact )?(?:day|date|print run|printing|booster|set number|expansion)(?![a-z])"
    r"|日付(?:を|は|が|教)|告知(?:された|は|が)|何年(?:何月|に|の)|何月|いつ(?:告知|出た)|第何弾|何弾|どの(?:弾|パック|ブースター|箱)"
)
# What is best to do. Not what a card does better than another, nor 置き方のおすすめ, which the rules say of some places.
_ADVICE = (
    r"(?<![a-z])(?:(?:is|are|which|what(?:'s)?|be|it) (?:[^ ?.,]+ ){0,7}?"
    r"(?:smarter|worth (?:it|running|playing|the (?:slot|hassle)|more)|viable|competitive|overrated|underrated)"
    r"|better (?:than|on average|to (?:hold|keep|run|play|save|go))|(?:is|are|which|what) (?:[^ ?.,]+ ){1,8}?better(?= ?[?.!]*$)"
    r"|(?:best|ideal|optimal) (?:combos?|decks?|numbers?|count|ratio|way to (?:beat|win|play|build|use)|build|moment to|time to"
    r"|strategy|answer to)|combos? (?:with|for)|how (?:do|can|should|to|would) ?(?:i|you|we|one|people)? ?(?:best )?"
    r"(?:beat|win (?:more|against)|play against|stop losing|build a)"
    r"|should i (?:always |even |ever |still |really )?(?:run|bother|buy|hold on|sideboard|side|cut|swap out|include)"
    r"|how many [^ ?.,]+(?: [^ ?.,]+){0,3} (?:should i (?:run|play)|do you run|is too many)|tier list|top tier|metagame|in the meta"
    r"|deck ?ideas?|any tricks? for|tips (?:for|on|against))(?![a-z])"
    r"|^(?!.*[置並]).*(?:おすすめ|オススメ|お勧め|お薦め)|セオリー|定石|[のはなる]コツ|必勝|立ち回り|採用率|採用すべき|最適|回し方"
    r"|どう(?:やって)?(?:勝て|倒せ|戦え|崩|攻略)|[のに]対策|入れるべき|使うべき|(?:抜い|入れ|使っ|残し|温存し|取っ)た(?:ほう|方)がいい"
    r"|(?:ほう|方)が(?:得|お得|堅|有利|強い?(?:[?？]|です|の|か|$))|(?:どっち|どちら|どれ|どの.{1,8})が(?:一番)?(?:強|得|お得|優秀)"
    r"|(?:何|なん)枚(?:くらい|ぐらい)?(?:が|入れるのが|積むのが)(?:いい|良い|ベスト|理想|無難|最適)|いつが(?:正解|ベスト|一番|いちばん)"
    r"|(?:使う|撃つ|出す)のが(?:一番|いちばん)|効果的(?!に)|環境(?:的|トップ|デッキ)|ichiban tsuyo"
)
REASON = Hinted(f"{_WHY}|{_WHEN}|{_ADVICE}")


def asks_reason(folded: str) -> bool:
    """Whether a folded question asks for the reason or the history of a rule, or for advice."""
    return REASON.search(folded) is not None
