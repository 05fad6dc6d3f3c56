"""d20+ fights at a table whose dice are typed, so that every face is the test's own."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from affray.content.loader import Loaded, load_source
from affray.content.source import Source
from affray.kernel.codec import state_hash
from affray.kernel.encounter import Encounter
from affray.kernel.events import Event
from affray.kernel.pending import PartValue, resolve
from affray.kernel.requests import Pool, Procedure, pool_of, question_of
from affray.systems.d20plus.state import Fight, Persona, State
from tests.clause_watch import ROOT
from tests.table.rig import Client, Rig

PACKS = ROOT / "tests" / "scenarios" / "d20plus"
ZONES = """
zone = [
  { id = "yard", name = "Yard", x = 0, y = 0, width = 40, height = 60, cover = ["wall", "well"] },
  { id = "road", name = "Road", x = 55, y = 0, width = 20, height = 60 },
  { id = "field", name = "Field", x = 80, y = 0, width = 20, height = 60 },
]
passages = [["yard", "road"], ["road", "field"]]
"""


def yard(*combatants: str, more: str = "", rulings: str = "") -> Loaded:
    """A fight in a yard. A combatant is "striker A", "mark:id B road" or "mark B yard { prone = true }"."""
    rows = []
    for combatant in combatants:
        sheet, side, zone, start = [*combatant.split(" ", 3), "", ""][:4]
        begun = f", start = {start}" if start else ""
        sheet, _, id_ = sheet.partition(":")
        begun += f', id = "{id_}"' if id_ else ""
        rows.append(f'  {{ sheet = "{sheet}", side = "{side}", zone = "{zone or "yard"}"{begun} }},')
    text = "\n".join(
        [
            'title = "A yard"\nsystem = "d20plus"\nscene = "lethal"\npacks = ["proving-ground.toml"]',
            'sides = { A = "Company", B = "Strangers", C = "Others" }',
            ZONES,
            "combatant = [",
            *rows,
            "]",
            more,
            f"[rulings]\n{rulings}" if rulings else "",
        ]
    )
    return load_source(Source("yard.toml", text, PACKS), "yard")


class Seated(Rig):
    """A table of a fight, with a GM and one player for each side, who throw their dice by hand."""

    def __init__(self, fight: Loaded, typed: bool = True, room: dict[str, Any] | None = None) -> None:
        super().__init__(fight, room)  # type: ignore[arg-type]
        self.master = self.gm()
        seats = self.master.view["seats"]
        self.sides = {
            side: self.player(*(seat["id"] for seat in seats if seat["side"] == side), name=f"Side {side}")
            for side in dict.fromkeys(seat["side"] for seat in seats)
        }
        for seat in seats if typed else []:
            self.master.do("set_dice", seat=seat["id"], dice="typed")

    @property
    def hash(self) -> str:
        """The hash of the fight's state."""
        return state_hash(self.table.session.encounter.state)

    def events(self, *kinds: str, since: int = 0) -> list[Any]:
        """The events of these kinds that stand, in order."""
        return [
            record.event
            for record in self.table.session.records[since:]
            if record.undone_by is None and type(record.event).__name__ in kinds
        ]

    def act(self, name: str, /, reason: str = "a test", **data: Any) -> None:
        """An act of the GM."""
        self.master.do("act", name=name, data=data, reason=reason)

    def everybody(self) -> list[Client]:
        """Every open page."""
        return list(self.clients.values())


class Stage(Seated):
    """A table of a d20+ fight."""

    @property
    def state(self) -> State:
        """The state of the fight."""
        state: State = self.table.session.encounter.state
        return state

    @property
    def current(self) -> str:
        """Whose turn it is."""
        assert self.state.turn is not None
        return self.state.turn.persona

    def lanes(self, **lanes: str) -> None:
        """Everybody declares; Mid unless said otherwise."""
        while asked := [one for one in self.master.view["prompts"] if _kind(one) == "lane"]:
            seat = asked[0]["seat"]
            self.master.pick(lanes.get(seat, "Mid"), "lane", seat)

    def turn(self, seat: str, *deeds: str, split: str = "2-actions") -> None:
        """A turn's split, and things done in it for which nobody throws dice."""
        self.master.pick(split, "split", seat)
        for deed in deeds:
            self.master.pick(deed, "turn", seat)

    def do(self, seat: str, deed: str, **faces: Sequence[int]) -> None:
        """Something done in a turn, and the faces that everybody throws for it."""
        self.master.pick(deed, "turn", seat)
        self.throw(**faces)

    def throw(self, **faces: Sequence[int]) -> None:
        """Faces thrown by hand, roller by roller as they are given."""
        for seat, thrown in faces.items():
            prompt = self.master.prompt(seat=seat)
            assert prompt["question"] is None, prompt
            self.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=list(thrown))

    def pass_turns(self, *seats: str) -> None:
        """Turns in which nothing happens."""
        for seat in seats:
            self.turn(seat, "end")


def pick_any(stage: Seated, random: Random) -> None:
    """The GM answers anything that is open, for whoever is asked."""
    prompt = random.choice(stage.master.view["prompts"])
    place = {"stamp": prompt["stamp"], "part": prompt["part"]}
    if prompt["question"] is None:
        faces = [random.randint(1, die["sides"]) for die in prompt["dice"]]
        stage.master.do("answer", **place, faces=faces)
        return
    options = [one["id"] for one in prompt["question"]["options"] if one["refusal"] is None]
    stage.master.do("answer", **place, pick=random.choice(options))


def _kind(prompt: dict[str, Any]) -> str:
    return str(prompt["question"]["kind"]) if prompt["question"] else ""


def with_defaults(pick: dict[str, str], faces: Callable[[Pool], tuple[int, ...]]) -> Callable[..., PartValue]:
    """Answers for `run`: picks by kind of question, else the default or first option; faces by a function."""

    def answer(request: Any, part: int) -> PartValue:
        pool = pool_of(request, part)
        if pool is not None:
            return faces(pool)
        question = question_of(request, part)
        assert question is not None
        return pick.get(question.kind) or question.default or question.options[0].id

    return answer


def run(fight: Fight, procedure: Procedure, answer: Callable[..., PartValue]) -> list[Event]:
    """Run one procedure of the rules to its end. Returns the events it emitted."""
    events: list[Event] = []
    fight.watch = lambda event, to, public: events.append(event)
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration:
            return events
        values: list[PartValue | None] = [answer(request, part) for part in range(request.parts)]
        value = resolve(request, values, [False] * request.parts)


def copied(fight: Fight) -> Fight:
    """The same fight with a state of its own."""
    return Encounter(pickle.loads(pickle.dumps(fight.state)), fight.book, fight.rulings)


def persona(fight: Fight, id_: str) -> Persona:
    """A Persona of a fight."""
    return fight.state.personas[id_]
