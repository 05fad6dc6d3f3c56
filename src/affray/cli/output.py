"""What a command prints and how it ends.

Exit codes: 0 all is well; 1 the answer is no (a check failed, a replay differs); 2 bad usage or bad input.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import click

from affray.content.faults import FaultyContent
from affray.kernel.errors import AffrayError, Ambiguous, Refused, Unreadable

FINE, NO, BAD_INPUT = 0, 1, 2


class Ended(Exception):
    """A command is done; `code` is the program's exit code."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


def readable(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """An option's text, which has to be text: bytes that are none cannot be kept."""
    if value is not None and any("\ud800" <= character <= "\udfff" for character in value):
        raise click.BadParameter("this is not valid UTF-8 text")
    return value


def finite(_: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """An option's number, which has to be one: "nan" is in every range."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("this is no number")
    return value


def write_json(document: Any) -> None:
    """Print the one JSON document of a command."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    sys.stdout.write(json.dumps(document, ensure_ascii=not utf8, indent=2) + "\n")


def report_error(error: Exception, as_json: bool) -> int:
    """Say once what went wrong. Returns the exit code."""
    if as_json:
        write_json({"error": _plain(error)})
    else:
        click.echo(f"affray: {_text(error)}", err=True)
    return BAD_INPUT


def _text(error: Exception) -> str:
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, AffrayError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'the system'}: {error.strerror or error}"
    return f"something went wrong inside affray ({type(error).__name__}: {error}). Please report it."


def _plain(error: Exception) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": _kind(error), "message": _text(error)}
    if isinstance(error, Unreadable):
        plain["message"] = error.message
        plain["faults"] = [{"message": fault} for fault in error.faults]
    if isinstance(error, FaultyContent):
        plain["faults"] = [fault.to_plain() for fault in error.found]
    if isinstance(error, Refused):
        plain["clause"] = error.clause
    return plain


def _kind(error: Exception) -> str:
    if isinstance(error, click.ClickException):
        return "usage"
    if isinstance(error, Refused):
        return "refused"
    if isinstance(error, Ambiguous):
        return "ambiguous"
    if getattr(error, "kind", "") == "internal":
        return "internal"
    return "unreadable" if isinstance(error, (AffrayError, OSError)) else "internal"
