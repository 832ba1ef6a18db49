"""What a person settled about the alignment: `corpus/reviews/alignments.toml`.

[[alignment]]
document = "bf-en-4"
rendition = "bf/call/3.2"        # where it is printed in that document
entry = "bf/call/3.3"            # the entry that it is; "new" for an entry of its own
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ingest.data_files import line_of, only, read_toml, with_lines
from kb.errors import CorpusError
from kb.model import Rendition

NEW = "new"
_FIELDS = ("document", "rendition", "entry")
# The end of an id that was taken already (`identity`): bf/call/3.2-e4.
_EDITION = re.compile(r"-(?:e|[a-z]{2})\d+(?:-\d+)?$")


def read_overrides(root: Path) -> dict[tuple[str, str], tuple[str, int]]:
    """(document, rendition) → (entry, line); raises CorpusError where one contradicts another."""
    path = root / "reviews" / "alignments.toml"
    if not path.exists():
        return {}
    out: dict[tuple[str, str], tuple[str, int]] = {}
    claimed: dict[tuple[str, str], int] = {}
    for line, table in with_lines(path, "[[alignment]]", read_toml(path, ("alignment",)).get("alignment", [])):
        only(table, _FIELDS, path, line)
        missing = [name for name in _FIELDS if not isinstance(table.get(name), str)]
        if missing:
            raise CorpusError(f"an alignment lacks {missing[0]!r}", file=path, line=line)
        place, entry = (table["document"], table["rendition"]), table["entry"]
        if place in out and out[place][0] != entry:
            raise CorpusError(
                f"{place[1]} of {place[0]} is {entry!r} here and {out[place][0]!r} on line {out[place][1]}; keep one",
                file=path,
                line=line,
            )
        if entry != NEW and claimed.get((place[0], entry), line) != line and place not in out:
            raise CorpusError(
                f"two places of {place[0]} are both said to be {entry!r} (the other on line {claimed[place[0], entry]})",
                file=path,
                line=line,
            )
        claimed[place[0], entry] = line
        out[place] = (entry, line)
    return out


def check_overrides(
    root: Path,
    overrides: Mapping[tuple[str, str], tuple[str, int]],
    documents: Mapping[str, Sequence[Rendition]],
) -> None:
    """Raise CorpusError for an override that names a document, place or entry that there is not.

    `documents` has what each prints. An entry has the id of a place that one of them prints, or such a one with an edition; any
    other would be there by the override alone.
    """
    path = root / "reviews" / "alignments.toml"
    printed = {rendition.entry for renditions in documents.values() for rendition in renditions}
    for (document, place), (entry, line) in overrides.items():
        if document not in documents:
            raise CorpusError(f"there is no document {document!r}", file=path, line=line)
        if all(rendition.entry != place for rendition in documents[document]):
            raise CorpusError(f"{document} prints nothing at {place!r}", file=path, line=line)
        if entry != NEW and entry not in printed and _EDITION.sub("", entry) not in printed:
            raise CorpusError(f"there is no entry {entry!r}", file=path, line=line_of(path, f'entry = "{entry}"') or line)
