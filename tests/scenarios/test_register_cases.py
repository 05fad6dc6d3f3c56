"""Every case that a register says must hold has its worked example or test."""

from __future__ import annotations

import re

import pytest

from affray.content.example import load_example
from affray.content.source import read_path
from affray.registers import register
from affray.systems import registered
from affray.systems.d20plus.scores import natural_twenty
from tests.clause_watch import REGISTERS, ROOT

D20PLUS: dict[str, tuple[str, ...]] = {
    "TN 15, score 15": ("checks-against-a-target-number", "TN 15, score 15"),
    "TN 15, score 25": ("checks-against-a-target-number", "TN 15, score 25"),
    "natural 20, Skill 3, no dice": ("checks-against-a-target-number", "natural 20, Skill 3, no dice"),
    "natural 20 (30) + 3 = 33 against 34": ("natural-20-can-be-blocked",),
    "margin 0 / 9 / 10 / 19 / 50": ("margins-and-wounds", "margin 0", "margin 9", "margin 10", "margin 19"),
    "margin 16 with Hex / with Naming / with both": (
        "lowered-increments",
        "with Hex",
        "with Naming",
        "with both",
    ),
    "margin −1 / −9 / −10": ("blocks-and-critical-blocks", "margin -1", "margin -9", "margin -10"),
    "Goblin: Spirit 3, Sense +2 species +1 origin": ("goblin-sense", "Spirit 3, +2 species, +1 origin"),
    "the same Goblin with 2 Spirit wounds": ("goblin-sense", "with two Spirit wounds"),
    "Body 2, all five types available": ("cap-of-two-dice", "by default the two largest"),
    "Training d6 and d10 both apply": ("one-die-per-type",),
    "Might + Might in a turn": (
        "no-repeat-and-locked-on",
        "Might and Might",
        "Locked On, at the Quarry both times",
    ),
    "2 Actions + 1 Move, Prone: Stand, then Move": (
        "splits-and-standing-up",
        "2 Actions + 1 Move, Prone: Stand, then Move",
    ),
    "Setup 14 / 15 / 24 / 25 / 35": (
        "setup-ladder",
        "Setup 14",
        "Setup 15",
        "Setup 24",
        "Setup 25",
        "Setup 35",
    ),
    "Body at 0 for the 3rd own turn end in a row": ("third-broken-turn",),
    "Body 0 at two turn ends, healed to 1, 0 again": (
        "an-ally-mends-a-broken-trait",
        "healed to 1 and struck to 0 again: the count restarts at 1",
    ),
    "Body 0 for two turn ends and Spirit 0 for two others": ("each-trait-counts-by-itself",),
    "own strike puts the last foe Out; own 3rd count would fall at this turn's end": (
        "the-last-blow-counts-first",
    ),
    "Body 0, margin 12 against it": ("striking-a-broken-trait", "margin 12: a hit without a wound"),
    "Body 0: Move / Take Cover / Enter Concealment / Might strike": (
        "what-a-broken-body-may-do",
        "a Move is allowed",
        "Take Cover is allowed",
        "Enter Concealment is refused",
        "a Might strike is refused",
    ),
    "1 Action + 2 Moves chosen, a second Action": (
        "splits-and-standing-up",
        "1 Action + 2 Moves, a second Action",
    ),
    "Might strike, then Might Setup": ("no-repeat-and-locked-on", "Might strike, then Might Setup"),
    "ranged attack 20 against 16 behind cover / melee": (
        "cover",
        "a ranged attack of 20 against 16, from Close too",
        "a melee attack of 20 against 16",
    ),
    "Concealment 24, Sense 23 / 24": (
        "concealment",
        "Concealment 24, Sense 23",
        "Concealment 24, Sense 24",
    ),
    "attack, then Enter Concealment / the other way round": (
        "concealment",
        "attack, then Enter Concealment",
        "Enter Concealment, then attack: the attack ends it",
    ),
    "Setup d8 in turn 1, no attack until the end of turn 2": (
        "tad-expires",
        "Setup d8 in turn 1, no attack until the end of turn 2",
    ),
    "Assist to an ally that acts later this round, unused there": (
        "tad-expires",
        "Assist to an ally that acts later this round, unused there",
    ),
    "d8 banked, Setup gives d6 / d8 / d10": (
        "one-tad-per-persona",
        "a Setup of d6: the d8 stays",
        "a Setup of d8: the new d8",
        "a Setup of d10",
    ),
    "Setup with a TAD banked": ("one-tad-per-persona", "a Setup with a TAD banked does not roll it"),
    "TAD d6, attacked, brought to the defence / kept": (
        "tad-in-a-defence",
        "brought: rolled and used up",
        "kept: still banked",
    ),
    "lane Mid: Slow strike / Fast strike / Setup": ("what-a-lane-allows", "lane Mid"),
    "lane Fast: Setup": ("what-a-lane-allows", "lane Fast"),
    "Fast with Spirit 2, Mid with Spirit 9": (
        "order-of-turns",
        "Fast with Spirit 2 before Mid with Spirit 9",
    ),
    "both Mid, Spirit 4 = 4, Mind 3 against 5": (
        "order-of-turns",
        "both Mid, Spirit 4 each, Mind 5 before Mind 3",
    ),
    "Body strike at an ally, intercepted": (
        "interception",
        "stepping in: its own Body and dice, and the wounds are its own",
    ),
    "psychic strike, nullified": (
        "nullification",
        "no rolls; the Action stays spent, the TAD stays banked",
    ),
    "counter-attack that misses; the foe has a counter-attack too": (
        "counter-attacks",
        "a counter-attack that misses provokes no counter-attack",
    ),
    "cooldown 1, used in a foe's turn": (
        "counter-attacks",
        "cooldown 1: used in a foe's turn, ready again once the owner's next turn has begun",
    ),
    "Body at 0, count 1, a bonus turn ends": ("bonus-turn", "Body at 0, count 1, a bonus turn ends"),
}
"""Row of the register to the example that plays it: the file, and the cases in it where it has cases."""

