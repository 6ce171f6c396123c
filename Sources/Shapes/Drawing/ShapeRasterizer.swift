import Fonts
import Geometry

/// Turns paths and the lines along them into coverage.
///
/// Keeps its memory from call to call; only the result is allocated. Not for several threads at
/// once.
package struct ShapeRasterizer {
  /// How far edges of a line may stand from true curves, in pixels.
  private static let tolerance = 1.0 / 64
  /// The widest line, in pixels, whose parts may overlap without a pixel that shows it.
  private static let thin = 4.0

  private var rasterizer = Rasterizer()
  /// As how much work a piece of an outline counts, and how much more one around a line.
  private static let workOfPiece = 4
  private static let workOfStroke = 8

  /// How many pieces of outlines it has drawn so far, those of lines around their paths: a measure
  /// of its work.
  package private(set) var pieces = 0
  /// How many of them stand around lines.
  private var strokes = 0
  /// How much it has done so far, in units of some 10 ns: its pieces, and what they were in pixels.
  package var work: Int {
    rasterizer.work + pieces * Self.workOfPiece + strokes * Self.workOfStroke
  }

  /// A rasterizer that has no memory yet.
  package init() {}

  /// How much of each pixel of a box lies within a path: the exact area.
  ///
  /// - Parameters:
  ///   - map: leads from the path's units to pixels.
  ///   - box: the pixels that are wanted; the result may tell of fewer, beyond which there is
  ///     nothing.
  package mutating func coverage(
    of path: ShapePath, rule: FillRule = .nonzero, through map: Affine = .identity,
    in box: PixelBox
  ) -> Coverage {
    let outline = path.outline
    pieces += outline.segments.count
    return rasterizer.coverage(of: outline, through: map, clip: box, rule: rule)
  }

  /// How much of each pixel of a box the line along a path covers.
  ///
  /// - Parameters:
  ///   - line: what is followed.
  ///   - shape: what a line inside or outside of its path is inside or outside of, which is the
  ///     path before it was trimmed.
  ///   - rule: what counts as inside of `shape`.
  ///   - most: of how many pieces its outline may be; a line of more is not drawn.
  package mutating func coverage(
    ofStroke style: StrokeStyle, along line: ShapePath, of shape: ShapePath,
    rule: FillRule = .nonzero, through map: Affine = .identity, in box: PixelBox,
    most: Int = .max
  ) -> Coverage {
    var style = style
    if style.alignment != .center { style.width *= 2 }
    let outline = line.stroked(style, tolerance: Self.tolerance / map.growth, most: most)
    pieces += outline.segments.count
    strokes += outline.segments.count
    guard outline.segments.count <= most else { return .empty }
    let isThin = style.width * map.growth < Self.thin
    let stroke = rasterizer.coverage(
      of: outline, through: map, clip: box, overlaps: isThin ? .all : .found)
    switch style.alignment {
    case .center: return stroke
    case .inside:
      return stroke.limited(
        to: coverage(of: shape, rule: rule, through: map, in: stroke.box), inverted: false)
    case .outside:
      return stroke.limited(
        to: coverage(of: shape, rule: rule, through: map, in: stroke.box), inverted: true)
    }
  }
}

extension ShapePath {
  /// The outline of the line along the path, whatever its alignment.
  ///
  /// - Parameters:
  ///   - tolerance: how far its edges may stand from true curves.
  ///   - most: of how many pieces it may be; one that would be of more ends soon after these.
  package func stroked(
    _ style: StrokeStyle, tolerance: Double, most: Int = .max
  ) -> Outline {
    guard style.width > 0 else { return Outline() }
    // Longer than what the stroker takes for a point, shorter than can be seen.
    let dot = style.cap == .butt ? 0 : style.width * 1e-4
    let line = style.dashes.map { dashed($0, dot: dot) } ?? self
    var result = Outline()
    for contour in line.contours where result.segments.count <= most {
      let isPoint = contour.segments.allSatisfy { segment in
        switch segment {
        case .move(let point), .line(let point): point == contour.start
        case .quadratic(let control, let point): control == contour.start && point == contour.start
        case .cubic(let first, let second, let point):
          first == contour.start && second == contour.start && point == contour.start
        }
      }
      let cut = contour.withFineEnds(radius: style.width / 2, tolerance: tolerance)
      let outline = Outline([.move(cut.start)] + cut.segments)
      result.segments +=
        outline.stroked(
          width: style.width, join: style.join, miterLimit: style.miterLimit, cap: style.cap,
          isClosed: contour.isClosed && !isPoint, joinsEnds: false, tolerance: tolerance,
          most: most - result.segments.count
        ).segments
    }
    return result
  }
}

extension Affine {
  /// How much longer a map makes what it makes longest, or a little more; never 0.
  fileprivate var growth: Double {
    max((a * a + b * b + c * c + d * d).squareRoot(), 1e-6)
  }
}

extension Coverage {
  /// What of it lies within another, or beyond it.
  fileprivate func limited(to other: Coverage, inverted: Bool) -> Coverage {
    var bytes = bytes
    for row in 0..<height {
      let line = y &+ row &- other.y
      let isKnown = line >= 0 && line < other.height
      for column in 0..<width {
        let place = x &+ column &- other.x
        let cover: UInt8 =
          isKnown && place >= 0 && place < other.width
          ? other.bytes[line &* other.width &+ place] : 0
        let share = UInt16(inverted ? 255 &- cover : cover)
        let index = row &* width &+ column
        let product = UInt16(bytes[index]) &* share &+ 128
        bytes[index] = UInt8(truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
      }
    }
    return Coverage(x: x, y: y, width: width, height: height, bytes: bytes)
  }
}
