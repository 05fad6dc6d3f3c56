"""Exact odds: the rules themselves, run over every distinct outcome."""
