"""Makes Lookups.ttf: a font whose features hold lookups of every type and format, one each, for the
tests of shaping. The letters are boxes; what happens is seen by their numbers.

    shaping_lookups.py FILE
"""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib import newTable
from fontTools.otlLib import builder as otl
from fontTools.pens.ttGlyphPen import TTGlyphPen

LETTERS = [chr(c) for c in range(0x41, 0x5B)] + [chr(c) for c in range(0x61, 0x7B)]
MARKS = ["mark1", "mark2", "mark3"]
ORDER = [".notdef", "space"] + LETTERS + MARKS + ["lig", "lig2", "alt1", "alt2", "alt3"]


def make(file):
    fb = FontBuilder(1000, isTTF=True)
    fb.setupGlyphOrder(ORDER)
    cmap = {ord(c): c for c in LETTERS}
    cmap.update({0x20: "space", 0x301: "mark1", 0x323: "mark2", 0x307: "mark3"})
    fb.setupCharacterMap(cmap)
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0)), pen.lineTo((400, 0)), pen.lineTo((400, 500)), pen.closePath()
    box = pen.glyph()
    fb.setupGlyf({g: box for g in ORDER})
    fb.setupHorizontalMetrics({g: (500 + 3 * i, 0) for i, g in enumerate(ORDER)})
    fb.setupHorizontalHeader(ascent=800, descent=-200)
    fb.setupNameTable({"familyName": "Lookups", "styleName": "Regular"})
    fb.setupOS2()
    fb.setupPost(keepGlyphNames=False)
    font = fb.font
    font["GDEF"] = gdef()
    font["GSUB"] = layout("GSUB", substitutions())
    font["GPOS"] = layout("GPOS", positions())
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    fb.save(file)


GLYPH_MAP = {g: i for i, g in enumerate(ORDER)}


def gdef():
    table = newTable("GDEF")
    table.table = ot.GDEF()
    table.table.Version = 0x00010002
    table.table.GlyphClassDef = ot.GlyphClassDef()
    classes = {g: 1 for g in LETTERS + ["alt1", "alt2", "alt3"]}
    classes.update({m: 3 for m in MARKS})
    classes.update({"lig": 2, "lig2": 2})
    table.table.GlyphClassDef.classDefs = classes
    table.table.MarkAttachClassDef = ot.MarkAttachClassDef()
    table.table.MarkAttachClassDef.classDefs = {"mark1": 1, "mark2": 2, "mark3": 1}
    table.table.AttachList = table.table.LigCaretList = None
    table.table.MarkGlyphSetsDef = otl.buildMarkGlyphSetsDef([{"mark2"}], GLYPH_MAP)
    return table


def lookup(subtables, flags=0, markset=None):
    made = otl.buildLookup(subtables, flags=flags, markFilterSet=markset)
    return made


def records(*pairs):
    made = []
    for index, number in pairs:
        record = ot.SubstLookupRecord() if records.substitutes else ot.PosLookupRecord()
        record.SequenceIndex, record.LookupListIndex = index, number
        made.append(record)
    return made


records.substitutes = True


def coverage(*glyphs):
    return otl.buildCoverage(glyphs, GLYPH_MAP)


def classes(kind, mapping):
    made = getattr(ot, kind)()
    made.classDefs = mapping
    return made


def context1(table, rules):
    """Rules: (glyphs, records)."""
    st = getattr(ot, "Context" + table)()
    st.Format = 1
    word = "Sub" if table == "Subst" else "Pos"
    firsts = sorted({r[0][0] for r in rules}, key=ORDER.index)
    st.Coverage = coverage(*firsts)
    sets = []
    for first in firsts:
        made = getattr(ot, word + "RuleSet")()
        made_rules = []
        for glyphs, actions in rules:
            if glyphs[0] == first:
                rule = getattr(ot, word + "Rule")()
                rule.GlyphCount, rule.Input = len(glyphs), list(glyphs[1:])
                setattr(rule, table + "LookupRecord", actions)
                setattr(rule, table + "Count", len(actions))
                made_rules.append(rule)
        setattr(made, word + "Rule", made_rules)
        setattr(made, word + "RuleCount", len(made_rules))
        sets.append(made)
    setattr(st, word + "RuleSet", sets)
    setattr(st, word + "RuleSetCount", len(sets))
    return st


