"""Exact chances as Cantor shows them: against counts by hand, and without a word of what is Hidden."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.kernel.presentation import Odds
from affray.kernel.requests import Question, question_of
from affray.odds.exact import explorer, position_of
from affray.systems.cantor.odds import option_odds
from affray.systems.cantor.text.odds import ranges
from tests.systems.cantor.fights import Person, Table, fight, give, person

PAIR = "......\n.AB...\n......"
APART = "........\n.A...B..\n........"
THREE = "........\n.A...BC.\n......D."


def at(board: str, *people: Person) -> Table:
    """These people, the first of whom acts."""
    return Table(fight(board, *people))


def question(table: Table, part: int = 0) -> Question:
    """The question that is open."""
    found = question_of(table.request, part)
    assert found is not None
    return found


def odds_or_none(table: Table, option: str, part: int = 0) -> Odds | None:
    """The chances of an option of the open question, if there are any."""
    asked = question(table, part)
    assert option in [one.id for one in asked.options], [one.id for one in asked.options]
    position = position_of(table.session)
    assert position is not None
    return option_odds(table.fight, asked, option, explorer(position, part, option))


def odds_of(table: Table, option: str) -> Odds:
    """The chances of an option of the open question."""
    found = odds_or_none(table, option)
    assert found is not None
    return found


def bars(odds: Odds) -> dict[str, float]:
    """The bars by their labels."""
    return {bar["label"]: bar["percent"] for bar in odds["bars"]}


def duel(bob: dict[str, Any] | None = None, board: str = PAIR, **ann: Any) -> Table:
    """Ann, whose turn it is, and Bob with Evasion 10."""
    return at(board, person("ann", **ann), person("bob", "B", **(bob or {})))


# Attacks


@pytest.mark.clause("C1.5", "C1.6")
def test_a_skirmish_counted_by_hand() -> None:
    """11 faces of 20 reach Evasion 10; the six faces of damage are alike."""
    odds = odds_of(duel(), "skirmish rod bob")
    assert bars(odds) == {"0": 45.0, "1–2": 18.3, "3–4": 18.3, "5–6": 18.3}
    assert odds["summary"] == "Hits in 55.0 %, mean 1.9 HP"
    assert odds["mean"] == round(float(Fraction(11, 20) * Fraction(7, 2)), 2)
    assert odds["notes"] == []


@pytest.mark.clause("C1.3", "C2.12")
def test_a_die_of_difficulty_counts() -> None:
    """Soft Cover: d20 - d6 >= 10 for 3 + 3.5 ... faces: 45 of 120."""
    reached = sum(d20 - d6 >= 10 for d20 in range(1, 21) for d6 in range(1, 7))
    odds = odds_of(duel(board="........\n.A.s.B..\n........"), "skirmish gun bob")
    assert bars(odds)["0"] == round(100 - reached / 1.2, 1)


@pytest.mark.clause("C1.6")
def test_an_enemy_that_may_fall_has_a_bar_for_it() -> None:
    """4 HP: 1 to 3 of d6 are lost, from 4 on it is defeated."""
    odds = odds_of(duel({"hp": 4}), "skirmish rod bob")
    assert bars(odds) == {"0": 45.0, "1": 9.2, "2": 9.2, "3": 9.2, "falls": 27.5}
    assert odds["summary"] == "Bob falls in 27.5 %, mean 1.6 HP"
    assert odds["bars"][-1]["mark"] == "bad"


@pytest.mark.clause("C1.6")
def test_a_cantor_loses_structure_or_falls_with_the_last() -> None:
    """What it is to lose all HP hangs on the Structure that is left."""
    for structure, label in ((2, "loses Structure"), (1, "falls")):
        bob = {"kind": "cantor", "hp": 3, "structure": structure}
        assert label in bars(odds_of(duel(bob), "skirmish rod bob"))


@pytest.mark.clause("C1.6")
def test_reliable_lands_on_a_miss() -> None:
    """Nothing is never lost, and a miss is no hit."""
    odds = odds_of(duel(board=APART, weapons=("sure",)), "skirmish sure bob")
    assert "0" not in bars(odds)
    assert odds["summary"].startswith("Hits in 55.0 %")


@pytest.mark.clause("C1.5")
def test_an_invisible_target_halves_the_chance() -> None:
    """The flip comes first."""
    odds = odds_of(duel({"conditions": ("Invisible",)}), "skirmish rod bob")
    assert odds["summary"].startswith("Hits in 27.5 %")


@pytest.mark.clause("C3.8", "C3.11")
def test_what_deals_no_damage_hits_or_misses() -> None:
    """Ram and Grapple, and arts that only inflict."""
    table = duel(arts=("jam",))
    assert bars(odds_of(table, "ram bob")) == {"misses": 45.0, "hits": 55.0}
    assert bars(odds_of(table, "grapple bob")) == {"misses": 45.0, "hits": 55.0}
    assert odds_of(table, "art jam bob")["summary"] == "Hits in 65.0 %"
    assert odds_of(table, "improvised bob")["mean"] == 1.93


@pytest.mark.clause("C3.11")
def test_a_barrage_tells_of_its_first_weapon() -> None:
    """The second is chosen when the first has been fired."""
    odds = odds_of(duel(), "barrage rod bob")
    assert bars(odds) == bars(odds_of(duel(), "skirmish rod bob"))
    assert odds["notes"] == ["The first weapon alone"]
    table = duel().do("ann barrage rod bob", "ann 1")
    assert odds_of(table, "fire gun bob")["notes"] == []
    assert odds_or_none(table, "stop") is None


@pytest.mark.clause("C1.12")
def test_an_area_tells_of_all_that_are_seen_together() -> None:
    """Damage is rolled once, for both."""
    table = at(THREE, person("ann", weapons=("mortar",)), person("bob", "B"), person("cat", "B"))
    odds = odds_of(table, "skirmish mortar at F2")
    both = Fraction(11, 20) * 2 * Fraction(7, 2)
    assert odds["mean"] == round(float(both), 2)
    assert odds["summary"].startswith("Hits somebody in 79.8 %")
    assert odds["notes"] == ["HP of Bob and Cat together"]
    assert sum(bars(odds).values()) == pytest.approx(100, abs=0.3)


# What is not rolled


@pytest.mark.parametrize("option", ["move B1", "boost B1", "bolster ann", "lock-on bob", "end"])
def test_where_nothing_is_rolled_there_are_no_odds(option: str) -> None:
    """A Move, one-click actions, the end."""
    assert odds_or_none(duel(), option) is None


# Answers


@pytest.mark.clause("C3.6")
def test_brace_shows_what_it_spares() -> None:
    """A hit with d6: 3.5 without, halves rounded up 2 with it."""
    table = duel().do("ann skirmish rod bob", "ann 15")
    assert odds_of(table, "no")["mean"] == 3.5
    assert odds_of(table, "brace")["mean"] == 2.0
    assert bars(odds_of(table, "brace")) == {"1": 33.3, "2": 33.3, "3": 33.3}


@pytest.mark.clause("C3.12")
def test_overwatch_is_an_attack_like_any_other() -> None:
    """Bob's rod against Ann, who moves on."""
    table = duel().do("ann move A1")
    assert question(table).kind == "overwatch"
    assert odds_of(table, "overwatch rod")["summary"] == "Hits in 55.0 %, mean 1.9 HP"
    assert odds_or_none(table, "no") is None


