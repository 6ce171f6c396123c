"""Draws shapes with vfx and with resvg and compares their coverage; see scripts/compare/shapes.

resvg draws eight times as large, and is averaged: at the size itself, its own samples lie up to a
third of the range from those.
"""

import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import numpy
import resvg_py
from PIL import Image

import svg_shapes

VFX = os.environ["VFX"]
PICTURES = os.environ.get("PICTURES")
SIDE, ZOOM = 200, 8

STAR = "M100 10 L155 180 L10 75 L190 75 L45 180 Z"
SQUARES = "M20 20H180V180H20Z M50 50H150V150H50Z M80 80H120V120H80Z"
ZIGZAG = "M20 30 L60 170 L90 40 L120 160 L180 35"
CURVE = "M20 100 C60 -60 140 260 180 100"
SQUARE = "M40 40 H160 V160 H40 Z"
CIRCLE = "M100 20a80 80 0 1 0 .01 0z"


def turned(center, radius, degrees):
    angle = math.radians(degrees - 90)
    return f"{center + radius * math.cos(angle):.6f} {center + radius * math.sin(angle):.6f}"


def svg(inner):
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>'


def own_cases():
    """Shapes whose SVG says the same in other words: names, layers, SVG."""
    for name, markup in [
        ("star nonzero", f'<path fill="w" d="{STAR}"/>'),
        ("star evenodd", f'<path fill="w" fill-rule="evenodd" d="{STAR}"/>'),
        ("squares evenodd", f'<path fill="w" fill-rule="evenodd" d="{SQUARES}"/>'),
        ("circles evenodd", f'<path fill="w" fill-rule="evenodd" d="{CIRCLE}M140 60a60 60 0 1 0 .01 0z"/>'),
        ("arcs", '<path fill="w" d="M30 40A40 30 20 1 1 150 100A5 5 0 0 0 60 170Z"/>'),
        ("rect", '<rect fill="w" x="20.3" y="30.7" width="120.5" height="99.2"/>'),
        ("rect round", '<rect fill="w" x="20" y="30" width="120" height="99" rx="30"/>'),
        ("rect round stroke", '<rect fill="none" stroke="w" stroke-width="9" x="20" y="30" width="120" height="99" rx="30"/>'),
        ("circle", '<circle fill="w" cx="100.3" cy="90" r="77.7"/>'),
        ("ellipse", '<ellipse fill="w" cx="100" cy="90.5" rx="90" ry="31"/>'),
        ("ellipse stroke", '<ellipse fill="none" stroke="w" stroke-width="7" cx="100" cy="90.5" rx="90" ry="31"/>'),
        ("polygon", '<polygon fill="w" points="20,30 180,60 90,170"/>'),
        ("polyline", '<polyline fill="none" stroke="w" stroke-width="6" points="20,30 180,60 90,170"/>'),
        ("line", '<line stroke="w" stroke-width="5" stroke-linecap="round" x1="20" y1="30" x2="180" y2="99"/>'),
    ]:
        yield name, markup
    for join in ("miter", "round", "bevel"):
        for cap in ("butt", "round", "square"):
            yield f"zigzag {join} {cap}", line(ZIGZAG, 14, f'stroke-linejoin="{join}" stroke-linecap="{cap}"')
    for limit in (1, 2, 10):
        yield f"zigzag miter limit {limit}", line(ZIGZAG, 14, f'stroke-miterlimit="{limit}"')
    for width in (0.7, 1, 3, 12, 40):
        yield f"curve {width} wide", line(CURVE, width)
    for name, data, width, rest in [
        ("loop", "M40 150C240 10-40 10 160 150", 25, ""),
        ("tight curve", "M60 150C110 20 110 20 140 150", 40, ""),
        ("cusp", "M40 150C180 20 20 20 160 150", 10, 'stroke-linejoin="round"'),
        ("ends that meet", "M40 40L160 40 100 160 40 40", 20, ""),
        ("closed", "M40 40L160 40 100 160Z", 20, ""),
        ("point, round", "M100 100L100 100", 60, 'stroke-linecap="round"'),
        ("point, square", "M100 100L100 100", 60, 'stroke-linecap="square"'),
        ("back and forth", "M40 100H160 80", 30, 'stroke-linejoin="round"'),
        ("star, thin", STAR, 1.5, 'stroke-miterlimit="10"'),
        ("crossing itself", "M20 20L180 180 180 20 20 180Z", 18, ""),
        ("square, dashes", SQUARE, 10, 'stroke-dasharray="20 10"'),
        ("square, dashes moved", SQUARE, 10, 'stroke-dasharray="20 10" stroke-dashoffset="7"'),
        ("square, dashes back", SQUARE, 10, 'stroke-dasharray="20 10" stroke-dashoffset="-7"'),
        ("square, odd dashes", SQUARE, 6, 'stroke-dasharray="15 5 3" stroke-linecap="round" stroke-dashoffset="3"'),
        ("square, dots", SQUARE, 12, 'stroke-dasharray="0 20" stroke-linecap="round"'),
        ("curve, dashes", CURVE, 8, 'stroke-dasharray="13 7"'),
        ("curve, round dashes", CURVE, 8, 'stroke-dasharray="1 13 5 13" stroke-linecap="round" stroke-dashoffset="11"'),
        ("circle, dashes", CIRCLE, 16, 'stroke-dasharray="30 20"'),
        ("two contours, dashes", "M20 40H180 M20 90C90 0 90 190 180 90", 9, 'stroke-dasharray="25 8"'),
    ]:
        yield name, line(data, width, rest)


