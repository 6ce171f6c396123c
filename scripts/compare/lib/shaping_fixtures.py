"""Makes the fonts and expected values of Tests/Fixtures/fonts/shaping: subsets of installed fonts, and
what HarfBuzz makes of the lines that they can write.

    shaping_fixtures.py FOLDER LINES
"""
import os
import sys

import shaping_arabic
import shaping_kerx
import shaping_lookups
import shaping_machines
import uharfbuzz as hb
from fontTools import subset
from fontTools.ttLib import TTFont

NOTO = "/usr/share/fonts/truetype/noto/"
# File, its name among the fixtures, the scripts whose lines are taken, and how many of them.
FONTS = [
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "DejaVuSans", ["Latn", "Grek", "Cyrl", "Zyyy"], 30),
    (NOTO + "NotoSerif-Regular.ttf", "NotoSerif", ["Latn"], 30),
    (NOTO + "NotoSansHebrew-Regular.ttf", "NotoSansHebrew", ["Hebr"], 9),
    (NOTO + "NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic", ["Arab"], 20),
    (NOTO + "NotoNastaliqUrdu-Regular.ttf", "NotoNastaliqUrdu", ["Arab"], 2),
    (NOTO + "NotoSansSyriac-Regular.ttf", "NotoSansSyriac", ["Syrc"], 9),
    (NOTO + "NotoSansThai-Regular.ttf", "NotoSansThai", ["Thai"], 9),
    (NOTO + "NotoSansLao-Regular.ttf", "NotoSansLao", ["Laoo"], 9),
    (NOTO + "NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari", ["Deva"], 30),
    (NOTO + "NotoSansBengali-Regular.ttf", "NotoSansBengali", ["Beng"], 9),
    (NOTO + "NotoSansTelugu-Regular.ttf", "NotoSansTelugu", ["Telu"], 9),
    (NOTO + "NotoSansMalayalam-Regular.ttf", "NotoSansMalayalam", ["Mlym"], 9),
    (NOTO + "NotoSansTamil-Regular.ttf", "NotoSansTamil", ["Taml"], 9),
    (NOTO + "NotoSansSinhala-Regular.ttf", "NotoSansSinhala", ["Sinh"], 9),
    (NOTO + "NotoSansNKo-Regular.ttf", "NotoSansNKo", ["Nkoo"], 9),
    (NOTO + "NotoSansJavanese-Regular.ttf", "NotoSansJavanese", ["Java"], 9),
    (NOTO + "NotoSansBatak-Regular.ttf", "NotoSansBatak", ["Batk"], 9),
    (NOTO + "NotoSansTaiViet-Regular.ttf", "NotoSansTaiViet", ["Tavt"], 9),
    (NOTO + "NotoSansMiao-Regular.ttf", "NotoSansMiao", ["Plrd"], 9),
    (NOTO + "NotoSansKhmer-Regular.ttf", "NotoSansKhmer", ["Khmr"], 9),
    (NOTO + "NotoSansMyanmar-Regular.ttf", "NotoSansMyanmar", ["Mymr"], 9),
    ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "NotoSansCJK", ["Hani", "Hira", "Hang"], 3),
    (NOTO + "NotoColorEmoji.ttf", "NotoColorEmoji", ["Zyyy"], 7),
    ("/usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf", "Inter", ["Latn"], 2),
]


# Arabic with the presentation forms of Unicode alone, for the fallback; the letters of these lines.
FORMS = ["\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645", "\u0644\u0627 \u0644\u0623 \u0628\u0644\u0627",
         "\u067e\u0686\u06af \u06cc\u06a9", "\u0628\u0640\u0628 \u062f\u0648\u0631"]

# Marks over two letters, in a font that does not say where marks go.
DOUBLE_MARKS = ["a\u0361b", "n\u035cg", "o\u0361o\u0323"]