PACE: dict[str, tuple[str, ...]] = {
    "Contest 17 vs 17": ("saves-contests-and-spells", "Contest 17 vs 17"),
    "Advantage ×2, Disadvantage ×1": ("saves-contests-and-spells", "Advantage twice, Disadvantage once"),
    "start of round with 2 AP / 3 AP / 5 AP": (
        "action-points",
        "start of round with 2 AP",
        "start of round with 3 AP",
        "start of round with 5 AP",
    ),
    "critical defence at 5 AP": ("attack-and-answers", "a critical defence at 5 AP"),
    "2d6+3 on a critical": ("heavy-blows", "2d6+3 on a critical are 4d6+3"),
    "damage 9, Block 4, DR 3": ("attack-and-answers", "damage 9, Block 4, DR 3"),
    "damage 5, Block 4, DR 3": ("attack-and-answers", "damage 5, Block 4, DR 3"),
    "attacked from behind with 3 AP": (
        "attack-and-answers",
        "attacked from behind with 3 AP: no answer, but a roll",
    ),
    "Block, Evade or Counter at 0 AP": ("attack-and-answers", "at 0 AP no answer is offered"),
    "Counter: wins, rerolls, loses": ("attack-and-answers", "Counter: wins, rerolls, loses"),
    "3 diagonals with Speed 4": ("movement", "3 diagonals with Speed 4"),
    "4 diagonals with Speed 5": ("movement", "4 diagonals with Speed 5"),
    "Push 2, wall after 1": ("pushed", "Push 2, wall after 1"),
    "Push 2, character after 0": ("pushed", "Push 2, character after 0"),
    "Push 2 diagonally, free": ("pushed", "Push 2 diagonally, free"),
    "Push 2 at the edge of the board": ("pushed", "Push 2 at the edge of the board"),
    "object 7 Paces away": ("distances-and-facing", "object 7 Paces away: DC 12"),
    "Wait after an attack": ("saves-contests-and-spells", "Wait after an attack"),
    "pick up Bulk 3 with 2 AP": ("action-points", "pick up Bulk 3 with 2 AP"),
    "26th word without AP": ("action-points", "26th word without AP"),
    "first round of a scene": ("action-points", "first round of a scene"),
    "spell against Will 4 by the afflicted's DC": (
        "saves-contests-and-spells",
        "spell against Will 4 by the afflicted's DC: 13 fails",
        "spell against Will 4 by the afflicted's DC: 14 works",
    ),
    "distance (1,1) / (2,2) / (3,1) / (4,4)": (
        "distances-and-facing",
        "distance (1,1) is 1 Pace: DC 6",
        "distance (2,2) is 3 Paces: DC 8",
        "distance (3,1) is 3 Paces: DC 8",
        "distance (4,4) is 6 Paces: DC 11",
    ),
    "range 2, target at (2,2)": ("distances-and-facing", "range 2, target at (2,2)"),
    "Speed 4: two difficult squares straight on / a difficult second diagonal": (
        "movement",
        "two difficult squares straight on",
        "a difficult second diagonal: 1 and 3",
    ),
    "facing N, attacker at (−2,−2) / (−2,−1) / (0,1)": (
        "distances-and-facing",
        "facing N, attacker at (-2,-2)",
        "facing N, attacker at (-2,-1)",
        "facing N, attacker at (0,1)",
    ),
    "foe Pivots at the turn's start and now threatens": (
        "movement",
        "foe Pivots at the turn's start and now threatens",
    ),
    "free movement, then facing": ("movement", "free movement, then facing"),
    "attack, then the free movement": ("movement", "attack, then the free movement"),
    "attack 15, defence 15, Block paid": (
        "attack-and-answers",
        "attack 15, defence 15, Block paid: no hit, and the Block is not rolled",
    ),
    "defender's natural 20 loses the contest, 2 AP": (
        "heavy-blows",
        "the defender's natural 20 that loses the contest, at 2 AP",
    ),
    "attacker's natural 20 loses the contest": (
        "heavy-blows",
        "the attacker's natural 20 that loses the contest deals nothing",
    ),
    "Counter won twice, riposte 1d8 = 5, DR 2": ("a-counter-won-twice",),
    "Speed 5: Evade / tripped": (
        "attack-and-answers",
        "Speed 5: an Evade of 2",
        "Speed 5, tripped: an Evade of 1",
    ),
    "Trip on a tripped one, Speed 6": ("holds-trips-and-disarms", "Trip on a tripped one, Speed 6"),
    "Tethered (1): own step to distance 2 / pushed to 3": (
        "holds-trips-and-disarms",
        "Tethered (1): own step to distance 2",
        "Tethered (1): pushed to 3",
    ),
    "disarmed, one hand free": ("holds-trips-and-disarms", "disarmed, one hand free"),
    "Wait with 5 AP": ("action-points", "Wait with 5 AP: 5, and Advantage (1) in the next round"),
    "clock roll: natural 20 that misses the DC": (
        "challenge-clock",
        "natural 20 that misses the DC: Breakthrough, 1 segment",
    ),
    "last two drop to 0 in one collision": ("last-two-in-one-collision",),
}
"""The same for Pace."""

