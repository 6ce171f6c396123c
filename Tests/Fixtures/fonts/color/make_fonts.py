"""Makes the fonts of this folder: small ones with every kind of colour glyph.

Needs fontTools and Pillow:  python3 make_fonts.py
"""

import io
import os
import struct

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.varLib.builder import buildVarData, buildVarRegionList, buildVarStore
from PIL import Image, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
P = ot.PaintFormat
PALETTES = [
    [(1, 0, 0, 1), (0, 0.5, 0, 1), (0, 0, 1, 1), (1, 1, 0, 0.75), (0.2, 0.6, 0.8, 0.5)],
    [(0, 1, 1, 1), (1, 0.5, 1, 1), (1, 1, 0, 1), (0, 0, 1, 0.75), (0.8, 0.4, 0.2, 0.5)],
]


def shape(points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def disc(x, y, r):
    pen = TTGlyphPen(None)
    k = 0.414213562 * r
    pen.moveTo((x + r, y))
    for sx, sy, tx, ty in ((1, 1, 0, 1), (-1, 1, -1, 0), (-1, -1, 0, -1), (1, -1, 1, 0)):
        # Two pieces for a quarter, whose controls are where tangents meet.
        if (sx, sy) in ((1, 1), (-1, -1)):
            c1, m, c2 = (sx * r, sy * k), (sx * r * 0.70710678, sy * r * 0.70710678), (sx * k, sy * r)
        else:
            c1, m, c2 = (sx * k, sy * r), (sx * r * 0.70710678, sy * r * 0.70710678), (sx * r, sy * k)
        move = lambda p: (round(x + p[0]), round(y + p[1]))
        pen.qCurveTo(move(c1), move(m))
        pen.qCurveTo(move(c2), move((tx * r, ty * r)))
    pen.closePath()
    return pen.glyph()


def base(names, axes=None):
    order = [".notdef", "square", "disc", "star", *names]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0x41 + i: name for i, name in enumerate(names)})
    empty = TTGlyphPen(None).glyph()
    glyphs = {name: empty for name in order}
    glyphs["square"] = shape([(100, 0), (900, 0), (900, 800), (100, 800)])
    glyphs["disc"] = disc(500, 400, 400)
    glyphs["star"] = shape([(500, 900), (265, 76), (880, 528), (120, 528), (735, 76)])
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {name: (1000, getattr(table[name], "xMin", 0)) for name in order})
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    builder.setupNameTable({"familyName": "Colours", "styleName": "Regular"})
    if axes:
        builder.setupFvar(axes, [])
    return builder


def save(builder, name):
    builder.font["head"].created = builder.font["head"].modified = 3_000_000_000
    builder.font.recalcTimestamp = False
    builder.save(os.path.join(HERE, name))


def solid(index, alpha=1.0):
    return {"Format": P.PaintSolid, "PaletteIndex": index, "Alpha": alpha}


def glyph(name, paint):
    return {"Format": P.PaintGlyph, "Glyph": name, "Paint": paint}


def stops(extend, *stops):
    return {
        "Extend": extend,
        "ColorStop": [{"StopOffset": o, "PaletteIndex": i, "Alpha": a} for o, i, a in stops],
    }


RAINBOW = ((0, 0, 1), (0.4, 3, 1), (0.6, 1, 0.5), (1, 2, 1))


def linear(extend, points, colors=RAINBOW):
    return {"Format": P.PaintLinearGradient, "ColorLine": stops(extend, *colors),
            **dict(zip(("x0", "y0", "x1", "y1", "x2", "y2"), points))}


def radial(extend, circles, colors=RAINBOW):
    return {"Format": P.PaintRadialGradient, "ColorLine": stops(extend, *colors),
            **dict(zip(("x0", "y0", "r0", "x1", "y1", "r1"), circles))}


def sweep(extend, center, start, end, colors=RAINBOW):
    return {"Format": P.PaintSweepGradient, "ColorLine": stops(extend, *colors),
            "centerX": center[0], "centerY": center[1], "startAngle": start, "endAngle": end}


