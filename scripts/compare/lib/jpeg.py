"""Compares JPEG pictures with libjpeg-turbo's; see scripts/compare/jpeg."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
from PIL import Image, ImageOps

VFX = os.environ["VFX"]
WORK = pathlib.Path(sys.argv[1])
DICE = np.random.default_rng(1)


def picture(width, height, kind):
    """Ramps, noise, or a pattern of a few colours."""
    y, x = np.mgrid[0:height, 0:width]
    if kind == "noise":
        pixels = DICE.integers(0, 256, (height, width, 3))
    elif kind == "few":
        pixels = DICE.integers(0, 256, (DICE.integers(1, 40), 3))
        pixels = pixels[(x // 3 + y // 2) % len(pixels)]
    else:
        pixels = np.dstack([x * 5 % 256, y * 7 % 256, np.clip(128 + 4 * (x - y), 0, 255)])
    return Image.fromarray(pixels.astype(np.uint8))


def encoded():
    """The paths of some hundred files."""
    paths = []

    def save(image, **options):
        path = WORK / f"{len(paths)}.jpg"
        image.save(path, "JPEG", **options)
        paths.append(path)

    ways = [{}, {"progressive": True}, {"optimize": True}, {"restart_marker_blocks": 3},
            {"progressive": True, "restart_marker_blocks": 2}]
    for width, height in [(1, 1), (2, 1), (1, 3), (5, 4), (15, 16), (16, 16), (17, 33), (64, 31), (129, 127)]:
        for kind in ["ramp", "noise", "few"]:
            image = picture(width, height, kind)
            for quality in [1, 50, 85, 100]:
                for subsampling in range(3):
                    save(image, quality=quality, subsampling=subsampling, **ways[DICE.integers(0, len(ways))])
            save(image.convert("L"), quality=75, **ways[DICE.integers(0, len(ways))])
            save(image.convert("CMYK"), quality=75, **ways[DICE.integers(0, len(ways))])
            save(image, quality=75, keep_rgb=True)
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[274] = turn
        save(picture(40, 27, "few"), exif=exif)
    return paths


def film(path):
    """The film of a picture alone on a colour: its bytes, or what was said."""
    timeline = WORK / "t.json"
    timeline.write_text(json.dumps({
        "version": 1, "canvas": {"size": [160, 136], "rate": 50, "format": "444"},
        "clips": [{"source": {"color": "#205090"}, "duration": 0.02}],
        "layers": [{"type": "image", "source": str(path)}]}))
    run = subprocess.run([VFX, "-q", "--no-exec", "-t", timeline], capture_output=True)
    return run.stdout if run.returncode == 0 else run.stderr


def judge(path):
    """Whether the film of a file is that of libjpeg-turbo's pixels."""
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if image.mode == "CMYK":
        # What ink leaves of light; Pillow gives the ink.
        left = 255 - np.asarray(image).astype(int)
        image = Image.fromarray(((left[..., :3] * left[..., 3:] + 127) // 255).astype(np.uint8))
        profile = None
    reference = WORK / "reference.png"
    image.save(reference, icc_profile=profile)
    return film(path) == film(reference)


paths = [pathlib.Path(name).resolve() for name in sys.argv[2:]] or encoded()
wrong = [path for path in paths if not judge(path)]
for path in wrong:
    print(f"{path}: not as libjpeg-turbo has it")
print(f"{len(paths) - len(wrong)} of {len(paths)} JPEG files are as libjpeg-turbo has them")
sys.exit(1 if wrong else 0)
