"""A table that nobody but its game master can open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hmac import compare_digest

from affray.bots.players import Bot
from affray.table.looking import OddsOf
from affray.table.readers import Line
from affray.table.refusals import Forbidden
from affray.table.table import Table
from affray.table.what_ifs import Copy
from affray.table.wire import Hello


class PrivateTable(Table):
    """A private copy of a fight, with open dice. Whoever comes without the GM's key is told nothing."""

    def __init__(
        self,
        copy: Copy,
        gm_key: str,
        secret: Callable[[], str],
        *,
        bots: Mapping[str, Bot],
        odds: OddsOf | None,
        report: Callable[[Exception], None],
    ) -> None:
        self.what_if = copy.about
        history = [(item, None, None) for item in copy.history]
        super().__init__(
            copy.fight, copy.seed, gm_key, secret, bots=bots, odds=odds, report=report, history=history
        )

    def lets_in(self, key: str) -> bool:
        """Only whoever came by the GM's link."""
        somebody = self.somebody(key)
        return somebody is not None and somebody.gm

    def _greet(self, line: Line, hello: Hello) -> None:
        if not self.lets_in(hello.key) and not compare_digest(hello.gm_key.encode(), self.gm_key.encode()):
            raise Forbidden("This is a private copy of a fight. Only its GM's link opens it.")
        super()._greet(line, hello)
