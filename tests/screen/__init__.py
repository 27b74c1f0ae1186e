"""Tests of the screen: pictures, hit tests, dirty areas; none needs a display."""
