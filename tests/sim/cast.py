"""Small fights for the tests of simulations, and samples made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from affray.content import load_scenario
from affray.content.loader import Loaded
from affray.sim.executors import crew_of
from affray.sim.jobs import job_of, sides_of
from affray.sim.rows import Players, Row, Unit
from affray.sim.run import simulate
from affray.sim.sample import Sample

DUEL = "ropewalk-duel"
"""Two d20+ Personas; some ten milliseconds a fight."""


def duel() -> Loaded:
    """The shortest fight that comes with affray."""
    return load_scenario(DUEL)


def played(
    loaded: Loaded, n: int, workers: int = 1, size: int = 5, seed: str = "s", players: Players | None = None
) -> Sample:
    """A sample of so many fights."""
    sample = Sample(sides_of(loaded))
    job = job_of(loaded, players or Players(), seed)
    with crew_of(workers) as crew:
        simulate([job], [sample], n, crew, size)
    return sample


def row(winner: str | None, rounds: int | None, fell: dict[str, int | None], **more: object) -> Row:
    """A fight of the sides A and B as it might have been. Units are named by side and number: "A1"."""
    units = {id_: Unit(f"Unit {id_}", id_[0], when) for id_, when in fell.items()}
    parts = {"deeds": {}, "luck": {}} | more
    outcome = None if winner is None else f"{winner} win"
    return Row(outcome, winner, rounds, 10 * (rounds or 3), "0" * 32, units, parts["deeds"], parts["luck"])  # type: ignore[arg-type]


def sample_of(rows: Sequence[Row]) -> Sample:
    """A sample of these fights."""
    sample = Sample({"A": "Ants", "B": "Bees"})
    sample.take(rows)
    return sample
