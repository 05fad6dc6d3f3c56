"""Pace: the Action Point system, with facing, on a board of squares."""
