"""Processes that the program starts of itself: isolated, and ended with it."""
