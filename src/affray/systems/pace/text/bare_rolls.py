"""Rolls without a fight: "+5 adv 2 vs +3 dis", "+4 vs DC 13". Read by the rules' own functions.

expression = side "vs" ( side | "DC" number )
side       = ["d20"] ("+" | "-") score { ("adv" | "dis") [number] }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from affray.dice.pools import pool_distribution
from affray.dice.reading import Reader
from affray.kernel.requests import Pool
from affray.kernel.system import BareOdds
from affray.systems.pace.rolls import d20_dice, is_critical, net_edge, save_succeeds, wins_contest

EXAMPLE = "+5 adv vs +3"
SCORE_MAX = 100
EDGES_MAX = 20
DC_MAX = 200


def bare_roll(expression: str) -> BareOdds:
    """Who wins a Contest, or whether a Save succeeds; a critical stands by itself."""
    reader = Reader(expression)
    first = _side(reader)
    if reader.word("vs") is None:
        raise reader.fault('"adv", "dis" or "vs"')
    if reader.word("DC") is not None:
        dc = reader.number("a DC", 0, DC_MAX)
        reader.end()
        return _told(first, {dc: 1}, save_succeeds, ("fails", "succeeds"))
    second = _side(reader)
    reader.end('"adv" or "dis"')
    return _told(first, pool_distribution(second), wins_contest, ("does not win", "wins"))


def _side(reader: Reader) -> Pool:
    """A d20 and a score, with what gives it Advantage."""
    if reader.is_next_a_die():
        reader.dice((20,), 1)
    score = reader.signed("a score", SCORE_MAX)
    edges: list[tuple[str, int]] = []
    while (word := reader.word("adv", "dis")) is not None:
        count = reader.number("a count", 1, EDGES_MAX) if reader.is_next_a_number() else 1
        edges.append((word, count if word == "adv" else -count))
        if abs(net_edge(edges)) > EDGES_MAX:
            raise reader.refuse(f"More than {EDGES_MAX} do not fit on a table.")
    return Pool("", (d20_dice(net_edge(edges)),), score)


def _told(
    first: Pool, against: Mapping[int, int], good: Callable[[int, int], bool], labels: tuple[str, str]
) -> BareOdds:
    """Bars of a roll against numbers with their weights; `good` says when a total is."""
    falls = pool_distribution(first)
    whole = sum(falls.values()) * sum(against.values())
    plain = critical = 0
    for total, weight in falls.items():
        wins = weight * sum([other for number, other in against.items() if good(total, number)])
        if is_critical(total - first.bonus):
            critical += wins
        else:
            plain += wins
    won = Fraction(plain + critical, whole)
    outcomes = (
        (labels[0], 1 - won),
        (labels[1], Fraction(plain, whole)),
        (f"{labels[1]} with a critical", Fraction(critical, whole)),
    )
    return BareOdds(outcomes, won, "chance to win" if labels[1] == "wins" else "chance to succeed")
