"""The figures of docs/notes/redact.md: what can be read again of a number that was blurred, or of
which cells were made. Takes the path of DejaVuSans.ttf."""

import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import gaussian_filter, uniform_filter

FONT = ImageFont.truetype(sys.argv[1], 32)
DIGITS = "0123456789"
LEFT, TOP = 40, 28
SIGNAL = 4e5  # the power of such a picture at its lowest frequencies


def render(text, width=640, height=96, x=LEFT, y=TOP):
    image = Image.new("L", (width, height), 230)
    ImageDraw.Draw(image).text((x, y), text, fill=20, font=FONT)
    return np.asarray(image, float)


def correlation(a, b):
    a, b = a - a.mean(), b - b.mean()
    return (a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum())


def inverse(picture, transfer, noise):
    """Wiener's filter for a blur with a transfer function, of a picture whose spectrum falls."""
    margin = 64
    padded = np.pad(picture, margin, mode="edge")
    v, u = np.fft.fftfreq(padded.shape[0])[:, None], np.fft.fftfreq(padded.shape[1])[None]
    blur = transfer(v, u)
    power = SIGNAL / (1 + (u * u + v * v) * 60**2)
    filtered = np.fft.fft2(padded) * np.conj(blur) / (np.abs(blur) ** 2 + noise / power)
    return np.real(np.fft.ifft2(filtered))[margin:-margin, margin:-margin]


def read(picture, text):
    """The share of digits whose own template is the most like what is seen at their places."""
    right, x = 0, float(LEFT)
    for character in text:
        first = round(x) - 2
        width = int(FONT.getlength(character)) + 8
        part = picture[TOP : TOP + 48, first : first + width]
        likeness = {d: correlation(part, render(d, width, 48, 2, 0)) for d in DIGITS}
        right += max(likeness, key=likeness.get) == character
        x += FONT.getlength(character)
    return right / len(text)


def cells(picture, size):
    out = np.empty_like(picture)
    for y in range(0, picture.shape[0], size):
        for x in range(0, picture.shape[1], size):
            part = (slice(y, y + size), slice(x, x + size))
            out[part] = np.rint(picture[part].mean())
    return out


def box(size, shift=0.0):
    return lambda v, u: np.sinc(v * size) * np.sinc(u * size) * np.exp(-2j * np.pi * (u + v) * shift)


def table(title, rows):
    print(title)
    for name, values in rows:
        print(f"  {name:4}", *(f"{value:.2f}" for value in np.mean(list(values), 0)))


def blurred(text, sigma):
    picture = render(text)
    seen = np.rint(gaussian_filter(picture, sigma, mode="nearest"))
    transfer = lambda v, u: np.exp(-2 * np.pi**2 * sigma**2 * (u * u + v * v))
    found = max(((correlation(back, picture), read(back, text)) for back in
                 (inverse(seen, transfer, noise / 12) for noise in (0.3, 1, 3, 10))))
    return read(seen, text), found[1], correlation(seen, picture), found[0]


def celled(text, size):
    seen = cells(render(text), size)
    smooth = gaussian_filter(seen, 0.4 * size)
    return read(seen, text), read(smooth, text), read(inverse(seen, box(size), 30), text)


def moving(text, size):
    """All shifts by whole pixels together are the picture blurred by a box."""
    picture = render(text)
    back = inverse(np.rint(uniform_filter(picture, size, mode="nearest")), box(size, 0.5), 1 / 12)
    return read(back, text), correlation(back, picture)


def guesses(size):
    """How many of all numbers of four digits have the same means, on average over the numbers."""
    glyphs = {d: render(d, 20, 96, 0, 30) for d in DIGITS}
    blank, kinds = np.full((96, 20), 230.0), {}
    for number in range(10000):
        picture = np.hstack([blank] + [glyphs[d] for d in f"{number:04}"] + [blank])
        h, w = (-(-side // size) * size for side in picture.shape)
        whole = np.full((h, w), 230.0)
        whole[: picture.shape[0], : picture.shape[1]] = picture
        key = np.rint(whole.reshape(h // size, size, w // size, size).mean((1, 3))).tobytes()
        kinds[key] = kinds.get(key, 0) + 1
    return sum(count**2 for count in kinds.values()) / 10000


random = np.random.default_rng(1)
texts = ["".join(random.choice(list(DIGITS), 20)) for _ in range(8)]
table("gaussian: read before and after, correlation before and after",
      ((s, [blurred(t, s) for t in texts]) for s in (2, 4, 6, 8, 10, 12, 16)))
table("cells: read as they are, smoothed, after the box's inverse",
      ((s, [celled(t, s) for t in texts]) for s in (4, 8, 12, 16, 24, 32)))
table("moving below cells: read, correlation", ((s, [moving(t, s) for t in texts[:4]]) for s in (16, 24, 32, 48, 64)))
print("numbers of four digits with the same means")
for size in (8, 16, 24, 32, 48, 64, 96):
    print(f"  {size:4} {guesses(size):.1f}")
