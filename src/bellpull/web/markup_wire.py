"""Agents' Markdown on the wire: blocks to draw, and diffs as lines. What is false or empty is left out."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from bellpull.domain import diff
from bellpull.domain.markup import Block, Span, blocks
from bellpull.web.wire import word

DIFF = "diff"
KINDS = ("heading", "paragraph", "item", "code", "quote", "rule", DIFF)
LINE_KINDS = (diff.FILE, diff.HUNK, diff.ADDED, diff.REMOVED, diff.CONTEXT, diff.NOTE)
MOST_TEXTS = 100


class MarkupTexts(Struct, forbid_unknown_fields=True):
    """Texts in Markdown."""

    texts: Annotated[list[str], Meta(max_length=MOST_TEXTS, description="Each is read by itself")]


class SpanShape(Struct, omit_defaults=True):
    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    strike: bool = False
    link: Annotated[str, Meta(description="An address of http, https or mailto")] | UnsetType = UNSET


class DiffLine(Struct):
    kind: Annotated[str, word(LINE_KINDS)]
    text: str
    old: int | None
    new: int | None


class BlockShape(Struct, omit_defaults=True):
    kind: Annotated[str, word(KINDS)]
    level: int = 0
    marker: str = ""
    language: str = ""
    spans: list[SpanShape] = []
    lines: Annotated[list[DiffLine], Meta(description="Of a diff, in the place of spans")] = []


class Markup(Struct):
    texts: list[list[BlockShape]]


def markup_shape(texts: list[str]) -> Markup:
    return Markup([[_block_shape(block) for block in blocks(text)] for text in texts])


def _block_shape(block: Block) -> BlockShape:
    if block.kind == "code" and (diff.is_language(block.language) or diff.reads_as_diff(block.text)):
        lines = [DiffLine(*line) for line in diff.lines(block.text)]
        return BlockShape(DIFF, language=block.language, lines=lines)
    return BlockShape(block.kind, block.level, block.marker, block.language, [_span_shape(one) for one in block.spans])


def _span_shape(span: Span) -> SpanShape:
    return SpanShape(*span[:5], UNSET if span.link is None else span.link)
