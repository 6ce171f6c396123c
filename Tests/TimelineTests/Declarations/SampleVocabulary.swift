@testable import Timeline

/// A small vocabulary with every type of parameter.
enum Sample {
  enum Fit: String, Choice {
    case contain
    case cover
    case fill
    case scaleDown = "scale-down"
  }

  // The canvas.
  static let size = Setting<Extent>("size", default: .auto, "The output's size.")
  static let background = Setting<Color>("background", default: .black, "What lies under all.")
  static let fit = Setting<Fit>("fit", default: .contain, "How the picture fills its box.")

  // Every layer.
  static let opacity = Parameter<Double>(
    "opacity", default: 1, in: 0...1, "How much the layer covers. 0 shows nothing of it.")
  static let position = Parameter<Point>("position", default: .zero, "Where the anchor lies.")
  static let anchor = Parameter<Anchor>(
    "anchor", default: .topLeft, "The place in the layer that lies at `position`.")
  static let scale = Parameter<Scale>("scale", default: .one, "Factors of width and height.")
  static let rotation = Parameter<Angle>(
    "rotation", default: .zero, unit: "degrees", "The turn, clockwise.")
  static let extent = Parameter<Extent>(
    "size", default: .auto, defaultText: "the picture's own", "Width and height.")

  // Layers of their own.
  static let source = Setting<Path>("source", default: Path(""), required: true, "The file.")
  static let loop = Setting<Loop>("loop", default: .file, "How often it plays.")
  static let speed = Setting<Double>(
    "speed", default: 1, in: .above(0, atMost: 100), "How fast it plays.")
  static let offset = Setting<Time>("offset", default: .zero, unit: "s", "Where it starts.")
  static let color = Parameter<Color>("color", default: .white, "The colour.")
  static let stops = Setting<GradientStops>(
    "stops", default: GradientStops(even: [.black, .white]), "The colours.")
  static let label = Setting<String?>("label", default: nil, "Words to remember it by.")

  static let words = Setting<ShownText>("text", default: ShownText(""), "What is shown.")
  static let font = Setting<FontList>("font", default: FontList(), "Its fonts.")
  static let weight = Setting<FontWeight>("weight", default: .regular, "How heavy it is.")
  static let stretch = Setting<FontStretch>("stretch", default: .normal, "How wide it is.")
  static let features = Setting<FontTags>("features", default: FontTags(), "Its features.")
  static let lineHeight = Setting<LineHeight>("lineHeight", default: .normal, "Between lines.")
  static let padding = Setting<Sides>("padding", default: Sides(0), "Around it.")
  static let paint = PaintParameter(
    "paint",
    PaintKinds(
      gradient: [stops, angleOfPaint],
      generators: [Declaration(name: "dots", summary: "Dots.", parameters: [smooth, label])],
      others: ["film"]), defaultText: "white", "What fills it.")
  static let angleOfPaint = Parameter<Angle>("angle", default: .zero, "Where it runs to.")
  static let shadows = ParameterGroups("shadow", [feather, paint], "What lies behind it.")

