"""Tests of what is read in pictures of mazes."""
