"""What waits for a slow reader: never more than so much, and nothing that is needed gets lost."""

from __future__ import annotations

import asyncio

from affray.server.outbox import LOGS_WAITING_MAX, REPLIES_WAITING_MAX, Outbox
from affray.table.exchange import Out


def take_all(outbox: Outbox) -> list[bytes]:
    """Everything that waits."""

    async def taking() -> list[bytes]:
        taken = []
        while not outbox.empty:
            taken.append((await outbox.take()).data)
        return taken

    return asyncio.run(taking())


def test_messages_come_in_order() -> None:
    """Log before view before reply, as they were put."""
    outbox = Outbox()
    for kind, data in (("log", b"1"), ("view", b"2"), ("reply", b"3")):
        outbox.put(Out("line", kind, data))  # type: ignore[arg-type]
    assert take_all(outbox) == [b"1", b"2", b"3"]


def test_a_newer_view_takes_the_place_of_an_unsent_one() -> None:
    """A view is whole, so only the last one counts."""
    outbox = Outbox()
    for number in range(5):
        outbox.put(Out("line", "log", b"log %d" % number))
        outbox.put(Out("line", "view", b"view %d" % number))
    assert take_all(outbox) == [b"log 0", b"log 1", b"log 2", b"log 3", b"log 4", b"view 4"]


def test_too_much_log_is_dropped_and_the_line_marked() -> None:
    """The reader is then sent everything anew; its replies are kept."""
    outbox = Outbox()
    outbox.put(Out("line", "reply", b"accepted"))
    for _ in range(LOGS_WAITING_MAX + 10):
        outbox.put(Out("line", "log", b"log"))
    outbox.put(Out("line", "view", b"view"))
    assert outbox.behind
    assert take_all(outbox) == [b"accepted", b"view"]
    outbox.behind = False
    outbox.put(Out("line", "log", b"anew"))
    assert take_all(outbox) == [b"anew"]


def test_a_reader_that_takes_no_replies_is_given_up() -> None:
    """Somebody who sends without end and reads nothing."""
    outbox = Outbox()
    for _ in range(REPLIES_WAITING_MAX + 1):
        outbox.put(Out("line", "reply", b"no"))
    assert outbox.flooded


def test_taking_waits_for_something() -> None:
    """A reader that is up to date costs nothing."""

    async def waiting() -> bytes:
        outbox = Outbox()
        taking = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        assert not taking.done()
        outbox.put(Out("line", "view", b"at last"))
        return (await taking).data

    assert asyncio.run(waiting()) == b"at last"