def composite(mode, source, backdrop):
    return {"Format": P.PaintComposite, "CompositeMode": mode,
            "SourcePaint": source, "BackdropPaint": backdrop}


def around(name, paint, **values):
    return {"Format": getattr(P, name), "Paint": paint, **values}


def layers(*paints):
    return {"Format": P.PaintColrLayers, "Layers": list(paints)}


MODES = ("clear src dest src_over dest_over src_in dest_in src_out dest_out src_atop dest_atop xor "
         "plus screen overlay darken lighten color_dodge color_burn hard_light soft_light "
         "difference exclusion multiply hsl_hue hsl_saturation hsl_color hsl_luminosity").split()


def paints():
    found = {}
    for extend in ("pad", "repeat", "reflect"):
        found[f"linear_{extend}"] = glyph(
            "square", linear(extend, (300, 200, 600, 400, 250, 500)))
        found[f"radial_{extend}"] = glyph(
            "square", radial(extend, (400, 400, 60, 550, 420, 250)))
        found[f"cone_{extend}"] = glyph("square", radial(extend, (300, 400, 50, 700, 400, 120)))
        found[f"sweep_{extend}"] = glyph("square", sweep(extend, (500, 400), 45, 225))
    found["sweep_whole"] = glyph("disc", sweep("pad", (500, 400), 0, 360))
    found["sweep_back"] = glyph("disc", sweep("reflect", (450, 400), 270, 90))
    found["linear_beyond"] = glyph(
        "square",
        linear("repeat", (300, 0, 600, 0, 300, 100), ((-0.5, 0, 1), (0.25, 1, 1), (1.5, 2, 1))))
    found["linear_hard"] = glyph(
        "square", linear("pad", (200, 0, 800, 0, 200, 100), ((0.3, 0, 1), (0.5, 0, 1),
                                                             (0.5, 2, 1), (0.9, 1, 0))))
    found["foreground"] = layers(glyph("square", solid(0xFFFF, 0.5)), glyph("disc", solid(3)))
    found["nested"] = glyph("square", glyph("star", linear("pad", (100, 0, 900, 0, 100, 100))))
    star = glyph("star", solid(2, 0.8))
    found["transform"] = around("PaintTransform", star, Transform=(0.5, 0.2, -0.3, 0.6, 300, 100))
    found["translate"] = around("PaintTranslate", star, dx=100, dy=-50)
    found["scale"] = around("PaintScale", star, scaleX=0.5, scaleY=1.2)
    found["scale_around"] = around(
        "PaintScaleAroundCenter", star, scaleX=-0.5, scaleY=0.7, centerX=500, centerY=400)
    found["scale_uniform"] = around("PaintScaleUniform", star, scale=0.75)
    found["scale_uniform_around"] = around(
        "PaintScaleUniformAroundCenter", star, scale=0.5, centerX=500, centerY=400)
    found["rotate"] = around("PaintRotate", star, angle=20)
    found["rotate_around"] = around(
        "PaintRotateAroundCenter", star, angle=-75, centerX=500, centerY=400)
    found["skew"] = around("PaintSkew", star, xSkewAngle=20, ySkewAngle=10)
    found["skew_around"] = around(
        "PaintSkewAroundCenter", star, xSkewAngle=-25, ySkewAngle=5, centerX=500, centerY=400)
    found["gradient_moved"] = glyph(
        "square", around("PaintRotateAroundCenter", radial("reflect", (500, 400, 0, 500, 400, 150)),
                         angle=45, centerX=400, centerY=300))
    found["another"] = layers(
        {"Format": P.PaintColrGlyph, "Glyph": "linear_pad"},
        around("PaintScaleUniform", {"Format": P.PaintColrGlyph, "Glyph": "nested"}, scale=0.5))
    found["clipped"] = layers(glyph("square", solid(1)), star)
    front = glyph("disc", linear("pad", (100, 0, 900, 0, 100, 100)))
    back = glyph("square", linear("pad", (100, 100, 100, 700, 200, 100),
                                  ((0, 1, 1), (0.5, 4, 1), (1, 2, 0.2))))
    for mode in MODES:
        found[f"mode_{mode}"] = composite(mode, front, back)
    return found


