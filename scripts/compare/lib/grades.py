"""Compares effects on colours with their formulas in float64; see scripts/compare/grades."""

import json
import os
import subprocess
import sys

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

VFX = os.environ["VFX"]
WEIGHTS = {"601": (0.299, 0.114), "709": (0.2126, 0.0722), "2020": (0.2627, 0.0593)}


def smoothstep(x, low=0.0, high=1.0):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def luma(c, k):
    return c[..., 0] * k[0] + c[..., 1] * (1 - k[0] - k[1]) + c[..., 2] * k[1]


def power(c, p):
    return np.sign(c) * np.abs(c) ** p


def matrix(c, rows):
    rows = np.array([list(r) + [0.0] * (4 - len(r)) for r in rows])
    return c @ rows[:, :3].T + rows[:, 3]


def hex_color(text):
    return np.array([int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def triple(value):
    return np.broadcast_to(np.asarray(value, float), 3)


# The effects: a function of colours, its keys and the weights of luma each.


def exposure(c, k, ev=0, black=0, space="linear"):
    factor = 2 ** (ev / 2.4 if space == "linear" else ev)
    return (c - black) / (1 / factor - black)


def invert(c, k):
    return 1 - c


def adjust(c, k, brightness=0, contrast=1, saturation=1, gamma=1, pivot=0.5):
    c = (power(c, 1 / gamma) - pivot) * contrast + pivot + brightness
    y = luma(c, k)[..., None]
    return y + (c - y) * saturation


def levels(c, k, inBlack=0, inWhite=1, gamma=1, outBlack=0, outWhite=1, channel="rgb"):
    def curve(x):
        x = np.clip((x - inBlack) / (inWhite - inBlack), 0, 1) ** (1 / gamma)
        return outBlack + (outWhite - outBlack) * x

    if channel == "luma":
        y = luma(c, k)
        return c + (curve(y) - y)[..., None]
    changed = curve(c)
    if channel == "rgb":
        return changed
    found = c.copy()
    index = ["red", "green", "blue"].index(channel)
    found[..., index] = changed[..., index]
    return found


def spline(points, kind):
    x, y = np.array(points, float).T
    inner = PchipInterpolator(x, y) if kind == "monotone" else CubicSpline(x, y, bc_type="natural")
    slope = inner.derivative()

    def curve(v):
        held = np.clip(v, x[0], x[-1])
        below = 0 if x[0] > 0 else slope(x[0]) * np.minimum(v - x[0], 0)
        above = 0 if x[-1] < 1 else slope(x[-1]) * np.maximum(v - x[-1], 0)
        return inner(held) + below + above

    return curve


def curves(c, k, master=None, red=None, green=None, blue=None, luma_curve=None,
           interpolation="monotone", amount=1, **rest):
    points = rest.get("luma", luma_curve)
    if "source" in rest:
        interpolation = "natural"
        master, red, green, blue = ([[i / 255, o / 255] for o, i in c] for c in ACV)
    found = c.copy()
    for index, own in enumerate((red, green, blue)):
        if own:
            found[..., index] = spline(own, interpolation)(found[..., index])
    if master:
        found = spline(master, interpolation)(found)
    if points:
        y = luma(found, k)
        found = found + (spline(points, interpolation)(y) - y)[..., None]
    return c + amount * (found - c)


# A Photoshop file's curves, of points (output, input): of all, red, green and blue.
ACV = [[(0, 0), (50, 64), (215, 192), (255, 255)], [(10, 0), (140, 120), (255, 255)],
       [(0, 0), (255, 240)], [(30, 0), (120, 130), (230, 255)]]


def write_acv(path):
    numbers = [4, len(ACV)]
    for points in ACV:
        numbers += [len(points)] + [n for p in points for n in p]
    np.array(numbers, ">u2").tofile(path)


def chroma(c, k):
    y = luma(c, k)
    return y, (c[..., 2] - y) / (2 - 2 * k[1]), (c[..., 0] - y) / (2 - 2 * k[0])


def from_chroma(y, cb, cr, k):
    r, b = y + (2 - 2 * k[0]) * cr, y + (2 - 2 * k[1]) * cb
    return np.stack([r, (y - k[0] * r - k[1] * b) / (1 - k[0] - k[1]), b], -1)


def hue_saturation(c, k, hue=0, saturation=1, lightness=0):
    y, cb, cr = chroma(c, k)
    a = np.radians(hue)
    c = from_chroma(y, saturation * (cb * np.cos(a) - cr * np.sin(a)),
                    saturation * (cb * np.sin(a) + cr * np.cos(a)), k)
    return c + lightness * (1 - c) if lightness > 0 else c * (1 + lightness)


def vibrance(c, k, amount=0.3):
    s = c.max(-1) - c.min(-1)
    y = luma(c, k)[..., None]
    return y + (c - y) * (1 + amount * (1 - np.sign(amount) * s))[..., None]


def white(kelvins, tint=0):
    def locus(t):
        u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t**2) / (
            1 + 8.42420235e-4 * t + 7.08145163e-7 * t**2)
        v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t**2) / (
            1 - 2.89741816e-5 * t + 1.61456053e-7 * t**2)
        glow = np.array([3 * u, 2 * v]) / (2 * u - 8 * v + 4)
        if t <= 7000:
            x = -4.6070e9 / t**3 + 2.9678e6 / t**2 + 0.09911e3 / t + 0.244063
        else:
            x = -2.0064e9 / t**3 + 1.9018e6 / t**2 + 0.24748e3 / t + 0.237040
        day = np.array([x, -3.0 * x**2 + 2.87 * x - 0.275])
        x, y = glow + (day - glow) * smoothstep(t, 3000, 4000)
        return np.array([4 * x, 6 * y]) / (-2 * x + 12 * y + 3)

    along = locus(kelvins * 1.0005) - locus(kelvins * 0.9995)
    along /= np.hypot(*along)
    u, v = locus(kelvins) + tint / 3000 * np.array([-along[1], along[0]])
    x, y = 3 * u / (2 * u - 8 * v + 4), 2 * v / (2 * u - 8 * v + 4)
    return np.array([x / y, 1, (1 - x - y) / y])


BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def to_xyz(k):
    wide = k == WEIGHTS["2020"]
    places = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)) if wide else (
        (0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in places]).T
    d65 = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return columns * np.linalg.solve(columns, d65)


def white_balance(c, k, temperature=6500, tint=0, neutral=None, **rest):
    m = to_xyz(k)
    source = white(rest.get("from", 6500))
    target = white(temperature, tint)
    if neutral:
        source = m @ hex_color(neutral) ** 2.4
        source /= source[1]
        if temperature == 6500 and tint == 0:
            target = m @ np.ones(3)
    adapt = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ target) / (BRADFORD @ source)) @ BRADFORD
    return power(power(c, 2.4) @ (np.linalg.inv(m) @ adapt @ m).T, 1 / 2.4)


def wheels(c, k, lift=0, gamma=1, gain=1, offset=0):
    lift, gamma, gain, offset = map(triple, (lift, gamma, gain, offset))
    return power(gain * (c + lift * (1 - c)) + offset, 1 / gamma)


def black_and_white(c, k, red=None, green=None, blue=None, tint=None, amount=1):
    shares = [k[0], 1 - k[0] - k[1], k[1]]
    shares = [s if given is None else given for s, given in zip(shares, (red, green, blue))]
    grey = np.broadcast_to((c @ np.array(shares))[..., None], c.shape)
    if tint:
        t = hex_color(tint)
        grey = np.where(grey < 0.5, 2 * grey * t, 1 - 2 * (1 - grey) * (1 - t))
    return c + amount * (grey - c)


def sepia(c, k, amount=1):
    brown = matrix(c, [(0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131)])
    return c + amount * (brown - c)


def gradient_map(c, k, stops, amount=1):
    places = np.linspace(0, 1, len(stops)) if isinstance(stops[0], str) else [s[0] for s in stops]
    colors = np.array([hex_color(s if isinstance(s, str) else s[1]) for s in stops])
    y = luma(c, k)
    mapped = np.stack([np.interp(y, places, colors[:, i]) for i in range(3)], -1)
    return c + amount * (mapped - c)


