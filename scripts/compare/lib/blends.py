"""Compares blend modes with their formulas in float64; see scripts/compare/blends."""

import json
import os
import subprocess
import sys

import numpy as np
from PIL import Image

VFX = os.environ["VFX"]
WEIGHTS = {"601": (0.299, 0.114), "709": (0.2126, 0.0722), "2020": (0.2627, 0.0593)}


def lum(c):
    return 0.3 * c[..., 0] + 0.59 * c[..., 1] + 0.11 * c[..., 2]


def set_lum(c, l):
    c = c + (l - lum(c))[..., None]
    L, n, x = lum(c)[..., None], c.min(-1)[..., None], c.max(-1)[..., None]
    with np.errstate(all="ignore"):
        low = np.where(n < 0, L + (c - L) * L / (L - n), c)
        return np.where(x > 1, L + (low - L) * (1 - L) / (x - L), low)


def set_sat(c, s):
    n, x = c.min(-1)[..., None], c.max(-1)[..., None]
    with np.errstate(all="ignore"):
        return np.where(x - n >= 0.0025, (c - n) / (x - n) * s[..., None], 0)


def sat(c):
    return c.max(-1) - c.min(-1)


def dodge(s, b):
    with np.errstate(all="ignore"):
        return np.where(b <= 0, 0, np.where(s >= 1, 1, np.minimum(1, b / (1 - s))))


def burn(s, b):
    with np.errstate(all="ignore"):
        return np.where(b >= 1, 1, np.where(s <= 0, 0, 1 - np.minimum(1, (1 - b) / s)))


def hard(s, b):
    return np.where(s <= 0.5, 2 * s * b, 2 * s - 1 + b - (2 * s - 1) * b)


def soft(s, b):
    d = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(np.maximum(b, 0)))
    return np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))


def vivid(s, b):
    low = np.where(s <= 0, 0, burn(2 * s, b))
    return np.where(s <= 0.5, low, np.where(s >= 1, 1, dodge(2 * s - 1, b)))


def divide(s, b):
    with np.errstate(all="ignore"):
        return np.where(b <= 0, 0, np.where(s <= 0, 1, np.minimum(1, b / s)))


def reflect(s, b):
    with np.errstate(all="ignore"):
        return np.where(s >= 1, 1, np.minimum(1, b * b / (1 - s)))


def pick(s, b, top):
    return np.where(top[..., None], s, b)


MODES = {
    "normal": lambda s, b: s,
    "darken": np.minimum,
    "multiply": lambda s, b: s * b,
    "color-burn": burn,
    "linear-burn": lambda s, b: np.maximum(0, b + s - 1),
    "darker-color": lambda s, b: pick(s, b, lum(s) < lum(b)),
    "lighten": np.maximum,
    "screen": lambda s, b: b + s - b * s,
    "color-dodge": dodge,
    "linear-dodge": lambda s, b: np.minimum(1, b + s),
    "lighter-color": lambda s, b: pick(s, b, lum(s) > lum(b)),
    "overlay": lambda s, b: hard(b, s),
    "soft-light": soft,
    "hard-light": hard,
    "vivid-light": vivid,
    "linear-light": lambda s, b: np.clip(b + 2 * s - 1, 0, 1),
    "pin-light": lambda s, b: np.where(s <= 0.5, np.minimum(b, 2 * s), np.maximum(b, 2 * s - 1)),
    "hard-mix": lambda s, b: np.where((b > 0) & (b + s >= 1), 1.0, 0.0),
    "difference": lambda s, b: np.abs(b - s),
    "exclusion": lambda s, b: b + s - 2 * b * s,
    "subtract": lambda s, b: np.maximum(0, b - s),
    "divide": divide,
    "hue": lambda s, b: set_lum(set_sat(s, sat(b)), lum(b)),
    "saturation": lambda s, b: set_lum(set_sat(b, sat(s)), lum(b)),
    "color": lambda s, b: set_lum(s, lum(b)),
    "luminosity": lambda s, b: set_lum(b, lum(s)),
    "average": lambda s, b: (s + b) / 2,
    "negation": lambda s, b: 1 - np.abs(1 - s - b),
    "phoenix": lambda s, b: np.minimum(s, b) - np.maximum(s, b) + 1,
    "reflect": reflect,
    "glow": lambda s, b: reflect(b, s),
    "grain-extract": lambda s, b: np.clip(b - s + 0.5, 0, 1),
    "grain-merge": lambda s, b: np.clip(b + s - 0.5, 0, 1),
    "plus-lighter": None,
    "plus-darker": None,
}


