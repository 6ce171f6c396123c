"""Makes KernMachines.ttf and AppleKern.ttf: fonts whose tables "kerx" and "kern" have state machines,
for the tests of shaping. The letters are boxes.

    shaping_machines.py FOLDER
"""
import os
import struct
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from shaping_kerx import numbers, pairs, part, ranges

LETTERS = "ABCDEFGHIJKLMNOP"
ORDER = [".notdef", "space", *LETTERS, "acute"]
GLYPH = {name: index for index, name in enumerate(ORDER)}
# Fonts, and lines that show what each part does.
LINES = {
    "KernMachines.ttf": [
        ("-", "ABC CBA ABABC"), ("-", "AAAAAAAAAAB AB"), ("kern=0", "ABC DEF GH"), ("-", "DDEFE D"),
        ("-", "GHGGHH"), ("-", "IJ JI IJJ"), ("-", "KL KLL LK"), ("-", "MNM NM"), ("-", "A\u0301BC"),
        ("-", "OPOPPO"),
    ],
    "AppleKern.ttf": [("-", "ABC CBA ABABC"), ("-", "DDEFE D"), ("kern=0", "ABCDEF"), ("-", "A\u0301BC")],
}


def glyphs(values):
    return {GLYPH[name]: value for name, value in values.items()}


def machine(classes, states, entries, lists):
    """Classes are numbers from 4 on, and entries tuples of a state, flags and a number. `lists` makes what
    stands behind of its own place, which is counted from the machine's start."""
    count = 4 + len(set(classes.values()))
    look = ranges(glyphs(classes)) if len(classes) % 2 else numbers_or_one(glyphs(classes))
    rows = b"".join(struct.pack(f">{count}H", *row) for row in states)
    rows += bytes(-len(rows) % 4)
    written = b"".join(struct.pack(">3H", *entry) for entry in entries)
    written += bytes(-len(written) % 4)
    start = 20
    places = [start, start + len(look), start + len(look) + len(rows)]
    tail = places[2] + len(written)
    last, data = lists(tail)
    data += bytes(-len(data) % 4)
    return struct.pack(">5L", count, *places, last) + look + rows + written + data


def numbers_or_one(values):
    """Glyphs between those that have a class are of class 1, of what is out of bounds."""
    first, last = min(values), max(values)
    return numbers({glyph: values.get(glyph, 1) for glyph in range(first, last + 1)})


def values(*numbers):
    # HarfBuzz wants a list that is as long as what is collected.
    numbers = [*numbers, *[0] * 16]
    return lambda place: (place, struct.pack(f">{len(numbers)}h", *numbers))


def places(kind, *numbers, form="H"):
    return lambda place: (kind << 30 | place, struct.pack(f">{len(numbers)}{form}", *numbers))


NONE = 0xFFFF
PUSH, STAY, RESET = 0x8000, 0x4000, 0x2000


