"""Holds `afx beats` beside other trackers; scripts/compare/beats says what it needs."""

import json
import os
import subprocess
import sys
import warnings

import mir_eval
import numpy as np
import soundfile

try:
    import aubio
except ImportError:
    aubio = None
# LIBROSA=no leaves out what takes longest.
librosa = None
if os.environ.get("LIBROSA") != "no":
    import librosa

warnings.filterwarnings("ignore")
WORK, AFX = sys.argv[1], os.environ["AFX"]
# A folder of unpacked packages with music, or nothing.
MUSIC = os.environ.get("BEATS_MUSIC", "")
RATE, LONG = 44100, 30.0
rng = np.random.default_rng(7)


# MARK: Sounds


def put(target, sound, time, gain=1.0):
    start = int(round(time * RATE))
    count = min(len(sound), len(target) - start)
    if count > 0 and start >= 0:
        target[start : start + count] += gain * sound[:count]


def click(frequency=1000, length=0.03):
    t = np.arange(int(length * RATE)) / RATE
    return 0.6 * np.sin(2 * np.pi * frequency * t) * np.exp(-t * 120)


def kick():
    t = np.arange(int(0.25 * RATE)) / RATE
    return 0.8 * np.sin(2 * np.pi * (45 * t + 6 * (1 - np.exp(-t * 25)))) * np.exp(-t * 14)


def snare():
    t = np.arange(int(0.18 * RATE)) / RATE
    return (0.35 * rng.standard_normal(len(t)) + 0.3 * np.sin(2 * np.pi * 190 * t)) * np.exp(-t * 22)


def hat():
    t = np.arange(int(0.06 * RATE)) / RATE
    noise = np.diff(rng.standard_normal(len(t) + 1))
    return 0.12 * noise * np.exp(-t * 70)


def pluck(frequency, length=0.6):
    t = np.arange(int(length * RATE)) / RATE
    tones = sum(np.sin(2 * np.pi * frequency * k * t) * np.exp(-t * (3 + 2 * k)) / k for k in range(1, 7))
    return 0.15 * tones * np.minimum(t / 0.005, 1)


def pad(frequency, length):
    t = np.arange(int(length * RATE)) / RATE
    rise = np.minimum(t / 0.08, 1) * np.minimum((length - t) / 0.1, 1)
    wave = sum(np.sin(2 * np.pi * frequency * k * t + k) / k for k in range(1, 5))
    return 0.1 * wave * np.clip(rise, 0, 1)


def noise(level):
    return level * rng.standard_normal(int(LONG * RATE))


def beats_of(tempo, start=0.4):
    """Times of beats; `tempo` is a number or a function of the time."""
    times, time = [], start
    while time < LONG - 0.3:
        times.append(time)
        time += 60 / (tempo(time) if callable(tempo) else tempo)
    return np.array(times)


def clicks(tempo, swing=None, level=0.0, jitter=0.0):
    times = beats_of(tempo)
    sound = noise(level) if level else np.zeros(int(LONG * RATE))
    played = times + (rng.normal(0, jitter, len(times)) if jitter else 0)
    for time in played:
        put(sound, click(), time)
    if swing:
        for a, b in zip(played, played[1:]):
            put(sound, click(1600), a + swing * (b - a), 0.5)
    return sound, played, None


def accented(tempo):
    """Clicks of which the first of four is higher and louder."""
    times = beats_of(tempo)
    sound = np.zeros(int(LONG * RATE))
    for index, time in enumerate(times):
        put(sound, click(1000 if index % 4 else 1500), time, 0.6 if index % 4 else 1)
    return sound, times, times[::4]


ROCK = ("k.......k.......", "....s.......s...", "h.h.h.h.h.h.h.h.")
FOUR = ("k...k...k...k...", "....s.......s...", "..h...h...h...h.")
FUNK = ("k..k..k...k..k..", "....s..s.s..s..s", "hhhhhhhhhhhhhhhh")
HALF = ("k.........k.....", "........s.......", "h.h.h.h.h.h.h.h.")
BREAK = ("k.k.......kk....", "....s..s.s..s..s", "h.h.h.h.h.h.h.h.")


