"""Compares what becomes of films and pictures in streams of another light; see scripts/compare/hdr."""

import json
import os
import struct
import subprocess
import sys
import zlib

import numpy as np

os.environ.setdefault("COLOUR_SCIENCE__COLOUR__IMPORT_VAAB_COLOUR", "0")
import colour  # noqa: E402
from colour.models import (  # noqa: E402
    eotf_BT2100_HLG, eotf_inverse_BT2100_HLG, eotf_inverse_ST2084, eotf_inverse_sRGB, eotf_sRGB,
    eotf_ST2084)

from grades import Format, lattice, power, tone_map  # noqa: E402

VFX = os.environ["VFX"]
WHITE = 203.0
LIMIT = 2.0
SPACES = {"bt709": "ITU-R BT.709", "bt2020": "ITU-R BT.2020", "p3-d65": "P3-D65"}
MATRICES = {"709": "bt709", "2020": "2020_ncl"}
for name in SPACES.values():
    colour.RGB_COLOURSPACES[name].use_derived_transformation_matrices(True)


class Light:
    def __init__(self, transfer, primaries, white=WHITE):
        self.transfer, self.primaries, self.white = transfer, primaries, white
        self.is_hdr = transfer in ("pq", "hlg")
        self.matrix = "2020" if primaries == "bt2020" else "709"

    def __str__(self):
        white = "" if self.white == WHITE else f" {self.white:g}"
        return f"{self.transfer} {self.primaries}{white}"

    def decode(self, c):
        """Light in cd/m2, that of a display."""
        return {"pq": lambda c: eotf_ST2084(c), "hlg": lambda c: eotf_BT2100_HLG(np.maximum(c, 0)),
                "srgb": lambda c: WHITE * eotf_sRGB(c), "bt709": lambda c: WHITE * power(c, 2.4),
                "gamma22": lambda c: WHITE * power(c, 2.2), "linear": lambda c: WHITE * c}[self.transfer](c)

    def encode(self, light):
        held = np.maximum(light, 0)
        return {"pq": lambda: eotf_inverse_ST2084(held), "hlg": lambda: eotf_inverse_BT2100_HLG(held),
                "srgb": lambda: eotf_inverse_sRGB(light / WHITE),
                "bt709": lambda: power(light / WHITE, 1 / 2.4),
                "gamma22": lambda: power(light / WHITE, 1 / 2.2),
                "linear": lambda: light / WHITE}[self.transfer]()


def convert(c, source, target):
    """R'G'B' of one light as that of another."""
    displays = ("bt709", "srgb", "gamma22")
    if source.is_hdr and not target.is_hdr:
        light = {"from": source.transfer, "fromGamut": source.primaries, "toGamut": target.primaries}
        return target.encode(WHITE * power(tone_map(c, None, **light), 2.4))
    if source.transfer in displays and target.transfer in displays:
        # Pictures for displays are shown as they are, but for their gamut.
        source = Light(target.transfer, source.primaries)
    rows = colour.matrix_RGB_to_RGB(
        colour.RGB_COLOURSPACES[SPACES[source.primaries]],
        colour.RGB_COLOURSPACES[SPACES[target.primaries]], None)
    gain = target.white / WHITE if target.is_hdr and not source.is_hdr else 1
    return target.encode(gain * (source.decode(c) @ rows.T))


def y4m(form, planes):
    height, width = planes[0].shape
    tag = "FULL" if form.full else "LIMITED"
    data = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C{form.tag} XCOLORRANGE={tag}\nFRAME\n".encode()
    return data + b"".join(p.astype("<u2").tobytes() for p in planes)


def parse(data, planes):
    body, at, found = data[data.index(b"\nFRAME\n") + 7 :], 0, []
    for plane in planes:
        found.append(np.frombuffer(body[at : at + 2 * plane.size], "<u2").reshape(plane.shape).astype(float))
        at += 2 * plane.size
    return found


def call(line, data=None):
    result = subprocess.run(line, input=data, capture_output=True)
    if result.returncode != 0 or (line[0] == VFX and result.stderr):
        sys.exit(f"{' '.join(line)}\n{result.stderr.decode()}")
    return result.stdout


def canvas(light):
    said = {"transfer": light.transfer, "primaries": light.primaries}
    return said | ({"graphicsWhite": light.white} if light.white != WHITE else {})


def timeline(work, body):
    with open(f"{work}/t.json", "w") as file:
        json.dump({"version": 1} | body, file)
    return ["-q", "-t", f"{work}/t.json"]


# What zimg calls them.
TRANSFERS = {"pq": "smpte2084", "hlg": "arib-std-b67", "bt709": "bt709", "srgb": "iec61966-2-1"}
PRIMARIES = {"bt709": "bt709", "bt2020": "2020", "p3-d65": "smpte432"}


def zimg(work, source, target, planes, form):
    """What zimg makes of the film."""
    chain = (f"zscale=rin=limited:r=limited:agamma=0:npl={WHITE:g}"
             f":tin={TRANSFERS[source.transfer]}:t={TRANSFERS[target.transfer]}"
             f":pin={PRIMARIES[source.primaries]}:p={PRIMARIES[target.primaries]}"
             f":min={MATRICES[source.matrix]}:m={MATRICES[target.matrix]}")
    drawn = call(["ffmpeg", "-v", "error", "-i", f"{work}/in.y4m", "-vf", f"{chain},format=yuv444p10le",
                  "-strict", "-1", "-f", "yuv4mpegpipe", "-"])
    return parse(drawn, planes)


