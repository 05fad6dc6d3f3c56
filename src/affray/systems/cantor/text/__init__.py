"""How a Cantor fight reads: its log, its questions, what is waited for. No rule is decided here."""

from affray.systems.cantor.text.acts import act_words
from affray.systems.cantor.text.log import Log, entries
from affray.systems.cantor.text.questions import question
from affray.systems.cantor.text.reasons import in_words, remark_of
from affray.systems.cantor.text.waiting import waiting

__all__ = ["Log", "act_words", "entries", "in_words", "question", "remark_of", "waiting"]
