"""Compares the effects lut and cdl with OpenColorIO; see scripts/compare/luts."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import PyOpenColorIO as ocio
from PIL import Image

VFX = os.environ["VFX"]
WORK = pathlib.Path(sys.argv[1])
FIXTURES = pathlib.Path("Tests/Fixtures/grades")
TABLES = (".cube", ".3dl", ".png")
DECISIONS = (".cdl", ".cc", ".ccc")
INTERPOLATIONS = {
    "tetrahedral": ocio.INTERP_TETRAHEDRAL,
    "trilinear": ocio.INTERP_LINEAR,
}
STYLES = {"asc": ocio.CDL_ASC, "noclamp": ocio.CDL_NO_CLAMP}
# The most that a sample may be off, by the depth of its stream.
MOST = {8: 1, 10: 2}


class Stream:
    """A frame of 4:4:4, BT.709 and full range, whose samples are those of a lattice of colours."""

    def __init__(self, depth, side=17):
        self.depth, self.peak = depth, 2**depth - 1
        steps = np.linspace(0, 1, side)
        blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
        colors = np.stack([red, green, blue], -1).reshape(side, -1, 3)
        self.samples = self.encode(colors)
        self.height, self.width = colors.shape[:2]
        self.kind = np.uint8 if depth == 8 else np.dtype("<u2")

    def encode(self, colors):
        red, green, blue = np.moveaxis(colors, -1, 0)
        luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        middle = (self.peak + 1) / 2
        planes = [
            luma * self.peak,
            (blue - luma) / 1.8556 * self.peak + middle,
            (red - luma) / 1.5748 * self.peak + middle,
        ]
        return np.clip(np.floor(np.stack(planes) + 0.5), 0, self.peak)

    def decode(self, samples):
        middle = (self.peak + 1) / 2
        luma = samples[0] / self.peak
        red = luma + (samples[2] - middle) / self.peak * 1.5748
        blue = luma + (samples[1] - middle) / self.peak * 1.8556
        green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
        return np.stack([red, green, blue], -1)

    def drawn(self, effect):
        """The samples that the program makes of the frame."""
        timeline = WORK / "timeline.json"
        layer = {"type": "effect", **effect}
        timeline.write_text(json.dumps({"version": 1, "layers": [layer]}))
        tag = "C444" if self.depth == 8 else f"C444p{self.depth}"
        head = f"YUV4MPEG2 W{self.width} H{self.height} F25:1 Ip A1:1 {tag} XCOLORRANGE=FULL\n"
        stream = head.encode() + b"FRAME\n" + self.samples.astype(self.kind).tobytes()
        made = subprocess.run(
            [VFX, "render", "--matrix", "709", "-t", str(timeline)], input=stream,
            stdout=subprocess.PIPE, check=True,
        ).stdout
        body = made[made.index(b"FRAME") :]
        samples = np.frombuffer(body[body.index(b"\n") + 1 :], self.kind)
        return samples.reshape(self.samples.shape).astype(float)

    def expected(self, change):
        """The same, of a function of colours.

        What it leads beyond black and white is cut, but for colours that lay there before.
        """
        before = self.decode(self.samples)
        after = change(before)
        after = np.clip(after, np.minimum(before, 0), np.maximum(before, 1))
        return self.encode(after)


def processor(transform):
    config = ocio.Config.CreateRaw()
    made = config.getProcessor(transform).getOptimizedCPUProcessor(ocio.OPTIMIZATION_NONE)

    def change(colors):
        pixels = np.ascontiguousarray(colors.reshape(-1, 3), np.float32)
        made.applyRGB(pixels)
        return pixels.reshape(colors.shape).astype(float)

    return change


def hald(path, interpolation):
    """The cube that a Hald picture is."""
    picture = Image.open(path)
    if picture.mode not in ("RGB", "RGBA", "I;16"):
        picture = picture.convert("RGB")
    samples = np.asarray(picture).astype(np.float32)[..., :3] / 255
    side = round(len(samples) ** (2 / 3))
    transform = ocio.Lut3DTransform(side)
    transform.setInterpolation(interpolation)
    # OpenColorIO has blue fastest.
    cube = samples.reshape(side, side, side, 3).transpose(2, 1, 0, 3)
    transform.setData(np.ascontiguousarray(cube.reshape(-1), np.float32))
    return transform


def cases(path):
    """The effects to try with a file, and what OpenColorIO does."""
    source = str(path.resolve())
    if path.suffix in TABLES:
        for name, interpolation in INTERPOLATIONS.items():
            effect = {"effect": "lut", "source": source, "interpolation": name}
            if path.suffix == ".png":
                yield name, effect, hald(path, interpolation)
            else:
                yield name, effect, ocio.FileTransform(source, "", interpolation)
        return
    transforms = ocio.CDLTransform.CreateGroupFromFile(source)
    for place, transform in enumerate(transforms):
        for name, style in STYLES.items():
            identifier = transform.getID() or f"#{place + 1}"
            effect = {"effect": "cdl", "source": source, "id": identifier, "style": name}
            transform.setStyle(style)
            yield f"{identifier} {name}", effect, transform


def files():
    if len(sys.argv) > 2:
        return [pathlib.Path(name) for name in sys.argv[2:]]
    known = [path for path in FIXTURES.rglob("*") if path.suffix in TABLES + DECISIONS]
    # Those without numbers of OpenColorIO's are the ones that it refuses.
    return sorted(path for path in known if pathlib.Path(f"{path}.expected.tsv").exists())


def is_deep(path):
    """Whether a picture has 16 bits a channel, which Pillow reads as 8."""
    return path.suffix == ".png" and path.read_bytes()[24] == 16


def main():
    streams = [Stream(depth) for depth in MOST]
    worst = dict.fromkeys(MOST, 0)
    wrong = 0
    for path in files():
        if is_deep(path):
            continue
        for name, effect, transform in cases(path):
            for stream in streams:
                off = np.abs(stream.drawn(effect) - stream.expected(processor(transform)))
                worst[stream.depth] = max(worst[stream.depth], off.max())
                if off.max() > MOST[stream.depth]:
                    wrong += 1
                    print(
                        f"{path.name} {name}, {stream.depth} bits: {off.max():.0f} off, "
                        f"{off.mean():.4f} in the mean"
                    )
    for depth, most in worst.items():
        print(f"{depth} bits: at most {most:.0f} off")
    if wrong:
        sys.exit(f"{wrong} cases are too far off")


main()
