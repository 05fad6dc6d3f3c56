"""What each command does to the table. Every function raises when the command is not to be followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from affray.kernel.errors import Refused, Stale, Unreadable
from affray.kernel.inputs import Act
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import GM, pool_of, question_of
from affray.kernel.system import own_acts
from affray.table.asking import may_answer
from affray.table.chronicle import PERSON, is_decision
from affray.table.knowing import seat_known
from affray.table.names import clean_name
from affray.table.people import BOT_NAMES, STANDING_MAX, BotName, Somebody
from affray.table.refusals import Forbidden
from affray.table.rerolls import rolls_of_entry
from affray.table.wire import (
    ActMessage,
    AnswerMessage,
    AskGm,
    DropWhatIf,
    LeaveSeat,
    Redo,
    RemovePerson,
    Rename,
    Reroll,
    SetBot,
    SetDice,
    SetReaction,
    ShareForecast,
    StopForecast,
    TakeSeat,
    Undo,
    WantForecast,
    WantWhatIf,
)

if TYPE_CHECKING:
    from affray.table.table import Table

DATA_DEPTH_MAX = 8


def answer(table: Table, somebody: Somebody, message: AnswerMessage) -> None:
    """Answer an open question, or enter dice thrown by hand."""
    session = table.session
    pending = session.pending
    if pending is None or pending.stamp != message.stamp or message.part >= len(pending.values):
        raise Stale("The table moved on; this is how it stands.")
    viewer = table.viewer(somebody)
    if not may_answer(pending, message.part, viewer):
        raise Forbidden("This is not yours to answer.")
    if session.outcome is not None and not viewer.gm:
        raise Forbidden("The fight is over.")
    value, typed = _value(table, pending, message)
    table.chronicle.label(pending, message.part, value)
    session.answer(message.stamp, message.part, value, PERSON + somebody.id, typed)


def _value(table: Table, pending: Pending, message: AnswerMessage) -> tuple[PartValue, bool]:
    if sum((message.pick is not None, message.faces is not None, message.here)) != 1:
        raise Unreadable(
            "An answer is one of: an option to pick, faces, or a wish to have the dice thrown here."
        )
    if message.pick is not None:
        return message.pick, False
    if message.faces is not None:
        return tuple(message.faces), True
    pool = pool_of(pending.request, message.part)
    if pool is None:
        raise Unreadable("This is a question; there are no dice to throw for it.")
    return table.session.tray.deal(pool), False


def act(table: Table, somebody: Somebody, message: ActMessage) -> None:
    """Take in an act: any of the GM, and of a player what the rules let a seat do for itself."""
    if not somebody.gm:
        _for_own_seat(table, somebody, message)
    if message.name not in own_acts(table.session.system):
        # What a seat may do at any time does not hang on what others have done in the meantime.
        _not_moved_on(table, message.position)
    if not _is_shallow(message.data, DATA_DEPTH_MAX):
        raise Unreadable("The data of this act is nested too deeply.")
    called = Act(message.name, message.data, somebody.name, message.reason)
    table.chronicle.label_act(called)
    table.session.act(called)


def undo(table: Table, somebody: Somebody, message: Undo) -> None:
    """Go back to before a person's decision, by default the last one."""
    _gm_only(somebody)
    _not_moved_on(table, message.position)
    points = [to for to, text in enumerate(table.chronicle.decisions) if text is not None]
    if message.to is not None and message.to not in points:
        raise Stale("That decision is not there any more; this is how it stands.")
    if not points:
        raise Refused("There is nothing to take back.", "")
    to = points[-1] if message.to is None else message.to
    table.session.undo(to, somebody.name)


def redo(table: Table, somebody: Somebody, message: Redo) -> None:
    """Take a decision that was taken back in again, with everything that followed from it."""
    _gm_only(somebody)
    _not_moved_on(table, message.position)
    table.session.redo(somebody.name, is_decision)


