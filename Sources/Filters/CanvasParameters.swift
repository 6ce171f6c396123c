import Timeline
import Y4M

/// What lies behind the picture, as a timeline says it: a colour, or `"blur"`.
package enum Backdrop: ParameterValue, Hashable {
  case color(Color)
  case blurred

  package static var typeName: String { "background" }
  package static var phrase: String { "a colour or \"blur\"" }
  package static var spelling: String? { "a colour, or \"blur\" for the picture itself, blurred" }

  package static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> Backdrop? {
    if node.string == "blur" { return .blurred }
    return Color.decode(node, in: &context).map { .color($0) }
  }

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let blur = JSONText.object([("const", .string("blur"))])
    return .anyOf(blur, Color.schema(nil, &definitions))
  }

  package var json: JSONText {
    switch self {
    case .color(let color): color.json
    case .blurred: .string("blur")
    }
  }
}

/// A turn of the input by quarters.
package enum QuarterTurn: Int, ParameterValue, CaseIterable, Sendable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  package static var typeName: String { "quarter turn" }
  package static var phrase: String { "0, 90, 180 or 270" }
  package static var spelling: String? { phrase }

  package static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> QuarterTurn? {
    guard let degrees = Int.decode(node, in: &context) else { return nil }
    let turn = (degrees % 360 + 360) % 360
    guard let value = QuarterTurn(rawValue: turn) else {
      context.error("\(context.parameter.quoted) takes \(phrase), not \(degrees)", at: node.range)
      return nil
    }
    return value
  }

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .object([("enum", .array(allCases.map { .integer($0.rawValue) }))])
  }

  package var json: JSONText { .integer(rawValue) }
}

/// The parameters of `canvas`: the size of the output, and how the input is put on it.
enum CanvasParameters {
  static let size = Setting<Extent>(
    "size", default: .auto, unit: "px", defaultText: "the input's",
    "Width and height of the output; percentages are of the input's, \"auto\" keeps its aspect.")
  static let fit = Setting<Fit>(
    "fit", default: .contain,
    "How the input fills the canvas, with the names of CSS object-fit.")
  static let background = Setting<Backdrop>(
    "background", default: .color(.black),
    "What is seen where the input does not reach: a colour, or \"blur\" for the input itself, "
      + "blurred.")
  static let blur = Setting<Double>(
    "blur", default: 0.1, in: 0.005...0.5,
    "How far a blurred background is blurred, as a share of the canvas's shorter side.")
  static let rotate = Setting<QuarterTurn>(
    "rotate", default: .none, unit: "degrees", "A turn of the input, clockwise, by quarters.")
  static let flip = Setting<Flip>("flip", default: .none, "Which way the input is mirrored.")
  static let sampling = Setting<Sampling>(
    "sampling", default: .bicubic, "How the input is read between its pixels where it is enlarged.")

  static let declaration = Declaration(
    name: "canvas",
    summary: "The size of the output, and how the input is put on it.",
    discussion: """
      Without `canvas` the output is as large as the input and the input passes untouched. The \
      canvas keeps the stream's depth, subsampling, range and rate.
      """,
    example: ##"""
      "canvas": { "size": [1080, 1920], "fit": "contain", "background": "blur" }
      """##,
    parameters: [size, fit, background, blur, rotate, flip, sampling])

  /// The stage that a timeline asks for; nil when the input passes as it is.
  static func stage(
    _ arguments: Arguments, input: PixelFormat, coding: ColorCoding
  ) throws(RenderError) -> CanvasStage? {
    let rotate = arguments[rotate]
    let isTurned = rotate == .right || rotate == .left
    let natural = isTurned ? (input.height, input.width) : (input.width, input.height)
    let size = arguments[size]
    let (w, h) = (Double(natural.0), Double(natural.1))
    let width = size.width?.resolved(against: w)
    let height = size.height?.resolved(against: h)
    func side(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 100_000)) }
    let output = PixelFormat(
      width: side(width ?? height.map { $0 * w / h } ?? w),
      height: side(height ?? width.map { $0 * h / w } ?? h), depth: input.depth,
      chroma: input.chroma, hasAlpha: input.hasAlpha, siting: input.siting)
    guard let output else {
      throw RenderError(
        message: "the canvas must have sides of 1 to \(PixelFormat.largestSide) pixels", place: nil)
    }
    let flip = arguments[flip]
    if output == input, rotate == .none, flip == .none { return nil }
    let backdrop: Background =
      switch arguments[background] {
      case .color(let color): .color(color)
      case .blurred: .blurred(arguments[blur])
      }
    return CanvasStage(
      input: input, output: output, fit: arguments[fit], rotate: rotate.rawValue, flip: flip,
      background: backdrop, sampling: arguments[sampling], coding: coding)
  }
}
