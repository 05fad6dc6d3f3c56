"""How a total came about, part by part."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import Ledger, LedgerRow
from affray.systems.cantor.events import AttackRolled, Counted, DamageRoll, DamageTaken, Roll20
from affray.systems.cantor.text.cast import Cast
from affray.telling.ledgers import die_face, die_row, plain_row, sum_of


def attack_ledger(cast: Cast, event: AttackRolled, roll: Roll20) -> Ledger:
    """An attack roll: d20, Grit, Impaired, and the d6s with where they come from."""
    sources = event.accuracy if roll.net > 0 else event.difficulty
    return roll_ledger(cast, roll, cast.arm_name(event.weapon), source_words(sources))


def roll_ledger(cast: Cast, roll: Roll20, title: str, sources: str = "") -> Ledger:
    """A d20 roll. Of the d6s the highest counts and never the sum."""
    rows = [die_row(die_face(20, roll.faces[0], typed=roll.typed), "d20", "", roll.faces[0], "C1.4")]
    rows += _d6_rows(roll, sources)
    rows.append(plain_row("Grit", "", roll.grit, "C1.4"))
    if roll.impaired:
        rows.append(plain_row("Impaired", "", roll.impaired, "C2.5"))
    return _ledger(cast, roll.roller, title, rows, "Total", roll.total)


def _d6_rows(roll: Roll20, sources: str) -> list[LedgerRow]:
    faces = roll.faces[1:]
    label = "accuracy d6" if roll.net > 0 else "difficulty d6"
    kept_at = faces.index(max(faces)) if faces else -1
    rows = []
    for at, face in enumerate(faces):
        kept = at == kept_at
        highest = "highest" if len(faces) > 1 else ""
        detail = ", ".join(one for one in (highest, sources) if one) if kept else "not kept"
        worth = face if roll.net > 0 else -face
        die = die_face(6, face, kept=kept, typed=roll.typed)
        rows.append(die_row(die, label, detail, worth if kept else 0, "C1.3"))
    return rows


def source_words(counted: Sequence[Counted]) -> str:
    """ "Lock On, Prone", "Hard Cover (2)"."""
    return ", ".join(name if number == 1 else f"{name} ({number})" for name, number, _ in counted)


def damage_ledger(cast: Cast, event: DamageTaken, title: str) -> Ledger:
    """Damage step by step: the roll, Reliable, Exposed, Armor, resistance, Braced."""
    rows = _rolled_rows(event)
    rolled = sum_of(rows)
    if event.raw != rolled:
        label = "Reliable floor" if event.roll is not None else "Reliable"
        rows.append(plain_row(label, "", event.raw - rolled, "C1.6"))
    if event.exposed != event.raw:
        rows.append(plain_row("Exposed", "doubled", event.exposed - event.raw, "C2.6"))
    taken = event.exposed - event.after_armor
    if event.armor:
        detail = "" if taken == event.armor else f"{taken} of {event.armor} needed"
        rows.append(plain_row("Armor", detail, -taken, "C1.6"))
    rounded = "up" if cast.rulings.halves_round_up else "down"
    if event.resisted != event.after_armor:
        detail = f"{event.type}, halved, rounded {rounded}"
        rows.append(plain_row("resistance", detail, event.resisted - event.after_armor, "C1.9"))
    if event.braced != event.resisted:
        rows.append(plain_row("Braced", f"halved, rounded {rounded}", event.braced - event.resisted, "C2.14"))
    return _ledger(cast, event.by or event.target, f"{title}, {event.type}", rows, "Damage", event.amount)


def _rolled_rows(event: DamageTaken) -> list[LedgerRow]:
    if event.roll is None:
        known = {"Burn": ("Burn", "C1.10"), "GM": ("set by the GM", "C1.6")}
        return (
            [plain_row(known[event.source][0], "", event.raw, known[event.source][1])]
            if (event.source in known)
            else []
        )
    return dice_rows(event.roll)


def dice_rows(roll: DamageRoll) -> list[LedgerRow]:
    """A row for each die of damage, and one for what is fixed."""
    die = f"d{roll.sides}"
    rows = [
        die_row(die_face(roll.sides, face, typed=roll.typed), die, "", face, "C1.6") for face in roll.faces
    ]
    if roll.bonus or not roll.count:
        rows.append(plain_row("fixed", "", roll.bonus, "C1.6"))
    return rows


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