def reroll(table: Table, somebody: Somebody, message: Reroll) -> None:
    """Let the dice of a log entry fall anew. Everything after them is taken back."""
    _gm_only(somebody)
    _not_moved_on(table, message.position)
    rolls = rolls_of_entry(table.session, table.logbook(table.viewer(somebody)), message.entry)
    # From the last to the first, so that the dice of each fall anew and not as they lay.
    for to in reversed(rolls):
        table.session.reroll(to, somebody.name, message.reason)


def rename(table: Table, somebody: Somebody, message: Rename) -> None:
    """Give oneself another name."""
    table.room.rename(somebody, clean_name(message.name))


def take_seat(table: Table, somebody: Somebody, message: TakeSeat) -> None:
    """Sit down at a free seat. A bot that played it makes way."""
    name = _known_seat(table, somebody, message.seat)
    holder = table.room.holder(message.seat)
    if holder is somebody:
        return
    if holder is not None:
        raise Forbidden(f"{name} is played by {holder.name}. The GM can free the seat.")
    table.room.holders[message.seat] = somebody.id
    bot = table.room.bots.pop(message.seat, None)
    if bot is not None and not somebody.gm:
        # Whoever sits down sees what the seat's side keeps to itself, and may get up again at once.
        note = f"{somebody.name} took over {name}, which a bot played, and sees what its side does."
        table.room.add_note({"text": note, "clause": None})


def leave_seat(table: Table, somebody: Somebody, message: LeaveSeat) -> None:
    """Free a seat: one's own, or, as the GM, anybody's."""
    name = _known_seat(table, somebody, message.seat)
    holder = table.room.holder(message.seat)
    if holder is None:
        return
    if holder is not somebody and not somebody.gm:
        raise Forbidden(f"{name} is played by {holder.name}.")
    table.room.leave(message.seat)


def remove_person(table: Table, somebody: Somebody, message: RemovePerson) -> None:
    """Take somebody who is away off the list, and free their seats."""
    _gm_only(somebody)
    person = table.room.person(message.person)
    if person is None:
        return
    if person.connections:
        raise Forbidden(f"{person.name} is here. Only who is away can be removed.")
    table.room.remove(person)


def set_bot(table: Table, somebody: Somebody, message: SetBot) -> None:
    """Hand a seat to a bot, or take it back."""
    _own_seat(table, somebody, message.seat)
    if message.bot is None:
        table.room.bots.pop(message.seat, None)
    else:
        table.room.bots[message.seat] = known_bot(table, message.bot)
    table.autopilot.go_on()


def known_bot(table: Table, name: str) -> BotName:
    """A bot of this table. Raises `Refused`."""
    for known in BOT_NAMES:
        if known == name and name in table.autopilot.bots:
            return known
    raise Refused(f'There is no bot called "{name}". There is: {", ".join(table.autopilot.bots)}.', "")


def set_dice(table: Table, somebody: Somebody, message: SetDice) -> None:
    """Say who throws a seat's dice."""
    _own_seat(table, somebody, message.seat)
    table.room.dice[message.seat] = message.dice


def set_reaction(table: Table, somebody: Somebody, message: SetReaction) -> None:
    """Give a standing answer to what is offered, or ask for the question again."""
    _own_seat(table, somebody, message.seat)
    answers = table.room.standing.setdefault(message.seat, {})
    if message.answer == "ask":
        answers.pop(message.ability, None)
    elif len(answers) >= STANDING_MAX and message.ability not in answers:
        raise Refused("That is more standing answers than a seat can have.", "")
    else:
        answers[message.ability] = message.answer
    if not answers:
        del table.room.standing[message.seat]


def ask_gm(table: Table, somebody: Somebody, message: AskGm) -> None:
    """Pass a note about an option to the GM."""
    name = _own_seat(table, somebody, message.seat)
    label, clause = _option_named(table, somebody, message)
    asks = f"{somebody.name} asks for {name}: {label}"
    table.room.add_note({"text": f"{asks}. {message.text}" if message.text else asks, "clause": clause})


def want_forecast(table: Table, somebody: Somebody, message: WantForecast) -> None:
    """Have bots play on from here."""
    _gm_only(somebody)
    table.forecasts.ask(len(table.logbook(table.viewer(somebody)).entries))