CANTOR: dict[str, tuple[str, ...]] = {
    "Lock On + Prone + Bolster vs Hard Cover, ranged": (
        "accuracy-and-cover",
        "Lock On + Prone + Bolster vs Hard Cover, ranged",
    ),
    "Bolster vs Soft Cover while engaged, ranged": (
        "accuracy-and-cover",
        "Bolster vs Soft Cover while engaged, ranged",
    ),
    "same, melee": ("accuracy-and-cover", "Bolster vs Soft Cover while engaged, melee"),
    "three accuracy dice 2, 5, 3": ("accuracy-and-cover", "three accuracy dice 2, 5, 3"),
    "Evasion 12, Stunned": ("accuracy-and-cover", "Evasion 12, Stunned"),
    "E-Defense 8, Stunned, tech attack": ("accuracy-and-cover", "E-Defense 8, Stunned, tech attack"),
    "total 10 vs Evasion 10": ("accuracy-and-cover", "total 10 vs Evasion 10"),
    "damage 5, Exposed, Armor 2, Braced": ("damage", "damage 5, Exposed, Armor 2, Braced"),
    "damage 5, Exposed, Armor 3, Braced": ("damage", "damage 5, Exposed, Armor 3, Braced"),
    "damage 3, Armor 4": ("damage", "damage 3, Armor 4"),
    "damage 3, Armor 4, AP": ("damage", "damage 3, Armor 4, AP"),
    "Reliable 2, miss, Armor 1": ("damage", "Reliable 2, miss, Armor 1"),
    "Overshield 3, HP 6, damage 5": ("damage", "Overshield 3, HP 6, damage 5"),
    "Cantor HP 4, Structure 3, damage 9": ("structure", "Cantor HP 4, Structure 3, damage 9"),
    "Cantor HP 4, Structure 1, damage 9": ("structure", "Cantor HP 4, Structure 1, damage 9"),
    "Enemy HP 4, damage 4": ("damage", "Enemy HP 4, damage 4"),
    "Speed 5 Slowed / Speed 1 Slowed": ("movement", "Speed 5 Slowed", "Speed 1 Slowed"),
    "Slowed, Knockback 2": ("movement", "Slowed, Knockback 2"),
    "1st, 2nd, 3rd Cooldown of a scene from Stress 4": (
        "resonance",
        "1st, 2nd, 3rd Cooldown of a scene from Stress 4",
    ),
    "band 3, attack": ("resonance", "band 3, attack"),
    "Overcharged and hit for 10": ("resonance", "Overcharged and hit for 10"),
    "Fractured, Bond Move": ("resonance", "Fractured, Bond Move"),
    "Two Cantors swear in one round / in two rounds": (
        "fractures-and-oaths",
        "Two Cantors swear in one round",
        "Two Cantors swear in two rounds",
    ),
    "damage 9, resistance, Braced": ("damage", "damage 9, resistance, Braced"),
    "the same, Shredded": ("damage", "damage 9, resistance, Braced, Shredded"),
    "hit with 1d6 Reliable 3, roll 1, Exposed": ("damage", "hit with 1d6 Reliable 3, roll 1, Exposed"),
    "Invisible target, flip misses, Reliable 2, Lock On": (
        "damage",
        "Invisible target, flip misses, Reliable 2, Lock On",
    ),
    "hit for 0, Braced": ("damage", "hit for 0, Braced"),
    "miss with Reliable 3, Braced": ("damage", "miss with Reliable 3, Braced"),
    "adjacent to three hostiles, ranged": ("accuracy-and-cover", "adjacent to three hostiles, ranged"),
    "Soft and Hard Cover on the line": ("accuracy-and-cover", "Soft and Hard Cover on the line"),
    "sonic attack, Hard Cover, engaged": ("accuracy-and-cover", "sonic attack, Hard Cover, engaged"),
    "Burn 2, hit adds 3, save failed at the end of the turn": (
        "damage",
        "Burn 2, hit adds 3, save failed at the end of the turn",
    ),
    "Burn 3, Overshield 2, Armor 4": ("damage", "Burn 3, Overshield 2, Armor 4"),
    "Impaired got in one's own turn / between turns": (
        "conditions",
        "Impaired got in one's own turn",
        "Impaired got between turns",
    ),
    "Stunned for its whole turn": ("conditions", "Stunned for its whole turn"),
    "Braced in the own turn, no hit till New Round": (
        "conditions",
        "Braced in the own turn, no hit till New Round",
    ),
    "Skirmish twice in a turn": ("conditions", "Skirmish twice in a turn"),
    "Save without a cause": ("conditions", "Save without a cause"),
    "Impaired and burning, both till this turn's end": (
        "conditions",
        "Impaired and burning, both till this turn's end",
    ),
    "Prone and Immobilized: stand": ("movement", "Prone and Immobilized: stand"),
    "Prone: Move / Boost": ("movement", "Prone: Move", "Prone: Boost"),
    "Stabilize on Granite Lock's Immobilized": (
        "fractures-and-oaths",
        "Stabilize on Granite Lock's Immobilized",
    ),
    "band 2: Barrage / Overwatch hit": ("resonance", "band 2: Barrage", "band 2: Overwatch hit"),
    "band 4, Cooldown in the same turn": ("resonance", "band 4, Cooldown in the same turn"),
    "band 4 not yet manifest, Bond Move": ("resonance", "band 4 not yet manifest, Bond Move"),
    "Quartz Silence: Skirmish / Ram / Bond Move": (
        "fractures-and-oaths",
        "Quartz Silence: Skirmish",
        "Quartz Silence: Ram",
        "Quartz Silence: Bond Move",
    ),
    "third Cooldown from Stress 3": ("resonance", "third Cooldown from Stress 3"),
    "fourth Cooldown from Stress 4": ("resonance", "1st, 2nd, 3rd Cooldown of a scene from Stress 4"),
    "Knockback 2, a unit 1 behind": ("movement", "Knockback 2, a unit 1 behind"),
    "boss with 2 activations, one other Enemy": ("a-boss-with-two-activations",),
}
"""The same for Cantor."""

