"""What a release is made of, as CycloneDX: the packages that are pinned, by their checksums.

cyclonedx-python-lib would bring six packages, to write what is one dictionary here.
"""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

from linux.appimage import PYTHON, RUNTIME
from linux.debian_package import SYSTEMS
from linux.tree import target
from pins import REQUIREMENTS, Pin, Target, pins
from tools import DIST, version
from windows.build import PYTHON_SOURCE, TARGET

BUNDLED: dict[str, list[tuple[Path, Target]]] = {  # what is built with which list, by system
    "linux": [
        *((REQUIREMENTS, target(python)) for python in SYSTEMS.values()),
        (RUNTIME, target(PYTHON)),
    ],
    "windows": [(PYTHON_SOURCE, TARGET), (REQUIREMENTS, TARGET)],
}


def sbom() -> dict[str, Any]:
    """Return the bill of materials as CycloneDX 1.5; a package holds those of its own system."""
    parts: dict[str, dict[str, Any]] = {}
    for system, lists in BUNDLED.items():
        for pin in dict.fromkeys(pin for file, place in lists for pin in pins(file, place)):
            purl = f"pkg:pypi/{pin.name}@{pin.version}"
            part = parts.setdefault(purl, _component(pin, purl))
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


def _component(pin: Pin, purl: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": pin.name,
        "version": pin.version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": one} for one in pin.hashes],
        "properties": [],
    }


def write_sbom() -> str:
    """Write the bill of materials; returns its name."""
    name = f"mazeeditor-{version()}.cdx.json"
    (DIST / name).write_text(json.dumps(sbom(), indent=1) + "\n", encoding="utf-8")
    return name
