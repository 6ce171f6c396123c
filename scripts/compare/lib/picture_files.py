"""Holds picture files against those of another program, by what vfx draws of both."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
from PIL import Image

VFX = os.environ["VFX"]
WORK = pathlib.Path(sys.argv[1])
DICE = np.random.default_rng(1)


def picture(width, height, kind, ramps):
    """Noise, a pattern of a few colours, or `ramps`, which are given x and y, one for each channel."""
    y, x = np.mgrid[0:height, 0:width]
    channels = ramps(x, y)
    if kind == "noise":
        pixels = DICE.integers(0, 256, (height, width, len(channels)))
    elif kind == "few":
        pixels = DICE.integers(0, 256, (DICE.integers(1, 40), len(channels)))
        pixels = pixels[(x // 3 + y // 2) % len(pixels)]
    else:
        pixels = np.dstack(channels)
    return Image.fromarray(pixels.astype(np.uint8))


class Files:
    """Files that are made one after another, and their paths."""

    def __init__(self, kind, ending):
        self.kind, self.ending, self.paths = kind, ending, []

    def save(self, image, **options):
        path = WORK / f"{len(self.paths)}.{self.ending}"
        image.save(path, self.kind, **options)
        self.paths.append(path)


def film(path, seconds):
    """The film of a picture alone on a colour: its bytes, or what was said."""
    timeline = WORK / "t.json"
    timeline.write_text(json.dumps({
        "version": 1, "canvas": {"size": [160, 136], "rate": 50, "format": "444"},
        "clips": [{"source": {"color": "#205090"}, "duration": seconds}],
        "layers": [{"type": "image", "source": str(path)}]}))
    run = subprocess.run([VFX, "-q", "--no-exec", "-t", timeline], capture_output=True)
    return run.stdout if run.returncode == 0 else run.stderr


def main(kind, judge, made, library):
    """Judges the files that are named, or those that `made` makes."""
    paths = [pathlib.Path(name).resolve() for name in sys.argv[2:]] or made()
    wrong = [path for path in paths if not judge(path)]
    for path in wrong:
        print(f"{path}: not as {library} has it")
    print(f"{len(paths) - len(wrong)} of {len(paths)} {kind} files are as {library} has them")
    sys.exit(1 if wrong else 0)
