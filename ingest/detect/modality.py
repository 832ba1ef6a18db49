"""Modality: what is allowed, forbidden, ordered or left open ("may", "cannot", "must", "how" or "whether")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.detect.align import Aligned
from ingest.detect.detected import Detected
from ingest.detect.words import english, one_sided, pair, unnamed

# Potential forms of verbs of doing (使える, 置けます, 選べる, 入れられる). Not 与える, 加える, 捨てる, which are plain verbs.
_POTENTIAL = r"(?:使|払|行|戻|出|持|引|直|残|動|置|選|呼|打)[えけせてべめれ]|[られ]られ|入れられ|得られ|でき|可能|出来"

# What may not be done. Not "may not be" (it is perhaps not so), nor する限り; a passive that is denied (無効化されません) counts.
FORBIDDEN_EN = english(
    r"cannot|can['’]t|can not"
    r"|may not(?! be)|unable|not (?:be )?(?:possible|allowed|permitted|able)|(?:may|can) no longer|must not|forbidden"
)
FORBIDDEN_JA = re.compile(
    rf"(?:{_POTENTIAL})(?:ません|ない|ず|なく|なかっ|な[いけ])|(?:され|なり)(?:ません|ない|ず|なく)|ことは(?:ありません|ない)|禁止|不可|ては(?:いけ|なら)"
)
# What may be done. Not "as much as possible" nor 可能な限り, which allow nothing.
ALLOWED_EN = english(r"(?:may|can)(?! ?not| no longer)|able|(?<!much as )(?<!far as )(?<!many as )possible|allowed|permitted|could")
ALLOWED_JA = re.compile(
    rf"(?:{_POTENTIAL})(?!ません|ない|ず|なく|なかっ|る限り|な限り|るだけ)|てよい|てもよい|ことがあ|任意|自由|も可|ます[かよ]"
)
# Any word that takes something back, so that it can answer "cannot": ない, ず, 以外, しか, 中止.
_NEGATED_EN = english(
    r"not|no|none|never|nor|neither|without|un\w+|only|other than|except"
    r"|instead|cannot|\w+n['’]t|lack\w*|lose|loses|restrict\w*|nothing|nullif\w+|fails?|once"
)
_NEGATED_JA = re.compile(r"ない|ません|[^はまいみ]ず|なく|なか|なけ|禁止|不可|以外|しか|のみ|中止|無|非|未|失")
# A bare answer: "Yes, you can.", "No, it does not." Not an answer that goes on to say something.
_ANSWER_EN = re.compile(r"(?P<yes>Yes|No)(?:, (?:\w+ ){1,3}\w+(?: not)?)?[.!]?$", re.IGNORECASE)

# Read as in scope: whole words in English, anywhere in Japanese.
PAIRS = (
    pair(
        "must",
        r"must|ha(?:s|ve) to|required to|necessary",
        r"必ず|なければな|ねばな|べき|必要があ",
        en_like=r"need(?:s|ed)?|require[sd]?|shall|should|always|only",
        ja_like=r"必要|条件|ます|てください|のみ|しか|指示|とき|限",
        en_only=0.4,
        ja_only=0.5,
    ),
    pair(
        "how",
        r"how(?: to)?(?! many| much)",
        r"どう(?:払|や|す|扱|決)|どのように",
        en_like=r"what|which|way|method|steps?|flow|procedures?|explain\w*",
        ja_like=r"方法|方|どう|どの",
        en_only=0.5,
        ja_only=0.7,
        severity="contradiction",
    ),
    pair(
        "whether",
        r"(?:decide|choose) (?:if|whether)|whether(?: or not)?|or not",
        r"かどうか|か否か|するかしないか",
        en_like=r"if|choose to|optional|may|decide",
        ja_like=r"か(?:、|を)|任意|どう|問わ|関わ|ても|でも",
        en_only=0.6,
        ja_only=0.4,
    ),
    pair(
        "as far as possible",
        r"as (?:much|far|many) as possible|to the extent",
        r"可能な限り|できる限り|できるだけ|なるべく",
        en_only=0.7,
        ja_only=0.6,
        severity="contradiction",
    ),
    pair(
        "need not",
        r"need not|not necessary|not required|optional",
        r"てよい|てもよい|任意",
        en_like=r"may|can|choose|choice|wish|if you do",
        ja_like=r"か|必要",
        en_only=0.4,
        ja_only=0.5,
    ),
    pair(
        "treated as",
        r"treated as|regarded as|considered(?: as| to be)?",
        r"として扱|とみな",
        en_like=r"treat\w*|regard\w*|consider\w*|count\w*|as",
        ja_like=r"扱|みな|同一|として|です|ある",
        en_only=0.3,
        ja_only=0.3,
    ),
)


def modality(both: Aligned) -> Iterator[Detected]:
    """Flags where one side forbids or allows and the other does not, and for other words of modality that only one side has."""
    yield from one_sided("modality", PAIRS, both)
    en, ja = unnamed(both.en), unnamed(both.ja)
    found = _clash(en, ja)
    if found is not None:
        name, severity, weight = found
        yield both.flag(f"modality: {name}", severity, weight)


def _clash(en: str, ja: str) -> tuple[str, str, float] | None:
    """The name, severity and weight of a clash between what two texts allow or forbid."""
    answer = _ANSWER_EN.match(en)
    if answer:
        yes = answer["yes"].lower() == "yes"
        return ("yes, no", "contradiction", 0.8) if yes == bool(_NEGATED_JA.search(ja)) else None
    question = en.rstrip().endswith("?") or ja.rstrip().endswith("？")
    if FORBIDDEN_EN.search(en) and not FORBIDDEN_JA.search(ja):
        return ("cannot", "contradiction", 0.6) if _NEGATED_JA.search(ja) else ("cannot, can", "contradiction", 0.8)
    if FORBIDDEN_JA.search(ja) and not FORBIDDEN_EN.search(en):
        return ("cannot", "contradiction", 0.3) if _NEGATED_EN.search(en) else ("can, cannot", "contradiction", 0.7)
    if question:
        return None
    if ALLOWED_EN.search(en) and not ALLOWED_JA.search(ja) and not FORBIDDEN_JA.search(ja):
        return ("may", "contradiction", 0.5)
    if ALLOWED_JA.search(ja) and not ALLOWED_EN.search(en) and not FORBIDDEN_EN.search(en):
        return ("may", "contradiction", 0.3)
    return None
