"""Errors that no command has handled, and warnings that a job has logged."""
