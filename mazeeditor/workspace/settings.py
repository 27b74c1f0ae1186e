"""The settings, kept from one start to the next: look, size, recent files, open sections."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from mazeeditor.errors import MazeError

VARIABLE = "MAZEEDITOR_SETTINGS"
MOST_RECENT = 10  # files
WATCHED = ("dead-end-filling", "breadth-first", "a-star", "wall-follower")


def settings_path() -> Path:
    """Return the path of the settings of this user; ``MAZEEDITOR_SETTINGS`` names another file."""
    file = os.environ.get(VARIABLE)
    if file:
        return Path(file)
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
    format: str = ""  # the one of the last export
    film: str = ""  # the one of the film saved last
    recent: list[str] = field(default_factory=list)
    watched: list[str] = field(default_factory=lambda: list(WATCHED))  # solvers side by side
    sections: dict[str, bool] = field(default_factory=dict)  # which sections of the panel are open
    path: Path | None = None  # where they are kept; None keeps them nowhere

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Return the settings of a file; what is missing or damaged there has its default."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            values = {}
        values = values if isinstance(values, dict) else {}
        hints = get_type_hints(cls)
        names = {setting.name for setting in fields(cls)} - {"path"}
        valid = {
            name: values[name] for name in names & set(values) if _is(values[name], hints[name])
        }
        return cls(**valid, path=path)

    def save(self) -> None:
        """Write the settings; where that cannot be done the next start has the old ones."""
        if self.path is None:
            return
        from mazeeditor.files.atomic import write_whole

        values = asdict(self)
        del values["path"]
        # No work of the user is lost if it fails, and the window is closing: no dialog.
        with suppress(OSError, MazeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(values, indent=2, sort_keys=True).encode() + b"\n")

    def remember(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        name = str(path.absolute())
        others = [file for file in self.recent if file != name]
        self.recent = [name, *others][:MOST_RECENT]

    def forget(self, path: Path) -> None:
        """Take a file off the recent ones."""
        self.recent = [file for file in self.recent if file != str(path.absolute())]


def _is(value: Any, hint: Any) -> bool:
    """Whether a value read from JSON has the type of a field."""
    if get_origin(hint) is list:
        return isinstance(value, list) and all(_is(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) is dict:
        kinds = get_args(hint)
        return isinstance(value, dict) and all(
            _is(key, kinds[0]) and _is(item, kinds[1]) for key, item in value.items()
        )
    return type(value) is hint  # bool is not int here
