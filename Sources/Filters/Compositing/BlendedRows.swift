import Colors
import Y4M

/// The rows of a frame that a layer is blended with.
struct BlendedRows<S: Sample> {
  typealias Line = UnsafeMutablePointer<Float>
  /// Where the samples of a frame's plane are.
  typealias Samples = (Frame, PlaneLayout) -> UnsafeMutablePointer<S>

  /// A plane that is written, and where its samples were.
  private struct Target {
    let index: Int
    let layout: PlaneLayout
    let before: UnsafeMutablePointer<S>
    let after: UnsafeMutablePointer<S>

    init(_ index: Int, _ before: Frame, _ after: Frame, _ samples: Samples) {
      self.index = index
      layout = after.format.planes[index]
      self.before = samples(before, layout)
      self.after = samples(after, layout)
    }
  }

  /// A plane of chroma, and how luma is gathered for it.
  private struct Chroma {
    let target: Target
    let across: SiteAxis
    let down: SiteAxis
    /// The columns that are written.
    let columns: Range<Int>
    /// The mean differences of a row, with room for their ends.
    let mean: Line
    /// The mean cover of a row, where samples that are wholly covered stay.
    let cover: Line?

    init(
      _ target: Target, of luma: PlaneLayout, _ box: Box, width: Int, hasCover: Bool,
      _ scratch: Scratch
    ) {
      self.target = target
      let sites = target.layout
      across = SiteAxis((luma.shiftX, luma.originX), at: (sites.shiftX, sites.originX), scratch)
      down = SiteAxis((luma.shiftY, luma.originY), at: (sites.shiftY, sites.originY), scratch)
      let part = sites.box(covering: box)
      columns = part.x..<part.maxX
      func line() -> Line {
        scratch.take(Float.self, width + 2 * BlendedRows.margin) + BlendedRows.margin
      }
      mean = line()
      cover = hasCover ? line() : nil
    }

    /// Columns of luma, and those that are gathered for this plane.
    func widened(_ luma: Range<Int>, width: Int) -> Range<Int> {
      let sources = across.sources(of: columns)
      let first = max(min(sources.lowerBound, luma.lowerBound), 0)
      return first..<min(max(sources.upperBound, luma.upperBound), width)
    }
  }

  private let mixture: BlendedColors
  private let layer: LayerRows
  /// What is read in its stead.
  private let incoming: IncomingRows<S>?
  private let seen: Box
  private let coding: RGBCoding
  private let height: Int
  private let peak: Float
  private let isStraight: Bool
  private let keepsWhole: Bool
  private let luma: Target
  private let chroma: (blue: Chroma, red: Chroma)?
  private let alpha: Target?
  private let lumaRows: SiteRows<S>
  private let chromaRows: (blue: SiteRows<S>, red: SiteRows<S>)?
  /// The columns of luma that are looked at.
  private let columns: Range<Int>
  /// A line for each channel of a row, with room for whole lanes.
  private let lines: (Line, Line, Line)
  /// What a layer covers of a row of chroma of larger samples, where it is put over that.
  private let covered: (blue: Line, red: Line)?
  /// What the frame's alpha is, 0 to 1; opaque frames have none.
  private let cover: Line?

  private static var margin: Int { 8 }
  /// The mean of covers from which on all of them are whole, but for what floats lose.
  private static var whole: Float { 0.99999 }

  init(
    _ layer: PlacedLayer, _ blending: Blending, _ before: Frame, _ after: Frame,
    _ keepsWhole: Bool, _ shares: Compositor.IncomingShares?, _ scratch: Scratch,
    _ samples: Samples
  ) {
    let format = after.format
    func target(_ role: PlaneRole) -> Target? {
      format.roles.firstIndex(of: role).map { Target($0, before, after, samples) }
    }
    let luma = Target(0, before, after, samples)
    self.luma = luma
    func rows(_ plane: Target) -> SiteRows<S> {
      SiteRows(plane.before, plane.layout, at: luma.layout, peak: format.peak, scratch)
    }
    lumaRows = rows(luma)
    alpha = target(.alpha)
    var columns = layer.box.x..<layer.box.maxX
    func plane(_ target: Target) -> Chroma {
      let plane = Chroma(
        target, of: luma.layout, layer.box, width: format.width, hasCover: keepsWhole, scratch)
      columns = plane.widened(columns, width: format.width)
      return plane
    }
    if let blue = target(.blue), let red = target(.red) {
      chroma = (plane(blue), plane(red))
      chromaRows = (rows(blue), rows(red))
    } else {
      (chroma, chromaRows) = (nil, nil)
    }
    self.columns = columns
    let count = columns.count
    seen = layer.box
    height = format.height
    peak = Float(format.peak)
    isStraight = format.isStraight
    self.keepsWhole = keepsWhole
    coding = RGBCoding(blending.coding, depth: format.depth)
    let own = LayerRows(layer, blending, columns, scratch)
    self.layer = own
    if let shares, let light = blending.coding.mixing {
      incoming = IncomingRows(
        format, format.planes.map { samples(layer.frame, $0) }, light, coding, to: own.row,
        columns, shares: shares, scratch)
    } else {
      incoming = nil
    }
    func line() -> Line { scratch.take(Float.self, count + 2 * Self.margin) }
    lines = (line(), line(), line())
    covered = keepsWhole && alpha == nil ? (line(), line()) : nil
    cover = alpha == nil ? nil : line()
    mixture = BlendedColors(
      blending.mode, count: count, light: blending.coding.mixing, scratch)
  }

