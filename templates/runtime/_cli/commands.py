"""Parse the arguments of a command, run it, and return its exit code."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from io import TextIOWrapper
from typing import Any, NoReturn

from .._text.terminal import escaped, printable

# What the commands of all packages return beside their own codes, shown by --help.
EXIT_CODES = """\
exit codes: 0 all is well; 2 wrong arguments, or a file or the output failed; 130 interrupted;
141 the output is no longer read, as by `head`; the help of a command lists its others"""
_MOST_DIGITS = 18
_FAILED, _INTERRUPTED, _NOT_READ = 2, 130, 141


class Parser(argparse.ArgumentParser):
    """A parser whose errors show arguments without characters that could drive a terminal."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and exit with code 2."""
        super().error(printable(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or a fault; unlike argparse, let `run` see that output cannot be written."""
        with suppress(OSError) if file is None or file is sys.stderr else nullcontext():
            print(message, end="", file=file or sys.stderr)


def run(
    parser: Parser, arguments: Sequence[str] | None, work: Callable[[argparse.Namespace], int]
) -> int:
    """Parse arguments, do some work, and return its exit code, whatever the streams can take."""
    _prepare_streams()
    try:
        try:
            code = work(parser.parse_args(arguments))
        except SystemExit:
            # After --help, or wrong arguments.
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _give_up_output()
        return _NOT_READ
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        _give_up_output()
        report(f"standard output: {error.strerror or error}")
        return _FAILED


def attempt(work: Callable[[], int]) -> int:
    """Return the exit code of some work, 2 for an error that files, disk or user have caused."""
    try:
        return work()
    except OSError as error:
        # Errors of files name them; one that names none is about the output.
        if not error.filename:
            raise
        report(f"{os.fsdecode(error.filename)}: {error.strerror or error}")
    except (ValueError, ModuleNotFoundError) as error:
        report(str(error))
    return _FAILED


def refuse_unused(options: argparse.Namespace, names: str, reason: str) -> None:
    """Raise ValueError for options that were given and have no effect in this call.

    `names` are as users write them, without dashes. Their defaults are None or False.
    """
    for name in names.split():
        given = getattr(options, name.replace("-", "_"))
        if given is not None and given is not False:
            raise ValueError(f"--{name} has no effect {reason}")


def whole_number(text: str, smallest: int = 0) -> int:
    """Return the number that an argument is."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) < smallest:
        reason = f"expected a whole number from {smallest} on, got {text!r}"
        raise argparse.ArgumentTypeError(reason)
    return int(text)


def report(reason: str) -> None:
    """Print what is wrong, in one line."""
    tell(f"error: {printable(reason)}")


def tell(line: str) -> None:
    """Print a line beside the output; without a word if that is not possible."""
    with suppress(OSError):
        print(line, file=sys.stderr)


def _prepare_streams() -> None:
    """Make sure that any text can be printed, also where streams are closed."""
    # What is printed to a closed stream is lost, as elsewhere; exit codes tell the rest.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Return plain characters for those of reports that an encoding lacks, escapes for others."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter) or escaped(letter) for letter in text), error.end


_PLAIN = {"…": "...", "│": "|", "×": "x", "›": ">", "·": "-"}
_REPLACING = f"{__name__}.replace"
codecs.register_error(_REPLACING, _replaced)


def _nowhere() -> TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def _give_up_output() -> None:
    """Let what is still to be printed go nowhere, so that nothing fails when Python ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
