"""Writes Swift tables of Unicode properties; scripts/unicode says how it is called.

A property is a list of ranges that cover all code points, each with a value's number. Numbers are
written in digits of five bits, low digits first, in the alphabet below; the sixth bit says that
more digits follow. Swift decodes the text once, when a table is first asked.
"""

import re
import sys
from pathlib import Path

VERSION = "15.0.0"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
LAST = 0x10FFFF
TARGET = Path("Sources/Text/Unicode/Tables")
HEAD = f"""\
// Written by scripts/unicode from the Unicode Character Database {VERSION}. Do not edit.
// Derived from data files that are copyright 1991-2022 Unicode, Inc., under the Unicode License
// (https://www.unicode.org/license.txt).

"""


class Database:
    """The data files, with values under their long names."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.long, self.short = {}, {}
        for line in self.lines("PropertyValueAliases.txt"):
            name, short, long, *more = [part.strip() for part in line.split(";")]
            if name == "ccc":
                continue
            self.short.setdefault(name, {})[long] = short
            for alias in [short, long, *more]:
                self.long.setdefault(name, {})[alias] = long
        head = (self.folder / "extracted/DerivedBidiClass.txt").read_text().splitlines()[0]
        if VERSION not in head:
            sys.exit(f"unicode: {folder} is not of version {VERSION}")

    def lines(self, file, missing=False):
        for line in (self.folder / file).read_text(encoding="utf-8").splitlines():
            if missing:
                match = re.match(r"# @missing: (.*)", line)
                line = match[1] if match else ""
            line = line.split("#")[0].strip()
            if line:
                yield line

    def entries(self, file, missing=False):
        """Each range of a file: first, last, the further columns."""
        for line in self.lines(file, missing):
            codes, *columns = [part.strip() for part in line.split(";")]
            first, _, last = codes.partition("..")
            yield int(first, 16), int(last or first, 16), columns

    def values(self, file, name, default):
        """A value's long name for every code point."""
        aliases = self.long.get(name, {})
        result = [default] * (LAST + 1)
        for missing in [True, False]:
            for first, last, columns in self.entries(file, missing):
                value = aliases.get(columns[0], columns[0])
                result[first : last + 1] = [value] * (last - first + 1)
        return result

    def flags(self, file, names):
        result = [0] * (LAST + 1)
        for first, last, columns in self.entries(file):
            if columns[0] in names:
                for code in range(first, last + 1):
                    result[code] |= 1 << names.index(columns[0])
        return result


def digits(number):
    text = ""
    while True:
        low, number = number & 31, number >> 5
        text += ALPHABET[low | (32 if number else 0)]
        if not number:
            return text


def ranges(values):
    """Encodes numbers for all code points as lengths and values in turn."""
    text, start = "", 0
    for code in range(1, LAST + 2):
        if code > LAST or values[code] != values[start]:
            text += digits(code - start) + digits(values[start])
            start = code
    return text


def literal(text):
    rows = [text[at : at + 92] for at in range(0, len(text), 92)]
    return '"""\n' + "\\\n".join("    " + row for row in rows) + '\n    """'


def case(name):
    words = name.split("_")
    name = words[0][0].lower() + words[0][1:] + "".join(word[0].upper() + word[1:] for word in words[1:])
    return {"nA": "none", "nKo": "nko", "phagsPa": "phagsPa"}.get(name, name)


def write_text(file, text, check):
    path = TARGET / file
    if check:
        if not path.exists() or path.read_text() != text:
            sys.exit(f"unicode: {path} is stale; run scripts/unicode")
    else:
        path.write_text(text)


# The types that other modules see.
SHOWN = ["GeneralCategory", "Script", "VerticalOrientation"]


def enumeration(type_name, summary, names, spelled, body):
    access = "package " if type_name in SHOWN else ""
    rows = "".join(f"  case {spelled(name)}\n" for name in names)
    return (
        f"/// {summary}\n{access}enum {type_name}: UInt8, Hashable, Sendable, CaseIterable {{\n"
        f"{rows}{body}}}\n"
    )


def table(name, text):
    return f"\n  static let {name} = RangeTable(\n    {literal(text)})\n"


def short_case(name):
    name = name.lower()
    return f"`{name}`" if name in ["in", "is", "as"] else name


