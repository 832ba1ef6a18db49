"""The `judgecall` command: one door, whose subcommands are contributed by the packages through entry points."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from importlib.metadata import entry_points
from typing import Any, TextIO

import click

from kb.errors import CheckFailed, KbError

GROUP = "judgecall.commands"
_ONLY_PRINT = ("ask", "cite", "export", "show")
_SELDOM = (100_000, 50, 100)
"""How seldom garbage is looked for: what a command reads it keeps, and to look through it takes a tenth of its time."""


class Commands(click.Group):
    """Loads a subcommand's module only when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all subcommands that are installed."""
        return sorted(point.name for point in entry_points(group=GROUP))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """One subcommand, or None."""
        for point in entry_points(group=GROUP):
            if point.name == name:
                command = point.load()
                assert isinstance(command, click.Command)
                return command
        return None

    def invoke(self, context: click.Context) -> Any:
        """Run a subcommand. Whoever reads what one prints that does nothing else may have enough of it: that is no failure."""
        try:
            code = super().invoke(context)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            if context.invoked_subcommand not in _ONLY_PRINT:
                raise
            _leave(sys.stdout)
            return 0
        return code


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="judgecall", prog_name="judgecall")
def judgecall() -> None:
    """Rulings for card-game judges, with the exact rule step that settles them."""


def main() -> None:
    """Run the command: exit 0 on success, 1 on a failed check, 2 on misuse or bad input, errors as one line on stderr."""
    gc.set_threshold(*_SELDOM)
    try:
        code = judgecall.main(standalone_mode=False, prog_name="judgecall")
    except click.Abort:
        code = 130
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        code = 2
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" Try `{context.command_path} --help`." if context is not None else ""
        message = " ".join(error.format_message().split())
        stop = "." if hint and message[-1:] not in ".?!" else ""
        print(f"judgecall: {message}{stop}{hint}", file=sys.stderr)
        code = 2
    except KbError as error:
        print(f"judgecall: {error}", file=sys.stderr)
        code = 1 if isinstance(error, CheckFailed) else 2
    except OSError as error:  # but for a reader that has gone, of which click says nothing
        _leave(sys.stdout)
        where = f"{error.filename}: " if error.filename else ""
        with suppress(OSError):  # both may go to one full disk
            print(f"judgecall: {where}{error.strerror or error}; make room there or name another place", file=sys.stderr)
        _leave(sys.stderr)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def _leave(stream: TextIO | None) -> None:
    """Let what cannot be written to a stream any more go nowhere, or Python would try again as it ends; None is a closed one."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
