"""Imports numpy and ml_dtypes if they are installed.

Only functions import them, so the package works without.
"""

from __future__ import annotations

from typing import Any

from .element_types import ElementType

# An array inside the package, where all that comes from numpy is untyped; what users call says
# numpy's own type, which type checkers find where numpy is installed.
Array = Any


def require_numpy() -> Any:
    """The module numpy; an ImportError that says what to install if it is missing."""
    try:
        import numpy
    except ModuleNotFoundError as error:
        reason = "tensors as arrays need numpy, which is not installed: pip install numpy"
        raise ModuleNotFoundError(reason, name=error.name) from None
    return numpy


def ml_dtype_of(element_type: ElementType) -> Any:
    """ml_dtypes' type for elements that numpy has no type for.

    None where ml_dtypes is not installed, or is older than the type.
    """
    try:
        import ml_dtypes
    except ModuleNotFoundError:
        return None
    return getattr(ml_dtypes, element_type.ml_dtype, None)
