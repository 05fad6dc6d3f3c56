"""An entry while it is being written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from affray.kernel.presentation import Ledger, Remark, Result, Sentence, Who
from affray.systems.d20plus.text.words import remark, say

Kind = Literal["round", "roll", "move", "turn", "choice", "gm", "end", "note"]


@dataclass(slots=True)
class Draft:
    """What an entry will say."""

    kind: Kind = "note"
    say: Sentence = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    ledgers: list[Ledger] = field(default_factory=list)
    result: Result | None = None
    not_counted: list[Remark] = field(default_factory=list)
    follows: list[Remark] = field(default_factory=list)

    def add(self, *parts: str | Who) -> None:
        """Go on with the sentence, after a space."""
        self.say = say(*self.say, " ", *parts) if self.say else say(*parts)

    def cite(self, *clauses: str | None) -> None:
        """Name clauses in the margin, each once."""
        for clause in clauses:
            if clause and clause not in self.clauses:
                self.clauses.append(clause)

    def follow(self, text: str, clause: str | None) -> None:
        """One thing that follows."""
        self.follows.append(remark(text, clause))
