"""The page and everything the user can choose about it: paper, walls, marks, title, route, logo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Annotated, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import MAX_LENGTH_MM
from mazeeditor.core.options import (
    Advanced,
    Between,
    Choices,
    FileOf,
    Label,
    OnlyWhere,
    Option,
    Section,
    Shown,
    Unset,
    Words,
    Written,
    all_given,
    options_of,
)
from mazeeditor.core.pictures import SUFFIXES, check_logo, load_logo, name_of
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN, kept_name
from mazeeditor.maze.collecting.things import Keys, Stops, StopsOrder
from mazeeditor.maze.photo.pencils import PENCILS as PICTURE_OF_PENCILS
from mazeeditor.maze.photo.pencils import check_pencils
from mazeeditor.maze.photo.tones import PHOTO, check_tones
from mazeeditor.page.colours import NAMED, WHITE, contrast, hexadecimal, mix, read_colour
from mazeeditor.page.drawings.motifs import (
    FILES,
    USUAL_START,
    check_motif,
    label_of,
    load_motif,
    names,
)
from mazeeditor.page.number_rules import DEFAULT_RULE as USUAL_RULE
from mazeeditor.page.number_rules import KNOWN as KNOWN_RULES
from mazeeditor.page.number_rules import OFFERS as RULES
from mazeeditor.page.number_rules import read_rule
from mazeeditor.page.number_rules import words_of as rule_words
from mazeeditor.page.paper import (
    FIT,
    GRIDS,
    LANDSCAPE,
    OFFERS,
    PORTRAIT,
    SINGLE,
    SIZES,
    Orientation,
    paper_words,
    read_grid,
    read_paper,
)
from mazeeditor.page.questions.asking import (
    DEFAULT_QUESTIONS,
    load_questions,
    question_names,
    read_questions,
)
from mazeeditor.page.questions.asking import SUFFIXES as LISTS
from mazeeditor.page.questions.asking import label_of as questions_label
from mazeeditor.page.themes import ORDER as THEMES
from mazeeditor.page.themes import PLAIN, read_name, seems_to_have, theme_names
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.wall_styles import WALL_STYLES

Colour = Annotated[str, Written(read_colour, tuple(NAMED), colour=True)]
OptionalColour = Annotated[str | None, Written(read_colour, tuple(NAMED), colour=True)]
AreaColour = Annotated[str | None, Written(read_colour, tuple(NAMED), colour=True, area=True)]
PAPER = Section(_("Paper"))
THEME = Section(_("Theme"), manual="first-page#themes")
LOOK = Section(_("Look"))
WHOLE = Section(_("Whole maze"), manual="first-page#sizes-in-millimetres")
TITLE = Section(_("Title"))
MARKS = Section(_("Start and goal"))
ALONG_ROUTE = Section(_("Along the route"), manual="words-and-pictures")
SOLUTION = Section(_("Solution"))
POSTER = Section(_("Poster"), manual="first-page#sizes-in-millimetres")
OF_MACHINES = Section(_("Maze"))  # what matters to machines, where these are chosen
_WRITTEN = OnlyWhere(
    lambda values: values["marks"] in ("word", "letter"),
    _("Only if the marks are words or letters."),
    hidden=True,
)
_WholeSize = Annotated[
    float | None,
    Advanced(),
    Between(1, MAX_LENGTH_MM, "mm"),
    WHOLE,
    OF_MACHINES,
]
_Motif = Annotated[
    str,
    FileOf(_("Pictures"), FILES, load_motif, name=label_of, drawn=True),
    Written(check_motif, names()),
    OnlyWhere(
        lambda values: values["marks"] == "picture",
        _("Only for marks that are pictures."),
        hidden=True,
    ),
]


NOTHING, TONED, PENCILS = "none", "toned", "pencils"
CELL, SIDES = "cell", {"width": "maze_width", "height": "maze_height"}
OF_SIZE = CELL, *SIDES.values()  # what decides how large a maze is
COLLECTED = "carrot"  # the usual picture of things to collect
READABLE = 4.5  # the contrast of text, as the Web Content Accessibility Guidelines demand
STEPS = 8  # of colours between the walls nearest to the entrance and the farthest
LIGHTER = 0.05  # of the way to white or black, tried next


def _thick(values: Mapping[str, Any]) -> bool:
    """Return whether walls may have another thickness."""
    return values["walls"] in WALL_STYLES and not WALL_STYLES[values["walls"]].fixed


def _only_for_things(name: str) -> OnlyWhere:
    """Return that an option does something only for what takes it along the route."""

    def holds(values: Mapping[str, Any]) -> bool:
        along = values["along"]
        return along in TOKENS and name in TOKENS[along].uses

    return OnlyWhere(holds, _("This has no effect on what is along the route."), hidden=True)


def _of_theme(value: str, *kinds: str) -> Shown:
    """Return that drawings of a theme replace a value, as ``themed_page.with_pictures`` does."""

    def holds(values: Mapping[str, Any]) -> bool:
        themed = values["theme"] != PLAIN and values["walls"] != "hairlines"
        return themed and values["theme_pictures"] and seems_to_have(values["theme"], *kinds)

    return Shown(value, _("As the theme has it"), holds)


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page and what is drawn on it; raises ``UsageError`` for an invalid value.

    Its fields are the options of the command line, of the Page section and of the project file.
    Where ``cell`` is None the maze is as large as the page allows, 20 mm a cell or 20 times
    ``wall`` at the most (6 mm where the page fits the maze). Where ``wall`` is None it is a tenth
    of a cell, 1 mm at most. Where the whole maze has a ``maze_width`` or ``maze_height`` the cell
    follows from these and from the walls (``page/whole_size.py``); a ``cell`` takes their place.
    """

    page: Annotated[
        str,
        Words(_("format size a4 letter sheet of paper")),
        Label(_("Paper")),
        Written(read_paper, OFFERS, words=paper_words),
        PAPER,
        _("paper size, such as A4, 200x150mm or 6x9in; fit: as large as the maze"),
    ] = "A4"
    orientation: Annotated[
        Orientation,
        Words(_("portrait landscape")),
        Advanced(),
        PAPER,
        _("orientation of the paper; automatic: the one in which the maze is larger"),
        OnlyWhere(lambda values: values["page"] != FIT, _("This page has the form of the maze.")),
    ] = "automatic"
    margin: Annotated[
        float,
        Words(_("border edge")),
        Advanced(),
        Between(0, 1000, "mm"),
        PAPER,
        _("margin left free on every side of the paper"),
    ] = 15.0
    ruler: Annotated[
        bool,
        Words(_("scale 100 mm")),
        Advanced(),
        PAPER,
        _("print a ruler of 100 mm or 4 in into the lower margin, to measure the print"),
        OnlyWhere(
            lambda values: values["page"] != FIT and values.get("poster", SINGLE) == SINGLE,
            _("Only for a paper such as A4, and not for a poster."),
        ),
    ] = False
    theme: Annotated[
        str,
        Words(_("decoration frame children")),
        Written(read_name, THEMES, found=theme_names),
        THEME,
        _("theme of the page: borders, pictures and letters that belong together"),
        OnlyWhere(lambda values: values["walls"] != "hairlines", _("Lasers draw no themes.")),
    ] = PLAIN
    coloured: Annotated[
        bool,
        Label(_("In colours")),
        THEME,
        _("print the drawings of the theme in colours, not as outlines to colour in"),
        OnlyWhere(lambda values: values["theme"] != PLAIN, _("Only with a theme."), hidden=True),
    ] = False
    theme_pictures: Annotated[
        bool,
        Advanced(),
        Label(_("Theme pictures")),
        THEME,
        _("print the pictures of the theme at start and goal, in place of arrows"),
        OnlyWhere(lambda values: values["theme"] != PLAIN, _("Only with a theme."), hidden=True),
    ] = True
    cell: Annotated[
        float | None,
        Words(_("passage corridor path width")),
        Label(_("Cell size")),
        Between(0.01, 1000, "mm"),
        LOOK,
        OF_MACHINES,
        _(
            "size of a cell, from the middle of a wall to the middle of the next; fit: as "
            "large as the paper allows"
        ),
        Unset(_("fit")),
    ] = None
    wall: Annotated[
        float | None,
        Words(_("line width stroke thickness")),
        Label(_("Wall thickness")),
        Advanced(),
        Between(0.001, 100, "mm"),
        LOOK,
        OF_MACHINES,
        _("thickness of the walls; fit: a tenth of a cell"),
        OnlyWhere(_thick, _("Hairlines have one thickness, blocks are as thick as the passages.")),
        Unset(_("fit")),
    ] = None
    maze_width: Annotated[
        _WholeSize,
        Label(_("Maze width")),
        _("width of the whole maze, outer walls included; the size of cells follows"),
    ] = None
    maze_height: Annotated[
        _WholeSize,
        Label(_("Maze height")),
        _("height of the whole maze, outer walls included; the size of cells follows"),
    ] = None
    walls: Annotated[
        str,
        Words(_("line style font look")),
        Label(_("Wall style")),
        Choices(WALL_STYLES.labels),
        LOOK,
        _("style of the walls; bands: filled outlines; hairlines: centre lines for a laser"),
    ] = "lines"
    tone: Annotated[
        str,
        FileOf(_("Pictures"), SUFFIXES, PHOTO.keep, name=name_of),
        Written(check_tones),
        LOOK,
        _("photo laid over the whole maze: walls are thicker where it is darker"),
        OnlyWhere(
            lambda values: values["walls"] == TONED,
            _("Only for walls with the tones of a photo."),
            hidden=True,
        ),
    ] = ""
    colour: Annotated[
        Colour,
        Words(_("color line")),
        Advanced(),
        Label(_("Wall colour")),
        LOOK,
        _("colour of the walls"),
    ] = "black"
    far_colour: Annotated[
        OptionalColour,
        Label(_("Far colour")),
        Advanced(),
        LOOK,
        _(
            "colour of the walls farthest from the entrance; those between fade from the "
            "wall colour to it"
        ),
    ] = None
    background: Annotated[
        AreaColour, Words(_("watermark gradient")), Advanced(), LOOK, _("colour behind the maze")
    ] = None
    reversed: Annotated[
        bool,
        Label(_("White on dark")),
        Advanced(),
        LOOK,
        _("draw white walls (or the colour of the background) on a maze of the walls' colour"),
    ] = False
    title: Annotated[
        str, Words(_("heading caption name")), TITLE, OF_MACHINES, _("title above the maze")
    ] = ""
    typeface: Annotated[
        str,
        Words(_("font letters dyslexia")),
        Label(_("Title typeface")),
        Advanced(),
        CHOSEN,
        TITLE,
        _("typeface of the title: its name, such as DejaVu Serif, or its file"),
        OnlyWhere(lambda values: bool(values["title"].strip()), _("Only if there is a title.")),
    ] = ""
    marks: Annotated[
        str,
        Words(_("arrows start goal entrance exit icons")),
        Label(_("Start and goal")),
        Choices(
            {
                "arrow": _("Arrows"),
                "word": _("Words"),
                "letter": _("Letters"),
                "picture": _("Pictures"),
                "none": _("None"),
            }
        ),
        MARKS,
        OF_MACHINES,
        _of_theme("arrow", "start", "goal"),
        _("marks at the entrance and the exits"),
    ] = "arrow"
    marks_place: Annotated[
        str,
        Advanced(),
        Label(_("Where they are")),
        Choices({"outside": _("Outside the opening"), "inside": _("In the cell")}),
        MARKS,
        _("place of the marks for start and goal: outside the opening, or in the cell behind it"),
        OnlyWhere(
            lambda values: values["marks"] in ("word", "letter", "picture"),
            _("Only for words, letters and pictures."),
            hidden=True,
        ),
    ] = "outside"
    start_text: Annotated[
        str, MARKS, _("text at the entrance, in place of Start or S"), _WRITTEN
    ] = ""
    goal_text: Annotated[str, MARKS, _("text at the exits, in place of Finish or F"), _WRITTEN] = ""
    start_picture: Annotated[
        _Motif,
        MARKS,
        _of_theme(USUAL_START, "start", "goal"),
        _("picture at the entrance: a name, or a file: SVG, PNG, JPEG, WebP, TIFF"),
    ] = USUAL_START
    goal_picture: Annotated[
        _Motif, MARKS, _("picture at the exits; empty: the one that goes with the start")
    ] = ""
    mirrored: Annotated[
        bool,
        Words(_("left handed")),
        Label(_("Left-handed")),
        MARKS,
        _("mirror the maze, but no words, so that a left hand covers nothing that lies ahead"),
    ] = False
    along: Annotated[
        str,
        Words(_("riddle letters sums numbers stops keys doors")),
        Label(_("Along the route")),
        Choices(lambda: {NOTHING: _("Nothing"), **TOKENS.labels()}),
        ALONG_ROUTE,
        _(
            "things to collect or read along the route, such as the letters of a sentence; "
            "answers show them"
        ),
    ] = NOTHING
    sentence: Annotated[
        str,
        ALONG_ROUTE,
        _("sentence that the letters along the route spell"),
        _only_for_things("sentence"),
    ] = ""
    questions: Annotated[
        str,
        ALONG_ROUTE,
        FileOf(_("Lists"), LISTS, load_questions, name=questions_label),
        Written(read_questions, (DEFAULT_QUESTIONS,), found=question_names),
        _(
            "questions at each fork: sums such as plus-20, several with commas, or a CSV of "
            "question, answer"
        ),
        _only_for_things("questions"),
    ] = DEFAULT_QUESTIONS
    step_on: Annotated[
        str,
        Label(_("Step on")),
        ALONG_ROUTE,
        Written(read_rule, RULES, named=KNOWN_RULES, words=rule_words),
        _("rule for the numbers that lead on, in a maze without walls"),
        _only_for_things("step_on"),
    ] = USUAL_RULE
    along_count: Annotated[
        int | None,
        Advanced(),
        Between(1, 1000),
        Label(_("How many")),
        ALONG_ROUTE,
        _("number of things along the route"),
        _only_for_things("along_count"),
    ] = None
    largest: Annotated[
        int,
        Advanced(),
        Between(1, 1000),
        Label(_("Largest number")),
        ALONG_ROUTE,
        _("largest of the numbers to add"),
        _only_for_things("largest"),
    ] = 10
    pencils: Annotated[
        str,
        Label(_("Colours of the route")),
        ALONG_ROUTE,
        FileOf(_("Pictures"), SUFFIXES, PICTURE_OF_PENCILS.keep, name=name_of),
        Written(check_pencils),
        _(
            "picture laid over the whole maze whose colours the route takes, six at most; "
            "without one the parts are equal"
        ),
        _only_for_things("pencils"),
    ] = ""
    collect: Annotated[
        str,
        Label(_("To collect")),
        ALONG_ROUTE,
        FileOf(_("Pictures"), FILES, load_motif, name=label_of, drawn=True),
        Written(check_motif, names()),
        _of_theme(COLLECTED, "collect"),
        _("picture to collect along the route: a name, or a file: SVG, PNG, JPEG, WebP, TIFF"),
        _only_for_things("collect"),
    ] = COLLECTED
    stops: Annotated[Stops, ALONG_ROUTE, _only_for_things("stops")] = ""
    stops_order: Annotated[StopsOrder, ALONG_ROUTE, _only_for_things("stops_order")] = "given"
    keys: Annotated[Keys, ALONG_ROUTE, _only_for_things("keys")] = ""
    decoys: Annotated[
        bool,
        Label(_("Also off it")),
        Advanced(),
        ALONG_ROUTE,
        _("place some things off the route too, to lead astray"),
        _only_for_things("decoys"),
    ] = True
    solution: Annotated[
        str,
        Words(_("answer route key")),
        Choices(
            {"none": _("Not drawn"), "drawn": _("Over the maze"), "page": _("On a second page")}
        ),
        SOLUTION,
        _("draw the route over the maze, or on a second page"),
    ] = "none"
    solution_colour: Annotated[
        Colour,
        Label(_("Route colour")),
        Advanced(),
        LOOK,
        _("colour of the route"),
        OnlyWhere(lambda values: values["solution"] != "none", _("Only if the route is drawn.")),
    ] = "#0a5fb4"
    solution_fill: Annotated[
        bool,
        Label(_("Route filled in")),
        Advanced(),
        LOOK,
        _("fill in the cells of the route, which may be a picture, in place of a line"),
        OnlyWhere(
            lambda values: values["solution"] != "none" and values["walls"] != "hairlines",
            _("Only if the route is drawn, and not by a laser."),
        ),
    ] = False
    poster: Annotated[
        str,
        Words(_("tiles large several sheets")),
        Advanced(),
        Written(read_grid, GRIDS),
        POSTER,
        _("sheets of paper that are glued together to a poster, across x down"),
        OnlyWhere(lambda values: values["page"] != FIT, _("A poster needs a paper such as A4.")),
    ] = SINGLE
    overlap: Annotated[
        float,
        Advanced(),
        Between(0, 100, "mm"),
        POSTER,
        _("overlap of neighbouring sheets of a poster, for the glue"),
        OnlyWhere(lambda values: values["poster"] != SINGLE, _("Only a poster has sheets.")),
    ] = 10.0
    logo: Annotated[
        str,
        Words(_("watermark brand image")),
        FileOf(_("Pictures"), SUFFIXES, load_logo),
        Written(check_logo),
        LOOK,
        _("picture in the hole in the middle of the maze"),
    ] = ""

    def __post_init__(self) -> None:
        for option in page_options():
            value = getattr(self, option.name)
            if value is not option.default:  # which is valid
                object.__setattr__(self, option.name, option.check(value))
        if self.cell is not None:
            for name in SIDES.values():
                object.__setattr__(self, name, None)

    @property
    def whole(self) -> dict[str, float]:
        """The size of the whole maze that is chosen, mm by "width" and "height", if any is."""
        sizes = {side: getattr(self, name) for side, name in SIDES.items()}
        return {side: size for side, size in sizes.items() if size is not None}

    @property
    def sized(self) -> bool:
        """Whether the size of the maze is chosen, by its cells or as a whole."""
        return self.cell is not None or bool(self.whole)

    @property
    def unsized(self) -> Page:
        """The page with a maze as large as it allows."""
        return replace(self, cell=None, maze_width=None, maze_height=None)

    @property
    def ground_colour(self) -> str | None:
        """What is painted below walls and route, None for the paper itself."""
        return self.colour if self.reversed else self.background

    @property
    def wall_colour(self) -> str:
        """The colour of the walls, of those nearest to the entrance where they differ.

        On a reversed maze that nobody gave a background it is white, as the paper.
        """
        return (self.background or WHITE) if self.reversed else self.colour

    @property
    def wall_colours(self) -> list[str]:
        """The colours of walls from the nearest to the farthest; one where all are alike."""
        first, last = self.wall_colour, self.far_colour
        if last is None or hexadecimal(last) == hexadecimal(first):
            return [first]
        return [mix(first, last, step / (STEPS - 1)) for step in range(STEPS)]

    @property
    def route_colour(self) -> str:
        """The colour of the route; on a reversed maze as much lighter as it is readable."""
        if not self.reversed:
            return self.solution_colour
        end = max(("white", "black"), key=lambda end: contrast(end, self.colour))
        shares = (step * LIGHTER for step in range(round(1 / LIGHTER) + 1))
        tries = (
            mix(self.solution_colour, end, share) if share else self.solution_colour
            for share in shares
        )
        return next((tried for tried in tries if contrast(tried, self.colour) >= READABLE), end)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Page:
        """Return the page that a project file holds, ignoring the keys of newer programs.

        Raises ``UsageError`` that names the invalid value.
        """
        values = _upgrade(values)
        known = {option.name for option in page_options()}
        return cls(**{name: value for name, value in values.items() if name in known})

    @staticmethod
    def valid(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return ``values`` without those that are invalid, and a warning for each of these.

        ``from_dict`` accepts the rest, with defaults for what is missing.
        """
        values = _upgrade(values)
        given = [option for option in page_options() if option.name in values]
        warnings = {option.name: _warning(option, values[option.name]) for option in given}
        kept = {name: value for name, value in values.items() if not warnings.get(name)}
        return kept, [warning for warning in warnings.values() if warning]

    @classmethod
    def chosen(cls, options: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> Page:
        """Return the page that ``before`` holds, as ``from_dict`` reads it, with other options.

        Pictures may be paths of files. Raises ``UsageError``, also where one of ``options`` that is
        not ``None`` has no effect.
        """
        if options.get("typeface"):
            options = {**options, "typeface": CHOSEN.find(options["typeface"])}
        given = all_given(page_options(), _with_kind(options, before))
        whole = [name for name in SIDES.values() if given.get(name) is not None]
        if whole and given.get(CELL) is not None:
            message = _("Give either the cell or the size of the whole maze.")
            raise UsageError(message)
        page = cls.from_dict(with_last_size(before or {}, {**(before or {}), **given}))
        if options.get("wall") is not None and (reason := WALL_STYLES[page.walls].fixed):
            message = _("{reason}: leave out wall, or draw lines or bands.")
            raise UsageError(message.format(reason=reason))
        return page

    def to_dict(self, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the page for a project file; keys of ``before`` that are unknown stay."""
        name = kept_name(self.typeface) if self.typeface else ""
        return {**_upgrade(before or {}), **asdict(self), "typeface": name}


def with_last_size(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a page ``after`` a change, which were others ``before``.

    Either its cells have a size or the whole maze: the one that was chosen last.
    """
    result = dict(after)
    if result.get(CELL) is not None and any(result.get(name) for name in SIDES.values()):
        cells_first = result[CELL] != before.get(CELL)
        result |= dict.fromkeys(SIDES.values() if cells_first else (CELL,))
    return result


def _with_kind(options: Mapping[str, Any], before: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return options that say what stands along the route, where one of them belongs to it alone.

    So who chooses questions, or a sentence, need not say that these are to be printed.
    """
    chosen = options.get("along") or (before or {}).get("along", NOTHING)
    if chosen != NOTHING or options.get("along") is not None:
        return options
    given = {name for name, value in options.items() if value is not None}
    kinds = [kind for kind in TOKENS if not kind.by_name]
    uses = [(kind.name, (kind.uses - kind.shares) & given) for kind in kinds]
    alone = {
        kind
        for kind, used in uses
        for name in used
        if all(name not in others for other, others in uses if other != kind)
    }
    if len(alone) > 1:  # the one that takes what is meant for the others as well
        used = {name for _kind, names in uses for name in names}
        alone &= {kind.name for kind in kinds if used <= kind.uses}
    return {**options, "along": alone.pop()} if len(alone) == 1 else options


def _upgrade(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as they are spelled today: ``landscape`` was yes or no, for papers by name."""
    result = dict(values)
    turned = result.pop("landscape", None)
    if isinstance(turned, bool):
        turned = (LANDSCAPE if turned else PORTRAIT) if result.get("page") in SIZES else None
    if turned is not None:
        result.setdefault("orientation", turned)
    return result


def _warning(option: Option, value: object) -> str:
    """Return that an invalid value of a file is replaced with its default, "" for a valid one."""
    try:
        option.check(value)
    except UsageError as error:
        text = _('The page\'s "{name}" is now {default}: {reason}')
        return text.format(name=option.name, default=_default(option), reason=error)
    return ""


def _default(option: Option) -> str:
    if option.default in (None, ""):
        return _("chosen automatically") if option.optional else _("empty")
    if option.kind is bool:
        return _("yes") if option.default else _("no")
    return f"{option.default:g}" if option.kind is float else str(option.default)


@cache
def page_options() -> tuple[Option, ...]:
    return options_of(Page)