def property_file(database, file, source, name, default, type_name, summary, short=False):
    values = database.values(source, name, default)
    names = sorted(set(values), key=lambda value: (value != default, value))
    if short:
        spelled = lambda value: short_case(database.short[name][value])
        names.sort(key=spelled)
    else:
        spelled = case
    numbers = {value: number for number, value in enumerate(names)}
    body = table("table", ranges([numbers[value] for value in values]))
    return file, HEAD + enumeration(type_name, summary, names, spelled, body)


def scripts_file(database):
    values = database.values("Scripts.txt", "sc", "Unknown")
    first = ["Common", "Inherited", "Unknown"]
    names = first + sorted(set(values) - set(first))
    numbers = {value: number for number, value in enumerate(names)}
    tags = " ".join(database.short["sc"][name] for name in names)
    rows = re.sub(r"(.{1,92})(?: |$)", r"    \1 \\\n", tags).rstrip("\\\n ")
    sets, extensions = [""], [0] * (LAST + 1)
    for start, end, columns in database.entries("ScriptExtensions.txt"):
        if columns[0] not in sets:
            sets.append(columns[0])
        for code in range(start, end + 1):
            extensions[code] = sets.index(columns[0])
    lists = "\\n\\\n".join(
        part for row in sets[1:] for part in ["    " + wrapped(row)]
    )
    body = (
        '\n  /// The tags of ISO 15924, in the order of the cases.\n  static let tags = """\n'
        f'{rows}\n    """\n'
        + table("table", ranges([numbers[value] for value in values]))
        + "\n  /// The number of a line of ``extensionLists``, counted from 1; 0 for none.\n"
        + table("extensionTable", ranges(extensions)).lstrip("\n")
        + '\n  /// Sets of scripts that share characters, one a line.\n'
        + f'  static let extensionLists = """\n{lists}\n    """\n'
    )
    summary = "A script of writing."
    return "Script.generated.swift", HEAD + enumeration("Script", summary, names, case, body)


def wrapped(row):
    """Breaks a long row with escaped line ends."""
    return re.sub(r"(.{1,90})(?: |$)", r"\1 \\\n    ", row).rstrip("\\\n ")


def joining_file(database):
    types = property_file(
        database, "JoiningType.generated.swift", "extracted/DerivedJoiningType.txt", "jt",
        "Non_Joining", "JoiningType", "How a letter joins its neighbours in cursive scripts.")
    groups = [0] * (LAST + 1)
    for first, _, columns in database.entries("ArabicShaping.txt"):
        groups[first] = {"ALAPH": 1, "DALATH RISH": 2}.get(columns[2], 0)
    text = types[1].rstrip("}\n") + "\n"
    if not text.rstrip().endswith(")"):
        text = text.rstrip() + "\n"
    text += (
        "\n  /// 1 for the joining group Alaph, 2 for Dalath Rish, 0 for all others.\n"
        + table("syriacGroups", ranges(groups)).lstrip("\n") + "}\n")
    return types[0], text


def general_file(database):
    _, text = property_file(
        database, "", "extracted/DerivedGeneralCategory.txt", "gc", "Unassigned",
        "GeneralCategory", "What kind of character a scalar is.", short=True)
    combining = [0] * (LAST + 1)
    for first, last, columns in database.entries("extracted/DerivedCombiningClass.txt"):
        combining[first : last + 1] = [int(columns[0])] * (last - first + 1)
    names = ["Default_Ignorable_Code_Point"]
    ignorable = database.flags("DerivedCoreProperties.txt", names)
    text += (
        "\n/// Further properties.\nenum CharacterTables {"
        + table("combiningClasses", ranges(combining)).lstrip("\n").replace("  static", "\n  static", 1)
        + table("defaultIgnorable", ranges(ignorable)) + "}\n")
    return "GeneralCategory.generated.swift", text


def emoji_file(database):
    names = [
        "Emoji", "Emoji_Presentation", "Emoji_Modifier", "Emoji_Modifier_Base",
        "Emoji_Component", "Extended_Pictographic"]
    values = database.flags("emoji/emoji-data.txt", names)
    cases = "".join(
        f"  static let {case(name.removeprefix('Emoji_'))} = EmojiProperties(rawValue: {1 << at})\n"
        for at, name in enumerate(names))
    text = (
        HEAD + "/// What Unicode says of a scalar as an emoji (UTS #51 1.4).\n"
        "struct EmojiProperties: OptionSet, Sendable {\n"
        "  let rawValue: UInt8\n\n"
        "  init(rawValue: UInt8) { self.rawValue = rawValue }\n\n"
        + cases + table("table", ranges(values)) + "}\n")
    return "EmojiProperties.generated.swift", text


