"""References of the family Distort: the maps as they are defined, in float64, read by SciPy.

A reference says from where each pixel's centre is read, in pixels from the picture's corner. Where
the map makes the picture smaller than to two thirds, the effects take means, so such places are
compared with `area`; where maps stay below that, every sample is."""

import math
import os
import pathlib

import numpy as np
from effects_base import Case
from PIL import Image
from scipy.ndimage import map_coordinates

MODES = {"clamp": "nearest", "mirror": "mirror", "wrap": "grid-wrap", "color": "grid-constant"}


def warp(source, mode="clamp", fill=(16, 128, 128), order=1):
    """A reference that reads each plane at `source(x, y, width, height)`."""

    def reference(picture):
        h, w = picture.height, picture.width
        y, x = np.mgrid[0:h, 0:w] + 0.5
        sx, sy = source(x, y, w, h)
        planes = [
            map_coordinates(p, [sy - 0.5, sx - 0.5], order=order, mode=MODES[mode], cval=c * picture.unit)
            for p, c in zip(picture.planes, fill)
        ]
        return np.stack(planes)

    return reference


def area(source, parts=16):
    """A reference that takes the mean of the picture over what each pixel stands for."""

    def reference(picture):
        h, w = picture.height, picture.width
        y, x = np.mgrid[0:h, 0:w].astype(float)
        sums = np.zeros_like(picture.planes)
        for j in range(parts):
            for i in range(parts):
                sx, sy = source(x + (i + 0.5) / parts, y + (j + 0.5) / parts, w, h)
                sums += np.stack(
                    [map_coordinates(p, [sy - 0.5, sx - 0.5], order=1, mode="nearest") for p in picture.planes])
        return sums / parts**2

    return reference


def about(center, change):
    """The map that multiplies the way from `center` (shares of the sides) by `change(r, w, h)`."""

    def source(x, y, w, h):
        cx, cy = center[0] * w, center[1] * h
        z = (x - cx) + 1j * (y - cy)
        z = z * change(np.abs(z), w, h)
        return cx + z.real, cy + z.imag

    return source


def twirl(degrees, radius, center=(0.5, 0.5)):
    def change(r, w, h):
        rest = np.maximum(1 - r / (radius * min(w, h)), 0)
        return np.exp(-1j * math.radians(degrees) * rest**2)

    return about(center, change)


def bulge(amount, radius, center=(0.5, 0.5)):
    def change(r, w, h):
        rest = np.maximum(1 - r / (radius * min(w, h)), 0)
        return (1 - amount * rest) ** 2 if amount > 0 else 1 - amount * rest

    return about(center, change)


def lens(k1, k2, center=(0.5, 0.5), zoom=1.0):
    # ffmpeg's vf_lenscorrection: r^2 = (dx^2 + dy^2) * 4 / (w^2 + h^2).
    def change(r, w, h):
        s = (r / zoom) ** 2 * 4 / (w * w + h * h)
        return (1 + k1 * s + k2 * s * s) / zoom

    return about(center, change)


def unlens(k1, k2):
    """The inverse of `lens`, found by bisection."""

    def change(r, w, h):
        unit = math.hypot(w, h) / 2
        low, high = np.zeros_like(r), np.full_like(r, 2.0)
        for _ in range(60):
            mid = (low + high) / 2
            far = mid * (1 + k1 * mid**2 + k2 * mid**4) > r / unit
            low, high = np.where(far, low, mid), np.where(far, mid, high)
        return low * unit / r

    return about((0.5, 0.5), change)


def fitted(k1, k2):
    """The zoom at which no place of the canvas is read from beyond the picture, by trying."""
    w, h = 240, 160
    t = np.linspace(0, 1, 200)
    edge = np.concatenate([np.stack([t * w, 0 * t], 1), np.stack([0 * t, t * h], 1)])
    low, high = 0.2, 5.0
    for _ in range(60):
        mid = (low + high) / 2
        sx, sy = lens(k1, k2, zoom=mid)(edge[:, 0], edge[:, 1], w, h)
        inside = ((sx >= -1e-9) & (sx <= w + 1e-9) & (sy >= -1e-9) & (sy <= h + 1e-9)).all()
        low, high = (low, mid) if inside else (mid, high)
    return high


