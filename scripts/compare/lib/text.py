"""Compares text as vfx and ffmpeg draw it; see scripts/compare/text.

Both draw over the same even grey. What differs from it in either picture is the text's box; of that,
luma is compared. A whole number of pixels by which the two lie apart does not count, since programs
take the origin of a line to be in different places; a part of a pixel does.
"""

import glob
import json
import os
import struct
import subprocess
import sys

WIDTH, HEIGHT = 640, 100
GREY = "#58606a"
FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", os.path.expanduser("~/.fonts")]
# How far the two may lie apart, in pixels.
REACH = 4

PANGRAM = "Hamburgefonstiv 0123 (Quick)"


def drawn(name, least, text, ours, theirs, font="DejaVuSans.ttf"):
    """A text layer against drawtext."""
    return {"name": name, "least": least, "text": text, "ours": ours, "theirs": theirs, "font": font}


def subtitled(name, least, cue, style="", header="", time=0.5):
    """A subtitles layer against libass; `style` is a line of an ASS file, or what is forced."""
    return {"name": name, "least": least, "cue": cue, "style": style, "header": header, "time": time}


def captioned(name, least, text, stroke=0, size=40):
    """A SubRip cue against libass, with a forced style."""
    return {"name": name, "least": least, "srt": text, "stroke": stroke, "size": size, "time": 0.5}


WHITE = "fontcolor=white"
STYLE = (
    "Style: Default,DejaVu Sans,{size},&H00FFFFFF,&H000000FF,&H00000000,&H80000000,{bold},{italic},"
    "0,0,100,100,0,0,1,{outline},{shadow},5,10,10,10,1")


def style(size=48, bold=0, italic=0, outline=0, shadow=0):
    return STYLE.format(size=size, bold=bold, italic=italic, outline=outline, shadow=shadow)


CASES = [
    drawn("plain", 0.98, PANGRAM, {"size": 40}, f"fontsize=40:{WHITE}"),
    drawn("small", 0.97, "The quick brown fox jumps over the lazy dog. 0123456789", {"size": 18},
          f"fontsize=18:{WHITE}"),
    drawn("kerning", 0.98, "AVATAR, To. Wave! LTY", {"size": 48}, f"fontsize=48:{WHITE}"),
    drawn("outline", 0.98, PANGRAM, {"size": 40, "stroke": [{"width": 4}]},
          f"fontsize=40:{WHITE}:borderw=4"),
    drawn("shadow", 0.98, PANGRAM,
          {"size": 40, "shadow": [{"offset": [4, 4], "blur": 0, "color": "black"}]},
          f"fontsize=40:{WHITE}:shadowx=4:shadowy=4"),
    # A size at which lines end near whole pixels.
    drawn("box", 0.98, PANGRAM,
          {"size": 28, "background": {"color": "#00000080", "padding": 10, "radius": 0}},
          f"fontsize=28:{WHITE}:box=1:boxcolor=black@0.5:boxborderw=10:y_align=font"),
    drawn("half seen", 0.98, PANGRAM, {"size": 40, "color": "#ffffff80"},
          "fontsize=40:fontcolor=white@0.5"),
    drawn("bold serif", 0.98, PANGRAM, {"size": 32}, f"fontsize=32:{WHITE}", "DejaVuSerif-Bold.ttf"),
    drawn("Greek and Cyrillic", 0.98, "Ξεσκεπάζω Съешь ещё", {"size": 44}, f"fontsize=44:{WHITE}"),
    drawn("Arabic", 0.98, "مرحبا بالعالم", {"size": 48}, f"fontsize=48:{WHITE}"),
    subtitled("ASS", 0.98, PANGRAM, style()),
    subtitled("ASS, outline and shadow", 0.98, PANGRAM, style(outline=3, shadow=3)),
    subtitled("ASS, bold and italic", 0.98, PANGRAM, style(bold=1, italic=1, outline=2)),
    subtitled("ASS, two lines", 0.98, "The first line\\Nand another one", style(size=38, outline=2)),
    subtitled("ASS, karaoke", 0.98, "{\\k30}Ham{\\k30}bur{\\k30}ge{\\k30}fon", style(outline=2)),
    subtitled("ASS, sweeping karaoke", 0.98, "{\\kf30}Ham{\\kf30}bur{\\kf30}ge{\\kf30}fon",
              style(outline=2)),
    subtitled("ASS, blur", 0.98, "{\\blur3}" + PANGRAM, style(outline=3)),
    subtitled("ASS, turned", 0.98, "{\\frz8\\fscx120}Hamburgefonstiv", style(outline=2)),
    captioned("SRT", 0.98, PANGRAM),
    captioned("SRT, outline", 0.98, PANGRAM, stroke=3),
    captioned("SRT, two lines", 0.98, "The first line\nand another one", stroke=2, size=32),
    captioned("SRT, tags", 0.98, "<b>Bold</b>, <i>italic</i> and <b><i>both</i></b>", stroke=2),
    captioned("SRT, colours", 0.98,
              'A <font color="#ffd040">word</font> in <font color="red">red</font>', stroke=2),
]


