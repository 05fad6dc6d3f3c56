"""A table of the toy without sockets, and clients that keep what they are sent as the page does."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import orjson

from affray.bots.players import BOTS
from affray.kernel.codec import to_plain
from affray.kernel.inputs import item_from_plain
from affray.kernel.requests import Procedure, Question, Request, Window
from affray.kernel.system import AnyEncounter, Seat
from affray.odds.exact import option_odds
from affray.table.exchange import HistoryRow, Writes
from affray.table.people import Room
from affray.table.table import Table
from tests.toy.state import SCHOOLS, Entrant, Fencer, Pack, Rulings, Scenario, plain_scenario
from tests.toy.system import Toy

GM_KEY = "the secret of the GM's link"
SEED = "the seed of a test"


class TableToy(Toy):
    """The toy as a table wants it: hidden fencers are hidden seats."""

    def seats(self, encounter: AnyEncounter) -> Sequence[Seat]:
        fencers: list[Fencer] = list(encounter.state.fencers.values())
        return [
            Seat(fencer.id, fencer.name, fencer.side, (fencer.side,) if fencer.hidden else None)
            for fencer in fencers
        ]


class ReactingToy(TableToy):
    """The toy with its stepping in as a reaction, asked as systems ask reactions."""

    def step(self, encounter: AnyEncounter) -> Procedure:
        procedure = super().step(encounter)
        answer: Any = None
        while True:
            try:
                request = procedure.send(answer)
            except StopIteration as end:
                return end.value
            answer = yield _as_reaction(request)

    def offered(self, question: Question) -> str | None:
        return str(question.args[0]) if question.kind == "reaction step-in" else None


def _as_reaction(request: Request) -> Request:
    if not isinstance(request, Window) or request.choices[0].kind != "step-in":
        return request
    choices = tuple(
        replace(choice, kind="reaction step-in", args=("step-in", *choice.args)) for choice in request.choices
    )
    return replace(request, choices=choices)


class ToyFight:
    """What `affray.content` would load."""

    def __init__(
        self,
        hidden: bool = False,
        breath: int = 6,
        entrants: tuple[Entrant, ...] = (),
        system: TableToy | None = None,
    ) -> None:
        self.system = system or TableToy()
        self.rulings = Rulings(breath)
        self.scenario = Scenario("Toy", entrants) if entrants else plain_scenario(hidden)
        self.packs = (Pack("schools", SCHOOLS),)
        self.title = self.scenario.title

    @property
    def content_hash(self) -> str:
        return hashlib.blake2b(orjson.dumps(self.to_plain()), digest_size=16).hexdigest()

    def start(self) -> AnyEncounter:
        return self.system.start(self.system.book(self.packs), self.scenario, self.rulings)

    def to_plain(self) -> dict[str, Any]:
        scenario = {**to_plain(self.scenario), "rulings": to_plain(self.rulings)}
        return {
            "id": "toy",
            "system": "toy",
            "scenario": scenario,
            "packs": [to_plain(p) for p in self.packs],
        }


@dataclass
class Client:
    """One open page: what it holds, and every byte it was ever sent."""

    rig: Rig
    connection: str
    key: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    log: dict[int, dict[str, Any]] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)
    odds: list[dict[str, Any]] = field(default_factory=list)
    positions: list[dict[str, Any]] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)

    def take(self, data: bytes) -> None:
        """Take in a message as the page does."""
        self.received.append(data)
        message = orjson.loads(data)
        match message["type"]:
            case "welcome":
                self.key = message["key"]
            case "view":
                self.view = message
            case "log":
                if message["reset"]:
                    self.log.clear()
                self.log.update({entry["number"]: entry for entry in message["entries"]})
            case "refused":
                self.refused.append(message)
            case "accepted":
                self.accepted.append(message["id"])
            case "odds":
                self.odds.append(message)
            case "position":
                self.positions.append(message)

    def send(self, type_: str, **fields: Any) -> str:
        """Send a command with an id of its own, or the one given. Returns it."""
        message = {"type": type_, "id": self.rig.new_id(), **fields}
        self.rig.deliver(self.connection, orjson.dumps(message))
        return str(message["id"])

    def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that will be refused. Returns the refusal."""
        before = len(self.refused)
        self.send(type_, **fields)
        assert len(self.refused) == before + 1, self.rig.last
        return self.refused[-1]

    def do(self, type_: str, **fields: Any) -> None:
        """Send a command that will be accepted."""
        id_ = self.send(type_, **fields)
        assert id_ in self.accepted, self.refused[-1:]

    def prompt(self, kind: str | None = None, seat: str | None = None) -> dict[str, Any]:
        """An open prompt, by the kind of its question or its seat."""
        for prompt in self.view["prompts"]:
            question = prompt["question"]
            if seat in (None, prompt["seat"]) and (kind is None or (question and question["kind"] == kind)):
                return dict(prompt)
        raise AssertionError(f"no prompt {kind} {seat} in {self.view['prompts']}")

    def pick(self, option: str, kind: str | None = None, seat: str | None = None) -> None:
        """Answer a prompt."""
        prompt = self.prompt(kind, seat)
        self.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=option)

    def says(self) -> list[str]:
        """The log as lines of text."""
        return [
            "".join(part if isinstance(part, str) else part["name"] for part in self.log[number]["say"])
            for number in sorted(self.log)
        ]


