"""Tests of portals."""
