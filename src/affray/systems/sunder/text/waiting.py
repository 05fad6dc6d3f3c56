"""What a seat is being waited for, in words for everybody: neither options nor secrets."""

from __future__ import annotations

from affray.kernel.requests import Pool, Question, Request, pool_of, question_of
from affray.systems.sunder.state import Scene
from affray.systems.sunder.text.cast import card_name, item_name

_WORDS = {
    "first": "rules who acts first",
    "throw in": "may throw in the gauntlet",
    "nobody": "rules how it goes on, since nobody threw in",
    "slot": "has a GM slot",
    "turn": "chooses what to do",
    "spend card": "chooses a card for the plain default",
    "group": "chooses whether the group acts together",
    "contribute": "chooses a Skill for the group",
    "regain": "regains a spent Resistance",
    "clear": "chooses a track to clear",
    "fallout": "chooses what the Fallout is",
    # The same words for both, and none of adversaries: what they could do and do not is the GM's to know.
    "intervene": "rules what comes of a Test",
    "raise": "rules what comes of a Test",
    "free move": "may move",
    "extra attack": "may attack once more",
    "whom": "chooses whom a Surge is for",
    "reload": "chooses a weapon to load",
    "item": "chooses the item that suffers",
    "exhausted": "names the Test of one who is exhausted",
    "dying test": "names the Test of the dying",
    "stalemate": "rules whether the scene ends",
    "close": "rules whether the scene ends",
    "scar": "takes a Scar",
    "entangle": "chooses between damage and a hold",
    "react": "may react",
    "resist": "may resist",
}


def waiting(scene: Scene, question: Question | Pool) -> str:
    """What is waited for: "may react to Rook", "rolls the dice"."""
    if isinstance(question, Pool):
        return "rolls the dice"
    kind, args = question.kind, question.args
    match kind:
        case "react" if len(args) > 1 and public_name(scene, args[1]):
            return f"may react to {public_name(scene, args[1])}"
        case "resist" if len(args) > 1 and isinstance(args[1], str) and args[1]:
            return f"may resist {args[1]}"
        case "perk" if args:
            return f"may use {args[0]}"
        case "fallout" if len(args) > 1 and public_name(scene, args[0]):
            return f"chooses the Fallout of {public_name(scene, args[0])}"
        case "countdown" if args:
            countdown = scene.state.countdowns.get(args[0])
            return f"moves {countdown.name if countdown is not None else 'a Countdown'}"
        case "concentrate" if args:
            return f"may keep up {card_name(scene.book, str(args[0]))}"
    return _WORDS.get(kind, "answers a question")


def public_name(scene: Scene, id_: object) -> str:
    """The name of a creature; empty for all else."""
    creature = scene.state.creatures.get(id_) if isinstance(id_, str) else None
    return "" if creature is None else creature.name


def name_of(scene: Scene, id_: str) -> str:
    """The name of whatever an id may stand for: a creature, a zone, a thing, a Countdown, an item."""
    state, book = scene.state, scene.book
    known = (
        state.creatures.get(id_)
        or state.countdowns.get(id_)
        or book.things.get(id_)
        or book.zones.get(id_)
        or None
    )
    return known.name if known is not None else item_name(book, id_)


def waiting_for(scene: Scene, request: Request, part: int) -> str:
    """What a part of a request waits for."""
    asked = question_of(request, part) or pool_of(request, part)
    assert asked is not None
    return waiting(scene, asked)