def colors_one():
    found = paints()
    builder = base(list(found))
    builder.setupCPAL(PALETTES)
    builder.setupCOLR(found, version=1, clipBoxes={"clipped": (200, 100, 650, 600)})
    save(builder, "colr1.ttf")


def colors_zero():
    builder = base(["flag", "plain"])
    builder.setupCPAL(PALETTES)
    builder.setupCOLR({"flag": [("square", 1), ("disc", 3), ("star", 0xFFFF)]}, version=0)
    save(builder, "colr0.ttf")


def colors_variable():
    """A font whose paints move along an axis: from 0 to 1000, at 0 by default."""
    def number(value, index):
        return {"value": value, "index": index}

    region = buildVarRegionList([{"wght": (0, 1, 1)}], ["wght"])
    rows = [[0x2000], [300], [-200], [-8192], [100], [50], [0x4000], [200], [-100], [0]]
    store = buildVarStore(region, [buildVarData([0], rows, optimize=False)])
    line = {"Extend": "pad", "ColorStop": [
        {"StopOffset": 0, "PaletteIndex": 0, "Alpha": 1, "VarIndexBase": 0xFFFFFFFF},
        {"StopOffset": 0.5, "PaletteIndex": 2, "Alpha": 1, "VarIndexBase": 0}]}
    found = {
        "solid": glyph("square", {"Format": P.PaintVarSolid, "PaletteIndex": 2, "Alpha": 1,
                                  "VarIndexBase": 3}),
        "move": around("PaintVarTranslate", glyph("star", solid(0)), dx=0, dy=0, VarIndexBase=1),
        "linear": glyph("square", {
            "Format": P.PaintVarLinearGradient, "ColorLine": line, "x0": 100, "y0": 0,
            "x1": 900, "y1": 0, "x2": 100, "y2": 100, "VarIndexBase": 4}),
        "affine": around("PaintVarTransform", glyph("disc", solid(1)), Transform={
            "xx": 1, "yx": 0, "xy": 0, "yy": 1, "dx": 0, "dy": 0, "VarIndexBase": 0xFFFFFFFF}),
        "scale": around("PaintVarScaleUniformAroundCenter", glyph("disc", solid(1)), scale=1,
                        centerX=500, centerY=400, VarIndexBase=3),
    }
    builder = base(list(found), axes=[("wght", 0, 0, 1000, "Weight")])
    builder.setupCPAL(PALETTES)
    builder.setupCOLR(found, version=1, varStore=store)
    save(builder, "colr1-variable.ttf")


