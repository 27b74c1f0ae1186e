"""The tones of a photo: from a file and from what a project keeps of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.photo import tones
from tests.maze.photo.pictures import face, saved


def test_what_is_kept_has_the_tones_of_the_file(tmp_path: Path) -> None:
    path = saved(tmp_path)
    kept = tones.PHOTO.keep(Path(path))
    assert kept.startswith("data:image/png;name=face.png;base64,")
    assert np.array_equal(tones.tones_of(path), tones.tones_of(kept))
    assert tones.tones_of(kept).min() == 0
    assert tones.tones_of(kept).max() == 1


def test_a_large_photo_is_kept_small_and_a_clear_ground_is_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (2500, 1000), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 1250, 1000))
    kept = tones.tones_of(tones.PHOTO.keep(Path(saved(tmp_path, image))))
    assert max(kept.shape) <= tones.KEPT_SIDE
    assert kept[0, 0] == 1
    assert kept[0, -1] == 0


def test_a_photo_of_one_tone_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, Image.new("L", (50, 50), 128))
    with pytest.raises(UsageError, match="one tone only"):
        tones.tones_of(path)


@pytest.mark.parametrize(
    "text", ["data:image/png;base64,AA==", "data:image/png;name=a;base64,AA=="]
)
def test_a_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="photo"):
        tones.check_tones(text)


def test_the_middle_of_a_photo_is_cut_to_a_form() -> None:
    values = np.arange(12.0).reshape(2, 6)
    assert np.array_equal(tones.crop_tones(values, 1.0), values[:, 2:4])
    assert np.array_equal(tones.crop_tones(values.T, 1.0), values.T[2:4])


def test_a_blur_keeps_the_mean_and_the_borders() -> None:
    values = np.asarray(face(), np.float64)
    assert abs(tones.blur_tones(values, 2.0).mean() - values.mean()) < 3
    assert np.allclose(tones.blur_tones(np.full((5, 7), 0.25), 2.0), 0.25)