def over(mode, s, a, b, ab):
    """The premultiplied colour and the alpha of s with alpha a over b with alpha ab."""
    a, ab = a[..., None], ab[..., None]
    if mode == "plus-lighter":
        return np.minimum(1, a * s + ab * b), np.minimum(1, a + ab)[..., 0]
    if mode == "plus-darker":
        ao = np.minimum(1, a + ab)
        return np.maximum(0, ao - (a - a * s) - (ab - ab * b)), ao[..., 0]
    mixed = MODES[mode](s, b)
    return a * (1 - ab) * s + a * ab * mixed + (1 - a) * ab * b, (a + ab - a * ab)[..., 0]


# The modes that are compared where light is mixed, too.
LINEAR = ["normal", "multiply", "screen", "overlay", "soft-light", "difference", "plus-lighter", "luminosity"]


class Format:
    """A format of a stream: how samples become R'G'B', and back."""

    def __init__(self, tag, depth=8, shift=(0, 0), site=(0.0, 0.0), full=False, matrix="709",
                 gray=False, alpha=False, red=None):
        self.tag, self.depth, self.shift, self.site = tag, depth, shift, site
        self.full, self.matrix, self.gray, self.alpha = full, matrix, gray, alpha
        self.sites = (site, red or site)
        scale = 2.0 ** (depth - 8)
        peak = 2.0**depth - 1
        self.peak = peak
        self.black, self.luma = (0, peak) if full else (16 * scale, 219 * scale)
        self.grey, self.chroma = 128 * scale, (peak if full else 224 * scale)

    def decode(self, y, u, v):
        kr, kb = WEIGHTS[self.matrix]
        y, u, v = (y - self.black) / self.luma, (u - self.grey) / self.chroma, (v - self.grey) / self.chroma
        r, b = y + 2 * (1 - kr) * v, y + 2 * (1 - kb) * u
        return np.stack([r, (y - kr * r - kb * b) / (1 - kr - kb), b], -1)

    def steps(self, c):
        """How many samples of Y, Cb and Cr a difference of colours is."""
        kr, kb = WEIGHTS[self.matrix]
        y = kr * c[..., 0] + (1 - kr - kb) * c[..., 1] + kb * c[..., 2]
        return (y * self.luma, (c[..., 2] - y) / (2 - 2 * kb) * self.chroma,
                (c[..., 0] - y) / (2 - 2 * kr) * self.chroma)


    def held(self, c):
        """Colours as samples hold them: chroma of full range has no room for the purest red and blue."""
        y, u, v = self.steps(c)
        top = self.peak if self.full else self.peak + 1
        y, u, v = (np.clip(p + q, 0, top)
                   for p, q in ((y, self.black), (u, self.grey), (v, self.grey)))
        return np.clip(self.decode(y, u, v), 0, 1)


def axis(n, count, shift, site):
    """The weights by which samples at luma's places are read from chroma's, and gathered for them."""
    size = 1 << shift
    up = np.zeros((n, count))
    for x in range(n):
        place = (x - site) / size
        first = int(np.floor(place))
        for tap, share in ((first, 1 - (place - first)), (first + 1, place - first)):
            up[x, min(max(tap, 0), count - 1)] += share
    down = np.zeros((count, n))
    for i in range(count):
        centre = i * size + site
        if size == 1:
            taps = [(i, 1.0)]
        elif centre == np.floor(centre):
            taps = [(int(centre) + k, (size - abs(k)) / size**2) for k in range(1 - size, size)]
        else:
            taps = [(int(round(centre - (size - 1) / 2)) + k, 1 / size) for k in range(size)]
        for tap, share in taps:
            down[i, min(max(tap, 0), n - 1)] += share
    return up, down


FORMATS = [
    Format("444", full=True),
    Format("444", full=False),
    Format("444", full=True, matrix="601"),
    Format("444p10", depth=10, matrix="2020"),
    Format("444p14", depth=14, full=True),
    Format("422", shift=(1, 0), site=(0.0, 0.0)),
    Format("420jpeg", shift=(1, 1), site=(0.5, 0.5)),
    Format("420mpeg2", shift=(1, 1), site=(0.0, 0.5)),
    Format("420paldv", shift=(1, 1), site=(0.0, 1.0), red=(0.0, 0.0)),
    Format("420p12", depth=12, shift=(1, 1), site=(0.0, 0.5)),
    Format("411", shift=(2, 0), site=(0.0, 0.0)),
    Format("mono", gray=True),
    Format("444alpha", alpha=True, full=True),
]