SUNDER: dict[str, tuple[str, ...]] = {
    "1": ("levels-of-a-test", "1: P 12, R 4"),
    "2": ("levels-of-a-test", "2: P 12, R 4, its own number and above"),
    "3": ("levels-of-a-test", "3: P 12, R 0"),
    "4": ("levels-of-a-test", "4: P 8, R 2"),
    "5": ("levels-of-a-test", "5: P 5, R 5", "5: P 1, R 0 and P 20, R 0"),
    "6": ("volatility", "6: S 3, D6, base Success, faces 2 and 5"),
    "7": ("volatility", "7: S 3, D6, base Success, faces 3 and 1"),
    "8": ("volatility", "8: S 9, D6: J 5", "8: S 9, D6: only a 6", "8: S 4, D4: J 3"),
    "9": ("volatility", "9: base Failure"),
    "10": ("volatility", "10: natural Miff, k above J"),
    "11": ("dice-of-a-test", "11: Proficient, Domain, 2 Knacks, Risky"),
    "12": (
        "dice-of-a-test",
        "12: Proficient, Disadvantage",
        "12: Unskilled, Disadvantage",
        "12: Unskilled, Desperate",
    ),
    "13": (
        "dice-of-a-test",
        "13: Unskilled, Advantage, Uncertain",
        "13: Unskilled, Advantage, Risky",
        "13: two Disadvantages, one Advantage, proficient",
    ),
    "14": ("volatility", "14: Unskilled, Dire, 6, 4, 2 on D6, S 2"),
    "15": ("dice-of-a-test", "15: Wit (Sleight), P 9", "15: a Success puts 1 Stress on Wit"),
    "16": (
        "group-tests",
        "16: Crit, Failure, Mixed",
        "16: four Successes",
        "16: Failure, Failure, Miff",
        "16: Success, Failure",
        "16: a personal natural Miff on P 8, S 5, R 3",
    ),
    "17": ("damage", "17: damage 21, 20, 25, 26, 1", "17: damage 0", "17: healing 7"),
    "18": ("fallout", "18: P 8, S 5, R 1, incoming 2", "18: P 8, S 5, R 1, incoming 3"),
    "19": ("fallout", "19: full, incoming 1", "19: full, a Test that succeeds", "19: full, Resistance spent"),
    "20": ("fallout", "20: 6 overflow, Proof", "20: 6 overflow, Bane", "20: 1 overflows, Proof"),
    "21": ("damage", "21: Crit, D6 shows 6, D8 shows 8, D10 shows 4"),
    "22": ("damage", "22: the same hit on one who is Warded (1)"),
    "23": (
        "fallout",
        "23: Failure on a Dire Test",
        "23: Miff on a Dire Test",
        "23: Failure on an Uncertain Test with one Disadvantage",
        "23: Failure on an Uncertain Test",
    ),
    "24": ("fallout", "24: a Tank with 5 Marks, felled by Minor Fallout"),
    "25": (
        "pairs-of-halves",
        "25: Strike top and Shift bottom",
        "25: Shift top and Strike bottom",
        "25: Endure bottom first, then Influence top",
    ),
    "26": (
        "pairs-of-halves",
        "26: Strike top with Strike bottom, or with Endure top",
        "26: Shift bottom with Spin bottom",
        "26: Narrate top outside a group action",
        "26: Narrate top with any bottom",
    ),
    "27": ("pairs-of-halves", "27: Moved 10 of 30 ft, then attacks"),
    "28": (
        "pairs-of-halves",
        "28: Frenzied: Strike top and Endure top",
        "28: Frenzied: Strike top, Shift bottom and Evade bottom",
    ),
    "29": (
        "hits-and-resists",
        "29: actor attacks, final Mixed",
        "29: target resists a Condition, final Mixed",
        "29: target's Success",
    ),
    "30": (
        "hits-and-resists",
        "30: three conscious adversaries within Here",
        "30: a conscious adversary within Here",
        "30: only an incapacitated one",
    ),
    "31": ("surges", "31: used after own turn 1, before turn 2", "31: used during turn 2"),
    "32": ("surges", "32: after an attack was announced", "32: before any announcement"),
    "33": ("reactions-and-sequences", "33: one hit, two Traits"),
    "34": ("turn-order", "34: A withholds for C"),
    "35": (
        "turn-order",
        "35: B and C form a group action",
        "35: A alone, throws in again after acting",
    ),
    "36": ("reactions-and-sequences", "36: a D4 Sequence", "36: a card of 1 turn"),
    "37": ("hope-and-dread", "37: Success, Crit, Failure from 6/6"),
    "38": ("perks", "38: Fracture on 3, S 3", "38: Fracture on 3, S 2", "38: Fracture on 3, S 0"),
    "39": (
        "perks",
        "39: Tempt on 4, J 3, base Failure",
        "39: Tempt on 4, and not used",
        "39: Reversal on 3, S 3",
    ),
    "40": ("perks", "40: Charged D4, S 3, k 4, base Mixed", "40: the same on a natural Miff"),
    "42": (
        "distances",
        "42: adjacent, 5 ft",
        "42: 30 ft is Close, 35 ft is There",
        "42: 125 ft in sight is Yonder",
    ),
}
"""The same for Sunder, whose examples are numbered."""

