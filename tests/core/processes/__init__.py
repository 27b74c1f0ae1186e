"""Tests of the processes that the program starts of itself."""
