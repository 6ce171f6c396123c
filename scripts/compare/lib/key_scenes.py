"""Scenes before a green screen whose alpha is known, and the errors of other keyers, as keys.py reads them.

    key_scenes.py FOLDER

Smoke is thin everywhere, glass is half there with a hard edge, motion blur is a wide ramp, and hair is
thinner than a sample of chroma. Each is mixed in code values at four times the size, made smaller by
means, and written as 4:2:0 of limited BT.709: clean, with noise, and with that after x264 at CRF 28. The
other keyers are ffmpeg's chromakey, with the setting of a grid that has the least error, and the plain
colour difference, whose matte is rounded to the codes of the same stream.
"""

import os
import subprocess
import sys

import numpy
from PIL import Image

WIDTH, HEIGHT, FINE = 480, 272, 4
SCREEN = numpy.array([0.11, 0.66, 0.23])
GRID = [(similarity, blend) for similarity in (0.03, 0.08, 0.15, 0.22) for blend in (0.05, 0.12, 0.25)]


def places():
    y, x = numpy.mgrid[0 : HEIGHT * FINE, 0 : WIDTH * FINE]
    return (x + 0.5) / FINE, (y + 0.5) / FINE


def colored(alpha, *color):
    return alpha, numpy.broadcast_to(numpy.array(color), alpha.shape + (3,))


def smoke(random):
    """Octaves of noise that fade out towards the edges."""
    x, y = places()
    sum_ = numpy.zeros_like(x)
    for octave in range(5):
        size = 4 << octave
        grid = random.random((size * 3 // 4 + 1, size + 1)).astype(numpy.float32)
        image = Image.fromarray(grid).resize((x.shape[1], x.shape[0]), Image.BICUBIC)
        sum_ += numpy.asarray(image) / 2**octave
    near = numpy.exp(-(((x - 240) / 130) ** 2) - ((y - 136) / 75) ** 2)
    return colored(numpy.clip((sum_ - 0.7) * near, 0, 1), 0.82, 0.82, 0.85)


def glass(_):
    """Two panes, clear and tinted, with rims and a highlight."""
    x, y = places()
    alpha = numpy.zeros_like(x)
    color = numpy.full(x.shape + (3,), 0.9)
    for left, share, tint in [(60, 0.25, (0.75, 0.8, 0.9)), (260, 0.5, (0.7, 0.3, 0.25))]:
        distance = numpy.maximum(abs(x - left - 80), abs(y - 136) * 1.1) - 80
        inside = distance < 0
        alpha[inside], color[inside] = share, tint
        rim = inside & (distance > -5)
        alpha[rim], color[rim] = 0.85, (0.85, 0.85, 0.88)
        shine = inside & (abs(x - left - 40 + (y - 136) * 0.4) < 9)
        alpha[shine], color[shine] = 0.7, (1, 1, 1)
    return alpha, color


def motion(_):
    """A red ball and a grey bar that move while the shutter is open."""
    x, y = places()
    alpha, color = numpy.zeros_like(x), numpy.full(x.shape + (3,), 0.5)
    ball = sum((x - 130 - step) ** 2 + (y - 90) ** 2 < 45**2 for step in range(0, 80, 2)) / 40
    bar = sum((abs(x - 250) < 160) & (abs(y - 190 - step) < 25) for step in range(0, 40)) / 40
    color[ball > 0] = (0.75, 0.2, 0.15)
    return numpy.maximum(ball, bar), color


def hair(random):
    """Strands from half a pixel to two pixels wide around a head."""
    x, y = places()
    alpha = ((x - 240) ** 2 + (y - 150) ** 2 < 70**2).astype(float)
    color = numpy.full(x.shape + (3,), (0.8, 0.6, 0.5))
    for _ in range(90):
        angle, bend, width = random.random() * 6.283, random.normal() * 0.004, 0.5 + 1.5 * random.random()
        along = (x - 240) * numpy.cos(angle) + (y - 150) * numpy.sin(angle)
        across = (y - 150) * numpy.cos(angle) - (x - 240) * numpy.sin(angle) - bend * along**2
        strand = (abs(across) < width / 2) & (along > 60) & (along < 85 + 40 * random.random())
        alpha[strand] = 1
        color[strand] = (0.25, 0.17, 0.1)
    return alpha, color


def smaller(picture):
    parts = picture.reshape(HEIGHT, FINE, WIDTH, FINE, -1)
    return parts.mean((1, 3)).squeeze()


def encoded(color, noise):
    """4:2:0 with chroma at the left, as bytes."""
    luma = color @ numpy.array([0.2126, 0.7152, 0.0722])
    blue, red = (color[..., 2] - luma) / 1.8556, (color[..., 0] - luma) / 1.5748

    def halved(plane):
        tall = (plane[0::2] + plane[1::2]) / 2
        before = numpy.concatenate([tall[:, :1], tall[:, 1:-1:2]], 1)
        return (before + 2 * tall[:, 0::2] + tall[:, 1::2]) / 4

    planes = [16 + 219 * luma, 128 + 224 * halved(blue), 128 + 224 * halved(red)]
    samples = [numpy.rint(plane + noise.normal(0, 1, plane.shape) * noise.level) for plane in planes]
    return b"".join(plane.clip(0, 255).astype(numpy.uint8).tobytes() for plane in samples)


class Noise:
    def __init__(self, level):
        self.level, self.random = level, numpy.random.default_rng(5)

    def normal(self, *arguments):
        return self.random.normal(*arguments)


def chromakey(stream, alpha):
    """The least error of ffmpeg's chromakey over the grid, by its square."""
    color = "0x" + "".join(f"{round(part * 255):02x}" for part in SCREEN)
    found = []
    for similarity, blend in GRID:
        made = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", stream, "-vf",
             f"setparams=colorspace=bt709,format=yuva420p,chromakey={color}:{similarity}:{blend},alphaextract",
             "-f", "rawvideo", "-pix_fmt", "gray", "-"],
            stdout=subprocess.PIPE, check=True).stdout
        error = numpy.frombuffer(made, numpy.uint8).reshape(alpha.shape) / 255 - alpha
        found.append(((error**2).mean(), abs(error).sum() / 1000, similarity, blend))
    square, absolute, similarity, blend = min(found)
    return f"ffmpeg chromakey similarity {similarity} blend {blend}", square, absolute