def smoothstep(t):
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


def ripple(amplitude, wavelength, t, decay=0.0, radius=1.0, center=(0.5, 0.5), rate=1.0):
    def change(r, w, h):
        u = r / wavelength
        wave = np.sin(2 * np.pi * (u - t * rate)) * np.exp(-decay * u)
        window = smoothstep(2 * u) * smoothstep(4 * (1 - r / (radius * min(w, h))))
        return 1 + amplitude * window * wave / r

    return about(center, change)


def wave(amplitude, wavelength, t, degrees=0.0, rate=1.0, shape="sine"):
    shapes = {
        "sine": lambda u: np.sin(2 * np.pi * u),
        "triangle": lambda u: 2 / np.pi * np.arcsin(np.sin(2 * np.pi * u)),
        "square": lambda u: np.where(u % 1 < 0.5, 1.0, -1.0),
        "noise": hills,
    }

    def source(x, y, w, h):
        d = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
        f = amplitude * shapes[shape]((x * d[0] + y * d[1]) / wavelength - rate * t)
        return x - d[1] * f, y + d[0] * f

    return source


U = np.uint64


def mixed(v):
    """The finalizer of SplitMix64."""
    v = v + U(0x9E3779B97F4A7C15)
    v = (v ^ v >> U(30)) * U(0xBF58476D1CE4E5B9)
    v = (v ^ v >> U(27)) * U(0x94D049BB133111EB)
    return v ^ v >> U(31)


def hashed(seed, x, y, channel):
    x, y, channel = (np.asarray(v).astype(np.int64).astype(U) for v in (x, y, channel))
    with np.errstate(over="ignore"):
        v = mixed((U(seed) * U(0x9E3779B97F4A7C15)) ^ x * U(0xBF58476D1CE4E5B9))
        return mixed(mixed(v ^ y * U(0x94D049BB133111EB)) ^ channel)


def hills(u):
    """A uniform cubic B-spline through 256 hashed points."""
    points = (hashed(0, np.arange(256), 0, 0) >> U(11)).astype(float) / 2**53 * 2 - 1
    points = np.sign(points) * np.sqrt(np.abs(points))
    i = np.floor(u).astype(int)
    total = np.zeros_like(u)
    for k in range(-1, 3):
        t = np.abs(u - (i + k))
        weight = np.where(t < 1, 2 / 3 - t**2 + t**3 / 2, np.clip(2 - t, 0, None) ** 3 / 6)
        total += points[(i + k) % 256] * weight
    return total


def noise(x, y, t, seed, channel):
    """Gradient noise in three dimensions, with slopes of length 1, scaled to -1..1."""
    fade = lambda v: v**3 * (v * (v * 6 - 15) + 10)
    ix, iy, it = np.floor(x), np.floor(y), math.floor(t)
    total = np.zeros_like(x)
    for k in range(8):
        cx, cy, ct = ix + (k & 1), iy + (k >> 1 & 1), it + (k >> 2)
        bits = hashed(seed, cx, cy, ct * 2 + channel)
        z = (bits >> U(32)).astype(float) / 2**31 - 1
        turn = (bits & U(0xFFFFFFFF)).astype(float) / 2**32 * 2 * np.pi
        s = np.sqrt(1 - z * z)
        dot = s * np.cos(turn) * (x - cx) + s * np.sin(turn) * (y - cy) + z * (t - ct)
        total += dot * fade(1 - np.abs(x - cx)) * fade(1 - np.abs(y - cy)) * fade(1 - abs(t - ct))
    return total * 2 / math.sqrt(3)


def turbulence(amount, size, octaves, moment, seed=1):
    def source(x, y, w, h):
        dx, dy = np.zeros_like(x), np.zeros_like(y)
        for o in range(octaves):
            share = 0.5**o
            u, v = x / (size * share), y / (size * share)
            dx += amount * share * noise(u, v, moment, seed + o * 0x10001, 0)
            dy += amount * share * noise(u, v, moment, seed + o * 0x10001, 1)
        return x + dx, y + dy

    return source


