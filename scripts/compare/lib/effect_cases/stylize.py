"""References of the family Stylize."""

import numpy as np
from effects_base import Case, Picture
from scipy import ndimage
from scipy.spatial import cKDTree
from skimage import feature


def overlaps(count, size, origin):
    """How much of each sample lies in each cell along one axis, of shape (cells, count)."""
    first = int(np.floor(-origin / size))
    last = int(np.ceil((count - origin) / size))
    edges = np.clip(origin + size * np.arange(first, last + 1), 0, count)
    at = np.arange(count)
    shares = np.minimum(edges[1:, None], at + 1) - np.maximum(edges[:-1, None], at)
    shares = np.maximum(shares, 0)
    return shares[shares.sum(1) > 0]


def pixelate(size, centered):
    def change(plane):
        h, w = plane.shape
        down = overlaps(h, size, h / 2 if centered else 0)
        across = overlaps(w, size, w / 2 if centered else 0)
        means = down @ plane @ across.T / np.outer(down.sum(1), across.sum(1))
        return down.T @ means @ across

    return lambda picture: picture.each(change)


def nearest(points):
    """Every pixel gets the mean of those that are nearest to the same point; borders by 5x5 parts."""

    def change(picture):
        h, w = picture.height, picture.width
        y, x = np.mgrid[:h, :w] + 0.5
        tree = cKDTree(points(w, h))
        label = tree.query(np.stack([x.ravel(), y.ravel()], 1))[1]
        counts = np.maximum(np.bincount(label, minlength=tree.n), 1)
        parts = [(dx, dy) for dx in np.linspace(-0.4, 0.4, 5) for dy in np.linspace(-0.4, 0.4, 5)]
        inside = [tree.query(np.stack([(x + a).ravel(), (y + b).ravel()], 1))[1] for a, b in parts]

        def plane(p):
            means = np.bincount(label, p.ravel(), minlength=tree.n) / counts
            return np.mean([means[i] for i in inside], 0).reshape(h, w)

        return picture.each(plane)

    return change


def honeycomb(width):
    def points(w, h):
        rise = width * np.sqrt(3) / 2
        return [(w / 2 + (i + j % 2 / 2) * width, h / 2 + j * rise)
                for i in range(-40, 41) for j in range(-40, 41)]

    return points


def mix(value):
    """The finalizer of SplitMix64."""
    mask = 2**64 - 1
    value = (value + 0x9E3779B97F4A7C15) & mask
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & mask
    return value ^ value >> 31


def unit(x, y, channel, seed):
    mask = 2**64 - 1
    value = seed * 0x9E3779B97F4A7C15 & mask
    value = mix(value ^ x * 0xBF58476D1CE4E5B9 & mask)
    value = mix(value ^ y * 0x94D049BB133111EB & mask)
    return (mix(value ^ channel) >> 11) / 2**53


def scattered(size, jitter, seed):
    def points(w, h):
        return [((i + 0.5 + (unit(i, j, 0, seed) - 0.5) * jitter) * size,
                 (j + 0.5 + (unit(i, j, 1, seed) - 0.5) * jitter) * size)
                for i in range(-3, int(w / size) + 4) for j in range(-3, int(h / size) + 4)]

    return points


def grey(picture, luma):
    """A grey picture of this luma, 0 to 1."""
    unit = picture.unit
    return Picture(np.stack([(16 + 219 * luma) * unit] + [np.full(luma.shape, 128 * unit)] * 2), picture.depth)


SLOPES = {"sobel": [1, 2, 1], "scharr": [3, 10, 3], "prewitt": [1, 1, 1]}


def slope(luma, method):
    if method == "laplacian":
        return np.abs(ndimage.laplace(luma, mode="nearest"))
    side = np.array(SLOPES[method]) / sum(SLOPES[method])
    parts = [ndimage.correlate1d(ndimage.correlate1d(luma, [-1, 0, 1], axis, mode="nearest"), side, 1 - axis,
                                 mode="nearest") for axis in (0, 1)]
    return np.hypot(*parts)


def edges(method, strength=1.0):
    return lambda picture: grey(picture, np.clip(strength * slope(picture.luma, method), 0, 1))


def canny(smooth, low, high):
    def change(picture):
        # skimage's slopes are four times as great, and it leaves out the outermost pixels.
        lines = feature.canny(picture.luma, smooth, 4 * low, 4 * high, mode="nearest")
        return grey(picture, lines.astype(float))

    return change


def colored_edges(picture):
    share = np.clip(2 * slope(picture.luma, "sobel"), 0, 1)
    return Picture(grey(picture, share * 0).planes * (1 - share) + picture.planes * share, picture.depth)


