"""Unsaved work on the disk, and what brings it back after a crash."""
