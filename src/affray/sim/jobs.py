"""What a worker is handed, and what it does with it: a piece of the fights of one scenario."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from affray import __version__
from affray.content import Loaded, loaded_from_plain
from affray.kernel.errors import AffrayError
from affray.sim.rows import Players, Row, needs_ending, play_row


class FightFailed(AffrayError):
    """Fights that could not be played. The message names their seeds."""

    kind = "internal"


class OtherVersion(AffrayError):
    """A worker has another version of affray or of the rules."""


@dataclass(frozen=True, slots=True)
class Job:
    """Fights of one kind: the whole scenario as JSON, who plays, and the seed of all. It names no file."""

    content: bytes
    players: Players
    seed: str
    version: str

    def fight_seed(self, number: int) -> str:
        """The seed of the fight with this number, from 0. `affray fight --seed` plays it again."""
        return f"{self.seed}/{number}"


def job_of(loaded: Loaded, players: Players, seed: str) -> Job:
    """The job of playing a scenario. Raises `Unreadable` for a system that does not tell who won."""
    needs_ending(loaded.system)
    return Job(orjson.dumps(loaded.to_plain()), players, seed, _version(loaded))


def sides_of(loaded: Loaded) -> dict[str, str]:
    """The sides of a scenario that somebody is on, or that it names: ids with names."""
    named: dict[str, str] = dict(getattr(loaded.scenario, "sides", {}))
    return named | {
        seat.side: named.get(seat.side, seat.side) for seat in loaded.system.seats(loaded.start())
    }


def play_piece(job: Job, first: int, count: int) -> list[Row]:
    """Play the fights from number `first` on. Raises `FightFailed` with the seed of one that goes wrong."""
    loaded = _loaded(job.content)
    if _version(loaded) != job.version:
        raise OtherVersion(
            f"a worker has affray {_version(loaded)}, and {job.version} is wanted; all need the same"
        )
    rows = []
    for number in range(first, first + count):
        seed = job.fight_seed(number)
        try:
            rows.append(play_row(loaded, job.players, seed))
        except Exception as error:
            message = f'the fight with the seed "{seed}" went wrong ({type(error).__name__}: {error})'
            raise FightFailed(message) from error
    return rows


@lru_cache(maxsize=512)
def _loaded(content: bytes) -> Loaded:
    plain: Any = orjson.loads(content)
    return loaded_from_plain(plain)


def _version(loaded: Loaded) -> str:
    return f"{__version__} with {loaded.system.id} {loaded.system.version}"
