"""Holds afx against independent references; scripts/compare/sound says what it needs."""

import json
import os
import shutil
import struct
import subprocess
import sys

import numpy as np
import pyloudnorm
from scipy import signal

WORK = sys.argv[1]
AFX = os.environ["AFX"]
RATE = 48000
failures = []


# MARK: Sound in and out


def write(name, samples, rate=RATE, mask=None):
    """Writes float samples, one row for each channel, and gives the path."""
    samples = np.atleast_2d(np.asarray(samples, dtype=np.float64))
    path = os.path.join(WORK, name)
    data = samples.T.astype("<f4").tobytes()
    count = samples.shape[0]
    form = struct.pack("<HHIIHH", 3, count, rate, rate * 4 * count, 4 * count, 32)
    if mask is not None:
        guid = bytes.fromhex("0300000000001000800000aa00389b71")
        form = struct.pack("<HHIIHH", 0xFFFE, count, rate, rate * 4 * count, 4 * count, 32)
        form += struct.pack("<HHI", 22, 32, mask) + guid
    head = b"WAVEfmt " + struct.pack("<I", len(form)) + form
    head += b"data" + struct.pack("<I", len(data))
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", len(head) + len(data)) + head + data)
    return path


def read(data):
    """The samples of a stream of 32-bit floats, one row for each channel, and its rate."""
    place, channels, rate = 12, 1, RATE
    while place + 8 <= len(data):
        name, size = data[place : place + 4], struct.unpack("<I", data[place + 4 : place + 8])[0]
        body = place + 8
        if name == b"fmt ":
            _, channels, rate = struct.unpack("<HHI", data[body : body + 8])
        if name == b"data":
            samples = np.frombuffer(data[body : body + min(size, len(data) - body)], dtype="<f4")
            return samples.reshape(-1, channels).T.astype(np.float64), rate
        place = body + size + size % 2
    raise ValueError("no data chunk")


def run(command, source=None):
    feed = open(source, "rb") if source else subprocess.DEVNULL
    result = subprocess.run(command, stdin=feed, capture_output=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: {result.stderr.decode()}")
    return result.stdout


def afx(timeline, source=None, *options):
    path = os.path.join(WORK, "t.json")
    with open(path, "w") as file:
        json.dump({"version": 1, **timeline}, file)
    return read(run([AFX, "--quiet", "--format", "f32", "-t", path, *options], source))[0]


def ffmpeg(source, filters, rate=None):
    tail = ["-ar", str(rate)] if rate else []
    command = ["ffmpeg", "-v", "error", "-i", source, "-af", filters, *tail]
    return read(run([*command, "-c:a", "pcm_f32le", "-f", "wav", "-bitexact", "-"]))[0]


def check(name, value, limit, unit, least=False):
    """Tells a figure and holds it against its limit."""
    passes = value >= limit if least else value <= limit
    bound = "at least" if least else "at most"
    print(f"  {name:<52} {value:>12.6g} {unit:<8} {bound} {limit:g}{'' if passes else '  FAILS'}")
    if not passes:
        failures.append(name)


def level(samples):
    """The root of the mean square in dBFS."""
    power = float(np.mean(np.square(samples)))
    return 10 * np.log10(power) if power > 0 else -400.0


def tone(frequency, seconds, amplitude=1.0, rate=RATE, phase=0.0):
    return amplitude * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate + phase)


# MARK: Ramps


def bezier(x1, y1, x2, y2, x):
    """A CSS cubic-bezier by bisection."""
    low, high = np.zeros_like(x), np.ones_like(x)
    for _ in range(60):
        t = (low + high) / 2
        at = 3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t**2 * x2 + t**3
        low, high = np.where(at < x, t, low), np.where(at < x, high, t)
    t = (low + high) / 2
    return 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t**2 * y2 + t**3


def bounce(x):
    n, d = 7.5625, 2.75
    return np.select(
        [x < 1 / d, x < 2 / d, x < 2.5 / d],
        [n * x**2, n * (x - 1.5 / d) ** 2 + 0.75, n * (x - 2.25 / d) ** 2 + 0.9375],
        n * (x - 2.625 / d) ** 2 + 0.984375,
    )


