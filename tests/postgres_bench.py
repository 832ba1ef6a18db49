"""Measures PostgreSQL beside the folder on a server of its own: `judgecall bench --store`, with a server that is there for the run.

.venv/bin/python tests/postgres_bench.py --sizes real,100k --json > tests/figures/postgres.json    # needs the postgres-test extra
"""

from __future__ import annotations

import sys

from postgres_server import Servers

from ingest.bench_command import bench_command


def main(arguments: list[str]) -> None:
    """Start a server that writes to the disk as in earnest, run the bench into it, stop the server."""
    servers = Servers(buffers="1GB", fsync=True)
    try:
        bench_command.main([*arguments, "--no-rivals", "--store", servers.primary().address], standalone_mode=False)
    finally:
        servers.close()


if __name__ == "__main__":
    main(sys.argv[1:])
