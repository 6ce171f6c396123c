"""References of the family Repair."""

import os
import pathlib
import subprocess

import numpy as np
from effects_base import Case, Picture
from scipy.interpolate import BSpline


# redact


def cells(count, middle, size):
    """The bounds of the cells of an axis, which begin at `middle`, and the number of the first."""
    low = int(np.floor((0 - middle) / size)) - 1
    high = int(np.ceil((count - middle) / size)) + 1
    edges = np.clip(np.floor(middle + np.arange(low, high + 1) * size + 0.5), 0, count).astype(int)
    used = np.flatnonzero(np.diff(edges) > 0)
    return edges, low, used


def means(plane, middle, size, unit):
    """The means of cells, to steps of 8 bits, with the axes' cells."""
    h, w = plane.shape
    across, down = cells(w, middle[0], size), cells(h, middle[1], size)
    table = np.zeros((len(down[2]), len(across[2])))
    for j, row in enumerate(down[2]):
        for i, column in enumerate(across[2]):
            part = plane[down[0][row] : down[0][row + 1], across[0][column] : across[0][column + 1]]
            table[j, i] = np.floor(part.mean() / unit + 0.5) * unit
    return table, across, down


def pixelated(plane, middle, size, unit):
    table, across, down = means(plane, middle, size, unit)
    rows = np.repeat(np.arange(len(down[2])), np.diff(down[0])[down[2]])
    columns = np.repeat(np.arange(len(across[2])), np.diff(across[0])[across[2]])
    return table[rows][:, columns]


def raised(plane, middle, size, unit):
    """A cubic B-spline whose control points are the means; those at the edge repeat."""
    table, across, down = means(plane, middle, size, unit)
    basis = BSpline.basis_element([-2, -1, 0, 1, 2], extrapolate=False)

    def matrix(count, middle, axis):
        place = (np.arange(count) + 0.5 - middle) / size - 0.5
        first, last = axis[1] + axis[2][0], axis[1] + axis[2][-1]
        weights = np.zeros((count, last - first + 1))
        for number in range(first - 2, last + 3):
            share = np.nan_to_num(basis(place - number))
            weights[:, min(max(number, first), last) - first] += share
        return weights

    h, w = plane.shape
    return matrix(h, middle[1], down) @ table @ matrix(w, middle[0], across).T


def rectangle(picture, box, feather=0):
    left, top, width, height = box
    x, y = np.arange(picture.width), np.arange(picture.height)
    dx = np.maximum(np.maximum(left - x - 1, x - left - width), 0)
    dy = np.maximum(np.maximum(top - y - 1, y - top - height), 0)[:, None]
    if feather == 0:
        return (((x + 1 > left) & (x < left + width)) * ((y + 1 > top) & (y < top + height))[:, None]).astype(float)
    t = np.clip(1 - np.hypot(dx, dy) / feather, 0, 1)
    return t * t * (3 - 2 * t)


def redact(mode, size, boxes, feather=0):
    change = {"pixelate": pixelated, "blur": raised}[mode]

    def reference(picture):
        areas = boxes or [(0, 0, picture.width, picture.height)]
        out = picture.planes.copy()
        for box in areas:
            middle = [np.floor(box[k] + box[k + 2] / 2 + 0.5) for k in (0, 1)]
            share = rectangle(picture, box, feather)
            for plane in range(3):
                new = change(picture.planes[plane], middle, size, picture.unit)
                if feather:
                    new = np.floor(new + 0.5)
                out[plane] += (new - out[plane]) * share
        return out

    return reference


def ellipse(picture):
    """Every sample that an ellipse meets is black; the edge beyond is a sample wide."""
    y, x = np.mgrid[0 : picture.height * 8, 0 : picture.width * 8] / 8 + 1 / 16
    inside = ((x - 120) / 70) ** 2 + ((y - 80) / 50) ** 2 <= 1
    met = inside.reshape(picture.height, 8, picture.width, 8).any((1, 3))
    black = np.array([16, 128, 128])[:, None, None] * picture.unit
    return np.where(met, black, picture.planes)


def track_file():
    path = pathlib.Path(os.environ["WORK"]) / "track.csv"
    path.write_text("time,id,x,y,width,height\n0,a,20,30,60,50\n0,b,150,40,30,30\n0.5,a,60,30,70,90\n9,b,0,0,9,9\n")
    return "track.csv"