def channel_mixer(c, k, red=(1, 0, 0), green=(0, 1, 0), blue=(0, 0, 1)):
    return matrix(c, [red, green, blue])


def color_balance(c, k, shadows=0, midtones=0, highlights=0, preserveLightness=True):
    light = (c.max(-1) + c.min(-1)) / 2
    cut = lambda x: np.clip(x, 0, 1)
    low = cut((1 / 3 - light) * 4 + 0.5) * 0.7
    middle = cut((light - 1 / 3) * 4 + 0.5) * cut((2 / 3 - light) * 4 + 0.5) * 0.7
    high = cut((light - 2 / 3) * 4 + 0.5) * 0.7
    found = c + sum(w[..., None] * triple(v)
                    for w, v in ((low, shadows), (middle, midtones), (high, highlights)))
    return found + (luma(c, k) - luma(found, k))[..., None] if preserveLightness else found


def split_tone(c, k, shadows="#1f4e79", highlights="#e8a84c", balance=0, amount=0.3):
    y = luma(c, k)[..., None]
    held = np.clip(y, 0, 1)
    a = 0.5 + 0.495 * balance
    high = held / ((1 / a - 2) * (1 - held) + 1)

    def tint(text):
        t = hex_color(text)
        return t + y - luma(t, k)

    return c + amount * ((1 - high) * (tint(shadows) - c) + high * (tint(highlights) - c))


def posterize(c, k, levels=6):
    return np.round(np.clip(c, 0, 1) * (levels - 1)) / (levels - 1)


def threshold(c, k, level=0.5, softness=0):
    y = luma(c, k)
    grey = smoothstep(y, level - softness / 2, level + softness / 2) if softness else (
        y >= level - 1e-6) * 1.0
    return np.broadcast_to(grey[..., None], c.shape)


def solarize(c, k, level=0.5):
    return np.where(c >= level, 1 - c, c)


def pure(hue):
    h = hue / 60
    far = lambda p: min(abs(h % 6 - p), 6 - abs(h % 6 - p))
    return np.clip([2 - far(0), 2 - far(2), 2 - far(4)], 0, 1)


def colorize(c, k, hue=0, saturation=0.5, lightness=0.5, amount=1):
    y = luma(c, k)[..., None]
    y = 2 * lightness * y if lightness < 0.5 else y + (2 * lightness - 1) * (1 - y)
    spread = np.maximum(0, 1 - np.abs(2 * y - 1)) * saturation
    return c + amount * (y + spread * (pure(hue) - 0.5) - c)


def hsl_of(c):
    high, low = c.max(-1), c.min(-1)
    spread = high - low
    with np.errstate(all="ignore"):
        r, g, b = c[..., 0], c[..., 1], c[..., 2]
        hue = np.where(high == r, (g - b) / spread,
                       np.where(high == g, (b - r) / spread + 2, (r - g) / spread + 4))
    return np.nan_to_num(hue, posinf=0, neginf=0) % 6, spread, (high + low) / 2


def of_hsl(h, spread, light):
    h = h % 6
    parts = []
    for place in (0, 2, 4):
        far = np.abs(h - place)
        parts.append(light - spread / 2 + spread * np.clip(2 - np.minimum(far, 6 - far), 0, 1))
    return np.stack(parts, -1)


def hsl(c, k, overlap=0.5, amount=1, **bands):
    hue, spread, light = hsl_of(c)
    room = lambda l: np.maximum(1e-3, 1 - np.abs(2 * l - 1))
    turn, strong, gain = np.zeros_like(hue), np.ones_like(hue), np.ones_like(hue)
    for place, name in enumerate(("red", "yellow", "green", "cyan", "blue", "magenta")):
        band = bands.get(name, {})
        far = np.abs(hue - place)
        far = np.minimum(far, 6 - far)
        share = 1 - smoothstep(far, 0.5 - overlap / 2, 0.5 + overlap / 2)
        turn += share * band.get("hue", 0) / 60 * amount
        strong += share * (band.get("saturation", 1) - 1) * amount
        gain += share * (band.get("lightness", 1) - 1) * amount
    s = spread / room(light)
    lighter = light * (1 + (gain - 1) * np.minimum(1, s))
    with np.errstate(all="ignore"):
        strong = np.minimum(strong, np.maximum(1, 1 / np.maximum(s, 1e-6)))
    left = room(lighter)
    strong = np.minimum(spread * strong * left / room(light), np.maximum(spread, left))
    return of_hsl(hue + turn, strong, lighter)