def difference(stream, alpha, keys):
    r, g, b = numpy.moveaxis(keys.colors_of(keys.planes_of(open(stream, "rb").read())), -1, 0)
    strength = SCREEN[1] - (SCREEN[0] + SCREEN[2]) / 2
    error = numpy.rint(numpy.clip(1 - (g - (r + b) / 2) / strength, 0, 1) * 219) / 219 - alpha
    return "colour difference, plain", (error**2).mean(), abs(error).sum() / 1000


def compressed(stream, target):
    """The stream after x264."""
    coded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", stream, "-c:v", "libx264", "-crf", "28", "-pix_fmt", "yuv420p",
         "-f", "matroska", "-"], stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", "-", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", target],
        input=coded, check=True)


def make(folder, keys):
    """Writes the scenes and the table of the other keyers' errors."""
    rows = ["case\tfile\tkeyer\tMSE of alpha\tSAD of alpha / 1000"]
    for scene in (smoke, glass, motion, hair):
        alpha, color = scene(numpy.random.default_rng(7))
        mixed = smaller(color * alpha[..., None] + SCREEN * (1 - alpha[..., None]))
        share = smaller(alpha[..., None])
        own = smaller(color * alpha[..., None]) / numpy.maximum(share, 1e-6)[..., None]
        place = os.path.join(folder, scene.__name__)
        os.makedirs(place, exist_ok=True)
        Image.fromarray(numpy.rint(share * 255).astype(numpy.uint8)).save(f"{place}/alpha.png")
        own = numpy.rint(own.clip(0, 1) * 255).astype(numpy.uint8)
        Image.fromarray(own).save(f"{place}/foreground.png")
        for kind, level in (("clean", 0), ("noise", 1.5), ("h264-crf28", None)):
            stream = f"{place}/{kind}.y4m"
            if level is None:
                compressed(f"{place}/noise.y4m", stream)
            else:
                with open(stream, "wb") as file:
                    file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 Ip C420mpeg2\nFRAME\n".encode())
                    file.write(encoded(mixed, Noise(level)))
            for name, square, absolute in (chromakey(stream, share), difference(stream, share, keys)):
                rows.append(f"{scene.__name__}\t{kind}\t{name}\t{square:.7f}\t{absolute:.4f}")
        color = "".join(f"{round(part * 255):02x}" for part in SCREEN)
        rows.append(f"{scene.__name__}\t\tscreen colour 0x{color}\t\t")
    with open(os.path.join(folder, "baselines.tsv"), "w", encoding="utf-8") as table:
        table.write("\n".join(rows) + "\n")