REDACT = [
    Case("redact", {}, redact("pixelate", 8, None), most=0.01),
    Case("redact", {"size": 23.5, "regions": [{"position": [31, 22], "size": [100, 75]}]},
         redact("pixelate", 23.5, [(31, 22, 100, 75)]), most=0.01),
    Case("redact", {"mode": "blur", "size": 20}, redact("blur", 20, None), most=0.51, mean=0.01),
    Case("redact", {"mode": "blur", "size": "10%", "feather": 12,
                    "regions": [{"position": [31, 22], "size": [100, 75]}, {"position": [90, 70], "size": [90, 50]}]},
         redact("blur", 16, [(31, 22, 100, 75), (90, 70, 90, 50)], 12), most=1.0, mean=0.02),
    # Halfway between two boxes of one id; the other's next comes too late, and it is held.
    Case("redact", {"size": 16, "track": track_file()},
         redact("pixelate", 16, [(40, 30, 65, 70), (150, 40, 30, 30)]), most=0.01, at=0.25),
    # Beyond the ellipse an edge of a sample's width is drawn, whose samples the reference leaves.
    Case("redact", {"mode": "fill", "regions": [{"shape": "ellipse", "position": [50, 30], "size": [140, 100]}]},
         ellipse, most=230, mean=1.2),
]


# remove-logo


def remove_logo(left, top, width, height):
    """Every sample by itself: the four samples of the border by the inverse of their distances."""

    def reference(picture):
        out = picture.planes.copy()
        right, bottom = left + width, top + height
        for plane, source in enumerate(picture.planes):
            def edge(ys, xs):
                ys = np.clip(ys, max(top - 1, 0), min(bottom, picture.height - 1))
                xs = np.clip(xs, max(left - 1, 0), min(right, picture.width - 1))
                return source[ys, xs].mean()
            for y in range(top, bottom):
                for x in range(left, right):
                    near = []
                    three = np.array([-1, 0, 1])
                    if left > 0:
                        near.append((x - left + 1, edge(y + three, [left - 1] * 3)))
                    if right < picture.width:
                        near.append((right - x, edge(y + three, [right] * 3)))
                    if top > 0:
                        near.append((y - top + 1, edge([top - 1] * 3, x + three)))
                    if bottom < picture.height:
                        near.append((bottom - y, edge([bottom] * 3, x + three)))
                    out[plane, y, x] = sum(v / d for d, v in near) / sum(1 / d for d, v in near)
        return out

    return reference


def delogo(left, top, width, height):
    """ffmpeg's own, which knows 8 bits alone."""

    def reference(picture):
        if picture.depth > 8:
            return remove_logo(left, top, width, height)(picture)
        command = ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv444p",
                   "-s", f"{picture.width}x{picture.height}", "-i", "-", "-vf",
                   f"delogo=x={left}:y={top}:w={width}:h={height}", "-f", "rawvideo", "-"]
        data = subprocess.run(command, input=picture.rounded.astype(np.uint8).tobytes(),
                              check=True, capture_output=True).stdout
        return np.frombuffer(data, np.uint8).reshape(picture.planes.shape).astype(float)

    return reference


def logo(left, top, width, height):
    return {"anchor": "top-left", "position": [left, top], "size": [width, height]}


LOGO = [
    Case("remove-logo", logo(150, 20, 41, 30), remove_logo(150, 20, 41, 30), most=0.02),
    Case("remove-logo", logo(0, 20, 40, 140), remove_logo(0, 20, 40, 140), most=0.02),
    Case("remove-logo", {}, remove_logo(192, 8, 36, 20), most=0.02),
    # Half a code of rounding is taken from what is whole already.
    Case("remove-logo", logo(150, 20, 41, 30), delogo(150, 20, 41, 30), most=0.5),
]


# deband


def mixed(value):
    value = (value + np.uint64(0x9E3779B97F4A7C15))
    value = (value ^ value >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ value >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return value ^ value >> np.uint64(31)


def hashed(seed, x, y, channel):
    """SplitMix64's finalizer over the mixed inputs."""
    x, y = np.asarray(x, np.uint64), np.asarray(y, np.uint64)
    with np.errstate(over="ignore"):
        value = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15)
        value = mixed(value ^ x * np.uint64(0xBF58476D1CE4E5B9))
        value = mixed(value ^ y * np.uint64(0x94D049BB133111EB))
        return mixed(value ^ np.uint64(channel))


def unit(bits):
    return (bits >> np.uint64(11)).astype(float) / 2**53


