"""References of the family Light."""

import numpy as np
from effects_base import Case, Picture
from scipy.ndimage import gaussian_filter, map_coordinates


def smoothstep(low, high, x):
    t = np.clip((x - low) / max(high - low, 1e-12), 0, 1)
    return t * t * (3 - 2 * t)


def places(picture):
    """Coordinates of the middles of samples, from the picture's centre."""
    x = np.arange(picture.width) + 0.5 - picture.width / 2
    y = np.arange(picture.height) + 0.5 - picture.height / 2
    return np.meshgrid(x, y)


def faded(picture, gain, color=(0, 0, 0)):
    c = picture.rgb
    color = np.array(color, float)
    return picture.with_rgb(color + (c - color) * gain[..., None])


def vignette(amount, size=0.75, softness=0.75, color=(0, 0, 0), round=False, square=False):
    def reference(picture):
        x, y = places(picture)
        w, h = picture.width / 2, picture.height / 2
        if round:
            d = np.hypot(x, y) / np.hypot(w, h)
        elif square:
            d = ((np.abs(x / w) ** 8 + np.abs(y / h) ** 8) / 2) ** (1 / 8)
        else:
            d = np.sqrt(((x / w) ** 2 + (y / h) ** 2) / 2)
        gain = 1 - amount * smoothstep(size - softness / 2, size + softness / 2, d)
        if amount < 0:
            c = picture.rgb
            return picture.with_rgb(np.clip(c * gain[..., None], np.minimum(c, 0), np.maximum(c, 1)))
        return faded(picture, gain, color)

    return reference


def natural(angle):
    """The formula of ffmpeg's vf_vignette, mode forward, without its rounding of places."""

    def reference(picture):
        x, y = places(picture)
        d = np.hypot(x, y) / np.hypot(picture.width / 2, picture.height / 2)
        return faded(picture, np.cos(angle * d) ** 4)

    return reference


def gauss(c, sigma):
    return np.stack([gaussian_filter(c[..., k], sigma, mode="nearest", truncate=6) for k in range(3)], -1)


def held(c, before):
    """Cut at black and white, but where colours lay beyond before."""
    return np.clip(c, np.minimum(before, 0), np.maximum(before, 1))


def bloom(threshold, softness, sigma, intensity, mode="screen", tint=(1, 1, 1)):
    """Glow in the light of BT.1886; `sigma` in pixels."""

    def reference(picture):
        c = picture.rgb
        light = np.maximum(c, 0) ** 2.4
        share = smoothstep(threshold - softness, threshold + softness, picture.luma)
        glow = gauss(light * share[..., None], sigma) * intensity * np.array(tint, float) ** 2.4
        lit = {
            "add": light + glow,
            "screen": light + np.minimum(glow, 1) * np.maximum(1 - light, 0),
            "shade": light * (1 - np.minimum(glow, 1)),
        }[mode]
        return picture.with_rgb(held(lit ** (1 / 2.4) + np.minimum(c, 0), c))

    return reference


def soft_focus(sigma, amount):
    def reference(picture):
        c = picture.rgb
        veil = gauss(np.clip(c, 0, 1), sigma)
        return picture.with_rgb(held(c + amount * veil * np.maximum(1 - c, 0), c))

    return reference


def local_tones(shadows, highlights, sigma):
    """The power of shadows-highlights where luma blurred says what is a shadow."""

    def reference(picture):
        c = picture.rgb
        y = np.maximum(c, 0) @ np.array(picture.WEIGHTS)
        g = gauss(np.repeat(np.clip(y, 0, 1)[..., None], 3, -1), sigma)[..., 0]
        low, high = 1 - smoothstep(0, 0.5, g), smoothstep(0.5, 1, g)
        power = 2 ** -(shadows * low + highlights * high) - 1
        factor = (np.clip(y, 1e-6, 1) ** power)[..., None]
        return picture.with_rgb(held(np.minimum(c, 0) + np.maximum(c, 0) * factor, c))

    return reference


def rays(center, length, decay, amount, threshold=0.7, softness=0.2, color=(1, 1, 1), steps=600):
    """The mean of the bright light on the way to `center`, which is in shares of the sides."""

    def reference(picture):
        c = picture.rgb
        light = np.maximum(c, 0) ** 2.4
        bright = light * smoothstep(threshold - softness, threshold + softness, picture.luma)[..., None]
        x0, y0 = center[0] * picture.width - 0.5, center[1] * picture.height - 0.5
        y, x = np.mgrid[: picture.height, : picture.width].astype(float)
        sums, total = np.zeros_like(c), 0.0
        for t in (np.arange(steps) + 0.5) / steps:
            near, weight = (1 - length) ** t, (1 - decay) ** t
            place = [y0 + (y - y0) * near, x0 + (x - x0) * near]
            sums += weight * np.stack([map_coordinates(bright[..., k], place, order=1, mode="nearest") for k in range(3)], -1)
            total += weight
        lit = light + amount * sums / total * np.array(color, float) ** 2.4
        return picture.with_rgb(held(lit ** (1 / 2.4) + np.minimum(c, 0), c))

    return reference


