"""Measures how far pictures and sounds are apart at the cuts of a film; see scripts/tests/sync."""

import array
import json
import os
import random
import struct
import subprocess
import sys
from fractions import Fraction

WORK, LONG = sys.argv[1], "--long" in sys.argv[2:]
VFX, AFX = os.environ["VFX"], os.environ["AFX"]
FRAME = Fraction(1001, 30000)
RATE = 48000
CUTS = 40
LENGTH = 3600 if LONG else 180


def sources():
    """A film whose first two frames are white and all others black, and a sound that starts.

    Two, as the first frame after a cut shows the nearest of the source, which may be its second.
    """
    seconds = LENGTH // CUTS * 2 + 8
    count = seconds * 30
    with open(os.path.join(WORK, "flash.y4m"), "wb") as film:
        film.write(b"YUV4MPEG2 W16 H16 F30000:1001 Ip A1:1 Cmono\n")
        for index in range(count):
            film.write(b"FRAME\n" + bytes([235 if index < 2 else 16]) * 256)
    sound = array.array("h", [20000] * 480 + [0] * (seconds * RATE - 480))
    if sys.byteorder == "big":
        sound.byteswap()
    data = sound.tobytes()
    head = struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVEfmt ", 16, 1, 1, RATE, RATE * 2, 2, 16, b"data", len(data))
    with open(os.path.join(WORK, "beep.wav"), "wb") as file:
        file.write(head + data)


def timelines(lengths):
    """The same cuts twice: of pictures for vfx, of sounds for afx."""
    for source, name in [("flash.y4m", "v.json"), ("beep.wav", "a.json")]:
        clips = [{"source": source, "duration": str(length)} for length in lengths]
        with open(os.path.join(WORK, name), "w") as file:
            json.dump({"version": 1, "canvas": {"rate": "30000/1001"}, "clips": clips}, file)


def white_frames():
    process = subprocess.Popen([VFX, "-q", "-t", os.path.join(WORK, "v.json")], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    process.stdout.readline()
    found, index, was_white = [], 0, False
    while process.stdout.readline():
        is_white = process.stdout.read(256)[0] > 200
        if is_white and not was_white:
            found.append(index)
        was_white = is_white
        index += 1
    if process.wait() != 0:
        sys.exit("sync: vfx failed")
    return found, index


def beeps():
    process = subprocess.Popen(
        [AFX, "-q", "--format", "s16", "-t", os.path.join(WORK, "a.json")], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    data = process.stdout.read()
    if process.wait() != 0:
        sys.exit("sync: afx failed")
    body = data[data.index(b"data") + 8 :]
    samples = array.array("h", body[: len(body) // 2 * 2])
    if sys.byteorder == "big":
        samples.byteswap()
    found, index = [], 0
    while index < len(samples):
        if samples[index] > 10000:
            found.append(index)
            index += 4800
        else:
            # Beeps last 480 samples.
            index += 1 if index + 400 >= len(samples) or samples[index + 400] > 100 else 400
    return found, len(samples)


def main():
    sources()
    random.seed(29)
    # Cuts at odd fractions of a second, none of them on a frame.
    mean = Fraction(LENGTH, CUTS)
    lengths = [mean * Fraction(random.randint(700, 1300), 1000) + Fraction(random.randint(1, 97), 9973) for _ in range(CUTS)]
    timelines(lengths)
    starts = [sum(lengths[:number], Fraction(0)) for number in range(CUTS)]
    frames, frame_count = white_frames()
    sounds, sample_count = beeps()
    if len(frames) != CUTS or len(sounds) != CUTS:
        sys.exit(f"sync: {CUTS} cuts gave {len(frames)} white frames and {len(sounds)} beeps")
    worst_sound = worst_frame = worst = Fraction(0)
    faults = 0
    for start, frame, sample in zip(starts, frames, sounds):
        sound, picture = Fraction(sample, RATE), frame * FRAME
        # A frame shows what is on at its time: the first one at or after the cut.
        worst_sound = max(worst_sound, abs(sound - start))
        worst_frame = max(worst_frame, picture - start)
        # The middle of the frames that could show the cut is half a frame behind it.
        apart = abs(picture - sound - FRAME / 2)
        worst = max(worst, apart)
        if abs(sound - start) > Fraction(1, RATE) or not 0 <= picture - start < FRAME or apart > FRAME / 2 + Fraction(1, RATE):
            faults += 1
    total = sum(lengths, Fraction(0))
    print(f"{float(total):.3f} s, {CUTS} cuts: {frame_count} frames, {sample_count} samples")
    print(f"beeps are at most {float(worst_sound * RATE):.3f} samples from their cuts")
    print(f"white frames are at most {float(worst_frame / FRAME):.3f} frames behind their cuts")
    print(f"they are apart by half a frame and at most {float(worst * 1000):.3f} ms more or less (limit {float((FRAME / 2 + Fraction(1, RATE)) * 1000):.3f})")
    ends = abs(Fraction(sample_count, RATE) - total) * RATE, frame_count * FRAME - total
    if ends[0] > 1 or not 0 <= ends[1] < FRAME:
        print(f"the ends are off by {float(ends[0]):.3f} samples and {float(ends[1] / FRAME):.3f} frames")
        faults += 1
    if faults:
        sys.exit(f"sync: {faults} faults")


main()
