"""Timelines as JSON with comments, and pieces of them made whole, for tests of the schema."""

import json
import re

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|.', re.S)


def plain(text):
    """The text as plain JSON: comments blanked, commas before a bracket left out."""
    tokens = [
        " " if token.startswith(("//", "/*")) else token for token in TOKEN.findall(text)
    ]
    meaning = [i for i, token in enumerate(tokens) if not token.isspace()]
    for here, following in zip(meaning, meaning[1:]):
        if tokens[here] == "," and tokens[following] in "]}":
            tokens[here] = " "
    return "".join(tokens)


def blocks(path):
    """Each block of JSON on a page, with its place and the heading that it stands under."""
    inside, heading = None, ""
    with open(path, encoding="utf-8") as page:
        for number, line in enumerate(page, 1):
            if line.startswith("#") and inside is None:
                heading = line.strip("# \n")
            if not line.startswith("```"):
                lines.append(line) if inside is not None else None
            elif inside is None:
                inside, lines, start = line[3:].strip(), [], number
            else:
                if inside in ("json", "jsonc"):
                    yield f"{path}:{start}", heading, "".join(lines)
                inside = None


def members(text):
    """The values of a text that is `"key": value` once or several times, layers, or one value alone."""
    decoder, found, position = json.JSONDecoder(), {}, 0
    text = plain(text).strip().rstrip(",")
    if not text.startswith('"'):
        values = json.loads(f"[{text}]")
        return values[0] if len(values) == 1 else {"layers": values}
    while position < len(text):
        key, position = decoder.raw_decode(text, position)
        position = text.index(":", position) + 1
        while text[position].isspace():
            position += 1
        found[key], position = decoder.raw_decode(text, position)
        while position < len(text) and (text[position].isspace() or text[position] == ","):
            position += 1
    return found


def whole(piece, is_track=False, is_alone=True):
    """The timeline that a piece of one belongs to; nil where it is none that is known.

    A piece that was written as `"key": value` is not `is_alone`.
    """
    if "version" in piece:
        return piece
    if not is_alone and set(piece) <= {"canvas", "clips", "layers", "audio", "vars"}:
        return {"version": 1, **piece}
    if not is_alone and set(piece) == {"transition"}:
        return {"version": 1, "clips": [{"source": "a.mp4", **piece}, {"source": "b.mp4"}]}
    if not is_alone:
        return {"version": 1, "layers": [{"type": "image", "source": "logo.png", **piece}]}
    if "type" in piece:
        return {"version": 1, "layers": [piece]}
    if "effect" in piece:
        return {"version": 1, "audio": {"effects": [piece]}}
    if "source" in piece:
        return {"version": 1, "audio": {"tracks": [piece]}} if is_track else {
            "version": 1, "clips": [piece]}
    return None


def kept(path):
    """The timeline of a file."""
    with open(path, encoding="utf-8") as file:
        return json.loads(plain(file.read()))


def of_page(path):
    """Each timeline and piece of one on a page, with its place."""
    for place, heading, text in blocks(path):
        piece = members(text)
        is_alone = not plain(text).lstrip().startswith('"') and set(piece) != {"layers"}
        timeline = whole(piece, is_track=heading == "Tracks", is_alone=is_alone)
        if timeline is None:
            raise SystemExit(f"{place}: a piece of no known place in a timeline")
        yield place, timeline
