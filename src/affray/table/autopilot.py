"""What answers by itself: the server's dice, standing answers, and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from affray.bots.draws import draws
from affray.bots.players import Bot, default_of
from affray.dice.counter import CounterDice
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import Question, option_by_id, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import offered
from affray.table.people import Room

DICE = "dice"
STANDING = "standing"
BOT = "bot"

Automatic = tuple[PartValue, str, bool]

BOT_RUN_MAX = 5_000
"""Decisions in a row of bots alone. A fight that takes more goes nowhere."""


AT_ONCE_MAX = 2_000
"""Dice and standing answers in a row without a bot or a person. More than that is a rule that never ends."""


class Autopilot:
    """Answers parts of the open request for everything that is no person.

    Bots answer only the request that `let_bots` was called for, so that people can follow. `held` stops
    everything until a person does something: a rule failed, or the bots run in circles.
    """

    def __init__(
        self,
        room: Room,
        bots: Mapping[str, Bot],
        dice: CounterDice,
        report: Callable[[Exception], None],
    ) -> None:
        self.room = room
        self.bots = bots
        self._dice = dice
        self._report = report
        self.held = False
        self.run_length = 0
        self._turn = ""
        self._at_once = 0

    def begin(self) -> None:
        """Before every run of answers that is given in one go."""
        self._at_once = 0

    def __call__(self, session: Session, pending: Pending, part: int) -> Automatic | None:
        """The answer of a part, or None where a person or a bot's turn has to come first."""
        if self.held or self._at_once > AT_ONCE_MAX:
            self.held = True
            return None
        self._at_once += 1
        pool = pool_of(pending.request, part)
        if pool is not None:
            fallen = session.tray.remembered(pool)
            if fallen is not None:
                return fallen[0], DICE, fallen[1]
            if self.room.dice_mode(pool.roller) == "typed":
                return None
            return session.tray.deal(pool), DICE, False
        question = question_of(pending.request, part)
        assert question is not None
        if session.can_redo and self._waits_for_person(session, pending):
            return None
        if question.seat in self.room.bots:
            return self._bot_answer(session, pending, part, question)
        return self._standing_answer(session, question)

    def go_on(self) -> None:
        """A person did something, so what was held may be tried again."""
        self.held = False
        self.run_length = 0

    def let_bots(self, session: Session) -> None:
        """Let the bots that the open request asks answer it, all of them at once."""
        self._turn = session.pending.stamp if session.pending is not None else ""

    def bots_are_asked(self, session: Session) -> bool:
        """Whether a bot would answer something now."""
        pending = session.pending
        if pending is None or self.held or (session.can_redo and self._waits_for_person(session, pending)):
            return False
        return any(self._is_bots(pending, part) for part in pending.open_parts())

    def answers(self, session: Session, pending: Pending, part: int) -> bool:
        """Whether this part will be answered without a person, now or at a bot's next turn."""
        if self.held:
            return False
        if self._is_bots(pending, part):
            return not (session.can_redo and self._waits_for_person(session, pending))
        pool = pool_of(pending.request, part)
        return pool is not None and self.room.dice_mode(pool.roller) == "server"

    def _is_bots(self, pending: Pending, part: int) -> bool:
        question = question_of(pending.request, part)
        return question is not None and question.seat in self.room.bots

    def _waits_for_person(self, session: Session, pending: Pending) -> bool:
        """Whether some question is a person's to answer. While a redo is possible, bots leave it to them."""
        questions = (question_of(pending.request, part) for part in pending.open_parts())
        return any(
            question is not None
            and question.seat not in self.room.bots
            and self._standing_answer(session, question) is None
            for question in questions
        )

    def _bot_answer(
        self, session: Session, pending: Pending, part: int, question: Question
    ) -> Automatic | None:
        if pending.stamp != self._turn:
            return None
        self.run_length += 1
        if self.run_length > BOT_RUN_MAX:
            self.held = True
            return None
        bot = self.bots[self.room.bots[question.seat]]
        draw = draws(self._dice, f"{pending.stamp}/{part}")
        try:
            pick = bot(session.system, session.encounter, pending.request, part, draw)
        except Exception as error:
            self._report(error)
            pick = ""
        if option_by_id(question, pick) is None:
            pick = default_of(question)
        return pick, BOT, False

    def _standing_answer(self, session: Session, question: Question) -> Automatic | None:
        """What a seat always answers, to something that is offered or to questions of a kind.

        "no" is the default; "yes" is the first option that is not, where something is offered. Only ever an
        option on offer.
        """
        offer = offered(session.system, question)
        wanted = self.room.standing_answer(question.seat, question.kind if offer is None else offer)
        if wanted == "no" and question.default is not None:
            return question.default, STANDING, False
        if wanted == "yes" and offer is not None:
            for option in question.options:
                if option.id != question.default:
                    return option.id, STANDING, False
        return None