class Rig:
    """A table with its clients and a store that is a list."""

    def __init__(
        self, fight: ToyFight | None = None, room: dict[str, Any] | None = None, **options: Any
    ) -> None:
        self.fight = fight or ToyFight(**options)
        self.rows: list[HistoryRow] = []
        self.room = room
        self.clients: dict[str, Client] = {}
        self.errors: list[Exception] = []
        self.last: list[bytes] = []
        self._secrets = count(1)
        self._ids = count(1)
        self._lines = count(1)
        self.table = self._table()

    def new_id(self) -> str:
        """An id for a command."""
        return f"c{next(self._ids)}"

    def connect(self, key: str = "", name: str = "", gm: bool = False, have: int = 0) -> Client:
        """Open a page and say hello."""
        connection = f"line {next(self._lines)}"
        client = self.clients[connection] = Client(self, connection, key)
        self.table.join(connection)
        hello = {"type": "hello", "key": key, "name": name, "have": have, "gm_key": GM_KEY if gm else ""}
        self.deliver(connection, orjson.dumps(hello))
        return client

    def gm(self) -> Client:
        """A page of the GM."""
        return self.connect(name="Gemma", gm=True)

    def player(self, *seats: str, name: str = "") -> Client:
        """A page of a player with these seats."""
        client = self.connect(name=name or "-".join(seats))
        for seat in seats:
            client.do("take_seat", seat=seat)
        return client

    def close(self, client: Client) -> None:
        """Close a page."""
        del self.clients[client.connection]
        self.table.leave(client.connection)
        self.settle()

    def deliver(self, connection: str, data: bytes | str) -> None:
        """Give the table a message, store, and hand out what comes back."""
        self.table.receive(connection, data)
        self.settle()

    def settle(self) -> None:
        """Store and send what is due."""
        self.store(self.table.take_writes())
        out = self.table.flush()
        self.last = [one.data for one in out]
        for one in out:
            if one.connection in self.clients:
                self.clients[one.connection].take(one.data)

    def store(self, writes: Writes) -> None:
        """Keep what is to be stored, through its JSON form."""
        for row in writes.history:
            assert row.number == len(self.rows)
            self.rows.append(HistoryRow(row.number, _through_json(row.item), row.person, row.command))
        if writes.room is not None:
            self.room = _through_json(writes.room)

    def tick(self) -> None:
        """Let the bots decide once."""
        self.table.tick()
        self.settle()

    def run_bots(self, ticks: int = 2_000) -> None:
        """Let bots play until a person is wanted."""
        for _ in range(ticks):
            if not self.table.wants_tick:
                return
            self.tick()
        raise AssertionError("the bots never stop")

    def restart(self) -> None:
        """The server dies at once and comes back from its store. Every page has lost its line."""
        self.clients.clear()
        self.table = self._table()
        self.settle()

    def back(self, client: Client) -> Client:
        """The same page on a new line, with what it had."""
        return self.connect(key=client.key, have=len(client.log))

    def _table(self) -> Table:
        history = [
            (item_from_plain(row.item, f"input {row.number}"), row.person, row.command) for row in self.rows
        ]
        return Table(
            self.fight,
            SEED,
            GM_KEY,
            lambda: f"secret-{next(self._secrets)}-key",
            bots=BOTS,
            odds=option_odds,
            report=self.errors.append,
            room=None if self.room is None else Room.from_plain(self.room),
            history=history,
        )


def _through_json(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))