EXAMPLES = {"d20plus": D20PLUS, "pace": PACE, "cantor": CANTOR, "sunder": SUNDER}

BY_TESTS = {
    "d20plus": {"Skill 4 → 5, 7 → 8, 4 → 6"},
    "pace": {"Strength 4"},
    "cantor": {"last Cantor and last Enemy out by one action"},
    "sunder": {"41"},
}
"""Rows about arithmetic outside a fight, which tests/systems/d20plus/test_build.py and
tests/systems/pace/test_rolls.py hold, and one that no attack of the bundled kinds brings about, which
tests/systems/cantor/test_ending.py holds. Sunder's about the budget of an adversary is held by
tests/systems/sunder/test_contours_in_play.py."""


def rows_of(system: str) -> list[str]:
    """What a register says must hold: the rows of its table, or the numbers of its worked examples."""
    text = (REGISTERS / f"{system}.md").read_text(encoding="utf-8")
    examples = text.partition("## Worked examples")[2].partition("\n## ")[0]
    return [row.case for row in register(system).cases] or re.findall(r"^(\d+)\. ", examples, re.MULTILINE)


@pytest.mark.parametrize("system", EXAMPLES)
def test_every_row_has_an_example(system: str) -> None:
    """A row added to the register wants an example; a row that was changed wants another look."""
    rows = rows_of(system)
    assert set(rows) == {*EXAMPLES[system], *BY_TESTS[system]}
    assert len(rows) == len(set(rows))


@pytest.mark.parametrize(
    ("system", "row"), [(system, row) for system, rows in EXAMPLES.items() for row in rows]
)
def test_the_example_of_a_row_is_there(system: str, row: str) -> None:
    """The named file has the named cases."""
    name, *cases = EXAMPLES[system][row]
    path = ROOT / "tests" / "scenarios" / system / f"{name}.toml"
    example = load_example(read_path(path), path.stem)
    assert set(cases) <= {case.name for case in example.cases}
    assert cases or len(example.cases) == 1


def test_every_registered_system_is_looked_at() -> None:
    """A system that is added wants its rows played."""
    assert set(EXAMPLES) == set(registered())


@pytest.mark.clause("D2.4")
@pytest.mark.parametrize("face", range(1, 21))
def test_only_a_natural_20_counts_more_than_it_shows(face: int) -> None:
    """30 for a 20, the face for every other, a natural 1 included."""
    assert natural_twenty(face) == (30 if face == 20 else face)
