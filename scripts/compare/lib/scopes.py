"""The numbers of `vfx scope --format json` against NumPy's; scripts/compare/scopes says how."""

import json
import os
import subprocess
import sys

import numpy as np

MATRICES = {"601": (0.299, 0.114), "709": (0.2126, 0.0722), "2020": (0.2627, 0.0593)}
SHIFTS = {"420": (1, 1), "422": (1, 0), "444": (0, 0), "411": (2, 0), "mono": None}
# Even widths, as ffmpeg 5 writes deep streams of odd ones wrongly.
SOURCES = ["testsrc2=s=356x203", "smptehdbars=s=642x361", "mandelbrot=s=2600x90"]
FORMATS = [
    ("yuv420p", "709", "limited"), ("yuvj420p", "601", "full"), ("yuv422p10le", "709", "limited"),
    ("yuv444p12le", "2020", "limited"), ("yuv444p16le", "709", "full"), ("yuv411p", "601", "limited"),
    ("gray", "709", "full"), ("gray10le", "709", "limited"), ("yuv420p9le", "601", "full"),
    ("yuv420p14le", "2020", "limited"),
]


def read(path):
    """The planes of the first frame, its depth and its C tag."""
    data = open(path, "rb").read()
    end = data.index(b"\n")
    tags = {tag[:1]: tag[1:] for tag in data[:end].decode().split()[1:] if tag[0] in "WHC"}
    width, height, name = int(tags["W"]), int(tags["H"]), tags["C"]
    start = data.index(b"\n", end + 1) + 1
    base = next(base for base in SHIFTS if name.startswith(base))
    digits = name[len(base):].lstrip("p")
    depth = int(digits) if digits.isdigit() else 8
    kind = "<u2" if depth > 8 else "u1"
    shift = SHIFTS[base]
    sides = [(height, width)]
    if shift:
        across, down = shift
        sides += [((height + (1 << down) - 1) >> down, (width + (1 << across) - 1) >> across)] * 2
    planes = []
    for rows, columns in sides:
        plane = np.frombuffer(data, kind, rows * columns, start).reshape(rows, columns)
        planes.append(plane.astype(np.int64))
        start += plane.nbytes
    return planes, depth, name, shift


def raised(plane, shape, name, shift):
    """A plane of chroma at the places of luma."""
    def axis(count, origin, shift, samples):
        place = np.clip((np.arange(count) - origin) / (1 << shift), 0, samples - 1)
        low = np.floor(place).astype(int)
        return low, np.minimum(low + 1, samples - 1), place - low
    left = 0.5 if name in ("420jpeg", "420") else 0
    low, high, share = axis(shape[0], ((1 << shift[1]) - 1) / 2, shift[1], plane.shape[0])
    plane = plane[low] * (1 - share)[:, None] + plane[high] * share[:, None]
    low, high, share = axis(shape[1], left, shift[0], plane.shape[1])
    return plane[:, low] * (1 - share) + plane[:, high] * share


def expected(path, matrix, code_range):
    planes, depth, name, shift = read(path)
    luma = planes[0]
    unit = 1 << (depth - 8)
    peak = (1 << depth) - 1
    full = code_range == "full"
    black, white = (0, peak) if full else (16 * unit, 235 * unit)
    channels = {"y": (luma, black, white)}
    colors = [luma] * 3
    if shift:
        red, blue = MATRICES[matrix]
        green = 1 - red - blue
        scale = (white - black) / (peak if full else 224 * unit)
        cb, cr = [(raised(p, luma.shape, name, shift) - 128 * unit) * scale for p in planes[1:3]]
        colors = [
            luma + 2 * (1 - red) * cr,
            luma - 2 * blue * (1 - blue) / green * cb - 2 * red * (1 - red) / green * cr,
            luma + 2 * (1 - blue) * cb,
        ]
        colors = [np.floor(color + 0.5) for color in colors]
        low, high = (0, peak) if full else (16 * unit, 240 * unit)
        channels |= {"cb": (planes[1], low, high), "cr": (planes[2], low, high)}
    channels |= {key: (color, black, white) for key, color in zip("rgb", colors)}
    third = 3 * (luma - black)
    zones = np.where(third < white - black, 0, np.where(third < 2 * (white - black), 1, 2))
    reach = np.floor((white - black) * 0.05 + 0.5)
    stray = np.zeros(luma.shape, bool)
    for color in colors:
        stray |= (color < black - reach) | (color > white + reach)
    numbers = {}
    for key, (plane, low, high) in channels.items():
        rows, columns = (np.arange(n) * 3 // n for n in plane.shape)
        cells = rows[:, None] * 3 + columns[None]
        numbers[key] = [
            plane.min(), plane.max(), plane.mean(), (plane < low).mean(), (plane > high).mean(),
            (plane <= low).mean(), (plane >= high).mean(),
        ]
        numbers[key] += [plane[cells == cell].mean() for cell in range(9)]
        if len(key) == 1:
            numbers[key] += [
                plane[zones == zone].mean() if (zones == zone).any() else np.nan for zone in range(3)]
    return numbers, [(zones == zone).mean() for zone in range(3)], stray.mean()


def found(path, matrix, code_range):
    command = [os.environ["VFX"], "scope", "--format", "json", "--matrix", matrix, "--range", code_range]
    with open(path, "rb") as stream:
        report = json.loads(subprocess.run(
            command, stdin=stream, stdout=subprocess.PIPE, check=True).stdout)
    frame = report["frames"][0]
    names = ["shadows", "midtones", "highlights"]
    numbers = {}
    for key, channel in frame["channels"].items():
        numbers[key] = [channel[name] for name in
                        ("min", "max", "mean", "below", "above", "crushed", "clipped")]
        numbers[key] += sum(channel["grid"], [])
        if len(key) == 1:
            numbers[key] += [
                np.nan if channel["zones"][name] is None else channel["zones"][name] for name in names]
    return numbers, [frame["zones"][name] for name in names], frame["outOfGamut"]


def main(folder):
    path = os.path.join(folder, "in.y4m")
    faults = 0
    for source in SOURCES:
        for pixels, matrix, code_range in FORMATS:
            scale = "scale=out_range=" + ("full" if code_range == "full" else "tv")
            subprocess.run(
                ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "1", "-vf",
                 scale, "-pix_fmt", pixels, "-strict", "-1", "-f", "yuv4mpegpipe", path], check=True)
            wanted, zones, stray = expected(path, matrix, code_range)
            numbers, own_zones, own_stray = found(path, matrix, code_range)
            assert wanted.keys() == numbers.keys(), f"{wanted.keys()} {numbers.keys()}"
            largest = {True: 0.0, False: 0.0}
            shares = max(abs(stray - own_stray), np.abs(np.subtract(zones, own_zones)).max())
            for key in wanted:
                difference = np.abs(np.subtract(wanted[key], numbers[key]))
                difference = np.nan_to_num(difference)
                shares = max(shares, difference[3:7].max())
                codes = max(difference[:3].max(), difference[7:].max())
                is_rgb = key in "rgb"
                largest[is_rgb] = max(largest[is_rgb], codes)
            is_right = largest[False] <= 1e-4 and largest[True] <= 1 and shares <= 1e-4
            faults += not is_right
            print(f"{source:24} {pixels:12} {matrix:4} {code_range:8} codes {largest[False]:.5f}, "
                  f"RGB {largest[True]:.5f}, shares {shares:.7f}" + ("" if is_right else "  WRONG"))
    if faults:
        sys.exit(f"{faults} frames have wrong numbers")


main(sys.argv[1])
