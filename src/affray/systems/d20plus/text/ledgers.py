"""How a total came about, part by part, and what was left out of it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import Ledger, LedgerRow, Remark
from affray.systems.d20plus.augments import TAD_SOURCE, LeftOut, Throw
from affray.systems.d20plus.book import TRAITS, AugmentDie
from affray.systems.d20plus.scores import natural_twenty, trait_of
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.reasons import in_words
from affray.systems.d20plus.text.sheets import tad_source
from affray.telling.ledgers import die_face, die_row, plain_row
from affray.telling.words import count, listed, own, remark, signed

_D20 = 20


def ledger_of(
    cast: Cast,
    throw: Throw,
    title: str,
    basis_why: tuple[str, str] | None = None,
    cover: int = 0,
    total_label: str = "Score",
) -> Ledger:
    """One roller's ledger. `basis_why` says why this Trait was rolled; `cover` is what cover took off."""
    rows = [_d20_row(throw), basis_row(throw, basis_why)]
    rows.extend(
        _augment_row(cast, throw, die, face) for die, face in zip(throw.dice, throw.faces[1:], strict=False)
    )
    if cover:
        rows.append(plain_row("cover", signed(-cover), -cover, "D8.5"))
    return {
        "who": throw.roller,
        "name": cast.name(throw.roller),
        "title": title,
        "rows": rows,
        "total_label": total_label,
        "total": throw.total,
    }


def basis_row(throw: Throw, why: tuple[str, str] | None = None) -> LedgerRow:
    """The Skill or Trait that a throw starts from, and what it is made of."""
    if throw.basis in TRAITS:
        return _trait_row(throw, why)
    # The cap on dice is the current value of the Trait behind the roll (D3.3), whatever was wounded since.
    value, wounds = throw.cap, throw.unwounded - throw.score
    trait = f"{trait_of(throw.basis)} {value}"
    if wounds:
        detail, clause = f"{trait} after {count(wounds, 'wound')}", "D6.2"
    else:
        detail, clause = trait, "D1.3"
    bonus = throw.score - value
    return plain_row(throw.basis, f"{detail}, bonus {bonus}" if bonus else detail, throw.score, clause)


def left_out(cast: Cast, throws: Sequence[Throw]) -> list[Remark]:
    """The dice that were not rolled, and why; those for other rolls come last, a line for each roller."""
    lines = [_left_line(cast, throw, left) for throw in throws for left in throw.left if not _elsewhere(left)]
    lines.extend(_other_rolls(cast, throw) for throw in throws if any(map(_elsewhere, throw.left)))
    return lines


def die_name(die: AugmentDie) -> str:
    """ "Training d8"."""
    return f"{die.type} d{die.size}"


def is_natural(throw: Throw) -> bool:
    """Whether the d20 shows a 20."""
    return throw.faces[:1] == (_D20,)


def _left_line(cast: Cast, throw: Throw, left: LeftOut) -> Remark:
    source = "" if left.die.source == TAD_SOURCE else f", {left.die.source}"
    return remark(
        f"{own(cast.name(throw.roller))} {die_name(left.die)}{source}: {in_words(left.why)}", left.clause
    )


def _elsewhere(left: LeftOut) -> bool:
    return left.why.key == "other rolls"


def _other_rolls(cast: Cast, throw: Throw) -> Remark:
    dice = [
        f"{die_name(left.die)}, {left.die.source} ({listed(left.die.applies_to)})"
        for left in throw.left
        if _elsewhere(left)
    ]
    return remark(f"{own(cast.name(throw.roller))} dice for other rolls: {'; '.join(dice)}", "D3.6")


def _d20_row(throw: Throw) -> LedgerRow:
    face = throw.faces[0]
    value = natural_twenty(face)
    natural = is_natural(throw)
    die = die_face(_D20, face, natural=natural, typed=throw.typed)
    detail = f"natural {face} counts {value}" if natural else "d20"
    return die_row(die, "", detail, value, "D2.4" if natural else None)


def _augment_row(cast: Cast, throw: Throw, die: AugmentDie, face: int) -> LedgerRow:
    banked = throw.tad and die.type == "Tactic"
    detail = tad_source(throw.roller, throw.giver, cast.name(throw.giver)) if banked else die.source
    shown = die_face(die.size, face, typed=throw.typed)
    return die_row(shown, die_name(die), detail, face, "D10.3" if banked else "D3.1")


def _trait_row(throw: Throw, why: tuple[str, str] | None) -> LedgerRow:
    wounds = throw.unwounded - throw.score
    if wounds:
        return plain_row(throw.basis, f"{throw.unwounded} less {count(wounds, 'wound')}", throw.score, "D6.1")
    if why is not None:
        return plain_row(throw.basis, why[0], throw.score, why[1])
    return plain_row(throw.basis, "", throw.score, "D1.1")
