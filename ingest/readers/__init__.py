"""Readers turn a file into Blocks that know their source lines: `markdown` from a PDF, `plain` PDF text, `html`."""

from __future__ import annotations

from collections.abc import Callable

from ingest.blocks import Reading
from ingest.readers.html import read_html
from ingest.readers.markdown import read_markdown
from ingest.readers.plain import read_plain

Reader = Callable[[str], Reading]

READERS: dict[str, Reader] = {"markdown": read_markdown, "plain": read_plain, "html": read_html}
"""Readers by the name that `manifest.toml` uses."""
