"""Fights dealt out to workers come back the same, and what goes wrong is said once."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from affray.bots.players import BOTS
from affray.kernel.errors import AffrayError, Unreadable
from affray.sim import jobs, rows
from affray.sim.executors import Crew, Here, crew_of
from affray.sim.fight import play_fight
from affray.sim.jobs import FightFailed, job_of, play_piece, sides_of
from affray.sim.rows import Players
from affray.sim.run import piece_size, simulate
from affray.sim.sample import Sample, to_plain
from tests.sim.cast import duel, played


@pytest.mark.parametrize(("workers", "size"), [(1, 1), (1, 7), (1, 100), (2, 3), (2, 8)])
def test_the_same_seed_gives_the_same_document(workers: int, size: int) -> None:
    """Whatever the number of workers and of fights in a piece."""
    assert to_plain(played(duel(), 24, workers, size)) == to_plain(played(duel(), 24, 1, 24))


def test_another_seed_gives_another_document() -> None:
    """The fights are others, and so is the hash of their ends."""
    assert played(duel(), 8).fights_hash != played(duel(), 8, seed="t").fights_hash


def test_the_first_fights_do_not_hang_on_how_many_follow() -> None:
    """Fight number i is a matter of the seed and i alone."""
    long, short = played(duel(), 20), played(duel(), 8)
    assert long.winners[:8] == short.winners
    assert long.inputs[:8] == short.inputs


def test_a_fight_of_a_simulation_is_the_one_of_the_same_seed() -> None:
    """The command for one fight plays it again, down to its last event."""
    loaded = duel()
    job = job_of(loaded, Players(), "s")
    (row,) = play_piece(job, 3, 1)
    again = play_fight(loaded.system, loaded.start(), {}, BOTS["greedy"], job.fight_seed(3))
    assert (row.state_hash, row.inputs) == (again.state_hash, again.inputs)


def test_bots_are_named_for_all_for_sides_and_for_seats() -> None:
    """A seat goes before its side, and its side before everybody."""
    random = played(duel(), 6, players=Players(others="random"))
    assert random.fights_hash != played(duel(), 6).fights_hash
    mixed = Players(seats={"ileana": "greedy"}, sides={"A": "random", "B": "random"})
    same = Players(seats={"brannoc": "random"}, others="greedy")
    assert played(duel(), 6, players=mixed).fights_hash == played(duel(), 6, players=same).fights_hash


def test_progress_counts_the_fights() -> None:
    """Told after every piece."""
    told: list[int] = []
    with crew_of(1) as crew:
        simulate([job_of(duel(), Players(), "s")], [Sample(sides_of(duel()))], 5, crew, 2, told.append)
    assert told == [2, 4, 5]


def test_stopped_in_the_middle_all_samples_hold_the_same_fights() -> None:
    """The first ones: as if fewer had been wanted."""
    loaded = duel()
    samples = [Sample(sides_of(loaded)), Sample(sides_of(loaded))]
    work = [job_of(loaded, Players(), "s"), job_of(loaded, Players(others="random"), "s")]

    def stop(done: int) -> None:
        if done >= 12:
            raise KeyboardInterrupt

    with crew_of(1) as crew, pytest.raises(KeyboardInterrupt):
        simulate(work, samples, 20, crew, 4, stop)
    assert [sample.n for sample in samples] == [4, 4]
    assert to_plain(samples[0]) == to_plain(played(loaded, 4))


def test_pieces_are_never_larger_than_the_work() -> None:
    """Four pieces for every worker, of 1 to 20 fights."""
    assert (piece_size(3, 2), piece_size(80, 2), piece_size(10**6, 2)) == (1, 10, 20)


def test_a_fight_that_goes_wrong_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One message; the fights before it are kept."""
    play = rows.play_row

    def fail(loaded: Any, players: Players, seed: str) -> Any:
        if seed == "s/7":
            raise ZeroDivisionError("by zero")
        return play(loaded, players, seed)

    monkeypatch.setattr(jobs, "play_row", fail)
    sample = Sample(sides_of(duel()))
    said = r'the fight with the seed "s/7" went wrong \(ZeroDivisionError: by zero\)'
    with crew_of(1) as crew, pytest.raises(FightFailed, match=said):
        simulate([job_of(duel(), Players(), "s")], [sample], 12, crew, 3)
    assert sample.n == 6


def test_a_failure_comes_whole_out_of_another_process() -> None:
    """The error is made anew there from its message."""
    error = pickle.loads(pickle.dumps(FightFailed("the fight with the seed s/3 went wrong")))
    assert (type(error), str(error)) == (FightFailed, "the fight with the seed s/3 went wrong")


def test_workers_of_another_version_do_not_play() -> None:
    """They say what they have and what is wanted, in a process of their own too."""
    job = replace(job_of(duel(), Players(), "s"), version="0 with d20plus 0")
    with crew_of(2) as crew, pytest.raises(AffrayError, match="0 with d20plus 0 is wanted"):
        simulate([job], [Sample(sides_of(duel()))], 4, crew, 2)


def test_a_worker_that_is_lost_leaves_one_message() -> None:
    """It names the seeds that were not played, though no fight could say so any more."""
    before = set(multiprocessing.active_children())

    def kill(done: int) -> None:
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
            process.join()

    sample = Sample(sides_of(duel()))
    with (
        pytest.raises(FightFailed, match=r'a worker was lost; fights with the seeds "s/\d+" to "s/\d+"'),
        crew_of(2) as crew,
    ):
        simulate([job_of(duel(), Players(), "s")], [sample], 400, crew, 5, kill)
    assert 0 < sample.n < 400


class Elsewhere(Here):
    """A cluster whose workers have no affray."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(ModuleNotFoundError("No module named 'affray'"))
        return future


def test_workers_without_affray_are_told_what_they_need() -> None:
    """What Python says there does not help anybody here."""
    with pytest.raises(FightFailed, match=r"No module named 'affray'\)\. A cluster needs the same affray"):
        simulate([job_of(duel(), Players(), "s")], [Sample(sides_of(duel()))], 4, Crew(Elsewhere(), 1), 2)


def test_a_broken_pool_is_known_whatever_breaks_it() -> None:
    """Also where it cannot take the next piece."""

    class Broken(Here):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenProcessPool("gone")

    with pytest.raises(FightFailed, match="a worker was lost"):
        simulate([job_of(duel(), Players(), "s")], [Sample(sides_of(duel()))], 4, Crew(Broken(), 1), 2)


def test_what_is_sent_to_workers_is_the_scenario_and_nothing_else() -> None:
    """Content, players, seed, version: no path, no store, no address."""
    job = job_of(duel(), Players(), "s")
    assert set(job.__slots__) == {"content", "players", "seed", "version"}
    assert b"/" not in job.content.replace(b" / ", b"")


@pytest.mark.parametrize(
    "address", ["dask://", "dask://host", "dask://host:port", "host:8786", "tcp://host:1"]
)
def test_an_address_that_is_none_is_said(address: str) -> None:
    """With one that would be."""
    with pytest.raises(Unreadable, match="one looks like dask://"), crew_of(1, address):
        raise AssertionError("nobody can play there")
