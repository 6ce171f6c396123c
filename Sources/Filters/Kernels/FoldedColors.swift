import Y4M

/// What is made of the colours of a frame and of those before it, channel by channel.
protocol ColorFold: Sendable {
  typealias Line = UnsafeMutablePointer<Float>

  /// Takes a channel of an earlier frame into what was made so far, which begins as the frame's
  /// own.
  ///
  /// Of a premultiplied frame alpha is a channel, too, and the first.
  ///
  /// - Parameters:
  ///   - index: of the earlier frame.
  ///   - cover: the alpha that was made; nil where the channel is that, and where there is none.
  func fold(_ row: Line, _ index: Int, into sum: Line, count: Int, isAlpha: Bool, cover: Line?)
}

/// The kernel: folds R'G'B' of a frame and of frames before it.
///
/// Luma is read at chroma's places for chroma, and chroma at luma's for luma. What is folded lies
/// between black and white, but for colours that lay beyond before. A sample whose colours stay is
/// left as it is.
struct FoldedColors<Fold: ColorFold>: PlaneKernel {
  let source: Frame
  let past: [SharedFrame]
  let coding: ColorCoding
  let fold: Fold

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let format = source.format
    let layout = planes[0].source.layout
    let alpha = planes.first { $0.source.role == .alpha }?.source.layout
    let columns = box.x..<box.maxX
    let numbers = RGBCoding(coding, depth: format.depth)
    let reader = ColorReader<S>(format, layout, alpha: alpha, numbers, columns, scratch)
    let (own, sum, other) = (reader.row(scratch), reader.row(scratch), reader.row(scratch))
    let frames = past.map { frame in
      reader.frame(scratch) { frame.samples($0, as: S.self) }
    }
    let first = reader.frame(scratch) {
      UnsafePointer(source.samples($0) as UnsafeMutablePointer<S>)
    }
    let line = scratch.take(Float.self, columns.count)
    for y in box.y..<box.maxY {
      reader.read(first, y, to: own)
      sum.copy(from: own)
      for (index, frame) in frames.enumerated() {
        reader.read(frame, y, to: other)
        fold(other, index, into: sum)
      }
      sum.clamp(around: own)
      for plane in planes {
        write(own, sum, numbers, plane, y, columns, line)
      }
    }
  }

  private func fold(_ row: FoldedRow, _ index: Int, into sum: FoldedRow) {
    let count = row.colors.count
    if let from = row.alpha, let to = sum.alpha {
      fold.fold(from, index, into: to, count: count, isAlpha: true, cover: nil)
    }
    for (from, to) in [
      (row.colors.red, sum.colors.red), (row.colors.green, sum.colors.green),
      (row.colors.blue, sum.colors.blue),
    ] {
      fold.fold(from, index, into: to, count: count, isAlpha: false, cover: sum.alpha)
    }
  }

  private func write<S: Sample>(
    _ own: FoldedRow, _ sum: FoldedRow, _ numbers: RGBCoding, _ plane: PlanePair<S>, _ y: Int,
    _ columns: Range<Int>, _ line: UnsafeMutablePointer<Float>
  ) {
    let source = plane.source.row(y) + columns.lowerBound
    let target = plane.target.row(y) + columns.lowerBound
    let peak = Float(plane.source.peak)
    var zero: Float = 0
    switch plane.source.role {
    case .luma: zero = numbers.black
    case .blue, .red: zero = numbers.grey
    case .alpha: zero = peak
    }
    if plane.source.role == .alpha {
      line.update(repeating: 0, count: columns.count)
    } else {
      numbers.difference(from: own.colors, to: sum.colors, plane.source.role, line)
    }
    if let before = own.alpha, let after = sum.alpha {
      for x in 0..<columns.count { line[x] += (after[x] - before[x]) * zero }
    }
    for x in 0..<columns.count {
      let value = min(max(Float(source[x]) + line[x], 0), peak)
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
    }
  }
}

/// A row of colours, with alpha from 0 to 1 where they are premultiplied.
struct FoldedRow {
  let colors: RGBRow
  let alpha: UnsafeMutablePointer<Float>?

  func copy(from other: FoldedRow) {
    colors.copy(from: other.colors)
    if let alpha, let from = other.alpha { alpha.update(from: from, count: colors.count) }
  }

  func clamp(around before: FoldedRow) {
    colors.clamp(around: before.colors)
    if let alpha { for x in 0..<colors.count { alpha[x] = min(max(alpha[x], 0), 1) } }
  }
}

/// Reads rows of colours of several frames at the places of one plane's samples.
struct ColorReader<S: Sample> {
  /// The planes of a frame, at these places.
  struct Planes {
    let luma: SiteRows<S>
    let chroma: (blue: SiteRows<S>, red: SiteRows<S>)?
    let alpha: UnsafePointer<S>?
  }

  private let format: PixelFormat
  private let layout: PlaneLayout
  private let alpha: PlaneLayout?
  private let numbers: RGBCoding
  private let columns: Range<Int>
  private let lines: SampleLines

  init(
    _ format: PixelFormat, _ layout: PlaneLayout, alpha: PlaneLayout?, _ numbers: RGBCoding,
    _ columns: Range<Int>, _ scratch: Scratch
  ) {
    (self.format, self.layout, self.alpha) = (format, layout, alpha)
    (self.numbers, self.columns) = (numbers, columns)
    lines = (
      scratch.take(Float.self, columns.count), scratch.take(Float.self, columns.count),
      scratch.take(Float.self, columns.count)
    )
  }

  func row(_ scratch: Scratch) -> FoldedRow {
    FoldedRow(
      colors: RGBRow(count: columns.count, scratch),
      alpha: alpha == nil ? nil : scratch.take(Float.self, columns.count))
  }

  func frame(_ scratch: Scratch, _ samples: (PlaneLayout) -> UnsafePointer<S>) -> Planes {
    func rows(_ plane: Int) -> SiteRows<S> {
      // They are only read.
      SiteRows(
        UnsafeMutablePointer(mutating: samples(format.planes[plane])), format.planes[plane],
        at: layout, peak: format.peak, scratch)
    }
    var chroma: (SiteRows<S>, SiteRows<S>)?
    if let blue = format.roles.firstIndex(of: .blue), let red = format.roles.firstIndex(of: .red) {
      chroma = (rows(blue), rows(red))
    }
    return Planes(luma: rows(0), chroma: chroma, alpha: alpha.map(samples))
  }

  func read(_ planes: Planes, _ y: Int, to row: FoldedRow) {
    planes.luma.read(y, columns, to: lines.y)
    planes.chroma?.blue.read(y, columns, to: lines.u)
    planes.chroma?.red.read(y, columns, to: lines.v)
    if let plane = planes.alpha, let alpha = row.alpha {
      let samples = plane + y * layout.width + columns.lowerBound
      let (scale, black, grey) = (1 / Float(format.peak), numbers.black, numbers.grey)
      for x in 0..<columns.count {
        let cover = Float(samples[x]) * scale
        alpha[x] = cover
        // What is clear has neither black nor grey in it.
        lines.y[x] += (1 - cover) * black
        lines.u[x] += (1 - cover) * grey
        lines.v[x] += (1 - cover) * grey
      }
    }
    numbers.decode(
      lines.y, planes.chroma == nil ? nil : (lines.u, lines.v), to: row.colors)
  }
}
