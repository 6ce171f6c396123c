"""Compares our shaping with HarfBuzz's: glyphs, clusters, advances and offsets of every line.

    compare_shaping.py SHAPE LINES [--words] [--verbose] [SCRIPT...]

LINES holds lines of `SCRIPT language direction text`, between tabs. Each is shaped with the fonts of
FONTS that are installed and have all its characters. With --words the names that the package babel
has for languages, countries, months and days are shaped too. A font of a variable family is taken at
its default place.
"""
import collections
import glob
import os
import subprocess
import sys

import uharfbuzz as hb
from fontTools.ttLib import TTFont, TTCollection

FOLDER = "/usr/share/fonts"
# The fonts for each script, as parts of file names.
FONTS = {
    "Latn": ["DejaVuSans.ttf", "DejaVuSerif.ttf", "NotoSans-Regular.ttf", "NotoSerif-Italic.ttf",
             "EBGaramond12-Regular", "LinLibertine_R.", "CharisSIL-Regular", "Cantarell-VF", "InterVariable",
             "Inter-Regular"],
    "Grek": ["DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSerif-Regular.ttf", "LinLibertine_R."],
    "Cyrl": ["DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSerif-Regular.ttf", "CharisSIL-Regular"],
    "Hebr": ["DejaVuSans.ttf", "NotoSansHebrew-Regular", "NotoSerifHebrew-Regular", "NotoRashiHebrew-Regular",
             "SILEOT", "FrankRuehlCLM-Medium", "DavidCLM-Medium", "FreeSerif.ttf"],
    "Arab": ["DejaVuSans.ttf", "NotoNaskhArabic-Regular", "NotoSansArabic-Regular", "NotoKufiArabic-Regular",
             "NotoNastaliqUrdu-Regular", "Amiri-Regular", "Scheherazade", "amiri-quran", "Awami", "Nazli"],
    "Syrc": ["NotoSansSyriac-Regular", "NotoSansSyriacEastern-Regular", "NotoSansSyriacWestern-Regular"],
    "Thai": ["NotoSansThai-Regular", "NotoSerifThai-Regular", "NotoLoopedThai-Regular", "Garuda.", "Loma.",
             "Norasi.", "Kinnari."],
    "Laoo": ["NotoSansLao-Regular", "NotoSerifLao-Regular", "DejaVuSans.ttf"],
    "Hani": ["NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc"],
    "Hira": ["NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc"],
    "Hang": ["NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc", "NanumGothic.ttf", "NanumMyeongjo.ttf"],
    "Deva": ["NotoSansDevanagari-Regular", "NotoSerifDevanagari-Regular", "Lohit-Devanagari", "Samyak-Devanagari",
             "AnnapurnaSIL-Regular", "FreeSans.ttf", "Gargi.ttf", "Sarai.ttf", "Nakula.ttf"],
    "Beng": ["NotoSansBengali-Regular", "NotoSerifBengali-Regular", "Lohit-Bengali", "MuktiNarrow.ttf", "Ani.ttf"],
    "Guru": ["NotoSansGurmukhi-Regular", "NotoSerifGurmukhi-Regular", "Lohit-Gurmukhi"],
    "Gujr": ["NotoSansGujarati-Regular", "NotoSerifGujarati-Regular", "Lohit-Gujarati", "Rekha.ttf"],
    "Orya": ["NotoSansOriya-Regular", "NotoSerifOriya-Regular", "Lohit-Odia"],
    "Taml": ["NotoSansTamil-Regular", "NotoSerifTamil-Regular", "Lohit-Tamil.ttf"],
    "Telu": ["NotoSansTelugu-Regular", "NotoSerifTelugu-Regular", "Lohit-Telugu", "Pothana2000", "vemana2000"],
    "Knda": ["NotoSansKannada-Regular", "NotoSerifKannada-Regular", "Lohit-Kannada", "Navilu.ttf", "Gubbi.ttf"],
    "Mlym": ["NotoSansMalayalam-Regular", "NotoSerifMalayalam-Regular", "Lohit-Malayalam", "Rachana-Regular",
             "Meera-Regular", "Manjari-Regular"],
    "Zyyy": ["NotoColorEmoji.ttf", "DejaVuSans.ttf", "NotoSans-Regular.ttf"],
    "Armn": ["DejaVuSans.ttf", "NotoSansArmenian-Regular"],
    "Geor": ["DejaVuSans.ttf", "NotoSansGeorgian-Regular"],
    "Ethi": ["NotoSansEthiopic-Regular"],
    "Thaa": ["NotoSansThaana-Regular"],
    "Nkoo": ["NotoSansNKo-Regular", "DejaVuSans.ttf"],
    "Mong": ["NotoSansMongolian-Regular"],
    "Adlm": ["NotoSansAdlam-Regular"],
}
# Languages of babel and the scripts they are written in.
LANGUAGES = {
    "Latn": ["en", "fr", "de", "vi", "tr", "pl", "cs", "ro", "is", "az", "lv", "yo", "ha"],
    "Grek": ["el"], "Cyrl": ["ru", "uk", "sr", "bg", "kk", "mn", "tg"], "Hebr": ["he", "yi"],
    "Arab": ["ar", "fa", "ur", "ps", "ckb", "ug", "ks", "sd"], "Syrc": ["syr"], "Thai": ["th"],
    "Laoo": ["lo"], "Hani": ["zh", "zh_Hant"], "Hira": ["ja"], "Hang": ["ko"],
    "Deva": ["hi", "mr", "ne", "kok", "brx", "mai", "doi", "sa"], "Beng": ["bn", "as"], "Guru": ["pa"],
    "Gujr": ["gu"], "Orya": ["or"], "Taml": ["ta"], "Telu": ["te"], "Knda": ["kn"], "Mlym": ["ml"],
    "Armn": ["hy"], "Geor": ["ka"], "Ethi": ["am", "ti"], "Thaa": [], "Nkoo": ["nqo"], "Adlm": ["ff_Adlm"],
}
RTL = {"Hebr", "Arab", "Syrc", "Thaa", "Nkoo", "Adlm"}