def context2(table, mapping, rules):
    st = getattr(ot, "Context" + table)()
    st.Format = 2
    word = "Sub" if table == "Subst" else "Pos"
    st.Coverage = coverage(*sorted(mapping, key=ORDER.index))
    st.ClassDef = classes("ClassDef", mapping)
    sets = []
    for number in range(max(mapping.values()) + 1):
        own = [r for r in rules if r[0][0] == number]
        if not own:
            sets.append(None)
            continue
        made = getattr(ot, word + "ClassSet")()
        made_rules = []
        for numbers, actions in own:
            rule = getattr(ot, word + "ClassRule")()
            rule.GlyphCount, rule.Class = len(numbers), list(numbers[1:])
            setattr(rule, table + "LookupRecord", actions)
            setattr(rule, table + "Count", len(actions))
            made_rules.append(rule)
        setattr(made, word + "ClassRule", made_rules)
        setattr(made, word + "ClassRuleCount", len(made_rules))
        sets.append(made)
    setattr(st, word + "ClassSet", sets)
    setattr(st, word + "ClassSetCount", len(sets))
    return st


def context3(table, glyph_sets, actions):
    st = getattr(ot, "Context" + table)()
    st.Format = 3
    st.GlyphCount = len(glyph_sets)
    st.Coverage = [coverage(*s) for s in glyph_sets]
    setattr(st, table + "LookupRecord", actions)
    setattr(st, table + "Count", len(actions))
    return st


def chain1(table, before, glyphs, after, actions):
    st = getattr(ot, "ChainContext" + table)()
    st.Format = 1
    word = "ChainSub" if table == "Subst" else "ChainPos"
    st.Coverage = coverage(glyphs[0])
    rule = getattr(ot, word + "Rule")()
    rule.Backtrack, rule.Input, rule.LookAhead = list(before), list(glyphs[1:]), list(after)
    rule.BacktrackGlyphCount, rule.InputGlyphCount = len(before), len(glyphs)
    rule.LookAheadGlyphCount = len(after)
    setattr(rule, table + "LookupRecord", actions)
    setattr(rule, table + "Count", len(actions))
    made = getattr(ot, word + "RuleSet")()
    setattr(made, word + "Rule", [rule])
    setattr(made, word + "RuleCount", 1)
    setattr(st, word + "RuleSet", [made])
    setattr(st, word + "RuleSetCount", 1)
    return st


def chain2(table, before, mapping, after, numbers, actions):
    """One rule: the classes of `numbers`, in before, input and after."""
    st = getattr(ot, "ChainContext" + table)()
    st.Format = 2
    word = "ChainSub" if table == "Subst" else "ChainPos"
    st.Coverage = coverage(*sorted(mapping, key=ORDER.index))
    st.BacktrackClassDef = classes("BacktrackClassDef", before)
    st.InputClassDef = classes("InputClassDef", mapping)
    st.LookAheadClassDef = classes("LookAheadClassDef", after)
    rule = getattr(ot, word + "ClassRule")()
    rule.Backtrack, rule.Input, rule.LookAhead = numbers[0], numbers[1][1:], numbers[2]
    rule.BacktrackGlyphCount, rule.InputGlyphCount = len(numbers[0]), len(numbers[1])
    rule.LookAheadGlyphCount = len(numbers[2])
    setattr(rule, table + "LookupRecord", actions)
    setattr(rule, table + "Count", len(actions))
    made = getattr(ot, word + "ClassSet")()
    setattr(made, word + "ClassRule", [rule])
    setattr(made, word + "ClassRuleCount", 1)
    sets = [None] * (numbers[1][0]) + [made]
    setattr(st, word + "ClassSet", sets)
    setattr(st, word + "ClassSetCount", len(sets))
    return st


