"""Keys of a PC and of a Mac: their names in texts, and what macOS keeps for itself.

Texts name the keys of a PC. Command is in the place of Ctrl on a Mac, Option in that of Alt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

MAC = sys.platform == "darwin"
OF_MAC = {"Ctrl": "\u2318", "Alt": "\u2325"}  # Command and Option
OF_SYSTEM = {"Mod+Q", "Mod+,"}  # chords of the menu that each application has: Quit, Settings
# Chords that the system does not leave to applications: to hide, minimise, switch, show the Dock.
TAKEN_CHORDS = {
    *("Mod+H", "Mod+Alt+H", "Mod+M", "Mod+Alt+M", "Mod+Alt+D", "Mod+Tab", "Mod+Space"),
    *("Mod+Alt+Space", "Mod+Alt+Escape", "Mod+Shift+3", "Mod+Shift+4", "Mod+Shift+5"),
}
NAMES = re.compile(rf"\b({'|'.join(OF_MAC)})\b")


def own_chords(chords: tuple[str, ...], of_mac: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the chords that work on this system; ``of_mac`` come first on macOS."""
    if not MAC:
        return chords
    return tuple(chord for chord in (*of_mac, *chords) if chord not in TAKEN_CHORDS)


def with_own_keys(text: str) -> str:
    if MAC and any(name in text for name in OF_MAC):
        return NAMES.sub(lambda found: OF_MAC[found[1]], text)
    return text


def naming_own_keys(translate: Callable[[str], str]) -> Callable[[str], str]:
    return lambda message: with_own_keys(translate(message))