def film(work, source, target, size, judged):
    """The largest and mean differences of a film from the formulas, and from zimg."""
    form = Format("444p10", depth=10, matrix=source.matrix, size=size)
    made = Format("444p10", depth=10, matrix=target.matrix)
    planes = lattice(form)
    with open(f"{work}/in.y4m", "wb") as file:
        file.write(y4m(form, planes))
    clip = {"source": "in.y4m", "transfer": source.transfer, "primaries": source.primaries,
            "matrix": source.matrix}
    drawn = parse(call([VFX] + timeline(work, {"canvas": canvas(target), "clips": [clip]})
                       + ["--matrix", target.matrix]), planes)
    before = form.decode(*planes)
    after = np.clip(convert(before, source, target), np.minimum(before, 0), np.maximum(before, 1))
    exact = [np.clip(s + o, 0, made.peak)
             for s, o in zip(made.steps(after), (made.black, made.grey, made.grey))]
    away = [np.abs(e - d) for e, d in zip(exact, drawn)]
    # Where a colour is cut, each cuts it in its own way.
    inside = ((before >= 0) & (before <= 1)).all(-1)
    raw = convert(before, source, target)
    inside &= ((raw >= 0) & (raw <= 1)).all(-1)
    theirs = None
    if judged:
        other = zimg(work, source, target, planes, form)
        theirs = max(np.abs(o - d)[inside].max() for o, d in zip(other, drawn))
    return max(a.max() for a in away) - 0.5, np.mean([a.mean() for a in away]), theirs


def png(path, pixels):
    height, width, _ = pixels.shape
    depth = 8 * pixels.dtype.itemsize

    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data
                + struct.pack(">I", zlib.crc32(name + data)))

    rows = pixels.astype(">u2") if depth == 16 else pixels
    raw = b"".join(b"\0" + rows[y].tobytes() for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def picture(work, target, depth):
    """The same of a picture."""
    peak = 2**depth - 1
    axis = np.round(np.linspace(0, 1, 18) ** 1.5 * peak)
    pixels = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(18, 324, 3)
    png(f"{work}/in.png", pixels.astype(np.uint8 if depth == 8 else np.uint16))
    form = Format("444p10", depth=10, matrix=target.matrix)
    planes = [np.zeros(pixels.shape[:2])] * 3
    body = {"canvas": canvas(target), "layers": [{"type": "image", "source": "in.png"}]}
    drawn = parse(call([VFX] + timeline(work, body), y4m(form, planes)), planes)
    if target.matrix != "2020":
        drawn = parse(call([VFX] + timeline(work, body) + ["--matrix", target.matrix], y4m(form, planes)), planes)
    after = np.clip(convert(pixels / peak, Light("srgb", "bt709"), target), 0, 1)
    exact = [s + o for s, o in zip(form.steps(after), (form.black, form.grey, form.grey))]
    away = [np.abs(e - d) for e, d in zip(exact, drawn)]
    return max(a.max() for a in away) - 0.5, np.mean([a.mean() for a in away])


PQ, HLG, SDR = Light("pq", "bt2020"), Light("hlg", "bt2020"), Light("bt709", "bt709")
WIDE, P3 = Light("bt709", "bt2020"), Light("srgb", "p3-d65")
# Source, target, and whether zimg does the same: it does no tone mapping.
FILMS = [
    (PQ, SDR, False), (HLG, SDR, False), (PQ, P3, False), (SDR, PQ, True), (SDR, HLG, True),
    (PQ, HLG, True), (HLG, PQ, True), (WIDE, SDR, True), (SDR, WIDE, True), (P3, WIDE, False),
    (Light("srgb", "bt709"), PQ, True), (SDR, Light("pq", "bt2020", 100), False), (SDR, Light("pq", "p3-d65"), True),
    (SDR, Light("linear", "bt709"), False), (Light("pq", "p3-d65"), PQ, True),
]
PICTURES = [PQ, HLG, WIDE, P3, Light("pq", "bt2020", 100), Light("hlg", "bt2020", 400),
            Light("linear", "bt709"), Light("pq", "p3-d65"), SDR]


def main():
    work, bad = sys.argv[1], 0
    print("films, in codes of 10 bits: worst beyond rounding, mean, worst beside zimg")
    for source, target, judged in FILMS:
        for size in (None, (800, 600)):
            worst, mean, theirs = film(work, source, target, size, judged)
            is_bad = worst > LIMIT or (theirs or 0) > LIMIT
            bad += is_bad
            beside = "" if theirs is None else f"  zimg {theirs:3.0f}"
            print(f"{str(source):16} -> {str(target):18} {'noise' if size else 'lattice':8}"
                  f" {worst:5.2f} {mean:6.3f}{beside}{'  <-- too far' if is_bad else ''}")
    print("pictures")
    for target in PICTURES:
        for depth in (8, 16):
            worst, mean = picture(work, target, depth)
            is_bad = worst > 0.25
            bad += is_bad
            print(f"sRGB of {depth:2} bits  -> {str(target):18}          {worst:5.2f} {mean:6.3f}"
                  f"{'  <-- too far' if is_bad else ''}")
    sys.exit(1 if bad else 0)


main()