def write_y4m(path, form, planes):
    height, width = planes[0].shape
    kind = np.uint8 if form.depth == 8 else np.dtype("<u2")
    with open(path, "wb") as file:
        range_tag = "FULL" if form.full else "LIMITED"
        file.write(f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C{form.tag} XCOLORRANGE={range_tag}\nFRAME\n".encode())
        for plane in planes:
            file.write(plane.astype(kind).tobytes())


def read_y4m(data, shapes, depth):
    body = data[data.index(b"\nFRAME\n") + 7 :]
    kind = np.uint8 if depth == 8 else np.dtype("<u2")
    planes, at = [], 0
    for shape in shapes:
        count = shape[0] * shape[1] * kind.itemsize if depth > 8 else shape[0] * shape[1]
        planes.append(np.frombuffer(body[at : at + count], kind).reshape(shape).astype(float))
        at += count
    assert at == len(body), f"{len(body)} bytes for {at}"
    return planes


def run(arguments, data=None):
    result = subprocess.run([VFX, "-q", *arguments], input=data, capture_output=True)
    if result.returncode != 0:
        sys.exit(result.stderr.decode())
    return result.stdout


GAMMA = 2.4


def light(c):
    return np.maximum(c, 0) ** GAMMA


def mixed(mode, s, a, b, ab, linear):
    """As over gives it, where linear of light in place of code values."""
    if not linear:
        return over(mode, s, a, b, ab)
    colour, ao = over(mode, light(s), a, light(b), ab)
    with np.errstate(all="ignore"):
        straight = np.where(ao[..., None] > 0, colour / ao[..., None], 0)
    return np.maximum(straight, 0) ** (1 / GAMMA) * ao[..., None], ao


def judge(work, form, mode, noise, linear=False):
    """The largest difference in codes of 8 bits, and the share of samples that are off by 2."""
    height, width = 64, 96
    small = (-(-height // (1 << form.shift[1])),
             -(-width // (1 << form.shift[0])))
    lattice = np.array([0, 1, 32, 64, 96, 127, 128, 160, 192, 224, 254, 255])
    layer = noise.choice(lattice, (height, width, 4)).astype(np.uint8)
    layer[: height // 2, :, 3] = 255
    Image.fromarray(layer, "RGBA").save(f"{work}/layer.png")
    low, high = (0, form.peak) if form.full else (form.black, form.black + form.luma)
    y = noise.integers(int(low), int(high) + 1, (height, width)).astype(float)
    reach = form.chroma * 0.3
    u = noise.integers(int(form.grey - reach), int(form.grey + reach) + 1, small).astype(float)
    v = noise.integers(int(form.grey - reach), int(form.grey + reach) + 1, small).astype(float)
    planes = [y] if form.gray else [y, u, v]
    ab = np.ones((height, width))
    if form.alpha:
        alpha = noise.choice(lattice, (height, width)).astype(float)
        alpha[:, : width // 2] = 255
        planes.append(alpha)
        ab = alpha / 255
    write_y4m(f"{work}/in.y4m", form, planes)
    with open(f"{work}/in.y4m", "rb") as file:
        data = file.read()

    def draw(blending):
        with open(f"{work}/t.json", "w") as file:
            json.dump({"version": 1, "canvas": {"blending": blending}, "layers": [
                {"type": "image", "source": "layer.png", "blend": mode}]}, file)
        return read_y4m(
            run(["-t", f"{work}/t.json", "--matrix", form.matrix], data),
            [p.shape for p in planes], form.depth)

    drawn = draw("linear" if linear else "gamma")

    ups = [axis(width, small[1], form.shift[0], site[0]) for site in form.sites]
    downs = [axis(height, small[0], form.shift[1], site[1]) for site in form.sites]
    raised = [downs[i][0] @ plane @ ups[i][0].T for i, plane in enumerate((u, v))]
    s, a = form.held(layer[..., :3] / 255.0), layer[..., 3] / 255.0
    if form.gray:
        raised = [np.full((height, width), form.grey)] * 2
    there = form.decode(y, *raised)
    back = np.clip(there, 0, 1)
    # What of the backdrop lies beyond black and white is covered by what is put over it.
    beyond = (there - back) * (a * ab)[..., None] if mode == "normal" else 0
    def expected(s, back):
        colour, ao = mixed(mode, s, a, back, ab, linear)
        gain = ao - ab
        steps = form.steps(colour - ab[..., None] * back - beyond)
        found = []
        for index, (plane, step) in enumerate(zip(planes[:3], steps)):
            nought = form.black if index == 0 else form.grey
            if form.alpha:
                with np.errstate(all="ignore"):
                    step = np.where(ao > 0, (step + gain * (nought - plane)) / ao, 0)
            elif index > 0:
                gather = lambda c: downs[index - 1][1] @ c @ ups[index - 1][1].T
                step = gather(step)
                if mode == "normal":
                    # So is what a sample holds and its mean does not.
                    step = step + gather(a * raised[index - 1]) - gather(a) * plane
            found.append(np.clip(plane + step, 0, form.peak))
        if form.alpha:
            found.append(ao * 255)
        return found

    # What samples are rounded to, on both sides: steep formulas lead anywhere between.
    slack = (3.5 / 65535) / np.maximum(a, 1 / 255)[..., None]
    found = [expected(np.clip(s + i * slack, 0, 1), np.clip(back + j * 2e-6, 0, 1))
             for i in (-1, 0, 1) for j in (-1, 0, 1)]
    worst, off = 0.0, 0
    # What is wholly covered is the same, whatever is mixed elsewhere.
    other = draw("gamma") if linear and mode == "normal" else None
    for index, plane in enumerate(drawn):
        if other:
            share = a if index == 0 or form.alpha else (
                downs[index - 1][1] @ a @ ups[index - 1][1].T)
            whole = share > 1 - 1e-6
            if (plane != other[index])[whole].any():
                worst = np.inf
            plane = np.where(whole, np.clip(plane, found[0][index], found[0][index]), plane)
        least = np.min([f[index] for f in found], 0)
        most = np.max([f[index] for f in found], 0)
        scale = 2.0 ** (form.depth - 8)
        # Parts of a colour may lead to different ends of that.
        spread = most - least
        error = np.maximum(np.maximum(least - plane, plane - most) - spread, 0) / scale
        worst, off = max(worst, error.max()), off + (error > 2).sum()
    return worst, off


def crossfade(work, form, noise):
    """The largest difference of a crossfade of light, in codes of 8 bits."""
    height, width = 48, 64
    small = (-(-height // (1 << form.shift[1])), -(-width // (1 << form.shift[0])))
    low, high = (0, form.peak) if form.full else (form.black, form.black + form.luma)
    reach = form.chroma * 0.3

    def picture(name):
        planes = [noise.integers(int(low), int(high) + 1, (height, width)).astype(float)]
        for _ in range(0 if form.gray else 2):
            ends = int(form.grey - reach), int(form.grey + reach) + 1
            planes.append(noise.integers(*ends, small).astype(float))
        write_y4m(f"{work}/{name}.y4m", form, planes)
        return planes

    first, second = picture("first"), picture("second")
    clips = [{"source": f"{name}.y4m", "matrix": form.matrix, "duration": 2, "speed": 0.01}
             for name in ("first", "second")]
    clips[0]["transition"] = {"type": "crossfade", "duration": 1}
    with open(f"{work}/t.json", "w") as file:
        json.dump({"version": 1, "canvas": {"blending": "linear"}, "clips": clips}, file)
    made = run(["-t", f"{work}/t.json", "--matrix", form.matrix])
    made = made[made.index(b"\nFRAME\n") + 1 :]
    size = len("FRAME\n") + sum(p.size for p in first) * (1 if form.depth == 8 else 2)
    ups = [axis(width, small[1], form.shift[0], site[0]) for site in form.sites]
    downs = [axis(height, small[0], form.shift[1], site[1]) for site in form.sites]

    def colours(planes):
        raised = [downs[i][0] @ plane @ ups[i][0].T for i, plane in enumerate(planes[1:])]
        return form.decode(planes[0], *(raised or [np.full((height, width), form.grey)] * 2)), raised

    (a, raised_a), (b, raised_b) = colours(first), colours(second)
    worst = 0.0
    for frame in (25, 30, 38, 45, 49):
        share = frame / 25 - 1
        cut = np.clip(a, 0, 1), np.clip(b, 0, 1)
        mix = ((1 - share) * light(cut[0]) + share * light(cut[1])) ** (1 / GAMMA)
        mix += (1 - share) * (a - cut[0]) + share * (b - cut[1])
        drawn = read_y4m(b"\n" + made[frame * size : (frame + 1) * size],
                         [p.shape for p in first], form.depth)
        for index, step in enumerate(form.steps(mix - a)[: len(first)]):
            if index > 0:
                gather = lambda c: downs[index - 1][1] @ c @ ups[index - 1][1].T
                step = gather(step) + share * (gather(raised_a[index - 1]) - first[index])
                step -= share * (gather(raised_b[index - 1]) - second[index])
            expected = np.clip(first[index] + step, 0, form.peak)
            worst = max(worst, np.abs(expected - drawn[index]).max() / 2.0 ** (form.depth - 8))
    return worst


def corpus(work, folder):
    """Photoshop's pixels: worst and mean error in codes, in a group over white."""
    failed = 0

    def compare(name, layers, expected, most, mean):
        nonlocal failed
        target = np.asarray(Image.open(expected).convert("RGB")).astype(float)
        height, width = target.shape[:2]
        form = Format("444p14", depth=14, full=True)
        white = [np.full((height, width), form.peak), np.full((height, width), form.grey),
                 np.full((height, width), form.grey)]
        write_y4m(f"{work}/in.y4m", form, white)
        with open(f"{work}/t.json", "w") as file:
            json.dump({"version": 1, "layers": [{"type": "group", "layers": layers}]}, file)
        with open(f"{work}/in.y4m", "rb") as file:
            data = run(["-t", f"{work}/t.json", "--matrix", "709"], file.read())
        planes = read_y4m(data, [(height, width)] * 3, form.depth)
        found = np.clip(form.decode(*planes), 0, 1) * 255
        error = np.abs(found - target)
        good = error.mean() <= mean and (most is None or error.max() <= most)
        failed += not good
        print(f"{'ok    ' if good else 'WRONG '} {name:34} {error.max():6.2f} worst {error.mean():6.3f} mean")

    for mode in MODES:
        path = f"{folder}/ellipses/{mode}.png"
        if os.path.exists(path):
            layers = [{"type": "image", "source": os.path.abspath(f"{folder}/ellipses/ellipse{i}.png"),
                       "blend": mode, "opacity": 128 / 255} for i in (1, 2, 3)]
            compare(f"ellipses/{mode}", layers, path, 4, 0.4)
    cases = f"{folder}/duck-gray"
    for line in open(f"{cases}/errors.tsv").read().splitlines()[1:] if os.path.isdir(cases) else []:
        case, mode, worst, mean = line.split("\t")[:4]
        layers = [{"type": "image", "source": os.path.abspath(f"{cases}/{case}.backdrop.png")},
                  {"type": "image", "source": os.path.abspath(f"{cases}/{case}.source.png"), "blend": mode}]
        compare(f"duck-gray/{case.split('-photo')[0]}", layers, f"{cases}/{case}.expected.png", None,
                float(mean) + 0.3)
    return failed


def main():
    work, names = sys.argv[1], [n for n in sys.argv[2:] if n != "crossfade"]
    if len(sys.argv) == 2:
        names = list(MODES)
    noise = np.random.default_rng(20260101)
    failed = 0
    cases = [(mode, False) for mode in names]
    cases += [(mode, True) for mode in LINEAR if mode in names]
    for mode, linear in cases:
        worst = {}
        label = f"{mode}{', linear' if linear else ''}"
        # Without a mode, layers are drawn as ever.
        for form in FORMATS if mode != "normal" or linear else []:
            name = f"{form.tag}{'' if not form.full else ' full'}"
            error, off = judge(work, form, mode, noise, linear)
            limit = 1 if form.tag == "444" and form.full else 2
            if error > limit:
                failed += 1
                print(f"WRONG  {label:22} {name:14} {error:6.2f} worst, {off} off by more than 2")
            worst[name] = max(worst.get(name, 0), error)
        print(f"ok     {label:22} " + ", ".join(f"{k} {v:.2f}" for k, v in worst.items()))
    if names == list(MODES) or "crossfade" in sys.argv:
        found = {f"{f.tag}{' full' if f.full else ''}": crossfade(work, f, noise)
                 for f in FORMATS if not f.alpha}
        failed += int(max(found.values()) > 1)
        print(f"{'ok    ' if max(found.values()) <= 1 else 'WRONG '} {'crossfade, linear':22} "
              + ", ".join(f"{k} {v:.2f}" for k, v in found.items()))
    if "BLEND_CORPUS" in os.environ and len(names) > 1:
        failed += corpus(work, os.environ["BLEND_CORPUS"])
    print(f"{len(cases)} modes compared, {failed} differ")
    sys.exit(failed > 0)


main()
