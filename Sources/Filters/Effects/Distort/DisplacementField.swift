import Bytes
import Images
import Timeline
import Y4M

/// The channel of a picture by which places are moved.
enum DisplacementChannel: String, Choice {
  case red
  case green
  case blue
  case alpha
  /// Luma, with the weights of BT.709.
  case luma
  /// Nothing: places stay.
  case none

  /// The channel of a colour, 0 to 65,535; where that is transparent, half of it.
  @inline(__always)
  fileprivate func value(_ r: Int, _ g: Int, _ b: Int, _ a: Int) -> UInt16 {
    let value: Int
    switch self {
    case .red: value = r
    case .green: value = g
    case .blue: value = b
    case .luma: value = Picture.luma(r, g, b)
    case .alpha: return UInt16(truncatingIfNeeded: a)
    case .none: return 32768
    }
    if a == 65535 { return UInt16(truncatingIfNeeded: value) }
    return UInt16(truncatingIfNeeded: (value &* a &+ 32768 &* (65535 &- a)) / 65535)
  }
}

/// Two channels of a picture or a film at the pixels of the canvas.
///
/// Those of a picture are made when they are first needed, and kept; those of a film are made for
/// each frame.
final class DisplacementField: Sendable {
  /// The two channels, pixel by pixel.
  struct Map: Sendable {
    let width: Int
    let height: Int
    fileprivate let samples: Samples16

    /// Both channels, 0 to 65,535, at a place of the canvas; beyond it those of its edge.
    @inline(__always)
    func value(at place: SIMD2<Float>) -> SIMD2<Float> {
      let last = SIMD2(
        Float(Int32(truncatingIfNeeded: width &- 1)), Float(Int32(truncatingIfNeeded: height &- 1)))
      let x = min(max(place.x - 0.5, 0), last.x)
      let y = min(max(place.y - 0.5, 0), last.y)
      let (column, row) = (Int(x.flooredToInt32), Int(y.flooredToInt32))
      let right = min(column &+ 1, width &- 1)
      let (shareX, shareY) = (x - Float(column), y - Float(row))
      let upper = samples.base + 2 &* row &* width
      let lower = samples.base + 2 &* min(row &+ 1, height &- 1) &* width
      @inline(__always) func pair(_ line: UnsafeMutablePointer<UInt16>, _ x: Int) -> SIMD2<Float> {
        SIMD2(Float(line[2 &* x]), Float(line[2 &* x &+ 1]))
      }
      let (a, b) = (pair(upper, column), pair(upper, right))
      let (c, d) = (pair(lower, column), pair(lower, right))
      let (above, below) = (a + (b - a) * shareX, c + (d - c) * shareX)
      return above + (below - above) * shareY
    }

    /// Takes both channels of a row of straight colours.
    fileprivate func fill(
      _ y: Int, _ row: RGBRow, _ channels: (DisplacementChannel, DisplacementChannel)
    ) {
      @inline(__always) func part(_ line: UnsafeMutablePointer<Float>, _ x: Int) -> Int {
        Int((min(max(line[x], 0), 1) * 65535 + 0.5).flooredToInt32)
      }
      let target = samples.base + 2 &* y &* width
      for x in 0..<width {
        let (r, g, b) = (part(row.red, x), part(row.green, x), part(row.blue, x))
        target[2 &* x] = channels.0.value(r, g, b, 65535)
        target[2 &* x &+ 1] = channels.1.value(r, g, b, 65535)
      }
    }

    /// Writes both channels of a line of places.
    func fill(_ line: DistortionLine) {
      let step = Int(line.pitch)
      let (x, y) = (line.start.x - 0.5, line.start.y - 0.5)
      let (column, row) = (Int(x), Int(y))
      let inside =
        x >= 0 && y >= 0 && row &+ 1 < height && column &+ line.count &* step &+ 1 < width
      // Where places lie whole pixels apart, all of them lie alike between pixels.
      guard inside, step >= 1, Float(Int32(truncatingIfNeeded: step)) == line.pitch else {
        for i in 0..<line.count {
          let across = Float(Int32(truncatingIfNeeded: i)) * line.pitch
          let value = value(at: SIMD2(line.start.x + across, line.start.y))
          (line.x[i], line.y[i]) = (value.x, value.y)
        }
        return
      }
      let first = samples.base + 2 &* (row &* width &+ column)
      let (shareX, shareY) = (x - Float(Int32(column)), y - Float(Int32(row)))
      if step == 1, shareX == 0, shareY == 0 {
        for i in 0..<line.count {
          (line.x[i], line.y[i]) = (Float(first[2 &* i]), Float(first[2 &* i &+ 1]))
        }
        return
      }
      let second = first + 2 &* width
      for i in 0..<line.count {
        let place = 2 &* i &* step
        @inline(__always) func mixed(_ place: Int) -> Float {
          let (a, b) = (Float(first[place]), Float(first[place &+ 2]))
          let (c, d) = (Float(second[place]), Float(second[place &+ 2]))
          let (above, below) = (a + (b - a) * shareX, c + (d - c) * shareX)
          return above + (below - above) * shareY
        }
        (line.x[i], line.y[i]) = (mixed(place), mixed(place &+ 1))
      }
    }
  }

