"""Printing: what a print shop asks of a file, and files that keep to it."""
