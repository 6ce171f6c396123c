"""The JSON Schema against the checker: both take the same timelines.

Every timeline of the pages, the examples and the golden cases is valid. They are then broken in their
shape, a key at a time; what the checker refuses for it, the schema refuses too, and the other way
round. Without --all, a sample of those is tried.
"""

import copy
import glob
import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

import timelines

VFX = os.environ["VFX"]
# What the checker says of a wrong shape: of other faults, a schema cannot know.
SHAPE = re.compile(r"^unknown (key|kind of source)| takes .*, not (a|an|true|false|null|the)\b| needs '")
# Values of each type of JSON; a key takes some, and refuses the others.
PROBES = [True, 0.375, "\u2603", [], {}, [[]], {"\u2603": 0}]
# How many broken timelines are tried.
SAMPLE = 400
SEED = 7


def all_timelines():
    pages = ["README.md", "CONTRIBUTING.md"] + glob.glob("docs/*.md") + glob.glob("docs/notes/*.md")
    for page in sorted(pages):
        yield from timelines.of_page(page)
    files = glob.glob("examples/*.json") + glob.glob("Tests/Goldens/cases/**/*.json", recursive=True)
    for path in sorted(files):
        yield path, timelines.kept(path)


def spots(value, trail=()):
    """Every place in a timeline that has a value, as the keys and numbers that lead to it."""
    yield trail
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from spots(inner, trail + (key,))


def reached(value, trail):
    for key in trail:
        value = value[key]
    return value


def kind(timeline, trail):
    """What a place is, whichever timeline it is in: its keys, and the types of what holds them."""
    names = []
    for length in range(len(trail)):
        holder = reached(timeline, trail[:length])
        names.append("" if isinstance(holder, list) else trail[length])
        if isinstance(holder, dict):
            names += [str(holder.get(key, "")) for key in ("type", "effect") if key != trail[length]]
    return tuple(names)


def broken(found):
    """Timelines with one fault each, or with a value of another type that may be none.

    A key that stands in many places is tried in the first of them.
    """
    tried = set()
    for place, timeline in found:
        for trail in spots(timeline):
            what = kind(timeline, trail)
            # A variable may have any value: whether it fits is known where it is used.
            if what in tried or (trail[:1] == ("vars",) and len(trail) > 1):
                continue
            tried.add(what)
            if isinstance(reached(timeline, trail), dict) and trail != ("vars",):
                changed = copy.deepcopy(timeline)
                reached(changed, trail)["zzz"] = 1
                yield place, trail + ("zzz",), changed
            for probe in PROBES if trail else ():
                changed = copy.deepcopy(timeline)
                reached(changed, trail[:-1])[trail[-1]] = probe
                yield place, trail, changed


def spelled():
    """Values in other spellings than the pages have: each a value of its key, or none."""
    start = {"version": 1, "canvas": {"size": [64, 64], "rate": 25}}
    clip = {"source": {"color": "red"}, "duration": 1}
    for color in ("LIME", " red ", "RebeccaPurple\n", "#FFF", " RGB(1, 2, 3) ", "rde", " #fff"):
        yield {**start, "clips": [{**clip, "source": {"color": color}}]}
    for ease in (" ease-in ", "\neaseOutBack", " steps(3) ", "spring", "EASE", "ease-inn"):
        fade = {"from": 0, "to": 1, "duration": 1, "ease": ease}
        yield {**start, "layers": [{"type": "color", "color": "red", "opacity": fade}]}
    for turn in (-90, 0, 360, 450, 90.0, 45, 100, "90"):
        yield {"version": 1, "canvas": {"rotate": turn}}
    for time in (1, "1", " 2s ", "25f", "1/2", "0:01", "50%", " 5% ", None):
        yield {**start, "clips": [{**clip, "duration": time}]}
        yield {**start, "clips": [{**clip, "start": time}]}
        yield {**start, "clips": [{**clip, "freeze": {"at": 0.5, "duration": time}}]}
        yield {**start, "clips": [clip], "audio": {"effects": [{"effect": "reverse", "start": time}]}}
    for key in ("in", "out", "start", "end", "duration"):
        for time in ("50%", None):
            yield {**start, "audio": {"tracks": [{"source": "a.wav", key: time}]}}
    for key in ("in", "out"):
        yield {**start, "clips": [{"source": "a.mp4", key: "50%"}]}
        yield {**start, "layers": [{"type": "video", "source": "a.mp4", key: "50%"}]}


