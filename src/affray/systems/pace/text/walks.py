"""Movement in words: Moves, the free movement, Pivots, and the way out of terrain."""

from __future__ import annotations

from affray.systems.pace import events as e
from affray.systems.pace.text.aftermath import tell_damage, tell_effect
from affray.systems.pace.text.story import DIRECTIONS, Story
from affray.telling.draft import Draft
from affray.telling.words import count, listed


def tell_walk(story: Story, draft: Draft) -> None:
    """A Move or a free movement, as far as it has come."""
    draft.kind = "move"
    began, walked, turned = story.first(e.WalkBegan), story.every(e.Walked), story.first(e.Turned)
    if walked:
        _walked(story, draft, began, walked, turned)
    elif began is not None:
        what = "a Move of 0 Paces" if began.kind == "move" else "the free movement"
        facing = f", and faces {DIRECTIONS[turned.facing]}" if turned is not None else ""
        draft.add(story.cast.who(began.character), f" takes {what}{story.ap_of(began.character)}{facing}.")
    elif turned is not None:
        draft.add(story.cast.who(turned.character), f" faces {DIRECTIONS[turned.facing]}.")
    if began is not None:
        draft.cite(began.clause)
    elif turned is not None:
        draft.cite(turned.clause)
    _end(story, draft)
    for event in story.every(e.HoldEnded):
        tell_effect(story, draft, event)


def _walked(
    story: Story, draft: Draft, began: e.WalkBegan | None, walked: list[e.Walked], turned: e.Turned | None
) -> None:
    cast, first, last = story.cast, walked[0], walked[-1]
    squares = f"{cast.square(first.origin)} to {cast.square(last.squares[-1])}"
    who = cast.who(first.character)
    facing = f", and faces {DIRECTIONS[turned.facing]}" if turned is not None else ""
    if began is None:
        draft.add(who, f" goes on, {squares}{facing}.")
    elif began.kind == "free":
        draft.add(who, f" moves {squares} free, from a square nobody threatens{facing}.")
    else:
        draft.add(who, f" moves {squares}{story.ap_of(first.character)}{facing}.")
    cost = sum([event.cost for event in walked])
    diagonal = sum([event.diagonals for event in walked])
    straight = sum([len(event.squares) for event in walked]) - diagonal
    steps = listed(
        f"{number} {word}" for number, word in ((straight, "straight"), (diagonal, "diagonal")) if number
    )
    of = f" of {began.paces}" if began is not None else ""
    after = story.diagonals(last)
    dear = after // 2 - (after - diagonal) // 2
    rough = cost - straight - diagonal - dear
    parts = [f"{count(cost, 'Pace')}{of}: {steps}"]
    if dear:
        parts.append(f"{dear} more for {'every second' if dear > 1 else 'the second'} diagonal")
    if rough > 0:
        parts.append(f"{rough} more for difficult ground")
    draft.follow(", ".join(parts), first.clause)
    if diagonal:
        draft.follow(f"The next diagonal this turn costs {'two' if after % 2 else 'one'}", "P6.2")
    draft.cite(first.clause, "P6.10" if rough > 0 else None)


def _end(story: Story, draft: Draft) -> None:
    for event in story.every(e.WalkEnded):
        if event.paces_lost:
            why = ": AP were spent in the middle of it" if event.forfeited else ""
            draft.follow(
                f"{count(event.paces_lost, 'Pace')} left over {_are(event.paces_lost)} lost{why}",
                event.clause,
            )


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def tell_pivot(story: Story, draft: Draft) -> None:
    """A change of facing for 1 AP."""
    draft.kind = "move"
    for turned in story.every(e.Turned):
        add_pivot(story, draft, turned)
        before = DIRECTIONS[turned.before]
        draft.follow(f"{story.cast.name(turned.character)} faced {before} before", turned.clause)


def add_pivot(story: Story, draft: Draft, turned: e.Turned) -> None:
    """One Pivot, in its sentence."""
    draft.add(
        story.cast.who(turned.character),
        f" pivots to the {DIRECTIONS[turned.facing]}{story.ap_of(turned.character)}.",
    )
    draft.cite(turned.clause)


def tell_way_out(story: Story, draft: Draft) -> None:
    """Out of terrain that appeared where somebody stands, or no way out of it."""
    draft.kind = "roll"
    cast = story.cast
    for event in story.events:
        match event:
            case e.GotOut():
                squares = f"{cast.square(event.origin)} to {cast.square(event.squares[-1])}"
                draft.add(cast.who(event.character), f" moves out of the terrain, {squares}.")
                number = len(event.squares)
                draft.follow(
                    f"The shortest way is free: {count(number, 'space')}, so {number}d6", event.clause
                )
                draft.cite(event.clause)
            case e.StuckInTerrain():
                draft.add(
                    cast.who(event.character), " stands in terrain and has no way out. Nothing is taken."
                )
                draft.cite(event.clause)
            case e.DamageDealt():
                tell_damage(story, draft, event, "terrain")
            case _:
                tell_effect(story, draft, event)
