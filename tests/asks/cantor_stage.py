"""Cantor fights at a table whose dice are typed, so that every face is the test's own.

The map is drawn in the test; somebody called "ann" stands on its "A". An answer is written as "ann skirmish
gun bob" or "bob 12 4": whose it is, and an option or the faces.
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
from affray.systems.cantor.state import State, Unit
from affray.table.people import Room
from tests.asks.stage import Seated

HERE = Path(__file__).parent
SCENARIOS = ("salt-pans", "pipe-bridge", "number-nine")
PASSED = {"brace": "no", "overwatch": "no"}
"""Questions that are passed over unless the next answer is for them, and how."""


def pan(board: str, *combatants: str, more: str = "", rulings: str = "") -> Loaded:
    """A fight on a map. A combatant is "granite:ann A" or "granite:ann A { band = 3 }": sheet, id, side, and
    how it starts. `more` are further lines of the scenario.
    """
    rows = []
    for combatant in combatants:
        named, side, start = [*combatant.split(" ", 2), ""][:3]
        sheet, _, id_ = named.partition(":")
        rows.append(
            f'  {{ sheet = "{sheet}", id = "{id_}", name = "{id_.capitalize()}", side = "{side}", '
            f'at = "{id_[0].upper()}"{f", start = {start}" if start else ""} }},'
        )
    text = "\n".join(
        [
            'title = "A pan"\nsystem = "cantor"\npacks = ["cantor-yard.toml"]',
            'sides = { A = "The one side", B = "The other side", C = "The third side" }',
            f'map = """{board}"""',
            "combatant = [",
            *rows,
            more,
            "]",
            f"[rulings]\n{rulings}" if rulings else "",
        ]
    )
    return load_source(Source("pan.toml", text, HERE), "pan")


def bots_answer(session: Session, random: Random) -> tuple[int, PartValue]:
    """What a bot gives for the first open part; dice as they fall at this table."""
    pending = session.pending
    assert pending is not None
    part = pending.open_parts()[0]
    pool = pool_of(pending.request, part)
    if pool is not None:
        return part, session.tray.deal(pool)
    return part, BOTS["greedy"](session.system, session.encounter, pending.request, part, random.randrange)


class Pan(Seated):
    """A table of a Cantor fight."""

    def __init__(self, fight: Loaded, typed: bool = True) -> None:
        room = Room()
        if typed:
            room.dice = {seat.id: "typed" for seat in fight.system.seats(fight.start())}
        super().__init__(fight, typed, room.to_plain())
        self.loaded = fight

    @property
    def state(self) -> State:
        """The state of the fight."""
        state: State = self.table.session.encounter.state
        return state

    @property
    def current(self) -> str:
        """Whose turn it is; empty while a unit is being chosen."""
        return "" if self.state.turn is None else self.state.turn.unit

    def __getitem__(self, id_: str) -> Unit:
        return self.state.units[id_]

    def at(self, id_: str) -> str:
        """The name of the hex that a unit stands on."""
        return str(self.table.session.encounter.book.board.name(self[id_].hex))

    def shown(self, id_: str) -> dict[str, Any]:
        """A unit as the GM's page shows it."""
        found: dict[str, Any] = next(one for one in self.master.view["fight"]["units"] if one["id"] == id_)
        return found

    def conditions(self, id_: str) -> list[str]:
        """The conditions of a unit by name, as the GM's page shows them."""
        return [one["name"] for one in self.shown(id_)["conditions"]]

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

    def pass_turns(self, *seats: str) -> None:
        """Turns in which nothing happens; whoever has to be chosen for it is."""
        for seat in seats:
            self.go(seat)
            self.play(f"{seat} end")
            self.pass_over()

    def go(self, seat: str) -> None:
        """Begin the turn of this unit, if it is not under way."""
        self.pass_over()
        if self.current != seat:
            self.play(f"{seat} go")

    def end_round(self) -> None:
        """Everybody ends its turn until the next round has begun."""
        number = self.state.round
        while self.state.round == number and self.state.outcome is None:
            self.pass_over()
            if self.current:
                self.play(f"{self.current} end")
            else:
                self.play(f"{self.master.view['prompts'][0]['seat']} go")
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
        self.go(seat)
        return {one["id"]: one for one in self.master.prompt("turn", seat)["question"]["options"]}

    def offers(self, seat: str) -> set[str]:
        """What somebody's turn has on offer."""
        return {id_ for id_, one in self.options(seat).items() if one["refusal"] is None}

    def refused(self, seat: str, option: str) -> dict[str, Any]:
        """What a player is told who tries what is not on offer."""
        self.go(seat)
        player = self.sides[self[seat].side]
        prompt = player.prompt("turn", seat)
        return player.ask("answer", stamp=prompt["stamp"], part=0, pick=option)


def _fits(prompt: dict[str, Any], said: str) -> bool:
    if prompt["question"] is None:
        return bool(re.fullmatch(r"[0-9 ]+", said))
    return said in [one["id"] for one in prompt["question"]["options"]] or (
        prompt["question"]["kind"] not in PASSED and not re.fullmatch(r"[0-9 ]+", said)
    )
