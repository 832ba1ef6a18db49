"""What the address of a ruling slip says: the cited entries, the question, the verdict, the time; nothing is kept elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from werkzeug.datastructures import MultiDict

from kb.errors import KbError, UnknownEntry
from kb.model import VERDICTS, Entry, Rendition
from web.links import LONGEST_LINK, LONGEST_PIN, LONGEST_QUESTION, MOST_CITED, pin_of, query_of
from web.state import searching
from web.wording import t_plain

# A date with a time if one is given, as a link writes it: 2026-05-03, 2026-05-03T14:05, with a zone of at most 14 hours or not.
# Not 3.5.2026, nor digits of another script (\d takes them).
_TIME = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?)?"
)


class TooLong(KbError):
    """A slip's link holds more than a slip can print."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A ruling slip: its citations in order, and what else the link gives, "" where it does not."""

    cited: tuple[tuple[Entry, Rendition], ...]
    question: str
    verdict: str
    time: str

    def pairs(self) -> list[tuple[str, str]]:
        """The slip as the pairs of its query, in one order."""
        out = [("c", pin_of(entry, rendition)) for entry, rendition in self.cited]
        rest = (("q", self.question), ("v", self.verdict), ("t", self.time))
        return out + [(name, value) for name, value in rest if value]

    @property
    def query(self) -> str:
        """The slip's query string."""
        return query_of(self.pairs())


def read_slip(args: MultiDict[str, str]) -> Slip:
    """The slip of a query; raises KbError (TooLong, UnknownEntry) that says which value is wrong and what would be right.

    An empty ?c= names nothing: it is how a link says that the slip was emptied.
    """
    pins = list(dict.fromkeys(filter(None, args.getlist("c"))))
    question = " ".join(args.get("q", "").split())
    verdict, time = args.get("v", ""), args.get("t", "")
    if len(pins) > MOST_CITED:
        raise KbError(t_plain("slip.too_many", n=len(pins), most=MOST_CITED))
    if len(question) > LONGEST_QUESTION:
        raise TooLong(t_plain("slip.long_question", n=len(question), most=LONGEST_QUESTION))
    if verdict not in ("", *VERDICTS):
        raise KbError(t_plain("slip.bad_verdict", value=verdict[:40]))
    if time and not _is_time(time):
        raise KbError(t_plain("slip.bad_time", value=time[:40]))
    slip = Slip(tuple(_cited(pin) for pin in pins), question, verdict, time)
    if len(slip.query) > LONGEST_LINK:
        raise TooLong(t_plain("slip.long_link", n=len(slip.query), most=LONGEST_LINK))
    return slip


def _is_time(text: str) -> bool:
    """Whether a text is a time as a link writes it, on a day that there is."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    try:
        date.fromisoformat(found["day"])
    except ValueError:
        return False
    return True


def _cited(pin: str) -> tuple[Entry, Rendition]:
    id, mark, document = pin.rpartition("@")
    if len(pin) > LONGEST_PIN or not mark or not id or not document:
        raise KbError(t_plain("slip.bad_pin", value=pin[:80]))
    entry = searching().kb.store.entry(id)
    if entry is None:
        raise UnknownEntry(t_plain("slip.unknown", value=id))
    rendition = entry.printed_in(document)
    if rendition is not None:
        return entry, rendition
    there = ", ".join(rendition.document for rendition in entry.renditions)
    raise UnknownEntry(t_plain("slip.not_printed", id=id, document=document, there=there))
