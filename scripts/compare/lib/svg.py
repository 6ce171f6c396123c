"""Compares SVG pictures with PNG pictures that lie beside them; see scripts/compare/svg."""

import json
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
from PIL import Image

VFX = os.environ["VFX"]
WORK = pathlib.Path(sys.argv[1])
# The most by which a picture may differ in the mean, and by which pixels may that are no edges.
MEAN, EDGE = 1.0, 32


def sized(path, width, height):
    """A copy of an SVG picture that says it has a size, so that it is drawn with just so many pixels."""
    text = path.read_text(encoding="utf-8")
    root = re.search(r"<(\w+:)?svg\b[^>]*>", text, re.S)
    tag = root[0]
    own = {name: re.search(rf'\s{name}="([\d.]+)"', tag) for name in ["width", "height"]}
    if "viewBox" not in tag and all(own.values()):
        tag = re.sub(r"svg\b(?!:)", f'svg viewBox="0 0 {own["width"][1]} {own["height"][1]}"', tag, count=1)
    tag = re.sub(r'\s(width|height)="[^"]*"', "", tag)
    tag = re.sub(r"svg\b(?!:)", f'svg width="{width}" height="{height}"', tag, count=1)
    # Beside its own, for pictures that it shows.
    copy = path.with_name(f".{path.stem}.compared.svg")
    copy.write_text(text[:root.start()] + tag + text[root.end():], encoding="utf-8")
    return copy


def film(path, width, height, color):
    """The samples of a picture alone on a colour, three planes; what was said where there are none."""
    timeline = WORK / "t.json"
    timeline.write_text(json.dumps({
        "version": 1, "canvas": {"size": [width, height], "rate": 1, "format": "444"},
        "clips": [{"source": {"color": color}, "duration": 1}],
        "layers": [{"type": "image", "source": str(path)}]}))
    run = subprocess.run([VFX, "-q", "--no-exec", "-t", timeline], capture_output=True)
    if run.returncode != 0:
        return run.stderr.decode(errors="replace").strip()
    samples = np.frombuffer(run.stdout.split(b"FRAME", 1)[1].split(b"\n", 1)[1], np.uint8)
    return samples[:3 * width * height].reshape(3, height, width).astype(int)


def fault(path):
    """How a picture differs from the PNG beside it; nothing where it is near enough."""
    reference = path.with_suffix(".png").resolve()
    width, height = Image.open(reference).size
    copy = sized(path, width, height)
    try:
        for color in ["#000000", "#ffffff"]:
            drawn = film(copy.resolve(), width, height, color)
            if isinstance(drawn, str):
                return drawn
            steps = np.abs(drawn - film(reference, width, height, color))
            if steps.mean() >= MEAN:
                return f"{steps.mean():.2f} in the mean on {color}"
            much = steps.max(axis=0) > EDGE
            if height > 3 and width > 3:
                patch = np.ones((height - 3, width - 3), bool)
                for y in range(4):
                    for x in range(4):
                        patch &= much[y:height - 3 + y, x:width - 3 + x]
                if patch.any():
                    return f"a part differs on {color}"
    finally:
        copy.unlink()
    return None


paths = sorted(
    path for folder in sys.argv[2:] for path in pathlib.Path(folder).rglob("*.svg")
    if not path.name.startswith(".") and path.with_suffix(".png").exists())
faults = {path: fault(path) for path in paths}
for path, said in faults.items():
    if said:
        print(f"{path}: {said}")
near = sum(said is None for said in faults.values())
print(f"{near} of {len(paths)} SVG pictures are near those beside them")
sys.exit(0 if near == len(paths) else 1)
