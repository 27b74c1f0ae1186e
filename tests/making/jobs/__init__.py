"""Tests of what machines take."""
