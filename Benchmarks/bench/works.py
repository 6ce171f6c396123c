"""Works: what is measured, read from works.json."""

import json
import os
import re
import subprocess

import assets
import peers
import timelines


class Work:
    """One thing to be done to a stream, by vfx and by its peers."""

    def __init__(self, entry, folder, vfx, options):
        self.entry = entry
        self.name = entry["name"]
        self.about = entry["about"]
        self.stream = entry.get("stream", "hd")
        self.is_job = entry.get("job", False)
        # How speed is told: frames a second, or milliseconds for all of a run.
        self.unit = entry.get("unit", "fps")
        self.goals = entry.get("goals", [])
        self.goal_text = entry.get("goal", "")
        self.reference = entry.get("reference")
        self.folder, self.vfx, self.options = folder, vfx, options
        frames = assets.STREAMS[self.stream][2]
        wanted = assets.FILM_FRAMES if self.is_job else options.frames * entry.get("share", 1)
        self.count = max(1, round(wanted / frames)) * frames
        self.timeline = self.write(self.name, entry)
        self.ours = peers.Contestant(
            "vfx", "vfx", [self.ours_with({})], None if self.is_job else self.stream)

    def fill(self, text):
        """Replaces @0.4T by the seconds at 0.4 of the stream, and @last by its last frame."""
        seconds = self.count / assets.RATE
        text = text.replace("@last", str(self.count - 1))
        return re.sub(r"@([0-9.]+)T", lambda found: f"{float(found[1]) * seconds:g}", text)

    def write(self, name, entry):
        """Writes a timeline, of layers or of what a function of timelines.py makes."""
        if "timeline" in entry:
            layers = getattr(timelines, entry["timeline"])(self.count / assets.RATE)
        else:
            times = re.compile(r'"(@[0-9.]+T)"')
            layers = times.sub(lambda found: self.fill(found[1]), json.dumps(entry["layers"]))
            layers = json.loads(layers)
        path = os.path.join(self.folder, name + ".json")
        with open(path, "w") as file:
            json.dump({"version": 1, "layers": layers}, file)
        return path

    def ours_with(self, entry):
        """The program's command, with what `entry` says to differ."""
        timeline = self.timeline
        if "layers" in entry or "timeline" in entry:
            timeline = self.write(f"{self.name}-peer", entry)
        threads = min(entry.get("threads", self.options.threads), self.options.threads)
        return [self.vfx, "--quiet", "-j", str(threads), "-t", timeline]

    def refusal(self):
        """Why this vfx can't draw the work; None if it can."""
        command = [self.vfx, "check", self.timeline]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        unknown = re.search(r"unknown effect '(\w+)'", done.stdout)
        if unknown:
            return f"this vfx has no effect {unknown[1]}"
        return None if done.returncode == 0 else done.stdout.strip()


def load(path, folder, vfx, options):
    """The works of a file. Timelines are written to `folder`, where the assets are too."""
    with open(path) as file:
        return [Work(entry, folder, vfx, options) for entry in json.load(file)["works"]]
