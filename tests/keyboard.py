"""Finds the keys of a keyboard by their names and signs, and presses them."""

from __future__ import annotations

from Xlib import XK, X
from Xlib.ext import xtest

from tests.display import Screen

MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "super": "Super_L"}


def codes(screen: Screen, combination: str) -> list[int]:
    """Return the numbers of the keys to press, in order, for "ctrl+shift+z"; "" is none."""
    names = [MODIFIERS.get(name.lower(), name) for name in combination.split("+") if name]
    return [code for name in names for code in _codes_of_sign(screen, keysym(name))]


def press(screen: Screen, codes: list[int]) -> None:
    """Press keys, one after the other."""
    for code in codes:
        xtest.fake_input(screen.connection, X.KeyPress, code)


def release(screen: Screen, codes: list[int]) -> None:
    """Release keys, the last first."""
    for code in reversed(codes):
        xtest.fake_input(screen.connection, X.KeyRelease, code)


def keysym(name: str) -> int:
    """Return the number of a key: X has names for letters, "Return", "F1"; the rest is Unicode."""
    known = XK.string_to_keysym(name)
    if known:
        return int(known)
    if len(name) != 1:
        raise ValueError(f"there is no key named {name!r}")
    return ord(name) if ord(name) < 0x100 else 0x01000000 + ord(name)


def _codes_of_sign(screen: Screen, sign: int) -> list[int]:
    """Return the keys to hold for a sign: Shift and another where the sign needs it."""
    connection = screen.connection
    result = sorted((place, code) for code, place in connection.keysym_to_keycodes(sign))
    if not result or result[0][0] > 1:  # places: plain, with Shift, then those of other layouts
        return [_new_key(screen, sign)]
    place, code = result[0]
    shift = [connection.keysym_to_keycode(XK.XK_Shift_L)] if place == 1 else []
    return [*shift, code]


def _new_key(screen: Screen, sign: int) -> int:
    """Put a sign that the keyboard lacks ("é") on a key that has none yet; return its code."""
    info = screen.connection.display.info
    first, last = info.min_keycode, info.max_keycode
    signs = screen.connection.get_keyboard_mapping(first, last - first + 1)
    code = max(first + i for i, on_key in enumerate(signs) if not any(on_key))
    screen.connection.change_keyboard_mapping(code, [(sign, sign)])
    screen.sync()
    return int(code)