def font_path(name):
    for folder in FOLDERS:
        found = glob.glob(os.path.join(folder, "**", name), recursive=True)
        if found:
            return found[0]
    sys.exit(f"compare/text: {name} is missing: install DejaVu fonts (fonts-dejavu-core, -extra)")


def tables(data):
    """Where the tables of a font begin."""
    found = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        found[tag] = offset
    return found


def metrics(path):
    """The shares of the em that a line has above its baseline, and that libass calls its size."""
    with open(path, "rb") as file:
        data = file.read()
    at = tables(data)
    units = struct.unpack_from(">H", data, at[b"head"] + 18)[0]
    above = struct.unpack_from(">h", data, at[b"hhea"] + 4)[0]
    line = sum(struct.unpack_from(">2H", data, at[b"OS/2"] + 74))
    return above / units, line / units


def ascent(path):
    return metrics(path)[0]


class Unknown(Exception):
    """What one of the programs can't draw."""


class LeftOut(Exception):
    """Why a case says nothing here."""


class Plane:
    """The luma of a frame."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            words = file.readline().split()
            size = {word[:1]: int(word[1:]) for word in words if word[:1] in b"WH"}
            width, height = size[b"W"], size[b"H"]
            file.readline()
            return Plane(width, height, [file.read(width) for _ in range(height)])

    def box(self, level):
        """Left, top, right and bottom of what differs from a level."""
        rows = [y for y, row in enumerate(self.rows) if any(abs(s - level) > 2 for s in row)]
        columns = [
            x for x in range(self.width)
            if any(abs(self.rows[y][x] - level) > 2 for y in rows)]
        if not rows:
            raise Unknown("nothing is drawn")
        return columns[0], rows[0], columns[-1] + 1, rows[-1] + 1

    def write(self, path, box):
        left, top, right, bottom = box
        with open(path, "wb") as file:
            file.write(f"YUV4MPEG2 W{right - left} H{bottom - top} F25:1 Ip A1:1 Cmono\nFRAME\n".encode())
            for row in self.rows[top:bottom]:
                file.write(row[left:right])


class Bench:
    """Draws and compares in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.vfx, self.ffmpeg = os.environ["VFX"], os.environ["FFMPEG"]
        options = subprocess.run(
            [self.ffmpeg, "-hide_banner", "-h", "filter=drawtext"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True).stdout
        self.knows_baselines = "y_align" in options
        self.run_vfx([], "grey.y4m")
        self.level = Plane.read(self.path("grey.y4m")).rows[0][0]

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_vfx(self, layers, name):
        timeline = {
            "version": 1,
            "canvas": {"size": [WIDTH, HEIGHT], "rate": 25, "format": "420jpeg"},
            "clips": [{"source": {"color": GREY}, "duration": 1}],
            "layers": layers,
        }
        with open(self.path("t.json"), "w") as file:
            json.dump(timeline, file)
        with open(self.path(name), "wb") as file:
            done = subprocess.run(
                [self.vfx, "--quiet", "-t", self.path("t.json")], stdin=subprocess.DEVNULL,
                stdout=file, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        if done.returncode != 0:
            raise Unknown("vfx: " + done.stderr.strip().replace(self.folder + "/", ""))

    def run_ffmpeg(self, graph, name):
        done = subprocess.run(
            [self.ffmpeg, "-v", "error", "-nostdin", "-y", "-i", self.path("grey.y4m"), "-vf", graph,
             "-f", "yuv4mpegpipe", self.path(name)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        if done.returncode != 0:
            raise Unknown("ffmpeg: " + (done.stderr.strip().splitlines() or ["?"])[-1])

    def draw_text(self, case):
        if not self.knows_baselines:
            raise LeftOut("this ffmpeg puts letters on whole pixels")
        font = font_path(case["font"])
        size = case["ours"]["size"]
        with open(self.path("text.txt"), "w") as file:
            file.write(case["text"])
        # Whole pixels above the baseline, where letters of drawtext stand.
        baseline = 65
        layer = {
            "type": "text", "text": case["text"], "font": font, **case["ours"],
            "position": [20, baseline - ascent(font) * size],
        }
        self.run_vfx([layer], "ours.y4m")
        y = f"{baseline}:y_align=baseline"
        if "y_align" in case["theirs"]:
            y = str(baseline - round(ascent(font) * size))
        graph = (
            f"drawtext=fontfile={font}:textfile=text.txt:x=20:y={y}:"
            f"ft_load_flags=no_hinting:{case['theirs']}")
        self.run_ffmpeg(graph, "theirs.y4m")
        return 0

    def draw_subtitles(self, case):
        script = (
            "[Script Info]\nScriptType: v4.00+\n"
            f"PlayResX: {WIDTH}\nPlayResY: {HEIGHT}\nScaledBorderAndShadow: yes\n\n"
            "[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, "
            "OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, "
            "Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n"
            f"{case['style']}\n\n[Events]\n"
            "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
            f"Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{case['cue']}\n")
        with open(self.path("s.ass"), "w") as file:
            file.write(script)
        self.run_vfx([{"type": "subtitles", "source": "s.ass"}], "ours.y4m")
        self.run_ffmpeg("ass=s.ass", "theirs.y4m")
        return round(case["time"] * 25)

    def draw_captions(self, case):
        line = metrics(font_path("DejaVuSans.ttf"))[1]
        with open(self.path("s.srt"), "w") as file:
            file.write(f"1\n00:00:00,000 --> 00:00:01,000\n{case['srt']}\n")
        layer = {
            "type": "subtitles", "source": "s.srt", "font": "DejaVu Sans", "size": case["size"],
            "weight": 400, "stroke": [{"width": case["stroke"]}], "anchor": "center",
            "position": [WIDTH / 2, HEIGHT / 2], "maxWidth": "100%",
        }
        self.run_vfx([layer], "ours.y4m")
        # In the canvas's pixels, and with kerning, which libass leaves out by default; 10 is the middle
        # in the numbers of SSA.
        forced = (
            f"PlayResX={WIDTH},PlayResY={HEIGHT},Kerning=yes,FontName=DejaVu Sans,"
            f"FontSize={case['size'] * line},Outline={case['stroke']},Shadow=0,Alignment=10,"
            "MarginL=0,MarginR=0,MarginV=0")
        self.run_ffmpeg(f"subtitles=s.srt:force_style='{forced}'", "theirs.y4m")
        return round(case["time"] * 25)

    def draw(self, case):
        """Draws both films, and says which frame is compared."""
        if "srt" in case:
            return self.draw_captions(case)
        return self.draw_text(case) if "text" in case else self.draw_subtitles(case)

    def frame(self, name, index):
        """One frame of a film as its luma."""
        path = self.path(f"one-{name}")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", self.path(name), "-vf",
             f"trim=start_frame={index}:end_frame={index + 1}", "-f", "yuv4mpegpipe", path], check=True)
        return Plane.read(path)

    def similarity(self, ours, theirs, shift):
        """The SSIM over the box of both, theirs moved by whole pixels."""
        x, y = shift
        boxes = [ours.box(self.level), theirs.box(self.level)]
        moved = [boxes[0], (boxes[1][0] - x, boxes[1][1] - y, boxes[1][2] - x, boxes[1][3] - y)]
        left = max(min(box[0] for box in moved) - 2, 0, -x)
        top = max(min(box[1] for box in moved) - 2, 0, -y)
        right = min(max(box[2] for box in moved) + 2, WIDTH, WIDTH - x)
        bottom = min(max(box[3] for box in moved) + 2, HEIGHT, HEIGHT - y)
        ours.write(self.path("a.y4m"), (left, top, right, bottom))
        theirs.write(self.path("b.y4m"), (left + x, top + y, right + x, bottom + y))
        done = subprocess.run(
            [self.vfx, "compare", "--quiet", "--format", "json", self.path("a.y4m"), self.path("b.y4m")],
            stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    def compare(self, case):
        index = self.draw(case)
        ours, theirs = self.frame("ours.y4m", index), self.frame("theirs.y4m", index)
        return self.best(ours, theirs), ours, theirs

    def best(self, ours, theirs):
        """The similarity at the shift where it is greatest, with that shift."""
        a, b = ours.box(self.level), theirs.box(self.level)
        near = (round((b[0] + b[2] - a[0] - a[2]) / 2), round((b[1] + b[3] - a[1] - a[3]) / 2))
        shifts = [(near[0] + x, near[1] + y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        found = []
        for shift in shifts:
            if max(map(abs, shift)) <= REACH:
                found.append((ssim(self.similarity(ours, theirs, shift)), shift))
        if not found:
            raise Unknown(f"the two lie {near[0]} and {near[1]} pixels apart")
        return max(found)


def ssim(report):
    """The SSIM of luma in what vfx compare tells."""
    planes = report["planes"]
    entry = planes["luma"] if isinstance(planes, dict) else planes[0]
    return 1.0 if entry["ssim"] in (None, "inf") else float(entry["ssim"])


def write_sheet(path, pictures, folder, ffmpeg):
    """Ours on the left, theirs on the right, case by case."""
    width, height = 2 * WIDTH, HEIGHT * len(pictures)
    raw = os.path.join(folder, "sheet.gray")
    with open(raw, "wb") as file:
        for ours, theirs in pictures:
            for left, right in zip(ours.rows, theirs.rows):
                file.write(left + right)
    subprocess.run(
        [ffmpeg, "-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s",
         f"{width}x{height}", "-i", raw, "-frames:v", "1", "-pred", "mixed", "-compression_level",
         "9", path], check=True)


PAGE = """# Text, beside ffmpeg's

What `scripts/compare/text --page` draws: `vfx` on the left, and on the right {version}, with its `drawtext` and with
libass. Font, size, colours, strokes and shadows are the same, and hinting is off. The similarity is the SSIM of luma
over the box of what is drawn; 1 is the same picture.

![Text drawn by vfx, and by ffmpeg](text.png)

| case | against | SSIM |
| --- | --- | --- |
"""


def write_page(folder, results, version):
    with open(os.path.join(folder, "text.md"), "w") as file:
        file.write(PAGE.format(version=version))
        for name, kind, found in results:
            file.write(f"| {name} | {kind} | {found:.4f} |\n")


def main():
    folder, words = sys.argv[1], sys.argv[2:]
    writes_page = words == ["--page"]
    words = [] if writes_page else words
    cases = [case for case in CASES if not words or case["name"] in words]
    if len(cases) < len(words):
        sys.exit("compare/text: there are " + ", ".join(case["name"] for case in CASES))
    bench = Bench(folder)
    version = subprocess.run([bench.ffmpeg, "-version"], stdout=subprocess.PIPE, text=True).stdout
    version = "ffmpeg " + version.split()[2].split("-")[0]
    print(version)
    failed, results, pictures = 0, [], []
    for case in cases:
        kind = "drawtext" if "text" in case else "libass"
        try:
            (found, shift), ours, theirs = bench.compare(case)
        except LeftOut as reason:
            print(f"{case['name']:26} {kind:9} left out: {reason}")
            continue
        except Unknown as reason:
            print(f"{case['name']:26} {kind:9} {reason}")
            failed += 1
            continue
        results.append((case["name"], kind, found))
        pictures.append((ours, theirs))
        is_good = found >= case["least"]
        failed += not is_good
        apart = f"{shift[0]:+d} {shift[1]:+d} px" if shift != (0, 0) else ""
        verdict = "" if is_good else f"under {case['least']}"
        print(f"{case['name']:26} {kind:9} SSIM {found:.4f}  {apart:9} {verdict}".rstrip(), flush=True)
    if writes_page and pictures:
        write_sheet("docs/text.png", pictures, folder, bench.ffmpeg)
        write_page("docs", results, version)
    print(f"{len(cases)} cases, {failed} failed")
    sys.exit(1 if failed else 0)


main()
