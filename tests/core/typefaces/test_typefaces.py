"""The typefaces of a computer are found by name and by what they have, with fontconfig or not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from mazeeditor.core.typefaces import typefaces
from mazeeditor.core.typefaces.typefaces import (
    covering,
    face_of,
    families,
    installed_typefaces,
    typeface_named,
)
from mazeeditor.page.print_warnings import look_again
from tests.core.typefaces.small_fonts import small_collection, small_font


@pytest.fixture
def fonts(own_fonts: Path) -> Path:
    """Return a folder with typefaces, the only ones of a computer without fontconfig."""
    folder = own_fonts / "deep"
    folder.mkdir()
    small_font(folder / "zulu.ttf", "Zulu", "aб𓀀")
    small_font(folder / "zulu-bold.ttf", "Zulu", "aб", "Bold")
    small_font(folder / "alpha-italic.ttf", "Alpha", "a𓀀", "Italic")
    small_collection(folder / "both.ttc", ("First", "a"), ("Second", "a𓀁"))
    (folder / "damaged.otf").write_bytes(b"OTTO and no more")
    (folder / "empty.ttf").write_bytes(b"")
    (folder / "read me.txt").write_bytes(b"no typeface")
    assert look_again()
    return folder


@pytest.mark.usefixtures("fonts")
def test_names_in_the_folders_of_the_system() -> None:
    names = [typeface.name for typeface in installed_typefaces()]
    assert names == ["First", "Second", "Zulu", "Alpha Italic", "Zulu Bold"]
    assert [typeface.index for typeface in installed_typefaces()] == [0, 1, 0, 0, 0]
    assert [typeface.bold for typeface in installed_typefaces()] == [False] * 4 + [True]


@pytest.mark.usefixtures("fonts")
def test_families_list_the_bundled_one_first() -> None:
    assert list(families()) == ["DejaVu Sans", "Alpha", "First", "Second", "Zulu"]
    assert not families()["Zulu"].bold


@pytest.mark.usefixtures("fonts")
def test_by_name_in_any_case() -> None:
    for name, family, bold in [("zulu", "Zulu", False), (" Zulu BOLD ", "Zulu", True)]:
        typeface = typeface_named(name)
        assert typeface
        assert (typeface.family, typeface.bold) == (family, bold)
    assert typeface_named("dejavu sans") is families()["DejaVu Sans"]
    assert typeface_named("none of these") is None
    assert typeface_named("") is None


@pytest.mark.usefixtures("fonts")
def test_what_has_the_characters() -> None:
    chosen = {text: covering(text) for text in ("abc б", "𓀀", "a𓀁", "𓀀𓀁", "")}
    names = {text: typeface and typeface.name for text, typeface in chosen.items()}
    assert names == {
        "abc б": "DejaVu Sans",
        "𓀀": "Zulu",  # before the slanted one, whose name comes first
        "a𓀁": "Second",
        "𓀀𓀁": None,
        "": "DejaVu Sans",
    }
    second = face_of("𓀁")
    assert second
    assert (second.path.name, second.index) == ("both.ttc", 1)
    assert second.advances["𓀁"] == 0.7
    assert face_of("\U0010fffd") is None


def test_files_are_read_once(fonts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = installed_typefaces()
    read: list[str] = []

    def note(path: Path) -> list[typefaces.Typeface]:
        read.append(path.name)
        return []

    monkeypatch.setattr(typefaces, "read_names", note)
    installed_typefaces.cache_clear()
    assert [typeface.codes for typeface in installed_typefaces()] == [one.codes for one in before]
    assert not read
    os.utime(fonts / "zulu.ttf", ns=(1, 1))
    installed_typefaces.cache_clear()
    assert "Zulu" not in [typeface.name for typeface in installed_typefaces()]
    assert read == ["zulu.ttf"]


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("text", ["", "[1]", '{"%s": 1}', '{"%s": {"stamp": [], "typefaces": 3}}'])
def test_a_cache_that_is_damaged_is_made_again(text: str, tmp_path: Path, fonts: Path) -> None:
    before = [typeface.name for typeface in installed_typefaces()]
    cache = tmp_path / "cache of typefaces" / "typefaces.json"
    assert cache.is_file()
    cache.write_text(text.replace("%s", str(fonts / "zulu.ttf").replace("\\", "\\\\")))
    installed_typefaces.cache_clear()
    assert [typeface.name for typeface in installed_typefaces()] == before
    shutil.rmtree(cache.parent)
    cache.parent.write_text("no folder")
    installed_typefaces.cache_clear()
    assert [typeface.name for typeface in installed_typefaces()] == before


LISTED = """\
/fonts/B.ttf\t0\tBeta\tRegular\t80\t0\t100\tFalse\t20-7e 1f400
/fonts/A.ttc\t3\tAlpha\tRegular\t[0 210]\t0\t100\tFalse\t20-7e 0e01-0e3a
/fonts/A.ttc\t65539\tAlpha\tBold\t200\t0\t100\tFalse\t20-7e 0e01-0e3a
/fonts/C.ttf\t0\tBeta\tBold Italic\t200\t100\t75\tTrue\t20-7e
/fonts/D.pfb\t0\tOld\tRegular\t80\t0\t100\tFalse\t20-7e
a warning
"""


@pytest.mark.skipif(os.name == "nt", reason="fontconfig is not asked there")
def test_fontconfig_lists_them_as_the_user_prefers(
    tmp_path: Path, own_fonts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not list(own_fonts.iterdir())
    program = tmp_path / "fc-match"
    (tmp_path / "listed").write_text(LISTED)
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\ncat {tmp_path}/listed\n')
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _name: str(program))
    names = [(one.name, one.index, one.weight, one.coloured) for one in installed_typefaces("ja")]
    assert names == [
        ("Beta", 0, 400, False),
        ("Alpha", 3, 400, False),
        ("Beta Bold Italic", 0, 700, True),
    ]
    assert "sans-serif:lang=ja" in (tmp_path / "asked").read_text()
    found = covering("ก")
    assert found
    assert (found.path, found.index) == ("/fonts/A.ttc", 3)
    for failing in ("#!/bin/sh\nexit 1\n", "#!/bin/sh\n", "no program"):
        program.write_text(failing)
        installed_typefaces.cache_clear()
        assert installed_typefaces() == ()


@pytest.mark.skipif(not shutil.which("fc-match"), reason="this computer has no fontconfig")
def test_fontconfig_and_the_files_agree() -> None:
    listed = {(one.path, one.index): one for one in installed_typefaces()}
    done = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, check=True)
    files = {name for name in done.stdout.decode().split("\n") if name.lower().endswith(".ttf")}
    assert files <= {path for path, _index in listed}
    for typeface in list(listed.values())[::25]:
        read = typefaces.read_names(Path(typeface.path))[typeface.index]
        assert (read.family, read.bold, read.slanted, read.coloured) == (
            typeface.family,
            typeface.bold,
            typeface.slanted,
            typeface.coloured,
        )
        assert all(read.has(c) == typeface.has(c) for c in "aéжق迷ก🐭" + "\u0300\u05b0")
