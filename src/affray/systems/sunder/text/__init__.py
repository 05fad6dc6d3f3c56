"""How a Sunder scene reads: its log, its questions, what is waited for. No rule is decided here."""

from affray.systems.sunder.text.acts import act_words
from affray.systems.sunder.text.log import Log, entries
from affray.systems.sunder.text.questions import question
from affray.systems.sunder.text.reasons import in_words, remark_of
from affray.systems.sunder.text.waiting import waiting

__all__ = ["Log", "act_words", "entries", "in_words", "question", "remark_of", "waiting"]