def shadows_highlights(c, k, shadows=0, highlights=0):
    y = luma(np.maximum(c, 0), k)
    low, high = 1 - smoothstep(y, 0, 0.5), smoothstep(y, 0.5, 1)
    with np.errstate(all="ignore"):
        new = np.where((y > 0) & (y < 1), np.maximum(y, 0) ** 2 ** -(shadows * low + highlights * high), y)
        return np.minimum(c, 0) + np.maximum(c, 0) * np.where(y > 1e-6, new / y, 1)[..., None]


def hue_curves(c, k, hue=None, saturation=None, lumaSaturation=None, amount=1, **rest):
    def closed(points):
        x, y = np.array(points, float).T
        x, y = np.concatenate([x + 360 * i for i in range(-2, 4)]), np.tile(y, 6)
        return PchipInterpolator(x, y)

    h, spread, _ = hsl_of(c)
    y, cb, cr = chroma(c, k)
    degrees = h * 60
    turn = np.radians(closed(hue)(degrees) * amount) if hue else 0 * h
    stretch = 1 + amount * (np.maximum(closed(saturation)(degrees), 0) - 1) if saturation else 1 + 0 * h
    lift = amount * closed(rest["luma"])(degrees) if "luma" in rest else 0 * h
    if lumaSaturation:
        curve = spline(lumaSaturation, "monotone")
        stretch = stretch * (1 + amount * (np.maximum(curve(np.clip(y, 0, 1)), 0) - 1))
    return from_chroma(y + lift * spread, stretch * (cb * np.cos(turn) - cr * np.sin(turn)),
                       stretch * (cb * np.sin(turn) + cr * np.cos(turn)), k)


def false_color(c, k, amount=1):
    y = luma(c, k)
    found = np.repeat(y[..., None], 3, -1)
    for low, high, color in ((-9, 0.025, "#7a2aa8"), (0.025, 0.04, "#2a62e0"), (0.38, 0.42, "#3fa83f"),
                             (0.52, 0.56, "#f09aa8"), (0.97, 0.99, "#f2e23c"), (0.99, 9, "#e02a20")):
        found[(y >= low - 5e-7) & (y < high - 5e-7)] = hex_color(color)
    return c + amount * (found - c)


def dehaze(c, k, amount=0.4, color="#ffffff"):
    a = hex_color(color)
    if amount < 0:
        return c + 0.9 * -amount * (a - c)
    t = 1 - 0.9 * amount * np.clip((c / a).min(-1, keepdims=True), 0, 1)
    return (c - a) / t + a


def matte_look(c, k, amount=1, black=0.1, white=0.96, saturation=0.85):
    faded = black + (white - black) * c
    y = luma(faded, k)[..., None]
    return c + amount * (y + (faded - y) * saturation - c)


PQ = (2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128)
GAMUTS = {
    "bt709": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    "bt2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
    "p3-d65": ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)),
}


def pq_signal(light):
    p = (np.maximum(light, 0) / 10000) ** PQ[0]
    return ((PQ[2] + PQ[3] * p) / (1 + PQ[4] * p)) ** PQ[1]


def pq_light(signal):
    p = np.clip(signal, 0, 1.5) ** (1 / PQ[1])
    return 10000 * (np.maximum(p - PQ[2], 0) / (PQ[3] - PQ[4] * p)) ** (1 / PQ[0])


