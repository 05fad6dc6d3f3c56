"""What the table adds to the fight's own record: who decided what, and a note for everything taken back.

All of it follows from the history, so a replay writes the same chronicle again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from affray.kernel.events import Record
from affray.kernel.inputs import Act, Answer, HistoryItem, Input, Redone, Rerolled, Undone
from affray.kernel.pending import PartValue, Pending
from affray.kernel.presentation import Entry, Sentence, Who
from affray.kernel.requests import GM, question_of, seat_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, own_acts
from affray.table.acts import act_in_words
from affray.table.logs import log_of
from affray.table.names import TABLE_NAME
from affray.table.wire import UndoPoint

PERSON = "person:"
"""How the inputs of people are signed; after it comes the person's public id."""
POINTS_SHOWN = 20


def is_decision(item: Input) -> bool:
    """Whether a person decided this: a choice or an act, but no dice, bot or standing answer."""
    if isinstance(item, Act):
        return True
    return isinstance(item.value, str) and item.by.startswith(PERSON)


@dataclass(frozen=True, slots=True)
class TableNote:
    """A log entry of the table's own. It stands after the first `after` records of the fight.

    `gm_only` keeps it from everybody else.
    """

    after: int
    entry: Entry
    gm_only: bool = False


class Chronicle:
    """Follows a session's history: a line for each input of the journal, and notes for the log.

    `decisions` has one text per input, None where no person decided.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.decisions: list[str | None] = []
        self.notes: list[TableNote] = []
        self._labels: dict[tuple[str, int, str], str] = {}
        self._acts: dict[str, str] = {}
        self._seen = 0
        self._records = len(session.records)
        self._log = log_of(session.system, GM_VIEWER)
        self._over = False

    def label(self, pending: Pending, part: int, pick: PartValue) -> None:
        """Put a decision into words while its question is still open. Dice decide nothing."""
        question = question_of(pending.request, part)
        if question is None or not isinstance(pick, str):
            return
        system, encounter = self.session.system, self.session.encounter
        view = system.question(encounter, question, GM_VIEWER)
        option = next((one for one in view["options"] if one["id"] == pick), None)
        chosen = option["label"] if option else pick
        if option and option["group"] and option["group"] != chosen:
            chosen = f"{option['group']}: {chosen}"
        self._labels[(pending.stamp, part, pick)] = (
            f"{seat_name(self.session, seat_of(pending.request, part))}: {chosen}"
        )

    def label_act(self, act: Act) -> None:
        """Put an act into words while everybody it names is still there."""
        self._acts[repr(act)] = act_in_words(self.session.system, self.session.encounter, act)

    def replay(self, history: Sequence[HistoryItem]) -> None:
        """Take in a stored history, and follow it. Raises as `Session.load` does where the rules differ."""
        session = self.session
        skip = False
        for item in history:
            if skip and item == session.history[-1]:
                skip = False
                continue
            before, pending = len(session.history), session.pending
            if isinstance(item, Answer) and pending is not None and item.stamp == pending.stamp:
                self.label(pending, item.part, item.value)
            elif isinstance(item, Act):
                self.label_act(item)
            session.load([item])
            # A rule that failed was taken back by the session itself, which wrote that down as well.
            skip = len(session.history) == before + 2
            self.follow()

    def follow(self) -> None:
        """Take note of what was added to the history since the last call."""
        history = self.session.history
        new, self._seen = history[self._seen :], len(history)
        first = len(history) - len(new)
        for number, item in enumerate(new, first):
            self._follow(item, history[number - 1] if number else None)
        self._match_journal()
        records = self.session.records[self._records :]
        self._records = len(self.session.records)
        told = self._log.take(self.session.encounter, self.session.records)
        if new and isinstance(new[0], Act):
            self._note_silent_act(new[0], records, told)
        self._note_end(told)

    @property
    def points(self) -> list[UndoPoint]:
        """The last decisions, newest first, each with the position before it."""
        made: list[UndoPoint] = []
        for to in range(len(self.decisions) - 1, -1, -1):
            text = self.decisions[to]
            if text is not None:
                made.append({"to": to, "text": text})
            if len(made) == POINTS_SHOWN:
                break
        return made

    def remark(
        self, say: Sentence, kind: Literal["note", "gm", "end"] = "note", gm_only: bool = False
    ) -> None:
        """Add an entry of the table's own to the log."""
        entry: Entry = {
            "number": 0,
            "round": self.session.system.rounds(self.session.encounter) or 0,
            "kind": kind,
            "clauses": [],
            "say": say,
            "ledgers": [],
            "result": None,
            "not_counted": [],
            "follows": [],
            "odds": None,
            "undone_by": None,
        }
        self.notes.append(TableNote(len(self.session.records), entry, gm_only))

    def _follow(self, item: HistoryItem, previous: HistoryItem | None) -> None:
        match item:
            case Answer() | Act():
                self.decisions.append(self._text(item))
            case Undone(to, by):
                taken = self._cut(to)
                if by == TABLE_NAME:
                    self.remark(["A rule failed. What it had done was taken back."])
                else:
                    self.remark([_who(by), f" took back {_steps(taken)}."], "gm")
            case Redone(to, by):
                before = len(self.decisions)
                self._match_journal(to)
                put_back = sum(text is not None for text in self.decisions[before:])
                self.remark([_who(by), f" put back {_steps(put_back)}."], "gm")
            case Rerolled(to, by, reason):
                self._cut(to)
                if isinstance(previous, Rerolled) and (previous.by, previous.reason) == (by, reason):
                    # The rolls of one entry fall anew together, and that is said once.
                    return
                why = f": {reason}" if reason else "."
                self.remark([_who(by), f" had the dice thrown again{why}"], "gm")

    def _cut(self, to: int) -> int:
        """Forget what came after `to` inputs. Returns how many decisions that were."""
        taken = sum(text is not None for text in self.decisions[to:])
        del self.decisions[to:]
        return taken

    def _match_journal(self, length: int | None = None) -> None:
        """Have a line for each input of the journal, also where a rule failed halfway."""
        journal = self.session.journal
        del self.decisions[len(journal) :]
        for item in journal[len(self.decisions) : length]:
            self.decisions.append(self._text(item))

    def _text(self, item: Input) -> str | None:
        if not is_decision(item):
            return None
        if isinstance(item, Act):
            return f"{item.by} {self._act_words(item)}" + (f" ({item.reason})" if item.reason else "")
        assert isinstance(item.value, str)
        return self._labels.get((item.stamp, item.part, item.value), item.value)

    def _act_words(self, act: Act) -> str:
        if repr(act) not in self._acts:
            self.label_act(act)
        return self._acts[repr(act)]

    def _note_silent_act(self, act: Act, records: Sequence[Record], told: Sequence[Entry]) -> None:
        """Say who corrected what, and why, where the system's own entries do not.

        A roll or an end that was called for speaks for itself, but for its reason; so does all that a player
        may do as well. What only some may know of is told to the GM alone: the reason might give it away.
        """
        spoken = ("gm",) if act.reason else ("gm", "roll", "end")
        plain = not act.reason and act.name in own_acts(self.session.system)
        if records and not any(plain or entry["kind"] in spoken for entry in told):
            why = f": {act.reason}" if act.reason else "."
            secret = all(record.to is not None for record in records) or self._names_hidden(act)
            self.remark([_who(act.by), f" {self._act_words(act)}{why}"], "gm", gm_only=secret)

    def _names_hidden(self, act: Act) -> bool:
        hidden = {
            seat.id for seat in self.session.system.seats(self.session.encounter) if seat.to is not None
        }
        return any(isinstance(value, str) and value in hidden for value in act.data.values())

    def _note_end(self, told: Sequence[Entry]) -> None:
        """Say that the fight is over, unless the system does, and that the seed is open."""
        outcome = self.session.outcome
        over = outcome is not None
        if over and not self._over:
            said = any(entry["kind"] == "end" for entry in told)
            ended = "" if said else f"The fight is over: {sentence(str(outcome))} "
            self.remark([f"{ended}The seed of the dice is open now: anybody can check the rolls."], "end")
        elif self._over and not over:
            self.remark(["The fight goes on. Its seed has been seen, so the dice are no longer secret."])
        self._over = over


def seat_name(session: Session, seat: str) -> str:
    """The name of a seat's combatant; the game master's seat is called GM."""
    if seat == GM:
        return "GM"
    for known in session.system.seats(session.encounter):
        if known.id == seat:
            return known.name
    return seat


def _who(name: str) -> Who:
    return {"who": "", "name": name}


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def sentence(text: str) -> str:
    """A text that ends as sentences do."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
