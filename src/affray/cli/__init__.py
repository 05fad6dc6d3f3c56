"""The command line. A command speaks to people, or with --json in one document to programs."""

from __future__ import annotations

import sys

from affray.cli.commands import run


def main() -> None:
    """Entry point of the program `affray`."""
    sys.exit(run(sys.argv[1:]))
