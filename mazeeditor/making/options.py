"""All that can be chosen about making a maze: the job, the machine, the material, the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import (
    Advanced,
    Between,
    Choices,
    FileOf,
    Label,
    OnlyWhere,
    Option,
    OrFile,
    Section,
    Unset,
    Words,
    Written,
    check_fields,
    options_of,
)
from mazeeditor.core.translation import _
from mazeeditor.making.edges.outline import AUTOMATIC, NONE, OUTLINES
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.presets import SUFFIX
from mazeeditor.making.tabs.places import (
    SUFFIXES,
    HandTabs,
    check_place,
    check_places,
    load_places,
)
from mazeeditor.page.paper import paper_words, read_paper

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.presets.materials import Material

JOB = Section(_("What"))
EQUIPMENT = Section(
    _("Machine and material"), manual="laser-and-router#machines-and-materials-of-your-own"
)
SHEET = Section(_("Sheet"))


def _only_for_jobs(name: str) -> OnlyWhere:
    """Return that an option does something only for the jobs that use it."""

    def holds(values: Mapping[str, Any]) -> bool:
        return values["job"] in JOBS and name in JOBS[values["job"]].uses

    return OnlyWhere(holds, _("This has no effect on this job."), hidden=True)


def _has_lid(values: Mapping[str, Any]) -> bool:
    return bool(values["lid"]) and values["job"] in JOBS and "lid" in JOBS[values["job"]].uses


def _has_ends(values: Mapping[str, Any]) -> bool:
    """Return whether one line runs through all passages."""
    if values["job"] == "path":
        return values["line"] == "passages" and bool(values["continuous"])
    return values["job"] in JOBS and "ends" in JOBS[values["job"]].uses


def _is_continuous(values: Mapping[str, Any]) -> bool:
    """Return whether that was chosen before one line became a job of its own."""
    return values["job"] == "path" and bool(values["continuous"])


def _has_automatic_tabs(values: Mapping[str, Any]) -> bool:
    """Return whether tabs are placed by the program."""
    uses = JOBS[values["job"]].uses if values["job"] in JOBS else ()
    return "tab_every" in uses and values["tabs"] == "automatic" and values["tabs_at"] is None


def _has_outline(values: Mapping[str, Any]) -> bool:
    """Return whether a hole could be in what is cut."""
    uses = JOBS[values["job"]].uses if values["job"] in JOBS else ()
    return "hole" in uses and values["outline"] != NONE


def _has_router(values: Mapping[str, Any]) -> bool:
    from mazeeditor.making.presets.machines import MACHINE_FILES  # here: help needs no machine

    try:
        return MACHINE_FILES.find(values["machine"], making_folders()["machines"]).is_router
    except MazeError:
        return False


def _has_hole(values: Mapping[str, Any]) -> bool:
    return _has_outline(values) and values["hole"] is not None


OF_HOLE = OnlyWhere(_has_hole, _("Only if there is a hole."), hidden=True)
OF_ROUTER = OnlyWhere(_has_router, _("Only for a router."), hidden=True)
AS_MACHINE = "machine"  # the choice of what the preset of the machine says
MADE_WITH = (  # the options of machine and material, which users have for all that they make
    *("machine", "material", "thickness", "kerf"),
    *("hold", "skin", "through", "lead_in", "milling", "finish"),
)


@dataclass(frozen=True, kw_only=True)
class MakeOptions:
    """What is made of a maze, and with what; raises ``UsageError`` for an invalid value.

    Where ``kerf`` or ``thickness`` is None it is that of the material, where ``border`` is None
    the usual one of the job.
    """

    job: Annotated[
        str,
        Choices(JOBS.labels),
        Label(_("What to make")),
        JOB,
        _("object that is made of the maze"),
    ] = "score"
    machine: Annotated[
        str,
        Words(_("laser cutter cnc router plotter 3d printer g-code gcode")),
        OrFile(SUFFIX),
        EQUIPMENT,
        _(
            "machine that makes it, one of 'mazeeditor list machines': the largest sheet, "
            "the time and the kind of file follow"
        ),
    ] = "own"
    material: Annotated[
        str,
        Words(_("wood plywood acrylic mdf cardboard paper plastic")),
        OrFile(SUFFIX),
        EQUIPMENT,
        _(
            "material that you cut, one of 'mazeeditor list materials': thickness, kerf and "
            "the least width of parts follow"
        ),
    ] = "plywood-3"
    thickness: Annotated[
        float | None,
        Words(_("sheet stock")),
        Advanced(),
        Between(0.05, 100, "mm"),
        EQUIPMENT,
        _("measured thickness of your sheet; auto: as the material says"),
        Unset(_("auto")),
    ] = None
    kerf: Annotated[
        float | None,
        Words(_("kerf cut laser beam")),
        Label(_("Width of a cut")),
        Advanced(),
        Between(0, 20, "mm"),
        EQUIPMENT,
        _("width that the laser burns away along a line, its kerf; auto: as the material says"),
        Unset(_("auto")),
    ] = None
    hold: Annotated[
        str,
        Label(_("Hold by")),
        Advanced(),
        Choices(
            {
                AS_MACHINE: _("As the machine does"),
                "tabs": _("Tabs"),
                "skin": _("A skin"),
                "none": _("Nothing"),
            }
        ),
        EQUIPMENT,
        _("holding of pieces while a router cuts: by tabs, or by a skin below all cuts"),
        OF_ROUTER,
    ] = AS_MACHINE
    skin: Annotated[
        float | None,
        Words(_("onion")),
        Label(_("Skin")),
        Advanced(),
        Between(0.05, 10, "mm"),
        EQUIPMENT,
        _("thickness of the layer that a router leaves below its cuts; auto: as the machine does"),
        Unset(_("auto")),
        OF_ROUTER,
    ] = None
    through: Annotated[
        float | None,
        Label(_("Cut through by")),
        Advanced(),
        Between(0, 10, "mm"),
        EQUIPMENT,
        _("depth to which a router cuts into the board below; auto: as the machine does"),
        Unset(_("auto")),
        OF_ROUTER,
    ] = None
    lead_in: Annotated[
        str,
        Label(_("Goes down")),
        Advanced(),
        Choices(
            {
                AS_MACHINE: _("As the machine does"),
                "plunge": _("Straight"),
                "ramp": _("On a ramp"),
                "helix": _("On a helix"),
            }
        ),
        EQUIPMENT,
        _("way of a router into the material: straight, on a slope, or along all of each path"),
        OF_ROUTER,
    ] = AS_MACHINE
    milling: Annotated[
        str,
        Label(_("Milling")),
        Advanced(),
        Choices(
            {
                AS_MACHINE: _("As the machine does"),
                "climb": _("Climb"),
                "conventional": _("Conventional"),
            }
        ),
        EQUIPMENT,
        _("side of the router on which lies what is kept: climb, on its right"),
        OF_ROUTER,
    ] = AS_MACHINE
    finish: Annotated[
        float | None,
        Label(_("Finishing pass")),
        Advanced(),
        Between(0, 5, "mm"),
        EQUIPMENT,
        _("width that a router leaves on edges for a last pass; 0: there is none"),
        Unset(_("auto")),
        OF_ROUTER,
    ] = None
    outline: Annotated[
        str,
        Words(_("frame shape cut out")),
        Choices(
            dict(
                zip(
                    OUTLINES,
                    (
                        _("Automatic"),
                        _("Follows the maze"),
                        _("Circle"),
                        _("Rectangle"),
                        _("Rounded rectangle"),
                        _("None"),
                    ),
                    strict=True,
                )
            )
        ),
        JOB,
        _(
            "form that is cut out around the maze; automatic: a circle if the maze is round, else "
            "a rectangle; nothing around lines, or with a pen"
        ),
        _only_for_jobs("outline"),
    ] = AUTOMATIC
    overall: Annotated[
        float | None,
        Label(_("Overall size")),
        Between(1, 10000, "mm"),
        JOB,
        _("size of the finished piece, its longer side or its diameter; the maze is made to fit"),
        Unset(_("auto")),
        _only_for_jobs("overall"),
    ] = None
    hole: Annotated[
        float | None,
        Words(_("hang nail screw key ring lanyard")),
        Label(_("Hole to hang it")),
        Between(0.5, 100, "mm"),
        JOB,
        _(
            "diameter of a hole for a nail or a key ring; the piece gets a lug if it has no "
            "room for one"
        ),
        Unset(_("none")),
        OnlyWhere(_has_outline, _("Only if an outline is cut."), hidden=True),
    ] = None
    holes: Annotated[
        int | None,
        Label(_("How many holes")),
        Advanced(),
        Between(1, 2),
        JOB,
        _("one in the middle, or two beside it; auto: two if it is twice as wide as high"),
        Unset(_("auto")),
        OF_HOLE,
    ] = None
    hole_at: Annotated[
        str | None,
        Label(_("Place of the hole")),
        Advanced(),
        Written(check_place, ("4.5,-0.7",)),
        JOB,
        _("x,y in cells, 0,0 is the upper left corner; auto: above the centre of mass"),
        Unset(_("auto")),
        OF_HOLE,
    ] = None
    hang: Annotated[
        str,
        Label(_("Room for the hole")),
        Advanced(),
        Choices({"lug": _("A lug, where needed"), "border": _("A wider border")}),
        JOB,
        _("room for a hole that the border is too narrow for: a lug on top, or a wider border"),
        OF_HOLE,
    ] = "lug"
    with_lug: Annotated[
        bool,
        Label(_("Size with the lug")),
        Advanced(),
        JOB,
        _("let the overall size include the lug"),
        OF_HOLE,
    ] = False
    border: Annotated[
        float | None,
        Words(_("frame rim edge")),
        Advanced(),
        Between(0, 1000, "mm"),
        JOB,
        _("width of the material left around the maze; 0: nothing is cut around it"),
        Unset(_("auto")),
        _only_for_jobs("border"),
    ] = None
    lettering: Annotated[
        str,
        Words(_("font engrave single line hershey")),
        Advanced(),
        Choices({"single": _("In one stroke"), "outlines": _("Outlines")}),
        JOB,
        _("lettering of engraved texts: letters of one stroke, or the outlines of a typeface"),
    ] = "single"
    rim_text: Annotated[
        str,
        Label(_("Text on the rim")),
        Advanced(),
        JOB,
        _("text engraved in a curve along the edge of a round piece"),
        _only_for_jobs("rim_text"),
    ] = ""
    corners: Annotated[
        str,
        Advanced(),
        Choices({"mitred": _("Pointed"), "rounded": _("Rounded")}),
        JOB,
        _("form of the corners that are cut: sharp or round"),
        _only_for_jobs("corners"),
    ] = "mitred"
    tabs: Annotated[
        str,
        Words(_("bridge bridges hold")),
        Choices({"automatic": _("Automatic"), "leave": _("None: pieces fall out")}),
        JOB,
        _("tabs, narrow bridges that hold what would fall out; leave: no tabs"),
        _only_for_jobs("tabs"),
    ] = "automatic"
    tabs_at: Annotated[
        str | None,
        Label(_("Tabs from file")),
        Advanced(),
        FileOf(_("Places of tabs"), SUFFIXES, load_places),
        Written(check_places),
        JOB,
        _("file with places of tabs, one a line, as x,y or x,y x,y in cells"),
        _only_for_jobs("tabs_at"),
    ] = None
    tab: Annotated[
        float | None,
        Label(_("Tab width")),
        Advanced(),
        Between(0.05, 50, "mm"),
        JOB,
        _("width of each tab when all is cut; auto: as wide as the material needs"),
        Unset(_("auto")),
        _only_for_jobs("tab"),
    ] = None
    tab_every: Annotated[
        float | None,
        Label(_("A tab every")),
        Advanced(),
        Between(5, 1000, "mm"),
        JOB,
        _("largest distance between tabs, so that nothing bends; none: as few tabs as hold all"),
        Unset(_("none")),
        OnlyWhere(_has_automatic_tabs, _("Only if tabs are automatic."), hidden=True),
    ] = None
    line: Annotated[
        str,
        Label(_("Line follows")),
        Choices({"passages": _("All passages"), "route": _("The route")}),
        JOB,
        _("course of the line: all passages, or the route"),
        _only_for_jobs("line"),
    ] = "passages"
    continuous: Annotated[
        bool,
        Label(_("In one line")),
        Advanced(),
        JOB,
        _("do the same as the job line, for commands and projects of earlier versions"),
        OnlyWhere(_is_continuous, _("Choose One line instead."), hidden=True),
    ] = False
    ends: Annotated[
        str,
        Label(_("Where it ends")),
        Choices({"openings": _("Entrance and exit"), "anywhere": _("Anywhere: the shortest")}),
        JOB,
        _("ends of the line: at entrance and exit, or wherever the line is shortest"),
        OnlyWhere(_has_ends, _("Only for one line through all passages."), hidden=True),
    ] = "openings"
    floor: Annotated[
        float,
        Label(_("Floor thickness")),
        Between(0.1, 100, "mm"),
        JOB,
        _("thickness of the plate below the walls"),
        _only_for_jobs("floor"),
    ] = 2.0
    height: Annotated[
        float,
        Label(_("Wall height")),
        Between(0.1, 200, "mm"),
        JOB,
        _("height of the walls above the floor"),
        _only_for_jobs("height"),
    ] = 5.0
    ball: Annotated[
        float,
        Words(_("marble diameter")),
        Label(_("Ball diameter")),
        Between(1, 100, "mm"),
        JOB,
        _("diameter of your ball; passages are made wide enough for it"),
        _only_for_jobs("ball"),
    ] = 10.0
    lid: Annotated[
        bool,
        JOB,
        _("add a clear sheet on top, so that the ball stays inside"),
        _only_for_jobs("lid"),
    ] = True
    lid_material: Annotated[
        str,
        OrFile(SUFFIX),
        JOB,
        _("material of the lid, one that can be seen through"),
        OnlyWhere(_has_lid, _("Only if there is a lid."), hidden=True),
    ] = "acrylic-3"
    levels: Annotated[
        int,
        Between(1, 10),
        JOB,
        _("number of mazes, one above the other; the ball falls through holes between them"),
        _only_for_jobs("levels"),
    ] = 1
    finger: Annotated[
        float | None,
        Label(_("Finger width")),
        Advanced(),
        Between(1, 200, "mm"),
        JOB,
        _(
            "approximate width of the teeth that join the sides; auto: twice the thickness "
            "of the sheet"
        ),
        Unset(_("auto")),
        _only_for_jobs("finger"),
    ] = None
    stack: Annotated[
        int,
        Label(_("Layers")),
        Between(2, 12),
        JOB,
        _("number of sheets that are glued on each other, the lowest one counted"),
        _only_for_jobs("stack"),
    ] = 4
    upright: Annotated[
        float,
        Label(_("Height of walls")),
        Between(2, 500, "mm"),
        JOB,
        _("height of the walls above the base"),
        _only_for_jobs("upright"),
    ] = 20.0
    play: Annotated[
        float,
        Label(_("Room in slots")),
        Advanced(),
        Between(0, 5, "mm"),
        JOB,
        _("width that slots have beyond the walls that stand in them; 0: they sit tight"),
        _only_for_jobs("play"),
    ] = 0.0
    part_names: Annotated[
        bool,
        Label(_("Names on parts")),
        Advanced(),
        JOB,
        _("engrave short names such as W1 on parts, where nobody sees them in the end"),
        _only_for_jobs("part_names"),
    ] = True
    assembly: Annotated[
        str,
        Label(_("Assembly sheet")),
        Advanced(),
        Choices({"none": _("None"), "A4": "A4", "Letter": "Letter"}),
        JOB,
        _("add a page to print that shows how the parts go together"),
        _only_for_jobs("assembly"),
    ] = "none"
    sheet: Annotated[
        str | None,
        Written(read_paper, ("300x200mm", "600x300mm", "12x20in"), words=paper_words),
        SHEET,
        _("size of your sheets of material, such as 600x300mm; auto: large enough"),
        Unset(_("auto")),
    ] = None
    gap: Annotated[
        float,
        Label(_("Part spacing")),
        Advanced(),
        Between(0, 100, "mm"),
        SHEET,
        _("distance between the parts on the sheet"),
    ] = 3.0
    turn: Annotated[
        bool,
        Label(_("Turn parts")),
        Advanced(),
        SHEET,
        _("turn parts on their side if that saves material"),
    ] = True
    copies: Annotated[int, Between(1, 1000), SHEET, _("number of copies")] = 1
    price: Annotated[
        float | None,
        Label(_("Price of a sheet")),
        Advanced(),
        Between(0, 1_000_000),
        SHEET,
        _("price of a sheet of the material, for the cost of a piece; auto: as the material says"),
        Unset(_("auto")),
    ] = None
    currency: Annotated[
        str,
        Advanced(),
        SHEET,
        _("currency written behind the price, such as EUR"),
        OnlyWhere(lambda values: values["price"] is not None, _("Only if there is a price.")),
    ] = ""

    def __post_init__(self) -> None:
        check_fields(self, make_options())

    def on(self, machine: Machine) -> Machine:
        """Return a machine with what is chosen here instead of what its preset says."""
        texts = {name: getattr(self, name) for name in ("hold", "lead_in", "milling")}
        numbers = {name: getattr(self, name) for name in ("skin", "through", "finish")}
        chosen = {name: value for name, value in texts.items() if value != AS_MACHINE}
        return replace(
            machine,
            **chosen,
            **{name: value for name, value in numbers.items() if value is not None},
        )

    @property
    def in_single_lines(self) -> bool:
        """Whether letters are engraved in one stroke where they can be."""
        return self.lettering == "single"

    def kerf_in(self, material: Material) -> float:
        """Return how wide the tool cuts in a material, in mm."""
        return material.kerf if self.kerf is None else self.kerf


@cache
def make_options() -> tuple[Option, ...]:
    return options_of(MakeOptions)


def with_hand_tabs(options: MakeOptions, tabs: HandTabs) -> MakeOptions:
    """Return options with the tabs that were placed by hand for a job of this kind."""
    return replace(options, tabs_at=tabs.at(JOBS[options.job].tabs))
