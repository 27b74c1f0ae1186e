"""What packages of the program hold: versions that its own needs allow, and all its commands."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from configparser import ConfigParser
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

import mazeeditor
from mazeeditor.cli.parser import commands
from tests.sources import ROOT, project_files

if TYPE_CHECKING:
    from pins import Target

PACKAGING = ROOT / "packaging"


@pytest.fixture(autouse=True)
def _scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scripts of ``packaging/`` be imported, which import each other by name."""
    monkeypatch.setattr(sys, "path", [str(PACKAGING), *sys.path])


def targets() -> dict[str, list[tuple[Path, Target]]]:
    """Return the lists of packages that are bundled, with what they are for, by system."""
    from sbom import BUNDLED

    return BUNDLED


def pinned(target: Target) -> dict[str, str]:
    """Return the version of each package that the program for a system holds."""
    from pins import REQUIREMENTS, pins

    found = pins(REQUIREMENTS, target)
    versions = {pin.name: pin.version for pin in found}
    assert len(versions) == len(found), "one version of each package for one system"
    assert all(pin.hashes for pin in found)
    return versions


def test_packages_have_all_that_the_program_needs() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    wanted = setup["options"]["install_requires"].splitlines()
    lines = [Requirement(line) for line in wanted if line and not line.startswith("#")]
    from macos.build import TARGET

    for target in {TARGET, *(target for lists in targets().values() for _, target in lists)}:
        machine = {"sys_platform": target.system, "python_version": target.python}
        needs = [need for need in lines if need.marker is None or need.marker.evaluate(machine)]
        versions = pinned(target)
        assert len(needs) > 10
        for need in needs:
            assert need.specifier.contains(versions[need.name]), (need, target)


def test_markers_of_pins_are_those_that_are_read() -> None:
    """Others would be read for the system that builds."""
    from pins import REQUIREMENTS

    text = REQUIREMENTS.read_text(encoding="utf-8")
    markers = re.findall(r";(.*?)\\", text)
    assert len(markers) == text.count(";") > 0
    for marker in markers:
        assert set(re.findall(r"[a-z]\w+(?= *[<>=])", marker)) <= {"sys_platform", "python_version"}


def test_pins_are_read_for_the_system_they_are_for(tmp_path: Path) -> None:
    from pins import Pin, Target, pins

    one, two = "1" * 64, "2" * 64
    file = tmp_path / "requirements.txt"
    file.write_text(
        "# A comment.\n"
        f"a-b==1.0 \\\n    --hash=sha256:{one} \\\n    --hash=sha256:{two}\n"
        f'c==2 ; sys_platform == "linux" --hash=sha256:{one}\n'
        f'd==3 ; python_version < "3.12" \\\n    --hash=sha256:{one}\n'
        f'd==4 ; python_version >= "3.12" \\\n    --hash=sha256:{two}\n'
    )
    both = Pin("a-b", "1.0", (one, two))
    assert pins(file, Target("linux", "3.9", ())) == [
        both,
        Pin("c", "2", (one,)),
        Pin("d", "3", (one,)),
    ]
    assert pins(file, Target("darwin", "3.13", ())) == [both, Pin("d", "4", (two,))]


def test_archives_of_the_same_files_have_the_same_bytes(tmp_path: Path) -> None:
    from tools import even_modes, write_tar, write_zip

    made = []
    for turn in range(2):
        folder = tmp_path / f"folder {turn}"
        for name in ("b", "a", "inner/c")[:: 1 - 2 * turn]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name * 100)
            os.utime(folder / name, (turn * 10**6, turn * 10**6))
            (folder / name).chmod(0o600 if turn else 0o644)
        write_zip(tmp_path / f"{turn}.zip", folder, "mazeeditor")
        even_modes(folder)
        write_tar(tmp_path / f"{turn}.tar.gz", folder)
        made.append([(tmp_path / f"{turn}.{kind}").read_bytes() for kind in ("zip", "tar.gz")])
    assert made[0] == made[1]


def test_what_is_needless_is_removed_with_what_is_in_it(tmp_path: Path) -> None:
    from tools import remove_matching

    for name in ("a/tests/__pycache__/one.pyc", "a/kept.py", "b/two.lib", "c/tests"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "link").symlink_to("a")
    remove_matching(tmp_path, ("**/tests", "**/__pycache__", "**/*.lib", "link", "no/such"))
    left = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")]
    assert sorted(left) == ["a", "a/kept.py", "b", "c"]


