"""Finished objects: files that name jobs and options that there are, with values of their own."""

from __future__ import annotations

import pytest

from mazeeditor.app.gallery.choosing import choose
from mazeeditor.app.gallery.templates import templates
from mazeeditor.app.making.draft import EQUIPMENT, MakeDraft
from mazeeditor.app.making.objects import WORD, made_objects, object_making, object_of
from mazeeditor.app.settings import Settings
from mazeeditor.core.disk.paths import icons_folder
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.page.page import Page
from tests.app.scripted import opened

NINE = (
    *("coaster", "stencil", "inlay", "wall-art", "marble-game"),
    *("name-sign", "plotter-art", "plate", "test-pieces"),
)


def draft_of(settings: Settings | None = None) -> MakeDraft:
    return MakeDraft(settings or Settings(), Page(), HandTabs())


def test_nine_objects_in_their_order_with_pictures() -> None:
    assert tuple(made_objects()) == NINE, "add the new object in its order"
    assert [job.name for job in JOBS if not object_making(job.name)] == []
    for each in made_objects().values():
        picture = icons_folder() / f"object-{each.name}.png"
        assert picture.is_file(), f"draw {picture.name}"
        assert each.about, f"say in a sentence what {each.name} is"
        assert len(each.label) < 14, f"the label of {each.name} is longer than its button"


@pytest.mark.parametrize("name", NINE)
def test_an_object_names_jobs_and_options_that_there_are(name: str) -> None:
    each, options = made_objects()[name], {option.name: option for option in make_options()}
    assert set(each.jobs) <= set(JOBS.names())
    assert set(each.asks) - {WORD} <= options.keys()
    for option, value in each.values.items():
        assert options[option].check(value) == value
    draft = draft_of()
    draft.fields.edit("object", name)
    assert draft.fields["job"] == each.jobs[0]
    for option, value in each.values.items():
        assert draft.fields[option] == value
    for asked in each.asks:  # what stands in front does something
        assert not draft.fields.options[asked].why_unused(draft.fields.values) or len(each.jobs) > 1


@pytest.mark.parametrize("values", [{"jobs": []}, {"jobs": ["score"]}, {"asks": ["material"]}])
def test_a_damaged_object_is_named(values: dict[str, object]) -> None:
    with pytest.raises(MazeError, match="The object mug has no jobs"):
        object_of("mug", values)


def test_a_border_for_one_object_is_not_carried_over_to_the_next() -> None:
    """As a border of 1 mm: the frame of a marble game needs more for its screws."""
    draft = draft_of()
    draft.fields.edit("border", 1.0)
    draft.fields.edit("copies", 12)
    draft.fields.edit("object", "marble-game")
    assert (draft.fields["border"], draft.fields["copies"]) == (None, 1)
    draft.fields.edit("object", "coaster")
    assert (draft.fields["border"], draft.fields["copies"]) == (1.0, 12)
    draft.fields.edit("job", "kit")  # by Details too
    assert (draft.fields["object"], draft.fields["border"]) == ("marble-game", None)


def test_what_is_invalid_for_one_object_stays_behind() -> None:
    draft = draft_of()
    draft.fields.keep_text("border", "wide")
    with pytest.raises(UsageError):
        draft.fields.read()
    draft.fields.edit("object", "stencil")
    draft.fields.read()


def test_machine_and_material_are_the_same_but_for_objects_that_name_theirs() -> None:
    settings = Settings()
    draft = draft_of(settings)
    draft.fields.edit("machine", "glowforge")
    draft.fields.edit("material", "mdf-3")
    draft.fields.edit("object", "stencil")
    assert draft.fields["machine"] == "glowforge"
    draft.fields.edit("object", "plotter-art")
    assert draft.fields["machine"] == "axidraw"
    draft.keep()
    for again in (draft, draft_of(settings)):  # also after a restart
        again.fields.edit("object", "inlay")
        assert [again.fields[name] for name in EQUIPMENT[:4]] == ["glowforge", "mdf-3", None, None]


def test_kinds_of_an_object_keep_their_values() -> None:
    draft = draft_of()
    draft.fields.edit("object", "test-pieces")
    assert draft.kinds == ("kerf-test", "fit-test")
    draft.fields.edit("job", "fit-test")
    assert draft.fields["object"] == "test-pieces"
    draft.fields.edit("object", "coaster")
    draft.fields.edit("object", "test-pieces")
    assert draft.fields["job"] == "fit-test"  # as it was left


def test_one_step_takes_an_object_back_with_all_its_values() -> None:
    draft = draft_of()
    draft.fields.edit("border", 7.0)
    draft.steps.record()
    draft.fields.edit("object", "stencil")
    draft.steps.record()
    assert draft.steps.undo() == "Object"
    assert (draft.fields["object"], draft.fields["job"]) == ("coaster", "score")
    assert draft.fields["border"] == 7.0
    draft.steps.redo()
    assert (draft.fields["object"], draft.fields["border"]) == ("stencil", None)


def test_settings_of_before_show_the_object_of_their_job() -> None:
    settings = Settings()
    settings.making = {"job": "slots", "gap": 9.0}
    draft = draft_of(settings)
    assert (draft.fields["object"], draft.fields["job"]) == ("wall-art", "slots")
    assert draft.fields["gap"] == 9.0
    assert set(draft.fields.values) - {"object", WORD} <= set(MakeOptions.__dataclass_fields__)


def test_a_template_begins_with_its_own_values() -> None:
    template = next(each for each in templates() if each.path.stem == "make-kit")
    with opened() as program:
        settings = program.session.services.settings
        settings.making = {"job": "stencil", "border": 1.0, "machine": "glowforge"}
        session = program.session
        choose(
            template,
            *(program.document, session.opened, session.book, session.parts),
            *(session.services, session.view),
        )
        program.settle()
        assert settings.making == {"job": "kit", "machine": "glowforge"}
