"""affray sweep: a scenario in every combination of some values."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from affray.cli import simulating
from affray.cli.output import write_json
from affray.cli.simulating import Wanted

if TYPE_CHECKING:
    from affray.content.vary import Changes
    from affray.sim.compare import Difference
    from affray.sim.sample import Sample


@click.command("sweep")
@click.argument("scenario")
@click.option(
    "--vary",
    "varies",
    multiple=True,
    required=True,
    metavar="PATH=V1,V2,...",
    help="A place of the scenario or its packs, and the values it takes. May be given several times.",
)
@simulating.file_option("--csv", "Write the grid as CSV.")
@simulating.options
def command(wanted: Wanted, scenario: str, varies: tuple[str, ...], csv: Path | None) -> None:
    """Play a fight many times in every combination of some values, all with the same seeds.

    SCENARIO is the id of one that comes with affray, or the path of a file. A PATH is one like
    combatant.0.start.hp, sheet.brute.hp or rulings.surge_reset. --report also writes a plot alone, to a
    file that ends in .svg.
    """
    from affray.content import load_scenario
    from affray.content.vary import grid, vary_of
    from affray.sim.sample import to_plain

    loaded = load_scenario(scenario)
    wishes = [vary_of(text) for text in varies]
    cells = grid(loaded, wishes)
    samples, finished = simulating.play(wanted, [cell for _, cell in cells])
    changes = [changes for changes, _ in cells]
    found = _against_first(samples)
    if wanted.as_json:
        head = simulating.document_head(wanted, samples)
        head |= {"scenario": loaded.id, "system": loaded.system.id}
        head["vary"] = [{"path": wish.path, "values": list(map(_plain, wish.values))} for wish in wishes]
        head["cells"] = [
            {"values": {path: _plain(value) for path, value in changed}}
            | to_plain(sample)
            | {"against_first": [difference.to_plain() for difference in differences]}
            for changed, sample, differences in zip(changes, samples, found, strict=True)
        ]
        write_json(head)
    else:
        click.echo(f"{loaded.title}, {simulating.fights(samples[0].n)} for each line, seed {wanted.seed}")
        click.echo(simulating.in_columns(_told(changes, samples, found)))
        click.echo("A * marks what differs from the first line, all lines taken together (Bonferroni, 95 %).")
    simulating.write(csv, _as_csv(changes, samples))
    _write_report(wanted, loaded.title, changes, samples)
    simulating.end(finished)


def _against_first(samples: Sequence[Sample]) -> list[list[Difference]]:
    """How the win rates of every cell differ from those of the first, fight by fight."""
    from affray.sim.compare import settled, win_figures

    first, *others = samples
    comparisons = len(others) * len(first.sides)
    return [[], *(settled(win_figures(first, other), comparisons) for other in others)]


def _told(
    changes: Sequence[Changes], samples: Sequence[Sample], found: Sequence[Sequence[Difference]]
) -> list[list[str]]:
    from affray.sim.sample import named_sides

    names = named_sides(samples[0])
    rows = [[*(path for path, _ in changes[0]), *names.values(), "rounds" if samples[0].rounds else "inputs"]]
    for changed, sample, differences in zip(changes, samples, found, strict=True):
        real = {difference.id for difference in differences if difference.real}
        row = [_in_words(value) for _, value in changed]
        for side in names:
            rate = sample.win_rate(side)
            mark = "*" if side in real else " "
            row.append(f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f}){mark}")
        rows.append([*row, f"{sum(sample.lengths) / sample.n:.1f}"])
    return rows


def _as_csv(changes: Sequence[Changes], samples: Sequence[Sample]) -> str:
    """One line a cell. Shares are from 0 to 1; a unit that a cell has not is left empty there."""
    from affray.sim.sample import named_sides, to_plain

    names = named_sides(samples[0])
    units = list(dict.fromkeys(id_ for sample in samples for id_ in sample.units))
    length = "rounds" if samples[0].rounds else "inputs"
    head = [*(path for path, _ in changes[0]), "n"]
    head += [f"{name} {part}" for name in names.values() for part in ("wins", "p", "low", "high")]
    head += [f"{length} {part}" for part in ("mean", "p10", "p50", "p90")]
    head += [f"{id_} {part}" for id_ in units for part in ("survival", "low", "high")]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for changed, sample in zip(changes, samples, strict=True):
        plain = to_plain(sample)
        row: list[Any] = [*(_in_words(value) for _, value in changed), sample.n]
        row += [
            plain["sides"][name][part] for name in names.values() for part in ("wins", "p", "low", "high")
        ]
        row += [plain[length][part] for part in ("mean", "p10", "p50", "p90")]
        for id_ in units:
            unit = plain["units"].get(id_, {})
            row += [unit.get(part, "") for part in ("survival", "low", "high")]
        writer.writerow(row)
    return text.getvalue()


def _write_report(wanted: Wanted, title: str, changes: Sequence[Changes], samples: Sequence[Sample]) -> None:
    if wanted.report is None:
        return
    from affray.sim.pages import NOTE, of_grid, page
    from affray.sim.plots import alone

    paths = [path for path, _ in changes[0]]
    plots, sections = of_grid(paths, [[_in_words(value) for _, value in cell] for cell in changes], samples)
    about = f"{simulating.fights(samples[0].n)} with the same seeds in each cell, seed {wanted.seed}. {NOTE}"
    as_svg = wanted.report.suffix.lower() == ".svg"
    simulating.write(wanted.report, alone(plots) if as_svg else page(title, about, sections))
    wanted.say(f"The report is in {wanted.report}.")


def _in_words(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    """A value of TOML as one of JSON: dates, which fit nowhere, as text."""
    return value if isinstance(value, (str, int, float, bool, list, dict)) else str(value)
