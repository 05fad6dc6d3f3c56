"""Rounds, turns, walks and one-click actions in words."""

from __future__ import annotations

from affray.kernel.presentation import Who
from affray.systems.cantor import events as e
from affray.systems.cantor.text.aftermath import tell_damage, tell_effect, tell_manifest
from affray.systems.cantor.text.ledgers import roll_ledger
from affray.systems.cantor.text.paying import COSTS
from affray.systems.cantor.text.story import Story, names_apart
from affray.telling.draft import Draft
from affray.telling.words import first_up, signed

_DEEDS = {
    "Bolster": "bolsters",
    "Hide": "hides",
    "Brace": "Braces",
    "Stabilize": "stabilizes",
    "Disengage": "disengages",
    "Escape": "tries to escape",
    "Cooldown": "cools down",
    "Bond Move": "makes a Bond Move",
    "Bond Token": "spends a Bond Token",
    "Lock On": "locks on",
    "Stand": "stands up",
}


def tell_round(story: Story, draft: Draft) -> None:
    """A New Round, and what it restores."""
    draft.kind = "round"
    began = story.first(e.RoundBegan)
    if began is None:
        return
    draft.add(f"Round {began.number}. {first_up(story.cast.side(began.first))} choose first.")
    if began.number > 1:
        draft.follow("Reactions are back; Disengaged and unused Braced are gone", began.clause)
    draft.cite(began.clause)


def tell_turn(story: Story, draft: Draft) -> None:
    """A turn begins; a Fracture comes before anything else in it."""
    draft.kind = "turn"
    began = story.first(e.TurnBegan)
    if began is not None:
        draft.add(story.cast.who(began.unit), " acts.")
        draft.cite(began.clause)
    for event in story.every(e.FractureManifested):
        tell_manifest(story, draft, event)


def tell_burn(story: Story, draft: Draft) -> None:
    """The save against Burn at the end of a turn, and what a failure deals."""
    draft.kind = "roll"
    cast, saved = story.cast, story.first(e.BurnSaved)
    if saved is not None:
        who = cast.who(saved.roll.roller)
        draft.ledgers.append(roll_ledger(cast, saved.roll, "save against Burn"))
        against = f"{signed(saved.roll.total)} against {saved.target}"
        if saved.success:
            draft.add("The Burn of ", who, f" goes out, {against}.")
        else:
            draft.add(who, f" burns on, {against}: Burn {saved.burn} stays.")
        draft.cite(saved.clause)
    for event in story.events:
        if isinstance(event, e.DamageTaken):
            tell_damage(story, draft, event, "Burn")
        else:
            tell_effect(story, draft, event)


def tell_choir(story: Story, draft: Draft) -> None:
    """A Choir Moment: those who swore in one round; who is hidden from the reader is not named."""
    draft.kind = "turn"
    for event in story.every(e.ChoirMoment):
        known = [id_ for id_ in event.units if story.known(id_, event)]
        if len(known) == 1:
            draft.add("CHOIR MOMENT: ", *names_apart(story, known), " joins in, with Bolster.")
        elif known:
            draft.add("CHOIR MOMENT: ", *names_apart(story, known), " sing together, each with Bolster.")
        else:
            draft.add("CHOIR MOMENT: several Oaths sound together.")
        draft.follow("Several Oaths in one round; the GM is asked what it brings", event.clause)
        draft.cite(event.clause)
    if story.first(e.ChoirMoment) is None:
        for gained in story.every(e.ConditionGained):
            tell_effect(story, draft, gained)


def tell_walk(story: Story, draft: Draft) -> None:
    """A Move or Boost, as far as it has come: the way hex by hex, and what it cost."""
    draft.kind = "move"
    cast, spent, moved = story.cast, story.first(e.Spent), story.every(e.Moved)
    if moved:
        first = moved[0]
        path = ", ".join(cast.hex(hex_) for one in moved for hex_ in one.hexes)
        goes = " moves " if spent is not None and spent.name == "Move" else " goes on "
        if spent is not None and spent.name == "Boost":
            goes = " boosts "
        draft.add(cast.who(first.unit), f"{goes}from {cast.hex(first.origin)} to {path}{_for(spent)}.")
        cost, hexes = sum([one.cost for one in moved]), sum([len(one.hexes) for one in moved])
        rough = cost - hexes
        more = f", {rough} more for difficult terrain" if rough else ""
        number = "1 hex" if hexes == 1 else f"{hexes} hexes"
        draft.follow(f"{number}, cost {cost}{more}", first.clause)
        draft.cite(spent.clause if spent is not None else None, first.clause)
    elif spent is not None:
        draft.add(cast.who(spent.unit), f" begins a {spent.name}{_for(spent)}.")
        draft.cite(spent.clause)
    for event in story.events:
        if not isinstance(event, (e.Spent, e.Moved)):
            tell_effect(story, draft, event)


def _for(spent: e.Spent | None) -> str:
    return "" if spent is None else f" ({COSTS[spent.cost]})"


def tell_deed(story: Story, draft: Draft) -> None:
    """A one-click action: what it was paid with, and what it did."""
    draft.kind = "choice"
    cast, spent = story.cast, story.first(e.Spent)
    if spent is not None:
        verb = _DEEDS.get(spent.name, f"takes {spent.name}")
        whom = _whom(story, spent)
        draft.add(cast.who(spent.unit), f" {verb}", *whom, f"{_for(spent)}.")
        draft.cite(spent.clause)
    for event in story.events:
        if isinstance(event, e.Spent) or _said_by_verb(spent, event):
            if not isinstance(event, e.Spent):
                draft.cite(getattr(event, "clause", None))
            continue
        tell_effect(story, draft, event)


def _whom(story: Story, spent: e.Spent) -> list[str | Who]:
    """Upon whom a Bolster, Lock On or Bond Token is, where the reader may know."""
    gained = story.first(e.ConditionGained)
    if gained is None or spent.name not in ("Bolster", "Lock On", "Bond Token"):
        return []
    if gained.unit == spent.unit:
        return [" itself"]
    before = {"Lock On": " to ", "Bond Token": " on "}.get(spent.name, " ")
    return [before, story.cast.who(gained.unit)]


def _said_by_verb(spent: e.Spent | None, event: object) -> bool:
    if spent is None:
        return False
    if isinstance(event, e.ConditionGained):
        return spent.name in ("Bolster", "Brace", "Disengage", "Lock On", "Bond Token")
    return isinstance(event, e.ConditionEnded) and spent.name == "Stand"


def tell_shove(story: Story, draft: Draft) -> None:
    """Forced movement that is not part of an attack told here."""
    draft.kind = "move"
    for event in story.events:
        tell_effect(story, draft, event)


def tell_harm(story: Story, draft: Draft) -> None:
    """Damage that is not part of an attack told here, or a lost Structure."""
    draft.kind = "roll"
    for event in story.events:
        tell_effect(story, draft, event)