def chain3(table, before, glyph_sets, after, actions):
    st = getattr(ot, "ChainContext" + table)()
    st.Format = 3
    st.BacktrackCoverage = [coverage(*s) for s in before]
    st.InputCoverage = [coverage(*s) for s in glyph_sets]
    st.LookAheadCoverage = [coverage(*s) for s in after]
    st.BacktrackGlyphCount, st.InputGlyphCount = len(before), len(glyph_sets)
    st.LookAheadGlyphCount = len(after)
    setattr(st, table + "LookupRecord", actions)
    setattr(st, table + "Count", len(actions))
    return st


def reverse(before, mapping, after):
    st = ot.ReverseChainSingleSubst()
    st.Format = 1
    glyphs = sorted(mapping, key=ORDER.index)
    st.Coverage = coverage(*glyphs)
    st.BacktrackCoverage = [coverage(*s) for s in before]
    st.LookAheadCoverage = [coverage(*s) for s in after]
    st.BacktrackGlyphCount, st.LookAheadGlyphCount = len(before), len(after)
    st.Substitute = [mapping[g] for g in glyphs]
    st.GlyphCount = len(glyphs)
    return st


def substitutions():
    """Features with their lookups' numbers, and the lookups."""
    records.substitutes = True
    lookups = [
        lookup([otl.buildSingleSubstSubtable({c: c.upper() for c in "abcdefgh"})]),  # 0
        lookup([otl.buildMultipleSubstSubtable({"a": ["A", "B", "C"], "b": ["D"], "c": []})]),  # 1
        lookup([otl.buildAlternateSubstSubtable({"a": ["alt1", "alt2", "alt3"]})]),  # 2
        lookup([otl.buildLigatureSubstSubtable(
            {("a", "b"): "lig", ("a", "b", "c"): "lig2", ("d", "d"): "lig"})], flags=8),  # 3
        lookup([otl.buildSingleSubstSubtable({c: chr(ord(c) + 1) for c in "ABCDEFGH"})]),  # 4
        lookup([context1("Subst", [(("a", "b"), records((0, 0), (1, 0))), (("a", "c", "d"), records((1, 0)))])]),
        lookup([context2("Subst", {"a": 1, "b": 1, "c": 2}, [((1, 2), records((0, 0))), ((2, 1, 0), records((2, 0)))])]),
        lookup([context3("Subst", [("a", "b"), ("c", "d"), ("a",)], records((1, 1), (0, 0)))]),
        lookup([chain1("Subst", "ba", "cd", "ef", records((1, 0)))]),
        lookup([chain2("Subst", {"a": 1}, {"b": 1, "c": 1}, {"d": 2}, ([1], [1, 1], [2]), records((0, 0), (1, 0)))]),
        lookup([chain3("Subst", [("a",)], [("b",), ("c",)], [("d",)], records((0, 1), (1, 1)))]),  # 10
        lookup([reverse([("a", "A")], {"a": "A", "b": "B"}, [("a", "b", "A", "B", "z")])]),  # 11
        lookup([context3("Subst", [("a",), ("b",), ("c",)], records((0, 1), (1, 0), (3, 0), (2, 3)))]),  # 12
        lookup([context3("Subst", [("a",), ("b",)], records((0, 3), (0, 0)))], flags=8),  # 13
        lookup([otl.buildLigatureSubstSubtable({("a", "b"): "lig", ("mark1", "mark2"): "mark3"})], flags=0x200),  # 14
        lookup([otl.buildLigatureSubstSubtable({("a", "b"): "lig"})], flags=16, markset=0),  # 15
        lookup([otl.buildMultipleSubstSubtable({"x": ["x"] * 20})]),  # 16
        lookup([context3("Subst", [("x",)], records(*[(i, 16) for i in range(8)]))]),  # 17
        lookup([context3("Subst", [("y",)], records((0, 18)))]),  # 18 calls itself
        lookup([otl.buildSingleSubstSubtable({"e": "h", "f": "Z"})]),  # 19
    ]
    features = {
        "ss01": [0], "ss02": [1], "salt": [2], "ss03": [3], "ss04": [0, 4], "ss05": [5], "ss06": [6],
        "ss07": [7], "ss08": [8], "ss09": [9], "ss10": [10], "ss11": [11], "ss12": [12], "ss13": [13],
        "ss14": [14], "ss15": [15], "ss16": [17], "ss17": [18], "ss18": [19],
    }
    return features, lookups