def hlg_light(c):
    a, b = 0.17883277, 1 - 4 * 0.17883277
    c = np.maximum(c, 0)
    scene = np.where(c <= 0.5, c * c / 3, (np.exp((c - 0.5 + a * np.log(4 * a)) / a) + b) / 12)
    y = scene @ np.array([0.2627, 0.678, 0.0593])
    return 1000 * scene * np.maximum(y, 1e-30)[..., None] ** 0.2


def tone_curve(curve, peak, white):
    """The curves of BT.2390-10 5.4.1, libplacebo (spline) and ffmpeg's tonemap, from black 0."""

    def bt2390(light):
        span = pq_signal(peak)
        e, most = pq_signal(light) / span, pq_signal(white) / span
        knee = 1.5 * most - 0.5
        t = (e - knee) / (1 - knee)
        bent = ((2 * t**3 - 3 * t**2 + 1) * knee + (t**3 - 2 * t**2 + t) * (1 - knee)
                + (3 * t**2 - 2 * t**3) * most)
        return pq_light(np.where(e > knee, bent, e) * span)

    def spline(light):
        high, low = pq_signal(peak), pq_signal(white)
        pivot = 0.4 * high
        to = np.clip(pivot + 0.4 * (0.4 * low - pivot), 0.1 * low, 0.8 * low)
        slope = (to / pivot) ** (0.5 * np.clip(1.5 * (high / low - 1), 0.2, 1.2))
        x, left, right = pq_signal(light) - pivot, -pivot, high - pivot
        square = -(to + slope * left) / left**2
        rest = slope * right - (low - to)
        upper = rest / (2 * right**3) * x**3 - 3 * rest / (2 * right**2) * x**2
        return pq_light(np.where(x > 0, upper, square * x * x) + slope * x + to)

    def scaled(function):
        return lambda light: white * function(light / white, peak / white)

    def hable(x):
        return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3

    def mobius(x, p, j=0.3):
        a = -j * j * (p - 1) / (j * j - 2 * j + p)
        b = (j * j - 2 * j * p + p) / (p - 1)
        return np.where(x <= j, x, (b * b + 2 * b * j + j * j) / (b - a) * (x + a) / (x + b))

    return {"bt2390": bt2390, "spline": spline, "hable": scaled(lambda x, p: hable(x) / hable(p)),
            "reinhard": scaled(lambda x, p: x / (x + 1) * (p + 1) / p), "mobius": scaled(mobius),
            "clip": lambda light: np.minimum(light, white)}[curve]


def gamut_matrix(source, target):
    def tristimulus(name):
        columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in GAMUTS[name]]).T
        d65 = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
        return columns * np.linalg.solve(columns, d65)

    return np.linalg.inv(tristimulus(target)) @ tristimulus(source)


def softened(light, m):
    """Light in a gamut into which m led it, led into it."""
    edges = np.concatenate([np.linspace(np.eye(3)[i], np.eye(3)[(i + 1) % 3], 257) for i in range(3)])
    edges = edges @ m.T
    most = edges.max(-1, keepdims=True)
    far = ((most - edges) / most).max(0)
    most = light.max(-1, keepdims=True)
    held = np.where(most > 0, most, 1)
    beyond = np.maximum(0, (held - light) / held - 0.8)
    bend = np.where(far > 1 + 1e-6, (far - 1) / ((far - 0.8) * 0.2), 0)
    return np.where(most > 0, light + held * beyond * (1 - 1 / (1 + bend * beyond)), light)


def tone_map(c, k, curve="bt2390", to="bt709", peak=1000, white=203, desaturation=0.5,
             fromGamut="bt2020", toGamut="bt709", outside="soften", **rest):
    decode = {"pq": pq_light, "hlg": hlg_light, "linear": lambda c: 203 * c,
              "bt709": lambda c: 203 * power(c, 2.4)}
    m = gamut_matrix(fromGamut, toGamut)
    light = decode[rest.get("from", "pq")](c) @ m.T
    if outside == "soften":
        light = softened(light, m)
    bring = tone_curve(curve, peak, white)

    def factor(x):
        held = np.clip(x, 1e-9 * peak, peak)
        return bring(held) / np.maximum(held, x) if white < peak else held / np.maximum(held, x)

    all_channels = factor(light.max(-1, keepdims=True))
    light = light * (all_channels + desaturation * (factor(light) - all_channels))
    return pq_signal(light) if to == "pq" else power(light / white, 1 / 2.4)


