"""Whether a question wants yes or no, and whether it is put negatively, told by its words in English and Japanese."""

from __future__ import annotations

import re

from kb.fold import fold

# English: an auxiliary verb that opens a sentence or a clause ("can i …", "…, do they stand"), or a tag ("right?", "allowed?").
_ASKS_EN = re.compile(
    r"(?:^|[.,;:!?]\s+|\b(?:so|and|but|or|then|if|hey|ok|wait|also)\s+)"
    r"(?:can|could|may|might|do|does|did|is|are|am|was|were|will|would|should|shall|must|has|have|isn't|aren't|don't|doesn't|didn't"
    r"|can't|cannot|won't|wouldn't|shouldn't|couldn't)\b"
    r"|\b(?:right|correct|ok|okay|true|legal|illegal|allowed|possible|legit|yes or no|y/n|yeah|huh|no)\s*\?+\s*$"
    r"|\b(?:can|does|do|is|are|am|may|must|should|will) (?:i|my|we|he|she|they|it|you|the|a|an|this|that|opponent)\b.*\?"
)
# A question word that opens a sentence or a clause, also behind a small word ("at which point …").
_OPEN_EN = re.compile(
    r"(?:^|[.;:!?]\s+|,\s*)(?:(?:and|so|but|then|at|in|on|for|to|by|from|of|with|under|until|since|after|before)\s+)?"
    r"(?:what|when|where|which|who|whom|whose|why|how)\b(?! about)"
)
# "When my monster is attacked, can I …": a clause that says when, and then a verb that asks.
_WHEN_EN = re.compile(
    r"(?:and |so |but |then )?(?:when|while|where)\b[^?]*,\s*(?:then )?"
    r"(?:can|could|may|do|does|did|is|are|am|will|would|should|must|has|have)\b(?!.*,\s*(?:what|when|where|which|who|why|how)\b)"
)
# One thing or another, which yes or no does not answer: "before or after", "or does it …".
_EITHER_EN = re.compile(
    r"\b(?:before or after|after or before|first or (?:last|second)|higher or lower)\b"
    r"|\bor (?:do|does|is|are|can|will|must|should|may|at|when|after|before|until) (?!not\b)\w"
)
_EITHER_JA = re.compile(r"それとも|[前後先]か[、,]?[前後先]か|するか[、,]?しないか")
# Japanese: endings that want yes or no. A question word anywhere makes it open, save in "何枚でも" and the like.
_ASKS_JA = re.compile(
    r"(?:ますか|ませんか|ですか|たか|るか|いか|んか|のか|ていい|てもいい|できる|できない|出来る|可能|OK|ok|オッケー|オーケー|あり|アリ|なし|ナシ|ダメ|だめ|無理"
    r"|よね|だよな|よな|っけ|かな|の)[？?]?\s*$"
    r"|(?:る|た|い|ん|う|く|す)[？?]\s*$"
)
_OPEN_JA = re.compile(
    r"何(?!でも|回でも|枚でも)|なに|いつ|どう|どこ|どれ|どの|どっち|どちら|どんな|なぜ|なんで|誰|だれ|いくつ|いくら|どうして"
)
# Negation. Not "note", "nothing" inside words, nor 少ない, 危ない, which only end like a negative.
_NEGATIVE_EN = re.compile(
    r"\b(?:not|no|never|cannot|without|unable|nor|neither|nobody|none)\b|n't\b"
    r"|\b(?:cant|dont|doesnt|isnt|wont|didnt|arent|shouldnt|couldnt|wouldnt)\b|\b(?:illegal|forbidden|banned|prohibited|impossible|immune|safe)\b"
)
_NEGATIVE_JA = re.compile(
    r"(?<!少)(?<!危)(?<!すく)(?:ない|なく|なかっ|ません|ず(?:に|、)|ねえ|ねー)|無理|不可|禁止|ダメ|だめ|駄目|違反|反則|アウト|ムリ"
)
_DOUBLE_JA = re.compile(
    r"(?:なきゃ|なくちゃ|なければ|ないと)(?:いけない|ならない|だめ|ダメ|駄目)?|かもしれない|じゃない(?:か|の)?[？?]|(?:でき|られ)ないか"
)


def wants_yes_or_no(text: str, language: str) -> bool:
    """Whether a question can be answered by yes or no."""
    folded = fold(text)
    if language == "ja":
        return not _OPEN_JA.search(folded) and not _EITHER_JA.search(folded) and _ASKS_JA.search(folded) is not None
    asked = _last_sentence(folded)
    if _WHEN_EN.match(asked):
        return _EITHER_EN.search(asked) is None
    if _OPEN_EN.match(asked) or _OPEN_EN.match(asked.rpartition(",")[2].strip()):
        return bool(re.search(r"\b(?:right|correct|ok|true)\s*\?+\s*$", asked))
    if _EITHER_EN.search(asked):
        return False
    if asked.endswith("?") and _OPEN_EN.search(asked) is None:
        return True
    return _ASKS_EN.search(asked) is not None or (_ASKS_EN.search(folded) is not None and _OPEN_EN.search(asked) is None)


def is_negative(text: str, language: str) -> bool:
    """Whether the question is put negatively; two negations cancel."""
    folded = fold(text)
    if language == "ja":
        return len(_NEGATIVE_JA.findall(_DOUBLE_JA.sub("", _last_sentence(folded)))) % 2 == 1
    return len(_NEGATIVE_EN.findall(_last_sentence(folded))) % 2 == 1


def _last_sentence(text: str) -> str:
    """The sentence that asks: the last one, with the one before it where the last is only a tag."""
    pieces = [piece for piece in re.split(r"(?<=[.!?。！？])\s*", text) if piece.strip()]
    if not pieces:
        return text
    return pieces[-1] if len(pieces[-1]) > 14 or len(pieces) == 1 else f"{pieces[-2]} {pieces[-1]}"
