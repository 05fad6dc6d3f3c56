"""affray compare: two scenarios, fight by fight with the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from affray.cli import simulating
from affray.cli.output import write_json
from affray.cli.simulating import Wanted

if TYPE_CHECKING:
    from affray.content import Loaded
    from affray.sim.compare import Difference


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option(
    "--vary",
    "varies",
    multiple=True,
    metavar="PATH=VALUE",
    help="A place of B, and the value it takes there. May be given several times.",
)
@simulating.options
def command(wanted: Wanted, first: str, second: str | None, varies: tuple[str, ...]) -> None:
    """Play two fights many times with the same seeds, and tell which of their differences are real.

    A and B are ids of scenarios that come with affray, or paths of files. B may also be the file of a pack
    or of rulings, which then stands in for that of A; without B it is A with what --vary says.
    """
    from affray.content import load_scenario
    from affray.content.vary import counterpart
    from affray.sim.compare import differences
    from affray.sim.measures import CONFIDENCE, corrected
    from affray.sim.sample import to_plain

    if second is None and not varies:
        raise click.UsageError("name a second scenario, or say with --vary in what it differs")
    one = load_scenario(first)
    other = _changed(one if second is None else counterpart(one, second), varies)
    samples, finished = simulating.play(wanted, [one, other])
    found = differences(*samples)
    if wanted.as_json:
        head = simulating.document_head(wanted, samples)
        for key, loaded, sample in zip("ab", (one, other), samples, strict=True):
            head[key] = {"scenario": loaded.id, "content_hash": loaded.content_hash} | to_plain(sample)
        head |= {"comparisons": len(found), "confidence": CONFIDENCE}
        head["corrected_confidence"] = round(corrected(len(found)), 6)
        write_json(head | {"differences": [difference.to_plain() for difference in found]})
    else:
        click.echo(f"A: {one.title}\nB: {_called(one, other)}")
        click.echo(f"{simulating.fights(samples[0].n)} each, the same seeds of {wanted.seed}\n")
        click.echo(simulating.in_columns(_told(found)))
        click.echo(
            "Intervals hold with 95 % each. Real is what excludes zero when all "
            f"{len(found)} are to hold at once (Bonferroni)."
        )
    if wanted.report is not None:
        from affray.sim.pages import NOTE, of_comparison, page

        played = f"{simulating.fights(samples[0].n)} each, the same seeds of {wanted.seed}"
        about = f"{played}. {NOTE} A * marks what is real."
        sections = of_comparison(found, one.title, _called(one, other))
        simulating.write(wanted.report, page("Two fights compared", about, sections))
        wanted.say(f"The report is in {wanted.report}.")
    simulating.end(finished)


def _changed(loaded: Loaded, varies: Sequence[str]) -> Loaded:
    """The scenario with one value for each path. Raises `UsageError` where there are more."""
    from affray.content.vary import grid, vary_of

    if not varies:
        return loaded
    wishes = [vary_of(text) for text in varies]
    for wish in wishes:
        if len(wish.values) != 1:
            raise click.UsageError(f"one value for {wish.path}, please; affray sweep tries several")
    ((_, changed),) = grid(loaded, wishes)
    return changed


def _called(one: Loaded, other: Loaded) -> str:
    return other.title if other.title != one.title else f"{other.title}, changed"


def _told(found: Sequence[Difference]) -> list[list[str]]:
    from affray.sim.pages import in_figures, signed

    rows = [["", "A", "B", "difference", "interval", ""]]
    for difference in found:
        first, second, span = in_figures(difference)
        name = f"{difference.kind}: {difference.name}"
        rows.append([name, first, second, signed(difference), span, "real" if difference.real else ""])
    return rows
