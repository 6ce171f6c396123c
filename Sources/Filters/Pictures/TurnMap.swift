/// The turns of a conic gradient's places, which stay where they are while its colours turn.
///
/// A turn takes 32 bits: 8 MB at 1920 by 1080.
///
/// Unchecked: it is written by the thread that made it, and then only read.
final class TurnMap: @unchecked Sendable {
  private let base: GradientLines.Turns
  private let width: Int

  /// - Parameter rows: a conic gradient.
  init(_ rows: GradientRows) {
    width = rows.width
    base = .allocate(capacity: max(rows.width * rows.height, 1))
    for y in 0..<rows.height { rows.measure(base + y * width, y: y) }
  }

  deinit { base.deallocate() }

  /// The bytes that the turns of a picture take.
  static func byteCount(width: Int, height: Int) -> Int {
    MemoryLayout<UInt32>.stride * width * height
  }

  /// Lends the turns of a row within the picture.
  @inline(__always)
  func withTurns(of y: Int, _ body: (GradientLines.Turns) -> Void) { body(base + y &* width) }
}
