"""What follows from an attack or a spell: damage, defeat, holds, halved Speed, forced movement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.systems.pace import events as e
from affray.systems.pace.halves import halved
from affray.systems.pace.text.ledgers import block_ledger, damage_ledger, dice_ledger
from affray.systems.pace.text.reasons import in_words
from affray.systems.pace.text.story import DIRECTIONS, Story, with_thing
from affray.telling.draft import Draft
from affray.telling.words import count, first_up, listed, own, remark

ROLLS = {
    "initiative": "initiative roll",
    "attack": "attack",
    "defence": "defence",
    "save": "Save",
    "contest": "Contest",
}
"""Kinds of rolls in words."""

_HOLD_ENDS = {"apart": "they are too far apart", "defeated": "one of them is at 0 HP"}


def tell_effect(story: Story, draft: Draft, event: object) -> None:
    """One thing that followed, in the sentence and below it; nothing for other events."""
    tell = _TELL.get(type(event))
    if tell is not None:
        tell(story, draft, event)


def tell_damage(story: Story, draft: Draft, event: e.DamageDealt, title: str, begin: str = "") -> None:
    """Damage: its ledger, the sentence, HP, and the DR that did not count. `begin` stands before the name."""
    cast = story.cast
    draft.kind = "roll"
    shared = event.halved and _first_half(story, event) is not event
    if not shared and event.block is not None:
        draft.ledgers.append(block_ledger(cast, event.block, "Block"))
    if not shared or event.amount != halved(event.throw.total):
        draft.ledgers.append(_own_ledger(story, event, title, shared))
    who = cast.who(event.target)
    if event.amount:
        draft.add(
            f"{begin}: " if begin else "", who, f" takes {event.amount}, {event.before} to {event.after} HP."
        )
        draft.follow(f"{cast.name(event.target)}: HP {event.before} to {event.after}", event.clause)
    else:
        draft.add(f"{begin}, but " if begin else "", who, " takes nothing.")
    draft.cite(event.clause)
    resistances = cast.resistances(event.target)
    for type_, number in resistances.items():
        if number and type_ not in (event.type, "all"):
            text = f"{own(cast.name(event.target))} DR {number} against {type_}: the damage is {event.type}"
            draft.not_counted.append(remark(text, "P4.5"))


def _first_half(story: Story, event: e.DamageDealt) -> e.DamageDealt | None:
    """The first of those who share these dice: the dice are told once (P7.2)."""
    return next((one for one in story.every(e.DamageDealt) if one.halved and one.throw is event.throw), None)


def _own_ledger(story: Story, event: e.DamageDealt, title: str, shared: bool) -> Any:
    ledger = damage_ledger(story.cast, event, title)
    if shared:
        half = halved(event.throw.total)
        rows = [row for row in ledger["rows"] if row["die"] is None and row["label"] != "half"]
        ledger["rows"] = [
            {"die": None, "label": "half", "detail": "of the same dice", "value": half, "clause": "P7.2"},
            *rows,
        ]
    if event.source == "collision":
        ledger["title"] = f"{ledger['title']}, {story.cast.name(event.target)}"
    return ledger


def tell_meaning(story: Story, draft: Draft, event: e.DefeatMeant) -> None:
    """What being at 0 HP means."""
    if len(story.every(e.DefeatMeant)) > 1 or not story.every(e.Defeated):
        draft.add("For ", story.cast.who(event.character), f" that means {event.meaning}.")
    else:
        draft.add(f"That means {event.meaning}.")
    draft.cite(event.clause)


def _damage(story: Story, draft: Draft, event: e.DamageDealt) -> None:
    tell_damage(story, draft, event, event.source)


def _defeated(story: Story, draft: Draft, event: e.Defeated) -> None:
    draft.add(story.cast.who(event.character), " is defeated.")
    draft.cite(event.clause)


def _held(story: Story, draft: Draft, event: e.Held) -> None:
    cast = story.cast
    draft.add(cast.who(event.character), " is held by ", cast.who(event.source), ".")
    text = f"{cast.name(event.character)} is Tethered ({event.paces}): no own movement further than"
    draft.follow(f"{text} {count(event.paces, 'Pace')} from {cast.name(event.source)}", event.clause)
    draft.cite(event.clause)


def tell_hold_end(story: Story, draft: Draft, event: e.HoldEnded) -> None:
    """A hold is over, and why."""
    cast = story.cast
    if event.why == "let go":
        draft.kind = "choice" if draft.kind == "note" else draft.kind
        draft.add(cast.who(event.source), " lets go of ", cast.who(event.character), ".")
    elif event.why == "escaped":
        draft.add(cast.who(event.character), " is free of ", cast.who(event.source), ".")
    else:
        why = f": {_HOLD_ENDS[event.why]}."
        draft.add(cast.who(event.source), " no longer holds ", cast.who(event.character), why)
    draft.cite(event.clause)


def _slowed(story: Story, draft: Draft, event: e.Slowed) -> None:
    cast = story.cast
    draft.add("The Speed of ", cast.who(event.character), f" is halved to the end of round {event.until}.")
    speed = cast.speed(event.character)
    if speed:
        draft.follow(
            f"{own(cast.name(event.character))} Speed {speed} to {halved(speed)}, not halved twice", "P5.3"
        )
    draft.cite(event.clause)


def _dropped(story: Story, draft: Draft, event: e.ItemDropped) -> None:
    cast = story.cast
    thing = with_thing(cast.gear_name(event.item))
    verb = "drops" if event.by is not None else "lets go of"
    draft.add(cast.who(event.character), f" {verb} {thing} on {cast.square(event.square)}.")
    draft.cite(event.clause)


def _shoved(story: Story, draft: Draft, event: e.Shoved) -> None:
    cast = story.cast
    draft.kind = "move" if draft.kind == "note" else draft.kind
    who, way = cast.who(event.character), DIRECTIONS[event.facing]
    if event.squares:
        squares = f"{cast.square(event.origin)} to {cast.square(event.squares[-1])}"
        draft.add(who, f" is moved {way}, {squares}.")
    else:
        draft.add(who, f" is not moved {way}.")
    if event.stopped:
        failed = count(event.stopped, "Pace")
        if event.against == "terrain" or event.against is None:
            text, clause = f"Terrain stops it: {failed} not moved, so {event.stopped}d6", "P7.1"
        else:
            stopper = cast.name(event.against)
            text = f"{stopper} stops it: {failed} not moved, so {event.stopped}d6, of which each takes half"
            clause = "P7.2"
        draft.follow(text, clause)
        draft.cite(clause)
    draft.cite(event.clause)


def _failed(story: Story, draft: Draft, event: e.ManeuverFailed) -> None:
    draft.add(f"The {first_up(event.maneuver)} has no effect: {in_words(event.why)}.")
    draft.cite(event.clause)


def tell_bonus(story: Story, draft: Draft, event: e.ApBonus) -> None:
    """An AP more, from a critical defence."""
    who = story.cast.who(event.character)
    if event.after > event.before:
        draft.add("A natural 20: ", who, f" gains 1 AP, {event.before} to {event.after}.")
    else:
        draft.add("A natural 20: ", who, f" gains no AP, {event.before} is the most.")
    draft.cite(event.clause)


def _evaded(story: Story, draft: Draft, event: e.Evaded) -> None:
    cast = story.cast
    if not event.squares:
        return
    squares = f"{cast.square(event.origin)} to {cast.square(event.squares[-1])}"
    draft.add(cast.who(event.character), f" evades {squares}, {count(event.cost, 'Pace')}.")
    draft.cite(event.clause)


def _mended(story: Story, draft: Draft, event: e.Mended) -> None:
    cast = story.cast
    draft.kind = "roll"
    draft.ledgers.append(dice_ledger(cast, event.throw, "healing", "HP"))
    gained = event.after - event.before
    if gained:
        draft.add(cast.who(event.character), f" regains {gained} HP, {event.before} to {event.after}.")
    else:
        draft.add(cast.who(event.character), f" is unhurt already, with {event.after} HP.")
    if gained < event.throw.total:
        lost = event.throw.total - gained
        draft.not_counted.append(
            remark(f"{lost} of {event.throw.total}: HP stop at the sheet's", event.clause)
        )
    draft.cite(event.clause)


def tell_edge(story: Story, draft: Draft, event: e.EdgeGranted) -> None:
    """Advantage or Disadvantage on the next roll of a kind."""
    kind = "Advantage" if event.count > 0 else "Disadvantage"
    draft.add(
        story.cast.who(event.character), f" has {kind} ({abs(event.count)}) on the next {ROLLS[event.on]}."
    )
    draft.cite(event.clause)


def tell_ground(story: Story, draft: Draft, event: e.GroundChanged) -> None:
    """The ground of a square is another."""
    ground = {"open": "open ground", "difficult": "difficult ground", "blocking": "blocking terrain"}
    square = story.cast.square(event.square)
    draft.add(f"{square} becomes {ground[event.ground]}; it was {ground[event.before]}.")
    draft.cite(event.clause)


def quiet_words(story: Story, event: e.QuietAsked) -> str:
    """When a player is asked for a Pivot out of turn."""
    name = story.cast.name(event.character)
    if event.asks is None:
        return f"{name} is {'not asked' if event.quiet_in else 'asked'} for a Pivot again this round"
    when = {"foes": "in the turns of foes", "all": "in every turn", "never": "never"}[event.asks]
    return (
        f"{name} is never asked for a Pivot"
        if event.asks == "never"
        else f"{name} is asked for a Pivot {when}"
    )


def _spoke(story: Story, draft: Draft, event: e.Spoke) -> None:
    draft.add(story.cast.who(event.character), f" says: “{event.text}”")
    draft.follow(f"{count(event.words, 'word')} spoken, {event.left} left", event.clause)


def listed_names(story: Story, ids: tuple[str, ...]) -> list[Any]:
    """Names in a row, as parts of a sentence."""
    parts: list[Any] = []
    for place, id_ in enumerate(ids):
        if place:
            parts.append(" and " if place == len(ids) - 1 else ", ")
        parts.append(story.cast.who(id_))
    return parts


def names(story: Story, ids: tuple[str, ...]) -> str:
    """Names in a row, as text."""
    return listed(story.cast.name(id_) for id_ in ids)


_TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.DamageDealt: _damage,
    e.Defeated: _defeated,
    e.DefeatMeant: tell_meaning,
    e.Held: _held,
    e.HoldEnded: tell_hold_end,
    e.Slowed: _slowed,
    e.ItemDropped: _dropped,
    e.Shoved: _shoved,
    e.ManeuverFailed: _failed,
    e.ApBonus: tell_bonus,
    e.Evaded: _evaded,
    e.Mended: _mended,
    e.EdgeGranted: tell_edge,
    e.GroundChanged: tell_ground,
    e.Spoke: _spoke,
}
