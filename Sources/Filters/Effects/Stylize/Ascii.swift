import Geometry
import Timeline
import Y4M

/// Writes the picture with letters.
struct Ascii: Effect {
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 12), in: 0...CellGrid.largest, unit: "px",
    "The height of a line of letters, which are three quarters as wide; a percentage is of the "
      + "canvas's shorter side, less than 2 px changes nothing.")
  static let color = Parameter<Color>(
    "color", default: .transparent, defaultText: "that of the picture",
    "The colour of letters; a transparent one is that of the picture.")
  static let background = Parameter<Color>(
    "background", default: .black,
    "The colour between letters; a transparent one is that of the picture.")
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether dark places have the full letters, as ink on paper.")

  static let declaration = Declaration(
    name: "ascii",
    summary: "Writes the picture with letters.",
    discussion: """
      Every cell becomes one of ten letters, ` .-:+=*%@#`, by the mean of its luma, in ten even \
      steps from black to white. Letters have 5x7 dots, drawn with smooth borders at any size; at \
      multiples of 8 px they are sharp. The first letter stands in the upper left corner.
      """,
    example: #"""
      { "type": "effect", "effect": "ascii", "size": 16, "color": "lime" }
      """#,
    parameters: [size, color, background, invert])

  static let names = EffectNames(
    synonyms: ["ascii-art", "letters", "text-mode", "matrix", "terminal"],
    elsewhere: ["AAlib", "libcaca", "VLC aa and caca"])

  static let identity: Arguments? = Arguments().setting(size, to: Length(pixels: 0))

  private let size: Animated<Length>
  private let color: Animated<Color>
  private let background: Animated<Color>
  private let invert: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    size = arguments[Self.size]
    color = arguments[Self.color]
    background = arguments[Self.background]
    invert = arguments[Self.invert]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let size = size.pixels(at: time, width, height, upTo: CellGrid.largest)
    return size < 2 ? 0 : Int(size.rounded(.up)) + 8 + EffectJob.fieldMargin
  }

  func apply(_ job: EffectJob, at time: Time) {
    let size = size.pixels(at: time, job.width, job.height, upTo: CellGrid.largest)
    guard size >= 2 else { return }
    let rule = LetterRule(
      height: size, ink: RowColor(color.value(at: time), job.coding),
      paper: RowColor(background.value(at: time), job.coding), invert: invert,
      luma: LumaWeights(job.coding.matrix), job.source.format, job.scratch)
    job.workspace.withFrame(job.source.format) { cells in
      job.source.run(
        CellGrid(size: LetterRule.width(size), height: size, origin: Vector(0, 0)), to: cells,
        box: job.fieldBox(), includesAlpha: job.includesAlpha, job.workspace)
      let written = EffectJob(
        source: cells, target: job.target, box: job.box, includesAlpha: job.includesAlpha,
        coding: job.coding, workspace: job.workspace)
      Keying(job: written, rule: rule, showsAlpha: false).run()
    }
  }
}

/// Where a sample begins and ends in its cell: the column of dots, and how far beyond its start.
private struct LetterPlace: BitwiseCopyable {
  let left: Int32
  let right: Int32
  let leftShare: Float
  let rightShare: Float
}

/// Writes letters over rows of a picture whose cells have one colour each.
private struct LetterRule: KeyRule {
  let height: Double
  let ink: RowColor
  let paper: RowColor
  let invert: Bool
  let luma: LumaWeights
  /// Where samples lie in cells, of planes as wide as luma and of others.
  private let lumaPlaces: UnsafePointer<LetterPlace>
  private let chromaPlaces: UnsafePointer<LetterPlace>

  /// The dots of a cell, of which the last column and the last row are empty.
  private static let columns = 6
  private static let rows = 8

  /// How wide a cell of some height is.
  static func width(_ height: Double) -> Double { height * Double(columns) / Double(rows) }

  init(
    height: Double, ink: RowColor, paper: RowColor, invert: Bool, luma: LumaWeights,
    _ format: PixelFormat, _ scratch: Scratch
  ) {
    (self.height, self.ink, self.paper) = (height, ink, paper)
    (self.invert, self.luma) = (invert, luma)
    lumaPlaces = Self.places(of: format.planes[0], height, scratch)
    let other = format.planes.first { $0.shiftX > 0 }
    chromaPlaces = other.map { Self.places(of: $0, height, scratch) } ?? lumaPlaces
  }

  /// Where the samples of a plane's rows lie.
  private static func places(
    of sites: PlaneLayout, _ height: Double, _ scratch: Scratch
  ) -> UnsafePointer<LetterPlace> {
    let places = scratch.take(LetterPlace.self, sites.width)
    let map = sites.map
    // A sample in dots: its width, and how far they are apart.
    let unit = Double(columns) / width(height)
    let half = unit / map.a / 2
    let most = Double(columns)
    for x in 0..<sites.width {
      let middle = (Double(x) + 0.5 - map.tx) / map.a * unit
      let start = (middle / most).rounded(.down) * most
      let (left, right) = (max(middle - half - start, 0), min(middle + half - start, most))
      let (first, last) = (min(Int(left), columns - 1), min(Int(right), columns - 1))
      (places + x).initialize(
        to: LetterPlace(
          left: Int32(first), right: Int32(last), leftShare: Float(left - Double(first)),
          rightShare: Float(right - Double(last))))
    }
    return UnsafePointer(places)
  }

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let count = colors.count
    shares.update(repeating: 1, count: count)
    let map = place.sites.map
    let edges = Self.columns + 1
    let sums = scratch.take(Float.self, Self.letters.count * edges)
    addUp((Double(place.y) + 0.5 - map.ty) / map.d, 1 / map.d, to: sums)
    let cover = scratch.take(Float.self, count)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let (first, sign): (Float, Float) = invert ? (1, -1) : (0, 1)
    for x in 0..<count { cover[x] = first + sign * luma(red[x], green[x], blue[x]) }
    let places =
      (place.sites.shiftX == 0 ? lumaPlaces : chromaPlaces) + place.columns.lowerBound
    let width = Float(Double(Self.columns) / Self.width(height) / map.a)
    for x in 0..<count {
      let level = Int(min(max(cover[x] * 10 + 0.0001, 0), 9))
      let (sum, place) = (sums + level &* edges, places[x])
      let (left, right) = (sum + Int(place.left), sum + Int(place.right))
      let before = left[0] + place.leftShare * (left[1] - left[0])
      cover[x] = (right[0] + place.rightShare * (right[1] - right[0]) - before) / width
    }
    paper.paint(colors, where: cover, ink)
  }

  /// Adds up, from the left, how much of each column of every letter is ink in a row of samples.
  private func addUp(_ middle: Double, _ step: Double, to sums: UnsafeMutablePointer<Float>) {
    let unit = Double(Self.rows) / height
    let start = (middle * unit / Double(Self.rows)).rounded(.down) * Double(Self.rows)
    let (top, bottom) = ((middle - step / 2) * unit - start, (middle + step / 2) * unit - start)
    for (letter, bits) in Self.letters.enumerated() {
      let sums = sums + letter * (Self.columns + 1)
      sums[0] = 0
      for column in 0..<Self.columns {
        var ink = 0.0
        // The last row and the last column have no dots.
        for row in 0..<Self.rows - 1 where column < Self.columns - 1 {
          guard (bits >> (5 * (6 - row) + 4 - column)) & 1 == 1 else { continue }
          ink += max(min(bottom, Double(row + 1)) - max(top, Double(row)), 0)
        }
        sums[column + 1] = sums[column] + Float(ink / (bottom - top))
      }
    }
  }

  /// From the emptiest to the fullest: seven rows of five dots each, the upper left one in the
  /// highest of 35 bits.
  private static let letters: [UInt64] = [
    0b00000_00000_00000_00000_00000_00000_00000,
    0b00000_00000_00000_00000_00000_01100_01100,
    0b00000_00000_00000_11111_00000_00000_00000,
    0b00000_01100_01100_00000_01100_01100_00000,
    0b00000_00100_00100_11111_00100_00100_00000,
    0b00000_00000_11111_00000_11111_00000_00000,
    0b00000_00100_10101_01110_10101_00100_00000,
    0b11000_11001_00010_00100_01000_10011_00011,
    0b01110_10001_00001_01101_10101_10101_01110,
    0b01010_01010_11111_01010_11111_01010_01010,
  ]
}
