"""affray replay: play a save again with the rules of today."""

from __future__ import annotations

from pathlib import Path

import click

from affray.cli.output import FINE, NO, Ended, write_json


@click.command("replay")
@click.argument("save", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(save: Path, as_json: bool) -> None:
    """Play the file of a saved fight again, input by input, and compare.

    Exit code 1 when it does not come to the same state; the first input that differs is named.
    """
    from affray.kernel.codec import state_hash
    from affray.table.save import read_save, replay

    replayed = replay(read_save(save.read_bytes()))
    ok = replayed.differs_at is None
    found = state_hash(replayed.session.encounter.state)
    if as_json:
        write_json(
            {
                "ok": ok,
                "state_hash": found,
                "first_difference": replayed.differs_at,
                "inputs": len(replayed.session.history),
                "outcome": replayed.session.outcome,
                "message": replayed.text,
            }
        )
    else:
        click.echo(f"{replayed.text} ({len(replayed.session.history)} inputs, state {found})")
    raise Ended(FINE if ok else NO)
