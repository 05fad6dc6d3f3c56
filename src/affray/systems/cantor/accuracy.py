"""The dice of an attack: which defence, accuracy against difficulty, and the roll."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Dice, Pool, Rolled
from affray.systems.cantor.conditions import STUNNED_EVASION, fracture_of, impaired
from affray.systems.cantor.events import Counted, Roll20
from affray.systems.cantor.lines import cover_on_line, hexes_between
from affray.systems.cantor.state import Fight, Unit, hostiles, sheet_of

COVER_DIFFICULTY = {"none": 0, "soft": 1, "hard": 2}


@dataclass(frozen=True, slots=True)
class Odds20:
    """What an attack rolls with: accuracy and difficulty as they count, and what does not."""

    accuracy: tuple[Counted, ...]
    difficulty: tuple[Counted, ...]
    ignored: tuple[Reason, ...]

    @property
    def net(self) -> int:
        """Accuracy dice less difficulty dice (C1.3)."""
        return sum([n for _, n, _ in self.accuracy]) - sum([n for _, n, _ in self.difficulty])


@clause("C1.1")
def defence_of(fight: Fight, target: Unit, kind: str) -> tuple[str, int, bool]:
    """Tech and sonic against E-Defense, everything else against Evasion; Stunned caps Evasion at 5.

    Returns the name, the value, and whether it was capped.
    """
    sheet = sheet_of(fight, target)
    if kind in ("tech", "sonic"):
        return "E-Defense", sheet.e_defense, False
    value = evasion_now(fight, target)
    return "Evasion", value, value < sheet.evasion


@clause("C2.3")
def evasion_now(fight: Fight, unit: Unit) -> int:
    """Evasion, at most 5 while Stunned."""
    evasion = sheet_of(fight, unit).evasion
    return min(STUNNED_EVASION, evasion) if unit.has("Stunned") else evasion


@clause("C1.2")
def engaged_by(fight: Fight, unit: Unit, origin: int | None = None) -> list[Unit]:
    """Hostiles that engage a unit: adjacent, and neither Stunned, Hidden nor out of the fight.

    `origin` is the hex where it would stand; None: where it stands.
    """
    here = unit.hex if origin is None else origin
    return [
        other
        for other in hostiles(fight, unit)
        if not other.has("Stunned") and not other.has("Hidden") and hexes_between(fight, here, other.hex) == 1
    ]


@clause("C1.2", "C1.3", "C2.7", "C2.10", "C2.13")
def dice_against(
    fight: Fight,
    attacker: Unit,
    target: Unit,
    kind: str,
    bolstered: bool | None = None,
    origin: int | None = None,
) -> Odds20:
    """Accuracy from Lock On, a Prone target and Bolster; difficulty from Cover, Engagement and a Fracture.

    `bolstered` says whether a Bolster serves the attack that is used up already; None: look at the attacker.
    `origin` is the hex from which the attacker would attack; None: where it stands.
    """
    here = attacker.hex if origin is None else origin
    accuracy: list[Counted] = []
    difficulty: list[Counted] = []
    ignored: list[Reason] = []
    if target.has("Lock On"):
        accuracy.append(("Lock On", 1, "C2.7"))
    if target.has("Prone"):
        accuracy.append(("Prone", 1, "C2.10"))
    if attacker.has("Bolster") if bolstered is None else bolstered:
        accuracy.append(("Bolster", 1, "C2.13"))
    _add_cover(fight, here, target, kind, difficulty, ignored)
    _add_engagement(fight, attacker, here, kind, difficulty, ignored)
    fracture = fracture_of(fight, attacker)
    if fracture is not None and fracture.difficulty:
        difficulty.append((fracture.name, fracture.difficulty, "C4.5"))
    return Odds20(tuple(accuracy), tuple(difficulty), tuple(ignored))


@clause("C2.12")
def _add_cover(
    fight: Fight, origin: int, target: Unit, kind: str, difficulty: list[Counted], ignored: list[Reason]
) -> None:
    """Soft and Hard Cover for ranged attacks from further than one hex; only the heavier counts."""
    cover, _ = cover_on_line(fight, origin, target.hex)
    if cover == "none":
        return
    if kind != "ranged":
        ignored.append(Reason("cover ignored", "C2.12", (cover, kind)))
    elif hexes_between(fight, origin, target.hex) == 1:
        ignored.append(Reason("cover adjacent", "C2.12", (cover,)))
    else:
        difficulty.append((f"{cover.capitalize()} Cover", COVER_DIFFICULTY[cover], "C2.12"))


@clause("C2.15")
def _add_engagement(
    fight: Fight, attacker: Unit, origin: int, kind: str, difficulty: list[Counted], ignored: list[Reason]
) -> None:
    """A ranged attack while adjacent to a hostile: once, however many there are; not while Disengaged."""
    if not engaged_by(fight, attacker, origin):
        return
    if kind != "ranged":
        ignored.append(Reason("engagement ignored", "C1.2", (kind,)))
    elif attacker.has("Disengaged"):
        ignored.append(Reason("Disengaged", "C2.15"))
    else:
        difficulty.append(("Engagement", 1, "C1.2"))


@clause("C1.3")
def accuracy_dice(net: int) -> tuple[Dice, ...]:
    """|net| d6, of which the highest counts and never the sum; added for accuracy, else subtracted."""
    if not net:
        return ()
    return (Dice(6, abs(net), "highest", 1 if net > 0 else -1, label="d6"),)


@clause("C1.4")
def pool_of(fight: Fight, unit: Unit, net: int = 0) -> Pool:
    """d20 and Grit, the d6 of accuracy or difficulty, and -2 if Impaired."""
    bonus = sheet_of(fight, unit).grit + impaired(unit)
    return Pool(unit.id, (Dice(20, label="d20"), *accuracy_dice(net)), bonus)


def roll20(fight: Fight, unit: Unit, net: int, rolled: Rolled) -> Roll20:
    """A roll as it fell."""
    grit = sheet_of(fight, unit).grit
    return Roll20(unit.id, grit, impaired(unit), net, rolled.faces, rolled.total, rolled.typed)