# Each effect with keys that bring out what it does. A "~" before a name: it has steps.
CASES = [
    ("exposure", exposure, {"ev": 1.3}, {"ev": -2}, {"ev": 0.5, "black": 0.06},
     {"ev": 0.5, "space": "gamma", "black": -0.02}),
    ("invert", invert, {}),
    ("adjust", adjust, {"brightness": 0.1}, {"contrast": 1.6, "pivot": 0.4}, {"saturation": 1.8},
     {"gamma": 1.7}, {"gamma": 0.4, "contrast": 0.8, "brightness": -0.05, "saturation": 0.3}),
    ("levels", levels, {"inBlack": 0.06, "inWhite": 0.9}, {"gamma": 1.6},
     {"inBlack": 0.1, "inWhite": 0.8, "gamma": 0.7, "outBlack": 0.05, "outWhite": 0.95},
     {"channel": "green", "outWhite": 0.5}, {"channel": "luma", "inWhite": 0.7, "gamma": 1.2}),
    ("curves", curves, {"master": [[0, 0], [0.25, 0.15], [0.75, 0.85], [1, 1]]},
     {"red": [[0, 0.1], [0.5, 0.4], [1, 0.9]], "blue": [[0.1, 0], [0.6, 0.7], [0.9, 1]],
      "master": [[0, 0], [0.5, 0.6], [1, 1]], "interpolation": "natural"},
     {"luma": [[0, 0], [0.3, 0.5], [1, 1]], "amount": 0.6}, {"source": "curves.acv"}),
    ("hue-saturation", hue_saturation, {"hue": 40}, {"hue": -120, "saturation": 1.5},
     {"saturation": 0.4, "lightness": 0.3}, {"lightness": -0.4}),
    ("vibrance", vibrance, {"amount": 0.7}, {"amount": -0.6}),
    ("white-balance", white_balance, {"temperature": 3200}, {"temperature": 9000, "tint": 20},
     {"from": 4300}, {"neutral": "#c8bea0"}, {"temperature": 1800}),
    ("wheels", wheels, {"lift": [0, 0.02, 0.06], "gain": [1.1, 1, 0.9]},
     {"gamma": [1.2, 1, 0.8], "offset": 0.03}, {"lift": -0.1, "gamma": 1.4, "gain": 1.2}),
    ("black-and-white", black_and_white, {}, {"red": 0.6, "green": 0.3, "blue": 0.1},
     {"tint": "#c8a060", "amount": 0.8}),
    ("sepia", sepia, {}, {"amount": 0.5}),
    ("gradient-map", gradient_map, {"stops": ["#1b1464", "#f7931e", "#fff8e1"]},
     {"stops": [[0.1, "#000000"], [0.4, "#802080"], [0.9, "#ffffff"]], "amount": 0.7}),
    ("channel-mixer", channel_mixer, {"red": [0.7, 0.3, 0], "blue": [0.1, 0.2, 0.6, 0.05]}),
    ("color-balance", color_balance, {"shadows": [-0.2, 0, 0.3], "highlights": [0.3, 0.1, -0.2]},
     {"midtones": [0.4, -0.1, -0.3], "preserveLightness": False}),
    ("split-tone", split_tone, {}, {"balance": 0.5, "amount": 0.8, "shadows": "#20a0a0"}),
    ("~posterize", posterize, {"levels": 5}, {"levels": 32}),
    ("~threshold", threshold, {"level": 0.4}, {"level": 0.5, "softness": 0.2}),
    ("~solarize", solarize, {"level": 0.5}, {"level": 0.7}),
    ("colorize", colorize, {"hue": 210}, {"hue": 30, "saturation": 0.9, "lightness": 0.7},
     {"hue": 300, "lightness": 0.3, "amount": 0.5}),
    ("hsl", hsl, {"red": {"hue": 25}, "blue": {"saturation": 1.6, "lightness": 0.7}},
     {"green": {"hue": -30, "saturation": 0.5}, "yellow": {"lightness": 1.4}, "overlap": 1},
     {"cyan": {"saturation": 0}, "magenta": {"saturation": 3}, "amount": 0.7}),
    ("shadows-highlights", shadows_highlights, {"shadows": 0.5}, {"highlights": -0.6},
     {"shadows": -0.4, "highlights": 0.5}),
    ("hue-curves", hue_curves, {"hue": [[20, 0], [60, 20], [120, 0]]},
     {"saturation": [[0, 1.5], [120, 0.4], [240, 1]], "luma": [[200, 0], [240, -0.3], [280, 0]]},
     {"lumaSaturation": [[0, 0], [0.4, 1.2], [1, 0.6]], "amount": 0.8}),
    ("~false-color", false_color, {}),
    ("dehaze", dehaze, {"amount": 0.6}, {"amount": -0.5, "color": "#d0e0ff"},
     {"amount": 0.4, "color": "#e0d0c0"}),
    ("matte-look", matte_look, {}, {"black": 0.2, "saturation": 0.5, "amount": 0.6}),
    ("tone-map", tone_map, {}, {"curve": "spline", "peak": 4000}, {"curve": "hable", "white": 100},
     {"curve": "reinhard", "desaturation": 0}, {"curve": "mobius", "desaturation": 1},
     {"curve": "clip", "outside": "clip"}, {"from": "hlg"}, {"to": "pq", "white": 400, "toGamut": "p3-d65"},
     {"from": "linear", "peak": 203, "white": 100, "fromGamut": "bt709"}),
]


