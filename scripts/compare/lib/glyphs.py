"""Compares the coverage of glyphs with FreeType's; see scripts/compare/glyphs."""

import os
import random
import sys

import freetype as ft
import numpy as np

from glyph_drawer import Drawer

LEAST_GLYPHS = 500
SIZES = [12, 14, 17, 20, 24, 32, 48, 64, 80, 96]
# The largest mean of a font and of a size.
LIMIT = 2.0
JOINS = {"round": ft.FT_STROKER_LINEJOIN_ROUND, "miter": 3, "bevel": ft.FT_STROKER_LINEJOIN_BEVEL}
FONTS = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSerif-Italic.ttf",
    "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansThai-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
    "/usr/share/fonts/opentype/urw-base35/NimbusSans-Regular.otf",
    "/usr/share/fonts/opentype/urw-base35/Z003-MediumItalic.otf",
]


def mask_of(glyph, origin):
    """The place and the samples of a glyph's bitmap; they live as long as the glyph."""
    drawn = glyph.to_bitmap(ft.FT_RENDER_MODE_NORMAL, origin)
    bitmap = drawn.bitmap
    rows = np.array(bitmap.buffer, np.uint8).reshape(bitmap.rows, bitmap.pitch)
    return drawn.left, -drawn.top, rows[:, : bitmap.width]


def reference(face, glyph, size, x, y):
    """FreeType's mask of a glyph, moved by 64ths of pixels."""
    face.set_char_size(size * 64)
    face.load_glyph(glyph, ft.FT_LOAD_NO_HINTING | ft.FT_LOAD_NO_BITMAP)
    return mask_of(face.glyph.get_glyph(), ft.FT_Vector(x, -y))


def exact_reference(face, glyph, size, x, y):
    """What FreeType draws eight times larger, averaged: nearer to the true areas than its own
    masks, whose curves are as much as a 16th of a pixel beside themselves."""
    left, top, samples = reference(face, glyph, size * 8, x * 8, y * 8)
    before = (left % 8, top % 8)
    after = [-(edge + extent) % 8 for edge, extent in zip(before, reversed(samples.shape))]
    padded = np.pad(samples, ((before[1], after[1]), (before[0], after[0])))
    height, width = padded.shape[0] // 8, padded.shape[1] // 8
    return left // 8, top // 8, padded.reshape(height, 8, width, 8).mean((1, 3))


def stroke_reference(face, glyph, size, width, join):
    """FreeType's mask of a line along a glyph's outline, its width in 64ths of pixels."""
    face.set_char_size(size * 64)
    face.load_glyph(glyph, ft.FT_LOAD_NO_HINTING | ft.FT_LOAD_NO_BITMAP)
    stroker = ft.Stroker()
    stroker.set(width // 2, ft.FT_STROKER_LINECAP_ROUND, JOINS[join], 4 << 16)
    stroked = face.glyph.get_glyph()
    stroked.stroke(stroker)
    return mask_of(stroked, ft.FT_Vector(0, 0))


def difference(one, other):
    """The mean and the largest difference over the box of both masks; None if both are empty."""
    masks = [mask for mask in (one, other) if mask[2].size]
    if not masks:
        return None
    left, top = min(m[0] for m in masks), min(m[1] for m in masks)
    right = max(m[0] + m[2].shape[1] for m in masks)
    bottom = max(m[1] + m[2].shape[0] for m in masks)
    total = np.zeros((bottom - top, right - left))
    for sign, (x, y, samples) in ((1.0, one), (-1.0, other)):
        if samples.size:
            area = total[y - top : y - top + samples.shape[0], x - left : x - left + samples.shape[1]]
            area += sign * samples
    return np.abs(total).mean(), np.abs(total).max()


def glyphs_with_shapes(face, count, noise):
    """Glyphs that draw something, anywhere in the font."""
    found = []
    for glyph in noise.sample(range(face.num_glyphs), face.num_glyphs):
        face.load_glyph(glyph, ft.FT_LOAD_NO_SCALE)
        if face.glyph.outline.n_points:
            found.append(glyph)
        if len(found) == count:
            break
    return found


class Tally:
    def __init__(self):
        self.means, self.worst, self.worst_at = [], 0, ""

    def add(self, found, at):
        if not found:
            return
        self.means.append(found[0])
        if found[0] >= self.worst:
            self.worst, self.worst_at = found[0], at

    def mean(self):
        return np.mean(self.means) if self.means else 0

    def line(self):
        return (f"{len(self.means):4} masks  mean {self.mean():.3f}  "
                f"worst {self.worst:.3f} ({self.worst_at})")


def compare_fills(drawer, face, glyph, tallies, noise):
    for size in SIZES:
        x, y = noise.randrange(64), noise.randrange(64)
        mine = drawer.draw(f"fill {glyph} {size} {x / 64} {y / 64}")
        theirs = reference(face, glyph, size, x, y)
        exact = exact_reference(face, glyph, size, x, y)
        at = f"{glyph} at {size}"
        for key in ("font", "all", size):
            tallies[key].add(difference(mine, theirs), at)
        tallies["exact"].add(difference(mine, exact), at)
        tallies["freetype"].add(difference(theirs, exact), at)


def compare_strokes(drawer, face, glyph, name, tallies, noise):
    size = noise.choice(SIZES)
    width = 2 * noise.randrange(16, 6 * size)
    for join in JOINS:
        mine = drawer.draw(f"stroke {glyph} {size} 0 0 {width / 64} {join}")
        found = difference(mine, stroke_reference(face, glyph, size, width, join))
        tallies[join].add(found, f"{name} {glyph} at {size}, {width / 64} wide")


def main():
    drawer = Drawer(os.environ["GLYPHS"])
    paths = sys.argv[1:] or FONTS
    noise = random.Random(1)
    count = -(-LEAST_GLYPHS // len(paths))
    tallies = {key: Tally() for key in ("all", "exact", "freetype", *SIZES, *JOINS)}
    fails = False
    for path in paths:
        face = ft.Face(path)
        drawer.tell(f"font {path}")
        name = os.path.basename(path)
        tallies["font"] = Tally()
        for glyph in glyphs_with_shapes(face, count, noise):
            compare_fills(drawer, face, glyph, tallies, noise)
            compare_strokes(drawer, face, glyph, name, tallies, noise)
        fails = fails or tallies["font"].mean() > LIMIT
        print(f"{name:40} {tallies['font'].line()}")
    for size in SIZES:
        fails = fails or tallies[size].mean() > LIMIT
        print(f"{f'{size} pixels':40} {tallies[size].line()}")
    print(f"{'all':40} {tallies['all'].line()}")
    print(f"{'from FreeType 8 times larger':40} {tallies['exact'].line()}")
    print(f"{'FreeType from itself 8 times larger':40} {tallies['freetype'].line()}")
    for join in JOINS:
        print(f"{'strokes, ' + join:40} {tallies[join].line()}")
    print("FreeType leaves holes in wide strokes around small shapes, which count as differences.")
    return 1 if fails else 0


sys.exit(main())
