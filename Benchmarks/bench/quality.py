"""How near two programs' pictures are: PSNR by plane, and the largest difference."""

import json
import os
import subprocess

import processes

PLANES = {"luma": "Y", "blue": "U", "red": "V"}


def draw(contestant, files, name, folder):
    """Runs a contestant once over a short stream, into a file."""
    source = files.stream(contestant.stream, 1)[0] if contestant.stream else []
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        processes.run(contestant.commands, source, 1, file, folder)
    return path


def compare(vfx, ours, theirs):
    """What `vfx compare` says of two files."""
    command = [vfx, "compare", "--quiet", "--format", "json", ours, theirs]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not done.stdout:
        raise processes.Failure(done.stderr.strip())
    result = json.loads(done.stdout)
    planes = {
        PLANES[plane]: {"psnr": value["psnr"], "largest": value["largest"]}
        for plane, value in result["planes"].items()
        if plane in PLANES
    }
    return {"frames": result["compared"], "planes": planes}


def measure(vfx, work, contestants, files, folder):
    """Records of how near the pictures of `contestants` are to those of vfx."""
    records = []
    ours = draw(work.ours, files, "ours.y4m", folder)
    for contestant in contestants:
        theirs = draw(contestant, files, "theirs.y4m", folder)
        records.append({"work": work.name, "peer": contestant.name, **compare(vfx, ours, theirs)})
        os.remove(theirs)
    os.remove(ours)
    return records


def text(record):
    """PSNR of Y, U and V in decibels, and the largest difference in code values."""
    if record is None:
        return ""
    planes = record["planes"].values()
    numbers = [("inf" if p["psnr"] in (None, "inf") else f"{p['psnr']:.1f}") for p in planes]
    return f"{' / '.join(numbers)}, at most {max(p['largest'] for p in planes)}"
