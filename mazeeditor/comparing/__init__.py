"""Comparing the mazes of generators over many seeds: statistics, tables and plots."""
