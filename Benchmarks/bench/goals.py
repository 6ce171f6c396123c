"""Whether the goals of a work are met, by what was measured."""

import statistics

from processes import Cost


def costs(record, side):
    return [Cost.parse(entry) for entry in record[side]]


def ratios(record, value):
    pairs = zip(costs(record, "ours"), costs(record, "theirs"))
    return [value(a) / max(value(b), 1e-9) for a, b in pairs]


def median_fps(record, side="theirs"):
    return statistics.median(cost.fps for cost in costs(record, side))


def fastest(records, family):
    """By sink, the record of the fastest peer of a family."""
    found = {}
    for record in records:
        if record["family"] == family and record["theirs"]:
            sink = record["sink"]
            if sink not in found or median_fps(record) > median_fps(found[sink]):
                found[sink] = record
    return found


class Verdict:
    """What a goal asks for, what came out by sink, and whether that is enough."""

    def __init__(self, text, results, is_enough):
        self.text = text
        self.results = results
        self.met = bool(results) and all(is_enough(value) for value in results.values())


def is_of_version(record, version):
    """Whether a form of ffmpeg is that of the wheel, "9", or the system's own, "installed"."""
    is_nine = record["peer"].startswith("ffmpeg 9 ")
    return version is None or is_nine == (version == "9")


def against(goal, records):
    """Verdicts on ratios to the fastest peer of a family."""
    records = [r for r in records if is_of_version(r, goal.get("version"))]
    peers = fastest(records, goal["against"])
    name = goal.get("name", goal["against"])
    if "fps" in goal:
        found = {s: statistics.median(ratios(r, lambda c: c.fps)) for s, r in peers.items()}
        yield Verdict(f"{goal['fps']} x {name}", found, lambda value: value >= goal["fps"])
    if "cpu" in goal:
        found = {s: statistics.median(ratios(r, lambda c: c.cpu_per_100)) for s, r in peers.items()}
        yield Verdict(f"{goal['cpu']} of its CPU", found, lambda value: value <= goal["cpu"])
    if "memory" in goal:
        found = {s: statistics.median(ratios(r, lambda c: c.peak)) for s, r in peers.items()}
        yield Verdict(f"{goal['memory']} of its memory", found, lambda v: v <= goal["memory"])


def own(goal, records):
    """Verdicts on figures of our own."""
    by_sink = {}
    for record in records:
        by_sink.setdefault(record["sink"], []).extend(costs(record, "ours"))
    if "ownFps" in goal:
        found = {s: statistics.median(c.fps for c in all) for s, all in by_sink.items()}
        yield Verdict(f"{goal['ownFps']} fps", found, lambda value: value >= goal["ownFps"])
    if "ownMilliseconds" in goal:
        limit = goal["ownMilliseconds"]
        found = {s: statistics.median(1000 * c.wall for c in all) for s, all in by_sink.items()}
        yield Verdict(f"under {limit} ms", found, lambda value: value < limit)
    if "ownMiB" in goal:
        found = {s: max(c.peak for c in all) for s, all in by_sink.items()}
        yield Verdict(f"under {goal['ownMiB']} MiB", found, lambda value: value < goal["ownMiB"])


def error(goal, quality):
    """Verdicts on the largest difference from a peer's picture, in code values."""
    found = {
        record["peer"]: max(plane["largest"] for plane in record["planes"].values())
        for record in quality
        if record["peer"] == goal["largestAgainst"]
    }
    limit = goal["largest"]
    text = f"at most {limit} from {goal['largestAgainst']}"
    yield Verdict(text, found, lambda value: value <= limit)


def verdicts(goals, records, quality):
    for goal in goals:
        if "against" in goal:
            yield from against(goal, records)
        elif "largestAgainst" in goal:
            yield from error(goal, quality)
        else:
            yield from own(goal, records)
