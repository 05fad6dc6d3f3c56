"""From the events of one entry to its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.systems.d20plus import events as e
from affray.systems.d20plus.text.abilities import tell_ability, tell_extended, tell_lent_die
from affray.systems.d20plus.text.aftermath import tell_aftermath, tell_bare_wound
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.checks import (
    tell_check,
    tell_concealed,
    tell_contest,
    tell_search,
    tell_setup,
)
from affray.systems.d20plus.text.grouping import Group
from affray.systems.d20plus.text.rounds import tell_ending, tell_round, tell_turn
from affray.systems.d20plus.text.strikes import tell_strike
from affray.telling.draft import Draft
from affray.telling.words import GM_NAME, with_article, with_the


def narrate(group: Group, events: Sequence[object]) -> Draft:
    """One entry, from those of its events that stand."""
    draft, cast = Draft(), group.cast
    match group.kind:
        case "round":
            tell_round(cast, draft, events)
        case "turn":
            tell_turn(cast, draft, events)
        case "ending":
            tell_ending(cast, draft, events)
        case "strike":
            tell_strike(cast, draft, group.declared, events)
        case "ability":
            tell_ability(cast, draft, events)
        case _:
            tell = _ALONE.get(type(events[0]))
            if tell is not None:
                tell(cast, draft, events[0])
            tell_aftermath(cast, draft, events if tell is None else events[1:])
    return draft


def _moved(cast: Cast, draft: Draft, event: e.Moved) -> None:
    draft.kind = "move"
    draft.cite(event.clause)
    way = f" from {cast.zone(event.origin)} to {cast.zone(event.zone)}."
    if event.by is None:
        draft.add(cast.who(event.persona), f" moves{way}")
    else:
        draft.add(cast.who(event.by), " moves ", cast.who(event.persona), way)


def _simple(kind: str, *template: str) -> Callable[[Cast, Draft, Any], None]:
    """A sentence about one Persona: texts around its name, filled from the event's fields."""

    def tell(cast: Cast, draft: Draft, event: Any) -> None:
        draft.kind = kind  # type: ignore[assignment]
        before, after = template
        words = {name: getattr(event, name) for name in type(event).__dataclass_fields__}
        draft.add(before, cast.who(event.persona), after.format(**words))
        draft.cite(event.clause)

    return tell


def _cover_taken(cast: Cast, draft: Draft, event: e.CoverTaken) -> None:
    draft.kind = "move"
    draft.add(cast.who(event.persona), f" takes cover behind {with_the(event.cover)}.")
    draft.cite(event.clause)


def _readied(cast: Cast, draft: Draft, event: e.WeaponReadied) -> None:
    draft.kind = "choice"
    weapon = cast.weapon_name(event.weapon)
    draft.add(cast.who(event.persona), f" readies {with_article(weapon)} with a Beat.")
    draft.cite(event.clause)


def _corrected(cast: Cast, draft: Draft, event: e.Corrected) -> None:
    draft.kind = "gm"
    before, after = event.before, event.after
    if event.field == "zone":
        before, after = cast.zone(before), cast.zone(after)
    what = {"tad": "Tactic die", "out": "Out"}.get(event.field, event.field)
    draft.add(f"{event.by} corrects ", cast.who(event.persona), f": {what} {before} to {after}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _joined(cast: Cast, draft: Draft, event: e.Joined) -> None:
    draft.kind = "gm"
    place = f" joins {cast.side(event.side)} at {cast.zone(event.zone)}, and acts from the next round."
    draft.add(cast.who(event.persona), place)
    draft.follow(f"Brought in by {event.by}", None)
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _removed(cast: Cast, draft: Draft, event: e.Removed) -> None:
    draft.kind = "gm"
    draft.add(f"{event.by} removes ", {"who": event.persona, "name": event.name}, " from the fight.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _overridden(cast: Cast, draft: Draft, event: e.Overridden) -> None:
    draft.kind = "gm"
    what = f"what {event.refused_by} refuses" if event.refused_by else "what was not offered"
    draft.add(f"{event.by} allows ", cast.who(event.persona), f" {what}.")
    draft.give_reason(event.reason)
    draft.cite(event.refused_by)


def _lane_opened(cast: Cast, draft: Draft, event: e.LaneOpened) -> None:
    draft.kind = "gm"
    draft.add(f"{event.by} opens the {event.lane} lane to ", cast.who(event.persona), ".")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _ended(cast: Cast, draft: Draft, event: e.FightEnded) -> None:
    draft.kind = "end"
    draft.add(f"The fight is over: {event.outcome.rstrip('.')}.")
    draft.cite(event.clause)


def _quiet(cast: Cast, draft: Draft, event: e.QuietWasNoted) -> None:
    draft.kind = "gm"
    draft.add(f"{GM_NAME} lets the scene go on.")
    draft.cite(event.clause)


_ALONE: dict[type, Callable[[Cast, Draft, Any], None]] = {
    e.Moved: _moved,
    e.MovedUnseen: _simple("move", "", " does something unseen with a Move."),
    e.StayedPut: _simple("move", "", " does not get away; the Move is spent."),
    e.CoverTaken: _cover_taken,
    e.CoverLeft: _simple("move", "", " leaves cover."),
    e.StoodUp: _simple("move", "", " stands up."),
    e.Vanished: _simple("move", "", " vanishes from sight."),
    e.Concealed: tell_concealed,
    e.Searched: tell_search,
    e.SetUp: tell_setup,
    e.SetupRefused: _simple("gm", f"{GM_NAME} refuses ", " a Setup with {skill}. Nothing is spent."),
    e.Checked: tell_check,
    e.ContestChecked: tell_contest,
    e.DieLent: tell_lent_die,
    e.TurnExtended: tell_extended,
    e.Wounded: tell_bare_wound,
    e.WeaponReadied: _readied,
    e.BeatTaken: _simple("choice", "", " spends a Beat."),
    e.TurnLost: _simple("turn", "", " is Out and loses the turn."),
    e.BonusTurnVoid: _simple("turn", "The bonus turn of ", " does not come."),
    e.QuietWasNoted: _quiet,
    e.Corrected: _corrected,
    e.Joined: _joined,
    e.Removed: _removed,
    e.Overridden: _overridden,
    e.LaneOpened: _lane_opened,
    e.FightEnded: _ended,
}