  private enum Content: Sendable {
    case still(PictureFile)
    case film(EffectFilm)
  }

  private let content: Content
  private let channels: (DisplacementChannel, DisplacementChannel)
  private let format: PixelFormat
  private let made = Mutex<Map?>(nil)
  private let retired = Mutex(Retired<Samples16>())

  init(
    _ file: PlayedFile, _ x: DisplacementChannel, _ y: DisplacementChannel, _ setting: EffectSetting
  ) throws(RenderError) {
    // Where a film with alpha is transparent, nothing moves.
    if let film = EffectFilm(file, over: Color(red: 0.5, green: 0.5, blue: 0.5), setting) {
      content = .film(film)
    } else {
      content = .still(
        try PictureFile(file.path, in: setting.place, setting.loader, setting.faults))
    }
    channels = (x, y)
    format = setting.format
  }

  /// The channels at the pixels of a canvas; of a file that has gone since, and of a film without a
  /// picture, nothing moves.
  func map(width: Int, height: Int, at time: Time, _ workspace: Workspace) -> Map {
    switch content {
    case .still(let file): map(of: file, width, height)
    case .film(let film): map(of: film, at: time, workspace)
    }
  }

  private func map(of film: EffectFilm, at time: Time, _ workspace: Workspace) -> Map {
    let (width, height) = (format.width, format.height)
    let samples = retired.withLock { retired in
      let samples = retired.takeUnused() ?? Samples16(count: 2 * width * height)
      retired.add(samples)
      return samples
    }
    let map = Map(width: width, height: height, samples: samples)
    let isThere = film.readLuma(of: format, at: time, workspace) { y, row in
      map.fill(y, row, channels)
    }
    if !isThere { samples.base.update(repeating: 32768, count: samples.count) }
    return map
  }

  private func map(of file: PictureFile, _ width: Int, _ height: Int) -> Map {
    made.withLock { made in
      if let made, made.width == width, made.height == height { return made }
      let rows = FieldRows(picture: file.picture(), channels: channels)
      let map = map(of: rows, width, height)
      made = map
      return map
    }
  }

  private func map(of rows: FieldRows, _ width: Int, _ height: Int) -> Map {
    let samples = Samples16(count: 2 * width * height)
    samples.base.update(repeating: 32768, count: samples.count)
    let (fullWidth, fullHeight) = (Double(rows.width), Double(rows.height))
    let resize = Resize(
      source: rows, channels: .all,
      across: Axis(
        domain: 0..<fullWidth, scale: Double(width) / fullWidth, offset: 0, limit: 0..<width,
        sampling: .bilinear),
      down: Axis(
        domain: 0..<fullHeight, scale: Double(height) / fullHeight, offset: 0, limit: 0..<height,
        sampling: .bilinear))
    resize.run { row, made in
      let line = samples.base + 2 * (row * width + resize.across.first)
      for x in 0..<resize.across.count {
        line[2 &* x] = made[0][x]
        line[2 &* x &+ 1] = made[1][x]
      }
    }
    return Map(width: width, height: height, samples: samples)
  }

  /// Forgets the channels.
  func release() {
    made.withLock { $0 = nil }
    retired.withLock { $0 = Retired() }
    if case .film(let film) = content { film.release() }
  }

  /// The bytes of what is made for each frame.
  var workingBytes: Int {
    guard case .film(let film) = content else { return 0 }
    return film.workingBytes(format) + 4 * format.width * format.height
  }
}

/// Two channels of a picture, in the first two of a row.
private struct FieldRows: RowSource {
  let picture: Picture
  let channels: (DisplacementChannel, DisplacementChannel)

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    picture.readRow(y, columns) { x, pixel in
      row.y[x] = channels.0.value(pixel.r, pixel.g, pixel.b, pixel.a)
      row.u[x] = channels.1.value(pixel.r, pixel.g, pixel.b, pixel.a)
      row.v[x] = 0
      row.a[x] = 65535
    }
  }
}
