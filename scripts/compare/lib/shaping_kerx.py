"""Makes ExtendedKern.ttf: a font with Apple's table "kerx" of pairs, for the tests of shaping. The
letters are boxes.

    shaping_kerx.py FILE
"""
import struct
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.DefaultTable import DefaultTable

LETTERS = "ABCDEFGH"
ORDER = [".notdef", "space", *LETTERS, "acute"]
GLYPH = {name: index for index, name in enumerate(ORDER)}
# Lines that show what each part does.
LINES = [("-", "AB BA ABAB"), ("-", "CDC D"), ("-", "EFE"), ("-", "GHG"), ("-", "AB\u0301CD"),
         ("-", "A\u0301B"), ("kern=0", "ABCDEF")]


def numbers(values):
    """A list of numbers for glyphs in sequence: format 8."""
    first, last = min(values), max(values)
    row = [values.get(glyph, 0) for glyph in range(first, last + 1)]
    data = struct.pack(f">HHH{len(row)}H", 8, first, len(row), *row)
    return data + bytes(-len(data) % 4)


def ranges(values):
    """The same as ranges of one glyph each: format 2."""
    data = struct.pack(">6H", 2, 6, len(values), 6, 0, 0)
    for glyph, value in sorted(values.items()):
        data += struct.pack(">3H", glyph, glyph, value)
    data += struct.pack(">3H", 0xFFFF, 0xFFFF, 0)
    return data + bytes(-len(data) % 4)


def part(format, body, flags=0, tuples=0):
    return struct.pack(">LLL", 12 + len(body), flags << 28 | format, tuples) + body


def pairs(values):
    found = sorted(((GLYPH[a], GLYPH[b]), v) for (a, b), v in values.items())
    body = struct.pack(">4L", len(found), 0, 0, 0)
    for (left, right), value in found:
        body += struct.pack(">HHh", left, right, value)
    return body + bytes(-len(body) % 4)


def cells(head, left, right, rows, tail=b"", extra=()):
    """Lists of rows and columns and the array where they meet, with their places from the start."""
    start = 12 + len(head) + 12 + 4 * len(extra)
    array = struct.pack(f">{len(rows)}h", *rows)
    array += bytes(-len(array) % 4)
    places = [start, start + len(left), start + len(left) + len(right)]
    vector = places[2] + len(array)
    return head + struct.pack(">3L", *places) + b"".join(
        struct.pack(">L", vector) for _ in extra) + left + right + array + tail


def kerx():
    glyphs = lambda values: {GLYPH[name]: value for name, value in values.items()}
    parts = [
        part(0, pairs({("A", "B"): -60, ("B", "A"): 41})),
        part(2, cells(struct.pack(">L", 4), numbers(glyphs({"C": 2})), ranges(glyphs({"D": 1})),
                      [0, 0, 0, -75])),
        part(6, cells(struct.pack(">LHH", 0, 2, 2), ranges(glyphs({"E": 2})),
                      numbers(glyphs({"F": 1})), [0, 0, 0, 90], extra=[0])),
        # Across the line, and one for vertical lines.
        part(0, pairs({("G", "H"): 120}), flags=4),
        part(0, pairs({("A", "B"): 500}), flags=8),
    ]
    return struct.pack(">HHL", 2, 0, len(parts)) + b"".join(parts)


def make(file):
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(ORDER)
    builder.setupCharacterMap({0x20: "space", 0x301: "acute", **{ord(c): c for c in LETTERS}})
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0)), pen.lineTo((400, 0)), pen.lineTo((400, 500)), pen.closePath()
    box = pen.glyph()
    builder.setupGlyf({name: box for name in ORDER})
    builder.setupHorizontalMetrics({name: (500 + 3 * i, 0) for i, name in enumerate(ORDER)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Extended Kern", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    table = DefaultTable("kerx")
    table.data = kerx()
    font = builder.font
    font["kerx"] = table
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    builder.save(file)


if __name__ == "__main__":
    make(sys.argv[1])
