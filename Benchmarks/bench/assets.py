"""The streams, pictures and maps that are measured with, made once by ffmpeg and vfx."""

import array
import glob
import math
import os
import shutil
import subprocess
import sys

# Colours with an alpha that runs from 0 to 255 across the picture, so that nothing is opaque.
SOFT = "testsrc2=s={size},format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'"

PICTURES = {
    "logo.png": (SOFT.format(size="300x120"), 1),
    "logo4k.png": (SOFT.format(size="600x240"), 1),
    "full.png": (SOFT.format(size="1920x1080"), 1),
    "sticker.png": (SOFT.format(size="300x300"), 1),
    "small.png": (SOFT.format(size="128x128"), 1),
    "moving.gif": ("testsrc2=s=200x200:r=12.5", 12),
}
# Stills for clips: opaque, and with detail everywhere as photographs have it.
GRAIN = "testsrc2=s={size},format=gbrp,noise=alls=6:all_seed=1"
STILLS = {
    "photo.png": GRAIN.format(size="1920x1080"),
    "photo12.png": GRAIN.format(size="4000x3000"),
}

# Of all texts.
FONT = "DejaVuSans.ttf"
CUES = 300
# Seconds from cue to cue, and for which each is on.
CUE_STEP, CUE_LENGTH = 2, 1.8
WORDS = "so it is that what was said of the sea and its shores goes on in all that they sing".split()

# The streams by name: size, format, frames before they begin again. All have 25 frames a second.
STREAMS = {
    "hd": ("1920x1080", "420mpeg2", 25),
    "other": ("1920x1080", "420mpeg2", 25),
    "720p": ("1280x720", "420mpeg2", 25),
    "hd10": ("1920x1080", "420p10", 15),
    "4k": ("3840x2160", "420mpeg2", 8),
    "tiny": ("16x16", "420mpeg2", 1),
}
RATE = 25
# Streams that begin elsewhere than the others, so that two are never the same picture.
SEEDS = {"other": "7"}
# Of the film that is decoded, filtered and encoded.
FILM_FRAMES = 150
# What the fixed maps turn, in degrees: about what the moving vortex reaches in the middle.
MAP_DEGREES = 360


class Assets:
    """Makes what is asked for in a folder, if it is not there."""

    def __init__(self, folder, vfx):
        self.folder, self.vfx = folder, vfx
        os.makedirs(folder, exist_ok=True)
        for name, (graph, frames) in PICTURES.items():
            self.make(name, lambda path: self.draw(graph, frames, path))

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, body):
        """The path of `name`, made by `body`, which takes the path to write to."""
        path = self.path(name)
        if not os.path.exists(path):
            root, ending = os.path.splitext(path)
            body(f"{root}.part{ending}")
            os.replace(f"{root}.part{ending}", path)
        return path

    def draw(self, graph, frames, path):
        run("ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", graph,
            "-frames:v", str(frames), path)

    def clip(self, name):
        """A whole stream, as often as it is not repeated."""
        size, pixels, frames = STREAMS[name]

        def make(path):
            with open(path, "wb") as file:
                run(self.vfx, "testsrc", "-s", size, "-r", str(RATE), "-f", pixels,
                    "-n", str(frames), "--seed", SEEDS.get(name, "0"), output=file)

        return self.make(f"{name}.y4m", make)

    def require(self, text):
        """Makes the streams, stills and the film that a text names."""
        for name in STREAMS:
            if f"{name}.y4m" in text:
                self.clip(name)
        for name, graph in STILLS.items():
            if name in text:
                self.make(name, lambda path, graph=graph: self.draw(graph, 1, path))
        if "film.mp4" in text:
            self.film()
        for name, make in {FONT: copy_font, "cues.srt": write_srt, "karaoke.ass": write_ass,
                           "look.cube": write_cube}.items():
            if name in text:
                self.make(name, make)

    def stream(self, name, count):
        """The files that make a stream of about `count` frames, and their true number."""
        frames = STREAMS[name][2]
        repeats = max(1, round(count / frames))

        def header(path):
            with open(self.clip(name), "rb") as whole, open(path, "wb") as file:
                file.write(whole.readline())

        def rest(path):
            # Piece by piece: what this process holds at its peak is counted as its children's.
            with open(self.clip(name), "rb") as whole, open(path, "wb") as file:
                whole.readline()
                shutil.copyfileobj(whole, file)

        parts = [self.make(f"{name}.header", header), self.make(f"{name}.frames", rest)]
        return [parts[0]] + [parts[1]] * repeats, repeats * frames

    def film(self):
        """A film in H.264 with a little noise, as cameras make it."""
        graph = "testsrc2=s=1920x1080:r=25,noise=alls=3:allf=t,format=yuv420p"

        def make(path):
            run("ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", graph,
                "-frames:v", str(FILM_FRAMES), "-c:v", "libx264", "-preset", "veryfast", path)

        return self.make("film.mp4", make)

    def map(self, axis):
        """Where a vortex of 1080p reads each pixel from, as a picture of 16 bits for ffmpeg."""

        def make(path):
            with open(path, "wb") as file:
                file.write(b"P5 1920 1080 65535\n")
                for row in vortex_rows(1920, 1080, 1200, MAP_DEGREES, axis):
                    file.write(row)

        return self.make(f"map{axis}.pgm", make)


