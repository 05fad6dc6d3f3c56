"""What fights are played on: this process, several of this machine, or a Dask cluster.

All of them are a `concurrent.futures.Executor`, so the rest need not know which it is.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from affray.kernel.errors import Unreadable

CLUSTER = "dask://"
INSTALL_CLUSTER = 'pip install "affray[cluster]"'
CONNECT_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor with so many workers. `ahead` is how many pieces are handed out at a time."""

    executor: Executor
    workers: int

    @property
    def ahead(self) -> int:
        """Enough that nobody waits for the next piece."""
        return 1 if isinstance(self.executor, Here) else 4 * self.workers


class Here(Executor):
    """Plays in this very process, at once."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The result, or the exception, as a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def crew_of(workers: int, address: str | None = None) -> Iterator[Crew]:
    """The workers of this machine, or those of a cluster "dask://HOST:PORT". They end with the block.

    Raises `Unreadable` for an address that is none, and for a cluster that does not answer.
    """
    if address is not None:
        with _cluster(address) as crew:
            yield crew
    elif workers == 1:
        yield Crew(Here(), 1)
    else:
        with _processes(workers) as crew:
            yield crew


@contextmanager
def _processes(workers: int) -> Iterator[Crew]:
    """Processes of this machine, started once. Stopped by an exception, they end in the middle of a fight."""
    methods = multiprocessing.get_all_start_methods()
    # Never "fork": whoever calls this may have threads.
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["affray.sim.jobs"])
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts)
    try:
        yield Crew(pool, workers)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    else:
        pool.shutdown()


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the first of them has to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[Crew]:
    place = address.removeprefix(CLUSTER)
    host, colon, port = place.rpartition(":")
    if not address.startswith(CLUSTER) or not (host and colon and port.isdigit()):
        raise Unreadable(f'"{address}" is no address of a cluster; one looks like {CLUSTER}192.168.1.20:8786')
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise Unreadable(
            f"a cluster needs Dask, which is not installed here. This installs it: {INSTALL_CLUSTER}"
        ) from None
    try:
        client = distributed.Client(f"tcp://{place}", timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unreadable(f"no Dask scheduler answers at {place} ({error})") from None
    try:
        cores = sum(client.ncores().values())
        if not cores:
            raise Unreadable(f"the Dask scheduler at {place} has no workers yet")
        yield Crew(client.get_executor(pure=False), cores)
    finally:
        client.close()