def anchor(x, y):
    return otl.buildAnchor(x, y)


def pair2():
    st = ot.PairPos()
    st.Format = 2
    st.ValueFormat1, st.ValueFormat2 = 4, 5
    st.Coverage = coverage("K", "L")
    st.ClassDef1 = classes("ClassDef1", {"L": 1})
    st.ClassDef2 = classes("ClassDef2", {"M": 1, "N": 1})
    st.Class1Record, st.Class1Count, st.Class2Count = [], 2, 2
    for a in range(2):
        record = ot.Class1Record()
        record.Class2Record = []
        for b in range(2):
            second = ot.Class2Record()
            second.Value1 = otl.buildValue({"XAdvance": -10 * a - 100 * b})
            second.Value2 = otl.buildValue({"XPlacement": 7 * b, "XAdvance": 3 * b})
            record.Class2Record.append(second)
        st.Class1Record.append(record)
    return st


def positions():
    records.substitutes = False
    value = otl.buildValue
    lookups = [
        lookup(otl.buildSinglePos({"A": value({"XPlacement": 5, "YPlacement": -6, "XAdvance": 70})}, GLYPH_MAP)),  # 0
        lookup(otl.buildSinglePos(
            {"B": value({"XAdvance": 11}), "C": value({"XAdvance": 22}), "D": value({"XAdvance": 33})}, GLYPH_MAP)),
        lookup([otl.buildPairPosGlyphsSubtable(
            {("A", "B"): (value({"XAdvance": -50}), None), ("A", "C"): (value({"XAdvance": -60}), None)}, GLYPH_MAP)]),
        lookup([pair2()]),  # 3
        lookup([otl.buildCursivePosSubtable(
            {"P": (anchor(10, 20), anchor(480, 90)), "Q": (anchor(30, -40), anchor(450, 70))}, GLYPH_MAP)]),
        lookup([otl.buildMarkBasePosSubtable(
            {"mark1": (0, anchor(100, 400)), "mark2": (1, anchor(120, -30))},
            {"A": {0: anchor(250, 700), 1: anchor(260, -10)}, "B": {0: anchor(200, 650)}}, GLYPH_MAP)]),  # 5
        lookup([otl.buildMarkLigPosSubtable(
            {"mark1": (0, anchor(100, 400))},
            {"lig": [{0: anchor(150, 700)}, {0: anchor(400, 720)}],
             "lig2": [{0: anchor(1, 2)}, {}, {0: anchor(5, 6)}]}, GLYPH_MAP)]),  # 6
        lookup([mkmk()]),  # 7
        lookup([context1("Pos", [(("E", "F"), records((0, 9), (1, 9)))])]),  # 8
        lookup(otl.buildSinglePos({"E": value({"XAdvance": 9}), "F": value({"YPlacement": 8})}, GLYPH_MAP)),  # 9
        lookup([chain3("Pos", [("F",)], [("G",), ("E",)], [("H",)], records((1, 9)))]),  # 10
        lookup([otl.buildCursivePosSubtable(
            {"P": (anchor(10, 20), anchor(480, 90)), "Q": (anchor(30, -40), anchor(450, 70))}, GLYPH_MAP)], flags=1),
        lookup([chain2("Pos", {"F": 1}, {"E": 1}, {"F": 1}, ([1], [1], [1]), records((0, 9)))]),  # 12
        lookup([context2("Pos", {"G": 1, "H": 1}, [((1, 1), records((0, 13), (1, 13)))])]),  # 13 calls itself
    ]
    features = {
        "ss01": [0], "ss02": [1], "kern": [2, 3], "curs": [4], "mark": [5, 6], "mkmk": [7], "ss03": [8],
        "ss04": [10], "ss05": [11], "ss06": [12], "ss07": [13],
    }
    return features, lookups