def drums(tempo, pattern, music=False, swing=0.0, level=0.0, jitter=0.004):
    times = beats_of(tempo)
    sound = noise(level) if level else np.zeros(int(LONG * RATE))
    voices = (kick, snare, hat)
    edges = np.append(times, times[-1] + 60 / (tempo(times[-1]) if callable(tempo) else tempo))
    roots = [55.0, 43.65, 65.41, 49.0]
    for index in range(len(times)):
        a, b = edges[index], edges[index + 1]
        for part in range(4):
            place = part / 4 + (swing / 4 if part % 2 else 0)
            time = a + place * (b - a) + rng.normal(0, jitter)
            for voice, row in zip(voices, pattern):
                if row[index % 4 * 4 + part] != ".":
                    put(sound, voice(), time, rng.uniform(0.8, 1))
        root = roots[index // 4 % 4]
        if music:
            if index % 4 == 0:
                for step in (4, 5.04, 5.99):
                    put(sound, pad(root * step, 4 * (b - a)), a)
            for part in (0, 0.5):
                note = root * (1 if part == 0 else 2)
                put(sound, pluck(note, 0.5), a + part * (b - a) + rng.normal(0, jitter), 1.5)
            put(sound, pluck(root * 8 * rng.choice([1, 1.2, 1.5]), 0.7), a + rng.choice([0, 0.5, 0.75]) * (b - a))
    return sound, times, times[::4]


def chords(tempo):
    """No drums: chords and a broken line on them."""
    times = beats_of(tempo)
    sound = np.zeros(int(LONG * RATE))
    step = 60 / tempo
    for index, time in enumerate(times):
        root = [220, 174.6, 261.6, 196][index // 4 % 4]
        if index % 4 == 0:
            for k in (0.5, 1, 1.26, 1.5):
                put(sound, pluck(root * k, 2.2), time, 0.9)
        for part in (0, 0.5):
            put(sound, pluck(root * rng.choice([1, 1.26, 1.5, 2]), 0.5), time + part * step, 0.8)
    return sound, times, times[::4]


def example(name, times):
    sound, rate = soundfile.read(f"examples/{name}")
    return (sound, rate), times, None


def sox(tempo):
    """sox's plucked strings, one a beat in a scale."""
    step = 60 / tempo
    notes = [f"|sox -n -p synth {step} pluck {n} fade 0 {step} 0.02" for n in ("C3", "E3", "G3", "E3")]
    path = os.path.join(WORK, "sox.wav")
    subprocess.run(["sox"] + notes + ["-r", str(RATE), "-c", "1", path, "repeat", str(int(LONG / step / 4) - 1)], check=True)
    sound, _ = soundfile.read(path)
    count = int(len(sound) / RATE / step + 0.5)
    return (sound, RATE), np.arange(count) * step, np.arange(count)[::4] * step


def ffmpeg(tempo):
    """Pulses of ffmpeg's noise and sines, as an expression."""
    step = 60 / tempo
    text = (
        f"0.6*sin(2*PI*60*t)*exp(-12*mod(t,{2*step}))"
        f"+0.3*(random(0)-0.5)*exp(-25*mod(t+{step},{2*step}))+0.1*(random(1)-0.5)*exp(-60*mod(t,{step/2}))"
    )
    text = text.replace(",", "\\,")
    path = os.path.join(WORK, "ffmpeg.wav")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"aevalsrc={text}:s={RATE}:d={LONG}", path], check=True)
    sound, _ = soundfile.read(path)
    times = np.arange(0, LONG - 0.05, step)
    return (sound, RATE), times, times[::2]


CASES = {}
for bpm in range(60, 201, 10):
    CASES[f"clicks {bpm}"] = lambda bpm=bpm: clicks(bpm)
    CASES[f"clicks {bpm}, accents"] = lambda bpm=bpm: accented(bpm)
for bpm in (75, 105, 135, 175):
    CASES[f"clicks {bpm}"] = lambda bpm=bpm: clicks(bpm)
for bpm in (80, 120, 160):
    CASES[f"clicks {bpm}, swung"] = lambda bpm=bpm: clicks(bpm, swing=2 / 3)
CASES |= {
    "clicks 100 to 140 at once": lambda: clicks(lambda t: 100 if t < 15 else 140),
    "clicks 140 to 90 at once": lambda: clicks(lambda t: 140 if t < 15 else 90),
    "clicks 90 to 130 slowly": lambda: clicks(lambda t: 90 + 40 * t / LONG),
    "clicks 120, noise at -20 dB": lambda: clicks(120, level=0.1),
    "clicks 90, noise at -14 dB": lambda: clicks(90, level=0.2),
    "clicks 110, jitter of 15 ms": lambda: clicks(110, jitter=0.015),
    "drums 90": lambda: drums(90, ROCK),
    "drums 128, four on the floor": lambda: drums(128, FOUR),
    "drums 100, sixteenths": lambda: drums(100, FUNK),
    "drums 140, half time": lambda: drums(140, HALF),
    "drums 172, broken": lambda: drums(172, BREAK),
    "drums 95, swung": lambda: drums(95, ROCK, swing=0.5),
    "drums 118, noise at -20 dB": lambda: drums(118, ROCK, level=0.1),
    "drums 100 to 130 slowly": lambda: drums(lambda t: 100 + t, ROCK),
    "band 84": lambda: drums(84, ROCK, music=True),
    "band 124": lambda: drums(124, FOUR, music=True),
    "band 108, sixteenths": lambda: drums(108, FUNK, music=True, jitter=0.008),
    "band 150": lambda: drums(150, ROCK, music=True),
    "chords 76": lambda: chords(76),
    "chords 112": lambda: chords(112),
    "sox, plucked, 96": lambda: sox(96),
    "ffmpeg, pulses, 126": lambda: ffmpeg(126),
    # Notes of half a second, a chord of eight.
    "examples/music.wav, 4 times": lambda: music(),
}


