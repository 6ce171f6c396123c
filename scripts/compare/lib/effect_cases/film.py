"""References of the family Film."""

import numpy as np
from effects_base import Case, beyond
from scipy.ndimage import map_coordinates
from scipy.signal import lfilter


def zoomed(plane, scale, center):
    """A plane drawn `scale` times as large about a point, read linearly between samples."""
    h, w = plane.shape
    y, x = np.mgrid[0:h, 0:w] + 0.5
    x, y = (x - center[0]) / scale + center[0], (y - center[1]) / scale + center[1]
    return map_coordinates(plane, [y - 0.5, x - 0.5], order=1, mode="nearest")


def moved(plane, dx, dy):
    h, w = plane.shape
    y, x = np.mgrid[0:h, 0:w].astype(float)
    return map_coordinates(plane, [y - dy, x - dx], order=1, mode="nearest")


def radial(amount, center=(0.5, 0.5)):
    def reference(p):
        k = amount / (np.hypot(p.width, p.height) / 2)
        c = (center[0] * p.width, center[1] * p.height)
        r, g, b = np.moveaxis(p.rgb, -1, 0)
        return p.with_rgb(np.stack([zoomed(r, 1 + k, c), g, zoomed(b, 1 - k, c)], -1))

    return reference


def linear(amount, degrees):
    def reference(p):
        dx, dy = amount * np.cos(np.radians(degrees)), amount * np.sin(np.radians(degrees))
        r, g, b = np.moveaxis(p.rgb, -1, 0)
        return p.with_rgb(np.stack([moved(r, dx, dy), g, moved(b, -dx, -dy)], -1))

    return reference


def letterbox(aspect, color, alpha=1.0, progress=1.0):
    def reference(p):
        def share(size, bar):
            i = np.arange(size)
            return np.clip(np.minimum(i + 1, size - bar) - np.maximum(i, bar), 0, 1)

        down = max(p.height - p.width / aspect, 0) / 2 * progress
        across = max(p.width - p.height * aspect, 0) / 2 * progress
        bars = (1 - share(p.height, down)[:, None] * share(p.width, across)[None, :]) * alpha
        return p.with_rgb(p.rgb + bars[..., None] * (np.array(color) - p.rgb))

    return reference


def same(p):
    return p


CASES = [
    # Grain is random: only its power is compared, -32.0 dB and -26.0 dB of a standard deviation of
    # 219 * amount / 4, as it is everywhere. What is cut at black and white weakens it a little.
    Case("grain", {"amount": 0.1, "response": "even"}, same, most=40, mean=4.6, psnr=33.0),
    Case("grain", {"amount": 0.2, "size": 3, "response": "even"}, same, most=80, mean=9.2, psnr=27.0),
    Case("letterbox", {}, letterbox(2.39, (0, 0, 0)), most=0.6),
    Case("letterbox", {"aspect": 1, "color": "#ff8000", "progress": 0.63},
         letterbox(1, (1, 128 / 255, 0), progress=0.63), most=0.6),
    Case("letterbox", {"aspect": 2, "color": "#2040ff80"},
         letterbox(2, (32 / 255, 64 / 255, 1), alpha=128 / 255), most=0.6),
    Case("chromatic-aberration", {"amount": 5}, radial(5), most=0.6),
    Case("chromatic-aberration", {"amount": -40, "center": ["30%", "70%"]}, radial(-40, (0.3, 0.7)), most=0.6),
    Case("chromatic-aberration", {"amount": 3.3, "mode": "linear", "angle": 30}, linear(3.3, 30), most=0.6),
    Case("rgb-split", {"amount": 7.25, "angle": -135}, linear(7.25, -135), most=0.6),
    Case("rgb-split", {}, linear(6, 0), most=0.6),
    Case("rgb-split", {"amount": 30, "edge": "mirror"}, beyond(linear(30, 0), "symmetric"), most=0.6),
    Case("chromatic-aberration", {"amount": 30, "mode": "linear", "angle": 60, "edge": "wrap"},
         beyond(linear(30, 60), "wrap"), most=0.6),
]


def crt(lines, strength, mask="none", curvature=0.0, bloom=0.5):
    def reference(p):
        h, w = p.height, p.width
        y, x = np.mgrid[0:h, 0:w] + 0.5
        u, v = 2 * x / w - 1, 2 * y / h - 1
        c = curvature / 4
        su, sv = u * (1 + c * v**2), v * (1 + c * u**2)
        places = [(sv + 1) / 2 * h - 0.5, (su + 1) / 2 * w - 0.5]
        bent = type(p)(np.stack([map_coordinates(q, places, order=1, mode="nearest") for q in p.planes]), p.depth)
        luma = np.clip(bent.luma, 0, 1)
        dark = 0.5 + 0.5 * np.sinc(lines / h) * np.cos(2 * np.pi * (sv + 1) / 2 * lines)
        gain = 1 - strength * (1 - bloom * luma) * dark
        if c:
            gain *= np.clip((1 - abs(su)) * w / 2 + 0.5, 0, 1) * np.clip((1 - abs(sv)) * h / 2 + 0.5, 0, 1)
        gains = np.stack([gain] * 3, -1)
        pitch = max(min(w, h) / 240, 3)
        if mask != "none":
            off = (np.floor(y / pitch) % 2) * 0.5 if mask == "shadow" else 0
            for i in range(3):
                wave = np.cos(2 * np.pi * (x / pitch - i / 3 + off))
                gains[..., i] *= 1 - strength / 2 + strength / 2 * np.sinc(1 / pitch) * wave
        return bent.with_rgb(bent.rgb * gains)

    return reference


CASES += [
    Case("crt", {"lines": 40, "curvature": 0}, crt(40, 0.3)),
    Case("crt", {"lines": 60, "strength": 0.7, "mask": "aperture", "curvature": 0, "bloom": 0},
         crt(60, 0.7, "aperture", bloom=0)),
    # Places are rounded to 1/256 sample, which shows at the steepest edges.
    Case("crt", {"lines": 30, "strength": 0.5, "mask": "shadow", "curvature": 0.6},
         crt(30, 0.5, "shadow", 0.6), most=2.0),
]


def vhs(luma, chroma, delay):
    """Lines of 52.6 microseconds through three equal RC filters; a picture of at most 480 rows."""

    def reference(p):
        rate = p.width / 52.6

        def line(plane, band, late):
            a = 1 - np.exp(-2 * np.pi * band / np.sqrt(2 ** (1 / 3) - 1) / rate)
            ahead = 3 * (1 - a) / a - late * rate
            plane = moved(plane, -ahead, 0)
            for _ in range(3):
                start = (1 - a) * plane[:, :1]
                plane = lfilter([a], [1, a - 1], plane, axis=1, zi=start)[0]
            return plane

        planes = [line(p.planes[0], luma, 0), line(p.planes[1], chroma, delay), line(p.planes[2], chroma, delay)]
        return np.stack(planes)

    return reference


CLEAN = {"noise": 0, "tracking": 0, "smear": 0, "headSwitch": 0, "edgeWave": 0, "chromaLoss": 0, "ringing": 0}
CASES += [
    Case("vhs", {"tape": "sp", **CLEAN}, vhs(3, 0.4, 0.25), most=0.6),
    Case("vhs", {"tape": "lp", **CLEAN}, vhs(2.4, 0.37, 0.35), most=0.6),
    Case("vhs", {"tape": "ep", **CLEAN}, vhs(1.9, 0.34, 0.45), most=0.6),
]
