"""Tests of editing."""
