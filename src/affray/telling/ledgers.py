"""The rows of a ledger: what one part of a total adds."""

from __future__ import annotations

from collections.abc import Iterable

from affray.kernel.presentation import DieFace, LedgerRow


def plain_row(label: str, detail: str, value: int | None, clause: str | None = None) -> LedgerRow:
    """A part that is no die: a score, a bonus, what something takes off. None: `detail` says it in words."""
    return {"die": None, "label": label, "detail": detail, "value": value, "clause": clause}


def die_row(die: DieFace, label: str, detail: str, value: int | None, clause: str | None = None) -> LedgerRow:
    """A die, and what it counts. None: it adds to no sum."""
    return {"die": die, "label": label, "detail": detail, "value": value, "clause": clause}


def sum_of(rows: Iterable[LedgerRow]) -> int:
    """What rows add up to; those in words add nothing."""
    return sum(row["value"] or 0 for row in rows)


def die_face(
    sides: int, face: int, *, kept: bool = True, natural: bool = False, typed: bool = False
) -> DieFace:
    """A die as it fell. Without more words it counts, means nothing of its own and was thrown here."""
    return {"sides": sides, "face": face, "kept": kept, "natural": natural, "typed": typed}
