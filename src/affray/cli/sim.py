"""affray sim: many fights of bots, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from affray.cli import simulating
from affray.cli.output import write_json
from affray.cli.simulating import Wanted

if TYPE_CHECKING:
    from affray.content import Loaded
    from affray.sim.sample import Sample


@click.command("sim")
@click.argument("scenario")
@simulating.options
def command(wanted: Wanted, scenario: str) -> None:
    """Let bots play a fight many times, and tell who wins, how long it takes, and who falls when.

    SCENARIO is the id of one that comes with affray, or the path of a file. Fight number 12 is that of
    affray fight SCENARIO --seed SEED/12. The same seed gives the same figures, whoever plays the fights.
    """
    from affray.content import load_scenario
    from affray.sim.sample import to_plain

    loaded = load_scenario(scenario)
    (sample,), finished = simulating.play(wanted, [loaded])
    about = {"scenario": loaded.id, "system": loaded.system.id, "content_hash": loaded.content_hash}
    if wanted.as_json:
        write_json(simulating.document_head(wanted, [sample]) | about | to_plain(sample))
    else:
        click.echo(_told(wanted, loaded, sample))
    if wanted.report is not None:
        from affray.sim.pages import NOTE, of_sample, page

        played = f"{simulating.fights(sample.n)} of {loaded.system.title}, seed {wanted.seed}. {NOTE}"
        simulating.write(wanted.report, page(loaded.title, played, of_sample(sample)))
        wanted.say(f"\nThe report is in {wanted.report}.")
    simulating.end(finished)


def _told(wanted: Wanted, loaded: Loaded, sample: Sample) -> str:
    parts = [
        f"{loaded.title}, {simulating.fights(sample.n)}, seed {wanted.seed}",
        "\nWins, with the interval of 95 %:",
        simulating.in_columns(_wins(sample)),
        *_nobodys(sample),
        f"\n{_length(sample)}",
        "\nStanding at the end, and where not, when they fell:",
        simulating.in_columns(_units(sample)),
    ]
    deeds = _deeds(sample)
    if deeds:
        parts += ["\nIn a fight, on average:", *deeds]
    return "\n".join(parts)


def _wins(sample: Sample) -> list[list[str]]:
    from affray.sim.sample import named_sides

    rows = []
    for side, name in named_sides(sample).items():
        rate = sample.win_rate(side)
        span = f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
        rows.append([name, f"{100 * rate.value:.1f} %", span, simulating.fights(sample.winners.count(side))])
    return rows


def _nobodys(sample: Sample) -> list[str]:
    """Fights that no side won."""
    count = sample.winners.count(None)
    return [f"  Nobody won {count} of them."] if count else []


def _length(sample: Sample) -> str:
    from affray.sim.measures import spread_of

    spread = spread_of(sample.lengths)
    unit = "rounds" if sample.rounds else "inputs"
    return (
        f"Length: {spread['mean']:.1f} {unit} on average. One in ten has at most {spread['p10']}, "
        f"half have at most {spread['p50']}, nine in ten at most {spread['p90']}."
    )


def _units(sample: Sample) -> list[list[str]]:
    from affray.sim.measures import spread_of

    rows = []
    for column in sample.units.values():
        survival = column.survival
        when = ""
        if column.falls:
            spread = spread_of(column.falls)
            unit = "round" if sample.rounds else "input"
            when = f"{unit} {spread['p50']} ({spread['p10']} to {spread['p90']})"
        span = f"{100 * survival.low:.1f} to {100 * survival.high:.1f}"
        rows.append([column.name, column.side, f"{100 * survival.value:.1f} %", span, when])
    return rows


def _deeds(sample: Sample) -> list[str]:
    lines = []
    for id_, column in sample.units.items():
        counted = [f"{name} {sample.deed(id_, name).value:.2f}" for name in sample.deeds.get(id_, {})]
        if id_ in sample.luck:
            luck = sample.luck_of(id_)
            counted.append(f"luck {luck.value:+.1f} ({luck.low:+.1f} to {luck.high:+.1f})")
        if counted:
            lines.append(f"  {column.name}: {', '.join(counted)}")
    return lines
