"""The programs that vfx is measured against: which are here, and how each is called."""

from __future__ import annotations

import dataclasses
import glob
import os
import shutil
import subprocess

import assets

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.path.join(HERE, "..", "peers")
# How the jobs encode their films.
ENCODE = ["-c:v", "libx264", "-preset", "veryfast", "-f", "mp4", "-y"]


@dataclasses.dataclass
class Contestant:
    """One program that does a work."""

    name: str
    # What goals name: the fastest of a family counts.
    family: str
    # A chain of programs, each feeding the next.
    commands: list
    # The stream that it is fed with; nothing where it reads files itself.
    stream: str | None
    # Fewer frames than the work's own, for what is very slow.
    frames: int | None = None
    # Whether it draws the same picture, so that the two can be compared.
    is_same: bool = False
    # The contestant on our side, where it differs from the work's own.
    ours: object = None


class Missing(Exception):
    """Why a peer can't be run here."""


class Peers:
    """Finds programs, those that `scripts/bench --peers` installs among them."""

    def __init__(self, folder, files, threads):
        self.folder, self.files, self.threads = folder, files, threads
        self.installed = os.path.join(folder, "peers", "python")

    def python(self, module):
        program = os.path.join(self.installed, "bin", "python3")
        found = glob.glob(os.path.join(self.installed, "lib", "python3*", "site-packages", module))
        if not found:
            raise Missing(f"{module} is not installed; see scripts/bench --peers")
        return program

    def ffmpeg9(self):
        pattern = os.path.join(
            self.installed, "lib", "python3*", "site-packages", "imageio_ffmpeg", "binaries",
            "ffmpeg-*-v*",
        )
        found = sorted(glob.glob(pattern))
        if not found:
            raise Missing("imageio-ffmpeg is not installed; see scripts/bench --peers")
        return found[-1]

    def expand(self, entry, work):
        """The contestants of an entry of works.json, and what is missing, as (name, reason)."""
        make = getattr(self, "make_" + entry["program"])
        found, missing = [], []
        for form in make(entry, work):
            try:
                found.append(form())
            except Missing as reason:
                missing.append((entry.get("name", entry["program"]), str(reason)))
        return found, missing

    def contestant(self, entry, work, name, commands, **more):
        stream = entry.get("stream", work.stream)
        options = {"frames": entry.get("frames"), "is_same": entry.get("same", False), **more}
        family = entry.get("family", entry["program"])
        feed = options.pop("stream", stream if work.is_fed else None)
        return Contestant(name, family, commands, feed, **options)

    # -- ffmpeg, in all its forms

    def make_ffmpeg(self, entry, work):
        if work.is_job:
            return [
                lambda: self.job("ffmpeg", "ffmpeg", entry, work),
                lambda: self.job("ffmpeg 9", self.ffmpeg9(), entry, work),
            ]
        label = entry["name"]
        forms = [
            lambda: self.filtering(f"ffmpeg {label}", "ffmpeg", [], entry, work),
            lambda: self.filtering(
                f"ffmpeg {label}, reader thread", "ffmpeg", ["-thread_queue_size", "8"], entry, work
            ),
            lambda: self.filtering(f"ffmpeg 9 {label}", self.ffmpeg9(), [], entry, work),
        ]
        return forms[:1] if entry.get("frames") or work.unit == "ms" else forms

    def head(self, program):
        count = str(self.threads)
        return [program, "-v", "error", "-nostdin", "-filter_threads", count,
                "-filter_complex_threads", count]

    def graph(self, entry, work):
        text = work.fill(entry["filter"])
        self.files.require(text)
        inputs = []
        for word in entry.get("inputs", []):
            self.files.require(word)
            axis = {"mapx.pgm": "x", "mapy.pgm": "y"}.get(word)
            inputs.append(self.files.map(axis) if axis else work.fill(word))
        return inputs, ["-filter_complex" if "[" in text else "-vf", text]

    def filtering(self, name, program, before, entry, work):
        inputs, graph = self.graph(entry, work)
        command = [*self.head(program), *before]
        command += [*(["-i", "-"] if work.is_fed else []), *inputs, *graph]
        if entry.get("frames"):
            command += ["-frames:v", str(entry["frames"])]
        command += map(work.fill, entry.get("options", []))
        # More than 8 bits are not in the format's first version.
        command += ["-strict", "-1", "-f", "yuv4mpegpipe", "-"]
        return self.contestant(entry, work, name, [command])

    def job(self, name, program, entry, work):
        """One ffmpeg that decodes, filters and encodes, against three programs."""
        inputs, graph = self.graph(entry, work)
        source = ["-i", self.files.film(), *inputs]
        alone = [*self.head(program), *source, *graph, *ENCODE, "theirs.mp4"]
        ours = self.piped(program, work.ours.commands[0], "ours.mp4")
        mine = Contestant(f"{name} | vfx | {name}", "vfx", ours, None)
        return self.contestant(entry, work, f"{name} alone", [alone], stream=None, ours=mine)

    def piped(self, program, command, target):
        """Three programs: one decodes, `command` changes frames, one encodes."""
        head = [program, "-v", "error", "-nostdin"]
        return [
            [*head, "-i", self.files.film(), "-f", "yuv4mpegpipe", "-"],
            command,
            [*head, "-i", "-", *ENCODE, target],
        ]

    # -- others

    def make_copier(self, entry, work):
        _, _, frames = assets.STREAMS[work.stream]
        size = os.path.getsize(self.files.clip(work.stream)) // frames
        program = os.path.join(self.folder, "copier")
        command = [program, "--buffer", str(size), *entry.get("arguments", [])]
        return [lambda: self.contestant(entry, work, entry["name"], [command])]

    def make_command(self, entry, work):
        return [lambda: self.contestant(entry, work, entry["name"], [entry["command"]])]

    def make_vfx(self, entry, work):
        """Another timeline, stream or number of threads, for the program itself."""

        def form():
            command = work.ours_with(entry)
            if not work.is_job:
                return self.contestant(entry, work, entry["name"], [command])
            ours = self.piped("ffmpeg", work.ours.commands[0], "ours.mp4")
            return self.contestant(
                entry, work, entry["name"], self.piped("ffmpeg", command, "theirs.mp4"),
                stream=None, ours=Contestant("ffmpeg | vfx | ffmpeg", "vfx", ours, None))

        return [form]

    def make_opencv(self, entry, work):
        def form():
            script = os.path.join(SCRIPTS, entry["script"])
            command = [self.python("cv2"), script, *map(str, entry.get("arguments", []))]
            return self.contestant(
                entry, work, entry["name"], [[*command, "--threads", str(self.threads)]])

        return [form]

    def make_vapoursynth(self, entry, work):
        """It has no way to read a pipe, so it reads the stream's file, over and over."""

        def form():
            self.python("vapoursynth")
            program = os.path.join(self.installed, "bin", "vspipe")
            frames = work.count // assets.STREAMS[work.stream][2]
            command = ["env", f"XDG_CONFIG_HOME={os.path.join(self.folder, 'peers', 'config')}"]
            command += [program, "-c", "y4m", "-a", f"clip={self.files.clip(work.stream)}"]
            for name in entry.get("streams", []):
                command += ["-a", f"{name}={self.files.clip(name)}"]
            for word in entry.get("arguments", []):
                command += ["-a", word]
            for name, file in entry.get("files", {}).items():
                self.files.require(file)
                command += ["-a", f"{name}={self.files.path(file)}"]
            command += ["-a", f"times={max(frames, 1)}", "-a", f"threads={self.threads}"]
            command += [os.path.join(SCRIPTS, entry["script"]), "-"]
            return self.contestant(entry, work, entry["name"], [command], stream=None)

        return [form]

    def make_melt(self, entry, work):
        """Reads the stream's file too."""

        def form():
            program = shutil.which("melt")
            if not program:
                raise Missing("melt is not installed; see scripts/bench --peers")
            repeats = max(work.count // assets.STREAMS[work.stream][2], 1)
            command = [program, "-silent", "-profile", "atsc_1080p_25"]
            if "qtblend" in entry["arguments"] and "DISPLAY" not in os.environ:
                # Without an X server it passes pictures through.
                if not shutil.which("xvfb-run"):
                    raise Missing("qtblend needs an X server: xvfb-run is not installed")
                command = ["xvfb-run", "-a"] + command
            command += [self.files.clip(work.stream)]
            command += ["-repeat", str(repeats)]
            self.files.require(" ".join(entry["arguments"]))
            command += [work.fill(word) for word in entry["arguments"]]
            command += ["-consumer", "avformat:/dev/stdout", "f=yuv4mpegpipe"]
            command += ["vcodec=wrapped_avframe", "pix_fmt=yuv420p", "an=1"]
            command += [f"real_time=-{self.threads}", "terminate_on_pause=1"]
            return self.contestant(entry, work, entry["name"], [command], stream=None)

        return [form]


def versions(peers):
    """What the peers call themselves, as far as they are here."""
    found = {}

    def note(name, command):
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError:
            return
        if done.returncode == 0:
            found[name] = done.stdout.strip().split("\n")[0]

    note("ffmpeg", ["ffmpeg", "-version"])
    note("melt", ["melt", "--version"])
    try:
        note("ffmpeg 9", [peers.ffmpeg9(), "-version"])
        for module in ("cv2", "vapoursynth"):
            python = peers.python(module)
            note(module, [python, "-c", f"import {module} as m; print(m.__version__)"])
    except Missing:
        pass
    return found
