"""The open request as each reader may see it: prompts, who is waited for, and what to do next."""

from __future__ import annotations

from affray.kernel.pending import Pending
from affray.kernel.presentation import DieField
from affray.kernel.requests import GM, Contest, Pool, Roll, pool_of, question_of, seat_of
from affray.kernel.session import Session
from affray.kernel.system import Viewer
from affray.table.autopilot import Autopilot
from affray.table.chronicle import seat_name, sentence
from affray.table.knowing import knows_part, seats_known
from affray.table.people import Room, names
from affray.table.wire import Prompt, Waiting

OUT_OF_SIGHT: Waiting = {
    "seat": GM,
    "name": "GM",
    "person": None,
    "text": "something happens out of sight",
}
"""What is waited for where a reader may not know who is asked."""


def prompts(session: Session, autopilot: Autopilot, viewer: Viewer) -> list[Prompt]:
    """What this viewer may answer now. Own questions come first; the GM gets everybody's."""
    pending = session.pending
    if pending is None:
        return []
    found = [
        _prompt(session, pending, part, viewer)
        for part in pending.open_parts()
        if may_answer(pending, part, viewer) and not autopilot.answers(session, pending, part)
    ]
    return sorted(found, key=lambda prompt: not prompt["mine"])


def may_answer(pending: Pending, part: int, viewer: Viewer) -> bool:
    """Whether a question or roll is this viewer's to answer, and so to see.

    A roll that its own roller may not know of is the GM's.
    """
    request = pending.request
    if isinstance(request, (Roll, Contest)) and not viewer.knows(request.to):
        return False
    return viewer.gm or seat_of(request, part) in viewer.seats


def waiting(session: Session, room: Room, viewer: Viewer) -> list[Waiting]:
    """Who is waited for, as far as this viewer may know. `person` is the name of who plays the seat."""
    pending = session.pending
    if pending is None:
        return []
    rows: list[Waiting] = []
    for part in pending.open_parts():
        if not knows_part(session, pending, part, viewer):
            if OUT_OF_SIGHT not in rows:
                rows.append(OUT_OF_SIGHT)
            continue
        asked = pool_of(pending.request, part) or question_of(pending.request, part)
        assert asked is not None
        seat = seat_of(pending.request, part)
        holder = None if room.plays_by_bot(seat) else room.holder(seat)
        rows.append(
            {
                "seat": seat,
                "name": seat_name(session, seat),
                "person": holder.name if holder else None,
                "text": session.system.waiting(session.encounter, asked),
            }
        )
    return rows


def next_step(session: Session, autopilot: Autopilot, viewer: Viewer, own: list[Prompt]) -> str:
    """One sentence for somebody who wonders what to do now."""
    room = autopilot.room
    if session.outcome is not None:
        return f"The fight is over: {sentence(session.outcome)}"
    if session.failure is not None:
        return "A rule failed and the fight cannot go on by itself. The GM can undo or correct something."
    mine = [prompt for prompt in own if prompt["mine"]]
    if mine:
        return _to_answer(session, mine[0])
    waited_for = _waited_for(session, room, viewer)
    if viewer.gm:
        return _for_gm(session, room, waited_for, bool(own))
    if not viewer.seats and any(room.holder(seat.id) is None for seat in seats_known(session, viewer)):
        return f"Take a seat to play, or stay and watch. {waited_for}".strip()
    return waited_for


def _prompt(session: Session, pending: Pending, part: int, viewer: Viewer) -> Prompt:
    seat = seat_of(pending.request, part)
    prompt: Prompt = {
        "stamp": pending.stamp,
        "part": part,
        "seat": seat,
        "mine": seat in viewer.seats or (seat == GM and viewer.gm),
        "question": None,
    }
    pool = pool_of(pending.request, part)
    if pool is not None:
        prompt["dice"] = dice_fields(pool)
        assert isinstance(pending.request, (Roll, Contest))
        prompt["dice_title"] = f"{seat_name(session, seat)} rolls: {pending.request.about}"
        return prompt
    question = question_of(pending.request, part)
    assert question is not None
    prompt["question"] = session.system.question(session.encounter, question, viewer)
    return prompt


def dice_fields(pool: Pool) -> list[DieField]:
    """One field for each die of a pool, in the order its faces are given."""
    return [
        {"sides": group.sides, "label": group.label or f"d{group.sides}"}
        for group in pool.dice
        for _ in range(group.count)
    ]


def _to_answer(session: Session, prompt: Prompt) -> str:
    if prompt["question"] is None:
        return f"Throw your dice and enter the faces. {prompt.get('dice_title', '')}".strip()
    title = prompt["question"]["title"]
    if prompt["seat"] == GM:
        return title
    return f"{seat_name(session, prompt['seat'])}: {title}"


def _waited_for(session: Session, room: Room, viewer: Viewer) -> str:
    rows = waiting(session, room, viewer)
    if not rows:
        return ""
    who = names(
        f"{row['person']} ({row['name']})" if row["person"] else f"{row['name']}{_bot(room, row['seat'])}"
        for row in rows
    )
    texts = list(dict.fromkeys(row["text"] for row in rows))
    what = f": {texts[0]}" if len(texts) == 1 else ""
    return f"Waiting for {who}{what}"


def _bot(room: Room, seat: str) -> str:
    return " (bot)" if room.plays_by_bot(seat) else ""


def _for_gm(session: Session, room: Room, waited_for: str, can_answer: bool) -> str:
    """The GM also hears when nobody can answer, since a table must never wait without a name."""
    pending = session.pending
    unplayed = [] if pending is None else [
        seat_name(session, seat)
        for seat in (seat_of(pending.request, part) for part in pending.open_parts())
        if seat != GM and room.holder(seat) is None and not room.plays_by_bot(seat)
    ]  # fmt: skip
    if unplayed and can_answer:
        return f"Nobody plays {names(unplayed)}. Hand out the join link, let a bot play, or answer yourself."
    return waited_for
