"""Writes Swift tables of encodings with letters of two bytes; scripts/encodings says how it is called.

A table is a text with a line for each row of a character set, in order; a line has a letter for each
cell, up to the last one that has any. Cells without a letter, and those for private use, have U+FFFD.
What follows a rule is in no table: the ideographs of GBK and the syllables of UHC that lie in
Unicode's order around the older sets.
"""

import sys
from pathlib import Path

TARGET = Path("Sources/Subtitles/Source/EastAsian/Tables")
NONE = "\uFFFD"
# What GB 18030 of 2022 has changed; Python has that of 2000.
GB_2022 = {0xA3A0: "\u3000", 0xA8BC: "\u1E3F"}
GB_2022 |= dict(zip(range(0xA6D9, 0xA6E0), "\uFE10\uFE12\uFE11\uFE13\uFE14\uFE15\uFE16"))
GB_2022 |= dict(zip([0xA6EC, 0xA6ED, 0xA6F3], "\uFE17\uFE18\uFE19"))
GB_2022 |= dict(
    zip([0xFE59, 0xFE61, 0xFE66, 0xFE67, 0xFE6D, 0xFE7E, 0xFE90, 0xFEA0],
        map(chr, range(0x9FB4, 0x9FBC))))

# What HKSCS of 2008 has added to row 87; Python has that of 2004.
HKSCS_2008 = dict(
    zip([*range(0x877A, 0x877F), *range(0x87A1, 0x87E0)],
        "㡵𡵓𣚞𦀡㻬𥣞㫵竼龗𤅡𨤍𣇪𠪊𣉞䌊蒄龖鐯䤰蘓墖靊鈘秐稲晠権袝瑌篅枂稬剏遆"
        "㓦珄𥶹瓆鿇垳䤯呌䄱𣚎堘穲𧭥讏䚮𦺈䆁𥶙箮𢒼鿈𢓁𢓉𢓌鿉蔄𣖻䂴鿊䓡𪷿拁灮鿋"))


def letter(first, second, codec):
    """The letter of two bytes, or U+FFFD."""
    if codec == "gb18030" and first << 8 | second in GB_2022:
        return GB_2022[first << 8 | second]
    if codec == "big5hkscs" and first << 8 | second in HKSCS_2008:
        return HKSCS_2008[first << 8 | second]
    try:
        text = bytes([first, second]).decode(codec)
    except UnicodeDecodeError:
        return NONE
    private = 0xE000 <= ord(text[0]) < 0xF900
    return NONE if len(text) > 1 or private else text


def rows(codec, firsts, *seconds):
    """Lines for rows of first bytes, each in the parts that its second bytes have."""
    return [
        "".join(letter(first, second, codec) for second in part).rstrip(NONE)
        for first in firsts for part in seconds
    ]


HIGH = range(0xA1, 0xFF)
KANJI = [*range(0x81, 0xA0), *range(0xE0, 0xFD)]


def kanji():
    """JIS X 0208 with the rows of NEC and IBM, as Windows has them: 120 rows of 94."""
    return rows("cp932", KANJI, [*range(0x40, 0x7F), *range(0x80, 0x9F)], range(0x9F, 0xFD))


def supplement():
    """JIS X 0212: 77 rows of 94. Its tilde is the wide one, as in the Encoding Standard."""
    def third(row, cell):
        try:
            text = bytes([0x8F, row, cell]).decode("euc_jp")
        except UnicodeDecodeError:
            return NONE
        return "\uFF5E" if text == "~" else text
    return ["".join(third(row, cell) for cell in HIGH).rstrip(NONE) for row in range(0xA1, 0xEE)]


def gb():
    """GB 2312 and what GB 18030 has in its rows; rows A8 and A9 of GBK; then its last 101 letters."""
    low = [*range(0x40, 0x7F), *range(0x80, 0xA1)]
    last = [(0xFD, second) for second in low[-5:]] + [(0xFE, second) for second in low]
    table = rows("gb18030", HIGH, HIGH) + rows("gb18030", [0xA8, 0xA9], low)
    check_gb(low, table)
    tail = "".join(letter(first, second, "gb18030") for first, second in last)
    return table + [tail[:94], tail[94:]]


def check_gb(low, table):
    """Makes sure that the rest of GBK is what the decoder takes it for."""
    known = set("".join(table[:94]))
    ideographs = [chr(code) for code in range(0x4E00, 0x9FA6) if chr(code) not in known]
    places = [(first, second) for first in range(0x81, 0xA1) for second in [*low, *HIGH]]
    places += [(first, second) for first in range(0xAA, 0xFF) for second in low]
    places = places[:len(ideographs)]
    assert [letter(*place, "gb18030") for place in places] == ideographs
    assert len(places) == 32 * 190 + 85 * 96 - 101


def hangul():
    """KS X 1001: 94 rows of 94."""
    table = rows("cp949", HIGH, HIGH)
    known = set("".join(table))
    syllables = [chr(code) for code in range(0xAC00, 0xD7A4) if chr(code) not in known]
    low = [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0x81, 0xA1)]
    places = [
        (first, second) for first in range(0x81, 0xFF)
        for second in [*low, *(HIGH if first < 0xA1 else [])]
    ]
    assert [letter(*place, "cp949") for place in places[:len(syllables)]] == syllables
    return table


def big5(firsts):
    """Big5 with Hong Kong's letters: two lines for each first byte.

    Four signs of row A1 are those of Windows and of the Encoding Standard, as its wave dash."""
    codecs = (("cp950" if first == 0xA1 else "big5hkscs", first) for first in firsts)
    return sum((rows(codec, [first], range(0x40, 0x7F), HIGH) for codec, first in codecs), [])


FILES = {
    "KanjiRows": (kanji, "JIS X 0208 with the rows of NEC and IBM: 120 rows of 94 letters."),
    "SupplementRows": (supplement, "JIS X 0212, the supplement of Japan: 77 rows of 94 letters."),
    "GBRows": (
        gb, "GB 2312 as GB 18030 has it, 94 rows of 94 letters; behind them the 96 of GBK in rows A8 "
        "and\n/// A9, and the 101 behind all its ideographs."),
    "HangulRows": (hangul, "KS X 1001: 94 rows of 94 letters."),
    "Big5RowsA": (
        lambda: big5(range(0x87, 0xC0)),
        "Big5 with Hong Kong's letters, from 87 to BF: rows of 63 and of 94 letters in turn."),
    "Big5RowsB": (
        lambda: big5(range(0xC0, 0xFF)),
        "Big5 with Hong Kong's letters, from C0 to FE: rows of 63 and of 94 letters in turn."),
}


def main():
    check = sys.argv[1:] == ["--check"]
    for name, (table, comment) in FILES.items():
        lines = "\n".join(f"    {line}".rstrip(" ") for line in table())
        text = (
            "// Written by scripts/encodings. Do not edit.\n\n"
            f"/// {comment}\nenum {name} {{\n  static let text = \"\"\"\n{lines}\n    \"\"\"\n}}\n")
        path = TARGET / f"{name}.swift"
        if check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                sys.exit(f"encodings: {path} is not what scripts/encodings writes")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


main()