def deband(threshold, radius, seed=1):
    def reference(picture):
        h, w = picture.height, picture.width
        table = np.arange(4096)
        angle, distance = unit(hashed(seed, table, 0, 1)) * np.pi / 2, unit(hashed(seed, table, 0, 0))
        across = np.floor(distance * np.cos(angle) * radius + 0.5).astype(int)
        down = np.floor(distance * np.sin(angle) * radius + 0.5).astype(int)
        dither = (hashed(seed, table, 0, 2) >> np.uint64(62)).astype(int)
        y, x = np.mgrid[0:h, 0:w]
        out = picture.planes.copy()
        for plane in range(3):
            source = picture.planes[plane].astype(int)
            phase = (hashed(seed, np.arange(h), plane, 3) & np.uint64(4095)).astype(int)
            entry = (phase[:, None] + np.arange(w)) % 4096
            dx = np.minimum(across[entry], np.minimum(x, w - 1 - x))
            dy = np.minimum(down[entry], np.minimum(y, h - 1 - y))
            total = sum(source[y + i * dy, x + j * dx] for i in (-1, 1) for j in (-1, 1))
            near = np.abs(source - total / 4) < threshold * 219 * picture.unit
            out[plane] = np.where(near, (total + dither[entry]) // 4, source)
        return out

    return reference


DEBAND = [
    Case("deband", {}, deband(0.02, 16), most=0.01),
    Case("deband", {"threshold": 0.1, "radius": "20%", "seed": 7}, deband(0.1, 32, 7), most=0.01),
]


# denoise


def noisy(picture, number):
    """A film that stands still, with noise of its own in each frame."""
    noise = np.random.default_rng(number).normal(0, 5 * picture.unit, picture.planes.shape)
    return Picture(np.clip(np.rint(picture.planes + noise), 0, 2**picture.depth - 1), picture.depth)


def denoise(method, luma, chroma, temporal=0):
    """Of each sample the mean of those within three, and of those in earlier frames, by the definition."""
    patch, reach, sigma = {"nlmeans": (1, 3.5, 2), "bilateral": (0, 6, 1.5)}[method]

    def reference(film):
        frames = film if isinstance(film, list) else [film]
        picture = frames[-1]

        def plane(index, strength):
            source = picture.planes[index]
            if strength == 0:
                return source
            h, w = source.shape
            padded = np.pad(source, 8, mode="edge")
            total, shares = source.copy(), np.ones_like(source)
            for y in range(-3, 4):
                for x in range(-3, 4):
                    if not 0 < x * x + y * y <= 9:
                        continue
                    off = np.zeros_like(source)
                    for i in range(-patch, patch + 1):
                        for j in range(-patch, patch + 1):
                            one = padded[8 + i : 8 + i + h, 8 + j : 8 + j + w]
                            two = padded[8 + i + y : 8 + i + y + h, 8 + j + x : 8 + j + x + w]
                            off += (one - two) ** 2 / (2 * patch + 1) ** 2
                    limit = reach * strength * picture.unit
                    share = np.maximum(1 - off / limit**2, 0) ** 2 * np.exp(-(x * x + y * y) / (2 * sigma**2))
                    total += share * padded[8 + y : 8 + y + h, 8 + x : 8 + x + w]
                    shares += share
            for earlier in frames[max(len(frames) - 1 - temporal, 0) : -1]:
                past = np.pad(earlier.planes[index], 8, mode="edge")
                off = np.zeros_like(source)
                for i in range(-patch, patch + 1):
                    for j in range(-patch, patch + 1):
                        place = np.s_[8 + i : 8 + i + h, 8 + j : 8 + j + w]
                        off += (padded[place] - past[place]) ** 2 / (2 * patch + 1) ** 2
                share = np.maximum(1 - off / (reach * strength * picture.unit) ** 2, 0) ** 2
                total += share * earlier.planes[index]
                shares += share
            return total / shares

        return np.stack([plane(i, luma if i == 0 else chroma) for i in range(3)])

    return reference


DENOISE = [
    Case("denoise", {}, denoise("nlmeans", 4, 3), most=0.02),
    Case("denoise", {"luma": 20, "chroma": 0}, denoise("nlmeans", 20, 0), most=0.02),
    Case("denoise", {"method": "bilateral", "luma": 10}, denoise("bilateral", 10, 3), most=0.02),
    Case("denoise", {"luma": 6, "temporal": 4}, denoise("nlmeans", 6, 3, 4), most=0.02, at=0.25, film=noisy),
    Case("denoise", {"method": "bilateral", "luma": 5, "temporal": 16}, denoise("bilateral", 5, 3, 16), most=0.02,
         at=0.25, film=noisy),
]


# deflicker


def flickering(picture, number):
    """A film whose exposure jumps."""
    gain, unit = (1, 0.8, 1.1, 0.9, 1.05, 0.85)[number % 6], picture.unit
    zero = np.array([16, 128, 128])[:, None, None] * unit
    return Picture(np.clip(np.rint(zero + (picture.planes - zero) * gain), 0, 2**picture.depth - 1), picture.depth)


def deflicker(size, mode="mean", amount=1.0, at=0.375):
    def reference(frames):
        unit = frames[-1].unit
        means = [f.planes[0].mean() - 16 * unit for f in frames[-size:]]
        target = np.mean(means) if mode == "mean" else np.median(means)
        gain = 1 + (np.clip(target / means[-1], 0.5, 2) - 1) * amount
        zero = np.array([16, 128, 128])[:, None, None] * unit
        return Picture(zero + (frames[-1].planes - zero) * gain, frames[-1].depth)

    keys = {"size": size, "mode": mode, "amount": amount}
    return Case("deflicker", keys, reference, at=at, film=flickering)


DEFLICKER = [deflicker(5), deflicker(6, "median"), deflicker(4, amount=0.4, at=0.05)]

CASES = REDACT + LOGO + DEBAND + DENOISE + DEFLICKER
