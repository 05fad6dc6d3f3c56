"""How a total came about, part by part."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import Ledger, LedgerRow
from affray.systems.pace.events import DamageDealt
from affray.systems.pace.halves import halved
from affray.systems.pace.rolls import D20_SIDES, DiceThrow, Throw, net_edge
from affray.systems.pace.text.cast import Cast
from affray.telling.ledgers import die_face, die_row, plain_row, sum_of
from affray.telling.words import listed

_SCORED = {"attack": "P4.1", "defence": "P4.1", "save": "P1.1", "contest": "P1.3", "initiative": "P2.2"}
"""Which clause says that a roll of this kind adds a score."""

_WITH_CRITICALS = ("attack", "defence", "save")


def ledger_of(cast: Cast, throw: Throw, title: str, total_label: str = "Total") -> Ledger:
    """One d20 roll: every face, which of them counts and why, and the score."""
    rows = [*_d20_rows(throw), plain_row(throw.score_name, "", throw.score, _SCORED.get(throw.on))]
    return _ledger(cast, throw.roller, title, rows, total_label, throw.total)


def damage_ledger(cast: Cast, event: DamageDealt, title: str) -> Ledger:
    """Damage: dice, score, half of it, less Block, less DR."""
    rows = dice_rows(event.throw, "dice doubled by the natural 20" if event.critical else "")
    left = event.throw.total
    if event.halved:
        rows.append(plain_row("half", "rounded down, the same for both", halved(left) - left, "P7.2"))
        left = halved(left)
    if event.block is not None:
        taken = min(max(0, left), event.block.total)
        rows.append(plain_row("Block", _past_need(event.block.total, taken), -taken, "P4.12"))
        left -= taken
    if event.dr:
        taken = min(max(0, left), event.dr)
        rows.append(plain_row("DR", _past_need(event.dr, taken, event.type), -taken, "P4.5"))
        left -= taken
    if left < event.amount:
        rows.append(plain_row("not below 0", "", event.amount - left, "P4.5"))
    return _ledger(cast, event.throw.roller, f"{title}, {event.type}", rows, "Damage", event.amount)


def block_ledger(cast: Cast, throw: DiceThrow, title: str) -> Ledger:
    """The dice of a Block."""
    return _ledger(cast, throw.roller, title, dice_rows(throw), "Block", throw.total)


def dice_ledger(
    cast: Cast,
    throw: DiceThrow,
    title: str,
    total_label: str,
    rest: Sequence[LedgerRow] = (),
    detail: str = "",
) -> Ledger:
    """Dice and a score, and what else there is to their total. `detail` tells of the dice."""
    rows = [*dice_rows(throw, detail), *rest]
    return _ledger(cast, throw.roller, title, rows, total_label, sum_of(rows))


def dice_rows(throw: DiceThrow, detail: str = "") -> list[LedgerRow]:
    """A row for each die, and one for the score."""
    sides = [one for count, one in throw.dice for _ in range(count)]
    clause = "P4.6" if detail else None
    rows = [
        die_row(die_face(one, face, typed=throw.typed), f"d{one}", detail, face, clause)
        for one, face in zip(sides, throw.faces, strict=False)
    ]
    if throw.score_name:
        rows.append(plain_row(throw.score_name, "", throw.score, "P4.5"))
    return rows


def edge_words(edges: Sequence[tuple[str, int]]) -> str:
    """ "Keen eye: Advantage (1)", "granted: Disadvantage (2)"."""
    return listed(
        f"{source}: {'Advantage' if number > 0 else 'Disadvantage'} ({abs(number)})"
        for source, number in edges
        if number
    )


def _d20_rows(throw: Throw) -> list[LedgerRow]:
    """The faces as they fell; of several the first that counts is the one kept."""
    rows: list[LedgerRow] = []
    kept_at = throw.faces.index(throw.natural) if throw.natural in throw.faces else -1
    for at, face in enumerate(throw.faces):
        kept = at == kept_at
        natural = kept and _is_critical(throw)
        die = die_face(D20_SIDES, face, kept=kept, natural=natural, typed=throw.typed)
        clause = "P1.6" if natural else "P1.5" if throw.edges else None
        rows.append(die_row(die, "", _d20_words(throw, kept), face if kept else 0, clause))
    return rows


def _is_critical(throw: Throw) -> bool:
    """Whether a natural 20 means more here than its number (P1.6)."""
    return throw.critical and throw.on in _WITH_CRITICALS


def _d20_words(throw: Throw, kept: bool) -> str:
    if not kept:
        return "not kept"
    words = ["natural 20"] if _is_critical(throw) else []
    if throw.edges:
        net = net_edge(throw.edges)
        kind = (
            f"best of {net + 1}" if net > 0 else f"lowest of {1 - net}" if net < 0 else "one d20, they cancel"
        )
        words.append(f"{kind} ({edge_words(throw.edges)})")
    return "; ".join(words) or "d20"


def _past_need(whole: int, taken: int, what: str = "") -> str:
    parts = [what] if what else []
    if taken < whole:
        parts.append(f"{taken} of {whole} needed" if taken else f"{whole}, not needed")
    return ", ".join(parts)


def _ledger(
    cast: Cast, who: str, title: str, rows: Sequence[LedgerRow], total_label: str, total: int
) -> Ledger:
    return {
        "who": who,
        "name": cast.name(who),
        "title": title,
        "rows": list(rows),
        "total_label": total_label,
        "total": total,
    }