def ramps():
    source = write("ones.wav", np.ones((2, 3 * RATE)))
    time = np.arange(3 * RATE) / RATE
    share = np.clip(time - 1, 0, 1)
    curves = {
        "linear": share,
        "ease-in-out": bezier(0.42, 0, 0.58, 1, share),
        "cubic-bezier(0.1, 0.9, 0.2, 1)": bezier(0.1, 0.9, 0.2, 1, share),
        "easeInOutCubic": np.where(share < 0.5, 4 * share**3, 1 - (-2 * share + 2) ** 3 / 2),
        "easeOutBounce": bounce(share),
        "easeInExpo": np.where(share == 0, 0, 2 ** (10 * share - 10)),
    }
    for name, curve in curves.items():
        volume = {"keys": [[1, 0], [2, 1, name]]}
        made = afx({"audio": {"volume": volume}}, source)
        check(f"{name}: error", level(made[0] - curve), -90, "dBFS")
        if name == "linear":
            check("linear: largest step", np.max(np.diff(made[0])) * RATE, 1.01, "shares")
    decibels = {"keys": [[1, "-60dB"], [2, "0dB"]]}
    made = afx({"audio": {"volume": decibels}}, source)
    check("-60dB to 0dB: error", level(made[0] - 10 ** ((share * 60 - 60) / 20)), -90, "dBFS")
    stairs = ffmpeg(source, "volume='clip(t-1,0,1)':eval=frame")
    print(f"  (ffmpeg's volume, a stair: error {level(stairs[0] - share):.1f} dBFS)")


# MARK: Fades


CURVES = (
    "tri qsin esin hsin log ipar qua cub squ cbr par exp iqsin ihsin dese desi losi sinc isinc"
    " nofade"
)


def fades():
    source = write("ones.wav", np.ones((1, 3 * RATE)))
    for curve in CURVES.split():
        fade = {"duration": 1, "curve": curve}
        made = afx({"audio": {"fadeIn": fade, "fadeOut": fade}}, source)
        theirs = ffmpeg(source, f"afade=in:d=1:curve={curve},afade=out:st=2:d=1:curve={curve}")
        check(f"{curve}: difference from afade", np.max(np.abs(made - theirs)), 1e-4, "")


# MARK: Resampling


