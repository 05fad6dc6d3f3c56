"""Sunder scenes at a table whose dice are typed, so that every face is the test's own.

Everybody has 10 in every Potential: a Test without further dice is one d20, of which 1 to 9 is a Success, 10
a natural Crit, 11 to 19 a Failure and 20 a natural Miff. An answer is written as "ann strike top sword bob"
or "bob 12 4": whose it is, and an option or the faces.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from affray.bots.players import BOTS
from affray.content.loader import Loaded, load_source
from affray.content.source import Source
from affray.kernel.pending import PartValue
from affray.kernel.requests import pool_of
from affray.kernel.session import Session
from affray.systems.sunder.state import Creature, State
from affray.systems.sunder.system import SYSTEM
from affray.table.people import Room
from tests.asks.stage import Seated
from tests.table.rig import Client

HERE = Path(__file__).parent
SCENARIOS = ("weir-house", "drowned-bell", "night-barge")
PASSED = {"react": "no", "slot": "pass"}
"""Questions that are passed over unless the next answer is for them, and how."""
THINGS = """
countdown = [{ id = "gate", name = "The gate", size = 6, skills = ["Feat"] }]
thing = [
  { id = "chest", name = "Chest", zone = "yard", holds = "A letter sealed with green wax" },
  { id = "winch", name = "Winch", zone = "yard", countdown = "gate" },
]
"""
ZONES = """
zone = [
  { id = "yard", name = "Yard", x = 0, y = 0 },
  { id = "step", name = "Step", x = 1, y = 0 },
  { id = "road", name = "Road", x = 6, y = 0 },
  { id = "field", name = "Field", x = 20, y = 0 },
]
"""


def scene(*combatants: str, more: str = THINGS, rulings: str = "", first: str = "") -> Loaded:
    """A scene in a yard. A combatant is "fighter:ann A", "brute:bob B road" or "brute:bob B road { marks = 1
    }": sheet, id, side, zone and how it starts. `more` are further lines of the scenario.
    """
    rows = []
    for combatant in combatants:
        named, side, zone, start = [*combatant.split(" ", 3), "", ""][:4]
        sheet, _, id_ = named.partition(":")
        rows.append(
            f'  {{ sheet = "{sheet}", id = "{id_}", name = "{id_.capitalize()}", side = "{side}", '
            f'zone = "{zone or "yard"}"{f", start = {start}" if start else ""} }},'
        )
    named_first = first or combatants[0].split(" ")[0].partition(":")[2]
    text = "\n".join(
        [
            'title = "A yard"\nsystem = "sunder"\npacks = ["sunder-yard.toml"]',
            'sides = { A = "The one side", B = "The other side", C = "The third side" }',
            f'first = "{named_first}"\nparty_level = 5',
            ZONES,
            "combatant = [",
            *rows,
            "]",
            more,
            f"[rulings]\n{rulings}" if rulings else "",
        ]
    )
    return load_source(Source("yard.toml", text, HERE), "yard")


def bots_answer(session: Session, random: Random) -> tuple[int, PartValue]:
    """What a bot gives for the first open part; dice as they fall at this table."""
    pending = session.pending
    assert pending is not None
    part = pending.open_parts()[0]
    pool = pool_of(pending.request, part)
    if pool is not None:
        return part, session.tray.deal(pool)
    return part, BOTS["greedy"](session.system, session.encounter, pending.request, part, random.randrange)


class Yard(Seated):
    """A table of a Sunder scene. Side A is played by one page, until `phone` gives somebody its own."""

    def __init__(self, fight: Loaded, typed: bool = True, begin: bool = True) -> None:
        room = Room()
        if typed:
            room.dice = {seat.id: "typed" for seat in fight.system.seats(fight.start())}
        super().__init__(fight, typed, room.to_plain())
        self.loaded = fight
        if begin:
            self.play(f"gm first {fight.scenario.first}")

    @property
    def state(self) -> State:
        """The state of the scene."""
        state: State = self.table.session.encounter.state
        return state

    @property
    def current(self) -> str:
        """Whose turn it is; empty between turns."""
        return "" if self.state.turn is None else self.state.turn.creature

    @property
    def queue(self) -> list[str]:
        """The queue, a group with a plus between its members."""
        return ["+".join(entry.creatures) for entry in self.state.queue]

    def __getitem__(self, id_: str) -> Creature:
        return self.state.creatures[id_]

    def stress(self, id_: str, potential: str = "Might") -> int:
        """The Stress on a track."""
        return self[id_].tracks[potential].stress

    def shown(self, id_: str, client: Client | None = None) -> dict[str, Any]:
        """A creature as a page shows it, by default the GM's."""
        view = (client or self.master).view
        found: dict[str, Any] = next(one for one in view["fight"]["creatures"] if one["id"] == id_)
        return found

    def conditions(self, id_: str) -> list[str]:
        """The Conditions of a creature by name, as the GM's page shows them."""
        return [one["name"] for one in self.shown(id_)["conditions"]]

    def phone(self, seat: str) -> Client:
        """A page of its own for this seat."""
        self.master.do("leave_seat", seat=seat)
        return self.player(seat, name=f"{seat.capitalize()}'s player")

    # Playing

    def play(self, *answers: str) -> None:
        """Give these answers one after another; what is `PASSED` is passed over unless it is answered."""
        for answer in answers:
            seat, _, said = answer.partition(" ")
            prompt = self._prompt(seat, said)
            if re.fullmatch(r"[0-9 ]+", said):
                value: dict[str, Any] = {"faces": [int(face) for face in said.split()]}
            else:
                value = {"pick": said}
            self.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], **value)
            assert SYSTEM.problems(self.table.session.encounter) == []

    def _prompt(self, seat: str, said: str) -> dict[str, Any]:
        """The prompt that an answer is for."""
        while True:
            for prompt in self.master.view["prompts"]:
                if prompt["seat"] == seat and _fits(prompt, said):
                    return dict(prompt)
            if not self.pass_one():
                raise AssertionError(f"{seat} {said!r} answers nothing; asked are {self.asked()}")

    def pass_one(self) -> bool:
        """Pass over one question of those that are. False: none is open."""
        for prompt in self.master.view["prompts"]:
            kind = prompt["question"]["kind"] if prompt["question"] else ""
            if kind in PASSED:
                self.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=PASSED[kind])
                return True
        return False

    def pass_over(self) -> None:
        """Pass over all that is `PASSED`."""
        while self.pass_one():
            pass

    def turn_of(self, id_: str) -> None:
        """Whoever has the turn ends it, slots and gauntlets go by, until this one has its turn."""
        for _ in range(40):
            seat, kind = self.asked()[0]
            if (seat, kind) == (id_, "turn"):
                return
            if kind == "turn":
                self.play(f"{seat} end")
            elif kind == "slot":
                offers = self.master.prompt("slot")["question"]["options"]
                wanted = f"adversary {id_}"
                self.play(f"gm {wanted if wanted in [one['id'] for one in offers] else 'pass'}")
            elif kind == "throw in":
                seats = [asked for asked, _ in self.asked()]
                self.play(f"{id_} yes" if id_ in seats else f"{seats[0]} no")
            elif kind == "nobody":
                self.play("gm slot")
            else:
                break
        raise AssertionError(f"{id_} has no turn; asked are {self.asked()}")

    def throw_in(self, *ids: str) -> None:
        """These throw in the gauntlet, one after another."""
        for id_ in ids:
            self.act("throw_in", creature=id_)

    def group(self, lead: str, *others: str) -> None:
        """These throw in and act together under a lead, once the turn under way is over."""
        self.throw_in(lead, *others)
        for one in others:
            self.act("join_group", creature=one, lead=lead)
        self.play(f"{self.current} end")
        self.pass_over()

    # What is asked

    def asked(self) -> list[tuple[str, str]]:
        """Who is asked now, and what: the kind of a question, or "dice"."""
        return [
            (one["seat"], one["question"]["kind"] if one["question"] else "dice")
            for one in self.master.view["prompts"]
        ]

    def options(self, seat: str) -> dict[str, dict[str, Any]]:
        """What somebody's turn shows, on offer or refused, by id."""
        self.pass_over()
        return {one["id"]: one for one in self.master.prompt("turn", seat)["question"]["options"]}

    def refused(self, seat: str, option: str) -> dict[str, Any]:
        """What a player is told who tries what is not on offer."""
        player = self.sides[self[seat].side]
        prompt = player.prompt("turn", seat)
        return player.ask("answer", stamp=prompt["stamp"], part=prompt["part"], pick=option)


def own_act(client: Client, name: str, /, **data: Any) -> None:
    """An act of a player's for the own seat."""
    client.do("act", name=name, data=data, reason="")


def own_refused(client: Client, name: str, /, **data: Any) -> dict[str, Any]:
    """An act of a player's that is refused. Returns the refusal."""
    return client.ask("act", name=name, data=data, reason="")


def _fits(prompt: dict[str, Any], said: str) -> bool:
    if prompt["question"] is None:
        return bool(re.fullmatch(r"[0-9 ]+", said))
    return said in [one["id"] for one in prompt["question"]["options"]] or (
        prompt["question"]["kind"] not in PASSED and not re.fullmatch(r"[0-9 ]+", said)
    )