  /// Blends rows of chroma, or of luma where there is no smaller plane, and the luma that belongs
  /// to them.
  func run(_ rows: Range<Int>) {
    guard let chroma, isSubsampled else {
      for y in rows where makeDifferences(y) { writeWhole(y) }
      return
    }
    for row in rows { blend(row, chroma) }
  }

  /// Blends a row of chroma, and the luma that belongs to it.
  private func blend(_ row: Int, _ chroma: (blue: Chroma, red: Chroma)) {
    let shift = chroma.blue.target.layout.shiftY
    let own = row << shift..<min((row + 1) << shift, height)
    let (blue, red) = (chroma.blue.down.taps(of: row), chroma.red.down.taps(of: row))
    let first = min(blue.first, red.first, own.lowerBound)
    let last = max(
      blue.first + blue.shares.count, red.first + red.shares.count, own.upperBound)
    var isChanged = false
    for y in max(first, 0)..<min(last, height) where makeDifferences(y) {
      if own.contains(y) { add(lines.0, to: luma, row: y, columns, cover: kept) }
      let shares = (share(of: y, blue), share(of: y, red))
      gather(lines.1, shares.0, chroma.blue.mean, isFirst: !isChanged)
      gather(lines.2, shares.1, chroma.red.mean, isFirst: !isChanged)
      if let blue = chroma.blue.cover, let red = chroma.red.cover {
        gather(layer.row.cover, shares.0, blue, isFirst: !isChanged)
        gather(layer.row.cover, shares.1, red, isFirst: !isChanged)
      }
      isChanged = true
    }
    guard isChanged else { return }
    for plane in [chroma.blue, chroma.red] { writeMeans(row, plane) }
  }

  /// A row's share of a row of chroma; rows beyond the frame are those at its edges.
  private func share(
    of y: Int, _ taps: (first: Int, shares: UnsafeBufferPointer<Float>)
  ) -> Float {
    var sum: Float = 0
    for (index, share) in taps.shares.enumerated()
    where min(max(taps.first + index, 0), height - 1) == y { sum += share }
    return sum
  }

  /// Puts into ``lines`` how far the samples of a row change; false where none does.
  private func makeDifferences(_ y: Int) -> Bool {
    guard y >= seen.y, y < seen.maxY, incoming?.read(y) ?? layer.read(y) else { return false }
    lumaRows.read(y, columns, to: lines.0)
    if let chromaRows {
      chromaRows.blue.read(y, columns, to: lines.1)
      chromaRows.red.read(y, columns, to: lines.2)
    } else {
      lines.1.update(repeating: coding.grey, count: columns.count)
      lines.2.update(repeating: coding.grey, count: columns.count)
    }
    guard let alpha, let cover else {
      blendOpaque()
      return true
    }
    let row = alpha.before + y * alpha.layout.width + columns.lowerBound
    let scale = 1 / peak
    for x in 0..<columns.count { cover[x] = Float(row[x]) * scale }
    if !isStraight { makeStraight(cover) }
    coding.decode(lines.0, (lines.1, lines.2), to: mixture.backdrop)
    mixture.blend(layer.row, over: cover, coding)
    coding.luma(of: mixture.change, lines.0)
    coding.blue(of: mixture.change, lines.1)
    coding.red(of: mixture.change, lines.2)
    return true
  }

  /// Blends the samples of ``lines``, which are those of an opaque frame.
  private func blendOpaque() {
    guard let covered, isSubsampled else {
      mixture.blend(layer.row, samples: lines, coding)
      incoming?.addBeyond(to: lines)
      return
    }
    let share = layer.row.cover
    for x in 0..<columns.count {
      covered.blue[x] = lines.1[x] * share[x]
      covered.red[x] = lines.2[x] * share[x]
    }
    if let (_, u, v) = incoming?.lines {
      for x in 0..<columns.count {
        covered.blue[x] -= u[x] * share[x]
        covered.red[x] -= v[x] * share[x]
      }
    }
    mixture.blend(layer.row, samples: lines, coding)
    incoming?.addBeyond(to: lines)
    for x in 0..<columns.count {
      lines.1[x] += covered.blue[x]
      lines.2[x] += covered.red[x]
    }
  }

