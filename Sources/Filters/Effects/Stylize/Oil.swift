import Geometry
import Timeline
import Y4M

/// Paints the picture with oil: flat strokes that end at edges.
struct Oil: Effect {
  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 3), in: 0...Oil.widest, unit: "px",
    "How wide strokes are, in whole pixels, at most 12; a percentage is of the canvas's shorter "
      + "side, 0 changes nothing.")

  private static let widest = 12.0

  static let declaration = Declaration(
    name: "oil",
    summary: "Paints the picture with oil: flat strokes that end at edges.",
    discussion: """
      The filter of Kuwahara: of the four squares of `radius + 1` pixels that have a pixel in \
      their corner, that of the least variance of luma gives the pixel its mean. Noise and texture \
      become strokes, and edges stay sharp. Where chroma is halved, so is the radius for it, \
      rounded up, and a sample has the mean of what its pixels choose.
      """,
    example: #"""
      { "type": "effect", "effect": "oil", "radius": 5 }
      """#,
    parameters: [radius])

  static let names = EffectNames(
    synonyms: ["kuwahara", "oil-paint", "oilify", "paint", "painting", "watercolor"],
    elsewhere: ["GPUImage Kuwahara", "GIMP Oilify", "After Effects Brush Strokes"])

  static let identity: Arguments? = Arguments().setting(radius, to: Length(pixels: 0))

  private let radius: Animated<Length>
  private let choices: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    radius = arguments[Self.radius]
    choices = LumaField.format(of: setting.format, depth: 8)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    radius(at: time, width, height) + 2 * EffectJob.fieldMargin
  }

  private func radius(at time: Time, _ width: Int, _ height: Int) -> Int {
    Int(radius.pixels(at: time, width, height, upTo: Self.widest).rounded())
  }

  func apply(_ job: EffectJob, at time: Time) {
    let radius = radius(at: time, job.width, job.height)
    guard radius > 0, choices.width == job.width, choices.height == job.height else { return }
    job.workspace.withFrame(choices) { frame in
      let choices = frame.samples8(choices.planes[0])
      // Chroma chooses as luma does, which may lie a little outside.
      job.source.run(
        OilChoice(radius: radius, choices: choices, box: job.box, width: job.width),
        to: job.target, box: job.fieldBox(), includesAlpha: job.includesAlpha, job.workspace)
      job.run(OilMeans(radius: radius, choices: choices, width: job.width, height: job.height))
    }
  }
}

/// The kernel of luma: chooses one of four squares for each pixel, 0 to 3 from the upper left to
/// the lower right.
private struct OilChoice: PlaneKernel {
  let radius: Int
  let choices: UnsafeMutablePointer<UInt8>
  /// Where luma is written too.
  let box: Box
  let width: Int

  var leastRows: Int { 64 }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    for plane in planes where plane.source.role == .luma {
      let squares = OilSquares(
        plane.source, radiusX: radius, radiusY: radius, columns: box.x..<box.maxX, scratch)
      let spread = squares.makeSpread(scratch)
      let shown = self.box.intersection(box)
      let line = scratch.take(Float.self, box.width)
      for y in box.y..<box.maxY {
        squares.advance(to: y, spread)
        let choice = choices + y * width + box.x
        Self.choose(
          spread.row(y - radius), spread.row(y), radius: radius, count: box.width, to: choice)
        if y < shown.y || y >= shown.maxY { continue }
        squares.read(y, choice, to: line)
        let start = shown.x - box.x
        squares.write(line + start, plane.target.row(y) + shown.x, count: shown.width)
      }
    }
  }

  private static func choose(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, radius: Int,
    count: Int, to choice: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      let (a, b) = (upper[x], upper[x &+ radius])
      let (c, d) = (lower[x], lower[x &+ radius])
      let (above, below) = (b < a ? b : a, d < c ? d : c)
      let (first, second): (Int32, Int32) = (b < a ? 1 : 0, d < c ? 3 : 2)
      choice[x] = UInt8(truncatingIfNeeded: below < above ? second : first)
    }
  }
}

/// The kernel of the other planes: gives each sample the means of the squares that luma chose for
/// the pixels that it stands for.
private struct OilMeans: PlaneKernel {
  let radius: Int
  let choices: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int

  var leastRows: Int { 64 }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    /// The radius among samples that are halved so often.
    func halved(_ shift: Int) -> Int { (radius + 1 << shift - 1) >> shift }
    let across = SiteAxis((0, 0), at: (layout.shiftX, layout.originX), scratch)
    let down = SiteAxis((0, 0), at: (layout.shiftY, layout.originY), scratch)
    let columns = box.x..<box.maxX
    let choice = scratch.take(UInt8.self, columns.count)
    let line = scratch.take(Float.self, columns.count)
    let sum = scratch.take(Float.self, columns.count)
    for plane in planes where plane.source.role != .luma {
      scratch.scope {
        let squares = OilSquares(
          plane.source, radiusX: halved(layout.shiftX), radiusY: halved(layout.shiftY),
          columns: columns, scratch)
        for y in box.y..<box.maxY {
          squares.advance(to: y, nil)
          sum.update(repeating: 0, count: columns.count)
          let (top, parts) = down.taps(of: y)
          for (j, part) in parts.enumerated() {
            let row = choices + min(max(top + j, 0), height - 1) * width
            for i in 0..<across.taps(of: 0).shares.count {
              let share = part * read(row, i, across, columns, to: choice)
              squares.read(y, choice, to: line)
              for x in 0..<columns.count { sum[x] += share * line[x] }
            }
          }
          squares.write(sum, plane.target.row(y) + box.x, count: columns.count)
        }
      }
    }
  }

  /// Writes what was chosen for one of the pixels that each sample of a row stands for.
  ///
  /// - Returns: how much of a sample that is.
  private func read(
    _ row: UnsafeMutablePointer<UInt8>, _ tap: Int, _ axis: SiteAxis, _ columns: Range<Int>,
    to choice: UnsafeMutablePointer<UInt8>
  ) -> Float {
    for x in columns {
      choice[x - columns.lowerBound] = row[min(max(axis.taps(of: x).first + tap, 0), width - 1)]
    }
    return axis.taps(of: 0).shares[tap]
  }
}
