"""Makes ArabicLigatures.ttf: a font without lookups that has Unicode's presentation forms of a few Arabic
letters, and ligatures of them, for the tests of shaping. The letters are boxes.

    shaping_arabic.py FILE
"""
import sys
import unicodedata

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

LETTERS = "\u0627\u0623\u0628\u062c\u062d\u0631\u0644\u0645\u0646\u0647\u0649\u064a\u06c8\u067b"
MARKS = "\u064b\u064e\u0650\u0651"
# Lines that have two letters, three and marks that become one.
LINES = ["\u0644\u0645 \u0628\u0645\u0627", "\u0644\u0649", "\u0628\u0644\u0627", "\u0644\u0644\u0647", "\u0644\u0645\u062d\u0645",
         "\u0644\u0645\u062c", "\u0644\u0651\u0645\u064e", "\u0631\u0651\u064e\u062d", "\u0631\u0651\u0646\u064b\u0651\u064b",
         "\u0644\u064e\u0645\u0650\u062d\u0651\u0627", "\u0628\u0649\u0628", "\u06c8\u067b\u067b\u06c8", "\u0646\u064a \u062d\u0646\u064a",
         "\u0644\u0623\u0644\u0623", "\u0645\u0645\u0645\u0645", "\ufedf\ufe8e"]


def characters():
    wanted = {0x20, *map(ord, LETTERS + MARKS), 0xF201, 0xF211, 0xF2EE}
    for code in range(0xFB50, 0xFEFD):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) > 1 and all(chr(int(p, 16)) in LETTERS + MARKS + " " for p in parts[1:]):
            wanted.add(code)
    return sorted(wanted)


def make(file):
    codes = characters()
    order = [".notdef"] + [f"u{code:04X}" for code in codes]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({code: f"u{code:04X}" for code in codes})
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0)), pen.lineTo((400, 0)), pen.lineTo((400, 500)), pen.closePath()
    box = pen.glyph()
    builder.setupGlyf({name: box for name in order})
    builder.setupHorizontalMetrics({name: (500 + 3 * i, 0) for i, name in enumerate(order)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Arabic Ligatures", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save(file)


if __name__ == "__main__":
    make(sys.argv[1])