def displacing():
    """A smooth picture of the canvas's size, on disk and as colours from 0 to 1."""
    path = pathlib.Path(os.environ["WORK"]) / "displace.png"
    y, x = np.mgrid[0:160, 0:240]
    waves = [127 + 120 * np.sin(x / 17), 127 + 100 * np.cos(y / 13 + x / 40), 100 + 50 * np.sin(x * y / 2000)]
    map = np.rint(np.stack(waves, -1)).astype(np.uint8)
    Image.fromarray(map).save(path)
    return str(path), map / 255.0


MAP, COLORS = displacing()


def displace(scale, first, second):
    """SVG's feDisplacementMap: P'(x, y) = P(x + scale (X - .5), y + scale (Y - .5))."""
    return lambda x, y, w, h: (
        x + scale * (COLORS[..., first] - 0.5), y + scale * (COLORS[..., second] - 0.5))


def half_ball(index, radius, center=(0.5, 0.5)):
    """Snell's law at the top of a half ball: the ray runs straight down to the ball, and bent to its ground."""

    def change(r, w, h):
        radii = radius * min(w, h)
        inside = np.minimum(r, radii)
        a = np.arcsin(inside / radii)
        b = np.arcsin(inside / radii / index)
        moved = inside - np.sqrt(radii**2 - inside**2) * np.tan(a - b)
        return np.where(r < radii, moved / np.maximum(r, 1e-9), 1)

    return about(center, change)


def rods(index, width, degrees=0.0):
    def source(x, y, w, h):
        turn = math.radians(degrees)
        u = (x - w / 2) * math.cos(turn) + (y - h / 2) * math.sin(turn)
        r = u - (np.floor(u / width) + 0.5) * width
        a, b = np.arcsin(r / (width / 2)), np.arcsin(r / (width / 2) / index)
        move = -np.sqrt(width**2 / 4 - r**2) * np.tan(a - b)
        return x + move * math.cos(turn), y + move * math.sin(turn)

    return source


def frost(scatter, size, seed=1):
    from effect_cases.stylize import unit

    def source(x, y, w, h):
        column, row = (np.floor(p / size).astype(int) % 256 for p in (x, y))
        move = np.zeros((2, *x.shape))
        for channel in (0, 1):
            table = np.array([[unit(i, j, channel, seed) for i in range(column.max() + 1)] for j in range(row.max() + 1)])
            move[channel] = (2 * table[row, column] - 1) * scatter
        return x + move[0], y + move[1]

    return source


NEAR = {"most": 1.0, "mean": 0.02}
# Where the picture is made much smaller, few places are read for what should be the mean of all, and
# beside that a single one: at single hairs that is much, and on the whole little.
MEANS = {"most": 60.0, "mean": 0.5, "psnr": 50.0}

