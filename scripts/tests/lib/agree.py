"""Plays timelines with vfx and with afx, which must agree how long they are; see scripts/tests/sync."""

import json
import os
import shutil
import struct
import subprocess
import sys
from fractions import Fraction

WORK = sys.argv[1]
VFX, AFX = os.environ["VFX"], os.environ["AFX"]
EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples")
CANVAS = {"size": [32, 18], "rate": 25}
FILM = {"source": "film.y4m"}

# Each with the options of both programs. Times in frames count at the film's 25 a second.
CASES = {
    "a film": [dict(clips=[FILM])],
    "frames of a film": [dict(clips=[dict(FILM, **{"in": "7f", "out": "61f"})])],
    "frames behind a picture": [dict(clips=[{"source": "logo.png", "duration": "30f"}, dict(FILM, out="60f")])],
    "frames of the canvas": [dict(canvas={"rate": "24000/1001"}, clips=[dict(FILM, out="37f")])],
    "the canvas goes before --fps": [dict(canvas=CANVAS, clips=[dict(FILM, out="60f")]), "--fps", "50"],
    "--fps goes before the film": [dict(clips=[dict(FILM, out="60f")]), "--fps", "50"],
    "a picture": [dict(canvas=CANVAS, clips=[{"source": "logo.png", "duration": 1.23}])],
    "a picture by its kind": [dict(canvas=CANVAS, clips=[{"source": {"image": "cat.gif"}}])],
    "an animation": [dict(canvas=CANVAS, clips=[{"source": "cat.gif", "loop": 3, "speed": 0.7}])],
    "a colour": [dict(canvas=CANVAS, clips=[{"source": {"color": "red"}, "duration": "5f"}])],
    "transitions": [
        dict(
            clips=[
                dict(FILM, out=2.01, transition={"type": "wipe", "duration": "9f", "sound": "cut"}),
                dict(source="logo.png", duration=2, transition={"type": "fade", "duration": 0.51}),
                dict(FILM, reverse=True, speed=0.9),
            ]
        )
    ],
    "gaps": [dict(clips=[dict(FILM, out=1, start=0.7), dict(FILM, start=2.5, out=1)])],
    "freezes": [dict(clips=[dict(FILM, out=3, speed=2, freeze={"at": 0.7, "duration": 1.31})])],
    "passes": [dict(clips=[dict(FILM, out="33f", pingpong=True, loop=3, speed=1.3)])],
    "for ever": [dict(clips=[dict(FILM, out=1, loop="forever", duration=7.77)])],
    "speeds that move": [dict(clips=[dict(FILM, speed={"keys": [[0, 1], [1, 0.25, "easeInOutCubic"], [2, 2]]})])],
    "from the middle": [dict(clips=[FILM]), "--start", "1.234"],
    "from before": [dict(clips=[FILM]), "--start=-1"],
    "from a frame": [dict(clips=[FILM]), "--start", "20f"],
    "standard input": [dict(layers=[]), "<"],
    "standard input from before": [dict(layers=[]), "<", "--start=-1"],
    "standard input as a clip": [dict(clips=[{"source": "stdin", "in": 0.5, "out": 2.9}, dict(FILM, out="7f")]), "<", "--fps", "25"],
    "standard input again": [dict(clips=[{"source": "stdin", "in": 2, "out": 3}, {"source": "stdin", "out": 1, "reverse": True}]), "<"],
    "tracks": [
        dict(
            clips=[dict(FILM, out=2)],
            audio={"tracks": [{"source": "tone.wav", "loop": "forever", "start": "5f", "pan": {"from": -1, "to": 1}}]},
        )
    ],
    "a movement as long as its track": [dict(clips=[FILM], audio={"tracks": [{"source": "tone.wav", "pan": {"from": -1, "to": 1}}]})],
}

# What both refuse, with the same words at the same places.
FAULTS = {
    "a missing film": dict(clips=[{"source": "none.mp4"}]),
    "a clip beyond its film": dict(clips=[dict(FILM, out=9)]),
    "a transition that is too long": dict(clips=[dict(FILM, out=1, transition={"type": "fade", "duration": 2}), FILM]),
    "keys that are not there": dict(clips=[dict(FILM, sped=2)], layers=[{"type": "imag"}], audio={"trax": []}),
    "sound that is none": dict(clips=[FILM], audio={"tracks": [{"source": {"color": "red"}}]}),
}


def sources():
    rate, seconds = 48_000, 4
    sound = struct.pack("<480h", *range(480)) * (rate * seconds // 480)
    head = struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + len(sound), b"WAVEfmt ", 16, 1, 1, rate, rate * 2, 2, 16, b"data", len(sound))
    with open(os.path.join(WORK, "tone.wav"), "wb") as file:
        file.write(head + sound)
    with open(os.path.join(WORK, "film.y4m"), "wb") as file:
        file.write(b"YUV4MPEG2 W32 H18 F25:1 Ip A1:1 C420jpeg\n" + (b"FRAME\n" + bytes(32 * 18 * 3 // 2)) * 25 * seconds)
    for name in ["logo.png", "cat.gif"]:
        shutil.copy(os.path.join(EXAMPLES, name), WORK)


def run(program, arguments, input=None):
    with open(os.path.join(WORK, input) if input else os.devnull, "rb") as stdin:
        ended = subprocess.run([program, *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=WORK)
    return ended.returncode, ended.stdout, ended.stderr.decode()


def lengths(arguments, reads):
    """How long pictures and sounds are, and the length of a frame; or what went wrong."""
    status, film, errors = run(VFX, ["-q", *arguments], "film.y4m" if reads else None)
    if status != 0:
        return f"vfx ends with {status}: {errors}"
    status, sound, errors = run(AFX, ["-q", *arguments, "--format", "s16"], "tone.wav" if reads else None)
    if status != 0:
        return f"afx ends with {status}: {errors}"
    rate = next(word[1:] for word in film[: film.index(b"\n")].decode().split() if word[0] == "F")
    frame = 1 / Fraction(*map(int, rate.split(":")))
    format = sound.index(b"fmt ") + 8
    channels, samples = struct.unpack("<HI", sound[format + 2 : format + 8])
    count = (len(sound) - sound.index(b"data") - 8) // 2 // channels
    return film.count(b"FRAME\n") * frame, Fraction(count, samples), frame, Fraction(1, samples)


def main():
    sources()
    faults = 0
    for name, (timeline, *options) in CASES.items():
        with open(os.path.join(WORK, "t.json"), "w") as file:
            json.dump({"version": 1, **timeline}, file)
        arguments = ["-t", "t.json", *(option for option in options if option != "<")]
        found = lengths(arguments, "<" in options)
        if not isinstance(found, str):
            pictures, sounds, frame, sample = found
            # The last frame is the last that begins before the end.
            if pictures > 0 and -sample <= pictures - sounds < frame + sample:
                continue
            found = f"{float(pictures):.5f} s of pictures, {float(sounds):.5f} s of sound"
        print(f"{name}: {found}")
        faults += 1
    for name, timeline in FAULTS.items():
        with open(os.path.join(WORK, "t.json"), "w") as file:
            json.dump({"version": 1, **timeline}, file)
        pictures, sounds = run(VFX, ["check", "t.json"]), run(AFX, ["check", "t.json"])
        if pictures != sounds or pictures[0] != 2:
            print(f"{name}: vfx says {pictures}, and afx {sounds}")
            faults += 1
    if faults:
        sys.exit(f"sync: {faults} faults")
    print(f"{len(CASES)} timelines are as long in both programs, and {len(FAULTS)} are refused with the same words")


main()
