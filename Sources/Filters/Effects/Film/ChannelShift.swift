import Y4M

/// Where red and blue are read from, along both axes: what stands at a place p of the picture comes
/// from `scale * p + offset`.
struct ChannelMap: Equatable {
  var scale = SIMD2<Double>(1, 1)
  var offset = SIMD2<Double>(0, 0)

  /// The map between the samples of a plane, whose numbers are those of their centres.
  fileprivate func sites(_ layout: PlaneLayout) -> ChannelMap {
    let map = layout.map
    let (size, start) = (SIMD2(map.a, map.d), SIMD2(map.tx, map.ty))
    // In the plane's coordinates, and from there to centres half a sample further.
    let moved = size * offset + start - scale * start
    return ChannelMap(scale: scale, offset: moved + 0.5 * scale - 0.5)
  }
}

/// Says for each row where red and blue are read from.
protocol ChannelShift: Sendable {
  /// The maps of red and of blue in the row of a picture whose middle is at `y`; nil where the row
  /// stays as it is.
  func maps(at y: Double) -> (red: ChannelMap, blue: ChannelMap)?
}

/// A shift in a frame that has a border around the picture.
struct MovedShift<Shift: ChannelShift>: ChannelShift {
  let shift: Shift
  /// Samples of luma at each side.
  let border: Double

  func maps(at y: Double) -> (red: ChannelMap, blue: ChannelMap)? {
    guard var maps = shift.maps(at: y - border) else { return nil }
    maps.red.offset += border * (1 - maps.red.scale)
    maps.blue.offset += border * (1 - maps.blue.scale)
    return maps
  }
}

/// The kernel: draws red and blue apart from green.
///
/// Both are read at full resolution, with chroma raised to luma's places for luma and luma lowered
/// to chroma's places for chroma, and linearly between samples. Beyond the picture its edge
/// repeats. Luma and chroma follow by the stream's matrix from what red and blue differ from those
/// of their place by, so a sample whose colours stay is left as it is. With alpha, a place is as
/// opaque as the most opaque of what is drawn there.
struct ChannelShiftKernel<Shift: ChannelShift>: PlaneKernel {
  let source: Frame
  let shift: Shift
  let coding: ColorCoding
  /// How many samples of luma further red and blue may lie.
  let margin: Int

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let alpha = planes.first { $0.source.role == .alpha }
    let rows = ShiftedRows<S>(
      source, coding, layout, alpha: alpha?.source, columns: box.x..<box.maxX, margin, scratch)
    let red = ShiftedChannel(rows, .red, scratch)
    let blue = ShiftedChannel(rows, .blue, scratch)
    let map = layout.map
    for y in box.y..<box.maxY {
      guard let maps = shift.maps(at: (Double(y) + 0.5 - map.ty) / map.d) else {
        for plane in planes {
          (plane.target.row(y) + box.x).update(from: plane.source.row(y) + box.x, count: box.width)
        }
        continue
      }
      red.read(y, maps.red.sites(layout))
      blue.read(y, maps.blue.sites(layout))
      rows.write(y, red: red, blue: blue, to: planes)
    }
  }
}

/// A channel that is drawn away.
private enum ShiftedRole {
  case red
  case blue
}

/// What rows are read of, and what they become.
private struct ShiftedRows<S: Sample> {
  /// The columns that are written, and those that may be read.
  let columns: Range<Int>
  let wide: Range<Int>
  let layout: PlaneLayout
  let luma: SiteRows<S>
  /// Luma's own samples, where these are its places.
  let exact: UnsafeMutablePointer<S>?
  let chroma: (blue: SiteRows<S>, red: SiteRows<S>)?
  let alpha: PlaneSource<S>?
  /// Luma steps that a step of Cr adds to red, and one of Cb to blue.
  let steps: (red: Float, blue: Float)
  /// What red and blue weigh in luma.
  let weights: (red: Float, blue: Float)
  let black: Float
  let grey: Float
  let line: UnsafeMutablePointer<Float>
  /// How much further opaque a place gets, and what its samples are at most.
  let rise: UnsafeMutablePointer<Float>
  let most: UnsafeMutablePointer<Float>
  /// The largest sample.
  let peak: Float