# Fonts of HarfBuzz's tests, which stay as they are, each with a line.
TAKEN = [
    ("PartedLetters.ttf", "Arab", "ar", "rtl", "-", "\u066e\u064e\u0644\u064e"),
    ("PartedLast.ttf", "Arab", "ar", "rtl", "-", "\u0628\u064e\u0645\u064e\u0644\u064e"),
    ("PartedMiddle.ttf", "Arab", "ar", "rtl", "-", "\u0628\u064e\u0644\u064e\u0647\u064e"),
    ("SyllableEnds.otf", "Sinh", "-", "ltr", "-", "\u0daf\u0dcf\u0daf"),
    ("SyllableEnds.otf", "Sinh", "-", "ltr", "-", "\u0dcf\u0daf\u0daf\u0dcf\u0daf"),
    ("IndicKern.ttf", "Deva", "-", "ltr", "-", ".."),
    ("IndicKernAndGPOS.ttf", "Deva", "-", "ltr", "-", ".."),
    ("IndicKern.ttf", "Latn", "-", "ltr", "-", ".."),
    ("HangulAlternates.ttf", "Hang", "ko", "ltr", "-", "\uac00=>"),
    ("HangulAlternates.ttf", "Hang", "ko", "ltr", "-", "\uac00\ub098"),
    ("HangulAlternates.ttf", "Hang", "ko", "ltr", "-", "\u1100\u1100"),
    ("HangulAlternates.ttf", "Hang", "ko", "ltr", "calt=0", "\uac00=>"),
    ("Superscripts.ttf", "Taml", "ta", "ltr", "-", "\u00b2\u0b95"),
    ("Superscripts.ttf", "Taml", "ta", "ltr", "-", "\u0b95\u00b2\u0b95\u00b2\u00b2"),
    ("Superscripts.ttf", "Gran", "-", "ltr", "-", "\u00b2\U00011315"),
    ("Superscripts.ttf", "Gran", "-", "ltr", "-", "\u00b2\u00b2\U00011315\u00b2\u00b2"),
    ("Superscripts.ttf", "Taml", "ta", "ltr", "-", "\u00b2\u00b2\u0b95"),
    ("Chance.otf", "Latn", "en", "ltr", "-", "TUVTUVTUVTUV"),
    ("Stretches.ttf", "Arab", "ar", "ltr", "-", "\u0661\u0662\u0663\u0891\u0664\u066b"),
    ("Stretches.ttf", "Arab", "ar", "ltr", "-", "\u0891\u0661\u0662\u0663\u0664\u066b"),
    ("Stretches.ttf", "Arab", "ar", "ltr", "-", "\u0891\u0661\u066b"),
    ("Stretches.ttf", "Arab", "ar", "ltr", "-", "\u0891"),
    ("ModifiedReph.ttf", "Newa", "-", "ltr", "-", "\U0001142c\U00011442\U0001140e\U0001145e"),
    ("MorphSingle.ttf", "Latn", "en", "ltr", "-", "ABC"),
    ("MorphOrder.ttf", "Latn", "en", "ltr", "-", "OOOABXYZCDOOO\u24ff"),
    ("MorphOrder.ttf", "Latn", "en", "ltr", "-", "OOOABXYZCDOOO\u278a"),
    ("MorphOrder.ttf", "Latn", "en", "ltr", "-", "OOOABXYZCDOOO\u278b"),
    ("MorphOrder.ttf", "Latn", "en", "ltr", "-", "OOOABXYZCDOOO\u278f"),
    ("MorphOrder.ttf", "Latn", "en", "ltr", "-", "OOOABXYZCDOOO\u2792"),
    ("MorphContext.ttf", "Latn", "en", "ltr", "-", "ABCDE"),
    ("MorphContext.ttf", "Latn", "en", "ltr", "-", "ABBBDE"),
    ("MorphReversed.ttf", "Latn", "en", "ltr", "-", "ABBA"),
    ("MorphReversed.ttf", "Hebr", "he", "rtl", "-", "ABBA"),
    ("MorphLayoutReversed.ttf", "Latn", "en", "ltr", "-", "ABBA"),
    ("MorphLayoutReversed.ttf", "Hebr", "he", "rtl", "-", "ABBA"),
    ("MorphLigature.ttf", "Latn", "en", "ltr", "-", "AED"),
    ("MorphLigature.ttf", "Latn", "en", "ltr", "-", "AxEyDyy"),
    ("MorphLigatureList.ttf", "Latn", "en", "ltr", "-", "acbc"),
    ("MorphInsertion.ttf", "Latn", "en", "ltr", "-", "PQRMMXXMMYYAZZ"),
    ("MorphInsertion.ttf", "Latn", "en", "ltr", "-", "PQRMMXXMMYYBZZ"),
]


