"""The streams and pictures that are measured with, made once by ffmpeg and vfx."""

import os
import shutil
import subprocess

CLIP_FRAMES = 25

# Colours with an alpha that runs from 0 to 255 across the picture, so that nothing is opaque.
SOFT = "testsrc2=s={size},format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'"

PICTURES = {
    "logo.png": (SOFT.format(size="300x120"), 1),
    "full.png": (SOFT.format(size="1920x1080"), 1),
    "sticker.png": (SOFT.format(size="300x300"), 1),
    "moving.gif": ("testsrc2=s=200x200:r=12.5", 12),
}


def prepare(folder, vfx):
    """Makes what is missing; gives the paths of a stream's header and of its frames."""
    os.makedirs(folder, exist_ok=True)
    for name, (graph, frames) in PICTURES.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            ffmpeg = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", graph]
            subprocess.run([*ffmpeg, "-frames:v", str(frames), path], check=True)
    header, frames = os.path.join(folder, "header"), os.path.join(folder, "frames")
    if not os.path.exists(frames):
        clip = os.path.join(folder, "clip.y4m")
        make = [vfx, "testsrc", "-s", "1920x1080", "-r", "25", "-n", str(CLIP_FRAMES)]
        with open(clip, "wb") as file:
            subprocess.run(make, check=True, stdout=file)
        # Piece by piece: what this process holds at its peak is counted as its children's.
        with open(clip, "rb") as whole, open(header, "wb") as first, open(frames, "wb") as rest:
            first.write(whole.readline())
            shutil.copyfileobj(whole, rest)
        os.remove(clip)
    return header, frames


def stream(header, frames, count):
    """The files that make a stream of about `count` frames, and their true number."""
    repeats = max(1, round(count / CLIP_FRAMES))
    return [header] + [frames] * repeats, repeats * CLIP_FRAMES