  init(
    _ source: Frame, _ coding: ColorCoding, _ layout: PlaneLayout, alpha: PlaneSource<S>?,
    columns: Range<Int>, _ margin: Int, _ scratch: Scratch
  ) {
    let format = source.format
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        source.samples(format.planes[plane]), format.planes[plane], at: layout,
        peak: format.peak, scratch)
    }
    let reach = margin >> layout.shiftX + 2
    self.columns = columns
    wide = max(columns.lowerBound - reach, 0)..<min(columns.upperBound + reach, layout.width)
    self.layout = layout
    luma = rows(0)
    exact =
      format.planes[0].map == layout.map
      ? source.samples(format.planes[0]) : nil
    if let blue = format.roles.firstIndex(of: .blue), let red = format.roles.firstIndex(of: .red) {
      chroma = (rows(blue), rows(red))
    } else {
      chroma = nil
    }
    self.alpha = alpha
    let numbers = RGBCoding(coding, depth: format.depth)
    let span = numbers.lumaSpan / numbers.chromaSpan
    steps = (numbers.redOfV * span, numbers.blueOfU * span)
    weights = (Float(coding.matrix.red), Float(coding.matrix.blue))
    (black, grey) = (numbers.black, numbers.grey)
    line = scratch.take(Float.self, wide.count)
    rise = scratch.take(Float.self, columns.count)
    most = scratch.take(Float.self, columns.count)
    peak = Float(format.peak)
  }

  /// Writes red or blue of a row in steps of luma, but for a constant, over ``wide``.
  func decode(_ role: ShiftedRole, _ y: Int, to target: UnsafeMutablePointer<Float>) {
    let count = wide.count
    if let exact {
      let samples = exact + y * layout.width + wide.lowerBound
      for x in 0..<count { target[x] = Float(samples[x]) }
    } else {
      luma.read(y, wide, to: target)
    }
    let step = role == .red ? steps.red : steps.blue
    if let chroma {
      (role == .red ? chroma.red : chroma.blue).read(y, wide, to: line)
      for x in 0..<count { target[x] += line[x] * step }
    }
    guard let alpha else { return }
    // What is clear has neither black nor grey in it.
    let covers = alpha.row(y) + wide.lowerBound
    let clear = (black + (chroma == nil ? 0 : grey * step)) / 65535
    for x in 0..<count { target[x] -= Float(covers[x]) * clear }
  }

  /// Writes the alpha of a row over ``wide``.
  func decodeAlpha(_ alpha: PlaneSource<S>, _ y: Int, to target: UnsafeMutablePointer<Float>) {
    let covers = alpha.row(y) + wide.lowerBound
    for x in 0..<wide.count { target[x] = Float(covers[x]) }
  }

  func write(
    _ y: Int, red: ShiftedChannel<S>, blue: ShiftedChannel<S>, to planes: PlaneGroup<S>
  ) {
    let start = columns.lowerBound
    if let alpha {
      raise(alpha.row(y) + start, red.alpha, blue.alpha)
    }
    for plane in planes {
      let (source, target) = (plane.source.row(y) + start, plane.target.row(y) + start)
      switch plane.source.role {
      case .luma:
        add(red, weights.red, blue, weights.blue, black, source, to: target)
      case .blue:
        let scale = 1 / steps.blue
        add(
          red, -weights.red * scale, blue, (1 - weights.blue) * scale, grey, source, to: target)
      case .red:
        let scale = 1 / steps.red
        add(
          red, (1 - weights.red) * scale, blue, -weights.blue * scale, grey, source, to: target)
      case .alpha:
        for x in 0..<columns.count { target[x] = S(truncatingIfNeeded: Int32(most[x])) }
      }
    }
  }

  /// Finds how opaque places become.
  private func raise(
    _ own: UnsafePointer<S>, _ red: UnsafeMutablePointer<Float>, _ blue: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<columns.count {
      let cover = Float(own[x])
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      let whole = (max(max(red[x], blue[x]), cover) + 0x1p23) - 0x1p23
      most[x] = whole
      rise[x] = (whole - cover) / 65535
    }
  }

  /// Adds to samples so much of what red and blue differ by from those of their place.
  private func add(
    _ red: ShiftedChannel<S>, _ ofRed: Float, _ blue: ShiftedChannel<S>, _ ofBlue: Float,
    _ zero: Float, _ source: UnsafePointer<S>, to target: UnsafeMutablePointer<S>
  ) {
    let (reds, blues) = (red.change, blue.change)
    if alpha == nil {
      let most = peak
      for x in 0..<columns.count {
        let change = reds[x] * ofRed + blues[x] * ofBlue
        let value = min(max(Float(source[x]) + change, 0), most)
        // The lowest bits of a float above 2^23 are those of the whole number next to it.
        target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
      }
      return
    }
    let (rise, most) = (rise, most)
    for x in 0..<columns.count {
      let change = reds[x] * ofRed + blues[x] * ofBlue + rise[x] * zero
      let value = min(max(Float(source[x]) + change, 0), most[x])
      target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
    }
  }
}

/// Rows of red or of blue, read elsewhere.
private struct ShiftedChannel<S: Sample> {
  /// What the channel differs by from that of its place, and the alpha of where it comes from; by
  /// the columns that are written.
  let change: UnsafeMutablePointer<Float>
  let alpha: UnsafeMutablePointer<Float>
  private let rows: ShiftedRows<S>
  private let role: ShiftedRole
  /// The latest rows that were decoded, each in the place of its number's last bits.
  private let kept: UnsafeMutablePointer<Float>
  private let numbers: UnsafeMutablePointer<Int>
  private let mixed: UnsafeMutablePointer<Float>
  private let places: Int

