"""The kernel: time, seats, questions, answers, events. It knows the rules of no game."""
