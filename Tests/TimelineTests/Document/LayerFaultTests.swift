import Testing

@testable import Timeline

/// The messages of faults inside a layer.
@Suite struct LayerFaultTests {
  typealias Case = JSONParserTests.Case

  static func image(_ rest: String, _ messages: String...) -> (String, [String]) {
    (#"{"type": "image", "source": "a.png", \#(rest)}"#, messages)
  }

  static func effect(_ rest: String, _ messages: String...) -> (String, [String]) {
    (#"{"type": "effect", "effect": "vortex", "end": 4, \#(rest)}"#, messages)
  }

  /// When layers are on.
  static let timing = [
    image(
      #""start": 1️⃣"soon""#,
      #"1: 'start' cannot be 'soon': a time is a number of seconds, or text such as "90f", "250ms", "1:02.5", "00:01:02.500", "1001/30000" or "50%""#
    ),
    image(
      #""start": 1️⃣true"#, #"1: 'start' takes a time, not true; write seconds, "90f" or "1:02.5""#),
    image(
      #""start": 1️⃣"50%""#,
      "1: 'start' cannot be a percentage, because the length of the film is not known; that of clips is; write a time"
    ),
    (
      #"{"type": "group", "layers": [{"type": "color", "end": 1️⃣"50%"}]}"#,
      [
        "1: 'end' cannot be a percentage, because the length of the group is not known; give the group an end"
      ]
    ),
    image(
      #""start": 3, "end": 1️⃣2"#,
      "1: 'end' must be after 'start'; a layer is on from its start up to, not including, its end"),
    image(
      #""start": 2, "end": 1️⃣"60f", "opacity": {"from": 0}"#,
      "1: 'end' must be after 'start'; a layer is on from its start up to, not including, its end"),
    image(#""duration": 1️⃣0"#, "1: 'duration' must be more than 0"),
    image(
      #"2️⃣"end": 3, 1️⃣"duration": 1"#,
      "1: an image layer has both 'end' and 'duration'; give one of them [2: 'end' is given here]"),
    image(
      #"1️⃣"from": 3, 2️⃣"to": 5"#,
      "1: unknown key 'from' in an image layer; did you mean 'start'?",
      "2: unknown key 'to' in an image layer; did you mean 'end'?"),
    image(
      #""enabled": 1️⃣"false""#,
      "1: 'enabled' takes true or false, not a string; write false without quotes"),
  ]

  /// Doubts, which do not refuse a timeline.
  static let warnings = [
    image(
      #""start": 1️⃣-3, "end": -1"#,
      "1: warning: an image layer is never on, because it ends before the stream starts"),
    (
      #"{"type": "group", "start": 5, "end": 8, "layers": [{"type": "color", "start": 1️⃣5}]}"#,
      [
        "1: warning: a color layer is never on while its group is; its times count from the group's start"
      ]
    ),
  ]

  /// Values that do not move.
  static let settings = [
    image(
      #"1️⃣"opactiy": 0.5"#, "1: unknown key 'opactiy' in an image layer; did you mean 'opacity'?"),
    image(#"1️⃣"frobnicate": 0.5"#, "1: unknown key 'frobnicate' in an image layer"),
    image(#""opacity": 1️⃣1.4"#, "1: 'opacity' must be from 0 to 1, not 1.4"),
    image(
      #""opacity": 1️⃣"0.5""#, "1: 'opacity' takes a number, not a string; write 0.5 without quotes"),
    image(#""opacity": 1️⃣"half""#, "1: 'opacity' takes a number, not a string"),
    image(#""opacity": 1️⃣1e400"#, "1: '1e400' is too large for 'opacity'"),
    image(#""opacity": 1️⃣null"#, "1: 'opacity' takes a number, not null"),
    image(#""opacity": 1️⃣[]"#, "1: 'opacity' takes a number, not an array"),
    image(#""speed": 1️⃣0"#, "1: 'speed' must be more than 0 and at most 100, not 0"),
    image(#""speed": 1️⃣{"from": 1}"#, "1: 'speed' takes a number, not an object"),
    image(#""position": 1️⃣5"#, "1: 'position' takes a point [x, y], not a number"),
    image(
      #""position": 1️⃣"center""#,
      #"1: 'position' takes a point [x, y], not a string; write ["50%", "50%"]"#),
    image(#""position": 1️⃣[1, 2, 3]"#, "1: 'position' takes a point [x, y], not 3 values"),
    image(
      #""position": [1️⃣"a", 2️⃣true]"#,
      #"1: 'position' cannot be 'a': a length is a number of pixels, or text such as "50%" or "20px""#,
      "2: 'position' takes a length such as 20 or \"50%\", not true"),
    image(#""size": [1️⃣-5, "auto"]"#, "1: 'size' cannot be negative"),
    image(#""anchor": 1️⃣"centre""#, "1: 'anchor' cannot be 'centre'; did you mean 'center'?"),
    image(
      #""anchor": [1️⃣"third", 0]"#, "1: 'anchor' takes a number, not a string"),
    image(
      #""scale": 1️⃣"big""#,
      #"1: 'scale' cannot be 'big': a scale is a factor, or text such as "150%""#),
    image(
      #""rotation": 1️⃣"90degs""#,
      "1: 'rotation' cannot be '90degs': an angle ends in deg, rad, grad or turn, not in 'degs'"),
    image(#""loop": 1️⃣"foreve""#, "1: 'loop' cannot be 'foreve'; did you mean 'forever'?"),
    image(#""loop": 1️⃣0"#, "1: 'loop' must be 1 or more, not 0"),
    image(#""loop": 1️⃣true"#, #"1: 'loop' takes "forever", "file" or a count, not true"#),
    image(#""label": 1️⃣5"#, "1: 'label' takes a string, not a number"),
    (#"{"type": 1️⃣"image"}"#, ["1: an image layer needs 'source'"]),
    (
      #"{"type": "image", 1️⃣"src": "a.png"}"#,
      ["1: unknown key 'src' in an image layer; did you mean 'source'?"]
    ),
    (
      #"{"type": "image", 1️⃣"sorce": "a.png", "source": 2️⃣5}"#,
      [
        "1: unknown key 'sorce' in an image layer; did you mean 'source'?",
        "2: 'source' takes the path of a file, not a number",
      ]
    ),
    (#"{"type": "image", "source": 1️⃣""}"#, ["1: 'source' names no file"]),
    (#"{"type": "image", "source": 1️⃣"a\u0000b"}"#, ["1: a path cannot hold the character U+0000"]),
    (
      #"{"type": "image", "source": 1️⃣["a"]}"#,
      ["1: 'source' takes the path of a file, not an array"]
    ),
    (#"{"type": "color", "color": 1️⃣"rde"}"#, ["1: 'color' cannot be 'rde'; did you mean 'red'?"]),
    (
      #"{"type": "color", "color": 1️⃣[255, 0, 0]}"#,
      [##"1: 'color' takes a colour, not an array; such as "#ff8000" or "orange""##]
    ),
    (#"{"type": "gradient", "stops": 1️⃣["red"]}"#, ["1: 'stops' needs at least two colours"]),
    (
      #"{"type": "gradient", "stops": [[0.5, "red"], 1️⃣[0.2, "blue"]]}"#,
      [
        "1: the stop's position is before that of the previous stop; stops must be in the order of "
          + "their positions"
      ]
    ),
    (
      #"{"type": "gradient", "stops": [[1️⃣2, "red"], {2️⃣"at": 1, 3️⃣"colour": "red", "position": 1}]}"#,
      [
        "1: 'position' must be from 0 to 1, not 2", "2: unknown key 'at' in a stop",
        "3: unknown key 'colour' in a stop; did you mean 'color'?",
      ]
    ),
    (
      #"{"type": "effect", "effect": "pointillize", "seed": 1️⃣1.5, "smooth": 2️⃣1}"#,
      ["1: 'seed' takes a whole number, not 1.5", "2: 'smooth' takes true or false, not a number"]
    ),
    (
      #"{"type": "effect", "effect": 1️⃣"vortex"}"#,
      [
        "1: 'angle' moves over the layer's range unless it is given, and the layer has no end; give 'angle', or an 'end' or a 'duration'"
      ]
    ),
    effect(#""radius": 1️⃣-4"#, "1: 'radius' must be 0 or more px, not -4"),
    effect(
      #"1️⃣"raduis": 4, 2️⃣"source": "a""#,
      "1: unknown key 'raduis' in a vortex effect; did you mean 'radius'?",
      "2: unknown key 'source' in a vortex effect"),
    effect(
      #""region": 1️⃣5"#,
      "1: 'region' takes an object, not a number; its keys are position, size and feather"),
    effect(
      #""region": {"feather": 1️⃣-1, 2️⃣"fether": 1}"#,
      "1: 'feather' must be 0 or more px, not -1",
      "2: unknown key 'fether' in 'region'; did you mean 'feather'?"),
  ]

  /// What happens to a layer before it meets what is below it.
  static let stages = [
    image(
      #""matte": 1️⃣5"#,
      "1: 'matte' takes the name of a layer, or an object, not a number; its keys are layer, by, "
        + "invert and show"),
    image(
      #""matte": 1️⃣"cut""#,
      "1: there is no layer 'cut' beside this one; a matte has its name by 'name', and stands in the "
        + "same list"),
    image(#""matte": 1️⃣{}"#, "1: 'matte' needs 'layer'"),
    image(
      #""matte": {"layer": {"type": "color"}, 1️⃣"bye": "luma"}"#,
      "1: unknown key 'bye' in 'matte'; did you mean 'by'?"),
    image(
      #""matte": {"layer": {"type": "color"}, "by": 1️⃣"lume"}"#,
      "1: 'by' cannot be 'lume'; did you mean 'luma'?"),
    image(
      #""matte": {"layer": 1️⃣{"type": "effect", "effect": "vortex", "end": 4}}"#,
      "1: an effect cannot be a matte, as it covers nothing itself"),
    image(#""name": "a", "matte": 1️⃣"a""#, "1: mattes cut each other in a circle"),
    image(
      #""matte": {"layer": {"type": "color", "matte": 1️⃣"a"}}"#,
      "1: a layer within 'matte' cannot name a matte, as it is in no list of layers; its own matte can be "
        + "written out as a layer"),
    image(#""effects": 1️⃣5"#, "1: 'effects' takes an array of effects, not a number"),
    image(
      #""effects": [{"type": 1️⃣"color"}]"#,
      "1: the 'effects' of a layer take only effects; 'type' may be left out; other layers belong in "
        + "'layers'"),
    effect(#"1️⃣"matte": "a""#, "1: unknown key 'matte' in a vortex effect"),
  ]

  /// Values that move.
  static let animations = [
    image(
      #""end": 2, "opacity": {"from": 0, 1️⃣"too": 1}"#,
      "1: unknown key 'too' in the animation of 'opacity'; did you mean 'to'?"),
    image(
      #""end": 2, "opacity": {"to": 0, 1️⃣"easing": "ease"}"#,
      "1: unknown key 'easing' in the animation of 'opacity'; did you mean 'ease'?"),
    image(
      #""end": 2, "opacity": 1️⃣{"duration": 1}"#,
      "1: the animation of 'opacity' needs 'from', 'to' or 'keys'"),
    image(
      #""end": 2, "opacity": {1️⃣"from": 0, "keys": [[0, 1]]}"#,
      "1: 'from' does not go with 'keys'; the keys contain all values and times"),
    image(
      #""opacity": 1️⃣{"from": 0}"#,
      "1: the animation of 'opacity' needs a 'duration', because the layer has no end; give one here, or give the layer an 'end' or a 'duration'"
    ),
    image(
      #""end": 2, "opacity": {"from": 0, "duration": 1️⃣0}"#, "1: 'duration' must be more than 0"),
    image(
      #""end": 2, "opacity": {"from": 0, "delay": 1️⃣3}"#,
      "1: the delay leaves no time before the layer ends; give a 'duration'"),
    image(
      #""opacity": {"from": 1️⃣-1, "to": 2️⃣2, "duration": 1}"#,
      "1: 'opacity' must be from 0 to 1, not -1", "2: 'opacity' must be from 0 to 1, not 2"),
    image(
      #""opacity": {"keys": [[0, 1️⃣5], [1, 2️⃣"x"], 3️⃣[2]], "repeat": 4️⃣-1}"#,
      "1: 'opacity' must be from 0 to 1, not 5", "2: 'opacity' takes a number, not a string",
      #"3: a key has two or three parts, not 1; a key is [time, value] or [time, value, "easing"]"#,
      "4: 'repeat' cannot be -1: a count must be from 0 to a billion"),
    image(
      #""end": 2, "opacity": {"from": 0, "repeat": 1️⃣1e10}"#,
      "1: 'repeat' cannot be 1e10: a count must be from 0 to a billion"),
    image(
      #""end": 2, "opacity": {"from": 0, "repeat": 1️⃣"3"}"#,
      #"1: 'repeat' takes a count or "forever", not a string; write 3 without quotes"#),
    image(
      #""end": 2, "opacity": {"from": 0, "repeat": 1️⃣"forevr"}"#,
      #"1: 'repeat' takes a count or "forever", not a string; did you mean 'forever'?"#),
    image(
      #""opacity": {"keys": [[1, 0], [1️⃣0.5, 1]]}"#,
      "1: the key's time is before that of the previous key; keys must be in the order of their "
        + "times"),
    image(
      #""opacity": {"keys": [[0, 0], [1️⃣"50%", 1]]}"#,
      "1: a percentage cannot be used in a layer that has no end; give the layer an 'end' or a "
        + "'duration', or write a time"
    ),
    image(#""opacity": {"keys": 1️⃣[]}"#, "1: 'keys' needs at least one key"),
    image(
      #""opacity": {"keys": 1️⃣{"0": 1}}"#,
      "1: 'keys' takes an array, not an object; such as [[0, 0], [1.5, 1]]"),
    image(
      #""opacity": {"keys": [1️⃣0, 2️⃣{"value": 1}, {3️⃣"when": 1, "time": 1, "value": 0}]}"#,
      #"1: a key is an array, not a number; a key is [time, value] or [time, value, "easing"]"#,
      "2: a key needs 'time' and 'value'", "3: unknown key 'when' in a key"),
    image(
      #""opacity": {"to": 0, "duration": 1, "ease": 1️⃣"ease-inn"}"#,
      "1: 'ease' cannot be 'ease-inn'; did you mean 'ease-in'?"),
    image(
      #""opacity": {"to": 0, "duration": 1, "ease": 1️⃣3}"#,
      #"1: 'ease' takes the name of an easing, not a number; such as "ease-out""#),
    image(
      #""opacity": {"to": 0, "duration": 1, "repeat": 1️⃣"always"}"#,
      #"1: 'repeat' takes a count or "forever", not a string"#),
    image(
      #""opacity": {"to": 0, "duration": 1, "autoreverse": 1️⃣1}"#,
      "1: 'autoreverse' takes true or false, not a number"),
    image(
      #""opacity": {"to": 0, "duration": 1, "interpolation": 1️⃣"smoth"}"#,
      "1: 'interpolation' cannot be 'smoth'; did you mean 'smooth'?"),
  ]

  @Test(arguments: [timing, warnings, settings, stages, animations].flatMap(\.self))
  func `each fault has its message and its place`(_ text: String, _ messages: [String]) {
    #expect(Sample.messages(layer: text) == messages)
  }
}
