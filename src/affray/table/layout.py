"""Puts a position into the bytes each reader gets. What several may see alike is worked out once for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import orjson

from affray.kernel.presentation import Entry
from affray.kernel.requests import seat_of
from affray.kernel.session import Session
from affray.kernel.system import SPECTATOR, Viewer, own_acts
from affray.table.asking import next_step, prompts, waiting
from affray.table.autopilot import Autopilot
from affray.table.chronicle import Chronicle
from affray.table.knowing import knows_part, seats_known
from affray.table.people import Room, Somebody
from affray.table.summary import summary
from affray.table.wire import DiceSeal, Note, Person, RulingView, SeatView, TallyView, UndoView


def viewer_of(session: Session, room: Room, somebody: Somebody | None) -> Viewer:
    """What a person may see: through their seats, as the GM, or as anybody."""
    if somebody is None:
        return SPECTATOR
    held = set(room.seats_of(somebody))
    seats = [seat for seat in session.system.seats(session.encounter) if seat.id in held]
    sides = tuple(dict.fromkeys(seat.side for seat in seats))
    return Viewer(tuple(seat.id for seat in seats), sides, somebody.gm)


class Layout:
    """The views of one position. Make a new one after every input.

    `trouble` is a standing note for the GM, such as a disk that takes nothing. `entries` gives the log of a
    viewer. `what_if` says what this table is a copy of, where it is one; its dice are open.
    """

    def __init__(
        self,
        session: Session,
        chronicle: Chronicle,
        autopilot: Autopilot,
        seal: DiceSeal,
        title: str,
        scene: str,
        trouble: Note | None,
        entries: Callable[[Viewer], Iterable[Entry]],
        what_if: str = "",
    ) -> None:
        self.session = session
        self.chronicle = chronicle
        self.autopilot = autopilot
        self.room = autopilot.room
        self.trouble = trouble
        self._entries = entries
        over = session.outcome is not None
        self._over = over
        self._parts: dict[Viewer, bytes] = {}
        self._common: dict[str, Any] = {
            "position": len(session.history),
            "title": title,
            "system": session.system.id,
            "system_title": session.system.title,
            "scene": scene,
            "own_acts": list(own_acts(session.system)),
            "rulings": orjson.Fragment(orjson.dumps(rulings_view(session.encounter.rulings))),
            "dice": seal if over or what_if else {**seal, "seed": None},
            "over": over,
            **({"shared_forecast": self.room.forecast} if self.room.forecast else {}),
            **({"what_if": what_if} if what_if else {}),
        }

    def view(self, somebody: Somebody, viewer: Viewer, log_total: int) -> bytes:
        """The whole `view` message for one person."""
        you = {
            "id": somebody.id,
            "name": somebody.name,
            "gm": somebody.gm,
            "seats": list(viewer.seats),
        }
        head = b'{"type":"view","you":' + orjson.dumps(you) + b',"log_total":' + str(log_total).encode()
        return head + b"," + self._part(viewer)[1:]

    def _part(self, viewer: Viewer) -> bytes:
        """Everything that readers who may see the same have in common, as a JSON object."""
        if viewer not in self._parts:
            session = self.session
            own = prompts(session, self.autopilot, viewer)
            request = session.pending.request if session.pending is not None else None
            self._parts[viewer] = orjson.dumps(
                {
                    **self._common,
                    "fight": session.system.view(session.encounter, viewer, request, self._answered(viewer)),
                    "people": self._people(viewer),
                    "seats": self._seats(viewer),
                    "waiting": waiting(session, self.room, viewer),
                    "prompts": own,
                    "undo": self._undo(viewer),
                    "reactions": self._reactions(viewer),
                    "notes": self._notes(viewer),
                    "next_step": next_step(session, self.autopilot, viewer, own),
                    "read_only": self._over and not viewer.gm,
                    **({"summary": self._summary(viewer)} if self._over else {}),
                }
            )
        return self._parts[viewer]

    def _answered(self, viewer: Viewer) -> dict[str, str | None]:
        """The seats that have answered a question of the open request, as far as this viewer may know.

        What was said comes along for the viewer's own seats alone.
        """
        pending = self.session.pending
        answered: dict[str, str | None] = {}
        for part, value in enumerate(pending.values if pending is not None else ()):
            assert pending is not None
            if isinstance(value, str) and knows_part(self.session, pending, part, viewer):
                seat = seat_of(pending.request, part)
                answered[seat] = value if seat in viewer.seats else None
        return answered

    def _people(self, viewer: Viewer) -> list[Person]:
        known = {seat.id for seat in seats_known(self.session, viewer)}
        return [
            {
                "id": one.id,
                "name": one.name,
                "gm": one.gm,
                "here": bool(one.connections),
                "seats": [seat for seat in self.room.seats_of(one) if seat in known],
            }
            for one in self.room.present()
        ]

    def _seats(self, viewer: Viewer) -> list[SeatView]:
        rows: list[SeatView] = []
        for seat in seats_known(self.session, viewer):
            holder = self.room.holder(seat.id)
            rows.append(
                {
                    "id": seat.id,
                    "name": seat.name,
                    "side": seat.side,
                    "person": holder.name if holder else None,
                    "bot": self.room.bots.get(seat.id),
                    "dice": self.room.dice.get(seat.id, "server"),
                    "yours": seat.id in viewer.seats,
                    "free": holder is None,
                }
            )
        return rows

    def _summary(self, viewer: Viewer) -> list[TallyView]:
        """What the fight came to, as far as this viewer may know it."""
        session = self.session
        tallies = summary(session.system, session.encounter, session.records, self._entries(viewer), viewer)
        return [
            {
                "who": who,
                "name": tally.name,
                "rolls": tally.rolls,
                "answers": tally.answers,
                "dice": tally.dice,
                "by_hand": tally.by_hand,
                "luck": tally.luck,
                "deeds": tally.deeds,
            }
            for who, tally in tallies.items()
        ]

    def _undo(self, viewer: Viewer) -> UndoView:
        """What can be taken back names decisions, so it is for the GM alone."""
        if not viewer.gm:
            return {"can_undo": False, "can_redo": False, "points": []}
        points = self.chronicle.points
        return {"can_undo": bool(points), "can_redo": self.session.can_redo, "points": points}

    def _reactions(self, viewer: Viewer) -> dict[str, dict[str, str]]:
        return {
            seat: dict(answers)
            for seat, answers in self.room.standing.items()
            if viewer.gm or seat in viewer.seats
        }

    def _notes(self, viewer: Viewer) -> list[Note]:
        if not viewer.gm:
            return []
        return self.room.notes if self.trouble is None else [*self.room.notes, self.trouble]


def rulings_view(rulings: Any) -> list[RulingView]:
    """The named rulings of a fight, each with its default and the clause it settles."""
    return [
        {
            "name": ruling.name,
            "value": _shown(getattr(rulings, ruling.name)),
            "default": _shown(ruling.default),
            "clause": str(ruling.metadata.get("clause", "")),
            "text": str(ruling.metadata.get("text", "")),
        }
        for ruling in fields(rulings)
    ]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ", ".join(_shown(part) for part in value)
    return str(value)
