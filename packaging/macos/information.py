"""``Info.plist``: what macOS knows of the program and its kinds of files before it runs."""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any

from linux.tree import ID
from tools import version

PROGRAM, ICON = "Mazeeditor", "mazeeditor.icns"
OLDEST = "15.0"  # macOS, as the wheel of pikepdf needs it
KINDS = {  # by the ends of names; those of Linux have the same MIME types
    "maze": ("Maze", "application/x-mazeeditor-maze"),
    "mazebook": ("Book of mazes", "application/x-mazeeditor-book"),
}


def write_information(target: Path) -> None:
    """Write the file, the same bytes each time."""
    target.write_bytes(plistlib.dumps(information(), sort_keys=True))


def information() -> dict[str, Any]:
    """Return the keys that Apple documents, with their values."""
    return {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleDocumentTypes": [_document(end, name) for end, (name, _mime) in KINDS.items()],
        "CFBundleExecutable": PROGRAM,
        "CFBundleIconFile": ICON,
        "CFBundleIdentifier": ID,
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": "mazeeditor",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "LSApplicationCategoryType": "public.app-category.graphics-design",
        "LSMinimumSystemVersion": OLDEST,
        "NSHighResolutionCapable": True,
        "UTExportedTypeDeclarations": [_type(end, *kind) for end, kind in KINDS.items()],
    }


def _document(end: str, name: str) -> dict[str, Any]:
    return {
        "CFBundleTypeIconFile": ICON,
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Owner",
        "LSItemContentTypes": [f"{ID}.{end}"],
    }


def _type(end: str, name: str, mime: str) -> dict[str, Any]:
    return {
        "UTTypeConformsTo": ["public.json"],
        "UTTypeDescription": name,
        "UTTypeIconFile": ICON,
        "UTTypeIdentifier": f"{ID}.{end}",
        "UTTypeTagSpecification": {"public.filename-extension": [end], "public.mime-type": [mime]},
    }
