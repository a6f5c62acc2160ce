"""What tests of several files use."""

from __future__ import annotations

import pytest

from support.every_kind import EveryKind, make_every_kind
from support.kitchen import Kitchen, make_kitchen


@pytest.fixture(scope="session", name="kitchen")
def kitchen_(tmp_path_factory: pytest.TempPathFactory) -> Kitchen:
    """Messages of every kind of field, proto2's and proto3's, made once a run."""
    return make_kitchen(tmp_path_factory.mktemp("kitchen"))


@pytest.fixture(scope="session", name="kinds")
def kinds_(tmp_path_factory: pytest.TempPathFactory) -> EveryKind:
    """Messages of every type in every kind of field, made once a run."""
    return make_every_kind(tmp_path_factory.mktemp("every_kind"))
