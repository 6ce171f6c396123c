"""Draws boxes that move and compares what is seen with means of moments; see scripts/compare/motion.

Boxes are shapes, whose edges are areas, in white on black at full range, so that a sample is what is
covered of it times 255. A moment's coverage is exact along rows and the mean of 64 lines down.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy

VFX = os.environ["VFX"]
WIDTH, HEIGHT, RATE, LINES, MOMENTS = 128, 72, 10, 64, 512


def covered(corners):
    """What a convex figure covers of each sample; `corners` run round it."""
    lines = (numpy.arange(HEIGHT * LINES) + 0.5) / LINES
    left = numpy.full(len(lines), numpy.inf)
    right = numpy.full(len(lines), -numpy.inf)
    for (x0, y0), (x1, y1) in zip(corners, numpy.roll(corners, -1, axis=0)):
        if y0 == y1:
            continue
        meets = (lines >= min(y0, y1)) & (lines < max(y0, y1))
        x = x0 + (lines - y0) * (x1 - x0) / (y1 - y0)
        left = numpy.where(meets, numpy.minimum(left, x), left)
        right = numpy.where(meets, numpy.maximum(right, x), right)
    columns = numpy.arange(WIDTH)
    inside = numpy.minimum(right[:, None], columns + 1) - numpy.maximum(left[:, None], columns)
    return numpy.clip(inside, 0, 1).reshape(HEIGHT, LINES, WIDTH).mean(axis=1)


def turned(degrees):
    angle = numpy.radians(degrees)
    return numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])


def place(size, middle, rotation=0.0, scale=1.0, skew=0.0):
    """The corners of a box about its middle: scaled, leaned, turned."""
    half = numpy.array(size) / 2
    corners = numpy.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half * scale
    lean = numpy.array([[1, numpy.tan(numpy.radians(skew))], [0, 1]])
    return corners @ lean.T @ turned(rotation).T + numpy.array(middle)


def mix(first, last, t):
    return numpy.array(first) + (numpy.array(last) - numpy.array(first)) * t


SIZE = (30, 14)
# The layer's keys over two seconds, and the corners at a share of them.
CASES = {
    "a slow shift": ('"x": { "from": 40, "to": 52 }, "y": 30', lambda t: place(SIZE, mix((40, 30), (52, 30), t))),
    "a shift along rows": (
        '"x": { "from": -1000, "to": 1128.5 }, "y": 30.25',
        lambda t: place(SIZE, mix((-1000, 30.25), (1128.5, 30.25), t))),
    "a shift along columns": (
        '"x": 50.5, "y": { "from": -300, "to": 370 }',
        lambda t: place(SIZE, mix((50.5, -300), (50.5, 370), t))),
    "a diagonal": (
        '"x": { "from": -400, "to": 530 }, "y": { "from": -70, "to": 140 }',
        lambda t: place(SIZE, mix((-400, -70), (530, 140), t))),
    "a turn": ('"x": 64, "y": 36, "rotation": { "from": 0, "to": 1000 }',
               lambda t: place(SIZE, (64, 36), rotation=1000 * t)),
    "a zoom": ('"x": 64, "y": 36, "scale": { "from": 0.5, "to": 4 }',
               lambda t: place(SIZE, (64, 36), scale=0.5 + 3.5 * t)),
    "a lean": ('"x": 64, "y": 36, "skewX": { "from": -60, "to": 60 }',
               lambda t: place(SIZE, (64, 36), skew=-60 + 120 * t)),
    "a turn on its way": (
        '"x": { "from": -200, "to": 330 }, "y": 36, "rotation": { "from": 0, "to": -900 }',
        lambda t: place(SIZE, mix((-200, 36), (330, 36), t), rotation=-900 * t)),
}
SHUTTERS = {"180 degrees": (180, -90), "360 degrees on": (360, 0), "30 degrees": (30, -15)}


def drawn(keys, shutter, phase):
    timeline = {
        "version": 1,
        "canvas": {"motionBlur": {"shutter": shutter, "phase": phase}},
        "layers": [{"type": "shape", "shape": "rectangle", "size": SIZE, "anchor": "center",
                    "fill": "white", "duration": 2, **json.loads("{" + keys + "}")}],
    }
    header = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C444 XCOLORRANGE=FULL\nFRAME\n".encode()
    black = bytes(WIDTH * HEIGHT) + bytes([128]) * (2 * WIDTH * HEIGHT)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(timeline, file)
        file.flush()
        result = subprocess.run(
            [VFX, "-q", "-t", file.name, "--start", "1", "-n", "1"], input=header + black,
            capture_output=True, check=True).stdout
    samples = result[result.index(b"FRAME\n") + 6:][:WIDTH * HEIGHT]
    return numpy.frombuffer(samples, numpy.uint8).reshape(HEIGHT, WIDTH).astype(float)


def main():
    faults = 0
    for name, (keys, corners) in CASES.items():
        for word, (shutter, phase) in SHUTTERS.items():
            times = 1 + (phase + (numpy.arange(MOMENTS) + 0.5) / MOMENTS * shutter) / 360 / RATE
            expected = 255 * sum(covered(corners(time / 2)) for time in times) / MOMENTS
            worst = numpy.abs(drawn(keys, shutter, phase) - expected).max()
            print(f"{name}, {word}: off by {worst:.2f} at most")
            # Half a step is the rounding of what is written.
            if worst > 1.5:
                faults += 1
    return faults


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
