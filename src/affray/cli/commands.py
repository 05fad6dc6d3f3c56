"""The list of commands. Each lives in a module of its own, imported when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from affray import __version__
from affray.cli.streams import give_up_output, ready_streams

_COMMANDS = {
    "table": "Open a table for a fight that people play in their browsers.",
    "fight": "Let bots play a fight to its end.",
    "sim": "Let bots play a fight many times, and count.",
    "sweep": "Play a fight many times for every combination of some values.",
    "compare": "Play two fights many times, and tell which differences are real.",
    "odds": "Tell the exact chances of an action or a roll.",
    "solve": "Work out a small fight of bots exactly.",
    "check": "Check packs, scenarios and worked examples.",
    "replay": "Play a save again and compare.",
    "rules": "Look up the clauses of a rule system.",
    "systems": "List the rule systems.",
}

NAMES = tuple(_COMMANDS)
"""The names of all commands."""


class _Program(click.Group):
    """Knows the names and one line of every command without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"affray.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from affray.content.shape import did_you_mean

            hint = did_you_mean(args[0], _COMMANDS) or f". There is: {', '.join(_COMMANDS)}"
            raise click.UsageError(f'there is no command "{args[0]}"{hint}', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="affray", message="%(prog)s %(version)s")
@click.pass_context
def program(ctx: click.Context) -> None:
    """A rules engine and shared web table for tabletop-RPG fights."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command. Returns the exit code; no exception leaves."""
    ready_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        give_up_output()
        return 1
    except OSError as error:
        # The output itself fails, as on a full disk.
        give_up_output()
        with suppress(OSError):
            sys.stderr.write(f"affray: the output: {error.strerror or error}\n")
        return 2
    return code


def _run(arguments: Sequence[str]) -> int:
    as_json = "--json" in arguments
    try:
        program.main(list(arguments), prog_name="affray", standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("", err=True)
        return 130
    except BrokenPipeError:
        raise
    except Exception as error:
        from affray.cli.output import Ended, report_error

        return error.code if isinstance(error, Ended) else report_error(error, as_json)
    return 0
