"""Draws layers with styles and compares what is seen; see scripts/compare/styles.

Everything is drawn in white on black, so that a sample is the share of it that is seen. The layer
itself is drawn in black where only what lies around it counts. Of the shapes with needles, more
samples may be beyond the limit: a layer's samples do not tell where such a point ends.
"""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import resvg_py
from PIL import Image
from scipy.ndimage import distance_transform_edt, gaussian_filter, shift

VFX = os.environ["VFX"]
PICTURES = os.environ.get("PICTURES")
SIDE, ZOOM = 200, 8

# The shapes with needles.
NEEDLES = {"star", "thin"}
PATHS = {
    "star": "M100 30 L141 156 L34 78 L166 78 L59 156 Z",
    "blob": "M60 100 C60 20 150 40 150 90 C150 140 120 110 120 150 C120 180 60 160 60 100 Z",
    "thin": "M50 60 L150 63 L150 66 L90 65 L60 150 L57 149 L86 65 L50 63 Z",
    "holes": "M50 50H150V150H50Z M70 70V90H90V70Z M110 100V130H130V100Z",
    "box": "M60 70 H140 V130 H60 Z",
}


def markup(name, paint="white", more=""):
    return f'<path fill="{paint}" d="{PATHS[name]}" {more}/>'


def drawn(inner, zoom=1):
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE * zoom}" height="{SIDE * zoom}" '
            f'viewBox="0 0 {SIDE} {SIDE}">{inner}</svg>')
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA")
    return numpy.asarray(picture)[:, :, 3].astype(float) / 255


def averaged(values):
    return values.reshape(SIDE, ZOOM, SIDE, ZOOM).mean(axis=(1, 3))


def shape(name):
    """What a shape covers, and whether each of its samples at eight times the size is in it."""
    large = drawn(markup(name, more='shape-rendering="crispEdges"'), ZOOM) > 0.5
    return averaged(large.astype(float)), large


def grown(large, width):
    """The shape when its edge lies so far outwards, or inwards below 0."""
    if width >= 0:
        # Half a sample: distances run from middle to middle.
        return averaged((distance_transform_edt(~large) - 0.5 <= width * ZOOM).astype(float))
    return averaged((distance_transform_edt(large) - 0.5 > -width * ZOOM).astype(float))


def cases():
    """Names, the styles of a layer, the colour of the layer, what is seen, and the greatest error."""
    for name in PATHS:
        cover, large = shape(name)
        for width in (1, 2.5, 8, 20):
            seen = grown(large, width) - cover
            yield f"{name}, border {width} outside", {"border": {"width": width}}, "black", seen, 24
        seen = cover - grown(large, -3)
        yield f"{name}, border 3 inside", {"border": {"width": 3, "align": "inside"}}, "black", seen, 24
        seen = grown(large, 3) - grown(large, -3)
        yield f"{name}, border 6 centred", {"border": {"width": 6, "align": "center"}}, "black", seen, 24
        for blur, offset in ((0, (6, -4)), (0, (2.5, 3.25)), (4, (0, 0)), (12, (8.5, 5)), (60, (-9, 4))):
            sigma = blur / 2
            soft = gaussian_filter(cover, sigma, truncate=8, mode="constant") if sigma else cover
            moved = shift(soft, (offset[1], offset[0]), order=1)
            seen = moved * (1 - cover)
            style = {"shadow": {"offset": offset, "blur": blur, "color": "white"}}
            # What is blurred to beyond the picture is not moved back into it.
            if blur < 30:
                yield f"{name}, shadow {blur} at {offset}", style, "black", seen, 16
            # Fractions of a pixel are read between samples; resvg rounds them.
            if sigma and all(part == int(part) for part in offset):
                filter = (f'<filter id="f" x="-100" y="-100" width="400" height="400" '
                          f'filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">'
                          f'<feGaussianBlur stdDeviation="{sigma}"/>'
                          f'<feOffset dx="{offset[0]}" dy="{offset[1]}"/></filter>')
                blurred = drawn(f'{filter}<g filter="url(#f)">{markup(name)}</g>')
                yield (f"{name}, shadow {blur} at {offset}, resvg", style, "black",
                       blurred * (1 - cover), 16)
        for spread in (5, -2):
            soft = gaussian_filter(grown(large, spread), 3, truncate=8, mode="constant")
            style = {"shadow": {"offset": [0, 0], "blur": 6, "spread": spread, "color": "white"}}
            yield f"{name}, shadow spread {spread}", style, "black", soft * (1 - cover), 16
        inner = gaussian_filter(1 - cover, 3, truncate=8)
        seen = shift(inner, (2, 5), order=1, cval=1) * cover
        style = {"shadow": {"offset": [5, 2], "blur": 6, "inset": True, "color": "white"}}
        yield f"{name}, inset shadow", style, "black", seen, 16
        glow = numpy.minimum(gaussian_filter(cover, 8, truncate=8, mode="constant") * 2, 1) * (1 - cover)
        style = {"glow": {"blur": 16, "strength": 2}}
        yield f"{name}, glow", style, "black", glow, 16
        outlined = grown(large, 4)
        soft = shift(gaussian_filter(outlined, 4, truncate=8, mode="constant"), (6, 6), order=1)
        style = {"border": {"width": 4, "color": "black"},
                 "shadow": {"offset": [6, 6], "blur": 8, "color": "white"}}
        yield f"{name}, shadow of a border", style, "black", soft * (1 - outlined), 24


def vfx(name, style, paint):
    layer = {"type": "shape", "shape": "path", "path": PATHS[name], "fill": paint, **style}
    with tempfile.TemporaryDirectory() as folder:
        timeline = pathlib.Path(folder, "timeline.json")
        timeline.write_text(json.dumps({"version": 1, "layers": [layer]}))
        header = f"YUV4MPEG2 W{SIDE} H{SIDE} F25:1 Ip C444p16 XCOLORRANGE=FULL\nFRAME\n".encode()
        luma = numpy.zeros(SIDE * SIDE, dtype="<u2").tobytes()
        chroma = numpy.full(2 * SIDE * SIDE, 32768, dtype="<u2").tobytes()
        output = subprocess.run(
            [VFX, "--timeline", str(timeline)], input=header + luma + chroma, capture_output=True,
            check=True).stdout
    start = output.index(b"FRAME\n") + 6
    return numpy.frombuffer(output, "<u2", SIDE * SIDE, start).reshape(SIDE, SIDE) / 65535


def main():
    failed, count, worst = 0, 0, (0, "")
    for name, style, paint, expected, limit in cases():
        found = vfx(name.split(",")[0], style, paint)
        difference = numpy.abs(found - expected) * 255
        mean, most = difference.mean(), difference.max()
        beyond = (difference > limit).mean() * 1000
        allowed = 10 if name.split(",")[0] in NEEDLES else 1
        verdict = "ok" if mean <= 1 and beyond <= allowed else "FAILED"
        print(f"{verdict:7}{name:44} mean {mean:6.3f}  at most {most:6.1f}  "
              f"{beyond:.2f} of 1000 beyond {limit}")
        failed += verdict != "ok"
        count += 1
        worst = max(worst, (mean, name))
        if PICTURES:
            both = numpy.concatenate([found, expected, difference / 255 * 4], axis=1)
            picture = Image.fromarray((both.clip(0, 1) * 255).astype("uint8"))
            picture.save(pathlib.Path(PICTURES, name.replace(" ", "-") + ".png"))
    print(f"compare/styles: {count - failed} of {count} within their limits; "
          f"the greatest mean is {worst[0]:.3f} of 255 ({worst[1]})")
    return 1 if failed else 0


sys.exit(main())
