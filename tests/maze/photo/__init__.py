"""Tests of what a maze takes from a photo."""
