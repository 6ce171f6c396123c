import Fonts
import Shapes
import Timeline

/// What the end of a line looks like.
enum StrokeCap: String, Choice {
  case butt
  case round
  case square

  var cap: LineCap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension StrokeAlign {
  var alignment: StrokeStyle.Alignment {
    switch self {
    case .center: .center
    case .inside: .inside
    case .outside: .outside
    }
  }
}

/// A line along a shape, which may move.
struct ShapeStroke: Sendable {
  static let width = Parameter<Double>(
    "width", default: 4, in: Limits(0...10_000), unit: "px", "How wide the line is.")
  static let color = PaintParameter(
    "color", .all, defaultText: "white",
    "A colour, or a gradient or a pattern in the shape's box.")
  static let dash = Parameter<DashLengths>(
    "dash", default: DashLengths([]), unit: "px", defaultText: "none",
    "The lengths of dashes and gaps in turn, measured along the line. One that would have more than "
      + "100,000 dashes stays whole.")
  static let offset = Parameter<Double>(
    "offset", default: 0, in: Limits(-1_000_000...1_000_000), unit: "px",
    "How far into the dashes the line starts.")
  static let cap = Setting<StrokeCap>(
    "cap", default: .butt, "What the ends of the line and of its dashes look like.")
  static let join = Setting<StrokeJoin>(
    "join", default: .miter, "What its corners look like.")
  static let miter = Parameter<Double>(
    "miter", default: 4, in: Limits(1...1000),
    "How long a pointed corner may be, in widths of the line; a longer one is cut off.")
  static let align = Setting<StrokeAlign>(
    "align", default: .center, "Whether the line lies on the border, within it or around it.")

  static let parameters: [any ParameterDescription] = [
    width, color, dash, offset, cap, join, miter, align,
  ]

  private let width: Animated<Double>
  private let paint: Paint?
  private let dash: KeyedValues<DashLengths>
  private let offset: Animated<Double>
  private let miter: Animated<Double>
  private let cap: LineCap
  private let join: LineJoin
  private let alignment: StrokeStyle.Alignment

  init(_ arguments: Arguments) {
    width = arguments[Self.width]
    paint = arguments[Self.color]
    dash = KeyedValues(arguments[Self.dash])
    offset = arguments[Self.offset]
    miter = arguments[Self.miter]
    cap = arguments[Self.cap].cap
    join = arguments[Self.join].join
    alignment = arguments[Self.align].alignment
  }

  /// Whether it never changes.
  var isStill: Bool {
    width.constantValue != nil && paint.isStill && dash.isStill && offset.constantValue != nil
      && miter.constantValue != nil
  }

  /// What colours it at a time.
  func fill(at time: Time) -> Fill { paint.fill(.white, at: time) }

  /// What it looks like at a time.
  func style(at time: Time) -> StrokeStyle {
    StrokeStyle(
      width: width.value(at: time), cap: cap, join: join,
      miterLimit: max(miter.value(at: time), 1), alignment: alignment, dashes: dashes(at: time))
  }

  private func dashes(at time: Time) -> DashPattern? {
    let moment = dash.moment(at: time)
    var lengths = moment.value.lengths
    // Lists of different counts wait for their key.
    if lengths.count == moment.next.lengths.count {
      for (index, next) in moment.next.lengths.enumerated() {
        lengths[index] = max(lengths[index] + (next - lengths[index]) * moment.share, 0)
      }
    }
    return lengths.isEmpty ? nil : DashPattern(lengths, offset: offset.value(at: time))
  }
}