def mkmk():
    base = otl.buildMarkBasePosSubtable(
        {"mark1": (0, anchor(100, 400)), "mark3": (0, anchor(90, 390))}, {"mark1": {0: anchor(110, 600)}}, GLYPH_MAP)
    st = ot.MarkMarkPos()
    st.Format, st.ClassCount = 1, base.ClassCount
    st.Mark1Coverage, st.Mark2Coverage = base.MarkCoverage, base.BaseCoverage
    st.Mark1Array = base.MarkArray
    st.Mark2Array = ot.Mark2Array()
    st.Mark2Array.Mark2Record, st.Mark2Array.Mark2Count = [], 1
    record = ot.Mark2Record()
    record.Mark2Anchor = base.BaseArray.BaseRecord[0].BaseAnchor
    st.Mark2Array.Mark2Record.append(record)
    return st


def layout(tag, made):
    features, lookups = made
    table = newTable(tag)
    table.table = getattr(ot, tag)()
    table.table.Version = 0x00010000
    table.table.LookupList = ot.LookupList()
    table.table.LookupList.Lookup = lookups
    table.table.LookupList.LookupCount = len(lookups)
    table.table.FeatureList = ot.FeatureList()
    table.table.FeatureList.FeatureRecord = []
    for name in sorted(features):
        record = ot.FeatureRecord()
        record.FeatureTag = name
        record.Feature = ot.Feature()
        record.Feature.FeatureParams = None
        record.Feature.LookupListIndex = features[name]
        record.Feature.LookupCount = len(features[name])
        table.table.FeatureList.FeatureRecord.append(record)
    table.table.FeatureList.FeatureCount = len(features)
    system = ot.DefaultLangSys()
    system.LookupOrder, system.ReqFeatureIndex = None, 0xFFFF
    system.FeatureIndex = list(range(len(features)))
    system.FeatureCount = len(features)
    script = ot.Script()
    script.DefaultLangSys, script.LangSysRecord, script.LangSysCount = system, [], 0
    record = ot.ScriptRecord()
    record.ScriptTag, record.Script = "DFLT", script
    table.table.ScriptList = ot.ScriptList()
    table.table.ScriptList.ScriptRecord, table.table.ScriptList.ScriptCount = [record], 1
    return table


# What the features are tried on.
LINES = [
    ("-", "AB AC KM LN KL PQP A\u0301B\u0301\u0301A\u0323"), ("kern=0", "AB KM"), ("ss01=1", "abcAB"),
    ("ss02=1", "abca\u0301cBCD"), ("salt=1", "aba"), ("salt=2", "aba"), ("salt=9", "aba"),
    ("ss03=1", "ab a\u0301b ab\u0301 abc a\u0301b\u0301c\u0301 dd add"), ("ss03=1,mark=0", "a\u0301b\u0301"),
    ("ss04=1", "abcdABCD"), ("ss05=1", "ab acd aab ac"), ("ss06=1", "ac bc ca x cb z cay"), ("ss07=1", "aca bda aaca"),
    ("ss08=1", "abcdef bacdef abcdeg"), ("ss09=1", "abbd abcd abce"), ("ss10=1", "abcd abce"),
    ("ss11=1", "aaaz aabz bba z"), ("ss12=1", "abc xabcx"), ("ss13=1", "ab a\u0301b cab"),
    ("ss14=1", "ab a\u0301b a\u0323b a\u0301\u0323"), ("ss15=1", "ab a\u0301b a\u0323b"),
    ("ss18=1", "efe"), ("ss03=1,ss01=1", "EF EFE"), ("ss04=1", "FGEH GEH"), ("ss05=1", "PQPP"),
    ("ss06=1", "FEF FEE"), ("curs=0,ss05=1", "PQP"), ("mkmk=0", "A\u0301\u0307"), ("-", "A\u0301\u0307 \u0301"),
]

if __name__ == "__main__":
    make(sys.argv[1])
