"""Every model and tensor of the `onnx` package is read as google reads it, and written the same."""

from __future__ import annotations

from collections import Counter

import onnx
from oracles.comparison import assert_same
from oracles.message_types import MESSAGE_TYPES
from oracles.real_files import RealFile, real_files

import pytest