def stop_forecast(table: Table, somebody: Somebody, message: StopForecast) -> None:
    """Leave a forecast as far as it has come."""
    _gm_only(somebody)
    table.forecasts.stop("You stopped it.")


def share_forecast(table: Table, somebody: Somebody, message: ShareForecast) -> None:
    """Tell everybody the newest forecast, or nobody any more."""
    _gm_only(somebody)
    if message.on:
        table.room.forecast = table.forecasts.share()
    else:
        table.forecasts.unshare()
        table.room.forecast = None


def want_what_if(table: Table, somebody: Somebody, message: WantWhatIf) -> None:
    """Have a private copy opened, of the fight as it stood after an entry of the log."""
    _gm_only(somebody)
    table.what_ifs.ask(message.id, message.entry, table.logbook(table.viewer(somebody)))


def drop_what_if(table: Table, somebody: Somebody, message: DropWhatIf) -> None:
    """Throw a private copy away."""
    _gm_only(somebody)
    table.what_ifs.drop(message.table)


def _option_named(table: Table, somebody: Somebody, message: AskGm) -> tuple[str, str | None]:
    """An option in the words its question gave it, and the clause that refuses it."""
    session = table.session
    pending = session.pending
    for part in [] if pending is None else pending.open_parts():
        question = None if pending is None else question_of(pending.request, part)
        if question is None or question.seat != message.seat:
            continue
        for option in session.system.question(session.encounter, question, table.viewer(somebody))["options"]:
            if option["id"] == message.option:
                refusal = option["refusal"]
                group = f"{option['group']}: " if option["group"] else ""
                return f"{group}{option['label']}", refusal["clause"] if refusal else option["clause"]
    return message.option, None


def _gm_only(somebody: Somebody) -> None:
    if not somebody.gm:
        raise Forbidden("Only the GM can do this.")


def _for_own_seat(table: Table, somebody: Somebody, message: ActMessage) -> None:
    """Whether a player may do this: an act that the system leaves to players, for a seat that is theirs."""
    key = own_acts(table.session.system).get(message.name)
    if key is None or message.data.get(key) not in table.viewer(somebody).seats:
        _gm_only(somebody)
    if message.data.get("force"):
        raise Forbidden("Only the GM can insist.")
    if table.session.outcome is not None:
        raise Forbidden("The fight is over.")


def _not_moved_on(table: Table, position: int | None) -> None:
    """Two who take back the same thing at once take it back once: the second one's view is of the past."""
    if position is not None and position != len(table.session.history):
        raise Stale("The table moved on; this is how it stands.")


def _known_seat(table: Table, somebody: Somebody, seat: str) -> str:
    """The name of a seat of this fight that the person may know of."""
    known = seat_known(table.session, seat, table.viewer(somebody))
    if known is None:
        raise Refused("There is no such seat in this fight.", "")
    return known.name


def _own_seat(table: Table, somebody: Somebody, seat: str) -> str:
    """The name of a seat that this person may set things for."""
    if seat == GM and somebody.gm:
        return "GM"
    name = _known_seat(table, somebody, seat)
    if not somebody.gm and table.room.holder(seat) is not somebody:
        raise Forbidden(f"{name} is not your seat.")
    return name


def _is_shallow(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(_is_shallow(part, depth - 1) for part in value.values())
    if isinstance(value, list):
        return depth > 0 and all(_is_shallow(part, depth - 1) for part in value)
    return True


HANDLERS: dict[type, Callable[[Table, Somebody, Any], None]] = {
    AnswerMessage: answer,
    ActMessage: act,
    Undo: undo,
    Redo: redo,
    Reroll: reroll,
    Rename: rename,
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
    RemovePerson: remove_person,
    SetBot: set_bot,
    SetDice: set_dice,
    SetReaction: set_reaction,
    AskGm: ask_gm,
    WantForecast: want_forecast,
    StopForecast: stop_forecast,
    ShareForecast: share_forecast,
    WantWhatIf: want_what_if,
    DropWhatIf: drop_what_if,
}
"""Every command that changes something, and what does it."""
