"""Pace fights at a table whose dice are typed, so that every face is the test's own.

The map is drawn in the test; somebody called "ann" stands on its "A". An answer is written as "ann attack
sword bob" or "bob 12 4": whose it is, and an option or the faces.
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
from affray.systems.pace.state import Character, State, board_of
from affray.table.people import Room
from tests.asks.stage import Seated

HERE = Path(__file__).parent
PASSED = {"pivot": "stay", "defeat": "unconscious"}
"""Questions that are passed over unless the next answer is for them, and how."""


def court(board: str, *combatants: str, more: str = "", rulings: str = "") -> Loaded:
    """A fight on a map. A combatant is "fighter:ann A E" or "fighter:ann A E { ap = 1 }": sheet, id, side,
    facing and how it starts.
    """
    rows = []
    for combatant in combatants:
        named, side, facing, start = [*combatant.split(" ", 3), ""][:4]
        sheet, _, id_ = named.partition(":")
        rows.append(
            f'  {{ sheet = "{sheet}", id = "{id_}", name = "{id_.capitalize()}", side = "{side}", '
            f'at = "{id_[0].upper()}", facing = "{facing}"{f", start = {start}" if start else ""} }},'
        )
    text = "\n".join(
        [
            'title = "A court"\nsystem = "pace"\npacks = ["pace-yard.toml"]',
            'sides = { A = "The one side", B = "The other side", C = "The third side" }',
            f'map = """{board}"""',
            "combatant = [",
            *rows,
            "]",
            more,
            f"[rulings]\n{rulings}" if rulings else "",
        ]
    )
    return load_source(Source("court.toml", text, HERE), "court")


def bots_answer(session: Session, random: Random) -> tuple[int, PartValue]:
    """What a bot gives for the first open part; dice as they fall at this table."""
    pending = session.pending
    assert pending is not None
    part = pending.open_parts()[0]
    pool = pool_of(pending.request, part)
    if pool is not None:
        return part, session.tray.deal(pool)
    return part, BOTS["greedy"](session.system, session.encounter, pending.request, part, random.randrange)


class Court(Seated):
    """A table of a Pace fight. With `order` its first initiative is thrown so that they act in this order."""

    def __init__(self, fight: Loaded, *order: str, typed: bool = True) -> None:
        room = Room()
        if typed:
            # From the first roll on: the initiative is thrown before anybody is asked anything.
            room.dice = {seat.id: "typed" for seat in fight.system.seats(fight.start())}
        super().__init__(fight, typed, room.to_plain())
        if order:
            self.set_order(*order)

    @property
    def state(self) -> State:
        """The state of the fight."""
        state: State = self.table.session.encounter.state
        return state

    @property
    def current(self) -> str:
        """Whose turn it is."""
        assert self.state.turn is not None
        return self.state.turn.character

    def __getitem__(self, id_: str) -> Character:
        return self.state.characters[id_]

    def at(self, id_: str) -> str:
        """The name of the square that somebody stands on."""
        return board_of(self.table.session.encounter).name(self[id_].square)

    def shown(self, id_: str) -> dict[str, Any]:
        """A character as the GM's page shows it."""
        found: dict[str, Any] = next(
            one for one in self.master.view["fight"]["characters"] if one["id"] == id_
        )
        return found

    # Playing

    def set_order(self, *ids: str) -> None:
        """Throw the initiative so that these act in this order, and after them who is not named."""
        ids = (*ids, *(id_ for id_ in self.state.characters if id_ not in ids))
        book = self.table.session.encounter.book
        while self.state.ordering:
            prompt = self.master.view["prompts"][0]
            seat = prompt["seat"]
            dexterity = book.sheets[self[seat].sheet].scores["Dexterity"]
            faces = [15 - ids.index(seat) - dexterity] * len(prompt["dice"])
            self.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=faces)

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
                asked = [
                    (one["seat"], one["question"]["kind"] if one["question"] else one["dice_title"])
                    for one in self.master.view["prompts"]
                ]
                raise AssertionError(f"{seat} {said!r} answers nothing; asked are {asked}")

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
        """Turns in which nothing happens."""
        self.play(*(f"{seat} end" for seat in seats))
        self.pass_over()

    def end_round(self, *order: str) -> None:
        """Everybody ends its turn until the next round has its order."""
        number = self.state.round
        self.pass_over()
        while self.state.round == number and self.state.outcome is None:
            self.pass_turns(self.current)
        self.set_order(*order)

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


def _fits(prompt: dict[str, Any], said: str) -> bool:
    if prompt["question"] is None:
        return bool(re.fullmatch(r"[0-9 ]+", said))
    return said in [one["id"] for one in prompt["question"]["options"]] or (
        prompt["question"]["kind"] not in PASSED and not re.fullmatch(r"[0-9 ]+", said)
    )
