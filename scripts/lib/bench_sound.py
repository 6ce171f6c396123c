"""Times afx, ffmpeg and sox in turn; see scripts/bench-sound."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

SECONDS = 600
# For works that take their time.
SHORT = 60
AFX = os.environ["AFX"]
FFMPEGS = {"ffmpeg": "ffmpeg"}
if os.environ.get("FFMPEG"):
    FFMPEGS["ffmpeg (newer)"] = os.environ["FFMPEG"]

parser = argparse.ArgumentParser(prog="scripts/bench-sound")
parser.add_argument("folder")
parser.add_argument("works", nargs="*")
parser.add_argument("--pairs", type=int, default=5)
options = parser.parse_args()
os.chdir(options.folder)


def make(name, seed, rate):
    """Noise under a slow swell, at 16 bits."""
    source = f"anoisesrc=r={rate}:d={SECONDS}:a=0.4:c=pink:seed={seed}"
    graph = ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", source.replace(f"seed={seed}", f"seed={seed + 1}")]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", *graph, "-filter_complex", "amerge=2", "-c:a", "pcm_s16le", name], check=True
    )


def timeline(name, audio):
    with open(name, "w") as file:
        json.dump({"version": 1, "audio": audio}, file)


def peers(arguments):
    """The same command line for each ffmpeg."""
    tail = ["-c:a", "pcm_s16le", "-f", "wav", "-"]
    return {name: [path, "-v", "error", "-nostdin", *arguments, *tail] for name, path in FFMPEGS.items()}


def mix():
    ramp = {"keys": [[0, 0.2], [SECONDS, 0.8]]}
    fade = {"fadeIn": 2, "fadeOut": 2}
    timeline("mix.json", {"main": {"volume": ramp, **fade}, "tracks": [{"source": "b.wav", "volume": ramp, **fade}]})
    chain = f"volume='0.2+0.6*t/{SECONDS}':eval=frame,afade=in:d=2,afade=out:st={SECONDS - 2}:d=2"
    graph = f"[0]{chain}[a];[1]{chain}[b];[a][b]amix=inputs=2:normalize=0"
    runs = {"afx": ([AFX, "-q", "-t", "mix.json"], "a.wav")}
    for name, command in peers(["-i", "a.wav", "-i", "b.wav", "-filter_complex", graph]).items():
        runs[name] = (command, None)
    if shutil.which("sox"):
        # sox has no ramps; fades alone are what it can do.
        part = f"|sox {{}}.wav -p gain -6 fade t 2 {SECONDS} 2"
        runs["sox (fades only)"] = (["sox", "-m", part.format("a"), part.format("b"), "-t", "wav", "-"], None)
    return runs


def nothing():
    runs = {"afx": ([AFX, "-q"], "a.wav"), "cat": (["cat"], "a.wav")}
    for name, command in peers(["-i", "a.wav"]).items():
        runs[name] = (command, None)
    return runs


def resample():
    timeline("rate.json", {"rate": 48000})
    runs = {"afx": ([AFX, "-q", "-t", "rate.json"], "c.wav")}
    for name, command in peers(["-i", "c.wav", "-ar", "48000"]).items():
        runs[name] = (command, None)
    if shutil.which("sox"):
        runs["sox rate -v"] = (["sox", "c.wav", "-t", "wav", "-b", "16", "-", "rate", "-v", "48000"], None)
    return runs


def glide():
    """The pitch moves upwards by an octave; the others can only hold one, that of the middle."""
    ramp = {"from": 0, "to": 12, "duration": SHORT}
    timeline("glide.json", {"effects": [{"effect": "pitch", "semitones": ramp}]})
    runs = {"afx": ([AFX, "-q", "-t", "glide.json"], "d.wav")}
    for name, command in peers(["-i", "d.wav", "-af", f"rubberband=pitch={2 ** 0.5}"]).items():
        runs[name + " rubberband (steady)"] = (command, None)
    if shutil.which("sox"):
        runs["sox pitch (steady)"] = (["sox", "d.wav", "-t", "wav", "-b", "16", "-", "pitch", "600"], None)
    return runs


def moving(kept):
    """The speed moves from 1 to 2, and the pitch stays or goes with it; the others hold 1.5."""
    clip = {"source": "d.wav", "speed": {"from": 1, "to": 2}, "preservePitch": kept}
    with open("moving.json" if kept else "turning.json", "w") as file:
        json.dump({"version": 1, "clips": [clip], "audio": {}}, file)
    return {"afx": ([AFX, "-q", "-t", file.name], None)}


def speed():
    runs = moving(kept=False)
    chain = "asetrate=72000,aresample=48000:filter_size=64:phase_shift=12"
    for name, command in peers(["-i", "d.wav", "-af", chain]).items():
        runs[name + " asetrate (steady)"] = (command, None)
    if shutil.which("sox"):
        command = ["sox", "d.wav", "-t", "wav", "-b", "16", "-", "speed", "1.5", "rate", "-v"]
        runs["sox speed (steady)"] = (command, None)
    return runs


def tempo():
    runs = moving(kept=True)
    for name, command in peers(["-i", "d.wav", "-af", "atempo=1.5"]).items():
        runs[name + " atempo (steady)"] = (command, None)
    if shutil.which("sox"):
        runs["sox tempo (steady)"] = (["sox", "d.wav", "-t", "wav", "-b", "16", "-", "tempo", "1.5"], None)
    return runs


def measure():
    runs = {"afx": ([AFX, "measure", "-q", "a.wav"], None)}
    for name, path in FFMPEGS.items():
        command = [path, "-v", "error", "-nostdin", "-i", "a.wav", "-af", "ebur128=peak=true", "-f", "null", "-"]
        runs[name] = (command, None)
    return runs


def run(command, source):
    """Wall seconds, processor seconds and peak memory in MiB, of a program and its children."""
    feed = open(source, "rb") if source else subprocess.DEVNULL
    began = time.perf_counter()
    process = subprocess.Popen(command, stdin=feed, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    if status != 0:
        sys.exit(f"bench-sound: {' '.join(command)}: {said}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


WORKS = {
    "mix": mix,
    "pass": nothing,
    "resample": resample,
    "measure": measure,
    "pitch": glide,
    "speed": speed,
    "tempo": tempo,
}
wanted = options.works or list(WORKS)
if any(name not in WORKS for name in wanted):
    sys.exit(f"bench-sound: the works are {', '.join(WORKS)}")
make("a.wav", 1, 48000)
make("b.wav", 3, 48000)
make("c.wav", 5, 44100)
if {"pitch", "speed", "tempo"} & set(wanted):
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "a.wav", "-t", str(SHORT), "d.wav"], check=True)
print("| Work | Program | Real time | CPU s | MiB | afx: speed | afx: CPU |")
print("|---|---|---|---|---|---|---|")
for name in wanted:
    runs = WORKS[name]()
    found = {program: [] for program in runs}
    for _ in range(options.pairs):
        for program, (command, source) in runs.items():
            found[program].append(run(command, source))
    middle = {program: [statistics.median(column) for column in zip(*results)] for program, results in found.items()}
    ours = middle["afx"]
    seconds = SHORT if name in ("pitch", "speed", "tempo") else SECONDS
    for program, (wall, cpu, memory) in middle.items():
        ratios = "| |" if program == "afx" else f"| {wall / ours[0]:.2f} x | {ours[1] / max(cpu, 1e-3):.2f} |"
        print(f"| {name} | {program} | {seconds / wall:.0f} x | {cpu:.2f} | {memory:.1f} {ratios}")
