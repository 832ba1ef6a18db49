"""A canary search: a KB that opens but finds nothing for a question it must know is not fit to be served."""

from __future__ import annotations

from kb.search import Search


def sings(search: Search) -> bool:
    """Whether the KB's own example question, or else the citation of its first entry, finds an entry."""
    examples = [question for game in search.kb.store.games.values() for question in game.examples]
    question = examples[0] if examples else next((entry.citation for entry in search.kb.store.entries()), "")
    try:
        return bool(search.search(question, 1).hits)
    except ValueError:  # nothing in it to search for
        return False
