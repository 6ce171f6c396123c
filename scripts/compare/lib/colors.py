"""Compares glyphs in colours with Skia's, and emoji with their pictures; see scripts/compare/glyphs."""

import io
import os
import sys

import numpy as np
import skia
from fontTools.ttLib import TTFont
from PIL import Image

from glyph_drawer import Drawer

SIZE = 96
LIMIT = 2.0
EMOJI = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
FIXTURES = "Tests/Fixtures/fonts/color"


def skia_picture(font, glyph, side, x, y):
    surface = skia.Surface.MakeRaster(
        skia.ImageInfo.Make(side, side, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType))
    builder = skia.TextBlobBuilder()
    builder.allocRunPos(font, [glyph], [skia.Point(x, y)])
    surface.getCanvas().drawTextBlob(builder.make(), 0, 0, skia.Paint(AntiAlias=True))
    data = surface.makeImageSnapshot().tobytes()
    return np.frombuffer(data, np.uint8).reshape(side, side, 4).astype(int)


def placed(drawn, side):
    """A drawn picture in a square whose first pixel is (0, 0)."""
    left, top, samples = drawn
    result = np.zeros((side, side, 4), int)
    if samples.size:
        low, first = max(top, 0), max(left, 0)
        part = samples[low - top :, first - left :][: side - low, : side - first]
        result[low : low + part.shape[0], first : first + part.shape[1]] = part
    return result


def compare_paints(drawer, name):
    """Mean differences of all glyphs of a font from Skia's."""
    path = os.path.join(FIXTURES, name)
    order = TTFont(path).getGlyphOrder()
    font = skia.Font(skia.Typeface.MakeFromFile(path), SIZE)
    font.setHinting(skia.FontHinting.kNone)
    font.setSubpixel(True)
    drawer.tell(f"font {path}")
    side, x, y = SIZE * 3 // 2, SIZE // 4, SIZE * 5 // 4
    found = []
    for glyph in range(4, len(order)):
        mine = placed(drawer.draw(f"color {glyph} {SIZE} {x} {y}"), side)
        theirs = skia_picture(font, glyph, side, x, y)
        found.append((np.abs(mine - theirs).mean(), order[glyph]))
    mean = np.mean([difference for difference, _ in found])
    worst, at = max(found)
    print(f"{name:24} {len(found):4} glyphs  mean {mean:.3f}  worst {worst:.3f} ({at})")
    return worst <= LIMIT


def compare_emoji(drawer):
    """Whether pictures at their own size are those of the font, in their place."""
    font = TTFont(EMOJI)
    order = font.getGlyphOrder()
    size = font["CBLC"].strikes[0].bitmapSizeTable.ppemY
    drawer.tell(f"font {EMOJI}")
    worst, count = 0, 0
    for name, stored in list(font["CBDT"].strikeData[0].items())[::23]:
        picture = np.array(Image.open(io.BytesIO(stored.imageData)).convert("RGBA"), float)
        picture[..., :3] *= picture[..., 3:] / 255
        left, top, mine = drawer.draw(f"color {order.index(name)} {size} 0 0")
        x, y = stored.metrics.BearingX - left, -stored.metrics.BearingY - top
        part = mine[y : y + picture.shape[0], x : x + picture.shape[1]]
        worst = max(worst, np.abs(part - picture).max())
        count += 1
    print(f"{'NotoColorEmoji.ttf':24} {count:4} glyphs  largest difference {worst:.2f} at {size} pixels")
    return worst <= 1


drawer = Drawer(os.environ["GLYPHS"])
good = [compare_paints(drawer, name) for name in ("colr0.ttf", "colr1.ttf", "colr1-variable.ttf")]
if os.path.exists(EMOJI):
    good.append(compare_emoji(drawer))
print("Skia mixes the colours of gradients before it multiplies them by alpha; OpenType says after.")
sys.exit(0 if all(good) else 1)