class Format:
    def __init__(self, tag, depth=8, shift=(0, 0), full=False, matrix="709", size=None):
        self.tag, self.depth, self.shift, self.full, self.matrix = tag, depth, shift, full, matrix
        self.k = WEIGHTS[matrix]
        scale = 2.0 ** (depth - 8)
        self.peak = 2.0**depth - 1
        self.black, self.luma = (0, self.peak) if full else (16 * scale, 219 * scale)
        self.grey, self.chroma = 128 * scale, (self.peak if full else 224 * scale)
        self.size = size

    def decode(self, y, u, v):
        return from_chroma((y - self.black) / self.luma, (u - self.grey) / self.chroma,
                           (v - self.grey) / self.chroma, self.k)

    def steps(self, c):
        y, cb, cr = chroma(c, self.k)
        return y * self.luma, cb * self.chroma, cr * self.chroma


FORMATS = [
    Format("444", full=True), Format("444"), Format("444", matrix="601"),
    Format("444p10", depth=10), Format("444p10", depth=10, full=True, matrix="2020"),
    Format("420mpeg2", shift=(1, 1)), Format("420p10", depth=10, shift=(1, 1)),
    Format("444", size=(800, 600)), Format("444p10", depth=10, size=(800, 600)),
]


def lattice(form):
    """Colours that are within R'G'B', as planes: 21 a side, or many by chance."""
    if form.size:
        noise = np.random.default_rng(7)
        width, height = form.size
        rgb = noise.random((height, width, 3)) ** noise.choice([0.5, 1, 2], (height, width, 1))
        rgb[: height // 4] = rgb[: height // 4, :, :1]
        rgb[height // 4 : height // 2] = noise.random((1, 1, 3)) * 0.6 + 0.4 * rgb[height // 4 : height // 2]
    else:
        axis = np.linspace(0, 1, 21)
        rgb = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(21, 441, 3)
        block = 8 if form.shift[0] else 1
        rgb = rgb.repeat(block, 0).repeat(block, 1)
    y, u, v = form.steps(rgb)
    planes = [np.clip(np.round(p + o), 0, form.peak)
              for p, o in ((y, form.black), (u, form.grey), (v, form.grey))]
    step = (1 << form.shift[1], 1 << form.shift[0])
    return [planes[0]] + [p[:: step[0], :: step[1]] for p in planes[1:]]


def run(work, form, planes, layers):
    kind = np.uint8 if form.depth == 8 else np.dtype("<u2")
    height, width = planes[0].shape
    tag = "FULL" if form.full else "LIMITED"
    data = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C{form.tag} XCOLORRANGE={tag}\nFRAME\n".encode()
    data += b"".join(p.astype(kind).tobytes() for p in planes)
    with open(f"{work}/t.json", "w") as file:
        json.dump({"version": 1, "layers": layers}, file)
    result = subprocess.run([VFX, "-q", "-t", f"{work}/t.json", "--matrix", form.matrix], input=data,
                            capture_output=True)
    if result.returncode != 0:
        sys.exit(result.stderr.decode())
    body, at, drawn = result.stdout[result.stdout.index(b"\nFRAME\n") + 7 :], 0, []
    for plane in planes:
        count = plane.size * kind.itemsize if form.depth > 8 else plane.size
        drawn.append(np.frombuffer(body[at : at + count], kind).reshape(plane.shape).astype(float))
        at += count
    return drawn


def judge(work, form, change, layers, has_steps):
    """The largest and the mean error in codes of the stream, beside rounding."""
    planes = lattice(form)
    raised = [p if i == 0 else p.repeat(1 << form.shift[1], 0).repeat(1 << form.shift[0], 1)
              for i, p in enumerate(planes)]
    height, width = planes[0].shape
    raised = [p[:height, :width] for p in raised]
    before = form.decode(*raised)
    low, high = np.minimum(before, 0), np.maximum(before, 1)

    def expected(nudge):
        after = np.clip(change(before + nudge, form.k), low, high)
        return [np.clip(r + s, 0, form.peak) for r, s in zip(raised, form.steps(after - before))]

    nudges = [0.0, -2e-6, 2e-6] if has_steps else [0.0]
    found = [expected(n) for n in nudges]
    drawn = run(work, form, planes, layers)
    worst, total, count = 0.0, 0.0, 0
    for index, plane in enumerate(drawn):
        step = (1, 1) if index == 0 else (1 << form.shift[1], 1 << form.shift[0])
        most = np.max([f[index] for f in found], 0)[:: step[0], :: step[1]]
        least = np.min([f[index] for f in found], 0)[:: step[0], :: step[1]]
        exact = found[0][index][:: step[0], :: step[1]]
        off = np.maximum(np.maximum(least - plane, plane - most), 0)
        away = np.abs(np.round(exact) - plane)
        if form.shift[0]:
            mask = inner(plane.shape, 8 // step[0])
            off, away = off[mask], away[mask]
        worst = max(worst, off.max() - 0.5)
        total, count = total + away.sum(), count + away.size
    return max(worst, 0), total / count


def inner(shape, side):
    """Which samples of patches have only their own colour around them."""
    middle = range(side // 4, side - side // 4)
    rows, columns = (np.isin(np.arange(n) % side, list(middle)) for n in shape)
    return rows[:, None] & columns[None, :]


def main():
    work, names = sys.argv[1], sys.argv[2:]
    write_acv(f"{work}/curves.acv")
    failed = 0
    for name, function, *cases in CASES:
        has_steps = name.startswith("~")
        name = name.lstrip("~")
        if names and name not in names:
            continue
        worst = {}
        for keys in cases:
            layers = [{"type": "effect", "effect": name, **keys}]
            for form in FORMATS:
                error, mean = judge(work, form, lambda c, k: function(c, k, **keys), layers, has_steps)
                limit = 0.5 if form.depth == 8 else 1.5
                if error > limit or mean > 0.1 * (1 if form.depth == 8 else 4):
                    failed += 1
                    print(f"WRONG  {name:18} {form.tag:9} {form.matrix} {error:7.3f} worst {mean:6.4f} mean {keys}")
                label = form.tag + (" full" if form.full else "") + (" large" if form.size else "")
                worst[label] = max(worst.get(label, 0), error)
        print(f"ok     {name:18} " + ", ".join(f"{k} {v:.2f}" for k, v in worst.items()), flush=True)
    print(f"{len(CASES)} effects compared, {failed} cases differ")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
