"""How a Pace fight reads: its log, its questions, what is waited for. No rule is decided here."""

from affray.systems.pace.text.acts import act_words
from affray.systems.pace.text.log import Log, entries
from affray.systems.pace.text.questions import question
from affray.systems.pace.text.reasons import in_words, remark_of
from affray.systems.pace.text.waiting import waiting

__all__ = ["Log", "act_words", "entries", "in_words", "question", "remark_of", "waiting"]
