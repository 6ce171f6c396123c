"""Compares our shaping with HarfBuzz's: glyphs, clusters, advances and offsets of every line.

    shaping.py SHAPE LINES [--words] [--verbose] [SCRIPT...]

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
             "EBGaramond12-Regular", "LinLibertine_R.", "CharisSIL-Regular", "Cantarell-VF", "Inter-roman.var", "Inter.var", "InterDisplay-italic.var",
             "Comfortaa", "Sora"],
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
    "Khmr": ["NotoSansKhmer-Regular", "NotoSerifKhmer-Regular", "KhmerOS.", "KhmerOSbattambang", "KhmerOSmuol."],
    "Mymr": ["NotoSansMyanmar-Regular", "NotoSerifMyanmar-Regular", "Padauk-Regular", "PadaukBook-Regular"],
    "Sinh": ["NotoSansSinhala-Regular", "NotoSerifSinhala-Regular"], "Tibt": ["NotoSerifTibetan-Regular"],
    "Java": ["NotoSansJavanese-Regular"], "Bali": ["NotoSansBalinese-Regular"],
    "Cham": ["NotoSansCham-Regular"], "Lana": ["NotoSansTaiTham-Regular"], "Cakm": ["NotoSansChakma-Regular"],
    "Gran": ["NotoSansGrantha-Regular"], "Newa": ["NotoSansNewa-Regular"], "Sund": ["NotoSansSundanese-Regular"],
    "Phag": ["NotoSansPhagsPa-Regular"], "Mtei": ["NotoSansMeeteiMayek-Regular"],
    "Lepc": ["NotoSansLepcha-Regular"], "Limb": ["NotoSansLimbu-Regular"], "Tfng": ["NotoSansTifinagh-Regular"],
    "Brah": ["NotoSansBrahmi-Regular"], "Saur": ["NotoSansSaurashtra-Regular"], "Rohg": ["NotoSansHanifiRohingya-Regular"],
    "Batk": ["NotoSansBatak-Regular"], "Bugi": ["NotoSansBuginese-Regular"], "Tavt": ["NotoSansTaiViet-Regular"],
    "Khar": ["NotoSansKharoshthi-Regular"], "Mand": ["NotoSansMandaic-Regular"], "Mani": ["NotoSansManichaean-Regular"],
    "Sogd": ["NotoSansSogdian-Regular"], "Ahom": ["NotoSerifAhom-Regular"], "Plrd": ["NotoSansMiao-Regular"],
    "Hmng": ["NotoSansPahawhHmong-Regular"], "Dupl": ["NotoSansDuployan-Regular"], "Wcho": ["NotoSansWancho-Regular"],
    "Egyp": ["NotoSansEgyptianHieroglyphs-Regular"], "Yezi": ["NotoSerifYezidi-Regular"],
}
# Languages of babel and the scripts they are written in.
LANGUAGES = {
    "Latn": ["en", "fr", "de", "vi", "tr", "pl", "cs", "ro", "is", "az", "lv", "yo", "ha"],
    "Grek": ["el"], "Cyrl": ["ru", "uk", "sr", "bg", "kk", "mn", "tg"], "Hebr": ["he", "yi"],
    "Arab": ["ar", "fa", "ur", "ps", "ckb", "ug", "ks", "sd"], "Syrc": ["syr"], "Thai": ["th"],
    "Laoo": ["lo"], "Hani": ["zh", "zh_Hant"], "Hira": ["ja"], "Hang": ["ko"],
    "Deva": ["hi", "mr", "ne", "kok", "brx", "mai", "doi", "sa"], "Beng": ["bn", "as"], "Guru": ["pa"],
    "Gujr": ["gu"], "Orya": ["or"], "Taml": ["ta"], "Telu": ["te"], "Knda": ["kn"], "Mlym": ["ml"],
    "Khmr": ["km"], "Mymr": ["my", "shn"], "Armn": ["hy"], "Geor": ["ka"], "Ethi": ["am", "ti"], "Thaa": [], "Nkoo": ["nqo"], "Adlm": ["ff_Adlm"],
    "Sinh": ["si"], "Tibt": ["bo", "dz"], "Cakm": ["ccp"], "Mtei": ["mni_Mtei"],
}
RTL = {"Hebr", "Arab", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg", "Khar", "Mand", "Mani", "Sogd", "Yezi"}


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
        axes = {}
        for setting in features.split(","):
            if "=" in setting:
                wanted[setting.split("=")[0]] = int(setting.split("=")[1])
            elif ":" in setting:
                axes[setting.split(":")[0]] = float(setting.split(":")[1])
        self.font.set_variations(axes)
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


# What random lines are made of: a script's block, and what shaping treats in a way of its own.
BLOCKS = {
    "Latn": [(0x41, 0x17F), (0x300, 0x36F), (0x1E00, 0x1EFF)], "Grek": [(0x370, 0x3FF), (0x1F00, 0x1FFF), (0x300, 0x345)],
    "Cyrl": [(0x400, 0x4FF), (0x300, 0x330)], "Hebr": [(0x591, 0x5F4), (0xFB1D, 0xFB4F)],
    "Arab": [(0x600, 0x6FF), (0x621, 0x64A), (0x64B, 0x65F), (0x750, 0x77F), (0x8A0, 0x8FF)],
    "Syrc": [(0x700, 0x74F)], "Thai": [(0xE01, 0xE5B), (0xE30, 0xE4E)], "Laoo": [(0xE81, 0xEDF)],
    "Hang": [(0x1100, 0x11FF), (0xAC00, 0xAFFF), (0x302E, 0x302F), (0xA960, 0xA97C), (0xD7B0, 0xD7FB)],
    "Hira": [(0x3041, 0x30FF)], "Deva": [(0x900, 0x97F), (0x915, 0x939), (0x93E, 0x94D), (0x1CD0, 0x1CF9), (0xA8E0, 0xA8FF)],
    "Beng": [(0x980, 0x9FE), (0x995, 0x9B9), (0x9BC, 0x9CD)], "Guru": [(0xA01, 0xA76), (0xA15, 0xA39), (0xA3C, 0xA4D)],
    "Gujr": [(0xA81, 0xAFF), (0xA95, 0xAB9), (0xABC, 0xACD)], "Orya": [(0xB01, 0xB77), (0xB15, 0xB39), (0xB3C, 0xB4D)],
    "Taml": [(0xB82, 0xBFA), (0xB95, 0xBB9), (0xBBE, 0xBCD)], "Telu": [(0xC00, 0xC7F), (0xC15, 0xC39), (0xC3E, 0xC4D)],
    "Knda": [(0xC80, 0xCF2), (0xC95, 0xCB9), (0xCBC, 0xCCD)], "Mlym": [(0xD00, 0xD7F), (0xD15, 0xD3A), (0xD3E, 0xD4D)],
    "Zyyy": [(0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF), (0x1F466, 0x1F469), (0x1F600, 0x1F64F), (0xFE0E, 0xFE0F),
             (0x200D, 0x200D), (0x2640, 0x2640), (0x30, 0x39), (0x20E3, 0x20E3), (0xE0061, 0xE007A), (0xE007F, 0xE007F)],
    "Thaa": [(0x780, 0x7B1)], "Nkoo": [(0x7C0, 0x7FF)], "Ethi": [(0x1200, 0x137F)], "Armn": [(0x531, 0x589)],
    "Adlm": [(0x1E900, 0x1E95F)], "Mong": [(0x1800, 0x18AA)],
    "Khmr": [(0x1780, 0x17DD), (0x1780, 0x17A2), (0x17B6, 0x17D3)],
    "Mymr": [(0x1000, 0x109F), (0x1000, 0x1021), (0x102B, 0x103E), (0xAA60, 0xAA7F), (0xA9E0, 0xA9FE)],
    "Sinh": [(0xD81, 0xDF4), (0xD9A, 0xDC6), (0xDCA, 0xDDF)], "Tibt": [(0xF00, 0xFDA), (0xF40, 0xFBC)],
    "Java": [(0xA980, 0xA9DF), (0xA9B3, 0xA9C0)], "Bali": [(0x1B00, 0x1B7C)], "Cham": [(0xAA00, 0xAA5F)],
    "Lana": [(0x1A20, 0x1AAD), (0x1A55, 0x1A7C)], "Cakm": [(0x11100, 0x11147)], "Gran": [(0x11300, 0x11374)],
    "Newa": [(0x11400, 0x1145F)], "Sund": [(0x1B80, 0x1BBF)], "Phag": [(0xA840, 0xA877)], "Mtei": [(0xABC0, 0xABF9)],
    "Lepc": [(0x1C00, 0x1C4F)], "Limb": [(0x1900, 0x194F)], "Tfng": [(0x2D30, 0x2D7F)], "Brah": [(0x11000, 0x11075)],
    "Saur": [(0xA880, 0xA8D9)], "Rohg": [(0x10D00, 0x10D39)],
    "Batk": [(0x1BC0, 0x1BFF), (0x1BE6, 0x1BF3)], "Bugi": [(0x1A00, 0x1A1F), (0x1A17, 0x1A1B)],
    "Tavt": [(0xAA80, 0xAADF), (0xAAB0, 0xAAC1)], "Khar": [(0x10A00, 0x10A58), (0x10A01, 0x10A0F)],
    "Mand": [(0x840, 0x85E), (0x859, 0x85B)], "Mani": [(0x10AC0, 0x10AF6), (0x10AE5, 0x10AE6)],
    "Sogd": [(0x10F30, 0x10F59), (0x10F46, 0x10F50)], "Ahom": [(0x11700, 0x11746), (0x1171D, 0x1172B)],
    "Plrd": [(0x16F00, 0x16F9F), (0x16F4F, 0x16F92)], "Hmng": [(0x16B00, 0x16B8F), (0x16B30, 0x16B36)],
    "Dupl": [(0x1BC00, 0x1BCA3), (0x1BC9D, 0x1BCA3)], "Wcho": [(0x1E2C0, 0x1E2F9), (0x1E2EC, 0x1E2EF)],
    "Egyp": [(0x13000, 0x1342F), (0x13430, 0x13455)], "Yezi": [(0x10E80, 0x10EB1), (0x10EAB, 0x10EAC)],
}
VIRAMAS = {"Deva": 0x94D, "Beng": 0x9CD, "Guru": 0xA4D, "Gujr": 0xACD, "Orya": 0xB4D, "Taml": 0xBCD, "Telu": 0xC4D,
           "Khmr": 0x17D2, "Mymr": 0x1039, "Knda": 0xCCD, "Mlym": 0xD4D, "Sinh": 0xDCA, "Java": 0xA9C0, "Bali": 0x1B44, "Lana": 0x1A60, "Cakm": 0x11133,
           "Gran": 0x1134D, "Newa": 0x11442, "Brah": 0x11046, "Saur": 0xA8C4}
SHARED = [0x200C, 0x200D, 0x20, 0x25CC, 0xA0, 0x34F, 0x30, 0x28, 0x2044, 0x00AD, 0x2011, 0xFE0F]


def random_lines(count, seed):
    import random
    import unicodedata
    dice = random.Random(seed)
    for script, blocks in BLOCKS.items():
        for _ in range(count):
            text = ""
            while len(text) < dice.randint(1, 9):
                chance = dice.random()
                if script in VIRAMAS and chance < 0.25:
                    code = VIRAMAS[script]
                elif chance > 0.92:
                    code = dice.choice(SHARED)
                else:
                    code = dice.randint(*dice.choice(blocks))
                if unicodedata.category(chr(code)) != "Cn":
                    text += chr(code)
            direction = "rtl" if script in RTL and dice.random() < 0.9 else "ltr"
            yield script, (LANGUAGES.get(script) or ["-"])[0], direction, text


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
    for option in sys.argv:
        if option.startswith("--random="):
            count, _, seed = option[9:].partition(":")
            cases += [(s, l, d, "-", t) for s, l, d, t in random_lines(int(count), int(seed or 1))]
    jobs = []
    for script, language, direction, features, text in cases:
        if only and script not in only:
            continue
        for path in installed_for(script):
            if "--all" in sys.argv or Face.at(path).has(text):
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
