"""What a table needs to know of a fight before it begins."""

from __future__ import annotations

from typing import Any, Protocol

from affray.kernel.system import AnyEncounter, System


class Fight(Protocol):
    """A scenario with everything it needs, checked: what `affray.content` loads."""

    @property
    def system(self) -> System:
        """The rule system."""

    @property
    def rulings(self) -> Any:
        """The named rulings of this fight."""

    @property
    def title(self) -> str:
        """The name of the fight."""

    @property
    def content_hash(self) -> str:
        """Differs whenever the content does."""

    def start(self) -> AnyEncounter:
        """A fresh encounter."""

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain JSON values."""


def scene_of(fight: Fight) -> str:
    """What a scenario tells of its scene before it begins: paragraphs, an empty line between them.

    Its intro, its terms and what sort of scene it is, of which a system's scenarios may have any.
    """
    scenario = getattr(fight, "scenario", None)
    intro, terms, scene = (str(getattr(scenario, name, "") or "") for name in ("intro", "terms", "scene"))
    parts = [intro, f"Terms: {terms}" if terms else "", f"Scene: {scene}." if scene else ""]
    return "\n\n".join(" ".join(part.split()) for part in parts if part)