def pairs(entries):
    text, last = "", 0
    for first, second, kind in sorted(entries):
        away = second - first
        text += digits(first - last) + digits(away << 1 if away >= 0 else (-away << 1) | 1)
        text += "" if kind is None else digits(kind)
        last = first
    return text


def pairs_file(database):
    mirrors = [(first, int(columns[0], 16), None)
               for first, _, columns in database.entries("BidiMirroring.txt")]
    brackets = [(first, int(columns[0], 16), 1 if columns[1] == "o" else 0)
                for first, _, columns in database.entries("BidiBrackets.txt") if columns[1] != "n"]
    text = (
        HEAD + "/// Characters that stand for each other, read from right to left.\nenum PairTables {\n"
        "  /// Each mirrored character: how far it is from the one before and, doubled with the sign in\n"
        "  /// the lowest bit, how far its mirror image is.\n"
        f"  static let mirrors: StaticString =\n    {literal(pairs(mirrors))}\n\n"
        "  /// Brackets in the same form, each followed by 1 if it opens.\n"
        f"  static let brackets: StaticString =\n    {literal(pairs(brackets))}\n}}\n")
    return "PairTables.generated.swift", text


def composition_file(database):
    excluded = database.flags("DerivedNormalizationProps.txt", ["Full_Composition_Exclusion"])
    text, last = "", 0
    for line in database.lines("UnicodeData.txt"):
        columns = line.split(";")
        code, parts = int(columns[0], 16), columns[5].split()
        if not parts or parts[0].startswith("<"):
            continue
        first, second = [int(part, 16) for part in parts + ["0"]][:2]
        away = first - code
        text += digits(code - last) + digits(away << 1 if away >= 0 else (-away << 1) | 1)
        text += digits(second << 1 | excluded[code])
        last = code
    text = (
        HEAD + "/// Characters made of others (UAX #15).\nenum CompositionTables {\n"
        "  /// Each decomposable character but Hangul: how far it is from the one before; how far its\n"
        "  /// first part is from it, doubled with the sign in the lowest bit; its second part or 0,\n"
        "  /// doubled, with 1 if the parts are not composed again.\n"
        f"  static let decompositions: StaticString =\n    {literal(text)}\n}}\n")
    return "CompositionTables.generated.swift", text


def main():
    database, check = Database(sys.argv[1]), "--check" in sys.argv
    files = [
        property_file(
            database, "BidiClass.generated.swift", "extracted/DerivedBidiClass.txt", "bc",
            "Left_To_Right", "BidiClass", "How a scalar takes part in ordering (UAX #9, table 4).",
            short=True),
        property_file(
            database, "LineBreakClass.generated.swift", "extracted/DerivedLineBreak.txt", "lb",
            "Unknown", "LineBreakClass", "How a scalar takes part in line breaking (UAX #14, table 1).",
            short=True),
        property_file(
            database, "EastAsianWidth.generated.swift", "extracted/DerivedEastAsianWidth.txt", "ea",
            "Neutral", "EastAsianWidth", "How wide a scalar is among East Asian ones (UAX #11)."),
        property_file(
            database, "IndicSyllabicCategory.generated.swift", "IndicSyllabicCategory.txt", "InSC",
            "Other", "IndicSyllabicCategory", "What a scalar is in a syllable of an Indic script."),
        property_file(
            database, "IndicPositionalCategory.generated.swift", "IndicPositionalCategory.txt",
            "InPC", "NA", "IndicPositionalCategory", "Where a mark stands around its Indic letter."),
        property_file(
            database, "VerticalOrientation.generated.swift", "VerticalOrientation.txt", "vo",
            "Rotated", "VerticalOrientation", "How a scalar stands in lines that run down (UAX #50)."),
        scripts_file(database), joining_file(database), general_file(database),
        emoji_file(database), pairs_file(database), composition_file(database),
    ]
    for file, text in files:
        write_text(file, text, check)


main()
