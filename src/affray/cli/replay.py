"""affray replay: play a save again with the rules of today."""

from __future__ import annotations

from pathlib import Path

import click

from affray.cli.output import FINE, NO, Ended, write_json


@click.command("replay")
@click.argument("save", type=click.Path(path_type=Path))
@click.option("--log", "as_log", is_flag=True, help="Print the log that the save holds, as text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(save: Path, as_log: bool, as_json: bool) -> None:
    """Play the file of a saved fight again, input by input, and compare.

    Exit code 1 when it does not come to the same state, or when dice fell that its seed does not give; the
    inputs that differ are named. With --log
    nothing is played: what was written down is printed, whatever the rules of today make of it.
    """
    from affray.dice.counter import CounterDice
    from affray.dice.verify import wrong_faces
    from affray.kernel.codec import state_hash
    from affray.kernel.session import Session
    from affray.table.save import read_save_file, replay

    if as_log:
        click.echo(_log_of(save), nl=False)
        return
    saved = read_save_file(save)
    replayed = replay(saved)
    wrong: list[int] = []
    if replayed.differs_at is None:
        fresh = Session(saved.loaded.system, saved.loaded.start(), CounterDice(saved.seed))
        wrong = wrong_faces(fresh, saved.history)
    ok = replayed.differs_at is None and not wrong
    found = state_hash(replayed.session.encounter.state)
    if as_json:
        write_json(
            {
                "ok": ok,
                "state_hash": found,
                "first_difference": replayed.differs_at,
                "inputs": len(replayed.session.history),
                "outcome": replayed.session.outcome,
                "wrong_dice": wrong,
                "message": replayed.text,
            }
        )
    else:
        click.echo(f"{replayed.text} ({len(replayed.session.history)} inputs; it ends at the state {found}.)")
        if wrong:
            click.echo(f"Dice that the seed does not give, at input {', '.join(map(str, wrong))}.")
    raise Ended(FINE if ok else NO)


def _log_of(save: Path) -> str:
    """The log of a save as text."""
    from affray.kernel.errors import Unreadable
    from affray.kernel.system import has_rounds
    from affray.table.save import read_save_file
    from affray.table.transcript import log_as_text

    saved = read_save_file(save)
    rounds = has_rounds(saved.loaded.system, saved.loaded.start())
    try:
        return log_as_text(saved.loaded.title, saved.log, rounds)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable("The log of this save was changed and cannot be read.") from error