CASES = [
    Case("twirl", {"angle": 60, "radius": "70%"}, twirl(60, 0.7), **NEAR),
    Case("twirl", {"angle": -45, "radius": 90, "center": ["30%", "60%"]}, twirl(-45, 90 / 160, (0.3, 0.6)), **NEAR),
    Case("twirl", {"angle": 540, "radius": "100%"}, area(twirl(540, 1.0)), **MEANS),
    Case("bulge", {"amount": 0.25}, bulge(0.25, 0.5), **NEAR),
    Case("bulge", {"amount": 0.8}, area(bulge(0.8, 0.5)), **MEANS),
    Case("bulge", {"amount": -0.4, "radius": "60%", "center": ["40%", "45%"]}, bulge(-0.4, 0.6, (0.4, 0.45)), **NEAR),
    Case("bulge", {"amount": -1, "radius": "80%"}, area(bulge(-1, 0.8)), **MEANS),
    Case("lens-distortion", {"k1": 0.15, "k2": 0.02, "fit": False}, lens(0.15, 0.02), **NEAR),
    Case("lens-distortion", {"k1": 0.15, "fit": False, "edge": "mirror"}, warp(lens(0.15, 0), "mirror"), **NEAR),
    Case("lens-distortion", {"k1": 0.15, "fit": False, "edge": "wrap"}, warp(lens(0.15, 0), "wrap"), **NEAR),
    Case("lens-distortion", {"k1": 0.15, "fit": False, "edge": "color", "edgeColor": "white"},
         warp(lens(0.15, 0), "color", (235, 128, 128)), **NEAR),
    Case("lens-distortion", {"k1": -0.3, "k2": 0.05, "center": ["45%", "55%"], "fit": False},
         lens(-0.3, 0.05, (0.45, 0.55)), **NEAR),
    Case("lens-distortion", {"k1": 0.2}, lens(0.2, 0, zoom=fitted(0.2, 0)), **NEAR),
    Case("lens-distortion", {"k1": -0.25, "k2": 0.1}, lens(-0.25, 0.1, zoom=fitted(-0.25, 0.1)), **NEAR),
    Case("lens-distortion", {"k1": 0.3, "k2": 0.1, "inverse": True, "fit": False}, unlens(0.3, 0.1), **NEAR),
    Case("lens-distortion", {"k1": 1, "k2": 0.2, "fit": False}, area(lens(1, 0.2)), **MEANS),
    Case("ripple", {"amplitude": 3, "wavelength": 50}, ripple(3, 50, 0.25), at=0.25, **NEAR),
    Case("ripple", {"amplitude": 6, "wavelength": 80, "decay": 0.4, "rate": -2, "radius": 100, "center": ["20%", "40%"]},
         ripple(6, 80, 0.125, 0.4, 100 / 160, (0.2, 0.4), -2), at=0.125, **NEAR),
    Case("wave", {"amplitude": 6, "wavelength": 90}, wave(6, 90, 0.25), at=0.25, **NEAR),
    Case("wave", {"amplitude": 8, "wavelength": 120, "angle": 35, "rate": -1.5}, wave(8, 120, 0.25, 35, -1.5), at=0.25, **NEAR),
    Case("wave", {"amplitude": 5, "wavelength": 60, "angle": 90, "shape": "triangle", "edge": "mirror"},
         warp(wave(5, 60, 0.25, 90, shape="triangle"), "mirror"), at=0.25, **NEAR),
    Case("wave", {"amplitude": 5, "wavelength": 33.5, "angle": 90, "shape": "square", "rate": 0.3},
         wave(5, 33.5, 0.25, 90, 0.3, "square"), at=0.25, **NEAR),
    Case("wave", {"amplitude": 12, "wavelength": 50, "angle": 20, "shape": "noise"},
         wave(12, 50, 0.25, 20, shape="noise"), at=0.25, **NEAR),
    Case("turbulence", {"amount": 4, "size": 40}, turbulence(4, 40, 2, 0.25), at=0.25, **NEAR),
    Case("turbulence", {"amount": 8, "size": 90, "octaves": 3, "rate": 5, "seed": 7, "edge": "wrap"},
         warp(turbulence(8, 90, 3, 1.25, 7), "wrap"), at=0.25, **NEAR),
    Case("turbulence", {"amount": 30, "size": 50}, area(turbulence(30, 50, 2, 0.25)), at=0.25, **MEANS),
    # The slope has no bounds at the rim, so some pixels there stand for much of the picture.
    Case("glass", {"refraction": 1.2}, area(half_ball(1.2, 0.35)), most=60.0, mean=0.5, psnr=48.0),
    Case("glass", {"radius": "60%", "center": ["40%", "55%"]}, area(half_ball(1.7, 0.6, (0.4, 0.55))), **MEANS),
    # Where ribs meet, a pixel stands for much of the picture.
    Case("glass", {"shape": "ribbed", "width": 60}, area(rods(1.7, 60)), **MEANS),
    Case("glass", {"shape": "ribbed", "width": 45.5, "angle": 35, "refraction": 1.3}, area(rods(1.3, 45.5, 35)), **MEANS),
    Case("glass", {"shape": "frosted"}, frost(8, 2), **NEAR),
    Case("glass", {"shape": "frosted", "scatter": 5, "size": 3.26953125, "seed": 9, "edge": "wrap"},
         warp(frost(5, 3.26953125, 9), "wrap"), **NEAR),
    Case("displace", {"source": MAP, "scale": 10}, displace(10, 0, 1), **NEAR),
    Case("displace", {"source": MAP, "scale": -12, "x": "blue", "y": "red", "edge": "mirror"},
         warp(displace(-12, 2, 0), "mirror"), **NEAR),
]
for case in CASES:
    if not getattr(case.reference, "__name__", "") == "reference":
        case.reference = warp(case.reference)
