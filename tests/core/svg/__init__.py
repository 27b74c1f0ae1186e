"""Tests of drawings of users."""