def neon(threshold, glow, intensity, background, color=None):
    def change(picture):
        line = np.clip(slope(picture.luma, "sobel") / threshold - 0.5, 0, 1)
        line = (line * line * (3 - 2 * line))[..., None]
        c = picture.rgb
        ink = np.maximum(c, 0) / np.maximum(c.max(-1, keepdims=True), 0.1) if color is None else np.array(color)
        b = ndimage.gaussian_filter(line * ink, (glow, glow, 0), mode="nearest", truncate=6)
        b = b * intensity * np.sqrt(np.pi / 2) * glow
        drawn = background * c * (1 - line) + line * ink
        return picture.with_rgb(drawn + b / (1 + b) * np.maximum(1 - drawn, 0))

    return change


def emboss(angle, height, amount):
    def change(picture):
        turn = np.radians(angle)
        y, x = np.mgrid[: picture.height, : picture.width].astype(float)
        d = (-np.cos(turn) * height, np.sin(turn) * height)
        ahead, behind = (ndimage.map_coordinates(picture.luma, [y + s * d[0], x + s * d[1]], order=1, mode="nearest")
                         for s in (1, -1))
        return grey(picture, np.clip(0.5 + amount * (ahead - behind), 0, 1))

    return change


def sketch(radius, strength, color):
    def change(picture):
        soft = ndimage.gaussian_filter(picture.luma, radius, mode="nearest", truncate=6)
        dodge = np.minimum(np.maximum(picture.luma + 0.01, 0) / np.maximum(soft + 0.01, 0.01), 1)
        result = grey(picture, np.clip(1 - strength * (1 - dodge), 0, 1))
        if color:
            result.planes[1:] = picture.planes[1:]
        return result

    return change


def cartoon(levels, threshold, smooth):
    def change(picture):
        soft = picture.each(lambda p: ndimage.gaussian_filter(p, smooth, mode="nearest", truncate=6))
        part = np.clip((slope(soft.luma, "sobel") / threshold - 0.75) * 2, 0, 1)
        line = part * part * (3 - 2 * part)
        place = soft.luma * levels
        step = np.floor(place)
        shade = (step + 0.5 + np.clip((place - step - 0.5) * 4, -0.5, 0.5)) / levels
        planes = np.stack([(16 + 219 * shade) * picture.unit, soft.planes[1], soft.planes[2]])
        return Picture(planes * (1 - line) + grey(picture, line * 0).planes * line, picture.depth)

    return change


def disc_radius(share):
    """The radius, in sizes of a square cell, of a disc that covers a share of the cell."""
    r = np.linspace(0, np.sqrt(0.5), 20001)
    beyond = np.maximum(r, 0.5)
    cut = beyond**2 * np.arccos(0.5 / beyond) - 0.5 * np.sqrt(beyond**2 - 0.25)
    area = np.pi * r**2 - np.where(r > 0.5, 4 * cut, 0)
    return np.interp(share, area / area[-1], r)


def screened(dark, shape, size, angle, softness):
    """How much ink covers each pixel."""
    h, w = dark.shape
    y, x = np.mgrid[:h, :w] + 0.5
    x, y, turn = x - w / 2, y - h / 2, np.radians(angle)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / size, (y * np.cos(turn) - x * np.sin(turn)) / size
    off = lambda t: np.abs(t - np.rint(t))
    dark = np.clip(dark, 0, 1)
    if shape == "dot":
        radius, distance, most = disc_radius(dark), np.hypot(off(u), off(v)), np.sqrt(0.5)
    else:
        radius, most = dark / 2, 0.5
        distance = off(v) if shape == "line" else off(np.hypot(x, y) / size)
    cover = np.clip((radius - distance) * size / softness + 0.5, 0, 1)
    ink = np.minimum(4 * radius * size / softness, 1)
    gap = np.clip(4 * (most - radius) * size / softness, 0, 1)
    return 1 - (1 - cover * ink) * gap


def halftone(shape, size, angle=45.0, sharpness=0.7, ink=(0, 0, 0), paper=(1, 1, 1)):
    def change(picture):
        soft = picture.each(lambda p: ndimage.gaussian_filter(p, size / 4, mode="nearest", truncate=6))
        softness = max((1 - sharpness) * size / 2, 1)
        if shape == "cmyk":
            c = np.clip(soft.rgb, 0, 1)
            light = np.maximum(c.max(-1), 1e-6)
            black = screened(1 - c.max(-1), "dot", size, angle, softness)
            inks = [screened(1 - c[..., i] / light, "dot", size, angle + turn, softness)
                    for i, turn in enumerate((-30, 30, -45))]
            return picture.with_rgb(np.stack([(1 - i) * (1 - black) for i in inks], -1))
        cover = screened(1 - soft.luma, shape, size, angle, softness)[..., None]
        return picture.with_rgb(np.array(paper) * (1 - cover) + np.array(ink) * cover)

    return change


