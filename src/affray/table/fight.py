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
