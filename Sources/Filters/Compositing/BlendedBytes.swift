import Colors
import Y4M

/// The rows of an opaque frame of 8 bits that a layer is blended with, in numbers of 16 bits.
///
/// What ``BlendedRows`` does, for the modes whose formulas are sums and products, and where light
/// is mixed by what is covered.
struct BlendedBytes {
  typealias Line = ByteColors.Line

  private let blending: ByteBlending
  private let seen: Box
  private let height: Int
  private let layer: LayerBytes
  private let luma: BlendedPlane
  private let chroma: [BlendedChroma]
  private let decoding: ByteColors.Decoding
  private let lumaWeights: ByteColors.Factors
  /// Where light is mixed, and not code values: samples that are wholly covered stay as they are.
  private let light: (tables: ByteLight, sums: UnsafeMutablePointer<Float>, cover: Line)?
  /// A line for each channel of a row, over ``columns``.
  private let changes: [Line]
  /// The same for all chroma's means.
  private let sums: [Line]
  /// Lines for what is between.
  private let rest: [Line]
  /// The columns of luma that are looked at.
  private let columns: Range<Int>

  /// Whether it can do what is asked for.
  static func suits(_ format: PixelFormat, _ blending: Blending, keepsWhole: Bool) -> Bool {
    let isCode =
      blending.coding.mixing == nil && !keepsWhole
      && (ByteBlending.has(blending.mode) || blending.mode == .dissolve)
    let isLight = blending.isMixing && keepsWhole && blending.coding.mixing?.gamma != nil
    return (isCode || isLight) && format.depth == 8 && !format.hasAlpha
      && format.planes.allSatisfy { $0.shiftX <= 1 && $0.shiftY <= 1 }
  }

  /// Whether the rows of luma are looked at once each, so that they can be changed in place.
  static func looksOnce(at format: PixelFormat) -> Bool {
    let luma = format.planes[0]
    return format.planes.allSatisfy {
      $0.originY - luma.originY == ($0.shiftY == 0 ? 0 : 0.5)
    }
  }

  /// - Parameters:
  ///   - before: what was there; of luma, only where light is mixed, or rows are looked at again.
  ///   - tables: where light is mixed.
  init(
    _ layer: PlacedLayer, _ blending: Blending, _ before: Frame, _ after: Frame,
    _ tables: ByteLight?, _ scratch: Scratch
  ) {
    let format = after.format
    let seen = layer.box
    self.seen = seen
    height = format.height
    let coding = RGBCoding(blending.coding, depth: 8)
    self.blending = ByteBlending(
      blending.mode == .dissolve ? .normal : blending.mode, coding, scratch)
    self.layer = LayerBytes(layer, blending, scratch)
    let isInPlace = tables == nil && Self.looksOnce(at: format)
    luma = BlendedPlane(format.planes[0], isInPlace ? after : before, after)
    decoding = ByteColors.Decoding(coding, scratch)
    lumaWeights = ByteColors.Factors(coding.lumaWeights, scratch)
    var columns = seen.x..<seen.maxX
    let planes = zip(format.roles, format.planes).filter { $0.0 == .blue || $0.0 == .red }
    let room = format.width + 2 * BlendedChroma.margin
    var chroma: [BlendedChroma] = []
    for (role, layout) in planes {
      let plane = BlendedChroma(
        BlendedPlane(layout, before, after), at: format.planes[0], seen,
        ByteColors.Factors(role == .blue ? coding.blueWeights : coding.redWeights, scratch),
        keepsWhole: tables != nil, sharing: chroma.first, scratch)
      chroma.append(plane)
      let sources = plane.sources
      columns =
        max(
          min(sources.lowerBound, columns.lowerBound), 0)..<min(
          max(sources.upperBound, columns.upperBound), format.width)
    }
    self.chroma = chroma
    self.columns = columns
    func line() -> Line { scratch.take(Int16.self, room) + BlendedChroma.margin }
    changes = (0..<3).map { _ in line() }
    rest = (0..<5).map { _ in line() }
    light = tables.map { ($0, scratch.take(Float.self, room), line()) }
    // Beyond the layer nothing changes.
    let covers = (light.map { [$0.cover] } ?? []) + chroma.flatMap(\.covered)
    sums = chroma.first.map { Array($0.means.prefix(3)) } ?? []
    for line in changes + rest + covers + sums {
      line.update(repeating: 0, count: columns.count + ByteBlending.lanes)
    }
  }