def test_a_package_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    from tools import whole

    target = tmp_path / "a.deb"
    target.write_text("old")

    def interrupted() -> None:
        with whole(target) as part:
            part.write_text("half of the n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
    with whole(target) as part:
        part.write_text("new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.slow
def test_a_program_that_takes_its_time_is_mentioned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import tools

    monkeypatch.setattr(tools, "PATIENCE", 0.2)
    assert tools.run("sh", "-c", "sleep 0.5; echo done") == "done\n"
    assert " sh has run for 0 min" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="out\nbad"):
        tools.run("sh", "-c", "echo out; echo bad >&2; exit 3")


def test_one_file_says_the_version() -> None:
    number = re.compile(rf"(?<![\d.]){re.escape(mazeeditor.__version__)}(?![\d.])")
    places = []
    for path in project_files():
        name = path.relative_to(ROOT)
        if name.parts[0] in ("tests", "docs") or path.suffix in (".png", ".ttf", ".mazebook"):
            continue
        # versions of then, and of others
        if name.name in ("CHANGELOG.md", "README.md", "requirements.txt"):
            continue
        text = path.read_text(encoding="utf-8")
        if number.search(text):
            places.append(name.as_posix())
    assert places == ["mazeeditor/core/__init__.py"]


@pytest.mark.slow
def test_menu_entry_kinds_of_files_and_description_are_valid(tmp_path: Path) -> None:
    from linux.tree import ID, SHARED, add_shared

    add_shared(tmp_path)
    entry = ConfigParser(interpolation=None)
    entry.read(tmp_path / "applications" / f"{ID}.desktop", encoding="utf-8")
    kinds = set(entry["Desktop Entry"]["MimeType"].strip(";").split(";"))
    place = "{http://www.freedesktop.org/standards/shared-mime-info}"
    declared = ET.parse(tmp_path / "mime" / "packages" / f"{ID}.xml").getroot()
    assert {one.get("type") for one in declared} == kinds
    assert {one.get("pattern") for one in declared.iter(f"{place}glob")} == {"*.maze", "*.mazebook"}
    metainfo = tmp_path / "metainfo" / f"{ID}.metainfo.xml"
    described = ET.parse(metainfo).getroot()
    assert {one.text for one in described.iter("mediatype")} == kinds
    release = described.find("releases/release")
    assert release is not None
    assert release.get("version") == mazeeditor.__version__
    assert (tmp_path / "icons" / "hicolor" / "48x48" / "apps" / f"{ID}.png").exists()
    page = gzip.decompress((tmp_path / "man" / "man1" / "mazeeditor-solve.1.gz").read_bytes())
    assert b"SOLVE" in page
    for command in (
        ("desktop-file-validate", SHARED / f"{ID}.desktop"),
        ("appstreamcli", "validate", "--no-net", "--pedantic", metainfo),
    ):
        if which(str(command[0])):  # small programs, which not every machine has
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


def test_manual_pages_name_every_command_and_flag() -> None:
    from linux.manual import escaped, manual_pages

    from mazeeditor.cli.all_parsers import command_parsers, flags

    pages = manual_pages()
    assert set(command_parsers()) == set(commands())
    for name, parser in command_parsers().items():
        assert f".B {name}\n" in pages["mazeeditor.1"]
        page = pages[f"mazeeditor-{name}.1"]
        for action in flags(parser):
            for flag in action.option_strings:
                assert f"\\fB{escaped(flag)}\\fR" in page, (name, flag)
    if which("groff"):
        source = "".join(pages.values())
        done = subprocess.run(
            ("groff", "-man", "-ww", "-Tutf8", "-Kutf8", "-z"),
            input=source,
            capture_output=True,
            text=True,
            check=True,
        )
        assert not [line for line in done.stderr.splitlines() if "adjust line" not in line]


def test_completion_knows_every_command_flag_and_value() -> None:
    from mazeeditor.cli.all_parsers import command_parsers, flags
    from mazeeditor.cli.shell_completion import bash, fish, zsh

    texts = {"bash": bash(), "zsh": zsh(), "fish": fish()}
    for name, parser in command_parsers().items():
        used = f"'__fish_seen_subcommand_from {name}'"
        named = [flag for action in flags(parser) for flag in action.option_strings]
        assert f'-*:{name}) words="{" ".join(named)}"' in texts["bash"]
        in_zsh = texts["zsh"].partition(f"    {name})\n")[2].partition(";;")[0]
        in_fish = [line for line in texts["fish"].splitlines() if used in line]
        for flag in named:
            assert f"'*{flag}[" in in_zsh
            assert any(
                f" -{'l' if flag[2:] else 's'} {flag.lstrip('-')} " in one for one in in_fish
            )
    for shell, text in texts.items():
        if which(shell):
            subprocess.run((shell, "-n"), input=text, text=True, check=True)


@pytest.mark.skipif(which("bash") is None, reason="no bash")
def test_bash_completes() -> None:
    from mazeeditor.cli.shell_completion import bash

    expected = {
        "mazeeditor so": "solve",
        "mazeeditor solve --so": "--solver",
        "mazeeditor solve --solver tre": "tremaux",
        "mazeeditor generate --symmetry xyz": "",
        "mazeeditor list gen": "generators",
    }
    code = bash()
    for line in expected:
        code += f"\nCOMP_WORDS=({line})\nCOMP_CWORD=$(({len(line.split())} - 1))\nCOMPREPLY=()\n"
        code += '_mazeeditor\necho "${COMPREPLY[*]}"'
    done = subprocess.run(("bash", "-c", code), capture_output=True, text=True, check=True)
    assert dict(zip(expected, done.stdout.splitlines(), strict=True)) == expected
    assert done.stderr == ""


def test_a_debian_package_depends_on_the_python_of_its_wheels() -> None:
    from linux.debian_package import SYSTEMS, control

    assert set(SYSTEMS.values()) <= {target.python for _, target in targets()["linux"]}
    fields = dict(
        line.split(": ", 1) for line in control("deb12", 7).splitlines() if line[0] != " "
    )
    assert fields["Version"] == f"{mazeeditor.__version__}-1+deb12"
    assert fields["Depends"].startswith("python3 (>= 3.11~), python3 (<< 3.12), python3-tk, ")


def test_the_bill_of_materials_lists_each_pinned_package() -> None:
    from sbom import sbom

    made = json.loads(json.dumps(sbom()))
    listed = {
        (part["name"], part["version"], system["value"])
        for part in made["components"]
        for system in part["properties"]
    }
    for system, lists in targets().items():
        for target in {target for _, target in lists}:
            wanted = {(name, version, system) for name, version in pinned(target).items()}
            assert wanted <= listed
    assert len(listed) == sum(len(part["properties"]) for part in made["components"])
    assert all(part["hashes"] for part in made["components"])
    assert made["metadata"]["component"]["version"] == mazeeditor.__version__


def test_notes_are_the_section_of_the_version() -> None:
    from release import notes

    changes = "# Changes\n\n## 2.0 (2030)\n\nNew.\n### More\n- a\n\n## 1.0\n\nOld.\n"
    assert notes(changes, "2.0") == "# mazeeditor 2.0\n\nNew.\n### More\n- a\n"
    assert notes(changes, "1.0") == "# mazeeditor 1.0\n\nOld.\n"
    with pytest.raises(SystemExit, match=r"no section for version 3\.0"):
        notes(changes, "3.0")
    own = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert len(notes(own, mazeeditor.__version__)) > 100


def test_a_release_refuses_what_is_not_committed() -> None:
    from release import refuse_changes

    refuse_changes("")
    with pytest.raises(SystemExit, match=r"commit or remove first: a\.py, new\.txt\."):
        refuse_changes(" M a.py\n?? new.txt\n")


def test_checksums_are_read_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import release

    monkeypatch.setattr(release, "DIST", tmp_path)
    for name in ("b.zip", "a.deb"):
        (tmp_path / name).write_text(name)
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("a.deb", "b.zip")}
    assert release.checksums(["b.zip", "a.deb"]) == "".join(
        f"{digest}  {name}\n" for name, digest in digests.items()
    )