  init(_ rows: ShiftedRows<S>, _ role: ShiftedRole, _ scratch: Scratch) {
    self.rows = rows
    self.role = role
    let count = rows.wide.count
    change = scratch.take(Float.self, rows.columns.count)
    alpha = scratch.take(Float.self, rows.columns.count)
    places = 16
    kept = scratch.take(Float.self, places * count)
    numbers = scratch.take(Int.self, places)
    numbers.update(repeating: -1, count: places)
    mixed = scratch.take(Float.self, count)
  }

  /// A decoded row.
  private func row(_ y: Int) -> UnsafeMutablePointer<Float> {
    let place = y & (places - 1)
    let row = kept + place * rows.wide.count
    if numbers[place] != y {
      rows.decode(role, y, to: row)
      numbers[place] = y
    }
    return row
  }

  /// Reads row `y` by a map between samples.
  func read(_ y: Int, _ map: ChannelMap) {
    let last = rows.layout.height - 1
    let place = min(max(Double(y) * map.scale.y + map.offset.y, 0), Double(last))
    let upper = Int(place)
    let share = Float(place - Double(upper))
    var line = row(upper)
    if share > 0 {
      mix(line, row(min(upper + 1, last)), share)
      line = mixed
    } else if upper != y {
      // The row of this place may be kept where that one is.
      mixed.update(from: line, count: rows.wide.count)
      line = mixed
    }
    let own = row(y) + (rows.columns.lowerBound - rows.wide.lowerBound)
    resample(line, minus: own, map, to: change)
    guard let plane = rows.alpha else { return }
    rows.decodeAlpha(plane, upper, to: mixed)
    if share > 0 {
      rows.decodeAlpha(plane, min(upper + 1, last), to: rows.line)
      mix(mixed, rows.line, share)
    }
    resample(mixed, minus: nil, map, to: alpha)
  }

  private func mix(
    _ one: UnsafeMutablePointer<Float>, _ two: UnsafeMutablePointer<Float>, _ share: Float
  ) {
    let (mixed, rest) = (mixed, 1 - share)
    for x in 0..<rows.wide.count { mixed[x] = one[x] * rest + two[x] * share }
  }

  /// Reads a line at the places of a map, in runs of samples that are as many places away, and
  /// takes another from it.
  private func resample(
    _ line: UnsafeMutablePointer<Float>, minus own: UnsafeMutablePointer<Float>?,
    _ map: ChannelMap, to target: UnsafeMutablePointer<Float>
  ) {
    let (slope, start) = (map.scale.x - 1, map.offset.x)
    let (first, end) = (rows.columns.lowerBound, rows.columns.upperBound)
    // By the plane's columns; what may be read begins and ends within the line.
    let (source, out) = (line - rows.wide.lowerBound, target - first)
    let (low, high) = (rows.wide.lowerBound, rows.wide.upperBound - 1)
    var x = first
    while x < end {
      let away = slope * Double(x) + start
      let whole = away.rounded(.down)
      var next = end
      if slope > 0 {
        next = Int(min(max((whole + 1 - start) / slope, 0), 1e9).rounded(.up))
      } else if slope < 0 {
        next = Int(min(max((whole - start) / slope, 0), 1e9).rounded(.down)) + 1
      }
      next = min(max(next, x + 1), end)
      let distance = Int(min(max(whole, -1e6), 1e6))
      // The run's part whose two neighbours both lie in the line.
      let inner = min(max(low - distance, x), next)
      let outer = min(max(high - distance, inner), next)
      let share = Float(slope * Double(inner) + start - whole)
      fill(out, x..<inner, source[low], minus: own)
      if outer > inner {
        let (source, out, count) = (source + (inner + distance), out + inner, outer - inner)
        if let own {
          lerp(source, share, Float(slope), minus: own + (inner - first), count, to: out)
        } else {
          lerp(source, share, Float(slope), count, to: out)
        }
      }
      fill(out, outer..<next, source[high], minus: own)
      x = next
    }
  }

  /// Fills columns with a value, less another line's.
  private func fill(
    _ target: UnsafeMutablePointer<Float>, _ columns: Range<Int>, _ value: Float,
    minus own: UnsafeMutablePointer<Float>?
  ) {
    let first = rows.columns.lowerBound
    for x in columns { target[x] = value - (own.map { $0[x - first] } ?? 0) }
  }

  /// Mixes neighbours by shares that grow evenly.
  private func lerp(
    _ source: UnsafeMutablePointer<Float>, _ share: Float, _ slope: Float, _ count: Int,
    to target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<count {
      let part = share + slope * Float(Int32(truncatingIfNeeded: x))
      target[x] = source[x] + part * (source[x &+ 1] - source[x])
    }
  }

  private func lerp(
    _ source: UnsafeMutablePointer<Float>, _ share: Float, _ slope: Float,
    minus own: UnsafeMutablePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    if slope == 0, share == 0 {
      for x in 0..<count { target[x] = source[x] - own[x] }
      return
    }
    for x in 0..<count {
      let part = share + slope * Float(Int32(truncatingIfNeeded: x))
      target[x] = source[x] + part * (source[x &+ 1] - source[x]) - own[x]
    }
  }
}