def picture(size, color):
    """A small PNG file: a frame with a dot."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((1, 1, size - 2, size - 2), outline=(*color, 255), fill=(*color, 128))
    image.putpixel((size // 2, 2), (255, 255, 255, 255))
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def raw(builder, tag, data):
    table = DefaultTable(tag)
    table.data = data
    builder.font[tag] = table


BLUE, RED = (0, 0, 255), (255, 0, 0)


def bitmaps():
    """Strikes of 16 and 32 pixels; the large one has every kind of index and of picture."""
    names = [f"g{i}" for i in range(10)]
    builder = base(names)
    first = builder.font.getGlyphID("g0")
    data = bytearray(struct.pack(">HH", 3, 0))

    def small(size):  # height, width, left, top, advance
        return struct.pack(">BBbbB", size, size, 2, size - 3, size)

    def big(size):
        return small(size) + struct.pack(">bbB", 0, 0, 0)

    def add(format, size, color):
        file = picture(size, color)
        entry = {17: small(size), 18: big(size), 19: b""}[format]
        entry += struct.pack(">I", len(file)) + file
        start = len(data)
        data.extend(entry)
        return start, len(entry)

    def strike(size, color, ranges):
        """ranges: (index format, picture format, first, last, glyphs)"""
        tables, heads = bytearray(), bytearray()
        for index, image, low, high, present in ranges:
            places = {g: add(image, size, color) for g in present}
            start = min(p[0] for p in places.values())
            table = struct.pack(">HHI", index, image, start)
            ends = []
            at = 0
            for g in range(low, high + 1):
                ends.append(at)
                if g in places:
                    at = places[g][0] - start + places[g][1]
            ends.append(at)
            if index == 1:
                table += b"".join(struct.pack(">I", e) for e in ends)
            elif index == 3:
                table += b"".join(struct.pack(">H", e) for e in ends)
                table += b"\0" * (len(table) % 4)
            elif index in (2, 5):
                lengths = {p[1] for p in places.values()}
                assert len(lengths) == 1
                table += struct.pack(">I", lengths.pop()) + big(size)
                if index == 5:
                    table += struct.pack(">I", len(present))
                    table += b"".join(struct.pack(">H", first + g) for g in present)
                    table += b"\0" * (len(table) % 4)
            elif index == 4:
                table += struct.pack(">I", len(present))
                for g in present:
                    table += struct.pack(">HH", first + g, places[g][0] - start)
                table += struct.pack(">HH", 0, at)
            heads += struct.pack(">HHI", first + low, first + high,
                                 8 * len(ranges) + len(tables))
            tables += table
        return bytes(heads + tables), len(ranges), size, first + ranges[0][2], first + ranges[-1][3]

    strikes = [
        strike(16, RED, [(1, 17, 0, 1, [0, 1])]),
        strike(32, BLUE, [
            (1, 17, 0, 1, [0]), (2, 19, 2, 3, [2, 3]), (3, 18, 4, 5, [4, 5]),
            (4, 17, 6, 7, [7]), (5, 19, 8, 9, [8])]),
    ]
    head = struct.pack(">HHI", 3, 0, len(strikes))
    body = b""
    start = len(head) + 48 * len(strikes)
    for tables, count, size, low, high in strikes:
        head += struct.pack(">IIII", start + len(body), len(tables), count, 0) + bytes(24)
        head += struct.pack(">HHBBBb", low, high, size, size, 32, 1)
        body += tables
    raw(builder, "CBLC", head + body)
    raw(builder, "CBDT", bytes(data))
    save(builder, "cbdt.ttf")


def standard_bitmaps():
    names = ["own", "same", "circle", "photo"]
    builder = base(names)
    count = len(builder.font.getGlyphOrder())
    first = builder.font.getGlyphID("own")

    def strike(size, color):
        entries = {
            first: struct.pack(">hh4s", 1, -2, b"png ") + picture(size, color),
            first + 1: struct.pack(">hh4sH", 0, 0, b"dupe", first),
            first + 2: struct.pack(">hh4sH", 0, 0, b"dupe", first + 2),
            first + 3: struct.pack(">hh4s", 0, 0, b"jpg ") + b"\xff\xd8\xff\xe0",
        }
        offsets, body = [], b""
        for index in range(count):
            offsets.append(4 + 4 * (count + 1) + len(body))
            body += entries.get(index, b"")
        offsets.append(4 + 4 * (count + 1) + len(body))
        return struct.pack(">HH", size, 72) + b"".join(struct.pack(">I", o) for o in offsets) + body

    strikes = [strike(32, BLUE), strike(16, RED)]
    table = struct.pack(">HHI", 1, 1, len(strikes))
    start = len(table) + 4 * len(strikes)
    for data in strikes:
        table += struct.pack(">I", start)
        start += len(data)
    raw(builder, "sbix", table + b"".join(strikes))
    save(builder, "sbix.ttf")


if __name__ == "__main__":
    colors_zero()
    colors_one()
    colors_variable()
    bitmaps()
    standard_bitmaps()