def installed(parts):
    files = [os.path.join(d, f) for d, _, names in os.walk(FOLDER) for f in names
             if f.endswith((".ttf", ".otf", ".ttc"))]
    found = []
    for part in parts:
        found += sorted(f for f in files if os.path.basename(f).startswith(part))[:1]
    return found


class Face:
    faces = {}

    def __init__(self, path):
        self.path = path
        blob = hb.Blob.from_file_path(path)
        self.face = hb.Face(blob, 0)
        self.font = hb.Font(self.face)
        font = TTFont(path, fontNumber=0, lazy=True)
        self.characters = set(font.getBestCmap())

    @classmethod
    def at(cls, path):
        if path not in cls.faces:
            cls.faces[path] = cls(path)
        return cls.faces[path]

    def has(self, text):
        skipped = set(range(0x200B, 0x2010)) | set(range(0xFE00, 0xFE10)) | {0x20}
        return all(ord(c) in self.characters or ord(c) in skipped for c in text)

    def shape(self, text, script, language, rtl, features):
        buffer = hb.Buffer()
        buffer.add_codepoints([ord(c) for c in text])
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.script = script
        if language != "-":
            buffer.language = language
        wanted = {}
        if features != "-":
            wanted = {t: int(v) for t, v in (f.split("=") for f in features.split(","))}
        hb.shape(self.font, buffer, wanted)
        return "|".join(
            f"{i.codepoint}={i.cluster}+{p.x_advance}@{p.x_offset},{p.y_offset}"
            for i, p in zip(buffer.glyph_infos, buffer.glyph_positions))


def words(script):
    from babel import Locale
    for name in LANGUAGES.get(script, []):
        try:
            locale = Locale.parse(name)
        except Exception:
            continue
        texts = list(locale.languages.values()) + list(locale.territories.values())
        texts += [w for kind in ("wide", "abbreviated") for w in locale.months["format"][kind].values()]
        texts += list(locale.days["format"]["wide"].values()) + list(locale.currencies.values())
        for text in dict.fromkeys(t for t in texts if t and "\t" not in t and "\n" not in t):
            yield script, name.replace("_", "-"), "rtl" if script in RTL else "ltr", text


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    shape, lines, only = arguments[0], arguments[1], set(arguments[2:])
    cases = []
    with open(lines, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                script, language, direction, features, text = line.rstrip("\n").split("\t")
                cases.append((script, language, direction, features, text))
    if "--words" in sys.argv:
        for script in LANGUAGES:
            cases += [(s, l, d, "-", t) for s, l, d, t in words(script)]
    jobs = []
    for script, language, direction, features, text in cases:
        if only and script not in only:
            continue
        for path in installed_for(script):
            if Face.at(path).has(text):
                jobs.append((path, script, language, direction, features, text))
    asked = "".join("\t".join([p, "0", s, l, d, f, t]) + "\n" for p, s, l, d, f, t in jobs)
    ours = subprocess.run([shape], input=asked, capture_output=True, text=True, check=True).stdout
    ours = ours.split("\n")[:-1]
    assert len(ours) == len(jobs), (len(ours), len(jobs))
    report(jobs, ours)


def installed_for(script, found={}):
    if script not in found:
        found[script] = installed(FONTS.get(script, []))
    return found[script]


def report(jobs, ours):
    totals = collections.Counter()
    equal = collections.Counter()
    shown = collections.Counter()
    limit = 1000 if "--verbose" in sys.argv else 2
    for job, own in zip(jobs, ours):
        path, script, language, direction, features, text = job
        theirs = Face.at(path).shape(text, script, language, direction == "rtl", features)
        key = (script, os.path.basename(path))
        totals[key] += 1
        if own == theirs:
            equal[key] += 1
        elif shown[key] < limit:
            shown[key] += 1
            codes = " ".join(f"{ord(c):04X}" for c in text)
            print(f"differs: {path} {script} {language} {direction} {features} {text}\n  {codes}\n"
                  f"  ours   {own}\n  theirs {theirs}")
    for key in sorted(totals):
        verdict = "" if equal[key] == totals[key] else "  differs"
        print(f"{key[0]} {key[1]:40} {equal[key]:6} of {totals[key]:6}{verdict}")
    print(f"{sum(equal.values())} of {sum(totals.values())} lines are equal")
    sys.exit(0 if equal == totals else 1)


main()
