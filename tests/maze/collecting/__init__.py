"""Tests of what is collected in a maze."""