def strobe(strength, make):
    """`make` tells what R'G'B' a full flash shows."""

    def reference(picture):
        c = picture.rgb
        return picture.with_rgb(c + strength * (make(c) - c))

    return reference


def rolling(picture, number):
    return Picture(np.roll(picture.planes, 5 * number, 2), picture.depth)


CASES = [
    # The second flash begins with frame 12.
    Case("strobe", {"mode": "hold", "rate": 2}, lambda frames: frames[12], at=17 / 24, film=rolling, most=0),
    Case("strobe", {"mode": "hold", "rate": 2}, lambda frames: frames[19], at=19 / 24, film=rolling, most=0),
    Case(
        "strobe",
        {"mode": "hold", "beats": [0.2], "rate": 2, "duty": 1, "amount": 0.6},
        lambda frames: Picture(0.4 * frames[12].planes + 0.6 * frames[4].planes, frames[0].depth),
        at=0.5,
        film=rolling,
    ),
    Case("vignette", {}, vignette(0.5), most=0.6),
    Case("vignette", {"amount": 1, "size": 0.5, "softness": 0.3, "roundness": 1}, vignette(1, 0.5, 0.3, round=True), most=0.6),
    Case("vignette", {"amount": 0.8, "size": 0.9, "softness": 0.4, "roundness": -1, "color": "#ff8000"},
         vignette(0.8, 0.9, 0.4, (1, 128 / 255, 0), square=True), most=0.6),
    Case("vignette", {"amount": -0.7}, vignette(-0.7), most=0.6),
    Case("vignette", {"mode": "natural", "roundness": 1}, natural(np.pi / 5), most=0.6),
    # The photo is 240x160: 2 % are 3.2 pixels.
    Case("bloom", {}, bloom(0.8, 0.2, 3.2, 0.5)),
    Case("bloom", {"threshold": 0.5, "softness": 0.1, "radius": 12, "intensity": 1.5, "mode": "add", "tint": "#ff8040"},
         bloom(0.5, 0.1, 12, 1.5, "add", (1, 128 / 255, 64 / 255))),
    Case("bloom", {"threshold": 0.4, "radius": "20%", "intensity": 1}, bloom(0.4, 0.2, 32, 1)),
    Case("bloom", {"threshold": 0.4, "radius": 1.5, "intensity": 1}, bloom(0.4, 0.2, 1.5, 1)),
    Case("gloom", {"threshold": 0.5, "radius": 6}, bloom(0.5, 0.2, 6, 0.5, "shade")),
    Case("soft-focus", {"radius": 5}, soft_focus(5, 0.5)),
    Case("soft-focus", {"amount": 1}, soft_focus(1.6, 1)),
    Case("shadows-highlights", {"shadows": 0.8, "highlights": -0.6, "radius": 8}, local_tones(0.8, -0.6, 8)),
    Case("shadows-highlights", {"shadows": -0.5, "highlights": 0.4, "radius": "2%"}, local_tones(-0.5, 0.4, 3.2)),
    # At 0.5 s a cycle of 3 Hz is half over.
    Case("strobe", {"rate": 3, "duty": 0.6}, strobe(1, np.ones_like), at=0.5),
    Case("strobe", {"rate": 3, "duty": 0.6, "curve": "decay", "mode": "color", "color": "#2040ff"},
         strobe((1 / 6) ** 2, lambda c: np.zeros_like(c) + np.array([32, 64, 255]) / 255), at=0.5),
    Case("strobe", {"mode": "invert", "amount": 0.8}, strobe(0.8, lambda c: 1 - c)),
    Case("strobe", {"beats": [0.25, 2], "rate": 2, "duty": 0.4}, strobe(0, np.ones_like), at=0.5),
    Case("strobe", {"beats": [0.25, 2], "rate": 2, "duty": 0.6, "mode": "black"}, strobe(1, np.zeros_like), at=0.5),
    # Light is read between cells once more with each doubling, and led back by splines: edges of
    # beams are softer by a cell, which is seen where what is dark meets a small bright spot.
    Case("rays", {}, rays((0.5, 0.5), 0.5, 0.7, 1), most=20, mean=0.3, psnr=50),
    Case("rays", {"center": ["80%", "-20%"], "length": 0.8, "decay": 0, "amount": 2, "threshold": 0.5, "color": "#ffc080"},
         rays((0.8, -0.2), 0.8, 0, 2, 0.5, color=(1, 192 / 255, 128 / 255)), most=3, mean=0.3),
]
