"""Compares effects with independent references on a real picture; see scripts/compare/effects.

A family's cases stand in effect_cases/FAMILY.py as a list CASES of Case."""

import importlib
import json
import os
import pathlib
import subprocess
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))


class Case:
    """One effect with its keys, its reference, and how far off it may be, in codes of 8 bits.

    `reference(picture)` takes a Picture and returns another, or float64 planes (3, h, w) in codes.
    `film(picture, number)`, where given, is the frame of this number of a film of 24 frames a second, and
    `reference` takes the list of all frames up to the one compared.
    `crop` leaves so many pixels at each side out of the comparison. `at` is the time in seconds of
    the frame compared. `psnr`, where given, is the least that must be reached, in dB."""

    def __init__(self, effect, keys, reference, most=1.0, mean=0.25, at=0.0, crop=0, psnr=None, before=(), film=None):
        self.effect, self.keys, self.reference = effect, keys, reference
        self.most, self.mean, self.at, self.crop, self.psnr = most, mean, at, crop, psnr
        self.before = list(before)  # layers drawn first
        self.film = film

    def frames(self, picture, rate=24):
        """The film of a picture, up to the frame compared."""
        film = self.film or (lambda picture, number: picture)
        return [film(picture, number) for number in range(round(self.at * rate) + 1)]

    @property
    def title(self):
        return f"{self.effect} {json.dumps(self.keys)[1:-1]}"


class Picture:
    """Planes of Y'CbCr, BT.709 limited range, 4:4:4, as float64 codes of shape (3, h, w)."""

    WEIGHTS = (0.2126, 0.7152, 0.0722)

    def __init__(self, planes, depth):
        self.planes, self.depth = np.asarray(planes, float), depth
        self.unit = 2.0 ** (depth - 8)

    @property
    def height(self):
        return self.planes.shape[1]

    @property
    def width(self):
        return self.planes.shape[2]

    @property
    def rgb(self):
        """R'G'B' of shape (h, w, 3); 0 is black, 1 is white."""
        y = (self.planes[0] - 16 * self.unit) / (219 * self.unit)
        cb, cr = ((p - 128 * self.unit) / (224 * self.unit) for p in self.planes[1:])
        kr, kg, kb = self.WEIGHTS
        r, b = y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb
        return np.stack([r, (y - kr * r - kb * b) / kg, b], -1)

    @property
    def luma(self):
        """Luma of shape (h, w); 0 is black, 1 is white."""
        return (self.planes[0] - 16 * self.unit) / (219 * self.unit)

    def with_rgb(self, c):
        kr, kg, kb = self.WEIGHTS
        y = c[..., 0] * kr + c[..., 1] * kg + c[..., 2] * kb
        cb, cr = (c[..., 2] - y) / (2 * (1 - kb)), (c[..., 0] - y) / (2 * (1 - kr))
        planes = [16 + 219 * y, 128 + 224 * cb, 128 + 224 * cr]
        return Picture(np.stack(planes) * self.unit, self.depth)

    def each(self, change):
        """The picture with `change` made of each plane of codes."""
        return Picture(np.stack([change(p) for p in self.planes]), self.depth)

    @property
    def rounded(self):
        top = 2**self.depth - 1
        return np.clip(np.rint(self.planes), 0, top)


def beyond(reference, mode, margin=120):
    """The reference on a picture that goes on as `edge` says: by its mirror image, itself or black."""

    def change(picture):
        width = ((0, 0), (margin, margin), (margin, margin))
        if mode == "constant":
            black = np.array([16, 128, 128])[:, None, None] * picture.unit
            planes = np.pad(picture.planes - black, width) + black
        else:
            planes = np.pad(picture.planes, width, mode=mode)
        result = reference(Picture(planes, picture.depth))
        planes = getattr(result, "planes", result)
        return Picture(planes[:, margin:-margin, margin:-margin], picture.depth)

    return change


def photo(path, depth, size):
    """The picture of a PNG, scaled by ffmpeg."""
    form = "yuv444p" if depth == 8 else f"yuv444p{depth}le"
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-vf",
               f"scale={size[0]}:{size[1]}:flags=area:out_color_matrix=bt709:out_range=limited,format={form}",
               "-frames:v", "1", "-f", "rawvideo", "-"]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    kind = np.uint8 if depth == 8 else np.dtype("<u2")
    return Picture(np.frombuffer(data, kind).reshape(3, size[1], size[0]).astype(float), depth)


def run(vfx, frames, layers, rate=24):
    """The last frame of a film."""
    picture = frames[-1]
    kind = np.uint8 if picture.depth == 8 else np.dtype("<u2")
    tag = "444" if picture.depth == 8 else f"444p{picture.depth}"
    head = f"YUV4MPEG2 W{picture.width} H{picture.height} F{rate}:1 Ip A1:1 C{tag} XCOLORRANGE=LIMITED\n"
    film = [b"FRAME\n" + frame.rounded.astype(kind).tobytes() for frame in frames]
    timeline = {"version": 1, "layers": layers}
    path = pathlib.Path(os.environ["WORK"]) / "effects.json"
    path.write_text(json.dumps(timeline))
    result = subprocess.run([vfx, "-q", "--matrix", "709", "--timeline", str(path)], input=head.encode() + b"".join(film),
                            capture_output=True)
    if result.returncode:
        raise SystemExit(result.stderr.decode())
    body = result.stdout[result.stdout.index(b"\n") + 1 :]
    body = body[-len(film[-1]) + 6 :]
    return np.frombuffer(body, kind).reshape(picture.planes.shape).astype(float)


def main():
    vfx, wanted = os.environ["VFX"], sys.argv[1:]
    source, bad = os.environ["PHOTO"], 0
    for path in sorted((HERE / "effect_cases").glob("*.py")):
        family = path.stem
        for case in importlib.import_module(f"effect_cases.{family}").CASES:
            if wanted and case.effect not in wanted and family not in wanted:
                continue
            for depth in (8, 16):
                picture = photo(source, depth, (240, 160))
                frames = case.frames(picture)
                expected = case.reference(frames if case.film else picture)
                if not isinstance(expected, Picture):
                    expected = Picture(expected, depth)
                layers = case.before + [{"type": "effect", "effect": case.effect, **case.keys}]
                found = run(vfx, frames, layers)
                off = np.abs(found - np.clip(expected.planes, 0, 2**depth - 1)) / picture.unit
                if case.crop:
                    off = off[:, case.crop : -case.crop, case.crop : -case.crop]
                # Half a code of rounding is no error.
                off = np.maximum(off - 0.5 / picture.unit, 0)
                noise = (off**2).mean()
                psnr = 10 * np.log10(255**2 / noise) if noise else 99.0
                good = off.max() <= case.most and off.mean() <= case.mean
                good = good and (case.psnr is None or psnr >= case.psnr)
                bad += not good
                print(f"{'ok' if good else 'OFF':4}{depth:3} bits  most {off.max():7.3f}  mean {off.mean():6.4f}"
                      f"  {psnr:5.1f} dB  {case.title}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    # The cases import this module by its name.
    sys.modules["effects_base"] = sys.modules["__main__"]
    main()
