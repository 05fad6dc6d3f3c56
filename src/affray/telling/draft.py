"""An entry while it is being written."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.kernel.presentation import EntryKind, Ledger, Remark, Result, Sentence, Who
from affray.telling.words import remark, say


@dataclass(slots=True)
class Draft:
    """What an entry will say."""

    kind: EntryKind = "note"
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

    def give_reason(self, reason: str) -> None:
        """Why somebody did it, in their own words; nothing where they gave no reason."""
        if reason:
            self.add(f"Reason: “{reason}”.")