def residue(samples, frequency, rate):
    """The level of all that is not the tone, beside that of the tone, in decibels."""
    middle = samples[rate // 2 : -rate // 2]
    time = np.arange(len(middle)) / rate
    basis = np.stack([np.sin(2 * np.pi * frequency * time), np.cos(2 * np.pi * frequency * time)])
    fit = np.linalg.lstsq(basis.T, middle, rcond=None)[0]
    return level(middle - fit @ basis) - level(fit @ basis), float(np.hypot(*fit))


def resampled(path, rate):
    """What afx makes of a file, and sox and ffmpeg where they are."""
    yield "afx", afx({"audio": {"rate": rate}}, path)[0]
    if shutil.which("sox"):
        out = os.path.join(WORK, "sox.wav")
        run(["sox", path, "-e", "floating-point", "-b", "32", out, "rate", "-v", str(rate)])
        with open(out, "rb") as file:
            yield "sox", read(file.read())[0][0]
    yield "ffmpeg", ffmpeg(path, "aresample=filter_size=64:phase_shift=12:cutoff=0.97", rate)[0]


def resampling():
    for source, target in [(44100, 48000), (48000, 44100), (48000, 96000), (22050, 48000)]:
        lower = min(source, target)
        for share in [0.02, 0.25, 0.45]:
            frequency = round(lower * share)
            path = write("tone.wav", tone(frequency, 3, 0.9, source), source)
            for name, made in resampled(path, target):
                noise, gain = residue(made, frequency, target)
                title = f"{source} to {target}, {frequency} Hz"
                if name == "afx":
                    check(f"{title}: noise and images", noise, -110, "dB")
                    ripple = abs(20 * np.log10(gain / 0.9))
                    check(f"{title}: gain", ripple, 0.01, "dB")
                    length = abs(len(made) - 3 * target)
                    check(f"{title}: length", length, 0, "samples")
                else:
                    print(f"  ({name}: {noise:.1f} dB)")
    # What the lower rate cannot hold must be gone.
    for frequency in [22700, 23000, 23500]:
        path = write("high.wav", tone(frequency, 3, 0.9, 48000), 48000)
        for name, made in resampled(path, 44100):
            rest = level(made[22050:-22050]) - level(tone(1000, 1, 0.9))
            if name == "afx":
                check(f"48000 to 44100, {frequency} Hz: what is left", rest, -110, "dB")
            else:
                print(f"  ({name}: {rest:.1f} dB)")
    # An impulse stays symmetric about its place: the phase is linear.
    impulse = np.zeros(44100)
    impulse[22050] = 1
    made = afx({"audio": {"rate": 48000}}, write("impulse.wav", impulse, 44100))[0]
    around = made[24000 - 200 : 24000 + 201]
    check("an impulse: asymmetry", np.max(np.abs(around - around[::-1])), 1e-6, "")


# MARK: Filters


def cookbook(kind, frequency, gain, q):
    """The coefficients of the Audio EQ Cookbook (R. Bristow-Johnson; W3C note of 2021)."""
    a = 10 ** (gain / 40)
    w = 2 * np.pi * frequency / RATE
    cos, alpha = np.cos(w), np.sin(w) / (2 * q)
    root = 2 * np.sqrt(a) * alpha
    table = {
        "peaking": ([1 + alpha * a, -2 * cos, 1 - alpha * a], [1 + alpha / a, -2 * cos, 1 - alpha / a]),
        "lowpass": ([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]),
        "highpass": ([(1 + cos) / 2, -1 - cos, (1 + cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]),
        "lowshelf": (
            [a * (a + 1 - (a - 1) * cos + root), 2 * a * (a - 1 - (a + 1) * cos), a * (a + 1 - (a - 1) * cos - root)],
            [a + 1 + (a - 1) * cos + root, -2 * (a - 1 + (a + 1) * cos), a + 1 + (a - 1) * cos - root],
        ),
        "highshelf": (
            [a * (a + 1 + (a - 1) * cos + root), -2 * a * (a - 1 + (a + 1) * cos), a * (a + 1 + (a - 1) * cos - root)],
            [a + 1 - (a - 1) * cos + root, 2 * (a - 1 - (a + 1) * cos), a + 1 - (a - 1) * cos - root],
        ),
    }
    return table[kind]


def filters():
    impulse = np.zeros(RATE)
    impulse[0] = 1
    source = write("impulse.wav", impulse)
    cases = [("peaking", 1000, 9, 2), ("lowshelf", 150, -8, 0.7071), ("highshelf", 6000, 6, 0.7071)]
    cases += [("lowpass", 3000, 0, 0.7071), ("highpass", 80, 0, 0.7071)]
    for kind, frequency, gain, q in cases:
        band = {"type": kind, "frequency": frequency, "q": q}
        if gain:
            band["gain"] = f"{gain}dB"
        made = afx({"audio": {"effects": [{"effect": "eq", "bands": [band]}]}}, source)[0]
        exact = signal.lfilter(*cookbook(kind, frequency, gain, q), impulse)
        check(f"{kind} at {frequency} Hz: impulse response", level(made - exact) - level(exact), -90, "dB")


# MARK: Modulation


def modulation():
    noise = signal.lfilter(*signal.butter(6, 4000 / 24000), np.random.default_rng(5).normal(0, 0.1, (2, 4 * RATE)))
    source = write("noise.wav", noise)

    def made(effect, **values):
        return afx({"audio": {"effects": [{"effect": effect, **values}]}}, source)

    def off(name, samples, exact, limit):
        check(name, level(samples - exact[:, : samples.shape[1]]) - level(exact), limit, "dB")

    if shutil.which("ffmpeg"):
        off("tremolo: ffmpeg's", made("tremolo", rate=5, depth=0.7), ffmpeg(source, "tremolo=f=5:d=0.7"), -120)
        # ffmpeg's delays are from a table, and between samples on a parabola.
        values = {"delay": 0.001, "depth": 0.002, "rate": 0.5}
        graph = "flanger=delay=1:depth=2:regen=0:width=100:speed=0.5:interp=quadratic:phase="
        off("flanger: ffmpeg's", made("flanger", phase=0, **values), ffmpeg(source, graph + "0"), -45)
        off("flanger, sides apart: ffmpeg's", made("flanger", phase=90, **values), ffmpeg(source, graph + "25"), -45)
        still = made("chorus", voices=1, delay=0.05, depth=0, wet=0.4, dry=0.6)
        off("chorus that stands: ffmpeg's", still, ffmpeg(source, "chorus=0.6:1:50:0.4:0.1:0.00001"), -120)
    if shutil.which("sox"):
        out = os.path.join(WORK, "sox.wav")
        run(["sox", source, "-e", "floating-point", "-b", "32", out, "tremolo", "5", "70"])
        with open(out, "rb") as file:
            off("tremolo: sox's", made("tremolo", rate=5, depth=0.7), read(file.read())[0], -100)
    # 1/2 + 1/2 z / (1 - 0.6 z), with a z of 48 samples.
    above, below = np.zeros(49), np.zeros(49)
    above[[0, 48]], below[[0, 48]] = (0.5, 0.2), (1, -0.6)
    exact = signal.lfilter(above, below, noise)
    off("flanger with feedback: SciPy's comb", made("flanger", delay=0.001, depth=0, feedback=0.6), exact, -110)
    slope = np.tan(np.pi * 900 / RATE)
    a = (slope - 1) / (slope + 1)
    turned, loop = np.array([1.0]), np.array([1.0])
    for _ in range(6):
        turned, loop = np.convolve(turned, [a, 1]), np.convolve(loop, [1, a])
    exact = 0.5 * noise + 0.5 * signal.lfilter(turned, loop - 0.7 * turned, noise)
    off("phaser: SciPy's allpass filters", made("phaser", stages=6, center=900, depth=0, feedback=0.7), exact, -100)


# MARK: Loudness


def measure(path):
    return json.loads(run([AFX, "measure", "--quiet", "--format", "json", path]))


def sequence(parts, channels=2, rate=RATE):
    """Tones of 1 kHz at peak levels in dBFS, one after another; None is silence."""
    made = [
        tone(1000, seconds, 10 ** (peak / 20), rate) if peak is not None else np.zeros(round(seconds * rate))
        for seconds, peak in parts
    ]
    return np.tile(np.concatenate(made), (channels, 1))


def loudness():
    programmes = {
        "1: -23 dBFS": ([(20, -23)], -23),
        "2: -33 dBFS": ([(20, -33)], -33),
        "3: the relative gate": ([(10, -36), (60, -23), (10, -36)], -23),
        "4: the absolute gate": ([(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)], -23),
        "5: a louder middle": ([(20, -26), (20.1, -20), (20, -26)], -23),
    }
    for rate in [48000, 44100]:
        for name, (parts, expected) in programmes.items():
            found = measure(write("ebu.wav", sequence(parts, rate=rate), rate))["integrated"]
            check(f"EBU Tech 3341, {name}, {rate} Hz", abs(found - expected), 0.1, "LU")
    gains = [-28, -28, -24, -30, -30]
    surround = np.stack([tone(1000, 20, 10 ** (gain / 20)) for gain in gains])
    found = measure(write("ebu.wav", surround, mask=0x37))["integrated"]
    check("EBU Tech 3341, 6: 5.0 channels", abs(found + 23), 0.1, "LU")
    found = measure(write("ebu.wav", sequence([(1.34, -20), (1.66, -30)] * 5)))["shortTermMax"]
    check("EBU Tech 3341, 9: short-term", abs(found + 23), 0.1, "LU")
    found = measure(write("ebu.wav", sequence([(0.18, -20), (0.22, -30)] * 25)))["momentaryMax"]
    check("EBU Tech 3341, 12: momentary", abs(found + 23), 0.1, "LU")
    worst = {"shortTermMax": 0.0, "momentaryMax": 0.0}
    for step in range(20):
        for key, gap, length in [("shortTermMax", 0.15, 3), ("momentaryMax", 0.02, 0.4)]:
            parts = [(step * gap, None), (length, -23), (1, None)]
            found = measure(write("ebu.wav", sequence(parts)))[key]
            worst[key] = max(worst[key], abs(found + 23))
    check("EBU Tech 3341, 10: short-term maxima", worst["shortTermMax"], 0.1, "LU")
    check("EBU Tech 3341, 13: momentary maxima", worst["momentaryMax"], 0.1, "LU")
    ranges = [([(20, -20), (20, -30)], 10), ([(20, -20), (20, -15)], 5), ([(20, -40), (20, -20)], 20)]
    ranges.append(([(20, peak) for peak in (-50, -35, -20, -35, -50)], 15))
    for number, (parts, expected) in enumerate(ranges, 1):
        found = measure(write("ebu.wav", sequence(parts)))["range"]
        check(f"EBU Tech 3342, {number}: range", abs(found - expected), 1, "LU")
    noise = np.random.default_rng(7)
    for name, shape in [("white", [1]), ("pink", [0.04992, -0.09599, 0.05061, -0.00441])]:
        bottom = [1] if name == "white" else [1, -2.49495, 2.01727, -0.52219]
        sound = signal.lfilter(shape, bottom, noise.normal(0, 0.2, (2, 20 * RATE)), axis=1)
        sound *= np.repeat([1, 0.05, 0.5, 0.2], 5 * RATE)
        path = write("noise.wav", sound)
        found = measure(path)
        theirs = pyloudnorm.Meter(RATE).integrated_loudness(sound.T)
        check(f"{name} noise: from pyloudnorm", abs(found["integrated"] - theirs), 0.1, "LU")
        theirs = ebur128(path)
        check(f"{name} noise: from ffmpeg's ebur128", abs(found["integrated"] - theirs["I"]), 0.1, "LU")
        check(f"{name} noise: range, from ffmpeg's", abs(found["range"] - theirs["LRA"]), 0.2, "LU")


def ebur128(path):
    command = ["ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).stderr.decode()
    found = {}
    for line in said.split("Summary:")[1].splitlines():
        words = line.split()
        if len(words) == 3 and words[0] in ("I:", "LRA:", "Peak:"):
            found[words[0][:-1]] = float(words[1])
    return found


def peaks():
    def true_peak(samples, rate=RATE):
        return measure(write("peak.wav", samples, rate))["truePeak"]

    # EBU Tech 3341, 15 to 19: +0.2 and -0.4 dB are allowed.
    cases = [(4, 0, 0.5, -6.0), (4, 45, 0.5, -6.0), (6, 60, 0.5, -6.0), (8, 67.5, 0.5, -6.0), (4, 45, 1.41, 3.0)]
    for number, (part, phase, amplitude, expected) in enumerate(cases, 15):
        sound = tone(RATE / part, 1, amplitude, phase=np.radians(phase))
        ramp = np.minimum(1, np.minimum(np.arange(RATE), np.arange(RATE)[::-1]) / 480)
        off = true_peak(np.tile(sound * ramp, (2, 1))) - expected
        check(f"EBU Tech 3341, {number}: true peak over", off, 0.2, "dB")
        check(f"EBU Tech 3341, {number}: true peak under", -off, 0.4, "dB")
    # Band-limited noise, whose peaks a 64 times finer resampling finds.
    noise = signal.lfilter(*signal.butter(4, 0.85), np.random.default_rng(3).normal(0, 0.1, 4800))
    fine = np.max(np.abs(signal.resample_poly(noise, 64, 1, window=("kaiser", 14))))
    check("noise: true peak", abs(true_peak(noise) - 20 * np.log10(fine)), 0.2, "dB")


# MARK: Crossfades


def crossfades():
    random = np.random.default_rng(11)
    a = write("a.wav", 0.1 * random.normal(size=(2, 6 * RATE)))
    b = write("b.wav", 0.1 * random.normal(size=(2, 6 * RATE)))
    for sound, wanted in [("equal-power", 0.0), ("equal-gain", -3.01)]:
        transition = {"type": "crossfade", "duration": 4, "sound": sound}
        clips = [{"source": a, "transition": transition}, {"source": b}]
        made = afx({"clips": clips, "audio": {"rate": RATE, "channels": 2}})
        middle = level(made[:, 4 * RATE - RATE // 4 : 4 * RATE + RATE // 4])
        check(f"{sound}: the middle of unrelated noise", abs(middle + 20 - wanted), 0.2, "dB")
    if shutil.which("ffmpeg"):
        graph = ["ffmpeg", "-v", "error", "-i", a, "-i", b, "-filter_complex", "amix=inputs=2"]
        halved = read(run([*graph, "-c:a", "pcm_f32le", "-f", "wav", "-"]))[0]
        print(f"  (ffmpeg's amix makes of two of -20 dBFS {level(halved):.1f} dBFS; a sum has -17)")
    tracks = [{"source": a}, {"source": b, "end": 2}]
    made = afx({"audio": {"tracks": tracks}}, write("silence.wav", np.zeros((2, 6 * RATE))))
    check("a track whose neighbour ends: its level", abs(level(made[:, 3 * RATE : 5 * RATE]) + 20), 0.1, "dB")


# MARK: Dynamics


def compressed(samples, threshold, ratio, knee, attack, release, window=0.0):
    """Giannoulis, Massberg and Reiss, Digital Dynamic Range Compressor Design: equations 4 and 17."""
    loudest = np.max(np.abs(samples), axis=0)
    if window:
        share = np.exp(-1 / (window * RATE))
        loudest = np.sqrt(signal.lfilter([1 - share], [1, -share], loudest**2))
    x = 20 * np.log10(np.maximum(loudest, 1e-30))
    over = x - threshold
    y = np.where(2 * over > knee, threshold + over / ratio, x)
    y = np.where(2 * np.abs(over) <= knee, x + (1 / ratio - 1) * (over + knee / 2) ** 2 / max(2 * knee, 1e-9), y)
    rise, fall = (np.exp(-1 / (time * RATE)) for time in (attack, release))
    first = second = 0.0
    gains = np.empty(len(x))
    for index, wanted in enumerate(x - y):
        first = max(wanted, fall * first + (1 - fall) * wanted)
        second = rise * second + (1 - rise) * first
        gains[index] = second
    return samples * 10 ** (-gains / 20)


def gated(samples, threshold, hysteresis, floor, attack, hold, release):
    """A gate by its description: a peak that falls off within 10 ms, and one gain for all channels."""
    peak, opening, held, is_open = 0.0, 0.0, 0, False
    fall, up, down = (np.exp(-1 / (time * RATE)) for time in (0.01, attack, release))
    gains = np.empty(samples.shape[1])
    for index, now in enumerate(np.max(np.abs(samples), axis=0)):
        peak = max(now, peak * fall)
        if peak >= threshold * (10 ** (-hysteresis / 20) if is_open else 1):
            held, is_open = round(hold * RATE), True
        else:
            held -= 1
            is_open = is_open and held >= 0
        opening = opening * up + (1 - up) if is_open else opening * down
        gains[index] = floor + (1 - floor) * opening
    return samples * gains


def dynamics():
    random = np.random.default_rng(17)
    swell = np.repeat([0.01, 0.5, 0.05, 1, 0.002, 0.3], RATE // 3)
    bursts = np.clip(0.4 * random.normal(size=(2, len(swell))), -1, 1) * swell
    source = write("bursts.wav", bursts)

    def made(effect, path=source, **values):
        return afx({"audio": {"effects": [{"effect": effect, **values}]}}, path)

    def off(name, samples, exact, limit):
        check(name, level(samples - exact) - level(exact), limit, "dB")

    values = {"threshold": "-30dB", "ratio": 5, "attack": 0.004, "release": 0.08}
    for knee in [0, 12]:
        exact = compressed(bursts, -30, 5, knee, 0.004, 0.08)
        off(f"compressor, a knee of {knee} dB: the paper's", made("compressor", knee=knee, **values), exact, -80)
    exact = compressed(bursts, -30, 5, 6, 0.004, 0.08, window=0.01)
    off("compressor of rms: the paper's", made("compressor", knee=6, detector="rms", **values), exact, -80)
    values = {"threshold": "-20dB", "hysteresis": 6, "range": "-40dB", "attack": 0.002, "hold": 0.05}
    exact = gated(bursts, 0.1, 6, 0.01, 0.002, 0.05, 0.1)
    off("gate: its description", made("gate", release=0.1, **values), exact, -80)
    # A tone above the ceiling comes down to it, and no further; one below it is not touched.
    loud = write("loud.wav", tone(997, 3, 0.9))
    held = made("limiter", loud, ceiling="-9dB")[0]
    peak = 20 * np.log10(np.max(np.abs(held[RATE:-RATE])))
    check("limiter: a tone comes to its ceiling", abs(peak + 9), 0.05, "dB")
    if shutil.which("ffmpeg"):
        theirs = ffmpeg(loud, "alimiter=limit=0.354813:level=0:attack=5:release=100")[0]
        difference = level(held[RATE:-RATE]) - level(theirs[RATE:-RATE])
        check("limiter: the level of ffmpeg's alimiter", abs(difference), 0.2, "dB")
    soft = tone(997, 3, 0.3)
    made_soft = made("limiter", write("soft.wav", soft), ceiling="-9dB")[0]
    check("limiter: what is below the ceiling", np.max(np.abs(made_soft - soft.astype("<f4"))), 0, "")
    hot = np.clip(random.normal(0, 0.5, (2, 2 * RATE)), -1, 1)
    held = made("limiter", write("hot.wav", hot), ceiling="-3dB")
    fine = max(np.max(np.abs(signal.resample_poly(side, 16, 1, window=("kaiser", 14)))) for side in held)
    check("limiter: noise, its true peak over the ceiling", 20 * np.log10(fine) + 3, 0.2, "dB")
    pink = signal.lfilter([0.05, -0.095, 0.045], [1, -2.49, 2.01, -0.52], random.normal(0, 0.1, (2, 8 * RATE)))
    path = write("pink.wav", 0.05 * pink / np.max(np.abs(pink)))
    normal = afx({"audio": {"effects": [{"effect": "normalize", "target": -20}]}}, None, "-i", path)
    found = pyloudnorm.Meter(RATE).integrated_loudness(normal.T)
    check("normalize to -20 LUFS: by pyloudnorm", abs(found + 20), 0.1, "LU")


# MARK: Pans


def pans():
    left, right = tone(440, 1, 0.5), tone(1500, 1, 0.3)
    mono, stereo = write("mono.wav", left), write("stereo.wav", np.stack([left, right]))
    silence = write("silence.wav", np.zeros((2, RATE)))
    for pan in [-1, -0.6, 0.25, 1]:
        tracks = [{"source": mono, "pan": pan}]
        made = afx({"audio": {"tracks": tracks}}, silence)
        turn = (pan + 1) * np.pi / 4
        exact = np.stack([left * np.cos(turn), left * np.sin(turn)])
        check(f"mono at {pan}: equal power", np.max(np.abs(made - exact)), 1e-6, "")
        # As the StereoPannerNode of the Web Audio API has it.
        x = (pan + 1 if pan <= 0 else pan) * np.pi / 2
        if pan <= 0:
            exact = np.stack([left + right * np.cos(x), right * np.sin(x)])
        else:
            exact = np.stack([left * np.cos(x), right + left * np.sin(x)])
        made = afx({"audio": {"pan": pan}}, stereo)
        check(f"stereo at {pan}: Web Audio's", np.max(np.abs(made - exact)), 1e-6, "")


# MARK: Ducking


def ducking():
    music, voice = np.full(6 * RATE, 0.5), np.zeros(6 * RATE)
    voice[2 * RATE : 3 * RATE] = tone(300, 1, 0.25)
    duck = {"under": "voice", "amount": "-12dB", "attack": 0.1, "release": 0.5, "lookahead": 0.05}
    tracks = [
        {"name": "voice", "source": write("voice.wav", voice)},
        {"source": write("music.wav", music), "duck": duck},
    ]
    timeline = {"audio": {"tracks": tracks}}
    made = afx(timeline, write("silence.wav", np.zeros((1, 6 * RATE))))[0] - voice
    time = np.arange(6 * RATE) / RATE
    # Down before the voice, and up 10 ms behind it, evenly in decibels.
    down, up = (time - 1.95) / 0.1, (time - 3.01) / 0.5
    way = np.clip(np.minimum(down, 1 - up), 0, 1)
    decibels = 20 * np.log10(np.maximum(made, 1e-9) / 0.5)
    check("ducking: the way down and up", np.max(np.abs(decibels + 12 * way)), 0.05, "dB")
    still = made[(time < 1.94) | (time > 3.52)]
    check("ducking: what is before and behind", np.max(np.abs(still - 0.5)), 1e-7, "")


# MARK: Speeds


def pitch_of(samples):
    """The frequency of a tone, from the phase of its analytic signal."""
    middle = signal.hilbert(samples)[RATE // 2 : -RATE // 2]
    phase = np.unwrap(np.angle(middle))
    time = np.arange(len(phase)) / RATE
    return np.polyfit(time, phase, 1)[0] / (2 * np.pi)


def speeds():
    source = write("tone.wav", tone(440, 6, 0.5))
    for speed in [0.5, 0.8, 1.25, 2]:
        for keeps in [True, False]:
            tracks = [{"source": source, "speed": speed, "preservePitch": keeps}]
            made = afx({"audio": {"tracks": tracks, "rate": RATE}})[0]
            wanted = 440 if keeps else 440 * speed
            cents = 1200 * np.log2(pitch_of(made) / wanted)
            name = f"a tone at {speed}, {'its pitch kept' if keeps else 'its pitch with it'}"
            check(f"{name}: pitch", abs(cents), 1, "cents")
            check(f"{name}: length", abs(len(made) - 6 * RATE / speed), 1, "samples")
            middle = made[RATE // 2 : -RATE // 2]
            check(f"{name}: level", abs(level(middle) - level(tone(440, 6, 0.5))), 0.1, "dB")
    for semitones in [-12, -5, 7, 12]:
        made = afx({"audio": {"effects": [{"effect": "pitch", "semitones": semitones}]}}, source)[0]
        cents = 1200 * np.log2(pitch_of(made) / 440) - 100 * semitones
        check(f"{semitones} semitones: pitch", abs(cents), 1, "cents")
        check(f"{semitones} semitones: length", abs(len(made) - 6 * RATE), 0, "samples")


# MARK: An hour


def hours():
    """Clicks at the sample in a cut of an hour, at rates that do not divide one another."""
    rate, frame = 8000, 1001 / 30000
    length = 100 * frame
    count = round(3600 / length)
    sound = np.zeros(round((length + 1) * rate))
    sound[0] = 0.5
    path = write("click.wav", sound, rate)
    clips = [{"source": path, "duration": "100f"}] * count
    audio = {"rate": rate, "main": {"cutFade": 0}}
    made = afx({"canvas": {"rate": "30000/1001"}, "clips": clips, "audio": audio})[0]
    found = np.flatnonzero(np.abs(made) > 0.25)
    exact = np.arange(count) * length * rate
    check("clips of an hour: how many are heard", abs(len(found) - count), 0, "clicks")
    if len(found) == count:
        check("clips of an hour: their places", np.max(np.abs(found - exact)), 0.5 + 1e-6, "samples")
    check("clips of an hour: length", abs(len(made) - count * length * rate), 0.5 + 1e-6, "samples")
    late = np.zeros(3600 * rate)
    late[[0, 1800 * rate, 3599 * rate]] = 0.5
    made = afx({"audio": {"rate": 11025}}, write("late.wav", late, rate))[0]
    places = [int(np.argmax(np.abs(made[at * 11025 : (at + 1) * 11025]))) for at in (0, 1800, 3599)]
    check("an hour at another rate: clicks are late by", max(places), 0, "samples")


GROUPS = [ramps, fades, resampling, filters, modulation, loudness, peaks, crossfades]
GROUPS += [dynamics, pans, ducking, speeds, hours]
wanted = sys.argv[2:] or [group.__name__ for group in GROUPS]
unknown = [name for name in wanted if name not in [group.__name__ for group in GROUPS]]
if unknown:
    sys.exit(f"compare/sound: no group is called {unknown[0]}")
for group in GROUPS:
    if group.__name__ in wanted:
        print(group.__name__)
        group()
if failures:
    sys.exit(f"compare/sound: {len(failures)} of the figures are beyond their limits")
print("all figures are within their limits")
