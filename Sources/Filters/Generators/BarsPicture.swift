import Timeline
import Y4M

/// Colour bars, by which pictures are measured.
struct BarsPicture: PatternPicture {
  /// Which bars they are.
  enum Standard: String, Choice {
    case smpte
    case smpteSD = "smpte-sd"
    case ebu
  }

  static let standard = Setting<Standard>(
    "standard", default: .smpte,
    "`smpte` is RP 219 for HD, `smpte-sd` the older bars with -I and +Q, `ebu` has white and seven "
      + "bars of 75 %.")

  static let declaration = Declaration(
    name: "bars",
    summary: "Colour bars: SMPTE RP 219, those of SD, or EBU, as large as the canvas unless `size` "
      + "says otherwise.",
    discussion: """
      The code values follow the stream's matrix, range and depth, whatever its transfer curve and \
      primaries: bars are signals, not sRGB colours. Where they fill the canvas, bars begin at a \
      sample of chroma; where that is sited between two samples of luma, it is a mixture next to \
      an edge. In full range, the parts below black are black.
      """,
    example: #"""
      { "type": "bars", "standard": "smpte", "duration": 10 }
      """#,
    parameters: [standard])

  private let standard: Standard
  private let codes: CodeValues
  /// What picture units have more bits than the stream.
  private let shift: Int

  static var goesOn: Bool { false }

  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool { true }

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    standard = arguments[Self.standard]
    codes = CodeValues(
      matrix: coding.matrix, isFullRange: coding.range == .full, depth: coding.depth)
    shift = 16 - coding.depth
  }

  var isStill: Bool { true }

  func rows(_ raster: BoxRaster, at time: Time) -> BarsRows {
    let (width, height) = (raster.width, raster.height)
    let pattern =
      switch standard {
      case .smpte: BarsPattern.highDefinition(width: width, height: height)
      case .smpteSD: BarsPattern.standardDefinition(width: width, height: height)
      case .ebu: BarsPattern.european(width: width)
      }
    return BarsRows(pattern, codes, shift: shift, width: width, height: height)
  }
}

/// The rows of bars, in picture units.
struct BarsRows: RowSource {
  /// One colour, up to where the next piece begins.
  private struct Piece {
    let x: Int
    let from: SIMD3<Int32>
    let to: SIMD3<Int32>
  }

  let width: Int
  let height: Int
  private let bands: [(y: Int, pieces: [Piece])]
  private let shift: Int

  init(_ pattern: BarsPattern, _ codes: CodeValues, shift: Int, width: Int, height: Int) {
    (self.width, self.height, self.shift) = (width, height, shift)
    func units(_ color: BarColor) -> SIMD3<Int32> {
      func code(_ role: PlaneRole) -> Int32 {
        Int32(truncatingIfNeeded: codes.code(color, for: role))
      }
      return SIMD3(code(.luma), code(.blue), code(.red))
    }
    bands = pattern.bands.map { band in
      let pieces = band.pieces.map { piece in
        Piece(x: piece.x, from: units(piece.color), to: units(piece.end ?? piece.color))
      }
      return (band.y, pieces)
    }
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    guard let band = bands.last(where: { $0.y <= y }) else { return }
    (row.a + columns.lowerBound).update(repeating: 65535, count: columns.count)
    for (index, piece) in band.pieces.enumerated() {
      let next = index + 1 < band.pieces.count ? band.pieces[index + 1].x : width
      let part =
        max(
          piece.x, columns.lowerBound)..<max(
          piece.x, columns.lowerBound, min(next, columns.upperBound))
      let isRamp = piece.from != piece.to
      for (channel, line) in [row.y, row.u, row.v].enumerated() {
        let (from, to) = (Int(piece.from[channel]), Int(piece.to[channel]))
        if isRamp {
          let steps = max(next - piece.x - 1, 1)
          for x in part {
            // Rounded to code values, as those of a generator are.
            let code = from + ((to - from) * (x - piece.x) + steps / 2) / steps
            line[x] = UInt16(truncatingIfNeeded: code << shift)
          }
        } else {
          let unit = UInt16(truncatingIfNeeded: from << shift)
          (line + part.lowerBound).update(repeating: unit, count: part.count)
        }
      }
    }
  }
}
