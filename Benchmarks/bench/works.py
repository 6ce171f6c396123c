"""Works: what is measured, read from works.json."""

import json
import os
import re
import subprocess
import sys

import assets
import peers
import timelines

# The keys of a timeline that a work may have.
PARTS = ["canvas", "clips", "layers"]


class Work:
    """One thing to be done to a stream, by vfx and by its peers."""

    def __init__(self, entry, files, options):
        self.entry = entry
        self.name = entry["name"]
        self.about = entry["about"]
        self.stream = entry.get("stream", "hd")
        # Whether it comes through standard input; else all programs read files.
        self.is_fed = entry.get("fed", True) and not entry.get("job", False)
        self.is_job = entry.get("job", False)
        # How speed is told: frames a second, or milliseconds for all of a run.
        self.unit = entry.get("unit", "fps")
        self.goals = entry.get("goals", [])
        self.files, self.options = files, options
        self.folder, self.vfx = files.folder, files.vfx
        frames = assets.STREAMS[self.stream][2]
        wanted = assets.FILM_FRAMES if self.is_job else options.frames * entry.get("share", 1)
        self.count = max(1, round(wanted / frames)) * frames
        self.timeline = self.write(self.name, entry)
        self.ours = peers.Contestant(
            "vfx", "vfx", [self.ours_with({})], self.stream if self.is_fed else None)

    def fill(self, text):
        """Replaces what depends on the length.

        `@0.4T` are the seconds at 0.4 of the stream, `@0.4N` as many frames, `@last` is its last
        frame, `@repeats` how often a file of one round is played, and `@loops` one less.
        """
        repeats = self.count // assets.STREAMS[self.stream][2]
        text = text.replace("@last", str(self.count - 1))
        text = text.replace("@repeats", str(repeats)).replace("@loops", str(repeats - 1))
        text = re.sub(r"@([0-9.]+)N", lambda found: f"{float(found[1]) * self.count:g}", text)
        seconds = self.count / assets.RATE
        return re.sub(r"@([0-9.]+)T", lambda found: f"{float(found[1]) * seconds:g}", text)

    def write(self, name, entry):
        """Writes a timeline, of its parts or of layers that a function of timelines.py makes."""
        if "timeline" in entry:
            parts = {"layers": getattr(timelines, entry["timeline"])(self.count / assets.RATE)}
        else:
            text = json.dumps({key: entry[key] for key in PARTS if key in entry})
            # A word that is all a number becomes one.
            numbers = re.compile(r'"(@(?:[0-9.]+[TN]|repeats|loops))"')
            text = numbers.sub(lambda found: self.fill(found[1]), text)
            self.files.require(text)
            parts = json.loads(text)
        path = os.path.join(self.folder, name + ".json")
        with open(path, "w") as file:
            json.dump({"version": 1, **parts}, file)
        return path

    def ours_with(self, entry):
        """The program's command, with what `entry` says to differ."""
        timeline = self.timeline
        if "timeline" in entry or any(key in entry for key in PARTS):
            whole = entry if "timeline" in entry else {**self.entry, **entry}
            timeline = self.write(f"{self.name}-{entry['name'].replace(' ', '-')}", whole)
        threads = min(entry.get("threads", self.options.threads), self.options.threads)
        return [self.vfx, "--quiet", "-j", str(threads), "-t", timeline]

    def refusal(self):
        """Why this vfx can't draw the work; None if it can."""
        command = [self.vfx, "check", self.timeline]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        unknown = re.search(r"unknown effect '(\w+)'", done.stdout)
        if unknown:
            return f"this vfx has no effect {unknown[1]}"
        return None if done.returncode == 0 else done.stdout.replace(self.folder + "/", "").strip()


def load(path, names, files, options):
    """The works of a file with these names, or all; timelines are written to where assets are."""
    with open(path) as file:
        known = {entry["name"]: entry for entry in json.load(file)["works"]}
    for name in names:
        if name not in known:
            sys.exit(f"bench: there is no work '{name}'; there are {', '.join(known)}")
    return [Work(known[name], files, options) for name in names or known]
