"""Tests of walking a maze as a player."""
