"""Music whose beats are known, from packages of Debian: modules, whose beats are rows of their
patterns, and MIDI files, whose beats are in their tempo maps. scripts/compare/beats says which."""

import ctypes
import io
import pathlib
import statistics
import struct
import subprocess

import mido
import numpy as np
import soundfile

RATE, LONG = 44100, 60
SOUNDFONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
MODULES = (".mod", ".xm", ".it", ".s3m")


class Player:
    """libopenmpt, which plays a module and says in which row it is."""

    def __init__(self):
        self.library = ctypes.CDLL("libopenmpt.so.0")
        self.create = self.library.openmpt_module_create_from_memory2
        self.create.restype = ctypes.c_void_p
        self.create.argtypes = [ctypes.c_char_p, ctypes.c_size_t] + [ctypes.c_void_p] * 7
        self.read = self.library.openmpt_module_read_mono
        self.read.restype = ctypes.c_size_t
        self.read.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t, ctypes.c_void_p]
        self.library.openmpt_module_destroy.argtypes = [ctypes.c_void_p]

    def current(self, module, name):
        function = getattr(self.library, f"openmpt_module_get_current_{name}")
        function.argtypes = [ctypes.c_void_p]
        return function(module)

    def play(self, data):
        """The first minute, and the time, number and speed of each row in it."""
        module = self.create(data, len(data), *[None] * 7)
        block = (ctypes.c_int16 * 64)()
        blocks, rows, last, count = [], [], None, 0
        while module and count < LONG * RATE:
            got = self.read(module, RATE, 64, block)
            if not got:
                break
            blocks.append(np.frombuffer(block, np.int16, got).copy())
            place = self.current(module, "order"), self.current(module, "row")
            if place != last:
                rows.append((count / RATE, place[1], self.current(module, "speed")))
                last = place
            count += got
        if module:
            self.library.openmpt_module_destroy(module)
        return np.concatenate(blocks) / 32768 if blocks else np.zeros(0), rows


def rows_of_a_beat(rows):
    """Four rows at the usual speeds, eight at twice as fast, six in patterns of 48; otherwise not known."""
    speed = statistics.mode(row[2] for row in rows)
    if sum(row[2] == speed for row in rows) < 0.9 * len(rows):
        return None
    most = max(row[1] for row in rows) + 1
    if speed in (5, 6, 7, 8):
        return 4
    if speed == 3 or (speed == 2 and most != 48):
        return 8
    return 6 if speed == 4 and most == 48 else None


def module_cases(folder):
    player = Player()
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in MODULES):
        sound, rows = player.play(path.read_bytes())
        if len(sound) < 20 * RATE or not (count := rows_of_a_beat(rows)):
            continue
        yield path.name, sound, np.array([row[0] for row in rows if row[1] % count == 0])


def midi_of_wad(path):
    """The MIDI lumps of a WAD, by name."""
    data = path.read_bytes()
    count, start = struct.unpack("<ii", data[4:12])
    for index in range(count):
        at, size, name = struct.unpack_from("<ii8s", data, start + 16 * index)
        if data[at : at + 4] == b"MThd":
            yield name.rstrip(b"\0").decode(), data[at : at + size]


def midi_beats(data):
    """Times of the beats, the tick after them, and the shares of notes on quarters or thirds of one, and
    on one."""
    midi = mido.MidiFile(file=io.BytesIO(data), clip=True)
    tempos, meters, notes = {0: 500000}, {0: (4, 4)}, []
    for track in midi.tracks:
        tick = 0
        for event in track:
            tick += event.time
            if event.type == "set_tempo":
                tempos[tick] = event.tempo
            elif event.type == "time_signature":
                meters[tick] = event.numerator, event.denominator
            elif event.type == "note_on" and event.velocity:
                notes.append(tick)
    unit, changes = midi.ticks_per_beat, sorted(tempos)

    def seconds(tick):
        time = 0.0
        for start, end in zip(changes, changes[1:] + [float("inf")]):
            time += max(min(end, tick) - start, 0) * tempos[start] / unit / 1e6
        return time

    tick, times = 0.0, []
    end = max(notes)
    while tick <= end and (not times or times[-1] < LONG):
        times.append(seconds(tick))
        over, under = meters[max(m for m in meters if m <= tick)]
        tick += unit * (1.5 if under == 8 and over % 3 == 0 else 4 / max(min(under, 4), 2))
    places = np.array(notes) / unit % 1
    fits = [np.abs(places * n - np.round(places * n)) / n < 0.03 for n in (1, 3, 4)]
    return np.array(times), tick, np.mean(fits[1] | fits[2]), np.mean(fits[0])


def cut(data, last):
    """A MIDI file without what comes after its beats."""
    midi = mido.MidiFile(file=io.BytesIO(data), clip=True)
    for index, track in enumerate(midi.tracks):
        tick, kept = 0, mido.MidiTrack()
        for event in track:
            if tick + event.time > last:
                # Notes that still sound end.
                for channel in range(16):
                    rest = int(last - tick) if channel == 0 else 0
                    kept.append(mido.Message("control_change", control=120, channel=channel, time=rest))
                break
            tick += event.time
            kept.append(event)
        midi.tracks[index] = kept
    result = io.BytesIO()
    midi.save(file=result)
    return result.getvalue()


def midi_cases(folder, work):
    files = [(p.name, p.read_bytes()) for p in sorted(folder.rglob("*.mid"))]
    seen = set()
    for wad in sorted(folder.rglob("*.wad")):
        files += midi_of_wad(wad)
    for name, data in files:
        if data in seen:
            continue
        seen.add(data)
        times, last, fitting, striking = midi_beats(data)
        pace = 60 / np.median(np.diff(times))
        # Some were played freely, so that their tempo maps mean nothing.
        if fitting < 0.85 or striking < 0.2 or not 50 <= pace <= 215:
            continue
        source, target = pathlib.Path(work, "case.mid"), pathlib.Path(work, "midi.wav")
        source.write_bytes(cut(data, last))
        subprocess.run(
            ["fluidsynth", "-ni", "-q", "-g", "0.5", "-r", str(RATE), "-F", target, SOUNDFONT, source],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sound, _ = soundfile.read(target, frames=LONG * RATE)
        yield name, sound.mean(axis=1), times[times < min(LONG, len(sound) / RATE)]


def cases(root, work):
    """Group, name, sound and beats of each piece in unpacked packages."""
    for folder in sorted(p for p in pathlib.Path(root).iterdir() if p.is_dir()):
        for name, sound, times in module_cases(folder):
            yield "modules", f"{folder.name}: {name}", sound, times
        for name, sound, times in midi_cases(folder, work):
            yield "MIDI", f"{folder.name}: {name}", sound, times