def line(data, width, rest=""):
    return f'<path fill="none" stroke="w" stroke-width="{width}" {rest} d="{data}"/>'


def figure_cases():
    """Figures that SVG has no elements for."""
    box = {"position": [20, 20], "size": [160, 160], "fill": "white"}
    yield "pie", {"shape": "pie", "startAngle": 30, "endAngle": 250, **box}, (
        f'<path fill="white" d="M{turned(100, 80, 30)}A80 80 0 1 1 {turned(100, 80, 250)}L100 100Z"/>')
    yield "ring", {"shape": "ring", "inner": 0.6, "startAngle": -40, "endAngle": 200, **box}, (
        f'<path fill="white" d="M{turned(100, 80, -40)}A80 80 0 1 1 {turned(100, 80, 200)}'
        f'L{turned(100, 48, 200)}A48 48 0 1 0 {turned(100, 48, -40)}Z"/>')
    yield "arc", {"shape": "arc", "startAngle": 300, "endAngle": 100, **box, "fill": "transparent",
                  "stroke": {"width": 14, "cap": "round"}}, (
        f'<path fill="none" stroke="white" stroke-width="14" stroke-linecap="round" '
        f'd="M{turned(100, 80, 300)}A80 80 0 1 0 {turned(100, 80, 100)}"/>')
    places = " ".join(turned(100, 80, 360 / 7 * k) for k in range(7))
    yield "heptagon", {"shape": "polygon", "points": 7, **box}, (
        f'<polygon fill="white" points="{places}"/>')
    places = " ".join(turned(100, 80 if k % 2 == 0 else 32, 36 * k) for k in range(10))
    yield "star", {"shape": "star", "inner": 0.4, **box}, f'<polygon fill="white" points="{places}"/>'
    yield "star, stroke", {"shape": "star", "inner": 0.4, **box, "fill": "transparent",
                           "stroke": {"width": 9, "join": "round"}}, (
        f'<polygon fill="none" stroke="white" stroke-width="9" stroke-linejoin="round" points="{places}"/>')
    yield "inside", {"shape": "star", "inner": 0.4, **box, "fill": "transparent",
                     "stroke": {"width": 9, "align": "inside"}}, (
        f'<clipPath id="c"><polygon points="{places}"/></clipPath><polygon clip-path="url(#c)" '
        f'fill="none" stroke="white" stroke-width="18" points="{places}"/>')
    yield "arrow", {"shape": "arrow", "from": [20, 150], "to": [180, 150], "thickness": 12,
                    "head": [50, 60], "fill": "white"}, (
        '<polygon fill="white" points="20,144 130,144 130,120 180,150 130,180 130,156 20,156"/>')
    # What dashes say of a path, a trim says too: 0.3 to 0.8 of a circle of radius 80 from its top.
    yield "trim", {"shape": "ellipse", **box, "fill": "transparent", "stroke": {"width": 10},
                   "trim": [0.3, 0.8]}, (
        f'<path fill="none" stroke="white" stroke-width="10" '
        f'd="M{turned(100, 80, 108)}A80 80 0 0 1 {turned(100, 80, 288)}"/>')
    yield "trim round the start", {"shape": "ellipse", **box, "fill": "transparent",
                                   "stroke": {"width": 10}, "trim": [0, 0.4], "trimOffset": -0.2}, (
        f'<path fill="none" stroke="white" stroke-width="10" '
        f'd="M{turned(100, 80, -72)}A80 80 0 0 1 {turned(100, 80, 72)}"/>')


