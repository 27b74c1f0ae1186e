"""What a release is made of, as CycloneDX: the packages that are pinned, by their checksums.

cyclonedx-python-lib would bring six packages, to write what is one dictionary here.
"""

from __future__ import annotations

import json
import re
import uuid
from pathlib import Path
from typing import Any

from tools import DIST, ROOT, version

PINS = {  # the files that pin packages, by what is built with them
    "linux": ("linux/requirements.txt",),
    "windows": ("windows/python.txt", "windows/requirements.txt"),
}
PIN = re.compile(r"^([\w-]+)==([\w.]+)((?:\s+\\?\s*--hash=sha256:[0-9a-f]{64})+)", re.MULTILINE)


def pinned(file: Path) -> list[tuple[str, str, list[str]]]:
    """Return name, version and checksums (SHA-256) of each package that a file pins."""
    found = PIN.findall(file.read_text(encoding="utf-8"))
    return [(name, number, re.findall("[0-9a-f]{64}", hashes)) for name, number, hashes in found]


def sbom() -> dict[str, Any]:
    """Return the bill of materials as CycloneDX 1.5; a package holds those of its own system."""
    parts: dict[str, dict[str, Any]] = {}
    for system, files in PINS.items():
        for file in files:
            for name, number, hashes in pinned(ROOT / "packaging" / file):
                purl = f"pkg:pypi/{name}@{number}"
                part = parts.setdefault(purl, _component(name, number, purl))
                seen = {one["content"] for one in part["hashes"]}
                new = [one for one in hashes if one not in seen]
                part["hashes"] += [{"alg": "SHA-256", "content": one} for one in new]
                part["properties"].append({"name": "mazeeditor:system", "value": system})
    own = f"pkg:pypi/mazeeditor@{version()}"
    components = [parts[purl] for purl in sorted(parts)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "mazeeditor",
                "version": version(),
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": sorted(parts)}],
    }


def _component(name: str, number: str, purl: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": number,
        "purl": purl,
        "hashes": [],
        "properties": [],
    }


def write_sbom() -> str:
    """Write the bill of materials; returns its name."""
    name = f"mazeeditor-{version()}.cdx.json"
    (DIST / name).write_text(json.dumps(sbom(), indent=1) + "\n", encoding="utf-8")
    return name
