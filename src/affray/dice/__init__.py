"""Dice: exact distributions, notation, and the counter generator whose rolls anyone can check."""