def copy_font(path):
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts"):
        found = glob.glob(os.path.join(folder, "**", FONT), recursive=True)
        if found:
            # Libass reads every file of the folder that it is given, so the font has one of its own.
            alone = os.path.join(os.path.dirname(path), "fonts")
            os.makedirs(alone, exist_ok=True)
            shutil.copyfile(found[0], os.path.join(alone, FONT))
            return shutil.copyfile(found[0], path)
    sys.exit(f"bench: {FONT} is missing: install DejaVu fonts (fonts-dejavu-core)")


def write_cube(path, side=33):
    """A look as films have it: more contrast, warm lights, cold shadows."""
    with open(path, "w") as file:
        file.write(f"LUT_3D_SIZE {side}\n")
        for index in range(side**3):
            color = [index // side**axis % side / (side - 1) for axis in range(3)]
            luma = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
            bent = [c * c * (3 - 2 * c) * 0.5 + c * 0.5 for c in color]
            tint = [0.06 * luma, 0.01, 0.06 * (1 - luma)]
            file.write(" ".join(f"{min(max(c * 0.94 + t, 0), 1):.6f}" for c, t in zip(bent, tint)))
            file.write("\n")


def clock(seconds, places, mark):
    """A time as subtitles have it."""
    whole = round(seconds * 10**places)
    rest, part = divmod(whole, 10**places)
    return f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}{mark}{part:0{places}}"


def spoken(index, count):
    return [WORDS[(index * 7 + place) % len(WORDS)] for place in range(count)]


def write_srt(path):
    """Cues of two lines, the second in italics now and then."""
    with open(path, "w") as file:
        for index in range(CUES):
            start = index * CUE_STEP
            end = clock(start + CUE_LENGTH, 3, ",")
            second = " ".join(spoken(index + 3, 5))
            second = f"<i>{second}</i>" if index % 4 == 0 else second
            first = " ".join(spoken(index, 6)).capitalize()
            file.write(f"{index + 1}\n{clock(start, 3, ',')} --> {end}\n{first},\n{second}.\n\n")


def write_ass(path):
    """As many lines, whose words light up one after another."""
    with open(path, "w") as file:
        file.write(
            "[Script Info]\nScriptType: v4.00+\nPlayResX: 1920\nPlayResY: 1080\n"
            "ScaledBorderAndShadow: yes\n\n[V4+ Styles]\n"
            "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, "
            "BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, "
            "BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n"
            "Style: Default,DejaVu Sans,72,&H0000FFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,"
            "100,0,0,1,4,2,2,60,60,60,1\n\n[Events]\n"
            "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n")
        for index in range(CUES):
            start = index * CUE_STEP
            words = "".join("{\\kf30}" + word + " " for word in spoken(index, 6)).strip()
            times = f"{clock(start, 2, '.')[1:]},{clock(start + CUE_LENGTH, 2, '.')[1:]}"
            file.write(f"Dialogue: 0,{times},Default,,0,0,0,,{words}\n")


def vortex_rows(width, height, radius, degrees, axis):
    turn = math.radians(degrees)
    for y in range(height):
        dy = y + 0.5 - height / 2
        row = array.array("H", bytes(2 * width))
        for x in range(width):
            dx = x + 0.5 - width / 2
            angle = turn * max(0.0, 1 - math.hypot(dx, dy) / radius) ** 2
            if axis == "x":
                place = width / 2 + dx * math.cos(angle) + dy * math.sin(angle)
                row[x] = min(max(int(place), 0), width - 1)
            else:
                place = height / 2 + dy * math.cos(angle) - dx * math.sin(angle)
                row[x] = min(max(int(place), 0), height - 1)
        if sys.byteorder == "little":
            row.byteswap()
        yield row.tobytes()


def run(*command, output=None):
    subprocess.run(command, check=True, stdout=output)
