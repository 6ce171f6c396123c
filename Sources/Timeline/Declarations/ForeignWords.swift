/// What other tools call what a timeline calls otherwise.
enum ForeignWords {
  /// What a key of other tools stands for.
  struct Meaning {
    /// The key of a timeline that is meant.
    let key: String
    /// What to write; nil where the key says it.
    let advice: String?
  }

  /// What a key that is unknown means among those known where it stands; nil if nobody knows.
  static func meaning(of key: String, among names: [String]) -> Meaning? {
    let word = plain(key)
    for way in ways[word] ?? [] where way.context.allSatisfy(names.contains) {
      return Meaning(key: way.key, advice: way.advice)
    }
    return keys[word]?.first(where: names.contains).map { Meaning(key: $0, advice: nil) }
  }

  /// The one of `names` that a word of other tools means as a value.
  static func value(_ word: String, among names: [String]) -> String? {
    values[plain(word)]?.first(where: names.contains)
  }

  /// The words of other tools for a key, in alphabetical order.
  static func words(for key: String) -> [String] {
    let single = keys.filter { $0.value.contains(key) }.keys
    let advised = ways.filter { $0.value.contains { $0.key == key } }.keys
    return Set(single).union(advised).sorted()
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { !"-_ ".contains($0) }
  }

  // MARK: Tables

  /// Keys by the words of other tools; of several the first that is known counts.
  private static let keys: [String: [String]] = [
    "alpha": ["opacity"], "angle": ["rotation"], "at": ["start"], "autoorient": ["orient"],
    "autorotate": ["orient"],
    "backgroundcolor": ["background"], "begin": ["start"], "begintime": ["start"],
    "bg": ["background"], "blendingmode": ["blend"], "blendmode": ["blend"],
    "border": ["stroke"], "borderradius": ["radius"], "color": ["fill"],
    "colour": ["color", "fill"],
    "content": ["text"], "cornerradius": ["radius"], "curve": ["ease"], "d": ["path"],
    "db": ["volume"], "distance": ["progress"],
    "dropshadow": ["shadow"], "dur": ["duration"], "easing": ["ease"], "elements": ["layers"],
    "end": ["out"], "endtime": ["end"], "file": ["source"], "fill": ["color"],
    "fillcolor": ["fill", "color"], "filter": ["effects"], "filters": ["effects"],
    "fontcolor": ["color"], "fontfamily": ["font"], "fontsize": ["size"], "fontstyle": ["style"],
    "fontweight": ["weight"], "fontwidth": ["stretch"], "fps": ["rate"], "framerate": ["rate"],
    "from": ["start"], "gain": ["volume"], "height": ["size"], "href": ["source"],
    "in": ["start"], "kerning": ["letterSpacing"], "keyframes": ["keys"],
    "leading": ["lineHeight"], "left": ["position"], "length": ["duration"],
    "level": ["volume"], "linespacing": ["lineHeight"], "loudness": ["volume"],
    "mixblendmode": ["blend"], "music": ["audio"], "out": ["end"], "outline": ["stroke"],
    "overlays": ["layers"], "path": ["source", "position"], "repeat": ["loop"],
    "resolution": ["size"],
    "rotate": ["rotation", "orient"], "scenes": ["clips"], "segments": ["clips"],
    "shots": ["clips"],
    "sound": ["audio"], "soundtrack": ["audio"], "src": ["source"], "starttime": ["start"],
    "stop": ["end"], "strength": ["mix"], "textalign": ["align"], "textcase": ["case"],
    "textcolor": ["color"], "texttransform": ["case"],
    "timing": ["ease"], "to": ["end"], "top": ["position"], "tracking": ["letterSpacing"],
    "url": ["source"], "variables": ["vars"], "visible": ["enabled"], "width": ["size"],
    "x": ["position"], "y": ["position"], "zoom": ["scale"],
  ]

  /// What to write for a word where all keys of `context` are known.
  private struct Way {
    let context: [String]
    let key: String
    let advice: String

    init(_ context: [String], _ key: String, _ advice: String) {
      (self.context, self.key, self.advice) = (context, key, advice)
    }
  }