  /// Blends rows of chroma, or of luma where there is none, and the luma that belongs to them.
  func run(_ rows: Range<Int>) {
    let shift = chroma.first?.plane.layout.shiftY ?? 0
    for row in rows { blend(row, own: row << shift..<min((row + 1) << shift, height)) }
  }

  private func blend(_ row: Int, own: Range<Int>) {
    var reach = own
    for plane in chroma {
      let taps = plane.down.taps(of: row)
      reach =
        min(
          reach.lowerBound, taps.first)..<max(
          reach.upperBound, taps.first + taps.shares.count)
    }
    let isSummed = light == nil && chroma.count == 2 && isSum(row, of: own)
    var isChanged = false
    for y in reach.clamped(to: max(seen.y, 0)..<min(seen.maxY, height)) {
      let lines = isSummed ? sums : changes
      guard makeChanges(y, to: lines, isAdding: isSummed && isChanged, isOwn: own.contains(y))
      else { continue }
      if !isSummed {
        for plane in chroma {
          plane.gather(
            changes, light?.cover, y, of: row, height, isFirst: !isChanged, count: columns.count)
        }
      }
      isChanged = true
    }
    guard isChanged else { return }
    for plane in chroma { plane.write(row, from: columns, rest) }
  }

  /// Whether a row of all chroma takes the sum of the changes of luma's rows that belong to it
  /// alone.
  private func isSum(_ row: Int, of own: Range<Int>) -> Bool {
    let (first, shares) = chroma[0].down.taps(of: row)
    return chroma[1].isSharing && first == own.lowerBound && own.count == 2
      && shares.elementsEqual([0.5, 0.5])
  }

  /// Where the layer begins in lines over ``columns``.
  private var first: Int { seen.x - columns.lowerBound }

  /// Puts into lines, or adds to them, how far the colours of a row change, and changes luma where
  /// the row is a part's own; false where nothing changes.
  private func makeChanges(_ y: Int, to lines: [Line], isAdding: Bool, isOwn: Bool) -> Bool {
    guard let row = layer.read(y) else { return false }
    if light != nil {
      mixLight(y, row)
      if isOwn { writeLuma(y) }
      return true
    }
    let start = y * luma.layout.width + seen.x
    // Without chroma, grey.
    let none = (rest[0], rest[0])
    let (u, v) = chroma.count == 2 ? (chroma[0].raise(y), chroma[1].raise(y)) : none
    blending.blend(
      ByteBlending.Row(
        before: luma.before + start, after: luma.after + start, u: u, v: v, red: row.red,
        green: row.green, blue: row.blue, cover: row.cover,
        changes: (lines[0] + first, lines[1] + first, lines[2] + first), isAdding: isAdding,
        isWriting: isOwn), count: seen.width)
    return true
  }

  /// Puts into ``changes`` how far the colours of a row change where light is mixed.
  private func mixLight(_ y: Int, _ row: LayerBytes.Row) {
    let count = seen.width
    let (red, green, blue) = (changes[0] + first, changes[1] + first, changes[2] + first)
    let grey = rest[0]
    decoding.grey(luma.before + y * luma.layout.width + seen.x, to: grey, count: count)
    if chroma.count == 2 {
      let (u, v) = (chroma[0].raise(y), chroma[1].raise(y))
      ByteColors.decode(grey, v, decoding.redOfV, to: red, count: count)
      ByteColors.decode(grey, u, decoding.blueOfU, to: blue, count: count)
      ByteColors.decode(grey, u, v, decoding, to: green, count: count)
    } else {
      for line in [red, green, blue] { line.update(from: grey, count: count) }
    }
    guard let light else { return }
    mix(row, [red, green, blue], light.tables, (light.sums, grey), light.cover + first)
  }

  /// Puts in place of colours how far they change where light is mixed.
  private func mix(
    _ row: LayerBytes.Row, _ lines: [Line], _ tables: ByteLight,
    _ rest: (sums: UnsafeMutablePointer<Float>, places: Line), _ covers: Line
  ) {
    let count = seen.width
    let cover = row.cover ?? layer.whole
    ByteColors.narrow(cover, to: covers, count: count)
    for plane in chroma { plane.cover(covers, at: first, count: count) }
    for (top, line) in zip([row.red, row.green, row.blue], lines) {
      // The roots of light are not of 8 bits.
      guard case .shares(let top) = top else { continue }
      tables.mix(top, cover, line, rest, count: count)
    }
  }

