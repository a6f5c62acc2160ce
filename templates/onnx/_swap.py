"""Lets the `onnx` package use these classes instead of google's."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ._runtime.errors import DecodeError, EncodeError
from ._runtime.message import Message

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # Nothing of them is needed, and they take 7 of the 23 ms of `import onnxwire`.
    Loader, MetaPathFinder = type("Loader", (), {}), type("MetaPathFinder", (), {})

_ONNX_MODULES = ("onnx_ml_pb2", "onnx_data_pb2", "onnx_operators_ml_pb2")
# The functions of google's package that `onnx` gives its messages to, each with the place of
# the message among its arguments.
_FORMATS = {
    "text_format": {"MessageToString": 0, "Parse": 1, "Merge": 1},
    "json_format": {"MessageToJson": 0, "MessageToDict": 0, "Parse": 1, "ParseDict": 1},
}


# What ONNX's files are called in google's registry.
_FILE_NAMES = {
    "onnx.proto": "onnx/onnx-ml.proto",
    "onnx-data.proto": "onnx/onnx-data.proto",
    "onnx-operators.proto": "onnx/onnx-operators-ml.proto",
}
# Our classes, each with the module of google's class of that name.
_BASES = {
    ("_runtime.message", "Message"): "message",
    ("_runtime.errors", "DecodeError"): "message",
    ("_runtime.errors", "EncodeError"): "message",
    ("text_format", "ParseError"): "text_format",
    ("json_format", "ParseError"): "json_format",
    ("_json.errors", "EnumStringValueParseError"): "json_format",
    ("json_format", "SerializeToJsonError"): "json_format",
}


def install_as_onnx_pb2() -> None:
    """Make `import onnx` use the classes of this package; to be called before it.

    The modules that google's generator made for `onnx` are replaced by those in `pb2`. Where
    google's protobuf is installed, the functions of its `text_format` and `json_format` that
    `onnx` uses take messages of this package as well, and its own as before. Messages and errors
    are then instances of google's classes, too, and its registry knows ONNX's files, so that
    modules that import them can be loaded. Where it is not installed, the three modules of it
    that `onnx` imports are made of this package.

    RuntimeError if `onnx` has been imported already, with other classes.
    """
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    if "onnx.onnx_ml_pb2" in sys.modules:
        raise RuntimeError("onnx is imported already: install_as_onnx_pb2() comes before that")
    modules = {f"onnx.{name}": _names_of(f".pb2.{name}") for name in _ONNX_MODULES}
    if _is_installed("google.protobuf"):
        for name, functions in _FORMATS.items():
            theirs = importlib.import_module(f"google.protobuf.{name}")
            ours = importlib.import_module(f".{name}", __package__)
            for function, place in functions.items():
                _take_our_messages_too(theirs, ours, function, place)
        _join_their_classes()
        _tell_their_registry()
    else:
        modules |= _google_modules()
    sys.meta_path.insert(0, _Finder(modules))


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _names_of(module: str) -> dict[str, Any]:
    """What a module of this package has, by name."""
    return dict(vars(importlib.import_module(module, __package__)))


def _google_modules() -> dict[str, dict[str, Any]]:
    """What `onnx` needs of google's package, by module."""
    message: dict[str, Any] = {
        "Message": Message,
        "Error": ValueError,
        "DecodeError": DecodeError,
        "EncodeError": EncodeError,
    }
    modules: dict[str, dict[str, Any]] = {
        "google.protobuf": {"__path__": []},
        "google.protobuf.message": message,
    }
    for name in _FORMATS:
        modules[f"google.protobuf.{name}"] = _names_of(f".{name}")
    if not _is_installed("google"):
        modules["google"] = {"__path__": []}
    return modules


class _Finder(MetaPathFinder, Loader):
    """Finds the modules that are replaced, before anybody else does."""

    def __init__(self, modules: dict[str, dict[str, Any]]) -> None:
        self._modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        names = self._modules.get(fullname)
        if names is None:
            return None
        return ModuleSpec(fullname, self, origin=__name__, is_package="__path__" in names)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        for name, value in self._modules[module.__name__].items():
            if not name.startswith("__") or name == "__all__":
                setattr(module, name, value)


def _join_their_classes() -> None:
    """Make classes of google's a base of ours, so that code written for its names finds ours."""
    for (our_module, name), their_module in _BASES.items():
        ours = getattr(importlib.import_module(f".{our_module}", __package__), name)
        theirs = getattr(importlib.import_module(f"google.protobuf.{their_module}"), name)
        if theirs not in ours.__bases__:
            ours.__bases__ += (theirs,)


def _tell_their_registry() -> None:
    """Let modules of google's generator that import ONNX's files be loaded beside ours."""
    pool = importlib.import_module("google.protobuf.descriptor_pool").Default()
    kind = importlib.import_module("google.protobuf.descriptor_pb2").FileDescriptorProto
    for name in _ONNX_MODULES:
        file = kind()
        importlib.import_module(f".pb2.{name}", __package__).DESCRIPTOR.CopyToProto(file)
        file.name = _FILE_NAMES[file.name]
        file.dependency[:] = [_FILE_NAMES[imported] for imported in file.dependency]
        pool.AddSerializedFile(file.SerializeToString())


def _take_our_messages_too(theirs: ModuleType, ours: ModuleType, name: str, place: int) -> None:
    """Give a function of google's to our messages, for which our function of that name is called."""
    their_function: Callable[..., Any] = getattr(theirs, name)
    our_function: Callable[..., Any] = getattr(ours, name)

    @functools.wraps(their_function)
    def either(*args: Any, **keywords: Any) -> Any:
        message = args[place] if len(args) > place else keywords.get("message")
        function = our_function if isinstance(message, Message) else their_function
        return function(*args, **keywords)

    setattr(theirs, name, either)
