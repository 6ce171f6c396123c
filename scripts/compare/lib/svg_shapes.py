"""Turns elements of SVG into shape layers; see scripts/compare/shapes.

Only what a shape layer can say is taken: one element with lengths in pixels. `layer` raises
`Unsaid` for all else.
"""

import re
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
# What changes no coverage, or is read below.
KNOWN = set(
    "id fill stroke d points x y width height rx ry cx cy r x1 y1 x2 y2 fill-rule stroke-width "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset".split()
)


class Unsaid(Exception):
    """What a shape layer has no words for."""


def number(text, default=0.0):
    if text is None:
        return default
    try:
        return float(text)
    except ValueError:
        raise Unsaid(f"the length {text!r}")


def stroke(element):
    if element.get("stroke", "none") == "none":
        return None
    result = {"width": number(element.get("stroke-width"), 1.0), "color": "white"}
    if result["width"] <= 0:
        raise Unsaid("a line without width")
    for name, key, words in [
        ("stroke-linecap", "cap", ("butt", "round", "square")),
        ("stroke-linejoin", "join", ("miter", "round", "bevel")),
    ]:
        word = element.get(name)
        if word and word not in words:
            raise Unsaid(f"{name} {word}")
        if word:
            result[key] = word
    if element.get("stroke-miterlimit"):
        result["miter"] = number(element.get("stroke-miterlimit"))
    dashes = element.get("stroke-dasharray", "none")
    if dashes != "none":
        result["dash"] = [number(part) for part in re.split(r"[ ,]+", dashes.strip())]
        if min(result["dash"]) < 0:
            raise Unsaid("a negative dash")
        result["offset"] = number(element.get("stroke-dashoffset"))
    return result


def geometry(element):
    """The keys of the figure, and whether it bounds nothing."""
    kind = element.tag.removeprefix(NAMESPACE)
    value = lambda name: number(element.get(name))
    if kind == "path":
        return {"shape": "path", "path": " ".join(element.get("d", "").split("\n"))}
    if kind == "line":
        return {
            "shape": "line",
            "from": [value("x1"), value("y1")],
            "to": [value("x2"), value("y2")],
        }
    if kind in ("polygon", "polyline"):
        places = re.findall(r"[-+.\d]+", element.get("points", ""))
        if len(places) % 2 or len(places) < 4:
            raise Unsaid("odd points")
        return {
            "shape": "path",
            "path": "M" + " ".join(places) + ("Z" if kind == "polygon" else ""),
        }
    if kind == "rect":
        rx, ry = element.get("rx"), element.get("ry")
        if rx != ry and None not in (rx, ry):
            raise Unsaid("corners that are ellipses")
        width, height = value("width"), value("height")
        radius = number(rx if rx is not None else ry)
        if radius < 0 or min(width, height) <= 0 or 2 * radius > min(width, height):
            raise Unsaid("a rectangle that is corrected")
        return {
            "shape": "rectangle",
            "position": [value("x"), value("y")],
            "size": [width, height],
            "radius": radius,
        }
    if kind in ("circle", "ellipse"):
        rx, ry = (value("r"),) * 2 if kind == "circle" else (value("rx"), value("ry"))
        if min(rx, ry) <= 0:
            raise Unsaid("an ellipse that is corrected")
        if element.get("stroke-dasharray", "none") != "none":
            # SVG counts dashes from the right, and a shape layer from the top.
            x, y = value("cx"), value("cy")
            places = [(x, y + ry), (x - rx, y), (x, y - ry), (x + rx, y)]
            arcs = "".join(f"A{rx} {ry} 0 0 1 {px} {py}" for px, py in places)
            return {"shape": "path", "path": f"M{x + rx} {y}{arcs}Z"}
        return {
            "shape": "ellipse",
            "position": [value("cx") - rx, value("cy") - ry],
            "size": [2 * rx, 2 * ry],
        }
    raise Unsaid(f"the element {kind}")


def layer(element):
    """The shape layer of an element."""
    unknown = set(element.keys()) - KNOWN
    if unknown:
        raise Unsaid(", ".join(sorted(unknown)))
    result = {"type": "shape", **geometry(element)}
    line = stroke(element)
    if line:
        result["stroke"] = line
    result["fill"] = "transparent" if element.get("fill") == "none" else "white"
    if element.get("fill-rule") == "evenodd":
        result["fillRule"] = "evenodd"
    return result


def whitened(element):
    """The element as SVG, in white."""
    copy = ElementTree.fromstring(ElementTree.tostring(element))
    for name in ("fill", "stroke"):
        if copy.get(name, "none" if name == "stroke" else "black") != "none":
            copy.set(name, "white")
    return ElementTree.tostring(copy, encoding="unicode")


def cases(paths):
    """The layers that files hold: names, layers, SVG; and how many hold none."""
    found, others = [], 0
    for path in paths:
        try:
            root = ElementTree.parse(path).getroot()
            if (root.get("viewBox") or "").split() != ["0", "0", "200", "200"]:
                raise Unsaid("another canvas")
            drawn = [
                child
                for child in root
                if child.get("id") != "frame" and child.tag not in (NAMESPACE + "title", NAMESPACE + "desc")
            ]
            if len(drawn) != 1:
                raise Unsaid("several elements")
            name = f"{path.parent.name}/{path.stem}"
            found.append((name, layer(drawn[0]), whitened(drawn[0])))
        except (Unsaid, ElementTree.ParseError):
            others += 1
    return found, others
