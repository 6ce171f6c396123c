"""Works: what is measured, read from works.json, and the commands that do it."""

import dataclasses
import json
import os


@dataclasses.dataclass
class Contestant:
    """One program that does a work."""

    name: str
    command: list
    # Fewer frames than the work's own, for what is very slow.
    frames: int | None = None


@dataclasses.dataclass
class Work:
    name: str
    about: str
    share: float
    ours: Contestant
    peers: list


def load(path, folder, vfx, threads):
    """The works of a file. Timelines are written to `folder`, where the assets are too."""
    with open(path) as file:
        declared = json.load(file)
    works = []
    for entry in declared["works"]:
        timeline = os.path.join(folder, entry["name"] + ".json")
        with open(timeline, "w") as file:
            json.dump({"version": 1, "layers": entry["layers"]}, file)
        ours = [vfx, "--quiet", "-j", str(threads), "-t", timeline]
        works.append(
            Work(
                entry["name"],
                entry["about"],
                entry.get("share", 1),
                Contestant("vfx", ours),
                [peer(one, threads) for one in entry["peers"]],
            )
        )
    return works


def peer(entry, threads):
    if "command" in entry:
        return Contestant(entry["name"], entry["command"])
    command = ["ffmpeg", "-v", "error", "-nostdin"]
    command += ["-filter_threads", str(threads), "-filter_complex_threads", str(threads)]
    if entry.get("reader"):
        # Lets ffmpeg read in a thread of its own, as it does when there are two inputs.
        command += ["-thread_queue_size", "8"]
    command += ["-i", "-", *entry.get("inputs", [])]
    command += ["-filter_complex" if "[" in entry["filter"] else "-vf", entry["filter"]]
    command += ["-f", "yuv4mpegpipe", "-"]
    return Contestant(entry["name"], command, entry.get("frames"))
