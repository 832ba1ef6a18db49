"""The committed figures of the held-out questions, `questions/figures.json`, and the guard that they do not get worse."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ingest.evaluate import LOWER_IS_BETTER, Outcome, Scores, score
from ingest.measure import Figure
from ingest.questions import FOLDER
from ingest.whole_files import write_whole
from kb.errors import CorpusError

FILE = "figures.json"
_BY_LANGUAGE = ("success@1", "success@5")
_OVER_ALL = ("verdict_precision", "verdict_coverage", "refused", "lost")

Figures = dict[str, dict[str, Figure]]


def figures_of(outcomes: Sequence[Outcome]) -> Figures:
    """The figures that are committed: success@1 and @5 by language, verdicts and abstention over `all`."""
    out: Figures = {"all": _chosen(score(outcomes), (*_BY_LANGUAGE, *_OVER_ALL))}
    for language in sorted({outcome.question.language for outcome in outcomes}):
        out[language] = _chosen(score([o for o in outcomes if o.question.language == language]), _BY_LANGUAGE)
    return out


def _chosen(scores: Scores, names: tuple[str, ...]) -> dict[str, Figure]:
    return {name: scores[name] for name in names}


def save_figures(root: Path, figures: Figures) -> Path:
    """Write the file anew and return its path."""
    path = root / FOLDER / FILE
    body = {
        group: {
            name: None if one.value is None else {"value": round(one.value, 4), "half_width": round(one.half_width, 4), "n": one.n}
            for name, one in metrics.items()
        }
        for group, metrics in figures.items()
    }
    return write_whole(path, json.dumps(body, indent=1) + "\n")


def worse(root: Path, figures: Figures) -> list[str]:
    """Figures that fell below the committed ones by more than half the width of their interval, one line each.

    Raises CorpusError when there is no file or it cannot be read.
    """
    path = root / FOLDER / FILE
    try:
        committed = json.loads(path.read_text(encoding="utf-8"))
        return [line for group in committed for line in _worse(group, committed[group], figures.get(group, {}))]
    except FileNotFoundError:
        raise CorpusError("there are no committed figures; write them with `judgecall eval --save`", file=path) from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        message = f"the figures cannot be read ({error}); write them anew with `judgecall eval --save`"
        raise CorpusError(message, file=path) from None


def _worse(group: str, committed: dict[str, Any], now: dict[str, Figure]) -> list[str]:
    out = []
    for name, was in committed.items():
        found = now.get(name)
        if was is None:
            continue
        if found is None or found.value is None:
            out.append(f"{group}: {name} was {was['value']:.3f}, and nothing is measured now")
            continue
        fall = (found.value - was["value"]) * (1 if name in LOWER_IS_BETTER else -1)
        if fall > was["half_width"] + 1e-4:
            before = f"was {was['value']:.3f} ± {was['half_width']:.3f} (n={was['n']})"
            out.append(f"{group}: {name} is {found.value:.3f} (n={found.n}), {before}")
    return out
