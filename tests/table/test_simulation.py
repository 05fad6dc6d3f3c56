"""A table under a bad network and a dying server, played under a seed.

Messages to the table are dropped, doubled and swapped; lines break with what was on them; the server dies
before or after it has stored, and comes back. Whatever happens, the same things hold.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import orjson
import pytest

from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.inputs import item_from_plain
from affray.kernel.session import Session
from tests.table.rig import GM_KEY, SEED, Client, Rig

STEPS = 160
HIDDEN = (b"Zqexl", b"lurker-zq")


class Page:
    """A page that stays open over many lines: it repeats what was not answered, as the client does."""

    def __init__(self, world: World, name: str, gm: bool, seats: tuple[str, ...]) -> None:
        self.world = world
        self.name = name
        self.gm = gm
        self.wants = list(seats)
        self.client: Client | None = None
        self.key = ""
        self.held: dict[int, dict[str, Any]] = {}
        self.unanswered: dict[str, bytes] = {}
        self.bytes: list[bytes] = []

    def connect(self) -> None:
        """Open a line, say hello, and repeat what was not answered."""
        rig = self.world.rig
        client = rig.connect(self.key, self.name, self.gm, have=max(self.held, default=-1) + 1)
        self.client = client
        self.key = client.key
        # The rig started this client empty, but the page kept its log over the break.
        resets = [orjson.loads(data) for data in client.received if b'"type":"log"' in data[:14]]
        if not any(message["reset"] for message in resets):
            client.log = {**self.held, **client.log}
        for data in list(self.unanswered.values()):
            self.world.transmit(self, data)

    def lose(self) -> None:
        """The line breaks."""
        if self.client is not None:
            self.keep()
            if self.client.connection in self.world.rig.clients:
                self.world.rig.close(self.client)
            self.client = None

    def keep(self) -> None:
        """Remember what came over the line."""
        assert self.client is not None
        self.held = dict(self.client.log)
        self.bytes += self.client.received
        self.client.received.clear()
        for id_ in [*self.client.accepted, *(refusal["id"] for refusal in self.client.refused)]:
            self.unanswered.pop(id_, None)

    def command(self, **fields: Any) -> None:
        """Send a command once; it is kept until it is answered."""
        id_ = self.world.rig.new_id()
        data = orjson.dumps({"id": id_, **fields})
        self.unanswered[id_] = data
        self.world.transmit(self, data)


class World:
    """A table, its pages, and everything that goes wrong between them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.rig = Rig(hidden=True, breath=12)
        self.delayed: list[tuple[Page, bytes]] = []
        self.pages = [
            Page(self, "Gemma", True, ()),
            Page(self, "Dana", False, ("ada", "cy")),
            Page(self, "Eli", False, ("bo",)),
            Page(self, "Wim", False, ()),
        ]
        for page in self.pages:
            page.connect()

    def transmit(self, page: Page, data: bytes) -> None:
        """A message to the table, which may get lost, come twice, or come later than the next."""
        fate = self.random.random()
        if fate < 0.1:
            return
        if fate < 0.25:
            self.delayed.append((page, data))
            return
        for _ in range(2 if fate < 0.4 else 1):
            self.arrive(page, data)

    def arrive(self, page: Page, data: bytes) -> None:
        """A message comes in, and the server may die of it at the worst moment."""
        if page.client is None or page.client.connection not in self.rig.clients:
            return
        fate = self.random.random()
        if fate < 0.03:
            self.rig.table.receive(page.client.connection, data)
            if fate < 0.015:
                self.rig.store(self.rig.table.take_writes())
            self.die()
            return
        self.rig.deliver(page.client.connection, data)
        if page.client is not None:
            page.keep()

    def die(self) -> None:
        """The server dies and comes back from its store. All lines break with what was on them."""
        for page in self.pages:
            if page.client is not None:
                page.keep()
            page.client = None
        self.rig.restart()

    def step(self) -> None:
        """Something happens."""
        fate = self.random.random()
        page = self.random.choice(self.pages)
        if page.client is None:
            page.connect()
        elif fate < 0.06:
            page.lose()
        elif fate < 0.08:
            self.die()
        elif fate < 0.25 and self.delayed:
            self.arrive(*self.delayed.pop(self.random.randrange(len(self.delayed))))
        elif fate < 0.35:
            self.rig.tick()
        else:
            self.act(page, self.random.random())

    def act(self, page: Page, fate: float) -> None:
        """A page does something that a person would do."""
        assert page.client is not None
        view = page.client.view
        if page.gm and fate < 0.08:
            page.command(type="undo")
        elif page.gm and fate < 0.14:
            page.command(type="redo")
        elif page.gm and fate < 0.2:
            value = self.random.randint(3, 9)
            page.command(type="act", name="set", data={"fencer": "ada", "value": value}, reason="so")
        elif page.gm and fate < 0.25:
            bot = self.random.choice(["greedy", None])
            page.command(type="set_bot", seat="lurker-zq", bot=bot)
        elif page.wants and fate < 0.5 and page.wants[0] not in view["you"]["seats"]:
            page.command(type="take_seat", seat=page.wants[0])
            page.wants.append(page.wants.pop(0))
        elif page.wants and fate > 0.95:
            page.command(type="leave_seat", seat=page.wants[0])
        elif fate < 0.3 and page.wants:
            dice = self.random.choice(["server", "typed"])
            page.command(type="set_dice", seat=page.wants[0], dice=dice)
        elif view["prompts"]:
            self.answer(page, self.random.choice(view["prompts"]))

    def answer(self, page: Page, prompt: dict[str, Any]) -> None:
        """A page answers one of its prompts."""
        place = {"type": "answer", "stamp": prompt["stamp"], "part": prompt["part"]}
        if prompt["question"] is None:
            faces = [self.random.randint(1, die["sides"]) for die in prompt["dice"]]
            page.command(**place, **({"faces": faces} if self.random.random() < 0.7 else {"here": True}))
            return
        page.command(**place, pick=self.random.choice(prompt["question"]["options"])["id"])

    def settle_down(self) -> None:
        """The network gets well: everything outstanding arrives."""
        for page in self.pages:
            page.lose()
        self.delayed.clear()
        self.transmit = self.arrive  # type: ignore[method-assign]
        self.random = Random(0)
        self.random.random = lambda: 0.99  # type: ignore[method-assign]
        for page in self.pages:
            page.connect()


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_network_does_the_same_things_hold(seed: int) -> None:
    """Views converge, commands apply once, nothing secret leaks, and a replay gives the same state."""
    world = World(seed)
    for _ in range(STEPS):
        world.step()
    world.settle_down()
    rig = world.rig
    assert not rig.errors
    assert len(rig.rows) > 10
    for page in world.pages:
        converges(rig, page)
    commands = Counter((row.person, row.command) for row in rig.rows if row.command is not None)
    assert set(commands.values()) <= {1}
    assert [row.number for row in rig.rows] == list(range(len(rig.rows)))
    replayed = Session(rig.fight.system, rig.fight.start(), CounterDice(SEED))
    replayed.load([item_from_plain(row.item, "input") for row in rig.rows])
    assert state_hash(replayed.encounter.state) == state_hash(rig.table.session.encounter.state)
    nothing_leaks(world)


