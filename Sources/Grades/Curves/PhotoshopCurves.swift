import Bytes

/// The curves of a Photoshop `.acv` file: one for all channels, then one for each.
///
/// Photoshop puts a natural spline through their points.
package struct PhotoshopCurves: Sendable {
  /// The points for all channels, from 0 to 1.
  package let master: [CurvePoint]
  /// The points for red; nil where the file has none.
  package let red: [CurvePoint]?
  /// The points for green.
  package let green: [CurvePoint]?
  /// The points for blue.
  package let blue: [CurvePoint]?

  /// Reads a file of version 1 or 4, as Adobe's "Photoshop File Formats" describes it: whole
  /// numbers of 16 bits, highest byte first. What follows the curves is left out.
  package init(_ bytes: [UInt8]) throws(GradeError) {
    var cursor = ByteCursor(bytes)
    let version = try Self.number(&cursor)
    guard version == 1 || version == 4 else {
      throw GradeError(.unsupported, "version \(version) of .acv; 1 and 4 are read", at: .byte(0))
    }
    let count = try Self.number(&cursor)
    guard (1...Self.mostCurves).contains(count) else {
      throw GradeError(
        .malformed, "\(count) curves; a file has 1 to \(Self.mostCurves)", at: .byte(2))
    }
    var curves: [[CurvePoint]] = []
    for _ in 0..<count { curves.append(try Self.curve(&cursor)) }
    master = curves[0]
    red = count > 1 ? curves[1] : nil
    green = count > 2 ? curves[2] : nil
    blue = count > 3 ? curves[3] : nil
  }

  /// A file may have curves for channels that no picture of red, green and blue has.
  private static let mostCurves = 60

  private static func number(_ cursor: inout ByteCursor) throws(GradeError) -> Int {
    guard let number = cursor.bigEndian16() else {
      throw GradeError(
        .truncated, "the file ends before its curves do", at: .byte(cursor.bytes.count))
    }
    return number
  }

  private static func curve(_ cursor: inout ByteCursor) throws(GradeError) -> [CurvePoint] {
    let start = cursor.position
    let count = try number(&cursor)
    guard (2...19).contains(count) else {
      throw GradeError(
        .malformed, "a curve of \(count) points; one has 2 to 19", at: .byte(start))
    }
    var points: [CurvePoint] = []
    for _ in 0..<count {
      let place = cursor.position
      let (output, input) = (try number(&cursor), try number(&cursor))
      guard input <= 255, output <= 255 else {
        throw GradeError(
          .malformed, "a point at \(input), \(output), beyond 255", at: .byte(place))
      }
      let point = CurvePoint(Double(input) / 255, Double(output) / 255)
      if let last = points.last, last.input >= point.input {
        throw GradeError(
          .malformed, "the points of a curve do not rise from left to right", at: .byte(place))
      }
      points.append(point)
    }
    return points
  }
}