  private func writeLuma(_ y: Int) {
    let line = rest[0]
    ByteColors.weigh(
      changes[0] + first, changes[1] + first, changes[2] + first, lumaWeights, areDoubled: false,
      to: line, count: seen.width)
    let start = y * luma.layout.width + seen.x
    ByteColors.write(
      line, luma.before + start, to: luma.after + start, light.map { $0.cover + first },
      whole: ByteColors.white, count: seen.width)
  }
}

/// A plane of 8 bits that is written, and where its samples were.
struct BlendedPlane {
  let layout: PlaneLayout
  let before: UnsafeMutablePointer<UInt8>
  let after: UnsafeMutablePointer<UInt8>

  init(_ layout: PlaneLayout, _ before: Frame, _ after: Frame) {
    self.layout = layout
    (self.before, self.after) = (before.samples8(layout), after.samples8(layout))
  }
}

/// A plane of chroma, how it is read at luma's places, and how changes there are gathered for it.
struct BlendedChroma {
  typealias Line = ByteColors.Line

  static let margin = 64

  let plane: BlendedPlane
  private let weights: ByteColors.Factors
  /// From its samples to luma's places.
  private let raising: (across: SiteAxis, down: SiteAxis)
  /// From luma's places to its samples.
  private let across: SiteAxis
  let down: SiteAxis
  /// The columns that are written, and those of luma that are read.
  private let columns: Range<Int>
  private let seen: Box
  /// A row of the plane, in quarters.
  private let quarters: Line
  /// A row of it at luma's places, from the first that is seen on.
  private let raised: Line
  /// What is covered of that; only where samples that are wholly covered stay.
  let covered: [Line]
  /// The mean changes of a row; and how much is covered, and what.
  let means: [Line]
  /// Whether all but the last of ``means`` are those of another plane at the same places, which is
  /// gathered and written before.
  let isSharing: Bool

  init(
    _ plane: BlendedPlane, at luma: PlaneLayout, _ seen: Box, _ weights: ByteColors.Factors,
    keepsWhole: Bool, sharing other: BlendedChroma?, _ scratch: Scratch
  ) {
    self.plane = plane
    self.weights = weights
    self.seen = seen
    let own = plane.layout
    func axes(_ one: PlaneLayout, _ two: PlaneLayout) -> (across: SiteAxis, down: SiteAxis) {
      (
        SiteAxis((one.shiftX, one.originX), at: (two.shiftX, two.originX), scratch),
        SiteAxis((one.shiftY, one.originY), at: (two.shiftY, two.originY), scratch)
      )
    }
    raising = axes(own, luma)
    (across, down) = axes(luma, own)
    let part = own.box(covering: seen)
    columns = part.x..<part.maxX
    quarters = scratch.take(Int16.self, own.width + 2 * Self.margin) + Self.margin
    func line() -> Line { scratch.take(Int16.self, luma.width + 2 * Self.margin) + Self.margin }
    raised = line()
    covered = keepsWhole ? [line()] : []
    let shared = other.flatMap { $0.plane.layout.map == own.map ? $0.means.prefix(4) : nil }
    isSharing = shared != nil
    let means = shared.map { Array($0) } ?? (0..<(keepsWhole ? 4 : 3)).map { _ in line() }
    self.means = keepsWhole ? means + [line()] : means
  }

  /// The columns of luma that are gathered.
  var sources: Range<Int> { across.sources(of: columns) }