  private var isSubsampled: Bool {
    guard let layout = chroma?.blue.target.layout else { return false }
    return layout.shiftX + layout.shiftY > 0
  }

  /// Divides what was read by the alpha; what is not seen has no colour.
  private func makeStraight(_ cover: Line) {
    for line in [lines.0, lines.1, lines.2] {
      for x in 0..<columns.count { line[x] = cover[x] > 0 ? line[x] / cover[x] : 0 }
    }
  }

  /// Writes a row of all planes, which lie in the same places.
  private func writeWhole(_ y: Int) {
    put(lines.0, to: luma, row: y, nought: coding.black)
    guard let chroma else { return }
    put(lines.1, to: chroma.blue.target, row: y, nought: coding.grey)
    put(lines.2, to: chroma.red.target, row: y, nought: coding.grey)
    guard let alpha else { return }
    for x in 0..<columns.count { lines.0[x] = mixture.gain[x] * peak }
    add(lines.0, to: alpha, row: y, columns, cover: kept)
  }

  /// What a row of the layer covers, where samples that are wholly covered stay.
  private var kept: Line? { keepsWhole ? layer.row.cover : nil }

  /// Writes samples of a frame that may have alpha.
  ///
  /// - Parameter nought: the sample of a colour whose parts are 0.
  private func put(_ line: Line, to target: Target, row: Int, nought: Float) {
    if let cover {
      let gain = mixture.gain
      if isStraight {
        let before = target.before + row * target.layout.width + columns.lowerBound
        for x in 0..<columns.count {
          let total = cover[x] + gain[x]
          let change = line[x] + gain[x] * (nought - Float(before[x]))
          line[x] = total > 0 ? change / total : 0
        }
      } else {
        for x in 0..<columns.count { line[x] += gain[x] * nought }
      }
    }
    add(line, to: target, row: row, columns, cover: kept)
  }

  /// Takes a row's part of the mean differences of chroma.
  private func gather(_ line: Line, _ share: Float, _ mean: Line, isFirst: Bool) {
    if isFirst {
      for x in 0..<columns.count { mean[x] = line[x] * share }
    } else {
      for x in 0..<columns.count { mean[x] += line[x] * share }
    }
  }

  private func writeMeans(_ row: Int, _ plane: Chroma) {
    resample(plane.mean, plane, to: lines.0)
    guard let cover = plane.cover else {
      return add(lines.0, to: plane.target, row: row, plane.columns)
    }
    resample(cover, plane, to: lines.1)
    // A sample holds what its mean does not; that is covered, too.
    let start = row * plane.target.layout.width + plane.columns.lowerBound
    let before = plane.target.before + start
    for x in 0..<plane.columns.count { lines.0[x] -= lines.1[x] * Float(before[x]) }
    if let samples = incoming?.planes[plane.target.index] {
      let samples = samples + start
      for x in 0..<plane.columns.count { lines.0[x] += lines.1[x] * Float(samples[x]) }
    }
    add(lines.0, to: plane.target, row: row, plane.columns, cover: lines.1)
  }

  private func resample(_ mean: Line, _ plane: Chroma, to line: Line) {
    (mean - Self.margin).update(repeating: mean[0], count: Self.margin)
    (mean + columns.count).update(repeating: mean[columns.count - 1], count: Self.margin)
    plane.across.resample(mean - columns.lowerBound, plane.columns, to: line)
  }

  /// Writes the samples that lie so far from what was there.
  ///
  /// - Parameter cover: of the samples; those that are wholly covered stay. Nil where none does.
  private func add(
    _ line: Line, to target: Target, row: Int, _ columns: Range<Int>, cover: Line? = nil
  ) {
    let start = row * target.layout.width + columns.lowerBound
    let (before, after) = (target.before + start, target.after + start)
    let peak = peak
    if let cover {
      for x in 0..<columns.count {
        let value = min(max(Float(before[x]) + line[x], 0), peak)
        let sample = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
        after[x] = cover[x] < Self.whole ? sample : after[x]
      }
      return
    }
    for x in 0..<columns.count {
      let value = min(max(Float(before[x]) + line[x], 0), peak)
      // Adding 2^23 leaves the nearest whole number in the low bits.
      after[x] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
    }
  }
}
