"""Tests of the goal search."""
