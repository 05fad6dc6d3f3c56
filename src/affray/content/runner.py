"""Running worked examples: the steps go to a real session, whose every question must be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, runtime_checkable

from affray.content.example import LoadedCase, LoadedExample, Step
from affray.content.shape import choices_in_words, did_you_mean, quoted, shown
from affray.kernel.errors import AffrayError, Refused
from affray.kernel.events import Record
from affray.kernel.inputs import Act
from affray.kernel.pending import Pending
from affray.kernel.requests import GM, Pool, Question, option_by_id, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter

Facts = Mapping[str, Any]
ABOUT_QUESTIONS = ("asked", "offered", "not_offered")
"""Expectations about the question that is open, and not about the fight."""


@runtime_checkable
class NamesFacts(Protocol):
    """A system that gives the facts of a fight by name, for examples to look at."""

    def facts(self, encounter: AnyEncounter, records: Sequence[Record]) -> Facts:
        """Everything that can be expected, by name. `records` are the events of the last step."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where an example went wrong, and how."""

    case: str
    step: int
    line: int
    message: str

    def __str__(self) -> str:
        case = f"case {quoted(self.case)}, " if self.case else ""
        return f"line {self.line}: {case}step {self.step}: {self.message}"


class _Failed(Exception):
    """A step did not go as its author says. Never leaves this module."""


def run_example(example: LoadedExample) -> list[Failure]:
    """Run every case from its start. Returns what failed; each case stops at its first failure."""
    failures = []
    for case in example.cases:
        run = _Run(case)
        try:
            run.play()
        except _Failed as failed:
            line = example.source.line(case.steps[run.number][1])
            failures.append(Failure(case.name, run.number + 1, line, str(failed)))
    return failures