def elf(sections: dict[bytes, bytes]) -> bytes:
    """Return a program of 64 bits that is nothing but sections."""
    names = b"\0" + b"\0".join([*sections, b".names", b""])
    body, rows = b"", [(0, 0, 0, 0)]
    for name, data in [*sections.items(), (b".names", names)]:
        rows.append((names.index(b"\0" + name + b"\0") + 1, 1, 64 + len(body), len(data)))
        body += data
    table = b"".join(
        struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, start, length, 0, 0, 0, 0)
        for name, kind, start, length in rows
    )
    head = b"\x7fELF\x02\x01".ljust(0x28, b"\0") + struct.pack("<Q", 64 + len(body))
    head = head.ljust(0x3A, b"\0") + struct.pack("<HHH", 64, len(rows), len(rows) - 1)
    return head + body + table


def test_the_runtime_of_an_appimage_says_nothing_of_where_it_came_from() -> None:
    from linux.appimage import runtime_of

    program = elf({b".text": b"code", b".upd_info": b"zsync|other", b".sha256_sig": b"signed"})
    kept = elf({b".text": b"code", b".upd_info": bytes(11), b".sha256_sig": bytes(6)})
    assert runtime_of(program + b"hsqs the files of another image") == kept
    with pytest.raises(SystemExit, match="ELF program of 64 bits"):
        runtime_of(b"#!/bin/sh\n")


def test_scripts_that_start_the_program_are_valid() -> None:
    from linux.appimage import START as IN_IMAGE
    from linux.tree import START

    for text in (IN_IMAGE, START):
        subprocess.run(("sh", "-n"), input=text, text=True, check=True)
        if which("shellcheck"):
            subprocess.run(("shellcheck", "-"), input=text, text=True, check=True)


def test_the_manifest_of_the_flatpak_names_each_wheel_by_its_checksum(tmp_path: Path) -> None:
    from linux.flatpak import manifest

    wheel = tmp_path / "wheels" / "a-1-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.write_bytes(b"wheel")
    made = manifest([wheel])
    (file, _) = made["modules"][-1]["sources"]
    assert file["path"] == "wheels/a-1-py3-none-any.whl"
    assert file["sha256"] == hashlib.sha256(b"wheel").hexdigest()
    target = tmp_path / f"{made['id']}.json"
    target.write_text(json.dumps(made))
    if which("flatpak-builder"):
        command = ("flatpak-builder", "--show-manifest", target)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["command"] == "mazeeditor"
        assert "unknown" not in done.stderr.lower(), done.stderr
