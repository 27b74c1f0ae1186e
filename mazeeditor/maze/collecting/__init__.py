"""Stops to collect before the exit, keys and the doors they open: placed, proved, shortest tour."""