def reference(markup):
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE * ZOOM}" height="{SIDE * ZOOM}" '
            f'viewBox="0 0 {SIDE} {SIDE}">{markup}</svg>')
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA")
    alpha = numpy.asarray(picture)[:, :, 3].astype(float)
    return alpha.reshape(SIDE, ZOOM, SIDE, ZOOM).mean(axis=(1, 3))


def refusal(layer):
    """What is wrong with a layer; nothing for most. SVG draws a path as far as it can be read."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"version": 1, "layers": [layer]}, file)
        file.flush()
        result = subprocess.run([VFX, "check", file.name], capture_output=True, text=True)
    return result.stderr.split("error: ")[-1].split("\n")[0] if result.returncode else ""


def drawn(layers):
    """The coverage of each layer, from one film in which each has a frame."""
    timed = [
        {**layer, "start": f"{index}f", "duration": "1f"} for index, layer in enumerate(layers)
    ]
    head = f"YUV4MPEG2 W{SIDE} H{SIDE} F25:1 Ip A1:1 Cmono XCOLORRANGE=FULL\n".encode()
    frame = b"FRAME\n" + bytes(SIDE * SIDE)
    with tempfile.TemporaryDirectory() as folder:
        timeline = os.path.join(folder, "shapes.json")
        with open(timeline, "w") as file:
            json.dump({"version": 1, "layers": timed}, file)
        result = subprocess.run(
            [VFX, "render", "-t", timeline, "--quiet"], input=head + frame * len(layers), stdout=subprocess.PIPE,
            check=True).stdout
    result = result[result.index(b"\n") + 1:]
    size = len(frame)
    for index in range(len(layers)):
        samples = result[index * size + 6:(index + 1) * size]
        yield numpy.frombuffer(samples, numpy.uint8).reshape(SIDE, SIDE).astype(float)


def main():
    cases = [(name, {"type": "shape", **layer}, markup) for name, layer, markup in figure_cases()]
    for name, markup in own_cases():
        element = ElementTree.fromstring(svg(markup.replace('"w"', '"white"')))[0]
        cases.append((name, svg_shapes.layer(element), svg_shapes.whitened(element)))
    if len(sys.argv) > 1:
        found, others = svg_shapes.cases(sorted(pathlib.Path(sys.argv[1]).rglob("*.svg")))
        print(f"{len(found)} of {len(found) + others} files hold what a shape layer can say")
        for case in found:
            fault = refusal(case[1])
            if fault:
                print(f"{case[0]}: refused, {fault}")
            else:
                cases.append(case)
    failures = 0
    for (name, _, markup), ours in zip(cases, drawn([layer for _, layer, _ in cases])):
        theirs = reference(markup)
        apart = numpy.abs(ours - theirs)
        isGood = apart.mean() <= 1 and apart.max() <= 24
        failures += not isGood
        print(f"{name:44} mean {apart.mean():5.3f}, worst {apart.max():5.1f}: {'ok' if isGood else 'FAILED'}")
        if PICTURES:
            sides = numpy.hstack([ours, theirs, numpy.minimum(apart * 8, 255)])
            path = os.path.join(PICTURES, name.replace("/", "-").replace(" ", "-") + ".png")
            Image.fromarray(sides.astype(numpy.uint8)).save(path)
    print(f"{len(cases)} shapes, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
