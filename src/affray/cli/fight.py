"""affray fight: bots play a fight to its end."""

from __future__ import annotations

import secrets
from dataclasses import asdict

import click

from affray.cli.output import readable, write_json

BOT_NAMES = ("greedy", "random")


@click.command("fight")
@click.argument("scenario")
@click.option(
    "--seed",
    callback=readable,
    help="Seed of dice and bots; without it one is drawn. The same seed gives the same fight.",
)
@click.option(
    "--bots", type=click.Choice(BOT_NAMES), default="greedy", show_default=True, help="Who plays every seat."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(scenario: str, seed: str | None, bots: str, as_json: bool) -> None:
    """Let bots play a fight to its end, and tell how it went.

    SCENARIO is the id of one that comes with affray, or the path of a file.
    """
    from affray.bots.players import BOTS
    from affray.cli.story import Story
    from affray.content import load_scenario
    from affray.sim.fight import play_fight
    from affray.table.summary import summary_as_text

    loaded = load_scenario(scenario)
    seed = secrets.token_hex(4) if seed is None else seed
    encounter = loaded.start()
    story = Story(loaded.system, encounter)
    result = play_fight(loaded.system, encounter, {}, BOTS[bots], seed)
    if as_json:
        write_json(
            {
                "scenario": loaded.id,
                "system": loaded.system.id,
                "seed": seed,
                "bots": bots,
                "outcome": result.outcome,
                "rounds": result.rounds,
                "inputs": result.inputs,
                "state_hash": result.state_hash,
                "content_hash": loaded.content_hash,
                "summary": {who: asdict(tally) for who, tally in story.summary().items()},
            }
        )
        return
    click.echo(f"{loaded.title}, seed {seed}")
    click.echo(story.told())
    click.echo(f"\n{summary_as_text(story.summary().values())}")
    took = "" if result.rounds is None else f" after {result.rounds} rounds"
    click.echo(f"{result.outcome or 'Undecided'}{took}.")
    click.echo(f"Played again with this seed it ends the same, at the state {result.state_hash}.")
    click.echo(f"Out: {', '.join(story.out()) or 'nobody'}.")
