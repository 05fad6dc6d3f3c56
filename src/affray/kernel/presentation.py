"""The shapes in which a system shows itself: sentences, log entries, questions, odds.

A system's own `text` and `view` modules fill these; the table sends them; a client draws them.
Everything is plain JSON. Names of people and places travel as data, never as markup.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Who(TypedDict):
    """A named actor inside a sentence."""

    who: str
    name: str


Sentence = list[str | Who]
"""Text in reading order; actors are kept apart so that a client can set them in bold."""


class Remark(TypedDict):
    """One line of text with the clause that explains it."""

    text: str
    clause: str | None


class DieFace(TypedDict):
    """A die as it fell. `typed`: a person threw it. `natural` marks a face with a rule of its own."""

    sides: int
    face: int
    kept: bool
    natural: bool
    typed: bool


class LedgerRow(TypedDict):
    """One part of a total. `value` is what it adds; None: `detail` says in words what it does."""

    die: DieFace | None
    label: str
    detail: str
    value: int | None
    clause: str | None


class Ledger(TypedDict):
    """How one roller came to a total, or to something that is told in words.

    `total_text` is shown in place of the number. Without it a `total` of None leaves all to `total_label`.
    """

    who: str
    name: str
    title: str
    rows: list[LedgerRow]
    total_label: str
    total: int | None
    total_text: NotRequired[str]


class Result(TypedDict):
    """The line under the ledgers: "Margin 29 - 23" and 6, with what it means.

    A `value` of None leaves all to `text`.
    """

    label: str
    value: int | None
    text: str
    headline: str
    clause: str | None


class OddsBar(TypedDict):
    """One outcome and its chance in percent, 0 to 100. `mark` is how it is drawn."""

    label: str
    percent: float
    mark: Literal["plain", "none", "bad", "fell"]


class Odds(TypedDict):
    """Exact chances of one decision, from what the asker may see."""

    bars: list[OddsBar]
    summary: str
    mean: float
    notes: list[str]


EntryKind = Literal["round", "roll", "move", "turn", "choice", "gm", "end", "note"]
"""What a log entry is about, for how it is drawn and found again."""


class Entry(TypedDict):
    """One resolution as the log shows it.

    `number` is unique and free of gaps within one reader's log. `undone_by` names who took it back.
    """

    number: int
    round: int
    kind: EntryKind
    clauses: list[str]
    say: Sentence
    ledgers: list[Ledger]
    result: Result | None
    not_counted: list[Remark]
    follows: list[Remark]
    odds: Odds | None
    undone_by: str | None


class Pip(TypedDict):
    """What an option costs, drawn as pips of a kind that the system names ("move")."""

    pip: str
    count: int


TargetKind = Literal["actor", "place", "none"]
"""What an option is aimed at."""


class OptionView(TypedDict):
    """One answer that a question offers, or one that it refuses and why.

    `group` is the row of the panel it belongs to ("Climb"); options of a group differ by `target`.
    """

    id: str
    group: str
    label: str
    detail: str
    section: str
    target: str | None
    target_kind: TargetKind
    cost: list[Pip]
    clause: str | None
    refusal: Remark | None
    odds: NotRequired[Odds | None]


class QuestionView(TypedDict):
    """A question put to one seat, in words."""

    kind: str
    title: str
    clause: str | None
    facts: list[str]
    default: str | None
    options: list[OptionView]
    follows: str


class DieField(TypedDict):
    """One die of a roll that a person may throw by hand."""

    sides: int
    label: str
