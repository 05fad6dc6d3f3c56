"""The three kinds of bad input, and a rule that failed.

`Unreadable`: the input cannot be read at all. `Refused`: it was understood, and a clause forbids it.
`Ambiguous`: it fits several things. Each message says where and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence


class AffrayError(Exception):
    """Base of everything affray raises on purpose. `str(error)` is fit for people."""


class Unreadable(AffrayError):
    """Input that cannot be read.

    `faults` lists every problem found, each with its place, so that all can be mended at once.
    """

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        self.message = message
        self.faults = tuple(faults)
        super().__init__("\n".join((message, *(f"  {fault}" for fault in self.faults))))


class Refused(AffrayError):
    """Input that was understood and is refused. `clause` names the rule that refuses it."""

    def __init__(self, text: str, clause: str) -> None:
        self.text = text
        self.clause = clause
        super().__init__(f"{text} ({clause})" if clause else text)


class Stale(AffrayError):
    """An answer to a question that is no longer open. The asker needs the present position, nothing else."""


class Ambiguous(AffrayError):
    """Input that fits several things; `candidates` lists them."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{text}: {', '.join(candidates)}")


class RuleFailure(AffrayError):
    """A rule raised an unexpected exception. The step was rolled back; the table can go on."""

    def __init__(self, step: str, clause: str, cause: BaseException) -> None:
        self.step = step
        self.clause = clause
        self.cause = cause
        super().__init__(f"A rule failed in {step} ({clause or 'no clause'}). Nothing changed.")
