"""Parses schema files to syntax nodes with comments attached."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import VisitError
from lark.tree import Meta

from wiregen.source.diagnostics import Diagnostic, SchemaError
from wiregen.source.text import Source, Span
from wiregen.syntax import nodes as syntax
from wiregen.syntax.comments import CommentIndex, Comments
from wiregen.syntax.errors import syntax_error
from wiregen.syntax.literals import ESCAPE, escape_value, number_value

# No schema of people's is nested so deep; what comes after the parser works by recursion.
_DEEPEST = 64


def parse(source: Source) -> syntax.FileNode:
    """Parse one file; raise SchemaError at the first place that is not protobuf."""
    lark, kept = _grammar()
    kept.clear()
    try:
        tree = lark.parse(source.text)
    except UnexpectedInput as error:
        # A comment inside a comment ends both, and looks like an error of what follows; so
        # does a number that runs into a word.
        _check_nesting(source, kept)
        _check_numbers(source, kept)
        raise SchemaError([syntax_error(source, error)]) from None
    _check_nesting(source, kept)
    _check_numbers(source, kept)
    spans = [(t.start_pos or 0, t.end_pos or 0) for t in kept if t.type == "COMMENT"]
    try:
        node: syntax.FileNode = _Builder(source, CommentIndex(source.text, spans)).transform(tree)
    except VisitError as error:
        if isinstance(error.orig_exc, SchemaError):
            raise error.orig_exc from None
        raise
    return node


def _check_nesting(source: Source, tokens: list[Token]) -> None:
    depth = 0
    for token in tokens:
        start = token.start_pos or 0
        if token.type == "COMMENT":
            inner = token.find("/*", 2) if token.startswith("/*") else -1
            if inner >= 0:
                span = Span(source, start + inner, start + inner + 2)
                raise SchemaError([Diagnostic(span, "comments do not nest: '/*' inside of one")])
        elif token.type != "NUMBER":
            depth += 1 if token.type in _OPENING else -1
            if depth > _DEEPEST:
                sentence = f"more than {_DEEPEST} blocks stand inside one another"
                raise SchemaError([Diagnostic(Span(source, start, start + 1), sentence)])


def _check_numbers(source: Source, tokens: list[Token]) -> None:
    for token in tokens:
        if token.type == "NUMBER" and number_value(str(token)) is None:
            span = Span(source, token.start_pos or 0, token.end_pos or 0)
            raise SchemaError([Diagnostic(span, f"'{token}' is not a number")])


_OPENING = ("OPEN", "LESSTHAN")
_CLOSING = ("CLOSE", "MORETHAN")


@cache
def _grammar() -> tuple[Lark, list[Token]]:
    """The parser, and the list in which it leaves comments, braces and numbers of a parse."""
    kept: list[Token] = []

    def keep(token: Token) -> Token:
        kept.append(token)
        return token

    grammar = files("wiregen.syntax").joinpath("protobuf.lark").read_text(encoding="utf-8")
    lark = Lark(
        grammar,
        parser="lalr",
        # Not the contextual lexer: where no name may stand, it takes `messageM` for two words.
        lexer="basic",
        start="file",
        propagate_positions=True,
        maybe_placeholders=True,
        lexer_callbacks=dict.fromkeys(("COMMENT", "NUMBER", *_OPENING, *_CLOSING), keep),
    )
    return lark, kept


# --- the tree, rule by rule --------------------------------------------------------------


@v_args(meta=True)
class _Builder(Transformer[Token, Any]):
    """Turns Lark's tree into syntax nodes: one method per rule of the grammar."""

    def __init__(self, source: Source, comments: CommentIndex) -> None:
        super().__init__()
        self._source = source
        self._comments = comments

    # Places and comments

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self._source, 0, 0)
        return Span(self._source, meta.start_pos, meta.end_pos)

    def _around(self, meta: Meta, body: int | None = None) -> Comments:
        return self._comments.comments(meta.start_pos, meta.end_pos if body is None else body)

    def _word_of(self, token: Token) -> syntax.Word:
        span = Span(self._source, token.start_pos or 0, token.end_pos or 0)
        return syntax.Word(str(token), span)

    def _word_or_none(self, token: Token | None) -> syntax.Word | None:
        return None if token is None else self._word_of(token)

    def _block(self, children: list[Any]) -> tuple[tuple[Any, ...], int, tuple[str, ...]]:
        """The items between braces, where the opening one ends, and what dangles at the end."""
        opening = next(index for index, child in enumerate(children) if _is_token(child, "OPEN"))
        items = tuple(item for item in children[opening + 1 : -1] if item is not None)
        start = children[opening].end_pos
        return items, start, self._comments.dangling(children[-1].start_pos)

    # Files

    def file(self, meta: Meta, children: list[Any]) -> syntax.FileNode:
        items = tuple(child for child in children if child is not None)
        dangling = self._comments.dangling(len(self._source.text))
        starts_empty = bool(children) and children[0] is None
        return syntax.FileNode(self._source, self._span(meta), items, starts_empty, dangling)

    def syntax_statement(self, meta: Meta, children: list[Any]) -> syntax.SyntaxNode:
        return syntax.SyntaxNode(children[0], False, self._span(meta), self._around(meta))

    def edition(self, meta: Meta, children: list[Any]) -> syntax.SyntaxNode:
        return syntax.SyntaxNode(children[0], True, self._span(meta), self._around(meta))

    def package(self, meta: Meta, children: list[Any]) -> syntax.PackageNode:
        return syntax.PackageNode(children[0], self._span(meta), self._around(meta))

    def import_statement(self, meta: Meta, children: list[Any]) -> syntax.ImportNode:
        modifier, name = children
        return syntax.ImportNode(
            name, self._word_or_none(modifier), self._span(meta), self._around(meta)
        )

    def empty(self, meta: Meta, children: list[Any]) -> None:
        self._comments.note_empty_statement(meta.end_pos)

    # Options and constants

    def option(self, meta: Meta, children: list[Any]) -> syntax.OptionNode:
        (parts, name_span), value = children
        return syntax.OptionNode(parts, name_span, value, self._span(meta), self._around(meta))

    def options(self, meta: Meta, children: list[Any]) -> syntax.BracketedOptions:
        return syntax.BracketedOptions(tuple(children), self._span(meta))

    def option_setting(self, meta: Meta, children: list[Any]) -> syntax.OptionNode:
        (parts, name_span), value = children
        return syntax.OptionNode(parts, name_span, value, self._span(meta))

    def option_name(
        self, meta: Meta, children: list[Any]
    ) -> tuple[tuple[syntax.OptionPart, ...], Span]:
        parts = tuple(
            (
                child
                if isinstance(child, syntax.OptionPart)
                else syntax.OptionPart(str(child), is_extension=False)
            )
            for child in children
        )
        return parts, self._span(meta)

    def extension_part(self, meta: Meta, children: list[Any]) -> syntax.OptionPart:
        return syntax.OptionPart(children[0].text, is_extension=True)

    def named_constant(self, meta: Meta, children: list[Any]) -> syntax.NamedConstant:
        minus, token = children
        return syntax.NamedConstant(str(token), minus is not None, self._span(meta))

    def number(self, meta: Meta, children: list[Any]) -> syntax.Integer | syntax.Decimal:
        minus, token = children
        span = self._span(meta)
        number = number_value(str(token))
        if number is None:
            raise SchemaError([Diagnostic(span, f"'{token}' is not a number")])
        if isinstance(number, int) and number >= 1 << 64:
            raise SchemaError([Diagnostic(span, f"'{token}' does not fit into 64 bits")])
        value = -number if minus is not None else number
        if isinstance(value, int):
            return syntax.Integer(value, span)
        return syntax.Decimal(value, span)

    def strings(self, meta: Meta, children: list[Any]) -> syntax.Text:
        value = b"".join(self._unescaped(token) for token in children)
        return syntax.Text(value, self._span(meta))

    def aggregate(self, meta: Meta, children: list[Any]) -> syntax.Aggregate:
        entries = tuple(item for item in children if isinstance(item, syntax.AggregateEntry))
        return syntax.Aggregate(entries, self._span(meta))

    def entry(self, meta: Meta, children: list[Any]) -> syntax.AggregateEntry:
        name, *colon, value = (child for child in children if child is not None)
        word = name if isinstance(name, syntax.Word) else self._word_of(name)
        return syntax.AggregateEntry(word, bool(colon), value, self._span(meta))

    def bracketed_name(self, meta: Meta, children: list[Any]) -> syntax.Word:
        text = "/".join(child.text for child in children)
        return syntax.Word(f"[{text}]", self._span(meta))

    def list_constant(self, meta: Meta, children: list[Any]) -> syntax.ListConstant:
        items = tuple(child for child in children if child is not None)
        return syntax.ListConstant(items, self._span(meta))

    # Messages

    def message(self, meta: Meta, children: list[Any]) -> syntax.MessageNode:
        visibility, keyword, name = children[:3]
        items, body, dangling = self._block(children)
        return syntax.MessageNode(
            self._word_or_none(visibility),
            self._word_of(keyword),
            self._word_of(name),
            items,
            self._span(meta),
            self._around(meta, body),
            dangling,
        )

    def field(self, meta: Meta, children: list[Any]) -> syntax.FieldNode:
        *label, type_name, name, number, options = children
        return syntax.FieldNode(
            label[0] if label else None,
            type_name,
            self._word_of(name),
            number,
            options or syntax.BracketedOptions(),
            self._span(meta),
            self._around(meta),
        )

    def label(self, meta: Meta, children: list[Any]) -> syntax.Word:
        return self._word_of(children[0])

    def group(self, meta: Meta, children: list[Any]) -> syntax.GroupNode:
        label, keyword, name, number, options = children[:5]
        items, body, dangling = self._block(children)
        return syntax.GroupNode(
            label,
            self._word_of(keyword),
            self._word_of(name),
            number,
            options or syntax.BracketedOptions(),
            items,
            self._span(meta),
            self._around(meta, body),
            dangling,
        )

    def map_field(self, meta: Meta, children: list[Any]) -> syntax.MapFieldNode:
        label, keyword, key, value, closing, name, number, options = children
        return syntax.MapFieldNode(
            label,
            Span(self._source, keyword.start_pos, closing.end_pos),
            key,
            value,
            self._word_of(name),
            number,
            options or syntax.BracketedOptions(),
            self._span(meta),
            self._around(meta),
        )

    def oneof(self, meta: Meta, children: list[Any]) -> syntax.OneofNode:
        items, body, dangling = self._block(children)
        name = self._word_of(children[0])
        around = self._around(meta, body)
        return syntax.OneofNode(name, items, self._span(meta), around, dangling)

    def extend(self, meta: Meta, children: list[Any]) -> syntax.ExtendNode:
        items, body, _ = self._block(children)
        return syntax.ExtendNode(children[0], items, self._span(meta), self._around(meta, body))

    def reserved_ranges(self, meta: Meta, children: list[Any]) -> syntax.ReservedNode:
        return syntax.ReservedNode(tuple(children), (), False, self._span(meta), self._around(meta))

    def reserved_names(self, meta: Meta, children: list[Any]) -> syntax.ReservedNode:
        names = tuple(
            syntax.Word(text.value.decode("utf-8", "replace"), text.span) for text in children
        )
        return syntax.ReservedNode((), names, True, self._span(meta), self._around(meta))

    def reserved_words(self, meta: Meta, children: list[Any]) -> syntax.ReservedNode:
        names = tuple(map(self._word_of, children))
        return syntax.ReservedNode((), names, False, self._span(meta), self._around(meta))

    def extensions(self, meta: Meta, children: list[Any]) -> syntax.ExtensionsNode:
        *ranges, options = children
        return syntax.ExtensionsNode(
            tuple(ranges),
            options or syntax.BracketedOptions(),
            self._span(meta),
            self._around(meta),
        )

    def range(self, meta: Meta, children: list[Any]) -> syntax.RangeNode:
        first, last = children
        if _is_token(last, "MAX"):
            return syntax.RangeNode(first, None, self._word_of(last).span, self._span(meta))
        last = last or first
        return syntax.RangeNode(first, last, last.span, self._span(meta))

    # Enums and services

    def enum(self, meta: Meta, children: list[Any]) -> syntax.EnumNode:
        visibility, keyword, name = children[:3]
        items, body, dangling = self._block(children)
        return syntax.EnumNode(
            self._word_or_none(visibility),
            self._word_of(keyword),
            self._word_of(name),
            items,
            self._span(meta),
            self._around(meta, body),
            dangling,
        )

    def enum_value(self, meta: Meta, children: list[Any]) -> syntax.EnumValueNode:
        name, number, options = children
        return syntax.EnumValueNode(
            self._word_of(name),
            number,
            options or syntax.BracketedOptions(),
            self._span(meta),
            self._around(meta),
        )

    def service(self, meta: Meta, children: list[Any]) -> syntax.ServiceNode:
        items, body, dangling = self._block(children)
        name = self._word_of(children[0])
        comments = self._around(meta, body)
        return syntax.ServiceNode(name, items, self._span(meta), comments, dangling)

    def rpc(self, meta: Meta, children: list[Any]) -> syntax.RpcNode:
        name, request_stream, request, response_stream, response = children[:5]
        options: tuple[Any, ...] = ()
        body = meta.end_pos
        has_block = len(children) > 5
        if has_block:
            options, body, _ = self._block(children)
        return syntax.RpcNode(
            self._word_of(name),
            self._word_or_none(request_stream),
            request,
            self._word_or_none(response_stream),
            response,
            options,
            has_block,
            self._span(meta),
            self._around(meta, body),
        )

    # Names

    def name(self, meta: Meta, children: list[Any]) -> syntax.Word:
        return syntax.Word(".".join(map(str, children)), self._span(meta))

    def absolute_name(self, meta: Meta, children: list[Any]) -> syntax.Word:
        return syntax.Word("." + children[0].text, self._span(meta))

    # Literals

    def _unescaped(self, token: Token) -> bytes:
        body = str(token)[1:-1]
        start = (token.start_pos or 0) + 1
        pieces: list[bytes] = []
        at = 0
        for found in ESCAPE.finditer(body):
            pieces.append(body[at : found.start()].encode("utf-8", "surrogateescape"))
            value = escape_value(found.group())
            if value is None:
                span = Span(self._source, start + found.start(), start + found.end())
                sentence = f"'{found.group()}' is no escape sequence"
                raise SchemaError([Diagnostic(span, sentence)])
            pieces.append(value)
            at = found.end()
        pieces.append(body[at:].encode("utf-8", "surrogateescape"))
        return b"".join(pieces)


def _is_token(child: Any, kind: str) -> bool:
    return isinstance(child, Token) and child.type == kind
