"""What the window remembers from one day to the next: look, size, recent files, open sections."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from mazeeditor.errors import MazeError

VARIABLE = "MAZEEDITOR_SETTINGS"
KEPT = 10  # recent files
WATCHED = ("dead-end-filling", "breadth-first", "a-star", "wall-follower")


def settings_path() -> Path:
    """Return the path of the settings of this user; ``MAZEEDITOR_SETTINGS`` names another file."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Path(asked)
    import platformdirs

    return platformdirs.user_config_path("mazeeditor") / "settings.json"


@dataclass
class Settings:
    """The settings; ``width`` and ``height`` are those of the window in pixels at 96 dpi."""

    theme: str = "system"
    width: int = 1280
    height: int = 860
    maximised: bool = False
    rulers: bool = True
    panel: bool = True
    route: bool = True  # draw the route that a solver found
    visited: bool = True  # tint the cells that it looked at
    format: str = ""  # the one exported to last
    film: str = ""  # the format of films saved to last
    recent: list[str] = field(default_factory=list)
    watched: list[str] = field(default_factory=lambda: list(WATCHED))  # solvers side by side
    sections: dict[str, bool] = field(default_factory=dict)  # which sections of the panel are open
    path: Path | None = None  # where they are kept; None keeps them nowhere

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Return the settings of a file; what is missing or damaged there has its default."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            found = {}
        found = found if isinstance(found, dict) else {}
        hints = get_type_hints(cls)
        known = {known_field.name for known_field in fields(cls)} - {"path"}
        good = {name: found[name] for name in known & set(found) if _is(found[name], hints[name])}
        return cls(**good, path=path)

    def save(self) -> None:
        """Write the settings; where that cannot be done the next start has the old ones."""
        if self.path is None:
            return
        from mazeeditor.files.atomic import write_whole

        kept = asdict(self)
        del kept["path"]
        # No work of the user is lost if it fails, and the window is closing: no dialog.
        with suppress(OSError, MazeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(kept, indent=2, sort_keys=True).encode() + b"\n")

    def remember(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        name = str(path.absolute())
        self.recent = [name, *(path_text for path_text in self.recent if path_text != name)][:KEPT]

    def forget(self, path: Path) -> None:
        """Take a file off the recent ones."""
        self.recent = [path_text for path_text in self.recent if path_text != str(path.absolute())]


def _is(value: Any, hint: Any) -> bool:
    """Whether a value read from JSON has the type of a field."""
    if get_origin(hint) is list:
        return isinstance(value, list) and all(_is(each, get_args(hint)[0]) for each in value)
    if get_origin(hint) is dict:
        kinds = get_args(hint)
        return isinstance(value, dict) and all(
            _is(key, kinds[0]) and _is(each, kinds[1]) for key, each in value.items()
        )
    return type(value) is hint  # bool is not int here
