import Fonts
import Geometry

/// How a line is broken into dashes.
package struct DashPattern: Hashable, Sendable {
  /// The lengths of dashes and gaps in turn; a list of an odd count counts twice. Without a
  /// positive length, or with a negative one, the line is whole.
  package var lengths: [Double]
  /// How far into the pattern each contour starts.
  package var offset: Double

  /// A pattern of these lengths.
  package init(_ lengths: [Double], offset: Double = 0) {
    self.lengths = lengths
    self.offset = offset
  }

  /// The pattern with an even count; nil where it breaks nothing.
  fileprivate var even: [Double]? {
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }),
      offset.isFinite
    else { return nil }
    return lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
  }
}

extension ShapePath {
  /// The most dashes of a path; one that would have more stays whole.
  package static let mostDashes = 100_000

  /// The dashes of the path as open contours, of which each contour has its own. One that runs over
  /// the start of a closed contour is one dash.
  ///
  /// - Parameter dot: how long a dash without length becomes, for caps to be drawn around it.
  package func dashed(_ pattern: DashPattern, dot: Double = 1e-3) -> ShapePath {
    guard let lengths = pattern.even else { return self }
    let period = lengths.reduce(0, +)
    let measured = contours.map { MeasuredContour($0) }
    guard period.isFinite, Self.dashes(of: lengths, on: measured) <= Double(Self.mostDashes)
    else { return self }
    let turns = (pattern.offset / period).rounded(.down)
    let phase = pattern.offset - turns * period
    return ShapePath(measured.flatMap { $0.dashes(lengths, phase: phase, dot: dot) })
  }

  /// About how many dashes the path would have, also where they are too many; 0 for a pattern that
  /// breaks nothing.
  package func dashes(of pattern: DashPattern) -> Double {
    guard let lengths = pattern.even else { return 0 }
    return Self.dashes(of: lengths, on: contours.map { MeasuredContour($0) })
  }

  private static func dashes(of lengths: [Double], on contours: [MeasuredContour]) -> Double {
    let whole = contours.reduce(0) { $0 + $1.length }
    return whole / lengths.reduce(0, +) * Double(lengths.count / 2)
  }
}

extension MeasuredContour {
  fileprivate func dashes(
    _ lengths: [Double], phase: Double, dot: Double
  ) -> [ShapePath.Contour] {
    guard length > 0 else { return [contour] }
    var dashes: [ShapePath.Contour] = []
    let period = lengths.reduce(0, +)
    var place = 0.0
    var turn = 0.0
    while place < length {
      // Counted anew in each turn, so that nothing adds up.
      place = turn * period - phase
      for index in stride(from: 0, to: lengths.count, by: 2) {
        // Long patterns of many short contours would take for ever.
        if place > length { break }
        let end = place + lengths[index]
        if lengths[index] == 0 {
          if place >= 0, place <= length, let made = self.dot(at: place, length: dot) {
            dashes.append(made)
          }
        } else if let piece = piece(from: place, to: end) {
          dashes.append(piece)
        }
        place = end + lengths[index + 1]
      }
      turn += 1
    }
    return contour.isClosed ? joined(dashes, lengths, phase) : dashes
  }

  /// The dashes of a closed contour, of which the last and the first are one where both are on at
  /// its start.
  private func joined(
    _ dashes: [ShapePath.Contour], _ lengths: [Double], _ phase: Double
  ) -> [ShapePath.Contour] {
    func isOn(_ place: Double) -> Bool {
      var rest = place.truncatingRemainder(dividingBy: lengths.reduce(0, +))
      for (index, length) in lengths.enumerated() {
        if rest < length { return index.isMultiple(of: 2) }
        rest -= length
      }
      return false
    }
    guard isOn(phase), isOn((phase + length).nextDown) else { return dashes }
    guard dashes.count > 1 else { return [contour] }
    var dashes = dashes
    dashes[dashes.count - 1].segments += dashes[0].segments
    dashes.removeFirst()
    return dashes
  }
}