def verdict(timeline):
    """The checker's faults of shape, and all of its errors."""
    run = subprocess.run(
        [VFX, "check", "--format", "json", "--no-exec", "-"], input=json.dumps(timeline),
        capture_output=True, text=True, check=False)
    if run.returncode not in (0, 2):
        raise SystemExit(f"vfx check left with {run.returncode}: {run.stderr}")
    errors = [x["message"] for x in json.loads(run.stdout) if x["severity"] == "error"]
    return [x for x in errors if SHAPE.search(x)], errors


def undescribed(node, path=""):
    """The keys of a schema of which it does not say what they are."""
    if isinstance(node, dict):
        for key, value in node.get("properties", {}).items():
            if "description" not in value:
                yield f"{path}/{key}"
        for key, value in node.items():
            # What chooses a case needs no words.
            if key != "if":
                yield from undescribed(value, f"{path}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from undescribed(value, f"{path}[{index}]")


def undecided(node, path=""):
    """The keys of a schema that may be left out, and of which it does not say what holds then."""
    if isinstance(node, dict):
        for key, value in node.get("properties", {}).items():
            text = value.get("description", "")
            said = "Default: " in text or "Required" in text or {"default", "const"} & set(value)
            if key not in node.get("required", []) and not said:
                yield f"{path}/{key}"
        for key, value in node.items():
            if key != "if":
                yield from undecided(value, f"{path}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from undecided(value, f"{path}[{index}]")


def main():
    schema = json.loads(subprocess.run(
        [VFX, "schema"], capture_output=True, text=True, check=True).stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    found, faults = list(all_timelines()), []
    faults += [f"{path}: the schema does not describe it" for path in undescribed(schema)]
    faults += [f"{path}: the schema states no default" for path in undecided(schema)]
    for place, timeline in found:
        error = best_match(validator.iter_errors(timeline))
        if error:
            path = "/".join(map(str, error.absolute_path))
            faults.append(f"{place}: {path}: {error.message[:200]}")
    with ThreadPoolExecutor() as pool:
        for timeline, (_, errors) in zip(spelled(), pool.map(verdict, spelled())):
            if validator.is_valid(timeline) == bool(errors):
                faults.append(
                    f"{json.dumps(timeline)}: the schema {'takes' if errors else 'refuses'} it;"
                    f" vfx check: {errors[0] if errors else 'no errors'}")
    cases = list(broken(found))
    if "--all" not in sys.argv:
        cases = random.Random(SEED).sample(cases, SAMPLE)
    with ThreadPoolExecutor() as pool:
        verdicts = list(pool.map(lambda case: verdict(case[2]), cases))
    refused = 0
    for (place, trail, timeline), (shape, errors) in zip(cases, verdicts):
        valid = validator.is_valid(timeline)
        refused += not valid
        where = f"{place}: {'/'.join(map(str, trail))} = {json.dumps(reached(timeline, trail))}"
        if valid and shape:
            faults.append(f"{where}: the schema takes it; vfx check: {shape[0]}")
        if not valid and not errors:
            faults.append(f"{where}: vfx check takes it, the schema does not")
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"{len(faults)} faults")
    if not 50 < refused < len(cases):
        sys.exit(f"{refused} of {len(cases)} changed timelines are refused: that proves nothing")
    print(f"{len(found)} timelines are valid, {refused} of {len(cases)} changed ones are not")


main()