  // Effects.
  static let angle = Parameter<Angle>(
    "angle", from: .zero, to: Angle(degrees: 360), unit: "degrees",
    "The turn at the centre.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.5), in: .atLeast(0), unit: "px", "How far it reaches.")
  static let seed = Setting<Int>("seed", default: 0, in: 0..., "Another number, other dots.")
  static let smooth = Setting<Bool>("smooth", default: true, "Whether edges are soft.")
  static let mix = Parameter<Double>("mix", default: 1, in: 0...1, "How much of it shows.")
  static let feather = Parameter<Double>("feather", default: 0, in: 0..., unit: "px", "Softness.")
  static let region = ParameterGroup(
    "region", [position, extent, feather], defaultText: "the whole canvas",
    "The part of the picture that changes.")

  // Clips, their sources and transitions.
  enum Direction: String, Choice { case left, right, up, down }

  static let zoom = Parameter<Double>("zoom", default: 1, in: .above(0), "How near it is.")
  static let cells = Setting<Double>("cells", default: 8, in: 1...64, "How many cells.")
  static let direction = Setting<Direction>(
    "direction", default: .left, "Where the edge moves.")
  static let softness = Parameter<Double>(
    "softness", default: 0, in: 0...1, "How soft the edge is.")

  // Effects on sounds.
  static let echoTime = Setting<Time>(
    "time", default: Time(3, 10) ?? .zero, in: 0...10, unit: "s", "How much later.")
  static let echoLevel = Parameter<Gain>(
    "level", default: Gain(decibels: -6), in: Gain.limits, "How loud it is.")

  /// The same with timelines as layers.
  static let nestingVocabulary = Vocabulary(
    canvas: vocabulary.canvas, layerCommon: vocabulary.layerCommon,
    effectCommon: vocabulary.effectCommon, layers: vocabulary.layers + [.nestedTimeline],
    effects: vocabulary.effects, clip: vocabulary.clip, generators: vocabulary.generators,
    transitions: vocabulary.transitions)

  static let vocabulary = Vocabulary(
    canvas: Declaration(
      name: "canvas", summary: "The frame in which all layers lie.",
      parameters: [size, background, fit]),
    layerCommon: [position, extent, anchor, scale, rotation, opacity],
    effectCommon: [region, mix],
    layers: [
      Declaration(
        name: "image", summary: "A picture from a file.",
        discussion: "Whether it moves is found in the file.\n\nPNG, APNG and GIF are read.",
        example: #"{ "type": "image", "source": "logo.png", "position": [20, 20] }"#,
        parameters: [source, loop, speed, offset, fit, label]),
      Declaration(
        name: "text", summary: "Letters.",
        parameters: [
          words, font, weight, stretch, features, lineHeight, padding, paint, shadows,
        ]),
      Declaration(name: "color", summary: "One colour.", parameters: [color]),
      Declaration(name: "gradient", summary: "A gradient.", parameters: [stops]),
      Declaration(name: "group", summary: "Layers as one picture.", parameters: []),
      Declaration(name: "video", summary: "A film in the picture.", parameters: [fit]),
    ],
    effects: [
      Declaration(
        name: "vortex", summary: "Turns the picture about a centre.",
        example: #"{ "type": "effect", "effect": "vortex", "start": 1, "duration": 4 }"#,
        parameters: [angle, radius]
      ).inFamily(
        "Distort",
        EffectNames(synonyms: ["whirlpool"], elsewhere: ["Core Image CIVortexDistortion"])),
      Declaration(
        name: "pointillize", summary: "Paints with dots.", parameters: [radius, seed, smooth]
      ).inFamily("Stylize", EffectNames()),
    ],
    clip: Declaration(
      name: "clip", summary: "A piece of the main track.",
      example: #"{ "source": "beach.mp4", "in": 2.5, "out": 6, "speed": 2 }"#,
      parameters: [fit, zoom, background]),
    generators: [
      Declaration(name: "gradient", summary: "A gradient.", parameters: [stops]),
      Declaration(name: "testsrc", summary: "A test picture.", parameters: [cells, zoom]),
    ],
    transitions: [
      Declaration(name: "crossfade", summary: "One picture fades into the other.", parameters: []),
      Declaration(
        name: "wipe", summary: "An edge passes.",
        example: #"{ "type": "wipe", "duration": 1, "direction": "up" }"#,
        parameters: [direction, softness]),
      Declaration(
        name: "fade-through", summary: "Through a colour.",
        parameters: [
          Setting<Color>("color", default: .black, required: true, "The colour.")
        ]),
    ],
    soundEffects: [
      Declaration(
        name: "echo", summary: "Says it again.",
        example: #"{ "effect": "echo", "time": 0.3 }"#, parameters: [echoTime, echoLevel])
    ])

  /// Decodes a text that has to be without faults.
  static func document(_ text: String, name: String = "t.json") -> Document? {
    Document.decode(SourceText(name: name, text: text), vocabulary: vocabulary).document
  }

  /// The one layer of a timeline.
  static func layer(_ text: String) -> Layer? {
    document(#"{"version": 1, "layers": [\#(text)]}"#)?.layers.first
  }

  /// What is said about a timeline of one layer.
  static func messages(layer: String) -> [String] {
    messages(#"{"version": 1, "layers": [\#(layer)]}"#)
  }

  static func messages(_ text: String) -> [String] {
    let marked = MarkedText(text)
    let found = Document.decode(marked.source, vocabulary: vocabulary).diagnostics
    return marked.messages(found.sorted)
  }
}
