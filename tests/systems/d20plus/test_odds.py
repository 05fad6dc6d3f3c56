"""Exact chances as d20+ shows them: against a count by hand and against every face."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from affray.odds.exact import explore, option_odds, position_of
from affray.systems.d20plus.events import StrikeResolved
from affray.systems.d20plus.scores import natural_twenty
from affray.systems.d20plus.wounds import wounds_dealt
from tests.systems.d20plus.fights import Person, Table, die, fight, person
from tests.work import calls_of


def about_to_strike(ann: Person, bob: Person, lanes: str = "Mid") -> Table:
    """Ann chooses what to do."""
    return Table(fight(ann, bob), lanes).do("ann 2-actions")


@pytest.mark.clause("D4.1", "D5.1")
def test_a_strike_counted_by_hand() -> None:
    """Might 4 against Body 4 without dice: the margin is that of two d20."""
    odds = option_odds(about_to_strike(person("ann"), person("bob", "B")).session, 0, "strike axe bob")
    assert odds is not None
    # Of 400 pairs. Both from 1 to 19: 190 hit; margin 0 to 9: 19 + 18 + ... + 10 = 145 (1 wound),
    # 10 to 18: 9 + 8 + ... + 1 = 45 (2 wounds). Ann's 20 counts 30: against 19 to 11 margin 11 to 19, 9 pairs
    # (2 wounds); against 10 to 1 margin 20 to 29, 10 pairs (3 wounds); against 20 margin 0, 1 pair (1 wound).
    # Bob's 20 against Ann's 1 to 19 blocks. So 146, 54, 10 of 400, and 190 blocked.
    assert {bar["label"]: bar["percent"] for bar in odds["bars"]} == {
        "blocked": 47.5,
        "1 wound": 36.5,
        "2": 13.5,
        "3": 2.5,
        "4 or more": 0.0,
    }
    # (146 + 2 * 54 + 3 * 10) / 400
    assert odds["mean"] == 0.71


@pytest.mark.clause("D5.2", "D8.5")
def test_a_strike_with_dice_marks_and_cover_equals_every_face() -> None:
    """Bands of 8 from a hexed foe behind cover, a d4 on each side: 6400 throws one by one."""
    ann = person("ann", weapons=("bow",), dice=(die("Gear", 4),), skills={"Grace": 3})
    bob = person("bob", "B", dice=(die("Magic", 4),), hexed_by="ann", cover="Crate")
    position = position_of(about_to_strike(ann, bob).session)
    assert position is not None

    def measure(event: object) -> int | None:
        return event.wounds if isinstance(event, StrikeResolved) else None

    expected: dict[int, Fraction] = {}
    for attack, gear, defence, magic in product(range(1, 21), range(1, 5), range(1, 21), range(1, 5)):
        margin = 7 - 5 + natural_twenty(attack) + gear - 4 - natural_twenty(defence) - magic
        wounds = wounds_dealt(margin, 8)
        expected[wounds] = expected.get(wounds, Fraction(0)) + Fraction(1, 6400)
    assert explore(position, 0, "strike bow bob", measure) == expected


def test_wounds_past_the_end_of_the_track_do_not_raise_the_mean() -> None:
    """Body 1 can take one wound, and is broken by every hit (D6.3)."""
    odds = option_odds(
        about_to_strike(person("ann"), person("bob", "B", body=1)).session, 0, "strike axe bob"
    )
    assert odds is not None
    hit = 100 - odds["bars"][0]["percent"]
    assert odds["mean"] == pytest.approx(hit / 100, abs=0.006)
    assert odds["notes"] == [f"Body broken {hit} %"]


@pytest.mark.clause("D10.2")
def test_a_setup_shows_what_it_may_bank() -> None:
    """Logic 4: nothing up to a roll of 10, d4 from 11, d6 from 16, d10 with a natural 20."""
    odds = option_odds(about_to_strike(person("ann"), person("bob", "B")).session, 0, "setup Logic")
    assert odds is not None
    shown = {bar["label"]: bar["percent"] for bar in odds["bars"]}
    assert shown == {"none": 50.0, "d4": 25.0, "d6": 20.0, "d10": 5.0}


@pytest.mark.clause("D8.10")
def test_a_search_shows_no_chance() -> None:
    """It would tell the secret score."""
    table = about_to_strike(person("ann"), person("bob", "B", concealment=22, spirit=1))
    assert option_odds(table.session, 0, "locate bob") is None


def test_five_dice_a_side_are_little_work() -> None:
    """Bands are looked at, not the billions of throws, so that it can be shown before the click."""
    dice = [die(kind, 12) for kind in ("Gear", "Training", "Magic", "Special")]
    ann, bob = person("ann", body=12, dice=dice, tad=12), person("bob", "B", body=12, dice=dice)
    table = about_to_strike(ann, bob)
    assert option_odds(table.session, 0, "strike axe bob") is not None
    assert calls_of(lambda: option_odds(table.session, 0, "strike axe bob")) < 50_000
