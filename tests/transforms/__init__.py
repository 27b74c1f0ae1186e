"""Tests of the transforms."""