def bayer(order):
    matrix = np.zeros((1, 1))
    for _ in range(order):
        matrix = np.block([[4 * matrix, 4 * matrix + 2], [4 * matrix + 3, 4 * matrix + 1]])
    return (matrix + 0.5) / matrix.size


def thresholds(picture, order, size):
    tile = np.kron(bayer(order), np.ones((size, size)))
    return np.tile(tile, (picture.height // len(tile) + 1, picture.width // len(tile) + 1)
                   )[: picture.height, : picture.width, None]


def dither(levels, order, size=1):
    def change(picture):
        c = np.floor(picture.rgb * (levels - 1) + thresholds(picture, order, size))
        return picture.with_rgb(np.clip(c / (levels - 1), 0, 1))

    return change


def palette(colors, order):
    colors = np.array(colors) / 255

    def change(picture):
        gaps = np.linalg.norm(colors[:, None] - colors, axis=-1) + np.diag([np.inf] * len(colors))
        c = picture.rgb + gaps.min(0).mean() / np.sqrt(3) * (thresholds(picture, order, 1) - 0.5)
        return picture.with_rgb(colors[np.linalg.norm(c[:, :, None] - colors, axis=-1).argmin(-1)])

    return change


GREENS = [[15, 56, 15], [48, 98, 48], [139, 172, 15], [155, 188, 15]]

def kuwahara(radius):
    size = radius + 1

    def change(picture):
        def boxes(plane):
            """Means of the squares that begin a radius or none before each pixel, upper ones first."""
            wide = np.pad(plane, radius, mode="edge")
            means = np.lib.stride_tricks.sliding_window_view(wide, (size, size)).mean((2, 3))
            h, w = plane.shape
            return np.stack([means[y : y + h, x : x + w] for y in (0, radius) for x in (0, radius)])

        luma = picture.planes[0]
        spread = np.round(boxes(luma**2) - boxes(luma) ** 2, 6)
        choice = spread.argmin(0)[None]
        return picture.each(lambda p: np.take_along_axis(boxes(p), choice, 0)[0])

    return change


LETTERS = """
..... ..... ..... ..... ..... ..... ..... xx... .xxx. .x.x.
..... ..... ..... .xx.. ..x.. ..... ..x.. xx..x x...x .x.x.
..... ..... ..... .xx.. ..x.. xxxxx x.x.x ...x. ....x xxxxx
..... ..... xxxxx ..... xxxxx ..... .xxx. ..x.. .xx.x .x.x.
..... ..... ..... .xx.. ..x.. xxxxx x.x.x .x... x.x.x xxxxx
..... .xx.. ..... .xx.. ..x.. ..... ..x.. x..xx x.x.x .x.x.
..... .xx.. ..... ..... ..... ..... ..... ...xx .xxx. .x.x.
"""


def ascii_art(ink):
    dots = [[[c == "x" for c in word] for word in line.split()] for line in LETTERS.split("\n") if line]
    letters = np.zeros((10, 8, 6))
    letters[:, :7, :5] = np.array(dots).transpose(1, 0, 2)

    def change(picture):
        def cells(plane):
            h, w = plane.shape
            down, across = overlaps(h, 8, 0), overlaps(w, 6, 0)
            return down.T @ (down @ plane @ across.T / np.outer(down.sum(1), across.sum(1))) @ across

        # Means are rounded to codes before letters are chosen.
        flat = Picture(picture.each(cells).rounded, picture.depth)
        level = np.clip(np.floor(flat.luma * 10 + 1e-4), 0, 9).astype(int)
        y, x = np.mgrid[: picture.height, : picture.width]
        cover = letters[level, y % 8, x % 6]
        full = flat if ink is None else flat.with_rgb(np.broadcast_to(ink, flat.rgb.shape))
        return Picture(full.planes * cover + grey(flat, cover * 0).planes * (1 - cover), picture.depth)

    return change


CASES = [
    Case("pixelate", {"origin": "corner"}, pixelate(16, False), most=0.51),
    Case("pixelate", {"size": 12}, pixelate(12, True), most=0.51),
    Case("pixelate", {"size": 9.7}, pixelate(9.7, True), most=0.8),
    Case("pixelate", {"size": 1.3, "origin": "corner"}, pixelate(1.3, False), most=1.5),
    Case("pixelate", {"size": "50%", "origin": "corner"}, pixelate(80, False), most=0.51),
    # Borders are smoothed by a ramp across them, which differs from their true area where three meet.
    Case("pixelate", {"size": 20, "shape": "hexagon"}, nearest(honeycomb(20)), most=60, mean=0.15),
    Case("crystallize", {}, nearest(scattered(20, 1, 1)), most=60, mean=0.15),
    Case("crystallize", {"size": 12, "jitter": 0.5, "seed": 7}, nearest(scattered(12, 0.5, 7)), most=60, mean=0.2),
    Case("edges", {}, edges("sobel")),
    Case("edges", {"method": "scharr", "strength": 3}, edges("scharr", 3)),
    Case("edges", {"method": "prewitt", "strength": 0.5}, edges("prewitt", 0.5)),
    Case("edges", {"method": "laplacian", "strength": 2}, edges("laplacian", 2)),
    # Of two crests that are alike one is left out, and skimage has both, and no outermost pixels: one in
    # some thousands of pixels may differ, by 219 codes of luma.
    Case("edges", {"method": "canny"}, canny(1.4, 0.04, 0.1), most=256, mean=0.05, crop=2),
    Case("edges", {"method": "canny", "smooth": 2.5, "low": 0.01, "high": 0.03},
         canny(2.5, 0.01, 0.03), most=256, mean=0.05, crop=2),
    Case("edges", {"strength": 2, "color": "transparent"}, colored_edges),
    # Lines are drawn in codes before they are blurred, and the glow is read by splines.
    Case("neon", {}, neon(0.2, 8, 1, 0), most=2.5),
    Case("neon", {"threshold": 0.1, "glow": 3, "intensity": 0.5, "background": 0.4, "color": "#00ffff"},
         neon(0.1, 3, 0.5, 0.4, (0, 1, 1)), most=2.5),
    # Places are rounded to 1/256 of a pixel.
    Case("emboss", {}, emboss(135, 1, 1)),
    Case("emboss", {"angle": 30, "height": 3.3, "amount": 0.5}, emboss(30, 3.3, 0.5)),
    Case("sketch", {}, sketch(6, 1, False)),
    Case("sketch", {"radius": 2.5, "strength": 2, "color": True}, sketch(2.5, 2, True)),
    # An error of a smoothed code is fourfold between two shades and near outlines.
    Case("cartoon", {}, cartoon(10, 0.1, 2), most=20, mean=0.3),
    Case("cartoon", {"levels": 4, "threshold": 0.2, "smooth": 1}, cartoon(4, 0.2, 1), most=20, mean=0.6),
    # A screen's slope is steep: an error of a smoothed code is one of some codes of ink.
    Case("halftone", {}, halftone("dot", 6), most=8, mean=0.3),
    Case("halftone", {"size": 20, "angle": 10, "sharpness": 0, "color": "#102040", "background": "#fff0d0"},
         halftone("dot", 20, 10, 0, np.array([16, 32, 64]) / 255, np.array([255, 240, 208]) / 255), most=6, mean=0.3),
    Case("halftone", {"shape": "line", "size": 8, "angle": 20}, halftone("line", 8, 20), most=8, mean=0.3),
    Case("halftone", {"shape": "circle", "sharpness": 1}, halftone("circle", 6, 0, 1), most=8, mean=0.3),
    # The inks of what is nearly black depend on single codes of it, and are nearly covered by black.
    Case("halftone", {"shape": "cmyk", "size": 10}, halftone("cmyk", 10), most=128, mean=0.3),
    # Where a colour lies at a threshold, either side is right.
    Case("dither", {}, dither(2, 2), most=256, mean=0.02),
    Case("dither", {"levels": 5, "method": "bayer8"}, dither(5, 3), most=256, mean=0.02),
    Case("dither", {"levels": 3, "method": "bayer2", "size": 3}, dither(3, 1, 3), most=256, mean=0.02),
    Case("dither", {"palette": ["#0f380f", "#306230", "#8bac0f", "#9bbc0f"], "method": "bayer8"},
         palette(GREENS, 3), most=256, mean=0.02),
    # At 8 bits there is no error; at 16, of two squares whose variances differ by less than 12 bits show,
    # either is chosen, and at an edge their means may lie far apart.
    Case("oil", {}, kuwahara(3), most=256, mean=0.02),
    Case("oil", {"radius": 12}, kuwahara(12), most=256, mean=0.02),
    Case("oil", {"radius": 1}, kuwahara(1), most=256, mean=0.02),
    Case("ascii", {"size": 8}, ascii_art(None)),
    Case("ascii", {"size": 8, "color": "#00ff00"}, ascii_art([0, 1, 0])),
]