def converges(rig: Rig, page: Page) -> None:
    """A page shows what a page opened afresh shows, and holds the whole log of its person."""
    assert page.client is not None
    assert not page.unanswered or all(b'"hello"' not in data for data in page.unanswered.values())
    fresh = rig.connect(page.key)
    assert page.client.view == fresh.view
    entries = rig.table.logbook(rig.table.viewer(rig.table.somebody(page.key))).entries
    assert {entry["number"]: entry for entry in entries} == page.client.log
    rig.close(fresh)


def nothing_leaks(world: World) -> None:
    """Before the end of the fight, nobody was sent the seed, another's key, or the hidden fencer."""
    keys = {page.name: page.key.encode() for page in world.pages}
    for page in world.pages:
        assert page.client is not None
        sent = b"\n".join([*page.bytes, *page.client.received])
        assert GM_KEY.encode() not in sent
        for name, key in keys.items():
            assert name == page.name or key not in sent
        if SEED.encode() in sent:
            assert b"is open now" in sent
        if page.name in ("Dana", "Wim") and not _came_out(world.rig):
            assert not any(secret in sent for secret in HIDDEN)


def _came_out(rig: Rig) -> bool:
    """Whether the hidden fencer ever showed itself, also in what was taken back."""
    return any(type(record.event).__name__ == "Revealed" for record in rig.table.session.records)