  /// A row at luma's places, from the first that is seen on: 256ths, less 32,768.
  func raise(_ y: Int) -> Line {
    let width = plane.layout.width
    let across = raising.across
    let ratio = plane.layout.shiftX + 1
    // From an even place to an even place.
    let start = self.start
    let places = start..<(seen.maxX + ratio - 1) / ratio * ratio
    let sources = across.sources(of: places)
    let first = min(max(sources.lowerBound, 0), width - 1)
    let end = max(min(sources.upperBound, width), first + 1)
    mix(y, first..<end)
    (quarters + first - Self.margin).update(repeating: quarters[first], count: Self.margin)
    (quarters + end).update(repeating: quarters[end - 1], count: Self.margin)
    if across.isExact {
      ByteColors.widen(quarters + start, to: raised, count: places.count)
    } else {
      let (even, odd) = (across.taps(of: start), across.taps(of: start + 1))
      func share(_ taps: UnsafeBufferPointer<Float>, _ index: Int) -> Int16 {
        Int16(taps[index] * 4)
      }
      ByteColors.raise(
        quarters + even.first, quarters + odd.first,
        (
          share(even.shares, 0), share(even.shares, 1), share(odd.shares, 0), share(odd.shares, 1)
        ), to: raised, count: places.count / 2)
    }
    return raised + (seen.x - start)
  }

  /// The first place that is raised.
  private var start: Int { (seen.x >> plane.layout.shiftX) << plane.layout.shiftX }

  /// Covers what was raised last.
  ///
  /// - Parameter first: where lines of covers begin in longer ones.
  func cover(_ covers: Line, at first: Int, count: Int) {
    for line in covered {
      ByteColors.cover(raised + (seen.x - start), covers, to: line + first, count: count)
    }
  }

  /// Mixes two rows of the plane into ``quarters``.
  private func mix(_ y: Int, _ columns: Range<Int>) {
    let (first, shares) = raising.down.taps(of: y)
    let layout = plane.layout
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
      plane.before + min(max(first + index, 0), layout.height - 1) * layout.width
        + columns.lowerBound
    }
    let next = shares.count > 1 ? Int16(shares[1] * 4) : 0
    ByteColors.mix(
      row(0), row(shares.count - 1), (4 - next, next), to: quarters + columns.lowerBound,
      count: columns.count)
  }

  /// Takes the part of a row of luma in the means of a row.
  func gather(
    _ changes: [Line], _ cover: Line?, _ y: Int, of row: Int, _ height: Int, isFirst: Bool,
    count: Int
  ) {
    let (first, shares) = down.taps(of: row)
    // Rows beyond the frame are those at its edges.
    var sum: Float = 0
    for (index, share) in shares.enumerated() where min(max(first + index, 0), height - 1) == y {
      sum += share
    }
    let quarters = Int(sum * 4)
    func gather(_ line: Line, to mean: Line) {
      ByteColors.gather(line, quarters: quarters, to: mean, isFirst: isFirst, count: count)
    }
    if !isSharing {
      for number in changes.indices { gather(changes[number], to: means[number]) }
      if let cover { gather(cover, to: means[3]) }
    }
    for line in covered { gather(line, to: means[4]) }
  }

  /// Writes a row by its means, which begin with a column of luma.
  ///
  /// - Parameter rest: lines for what is between.
  func write(_ row: Int, from luma: Range<Int>, _ rest: [Line]) {
    let count = columns.count
    func line(_ number: Int) -> Line {
      lowered(means[number], luma, to: rest[number], isMade: isSharing && number < 4)
    }
    ByteColors.weigh(
      line(0), line(1), line(2), weights, areDoubled: true, to: quarters, count: count)
    let start = row * plane.layout.width + columns.lowerBound
    let (before, after) = (plane.before + start, plane.after + start)
    var cover: Line?
    if !covered.isEmpty {
      let whole = line(3)
      ByteColors.addCovered(line(4), whole, before, to: quarters, count: count)
      cover = whole
    }
    ByteColors.write(
      quarters, before, to: after, cover, whole: 2 * ByteColors.white, count: count)
  }

  /// A row of means at the plane's own places.
  ///
  /// - Parameter isMade: whether the line holds them already.
  private func lowered(_ mean: Line, _ luma: Range<Int>, to line: Line, isMade: Bool) -> Line {
    if across.isExact { return mean + (columns.lowerBound - luma.lowerBound) }
    if isMade { return line }
    let taps = across.taps(of: columns.lowerBound)
    (mean - Self.margin).update(repeating: mean[0], count: Self.margin)
    (mean + luma.count).update(repeating: mean[luma.count - 1], count: Self.margin)
    let source = mean + taps.first - luma.lowerBound
    if taps.shares.count == 2 {
      ByteColors.pairs(source, to: line, count: columns.count)
    } else {
      ByteColors.triples(source, to: line, count: columns.count)
    }
    return line
  }
}
