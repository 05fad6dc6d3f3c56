"""affray table: open a table and serve it until it is closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from affray.cli.output import finite, readable
from affray.content.bundled import DEFAULT_SCENARIO

if TYPE_CHECKING:
    from affray.content import Loaded
    from affray.table.save import Save

SOLO_BOTS = "B"
"""The side that bots play where nobody named a scenario."""


@click.command("table")
@click.argument("scenario", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--lan", is_flag=True, help="Let other devices in the house join (listens on every address).")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any free one."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder for the fights.")
@click.option("--seed", callback=readable, help="Seed of the dice; without it a secret one is drawn.")
@click.option("--new", "fresh", is_flag=True, help="Begin anew instead of going on with an open fight.")
@click.option("--bots", metavar="SEATS", help='Seats or sides that bots play: "B", or "grusk=random,sable".')
@click.option(
    "--typed",
    metavar="SEATS",
    default="",
    help="Seats or sides whose dice are thrown by hand and typed, from the first roll on.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    callback=finite,
    metavar="SECONDS",
    help="Time a bot takes for a decision.",
)
@click.option("--open/--no-open", "open_browser", default=None, help="Open the GM's page in a browser.")
def command(
    scenario: str | None,
    host: str,
    lan: bool,
    port: int,
    data: Path | None,
    seed: str | None,
    fresh: bool,
    bots: str | None,
    typed: str,
    pace: float | None,
    open_browser: bool | None,
) -> None:
    """Open a table for a fight and print the links to join it.

    SCENARIO is the id of one that comes with affray, or the path of a file. The path of a saved fight
    (.json) takes that fight up as one of its own; one of other rules opens to be read. Without SCENARIO
    the Saltgate opens, and bots play its intruders, so that one person alone is in a fight at once.
    """
    from affray.content import load_scenario
    from affray.server.host import BOT_PACE
    from affray.server.run import serve
    from affray.table.save import read_save_file

    loaded: Loaded | Save
    if bots is None:
        bots = "" if scenario else SOLO_BOTS
    if scenario is not None and scenario.lower().endswith(".json"):
        if seed is not None or fresh:
            raise click.UsageError("a saved fight has its seed and its beginning; leave out --seed and --new")
        loaded = read_save_file(Path(scenario))
        title = loaded.loaded.title
    else:
        loaded = load_scenario(scenario or DEFAULT_SCENARIO)
        title = loaded.title
    serve(
        loaded,
        host="0.0.0.0" if lan else host,
        port=port,
        data=data,
        seed=seed,
        bots=bots,
        typed=typed,
        title=title,
        fresh=fresh,
        open_browser=open_browser,
        bot_pace=BOT_PACE if pace is None else pace,
    )