def cut(path, name, texts, folder, dropped=()):
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    options.drop_tables += list(dropped) + ["CBDT", "CBLC", "vhea", "vmtx", "VORG", "BASE", "STAT", "DSIG", "MATH", "VDMX"]
    font = subset.load_font(path, options) if not path.endswith(".ttc") else TTFont(path, fontNumber=0)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(texts) + " ◌")
    subsetter.subset(font)
    suffix = ".otf" if "CFF " in font else ".ttf"
    target = os.path.join(folder, name + suffix)
    font.save(target)
    return target


def shaped(path, script, language, direction, features, text):
    font = hb.Font(hb.Face(hb.Blob.from_file_path(path)))
    buffer = hb.Buffer()
    buffer.add_codepoints([ord(c) for c in text])
    buffer.direction = direction
    buffer.script = script
    if language != "-":
        buffer.language = language
    wanted = {}
    if features != "-":
        wanted = {t: int(v) for t, v in (f.split("=") for f in features.split(","))}
    hb.shape(font, buffer, wanted)
    return "|".join(
        f"{i.codepoint}={i.cluster}+{p.x_advance}@{p.x_offset},{p.y_offset}"
        for i, p in zip(buffer.glyph_infos, buffer.glyph_positions))


def main():
    folder, lines = sys.argv[1:]
    cases = []
    with open(lines, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                cases.append(line.rstrip("\n").split("\t"))
    with open(os.path.join(folder, "expected.txt"), "w", encoding="utf-8") as out:
        out.write(f"# What HarfBuzz {hb.version_string()} makes of lines, written by scripts/compare/lib/shaping_fixtures.py:\n"
                  "# font, script, language, direction, features, text, glyph=cluster+advance@x,y\n")
        for name, module in (("Lookups.ttf", shaping_lookups), ("ExtendedKern.ttf", shaping_kerx)):
            target = os.path.join(folder, name)
            module.make(target)
            for features, text in module.LINES:
                for direction in ("ltr", "rtl"):
                    case = ["Latn" if direction == "ltr" else "Hebr", "-", direction, features, text]
                    out.write("\t".join([name] + case + [shaped(target, *case)]) + "\n")
        shaping_machines.make_all(folder)
        for name, own in shaping_machines.LINES.items():
            for features, text in own:
                for direction in ("ltr", "rtl"):
                    case = ["Latn" if direction == "ltr" else "Hebr", "-", direction, features, text]
                    out.write("\t".join([name] + case + [shaped(os.path.join(folder, name), *case)]) + "\n")
        target = os.path.join(folder, "ArabicLigatures.ttf")
        shaping_arabic.make(target)
        for text in shaping_arabic.LINES:
            case = ["Arab", "ar", "rtl", "-", text]
            out.write("\t".join([os.path.basename(target)] + case + [shaped(target, *case)]) + "\n")
        forms = [chr(c) for c in list(range(0xFB50, 0xFC00)) + list(range(0xFE80, 0xFEFD))]
        target = cut(FONTS[0][0], "ArabicForms", FORMS + forms, folder, ["GSUB", "GPOS", "GDEF", "kern"])
        for text in FORMS:
            case = ["Arab", "ar", "rtl", "-", text]
            out.write("\t".join([os.path.basename(target)] + case + [shaped(target, *case)]) + "\n")
        for path, name, scripts, count in FONTS:
            chosen = [c for s in scripts for c in [x for x in cases if x[0] == s][:count]]
            target = cut(path, name, [c[4] for c in chosen], folder)
            print(os.path.basename(target), os.path.getsize(target))
            for case in chosen:
                out.write("\t".join([os.path.basename(target)] + case + [shaped(target, *case)]) + "\n")
        target = cut(FONTS[0][0], "DoubleMarks", DOUBLE_MARKS, folder, ["GSUB", "GPOS", "GDEF", "kern"])
        for direction, text in [(d, t) for d in ("ltr", "rtl") for t in DOUBLE_MARKS]:
            case = ["Latn", "en", direction, "-", text]
            out.write("\t".join([os.path.basename(target)] + case + [shaped(target, *case)]) + "\n")
        for name, *case in TAKEN:
            out.write("\t".join([name] + case + [shaped(os.path.join(folder, name), *case)]) + "\n")


main()
