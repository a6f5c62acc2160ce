"""Resolves type names to kinds of fields."""

from __future__ import annotations

from collections.abc import Container

from wiregen.lowering.symbols import EVERY_FILE, Symbols
from wiregen.schema import ir
from wiregen.schema.scalars import SCALAR_BY_NAME
from wiregen.source.diagnostics import Faults, did_you_mean
from wiregen.syntax.nodes import EnumNode, GroupNode, MessageNode, Word


class TypeNames:
    """Resolves the type names of one file, and notes the files that they lead to."""

    def __init__(self, symbols: Symbols, visible: frozenset[str], faults: Faults) -> None:
        self._symbols = symbols
        self._visible = visible
        self._faults = faults
        self.used_files: set[str] = set()

    def kind(
        self, name: Word, scope: str, *, is_type: bool = True
    ) -> ir.ScalarKind | ir.EnumKind | ir.MessageKind | None:
        """A scalar, enum or message; None, and a report, if the name means neither.

        `is_type` passes over what is no type: the types of fields are looked for in this
        way, those of methods and extensions are not.
        """
        scalar = SCALAR_BY_NAME.get(name.text)
        if scalar is not None:
            return ir.ScalarKind(scalar)
        if self._stands_in(name, SCALAR_BY_NAME):
            return None
        found = self._symbols.resolve(name.text, scope, self._visible, is_type=is_type)
        if found is None:
            self._faults.report(name.span, self._unresolved(name.text, scope))
            return None
        full_name, symbol = found
        self.used_files.add(symbol.file)
        match symbol.type:
            case MessageNode() | GroupNode():
                return ir.MessageKind(full_name)
            case EnumNode():
                return ir.EnumKind(full_name)
            case None:
                self._faults.report(name.span, f"expected a type, but '{full_name}' is {symbol}")
                return None

    def of_field(
        self, name: Word, scope: str
    ) -> ir.ScalarKind | ir.EnumKind | ir.MessageKind | None:
        """What a field that is no map holds, as `kind` says."""
        return None if self._stands_in(name, ("map",)) else self.kind(name, scope)

    def _stands_in(self, name: Word, types: Container[str]) -> bool:
        """True, and a report, if a name starts with the word for a type that is no message."""
        first, dot, _ = name.text.partition(".")
        if not dot or first not in types:
            return False
        hint = f"a message called so is named with a dot before it, '.{name.text}'"
        self._faults.report(name.span, f"'{first}' is a type that nothing stands in; {hint}")
        return True

    def message(self, name: Word, scope: str) -> ir.MessageKind | None:
        """A message; None, and a report, if the name means anything else."""
        kind = self.kind(name, scope, is_type=False)
        if kind is None or isinstance(kind, ir.MessageKind):
            return kind
        self._faults.report(name.span, f"expected a message, but '{name.text}' is none")
        return None

    def _unresolved(self, name: str, scope: str) -> str:
        everywhere = self._symbols.resolve(name, scope, EVERY_FILE)
        if everywhere is not None:
            full_name, symbol = everywhere
            return f"'{full_name}' is declared in '{symbol.file}', which is not imported here"
        place = f"'{scope}'" if scope else "this file"
        hint = did_you_mean(name, (*SCALAR_BY_NAME, *self._symbols.type_names))
        return f"no message or enum '{name}' is visible in {place}{hint}"
