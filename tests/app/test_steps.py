"""Patches between two values lead from one to the other, whatever is in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.drafts.steps import Json, apply_patch, keys_in, patch_between

KEYS = st.sampled_from("abc")
LEAVES = st.none() | st.integers(0, 3) | st.text("xy", max_size=2) | st.lists(st.integers(0, 2))
VALUES = st.recursive(LEAVES, lambda parts: st.dictionaries(KEYS, parts), max_leaves=12)
OBJECTS = st.dictionaries(KEYS, VALUES)


@given(now=OBJECTS, other=OBJECTS)
def test_a_patch_leads_to_the_other_value_and_its_inverse_back(now: Json, other: Json) -> None:
    there, back = patch_between(now, other), patch_between(other, now)
    assert apply_patch(now, there) == other
    assert apply_patch(other, back) == now
    assert bool(there) is (now != other)
    assert list(keys_in(patch_between(now, now))) == []


@given(now=OBJECTS, other=OBJECTS)
def test_what_stays_is_the_same_object_in_the_same_order(now: Json, other: Json) -> None:
    """So parts that did not change need not be read again, and files keep the order of keys."""
    patch = patch_between(now, other)
    result = apply_patch(now, patch)
    assert [key for key in result if key in now] == [key for key in now if key in result]
    assert all(result[key] is now[key] for key in now if key not in patch)