@pytest.mark.clause("C3.11")
def test_an_escape_leaves_a_tie_to_the_holder() -> None:
    """Of 400 pairs 190 are won."""
    table = at(PAIR, person("ann"), person("bob", "B", grapples="ann"))
    assert bars(odds_of(table, "escape")) == {"still held": 52.5, "free": 47.5}


@pytest.mark.clause("C3.13")
def test_a_shove_over_an_edge_shows_the_save() -> None:
    """Of 20 faces 9 fall; ground has no odds."""
    table = duel(board="......\n.AB~..\n......").do("ann ram bob", "ann 20")
    edge = odds_of(table, "to D2")
    assert bars(edge) == {"falls": 45.0, "holds on": 55.0}
    assert edge["summary"] == "Bob falls in 45.0 %"
    others = [option for option in table.options("ann") if option != "to D2"]
    assert others
    assert all(odds_or_none(table, option) is None for option in others)


# What is Hidden


def hidden_scene(dee_at: str, **ann: Any) -> Table:
    """Bob and Cat in sight; Dee is Hidden, with a marker that is always the same."""
    table = at(THREE, person("ann", **ann), person("bob", "B"), person("cat", "B"), person("dee", "B", hp=9))
    dee = give(table["dee"], "Hidden")
    place, marker = table.fight.book.board.hex(dee_at), table.fight.book.board.hex("G3")
    assert place is not None
    dee.hex, dee.marker = place, marker
    return table


@pytest.mark.clause("C2.8", "C6.2")
def test_no_odds_tell_where_a_hidden_unit_is() -> None:
    """In the area or not, hale or nearly defeated: the same is shown."""
    for weapons, option in ((("mortar",), "skirmish mortar at F2"), (("gun", "rod"), "skirmish gun bob")):
        shown = []
        for place in ("E1", "F1", "H3", "A3"):
            table = hidden_scene(place, weapons=weapons)
            table["dee"].hp = len(place) + ord(place[0]) % 5
            position = position_of(table.session)
            assert position is not None
            shown.append(odds_or_none(table, option))
        assert shown[0] is not None
        assert all(one == shown[0] for one in shown)


@pytest.mark.clause("C2.8")
def test_an_area_that_shoves_has_no_odds_while_somebody_is_hidden() -> None:
    """Whether the first target is stopped by a Hidden one would change the dice against the next."""
    table = hidden_scene("H3", weapons=("bellows",))
    bob, cat = table["bob"], table["cat"]
    bob.hex, cat.hex = table["ann"].hex + 1, table["ann"].hex + 2
    option = f"skirmish bellows at {table.at('cat')}"
    # The question was asked before they came; another turn asks anew.
    table.do("ann end").turn_of("ann")
    assert option in table.options("ann")
    assert odds_or_none(table, option) is None


# The ranges


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0, []),
        (1, [(1, 1)]),
        (3, [(1, 1), (2, 2), (3, 3)]),
        (5, [(1, 2), (3, 5)]),
        (13, [(1, 4), (5, 8), (9, 13)]),
    ],
)
def test_ranges_fit_what_can_come(most: int, expected: list[tuple[int, int]]) -> None:
    """At most three."""
    assert ranges(most) == expected


@pytest.mark.parametrize("most", range(1, 60))
def test_ranges_join_without_gaps(most: int) -> None:
    """Every number lies in exactly one."""
    covered = [number for low, high in ranges(most) for number in range(low, high + 1)]
    assert covered == list(range(1, most + 1))
