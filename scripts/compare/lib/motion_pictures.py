"""Draws clips that move and pictures that a camera moves over, and compares what is seen with means of
moments; see scripts/compare/motion.

The picture is a sum of long waves in each plane, whose values between samples are known, in colours that
stay colours however they are mixed. Clips with edges are white boxes. What is covered of a sample is exact
where their sides lie along the axes; at other sides a turned picture fades over one sample across them, so
that is what its moments are here, too.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy

from motion import HEIGHT, MOMENTS, RATE, SHUTTERS, VFX, WIDTH, covered, mix, place, turned

SOURCE = (112, 63)  # 16:9 as the canvas, which is 8/7 times as large
RED, BLUE = 0.2126, 0.0722
# The canvas's format, its bits, and how chroma lies: samples across and down, and where the first is.
FORMATS = {
    "444": (8, (1, 1), (0.5, 0.5)),
    "420mpeg2": (8, (2, 2), (0.5, 1)),
    "422p10": (10, (2, 1), (0.5, 0.5)),
    "444p16": (16, (1, 1), (0.5, 0.5)),
}


def waves(plane, x, y, size):
    """The picture in steps of 8 bits at places of it, which shows itself again beyond its edges, mirrored."""
    u, v = numpy.pi * x / size[0], numpy.pi * y / size[1]
    if plane == 0:
        return 120 + 40 * numpy.cos(3 * u) * numpy.cos(v) + 14 * numpy.cos(4 * v)
    if plane == 1:
        return 128 + 12 * numpy.cos(2 * u) + 8 * numpy.cos(2 * v)
    return 128 + 12 * numpy.cos(2 * v) * numpy.cos(u)


def sites(plane, name, size):
    """Where a plane's samples lie in the picture."""
    _, (across, down), (x, y) = FORMATS[name]
    if plane == 0:
        (across, down), (x, y) = (1, 1), (0.5, 0.5)
    xs = x + across * numpy.arange(-(-size[0] // across))
    ys = y + down * numpy.arange(-(-size[1] // down))
    return numpy.meshgrid(xs, ys)


def film(name, size, count=1):
    """A Y4M film of the picture, limited range."""
    bits = FORMATS[name][0]
    planes = []
    for plane in range(3):
        x, y = sites(plane, name, size)
        samples = numpy.rint(waves(plane, x, y, size) * 2 ** (bits - 8))
        planes.append(samples.astype(numpy.uint8 if bits == 8 else "<u2").tobytes())
    header = f"YUV4MPEG2 W{size[0]} H{size[1]} F{RATE}:1 Ip A1:1 C{name} XCOLORRANGE=LIMITED\n"
    return header.encode() + (b"FRAME\n" + b"".join(planes)) * count


def run(timeline, name, data=b"", more=()):
    """The planes of the frame at one second, in steps of 8 bits."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "source.y4m"), "wb") as file:
            file.write(film("444p16", SOURCE, 2 * RATE))
        path = os.path.join(folder, "t.json")
        with open(path, "w") as file:
            json.dump(timeline, file)
        result = subprocess.run(
            [VFX, "-q", "-t", path, "--matrix", "709", *more], input=data, stdout=subprocess.PIPE, check=True).stdout
    at = result.index(b"FRAME\n") + 6
    bits, (across, down), _ = FORMATS[name]
    planes = []
    for plane in range(3):
        width = -(-WIDTH // (across if plane else 1))
        height = -(-HEIGHT // (down if plane else 1))
        kind = numpy.dtype(numpy.uint8 if bits == 8 else "<u2")
        samples = numpy.frombuffer(result, kind, width * height, at).reshape(height, width)
        at += samples.nbytes
        planes.append(samples / 2.0 ** (bits - 8))
    return planes


def times(shutter, phase):
    return 1 + (phase + (numpy.arange(MOMENTS) + 0.5) / MOMENTS * shutter) / 360 / RATE


def clip(keys, name, shutter, phase, source):
    timeline = {
        "version": 1,
        "canvas": {"size": [WIDTH, HEIGHT], "rate": RATE, "format": name,
                   "motionBlur": {"shutter": shutter, "phase": phase}},
        "clips": [{**source, "duration": 2, **json.loads("{" + keys + "}")}],
    }
    return run(timeline, name, more=("--start", "1", "-n", "1"))


def affine(scale, degrees, source, target):
    """From the canvas to the picture, whose `source` stands at `target`: a function of places."""
    back = turned(-degrees) / scale

    def move(x, y):
        dx, dy = x - target[0], y - target[1]
        return back[0, 0] * dx + back[0, 1] * dy + source[0], back[1, 0] * dx + back[1, 1] * dy + source[1]
    return move


FILM = {"source": "source.y4m", "matrix": "709"}
MIDDLE, FIT = (SOURCE[0] / 2, SOURCE[1] / 2), WIDTH / SOURCE[0]
# A clip's keys, and from the canvas to its picture at a share of two seconds; it covers the canvas.
MOVES = {
    "a zoom": ('"zoom": { "from": 1.2, "to": 3 }',
               lambda t: affine(FIT * mix(1.2, 3, t), 0, MIDDLE, (WIDTH / 2, HEIGHT / 2))),
    "a zoom about a place": (
        '"zoom": { "from": 3, "to": 1.5 }, "focus": [0.25, 0.6]',
        lambda t: affine(FIT * mix(3, 1.5, t), 0, (SOURCE[0] * 0.25, SOURCE[1] * 0.6),
                         (WIDTH * 0.25, HEIGHT * 0.6))),
    "a turn": ('"zoom": 3, "rotate": { "from": -60, "to": 180 }',
               lambda t: affine(FIT * 3, mix(-60, 180, t), MIDDLE, (WIDTH / 2, HEIGHT / 2))),
    "a pan": ('"zoom": 2, "position": { "from": [34, 20], "to": [94, 52] }, "anchor": [0.5, 0.5]',
              lambda t: affine(FIT * 2, 0, MIDDLE, mix((34, 20), (94, 52), t))),
}


def faded(middle, degrees, size=(64, 36)):
    """What a turned box covers of each sample: its sides are ramps, one sample wide."""
    x, y = sites(0, "444", (WIDTH, HEIGHT))
    back = turned(-degrees)
    result = 1
    for row, side in zip(back, size):
        place = row[0] * (x - middle[0]) + row[1] * (y - middle[1])
        ends = [numpy.clip(side / 2 + sign * place + 0.5, 0, 1) for sign in (1, -1)]
        result = result * numpy.maximum(sum(ends) - 1, 0)
    return result


# A white box, half as large as the canvas, and what it covers.
EDGES = {
    "a box that is shifted": ('"position": { "from": [-300, 30], "to": [428, 41] }',
                              lambda t: covered(place((64, 36), mix((-300, 30), (428, 41), t)))),
    "a box that turns": ('"position": [64, 36], "rotate": { "from": 0, "to": 700 }',
                         lambda t: faded((64, 36), 700 * t)),
    "a box that turns on its way": (
        '"position": { "from": [-200, 10], "to": [328, 62] }, "rotate": { "from": 0, "to": -500 }',
        lambda t: faded(mix((-200, 10), (328, 62), t), -500 * t)),
}


def colors(planes):
    y, u, v = (planes[0] - 16) / 219, (planes[1] - 128) / 224, (planes[2] - 128) / 224
    red, blue = y + 2 * (1 - RED) * v, y + 2 * (1 - BLUE) * u
    return [red, (y - RED * red - BLUE * blue) / (1 - RED - BLUE), blue]


def samples(rgb):
    y = RED * rgb[0] + (1 - RED - BLUE) * rgb[1] + BLUE * rgb[2]
    return [16 + 219 * y, 128 + 112 * (rgb[2] - y) / (1 - BLUE), 128 + 112 * (rgb[0] - y) / (1 - RED)]


def hard_light(back, color):
    return numpy.where(color <= 0.5, 2 * back * color, 1 - 2 * (1 - back) * (1 - color))


BLENDS = {"multiply": lambda back, color: back * color, "hard-light": hard_light}


def mean(moves, name, moments, size):
    """The mean of the picture's planes over some moments, at places that `moves` gives."""
    result = []
    for plane in range(3):
        x, y = sites(plane, name, (WIDTH, HEIGHT))
        result.append(sum(waves(plane, *moves(time)(x, y), size) for time in moments) / len(moments))
    return result


def check(what, drawn, expected, faults):
    worst = max(numpy.abs(a - b).max() for a, b in zip(drawn, expected))
    print(f"{what}: off by {worst:.2f} at most", flush=True)
    # Half a step is the rounding of what is written.
    if worst > 1.5:
        faults.append(what)


def clips(faults):
    for word, (keys, moves) in MOVES.items():
        for name in FORMATS:
            for shutter in ("180 degrees", "360 degrees on"):
                expected = mean(lambda time: moves(time / 2), name, times(*SHUTTERS[shutter]), SOURCE)
                drawn = clip(keys, name, *SHUTTERS[shutter], FILM)
                check(f"a clip: {word}, {name}, {shutter}", drawn, expected, faults)
    back = [0.8, 0.45, 0.6]
    for mode, formula in BLENDS.items():
        for word, (keys, moves) in MOVES.items():
            for name in ("444", "444p16"):
                pictures = mean(lambda time: moves(time / 2), name, times(180, -90), SOURCE)
                expected = samples([formula(b, c) for b, c in zip(back, colors(pictures))])
                more = f', "blend": "{mode}", "background": "rgb(80% 45% 60%)"'
                drawn = clip(keys + more, name, 180, -90, FILM)
                check(f"a clip: {word}, {mode}, {name}", drawn, expected, faults)
    for word, (keys, cover) in EDGES.items():
        for name in FORMATS:
            for shutter in SHUTTERS:
                moments = times(*SHUTTERS[shutter])
                share = sum(cover(time / 2) for time in moments) / MOMENTS
                more = ', "zoom": 0.5, "anchor": [0.5, 0.5]'
                drawn = clip(keys + more, name, *SHUTTERS[shutter], {"source": {"color": "white"}})
                check(f"a clip: {word}, {name}, {shutter}", drawn[:1], [16 + 219 * share], faults)


# An effect's keys, and from the canvas to the picture at a time in seconds.
def pulse(time):
    zoom = 1 + 0.5 * numpy.exp(-(time - 0.8) / 0.3)
    return affine(zoom, 0, (WIDTH / 2, HEIGHT / 2), (WIDTH / 2, HEIGHT / 2))


def camera(time):
    t = time / 2
    anchor = numpy.array([WIDTH / 2, HEIGHT / 2])
    return affine(mix(1.5, 3, t), mix(30, -60, t), anchor + mix((-20, 0), (20, 10), t), anchor)


VIEWS = {
    "a camera": ('"effect": "camera", "pan": { "from": [-20, 0], "to": [20, 10] }, "zoom": { "from": 1.5, "to": 3 },'
                 ' "roll": { "from": -30, "to": 60 }', camera),
    "a camera that pans": (
        '"effect": "camera", "pan": { "from": [-300, 0], "to": [300, 0] }, "edge": "mirror"',
        lambda time: affine(1, 0, (WIDTH / 2 + mix(-300, 300, time / 2), HEIGHT / 2), (WIDTH / 2, HEIGHT / 2))),
    "a pulse": ('"effect": "zoom-pulse", "beats": [0.8], "amount": 0.5, "decay": 0.3', pulse),
}


def views(faults):
    for word, (keys, moves) in VIEWS.items():
        for name in FORMATS:
            for shutter in ("180 degrees", "360 degrees on"):
                expected = mean(moves, name, times(*SHUTTERS[shutter]), (WIDTH, HEIGHT))
                degrees, phase = SHUTTERS[shutter]
                timeline = {
                    "version": 1,
                    "layers": [{"type": "effect", "duration": 2, "sampling": "bicubic",
                                "motionBlur": {"shutter": degrees, "phase": phase},
                                **json.loads("{" + keys + "}")}],
                }
                drawn = run(timeline, name, film(name, (WIDTH, HEIGHT)), ("--start", "1", "-n", "1"))
                check(f"{word}, {name}, {shutter}", drawn, expected, faults)


def main():
    faults = []
    clips(faults)
    views(faults)
    for fault in faults:
        print(f"too far off: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