def music():
    sound, rate = soundfile.read("examples/music.wav")
    return (np.tile(sound, 4), rate), np.arange(0, 16, 0.5), None


# MARK: Trackers


def by_afx(path):
    result = subprocess.run([AFX, "beats", path, "--format", "json", "-q"], capture_output=True)
    if result.returncode:
        sys.exit(result.stderr.decode())
    found = json.loads(result.stdout)
    return np.array([b["time"] for b in found["beats"]]), np.array(found["downbeats"]), found


def by_librosa(path):
    sound, rate = librosa.load(path, sr=22050)
    return librosa.beat.beat_track(y=sound, sr=rate, units="time")[1]


def by_aubio(path):
    source = aubio.source(path, 0, 512)
    tempo = aubio.tempo("default", 1024, 512, source.samplerate)
    times = []
    while True:
        samples, count = source()
        if tempo(samples):
            times.append(tempo.get_last_s())
        if count < 512:
            return np.array(times)


def measure(truth, found):
    # As mir_eval's evaluate does, without the first five seconds.
    truth, found = (mir_eval.beat.trim_beats(np.asarray(times)) for times in (truth, found))
    return mir_eval.beat.f_measure(truth, found, 0.07) if len(found) else 0.0


# MARK: The comparison


def made(names):
    """Group, name, sound, rate, beats and bars of the sounds that are made here."""
    global rng
    for name, make in CASES.items():
        group = "clicks" if name.startswith("clicks") else "patterns"
        if names and name not in names and group not in names:
            continue
        rng = np.random.default_rng(sum(name.encode()))
        sound, times, bars = make()
        sound, rate = sound if isinstance(sound, tuple) else (sound, RATE)
        yield group, name, sound, rate, times, bars


def played(names):
    """The same of music."""
    if not MUSIC or (names and not {"modules", "MIDI"} & set(names)):
        return
    import beat_music

    for group, name, sound, times in beat_music.cases(MUSIC, WORK):
        if not names or group in names:
            yield group, name, sound, beat_music.RATE, times, None


def judge(group, name, sound, rate, truth, bars):
    """Prints a row; the F-measures."""
    path = os.path.join(WORK, "case.wav")
    soundfile.write(path, sound / max(1, np.abs(sound).max()), rate, subtype="PCM_16")
    beats, downs, found = by_afx(path)
    scores = [measure(truth, beats), measure(truth, by_librosa(path)) if librosa else 0]
    scores.append(measure(truth, by_aubio(path)) if aubio else 0)
    near = [b - truth[np.argmin(np.abs(truth - b))] for b in beats]
    near = [d for d in near if abs(d) < 0.07]
    down = f"{measure(bars, downs):.2f}" if bars is not None else ""
    true = 60 / np.median(np.diff(truth))
    print(f"| {name} | " + " | ".join(f"{s:.3f}" for s in scores)
          + f" | {1000 * np.median(near) if near else 0:+.1f} | {found['tempo'] or 0:.1f} of {true:.1f}"
          + f" | {down} |", flush=True)
    return scores


def main():
    chosen = sys.argv[2:]
    groups, faults = {}, []
    print("| Sound | afx | librosa | aubio | error, ms | tempo | bars |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for source in (made(chosen), played(chosen)):
        for group, name, *case in source:
            scores = judge(group, name, *case)
            groups.setdefault(group, []).append(scores)
            if group == "clicks" and scores[0] < max(scores[1:]) - 0.005:
                faults.append(f"{name}: behind another")
    print("\n| Group | sounds | afx | librosa | aubio |\n|---|---|---|---|---|")
    for group, scores in groups.items():
        means = np.mean(scores, axis=0)
        print(f"| {group} | {len(scores)} | " + " | ".join(f"{m:.3f}" for m in means) + " |")
        if not chosen or group in chosen:
            if means[0] < max(means[1:]):
                faults.append(f"{group}: behind another in the mean")
    if faults:
        sys.exit("\n".join(faults))


main()
