import Geometry
import Timeline
import Y4M

/// How a picture fills a tile of another shape.
enum TileFit: String, Choice {
  /// It fills the tile, and what is too much at two sides is cut off.
  case cover
  /// All of it is seen, between bars of `gapColor`.
  case contain
  /// It is drawn as wide and as high as the tile.
  case stretch

  fileprivate var fit: Fit {
    switch self {
    case .cover: .cover
    case .contain: .contain
    case .stretch: .fill
    }
  }
}

/// Shows the picture several times, side by side and one above the other.
///
/// The canvas is parted into tiles of equal sizes, rounded to whole samples of every plane. The
/// picture is made as small as a tile once, by means of areas, and copied.
struct Tile: Effect {
  /// The most tiles along a side.
  private static let most = 64.0

  static let columns = Parameter<Double>(
    "columns", default: 2, in: 1...most, "How many tiles stand side by side; rounded.")
  static let rows = Parameter<Double>(
    "rows", default: 2, in: 1...most, "How many stand one above the other; rounded.")
  static let fit = Setting<TileFit>(
    "fit", default: .cover, "How the picture fills a tile of another shape.")
  static let mirror = Setting<Bool>(
    "mirror", default: false, "Whether every other tile is mirrored, so that neighbours join.")
  static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px",
    "How far the tiles are moved, to the right and down; what leaves the canvas returns on the "
      + "other side.")
  static let gap = Parameter<Length>(
    "gap", default: .zero, in: 0...10_000, unit: "px",
    "The space between two tiles; a percentage is of the canvas's shorter side.")
  static let gapColor = Parameter<Color>(
    "gapColor", default: .black,
    "The colour between tiles, and beside pictures that do not fill them.")

  static let declaration = Declaration(
    name: "tile",
    summary: "Shows the picture several times, side by side and one above the other.",
    discussion: """
      Tiles are as large as fit the canvas, rounded to whole samples of luma and chroma. `fit` \
      matters where there are not as many columns as rows. A moving `offset` rolls the tiles over \
      the canvas without an end.
      """,
    example: #"""
      { "type": "effect", "effect": "tile", "start": 4, "duration": 2, "columns": 3, "rows": 3,
        "gap": 6 }
      """#,
    parameters: [columns, rows, fit, mirror, offset, gap, gapColor])

  static let names = EffectNames(
    synonyms: [
      "split-screen", "splitscreen", "grid", "repeat", "replicate", "motion-tile", "multi-screen",
      "video-wall", "mosaic",
    ],
    elsewhere: [
      "After Effects Motion Tile", "After Effects CC RepeTile", "Core Image CIAffineTile",
      "ffmpeg tile", "frei0r cairoimagegrid", "CapCut split screen",
    ])

  static let identity: Arguments? = Arguments().setting(columns, to: 1).setting(rows, to: 1)
    .setting(offset, to: .zero)

  private let columns: Animated<Double>
  private let rows: Animated<Double>
  private let fit: TileFit
  private let mirror: Bool
  private let offset: Animated<Point>
  private let gap: Animated<Length>
  private let gapColor: Animated<Color>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    columns = arguments[Self.columns]
    rows = arguments[Self.rows]
    fit = arguments[Self.fit]
    mirror = arguments[Self.mirror]
    offset = arguments[Self.offset]
    gap = arguments[Self.gap]
    gapColor = arguments[Self.gapColor]
  }

  func apply(_ job: EffectJob, at time: Time) {
    let format = job.source.format
    let (width, height) = (Double(job.width), Double(job.height))
    let gap = gap.value(at: time).resolved(against: min(width, height))
    let offset = offset.value(at: time)
    func count(_ value: Animated<Double>) -> Int {
      Int(min(max(value.value(at: time).rounded(), 1), Self.most))
    }
    let across = TileAxis(
      side: job.width, count: count(columns), gap: gap, offset: offset.x.resolved(against: width),
      step: 1 << format.planes.reduce(0) { max($0, $1.shiftX) }, isMirrored: mirror)
    let down = TileAxis(
      side: job.height, count: count(rows), gap: gap, offset: offset.y.resolved(against: height),
      step: 1 << format.planes.reduce(0) { max($0, $1.shiftY) }, isMirrored: mirror)
    if across.isPlain, down.isPlain { return }
    guard
      let small = PixelFormat(
        width: across.tile, height: down.tile, depth: format.depth, chroma: format.chroma,
        hasAlpha: format.hasAlpha, siting: format.siting)
    else { return }
    let color = BackingColor(gapColor.value(at: time), job)
    job.workspace.withFrame(small) { tile in
      if fit == .contain { tile.fill(color) }
      job.draw(job.source, to: tile, Self.place(job.size, small, fit.fit))
      var kernel = TileKernel(tile: tile, across: across, down: down, color: color)
      guard mirror else { return job.run(kernel) }
      job.workspace.withFrame(small) { flop in
        job.mirror(tile, to: flop, .horizontal)
        job.workspace.withFrame(small) { flip in
          job.mirror(tile, to: flip, .vertical)
          job.workspace.withFrame(small) { both in
            job.mirror(flop, to: both, .vertical)
            kernel.mirrored = (flop, flip, both)
            job.run(kernel)
          }
        }
      }
    }
  }

  /// From the picture to a tile, in whose middle it stands.
  private static func place(_ size: SIMD2<Float>, _ tile: PixelFormat, _ fit: Fit) -> Affine {
    let (picture, box) = (
      Vector(Double(size.x), Double(size.y)), Vector(Double(tile.width), Double(tile.height))
    )
    let scale = fit.scale(picture, in: box)
    return Affine(
      a: scale.x, b: 0, c: 0, d: scale.y, tx: (box.x - picture.x * scale.x) / 2,
      ty: (box.y - picture.y * scale.y) / 2)
  }
}

extension Frame {
  /// Fills all planes with a colour.
  fileprivate func fill(_ color: BackingColor) {
    for (role, layout) in zip(format.roles, format.planes) {
      let count = layout.width * layout.height
      if format.depth == 8 {
        samples8(layout).update(
          repeating: UInt8(truncatingIfNeeded: color[role]), count: count)
      } else {
        samples16(layout).update(repeating: color[role], count: count)
      }
    }
  }
}
