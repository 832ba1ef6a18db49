"""The API against its own description: schemathesis asks every address right and wrong, over WSGI, the same questions every time."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import schemathesis
from schemathesis.engine import from_schema
from schemathesis.engine.events import EngineFinished, FatalError, NonFatalError, ScenarioFinished

from web import create_app

SETTINGS = Path(__file__).parent / "schemathesis.toml"


def test_every_operation_keeps_its_word(kb_path: Path) -> None:
    """All checks, with data that fits the description and data that does not: no reply but those that it names."""
    config = schemathesis.Config.from_path(SETTINGS)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", create_app(kb_path), config=config)
    asked: Counter[str] = Counter()
    statuses: Counter[int] = Counter()
    wrong: list[str] = []
    for event in from_schema(schema).execute():
        if isinstance(event, (FatalError, NonFatalError)):
            wrong.append(repr(event))
        elif isinstance(event, ScenarioFinished):
            for case in event.recorder.cases.values():
                asked[case.value.operation.label] += 1
            statuses.update(sent.response.status_code for sent in event.recorder.interactions.values() if sent.response)
            for checks in event.recorder.checks.values():
                wrong += [
                    f"{check.failure_info.failure}\n{check.failure_info.code_sample}" for check in checks if check.failure_info
                ]
        elif isinstance(event, EngineFinished):
            wrong += [repr(failure) for failure in event.failures or []]
    print(f"{sum(asked.values())} requests to {len(asked)} operations: {dict(sorted(statuses.items()))}")
    print(dict(asked))
    assert not wrong, "\n\n".join(dict.fromkeys(wrong))
    assert len(asked) == schema.statistic.operations.total
    assert {200, 400, 404, 405} <= statuses.keys()
    assert sum(asked.values()) > 300
