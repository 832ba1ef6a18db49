"""Logs: one JSON object a line on stderr, of fixed names, with no question and no address of a person."""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime
from typing import Any

import orjson


class JsonLines(logging.Formatter):
    """A record as one line: time (UTC), level, process, event, then the record's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; whatever a field holds, it stays one line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:23] + "Z",
            "level": record.levelname.lower(),
            "process": os.getpid(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        try:
            return orjson.dumps(line, default=str).decode("utf-8")
        except TypeError:  # letters that are no letters, of a file's name perhaps
            return json.dumps(line, default=str)


def log_config(level: str) -> dict[str, Any]:
    """The settings of logging for the server and its workers, as logging.config.dictConfig takes them."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "web.logs.JsonLines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {
            "_granian": {"handlers": ["stderr"], "level": level.upper(), "propagate": False},
            "granian.access": {"handlers": ["stderr"], "level": level.upper(), "propagate": False},
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
    }