  private static let size = Way(
    ["canvas"], "canvas", #"write "canvas": { "size": [1920, 1080] }"#)
  private static let rate = Way(["canvas"], "canvas", #"write "canvas": { "rate": 25 }"#)
  private static let tracks = Way(
    ["audio", "clips"], "audio", #"write "audio": { "tracks": [{ "source": "music.mp3" }] }"#)
  private static let entrance = Way(
    ["type", "in", "out"], "in", #"write "in": { "type": "crossfade", "duration": 1 }"#)
  private static let exit = Way(
    ["type", "in", "out"], "out", #"write "out": { "type": "crossfade", "duration": 1 }"#)
  private static let filmSound = Way(
    ["type", "sampling"], "volume", #"a video layer is silent without a volume: write "volume": 1"#)
  private static let stroke = Way(
    ["stroke"], "stroke", #"write "stroke": { "width": 4, "color": "black" }"#)

  private static let ways: [String: [Way]] = [
    "animation": [animation], "animations": [animation], "audio": [filmSound],
    "autoorient": [motionPath],
    "allcaps": [capitals],
    "bold": [Way(["weight"], "weight", #"write "weight": "bold""#)],
    "fadein": [entrance], "fadeout": [exit],
    "fps": [rate], "framerate": [rate], "gain": [filmSound], "height": [size],
    "italic": [Way(["style"], "style", #"write "style": "italic""#)],
    "duration": [pathProgress], "ease": [pathProgress], "from": [pathProgress],
    "keyframes": [animation, pathProgress], "keys": [animation, pathProgress],
    "lut": [
      Way(
        ["effects"], "effects", #"write "effects": [{ "effect": "lut", "source": "film.cube" }]"#)
    ],
    "motionpath": [motionPath], "muted": [filmSound],
    "music": [tracks], "offsetpath": [motionPath], "offsetrotate": [motionPath],
    "orient": [motionPath], "rate": [rate], "repeat": [pathProgress], "resolution": [size],
    "rotationmode": [motionPath], "size": [size], "sound": [tracks],
    "soundtrack": [tracks], "strokecolor": [stroke], "strokewidth": [stroke],
    "to": [pathProgress], "tracks": [tracks], "uppercase": [capitals],
    "transition": [
      Way(
        ["type", "in", "out"], "in",
        #"a layer comes by "in" and goes by "out": "in": { "type": "crossfade", "duration": 1 }"#)
    ],
    "trim": [
      Way(["in", "out", "source"], "in", "write 'in' and 'out', two times in the source")
    ],
    "width": [size],
  ]

  private static let motionPath = Way(
    ["position", "rotation", "type"], "position",
    #"a layer moves along a path by "position": { "path": "M0 300 H900", "orient": true }"#)
  private static let pathProgress = Way(
    ["path", "progress", "orient"], "progress",
    #"write "progress": { "from": 0, "to": 1, "duration": 3, "ease": "ease-in-out" }"#)
  private static let capitals = Way(["case"], "case", #"write "case": "uppercase""#)
  private static let animation = Way(
    ["opacity", "type"], "opacity",
    #"a value moves where it stands: "opacity": { "keys": [[0, 0], [1.5, 1]] }"#)

  /// Values by the words of other tools; of several the first that is known counts.
  private static let values: [String: [String]] = [
    "add": ["linear-dodge"], "additive": ["linear-dodge"], "adjustment": ["effect"],
    "allcaps": ["uppercase"], "capital": ["uppercase"], "capitals": ["uppercase"],
    "centre": ["center"], "comp": ["timeline"], "composition": ["timeline"],
    "dissolve": ["crossfade"], "fade": ["crossfade"], "film": ["video"], "filter": ["effect"],
    "footage": ["video"], "middle": ["center"], "movie": ["video"], "photo": ["image"],
    "picture": ["image"], "solid": ["color"], "still": ["image"],
    "title": ["text", "capitalize"], "titlecase": ["capitalize"], "upper": ["uppercase"],
    "lower": ["lowercase"],
  ]
}
