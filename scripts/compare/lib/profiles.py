"""Compares pictures with colour profiles with LittleCMS's; see scripts/compare/profiles."""

import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import zlib

import numpy as np
from PIL import Image, ImageCms

VFX = os.environ["VFX"]
WORK = pathlib.Path(sys.argv[1])
SRGB = ImageCms.createProfile("sRGB")
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
D50, D65 = np.array([0.9642, 1, 0.8249]), (0.3127, 0.3290)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(samples, profile):
    """A picture of 8 bits, grey or in colours, with a profile."""
    height, width = samples.shape[:2]
    kind = 2 if samples.ndim == 3 else 0
    rows = b"".join(b"\0" + row.tobytes() for row in samples)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
            + chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile)) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def tristimulus(place):
    x, y = place
    return np.array([x / y, 1, (1 - x - y) / y])


def fixed(*numbers):
    return b"".join(struct.pack(">i", round(n * 65536)) for n in numbers)


def curv(*values):
    return b"curv\0\0\0\0" + struct.pack(">I", len(values)) + b"".join(struct.pack(">H", v) for v in values)


def para(kind, *numbers):
    return b"para\0\0\0\0" + struct.pack(">HH", kind, 0) + fixed(*numbers)


def matrix_profile(places, curves):
    """A profile of four chromaticities, white last, and three curves."""
    columns = np.array([tristimulus(p) for p in places[:3]]).T
    white = tristimulus(places[3])
    columns = columns * np.linalg.solve(columns, white)
    columns = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ D50) / (BRADFORD @ white)) @ BRADFORD @ columns
    text = b"mluc\0\0\0\0" + struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", 2, 28) + b"\0p"
    tags = [(b"desc", text), (b"cprt", text), (b"wtpt", b"XYZ \0\0\0\0" + fixed(*D50))]
    tags += [(name, b"XYZ \0\0\0\0" + fixed(*columns[:, i]))
             for i, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))]
    tags += list(zip((b"rTRC", b"gTRC", b"bTRC"), curves))
    start, table, body = 132 + 12 * len(tags), b"", b""
    for name, data in tags:
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data
    head = struct.pack(">I4sI4s4s4s", start + len(body), b"none", 0x04300000, b"mntr", b"RGB ", b"XYZ ")
    head = (head + bytes(12) + b"acsp" + bytes(28) + fixed(*D50)).ljust(128, b"\0")
    return head + struct.pack(">I", len(tags)) + table + body


def made():
    srgb = para(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    bt709 = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), D65)
    p3 = ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), D65)
    wide = ((0.708, 0.292), (0.17, 0.797), (0.131, 0.046), D65)
    prophoto = ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), (0.3457, 0.3585))
    yield "made: sRGB", matrix_profile(bt709, [srgb] * 3)
    yield "made: BT.709, gamma 1.8", matrix_profile(bt709, [curv(461)] * 3)
    yield "made: BT.709, light", matrix_profile(bt709, [curv()] * 3)
    yield "made: Display P3", matrix_profile(p3, [srgb] * 3)
    yield "made: P3, table of 1024", matrix_profile(
        p3, [curv(*(round(65535 * (i / 1023) ** 2.6) for i in range(1024)))] * 3)
    yield "made: BT.2020", matrix_profile(wide, [para(4, 1 / 0.45, 1 / 1.0993, 0.0993 / 1.0993, 1 / 4.5, 0.08145, 0, 0)] * 3)
    yield "made: ProPhoto", matrix_profile(prophoto, [para(0, 1.8)] * 3)
    yield "made: three curves", matrix_profile(
        bt709, [curv(512), para(1, 2.0, 1.1, -0.1), para(2, 2.2, 0.9, 0.05, 0.05)])


def profiles():
    if len(sys.argv) > 2:
        paths = [pathlib.Path(name) for name in sys.argv[2:]]
    else:
        yield from made()
        paths = sorted(pathlib.Path("/usr/share/color").rglob("*.ic[cm]"))
    for path in paths:
        yield path.name, path.read_bytes()


def drawn(samples, profile):
    """What the program makes of a picture, in R'G'B' of 0 to 255, and what it says."""
    height, width = samples.shape[:2]
    (WORK / "picture.png").write_bytes(png(samples, profile))
    layer = {"type": "image", "source": "picture.png"}
    (WORK / "timeline.json").write_text(json.dumps({"version": 1, "layers": [layer]}))
    head = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C444p16 XCOLORRANGE=FULL\nFRAME\n".encode()
    result = subprocess.run(
        [VFX, "render", "--matrix", "709", "-t", str(WORK / "timeline.json")],
        input=head + bytes(6 * width * height), capture_output=True, check=True)
    body = result.stdout[result.stdout.index(b"\nFRAME\n") + 7 :]
    y, u, v = np.frombuffer(body, "<u2").reshape(3, height, width) / 65535
    u, v = u - 32768 / 65535, v - 32768 / 65535
    red, blue = y + 1.5748 * v, y + 1.8556 * u
    green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return 255 * np.stack([red, green, blue], -1), result.stderr.decode()


def main():
    axis = np.round(np.linspace(0, 255, 13)).astype(np.uint8)
    colors = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(13, 169, 3)
    greys = np.arange(256, dtype=np.uint8).reshape(16, 16)
    failed = compared = 0
    for name, profile in profiles():
        if profile[16:20] not in (b"RGB ", b"GRAY"):
            continue
        samples = colors if profile[16:20] == b"RGB " else greys
        found, said = drawn(samples, profile)
        if "are taken as those of sRGB" in said:
            print(f"told   {name:36} {said.split(': ', 1)[-1].strip()}")
            continue
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        exact = ImageCms.profileToProfile(Image.fromarray(samples), source, SRGB, renderingIntent=1,
                                          outputMode="RGB")
        off = np.abs(np.round(found) - np.array(exact, float))
        # LittleCMS's tables of greys are too coarse near black, where sRGB is steep.
        if samples is greys:
            off = off.reshape(-1, 3)[8:]
        compared += 1
        failed += off.max() > 1
        print(f"{'ok' if off.max() <= 1 else 'WRONG':6} {name:36} {off.max():.0f} worst {off.mean():.4f} mean")
    print(f"{compared} profiles compared, {failed} differ")
    sys.exit(failed > 0 or compared == 0)


main()
