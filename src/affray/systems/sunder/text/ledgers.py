"""How a level, damage and Stress came about, part by part."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import Ledger, LedgerRow
from affray.systems.sunder import events as e
from affray.systems.sunder.groups import WORTH
from affray.systems.sunder.names import CRIT, FAILURE, FALLOUTS, LEVELS, MIFF, RISKS
from affray.systems.sunder.price import situational_rank
from affray.systems.sunder.stress import stress_of
from affray.systems.sunder.text.cast import Cast
from affray.telling.ledgers import die_face, die_row, plain_row
from affray.telling.words import dice_count, signed


def test_name(potential: str, skill: str) -> str:
    """ "Might (Force)"."""
    return f"{potential} ({skill})" if skill else potential


def level_name(level: int, natural: bool) -> str:
    """ "Success", "natural Crit"."""
    return f"natural {LEVELS[level]}" if natural else LEVELS[level]


def plus(number: int) -> str:
    """ "+1", "0", and a real minus sign."""
    return f"+{number}" if number > 0 else signed(number)


# A Test


def test_ledger(
    cast: Cast,
    rolled: e.TestRolled,
    perks: Sequence[e.PerkFired],
    settled: Sequence[e.TestSettled],
    shared: bool,
) -> Ledger:
    """A Test in its steps: the d20, the dice and what gives them, the kept face, the Perk, the level.

    `settled` has two where a Reaction raised the level. `shared`: its Fallout is that of a whole group.
    """
    rows = [_d20_row(rolled)]
    rows += [plain_row(name, _dice_given(number), None, clause) for name, number, clause in rolled.counted]
    rows.append(plain_row("pool", _pool_words(rolled), None, "S2.3"))
    rows += _pool_rows(rolled)
    if rolled.natural:
        if rolled.faces:
            detail = f"nothing moves a natural {LEVELS[rolled.base]}"
            rows.append(plain_row("Volatility", detail, None, "S1.15"))
    elif rolled.kept:
        rows.append(plain_row("jinx", _jinx_words(rolled.kept, rolled.jinx), None, "S2.5"))
    for fired in perks:
        rows += _perk_rows(fired)
    for one in settled:
        rows += _settled_rows(rolled, one)
    if settled and settled[-1].level in (MIFF, FAILURE) and not shared:
        rows.append(_risk_row(rolled.risk, settled[-1].level))
    ledger = _ledger(cast, rolled.roller, test_name(rolled.potential, rolled.skill), rows, "Level", None)
    level, natural = (settled[-1].level, settled[-1].natural) if settled else (rolled.base, rolled.natural)
    ledger["total_text"] = level_name(level, natural)
    return ledger


def _d20_row(rolled: e.TestRolled) -> LedgerRow:
    die = die_face(20, rolled.face, natural=rolled.natural, typed=rolled.typed)
    return die_row(die, "d20", f"{rolled.face}: {d20_words(rolled)}", None, rolled.clause)


def d20_words(rolled: e.TestRolled) -> str:
    """ "over 4 spent, under 12: Success"."""
    face, score, spent = rolled.face, rolled.score, rolled.spent
    if rolled.natural:
        if rolled.base != CRIT:
            return level_name(rolled.base, natural=True)
        why = f"equal to {score}"
    elif face <= spent:
        why = f"within {spent} spent"
    elif face < score:
        why = f"over {spent} spent, under {score}" if spent else f"under {score}"
    else:
        why = f"over {score}"
    return f"{why}: {level_name(rolled.base, rolled.natural)}"


def _dice_given(number: int) -> str:
    return f"+{dice_count(number)}" if number > 0 else f"{signed(number)} {'die' if number == -1 else 'dice'}"


def _pool_words(rolled: e.TestRolled) -> str:
    if not rolled.count:
        return "0 dice: the base level stands"
    kept = "the lowest is kept" if rolled.lowest else "the highest is kept"
    net = f"{signed(1 - rolled.count)}: " if rolled.lowest else ""
    one = rolled.count == 1 and not rolled.lowest
    return f"{net}{rolled.count} D{rolled.die} of {rolled.potential}{'' if one else f', {kept}'}"


def _pool_rows(rolled: e.TestRolled) -> list[LedgerRow]:
    kept_at = rolled.faces.index(rolled.kept) if rolled.kept in rolled.faces else -1
    rows = []
    for at, face in enumerate(rolled.faces):
        kept = at == kept_at
        die = die_face(rolled.die, face, kept=kept, typed=rolled.typed)
        rows.append(die_row(die, f"D{rolled.die}", "kept" if kept else "not kept", None, "S2.3"))
    return rows


def _jinx_words(kept: int, jinx: int) -> str:
    if not jinx:
        return f"no Stress, no face is jinxed; {kept} is kept"
    return f"up to {jinx}: {kept} is {'over it' if kept > jinx else 'jinxed'}"


def _perk_rows(fired: e.PerkFired) -> list[LedgerRow]:
    label = f"Perk {fired.perk}"
    if not fired.used:
        return [plain_row(label, "not used", None, fired.clause)]
    if fired.perk == "Momentum":
        return [plain_row(label, "may soften the Stress of this Test", None, fired.clause)]
    detail = f"{fired.kept} counts, jinx up to {fired.jinx}: modifier {plus(fired.modifier)}"
    rows = [plain_row(label, detail, None, fired.clause)]
    # Cleave's face is the one that counts then; of every other roll there is one die only.
    kept_at = fired.rolled.index(fired.kept) if fired.kept in fired.rolled else -1
    for at, face in enumerate(fired.rolled):
        die = die_face(fired.die, face, kept=at == kept_at, typed=fired.typed)
        detail = "counts" if at == kept_at else "does not count"
        rows.append(die_row(die, f"D{fired.die}", detail, None, fired.clause))
    return rows


def _settled_rows(rolled: e.TestRolled, settled: e.TestSettled) -> list[LedgerRow]:
    if settled.raised:
        return [plain_row(settled.raised, f"raises it to {LEVELS[settled.level]}", None, settled.clause)]
    rows = []
    if not settled.natural and rolled.kept:
        label = f"modifier to {LEVELS[settled.base]}"
        rows.append(plain_row(label, "", settled.modifier, "S2.6"))
    if settled.exploded:
        detail = f"Charged, jinxed up to its ceiling and at {rolled.die}: a Crit"
        rows.append(plain_row("explosion", detail, None, "S2.12"))
    if settled.spite:
        rows.append(plain_row("Spite", f"{settled.spite} goes to the damage", None, "S2.10"))
    return rows


def _risk_row(risk: int, level: int) -> LedgerRow:
    """What Fallout a Failure or Miff brings (S3.14)."""
    risk = max(0, min(len(RISKS) - 1, risk))
    higher = ", one higher for a Miff" if level == MIFF else ""
    rank = FALLOUTS[situational_rank(level, risk)]
    return plain_row(RISKS[risk], f"{rank} Fallout{higher}", None, "S3.14")


# Damage and Stress


def damage_ledger(
    cast: Cast, event: e.DamageRolled, crit: bool = False, cuts: Sequence[e.StressReduced] = ()
) -> Ledger:
    """Every die of the damage, what was added to it, and what cuts it. `crit`: its maxima mean something."""
    rows = []
    for size, face in zip(die_sides(event), event.faces, strict=False):
        die = die_face(size, face, natural=crit and face == size, typed=event.typed)
        rows.append(die_row(die, f"D{size}", "", face, event.clause))
    if not event.faces:
        fixed = event.total - sum([value for _, value, _ in event.parts])
        rows.append(plain_row("fixed", "", fixed, event.clause))
    rows += [plain_row(name, "", value, clause) for name, value, clause in event.parts]
    rows += [_cut_row(cut) for cut in cuts]
    title = f"{event.about}, damage to {event.potential}" if event.about else f"damage to {event.potential}"
    who = event.source if cast.is_creature(event.source) else event.target
    return _ledger(cast, who, title, rows, "Damage", cuts[-1].now if cuts else event.total)


def die_sides(event: e.DamageRolled) -> list[int]:
    """The sides of each die of a damage roll, in the order of its faces."""
    return [sides for number, sides in event.dice for _ in range(number)]


def stress_ledger(
    cast: Cast,
    event: e.DamageRolled,
    damage: int,
    chains: Sequence[e.DiceChained] = (),
    cuts: Sequence[e.StressReduced] = (),
    potential: str = "",
) -> Ledger:
    """From damage to Stress: a fifth rounded up, critical dice, and what cuts it.

    `damage` is what is left of it, `potential` where the Stress goes if that is another.
    """
    by = f"{damage} damage by 5, rounded up" if damage else "no damage"
    total = stress_of(damage)
    rows = [plain_row("Stress", by, total, "S3.1")]
    for chain in chains:
        rows += _chain_rows(chain)
        total += chain.stress
    for cut in cuts:
        rows.append(_cut_row(cut))
        total = cut.now
    return _ledger(cast, event.target, f"Stress in {potential or event.potential}", rows, "Stress", total)


def _chain_rows(chain: e.DiceChained) -> list[LedgerRow]:
    detail = f"{dice_count(chain.maxima)} at the maximum"
    rows = [plain_row("critical", detail, chain.maxima, chain.clause)]
    for sides, face in chain.rolls:
        most = face == sides
        detail = "the maximum: 1 more" if most else "no maximum: it stops"
        die = die_face(sides, face, typed=chain.typed)
        rows.append(die_row(die, f"D{sides}, rerolled", detail, int(most), chain.clause))
    return rows


def _cut_row(cut: e.StressReduced) -> LedgerRow:
    taken = cut.now - cut.was
    if cut.die:
        detail = "" if cut.face == -taken else f"{signed(-taken)} of {cut.face} needed"
        return die_row(die_face(cut.die, cut.face, typed=cut.typed), cut.source, detail, taken, cut.clause)
    return plain_row(cut.source, "", taken, cut.clause)


def cut_ledger(cast: Cast, cuts: Sequence[e.StressReduced]) -> Ledger:
    """Stress that no damage roll of this entry stands behind, and what cuts it."""
    first = cuts[0]
    rows = [plain_row("Stress", "comes in", first.was, "S3.2"), *(_cut_row(cut) for cut in cuts)]
    return _ledger(cast, first.creature, f"Stress in {first.potential}", rows, "Stress", cuts[-1].now)


def rollies_ledgers(cast: Cast, event: e.RolliesRolled) -> list[Ledger]:
    """Both d20s of Rollies: the lower wins."""
    ledgers = []
    low = min(event.faces)
    for who, face, typed in zip((event.first, event.second), event.faces, event.typed, strict=True):
        die = die_face(20, face, kept=face == low, typed=typed)
        rows = [die_row(die, "d20", "the lower wins", face, event.clause)]
        ledgers.append(_ledger(cast, who, "Rollies", rows, "d20", face))
    return ledgers


def group_ledger(cast: Cast, event: e.GroupCounted) -> Ledger:
    """What everybody's level adds to a Group Test, and the level of the sum."""
    rows = [
        plain_row(cast.name(id_), LEVELS[level], WORTH[level], event.clause) for id_, level in event.levels
    ]
    ledger = _ledger(cast, event.lead, "Group Test", rows, "Level", None)
    ledger["total_text"] = f"{plus(event.total)}: {LEVELS[event.level]}"
    return ledger


def _ledger(
    cast: Cast, who: str, title: str, rows: Sequence[LedgerRow], total_label: str, total: int | None
) -> Ledger:
    return {
        "who": who,
        "name": cast.name(who),
        "title": title,
        "rows": list(rows),
        "total_label": total_label,
        "total": total,
    }
