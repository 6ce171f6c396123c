import Bytes
import Options
import Shell
import Y4M

/// Two frames with the same number, and how they differ.
final class FramePair {
  let a: Frame
  let b: Frame
  /// How each plane differs, after ``compare()``.
  private(set) var planes: [PlaneDifference] = []

  init(_ format: PixelFormat) {
    a = Frame(format)
    b = Frame(format)
  }

  func compare() {
    planes = a.format.planes.indices.map { PlaneDifference(a, b, plane: $0) }
  }

  func copy(from other: FramePair) {
    a.copy(from: other.a)
    b.copy(from: other.b)
  }
}

/// Two streams whose frames have the same layout, read in step.
struct StreamPair {
  private var a: NamedStream
  private var b: NamedStream
  /// What differs between the headers and does not keep the frames from being compared.
  let notes: [String]

  var format: PixelFormat { a.header.format }
  var range: ColorRange { a.header.range }
  var rate: FrameRate? { a.header.rate ?? b.header.rate }
  /// Frames read of each stream.
  var lengths: (Int, Int) { (a.frameCount, b.frameCount) }

  /// Opens the two operands of the command line.
  init(_ session: Session) throws {
    let paths = session.invocation.operands
    guard let first = paths.first, let second = paths.last, !(first == "-" && second == "-") else {
      throw UsageError.other("only one of the two streams can be standard input")
    }
    a = try NamedStream(first, session)
    b = try NamedStream(second, session)
    let (one, two) = (a.header, b.header)
    guard Self.layout(one) == Self.layout(two) else {
      throw CommandFailure(
        "cannot compare: \(visible(first)) is \(Self.layout(one)), "
          + "\(visible(second)) is \(Self.layout(two))")
    }
    var notes: [String] = []
    func note(_ what: String, _ one: String, _ two: String) {
      if one != two { notes.append("note: the headers differ in \(what): \(one) and \(two)") }
    }
    // NUT does not say where chroma lies, and seldom which range samples have.
    let isSaid = !one.isCarried && !two.isCarried
    if isSaid { note("colourspace", one.colorspace.name, two.colorspace.name) }
    note("frame rate", Self.text(one.rate), Self.text(two.rate))
    if isSaid { note("range", one.range.rawValue, two.range.rawValue) }
    self.notes = notes
  }

  /// Reads the next frame of both; false when one has ended, and then the other is read to its end.
  mutating func read(into pair: FramePair) throws -> Bool {
    let hasFirst = try a.read(into: pair.a)
    let hasSecond = try b.read(into: pair.b)
    if hasFirst, hasSecond { return true }
    if hasFirst { while try a.read(into: pair.a) {} }
    if hasSecond { while try b.read(into: pair.b) {} }
    return false
  }

  /// What must be the same in both: `1280x720, 4:2:0, 8 bits`.
  static func layout(_ header: StreamHeader) -> String {
    let format = header.format
    let chroma =
      switch format.chroma {
      case .none: "mono"
      case .planes(0, 0): "4:4:4"
      case .planes(1, 0): "4:2:2"
      case .planes(1, 1): "4:2:0"
      case .planes(0, 1): "4:4:0"
      case .planes(2, 0): "4:1:1"
      case .planes(2, 2): "4:1:0"
      case .planes(let x, let y): "chroma \(1 << x)x\(1 << y)"
      }
    return "\(format.width)x\(format.height), \(chroma)\(format.hasAlpha ? " with alpha" : ""), "
      + "\(format.depth) bits"
  }

  private static func text(_ rate: FrameRate?) -> String { rate.map { "\($0)" } ?? "unknown" }
}