def kerx():
    parts = [
        # Three letters are collected, and two of them moved at the third.
        part(1, machine({"A": 4, "B": 5, "C": 6},
                        [[0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 3]],
                        [(0, RESET, NONE), (0, PUSH, NONE), (0, PUSH, NONE), (0, PUSH, 0)],
                        values(-20, 31, 40, -51))),
        # Across the line and back to it.
        part(1, machine({"D": 4, "E": 5, "F": 6},
                        [[0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 3]],
                        [(0, 0, NONE), (0, PUSH, 0), (0, PUSH, 2), (0, PUSH, 4)],
                        values(101, -49, -32767)), flags=4),
        # From the end, with a letter that is looked at twice.
        part(1, machine({"G": 4, "H": 5},
                        [[0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 3, 2]],
                        [(0, 0, NONE), (0, PUSH, NONE), (2, PUSH, NONE), (0, STAY, 0)],
                        values(70, 15)), flags=1),
        part(0, pairs({("A", "B"): -60})),
        # By anchors, to a letter before it, and by coordinates, from the end, to one behind it.
        part(4, machine({"I": 4, "J": 5}, [[0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2]],
                        [(0, 0, NONE), (0, 0x8000, NONE), (0, 0, 1)], places(1, 9, 9, 0, 1))),
        part(4, machine({"K": 4, "L": 5}, [[0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2]],
                        [(0, 0, NONE), (0, 0, 0), (0, 0x8000, NONE)],
                        places(2, 210, 300, -15, 44, form="h")), flags=1),
        part(4, machine({"M": 4, "N": 5}, [[0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2]],
                        [(0, 0, NONE), (0, 0x8000, NONE), (0, 0, 0)], places(1, 3, 0))),
        # Values that vary: each is one of two.
        part(1, machine({"O": 4, "P": 5}, [[0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 2]],
                        [(0, 0, NONE), (0, PUSH, NONE), (0, PUSH, 0)],
                        values(-24, 900, 33, 901)), tuples=2),
    ]
    return struct.pack(">HHL", 2, 0, len(parts)) + b"".join(parts)


def ankr():
    lists = {"I": [(250, 400)], "J": [(1, 2), (30, -40)], "M": [(5, 6)]}
    data, offsets = b"", {}
    for name, found in lists.items():
        offsets[name] = len(data)
        data += struct.pack(">L", len(found)) + b"".join(struct.pack(">hh", *place) for place in found)
    look = ranges(glyphs(offsets))
    return struct.pack(">HHLL", 0, 0, 12, 12 + len(look)) + look + data


def kern():
    def compact(classes, rows, entries, values, coverage=0):
        width = 4 + max(classes.values()) - 3
        look = struct.pack(">HH", GLYPH[min(classes)], len(classes)) + bytes(
            classes[name] for name in sorted(classes))
        look += bytes(-len(look) % 2)
        start = 10
        table = b"".join(bytes(row) for row in rows)
        table += bytes(-len(table) % 2)
        states = start + len(look)
        first = states + len(table)
        last = first + 4 * len(entries)
        written = b"".join(
            struct.pack(">HH", states + width * state, flags | (last + 2 * index if index is not None else 0))
            for state, flags, index in entries)
        body = struct.pack(">5H", width, start, states, first, last) + look + table + written
        body += struct.pack(f">{len(values) + 8}h", *values, *[0] * 8)
        return struct.pack(">LBBH", 8 + len(body), coverage, 1, 0) + body

    parts = [
        compact({"A": 4, "B": 5, "C": 6}, [[0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 3]],
                [(0, 0, None), (0, PUSH, None), (1, PUSH, None), (0, PUSH, 0)], [-20, 30, 41]),
        compact({"D": 4, "E": 5, "F": 6}, [[0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 3]],
                [(0, 0, None), (0, PUSH, 0), (0, PUSH, 1), (0, PUSH, 2)], [101, -49, -32767], coverage=0x40),
    ]
    return struct.pack(">LL", 0x10000, len(parts)) + b"".join(parts)


def make(file, tables):
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(ORDER)
    builder.setupCharacterMap({0x20: "space", 0x301: "acute", **{ord(c): c for c in LETTERS}})
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0)), pen.lineTo((400, 0)), pen.lineTo((400, 500)), pen.closePath()
    box = pen.glyph()
    builder.setupGlyf({name: box for name in ORDER})
    builder.setupHorizontalMetrics({name: (500 + 3 * i, 0) for i, name in enumerate(ORDER)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Kern Machines", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    font = builder.font
    for tag, data in tables.items():
        font[tag] = DefaultTable(tag)
        font[tag].data = data
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    builder.save(file)


def make_all(folder):
    make(os.path.join(folder, "KernMachines.ttf"), {"kerx": kerx(), "ankr": ankr()})
    make(os.path.join(folder, "AppleKern.ttf"), {"kern": kern()})


if __name__ == "__main__":
    make_all(sys.argv[1])
