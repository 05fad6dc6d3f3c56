"""What nobody may learn: where a concealed Persona is, its score, lanes before the reveal, dice kept back."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.codec import to_plain
from affray.kernel.requests import Roll, question_of
from affray.systems.d20plus.events import CoverTaken, Paid, StrikeDeclared
from affray.systems.d20plus.legal import judged
from tests.systems.d20plus.fights import Table, fight, person


def seen_by(table: Table, side: str, start: int = 0) -> list[Any]:
    """The events as this side may see them."""
    return [
        record.event if record.to is None or side in record.to else record.public
        for record in table.session.records[start:]
        if record.to is None or side in record.to or record.public is not None
    ]


def hiding(*others: Any, **ann: Any) -> Table:
    """Ann is concealed in the yard and acts first, with two Moves."""
    ann = {"concealment": 27} | ann
    return Table(fight(person("ann", spirit=9, **ann), person("bob", "B", "hill"), *others)).do("ann 2-moves")


@pytest.mark.clause("D8.10")
@pytest.mark.parametrize(
    ("answers", "secret"),
    [
        (("ann move gate",), ("gate", "yard")),
        (("ann cover crate",), ("Crate", "yard")),
        (("ann move gate", "ann conceal", "ann 13"), ("17", "gate")),
        (("ann move gate", "ann cover wall"), ("gate", "Wall")),
    ],
)
def test_foes_learn_nothing_of_where_a_concealed_persona_goes(
    answers: tuple[str, ...], secret: tuple[str, ...]
) -> None:
    """Only that a Move was spent: neither zone nor obstacle nor score in any event they get."""
    table = hiding()
    start = len(table.session.records)
    table.do(*answers)
    shown = " ".join(repr(to_plain(event)) for event in seen_by(table, "B", start))
    assert not any(word in shown for word in secret)
    own = " ".join(repr(to_plain(event)) for event in seen_by(table, "A", start))
    assert secret[0] in own


@pytest.mark.clause("D8.10")
def test_every_move_of_a_concealed_persona_looks_alike_to_foes() -> None:
    """A step and taking cover must not be told apart."""
    looks = []
    for answer in ("ann move gate", "ann cover crate"):
        table = hiding()
        start = len(table.session.records)
        table.do(answer)
        looks.append([to_plain(event) for event in seen_by(table, "B", start)])
    assert looks[0] == looks[1]


def test_leaving_cover_while_concealed_is_not_seen_at_all() -> None:
    """It costs nothing, so there is nothing to see."""
    table = hiding(cover="Crate")
    start = len(table.session.records)
    table.do("ann leave-cover")
    assert seen_by(table, "B", start) == []


@pytest.mark.clause("D8.6")
def test_the_dice_of_a_concealment_are_thrown_for_the_own_side_alone() -> None:
    """Whoever sees them fall knows the score."""
    table = hiding().do("ann conceal")
    request = table.session.pending.request  # type: ignore[union-attr]
    assert isinstance(request, Roll)
    assert request.to == ("A",)


@pytest.mark.clause("D8.10")
def test_the_score_stands_in_no_part_of_a_search_that_the_searcher_is_sent() -> None:
    """Only in the cuts, which stay with the rules."""
    table = Table(fight(person("ann", concealment=27), person("bob", "B", spirit=9))).do(
        "bob 2-actions", "bob locate ann"
    )
    pending = table.session.pending
    assert pending is not None
    request = pending.request
    assert isinstance(request, Roll)
    assert "27" not in repr((request.pool, request.about, request.to))
    assert request.cuts.at == (27,)


def test_a_correction_of_a_concealed_personas_place_reaches_its_own_side_alone() -> None:
    """The GM moves it; foes see nothing."""
    table = hiding()
    start = len(table.session.records)
    table.act("set", persona="ann", field="zone", value="gate").act(
        "set", persona="ann", field="cover", value="Wall"
    )
    assert seen_by(table, "B", start) == []
    assert len(seen_by(table, "A", start)) == 2


@pytest.mark.clause("D8.6")
def test_who_starts_concealed_was_seen_nowhere() -> None:
    """The place it starts in would be shown as the last one seen."""
    assert hiding()["ann"].seen_in is None


@pytest.mark.clause("D8.6")
def test_the_options_of_a_foe_do_not_depend_on_where_a_concealed_persona_is() -> None:
    """Offered and refused alike, with the same words, wherever it stands and behind whatever."""
    looks = []
    for zone, cover in (("yard", None), ("yard", "Crate"), ("gate", None), ("moor", None)):
        encounter = fight(
            person("ann", zone=zone, cover=cover, concealment=27),
            person("cid", zone="gate"),
            person("bob", "B", spirit=9, weapons=("axe", "bow"), abilities=("hook", "trip", "hex")),
        )
        table = Table(encounter).do("bob 2-actions")
        turn = table.state.turn
        assert turn is not None
        looks.append(list(judged(table.session.encounter, table["bob"], turn)))
    assert all(look == looks[0] for look in looks)


@pytest.mark.clause("D8.8")
@pytest.mark.parametrize("zone", ["yard", "gate", "road"])
def test_moving_past_a_concealed_foe_asks_nobody(zone: str) -> None:
    """A question, or a wait for one, would tell that it is there."""
    foe = person("ann", zone=zone, concealment=27, abilities=("sentry", "riposte"))
    table = Table(fight(foe, person("bob", "B", spirit=9))).do("bob 2-moves", "bob move gate")
    assert table.asked == [("bob", "turn")]


@pytest.mark.clause("D11.3")
@pytest.mark.parametrize("zone", ["yard", "gate"])
def test_striking_beside_a_concealed_guard_asks_nobody(zone: str) -> None:
    """Whether it is near enough to step in is nobody's business."""
    table = Table(
        fight(
            person("bob", "B", spirit=9),
            person("cid"),
            person("ann", zone=zone, concealment=27, abilities=("guard",)),
        )
    ).do("bob 2-actions", "bob strike axe cid")
    assert table.asked == [("bob", "throw"), ("cid", "throw")]


@pytest.mark.clause("D9.4")
def test_no_lane_is_anywhere_in_the_state_before_the_reveal() -> None:
    """Not even the own side's."""
    table = Table(fight(person("ann"), person("bob", "B")), None).do("ann Slow")
    assert "Slow" not in repr(to_plain(table.state))
    assert not any("Slow" in repr(to_plain(record.event)) for record in table.session.records)


@pytest.mark.clause("D10.5", "D3.4")
def test_both_sides_dice_are_chosen_in_one_secret_window() -> None:
    """A kept TAD must not show before the attacker has chosen."""
    encounter = fight(person("ann", spirit=9), person("bob", "B", tad=6))
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob")
    pending = table.session.pending
    assert pending is not None
    assert getattr(pending.request, "until", None) == "all"
    question = question_of(pending.request, 0)
    assert question is not None
    assert question.seat == "bob"


def test_the_events_of_seen_people_are_public() -> None:
    """Secrecy is for the concealed alone."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B"))).do("ann 2-actions", "ann cover crate")
    table.do("ann strike axe bob", "ann 10", "bob 10")
    public = [
        record
        for record in table.session.records
        if isinstance(record.event, (CoverTaken, Paid, StrikeDeclared))
    ]
    assert [record.to for record in public] == [None] * 4