class _Run:
    """One case on its way. `number` is the step at hand, `faces` what is left of its dice."""

    def __init__(self, case: LoadedCase) -> None:
        self.case = case
        self.number = 0
        self.faces: dict[str, list[int]] = {}
        self.session = Session(case.loaded.system, case.loaded.start(), _no_dice)

    def play(self) -> None:
        for number, (step, _) in enumerate(self.case.steps):
            self.number = number
            seen = len(self.session.records)
            self.faces = {roller: list(faces) for roller, faces in step.dice.items()}
            self._do(step)
            self._go_on(step)
            left = {roller: faces for roller, faces in self.faces.items() if faces}
            if left:
                self._fail(f"{_faces_in_words(left)} were never rolled; {self._situation()}")
            self._expect(step, self.session.records[seen:])
        self._must_be_finished(self.case.steps[-1][0])

    # Doing

    def _do(self, step: Step) -> None:
        try:
            if step.act is not None:
                self._act(step)
            elif step.refused is not None:
                self._try_refused(str(step.who), step.refused, step.clause)
            elif step.does is not None:
                self._answer(str(step.who), step.does)
            for seat, option in step.together.items():
                self._answer(seat, option)
        except AffrayError as error:
            self._fail(str(error))

    def _answer(self, seat: str, option: str) -> None:
        pending, part, question = self._question_to(seat, option)
        if option_by_id(question, option) is None:
            reason = self._refusal(pending, part, seat, option)
            hint = did_you_mean(option, [offered.id for offered in question.options])
            self._fail(f"{quoted(option)} is not on offer to {seat}: {reason}{hint}\n{_options(question)}")
        self.session.answer(pending.stamp, part, option, seat)

    def _try_refused(self, seat: str, option: str, clause: str | None) -> None:
        pending, part, question = self._question_to(seat, option)
        if option_by_id(question, option) is not None:
            self._fail(f"{quoted(option)} must be refused, and is on offer to {seat}")
        try:
            self.session.answer(pending.stamp, part, option, seat)
        except Refused as refused:
            self._compare_clause(refused, clause)

    def _act(self, step: Step) -> None:
        act = Act(str(step.act), step.data, step.who or GM, step.note or "as the example says")
        try:
            self.session.act(act)
        except Refused as refused:
            if step.clause is None:
                raise
            self._compare_clause(refused, step.clause)
        else:
            if step.clause is not None:
                self._fail(f"{quoted(act.name)} must be refused by {step.clause}, and was accepted")

    def _compare_clause(self, refused: Refused, clause: str | None) -> None:
        if clause is not None and refused.clause != clause:
            self._fail(f"refused by {refused.clause or 'no clause'} instead of {clause}: {refused.text}")

    def _refusal(self, pending: Pending, part: int, seat: str, option: str) -> str:
        try:
            self.session.answer(pending.stamp, part, option, seat)
        except AffrayError as error:
            return str(error)
        return "it was accepted all the same"

    def _question_to(self, seat: str, option: str) -> tuple[Pending, int, Question]:
        """The open question to a seat; of several the one that has the option."""
        pending = self.session.pending
        found = []
        for part in pending.open_parts() if pending is not None else ():
            assert pending is not None
            question = question_of(pending.request, part)
            if question is not None and question.seat == seat:
                found.append((pending, part, question))
        if not found:
            self._fail(
                f"{seat} is not asked anything here, so cannot say {quoted(option)}; {self._situation()}"
            )
        return next((entry for entry in found if option_by_id(entry[2], option) is not None), found[0])

    # What follows by itself

    def _go_on(self, step: Step) -> None:
        """Let the step's dice fall, and defaults answer where the next step does not."""
        defaults = self.case.defaults if step.defaults is None else step.defaults
        ahead = self.case.steps[self.number + 1 : self.number + 2]
        following = ahead[0][0] if ahead else None
        while (pending := self.session.pending) is not None:
            if not any(self._settle(pending, part, defaults, following) for part in pending.open_parts()):
                return

    def _settle(self, pending: Pending, part: int, defaults: bool, following: Step | None) -> bool:
        """Answer one part if that needs nobody. Tells whether it did."""
        pool = pool_of(pending.request, part)
        try:
            if pool is not None:
                self.session.answer(pending.stamp, part, self._faces_for(pool), pool.roller, typed=True)
                return True
            question = question_of(pending.request, part)
            assert question is not None
            if not defaults or question.default is None or _speaks_to(following, question):
                return False
            self.session.answer(pending.stamp, part, question.default, question.seat)
        except AffrayError as error:
            self._fail(str(error))
        return True

    def _faces_for(self, pool: Pool) -> tuple[int, ...]:
        faces = self.faces.get(pool.roller, [])
        sides = pool.sides
        if len(faces) < len(sides):
            given = f"only {_listed(faces)} left" if faces else "no faces left"
            self._fail(f"{pool.roller} rolls {_dice_in_words(pool)} here, and the step has {given} for it")
        taken, self.faces[pool.roller] = tuple(faces[: len(sides)]), faces[len(sides) :]
        wrong = [
            f"a d{limit} cannot show {face}" for face, limit in zip(taken, sides, strict=True) if face > limit
        ]
        if wrong:
            self._fail(f"{pool.roller} rolls {_dice_in_words(pool)} here: {', '.join(wrong)}")
        return taken

    # Looking

    def _expect(self, step: Step, records: Sequence[Record]) -> None:
        system = self.case.loaded.system
        facts: dict[str, Any] = {"outcome": self.session.outcome or ""}
        if isinstance(system, NamesFacts):
            facts |= system.facts(self.session.encounter, records)
        wrong = [self._misses(name, expected, facts) for name, expected in step.expect.items()]
        if any(wrong):
            self._fail("; ".join(filter(None, wrong)))

    def _misses(self, name: str, expected: Any, facts: Facts) -> str:
        """How an expectation is missed; nothing when it is met."""
        if name in ABOUT_QUESTIONS:
            return self._misses_question(name, [expected] if isinstance(expected, str) else list(expected))
        if name not in facts:
            return f"there is no fact {quoted(name)} here{did_you_mean(name, facts)}"
        found = facts[name]
        wanted = list(expected) if isinstance(expected, tuple) else expected
        found = list(found) if isinstance(found, tuple) else found
        if found == wanted and isinstance(found, bool) == isinstance(wanted, bool):
            return ""
        return f"{name} is {_value(found)}, not {_value(wanted)}"

    def _misses_question(self, name: str, expected: list[Any]) -> str:
        questions = self._questions()
        if name == "asked":
            seats = [question.seat for question in questions]
            return "" if seats == expected else f"asked is {_value(seats)}, not {_value(expected)}"
        options = [option.id for question in questions for option in question.options]
        if name == "offered":
            missing = [option for option in expected if option not in options]
            return f"not on offer: {_listed(missing)}; {self._situation()}" if missing else ""
        extra = [option for option in expected if option in options]
        return f"on offer all the same: {_listed(extra)}" if extra else ""

    def _must_be_finished(self, last: Step) -> None:
        """The last step may end at somebody's next decision, not in the middle of what it began."""
        if self.session.pending is None or any(name in last.expect for name in ABOUT_QUESTIONS):
            return
        begun = self.session.fork()
        if begun is None or begun[1]:
            self._fail(f"the example ends in the middle of a step; {self._situation()}")

    def _questions(self) -> list[Question]:
        pending = self.session.pending
        parts = pending.open_parts() if pending is not None else []
        assert pending is not None or not parts
        found = [question_of(pending.request, part) for part in parts] if pending is not None else []
        return [question for question in found if question is not None]

    def _situation(self) -> str:
        """What is being asked of whom, with the answers there are."""
        if self.session.pending is None:
            return f"the fight is over: {self.session.outcome}"
        return "\n".join(f"{question.seat} is asked: {_options(question)}" for question in self._questions())

    def _fail(self, message: str) -> NoReturn:
        raise _Failed(message)


def _speaks_to(step: Step | None, question: Question) -> bool:
    """Whether a step answers this very question, so that no default may."""
    if step is None:
        return False
    if step.act is not None:
        return True
    if step.refused is not None:
        return step.who == question.seat and question.default is None
    said = step.does if step.who == question.seat else step.together.get(question.seat)
    return said is not None and option_by_id(question, said) is not None


def _no_dice(stream: str, index: int, again: int, sides: int) -> int:
    raise AssertionError(f"an example rolled {stream} by itself")


def _options(question: Question) -> str:
    ids = [option.id for option in question.options]
    default = f" (default {quoted(question.default)})" if question.default is not None else ""
    return f"{question.kind}: {choices_in_words(ids)}{default}"


def _dice_in_words(pool: Pool) -> str:
    return " + ".join(f"d{sides}" for sides in pool.sides)


def _faces_in_words(faces: Mapping[str, Sequence[int]]) -> str:
    return " and ".join(f"the faces {_listed(left)} of {roller}" for roller, left in faces.items())


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values))


def _value(value: Any) -> str:
    return f"[{', '.join(map(shown, value))}]" if isinstance(value, list) else shown(value)
