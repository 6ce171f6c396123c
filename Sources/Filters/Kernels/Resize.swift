/// Resamples a picture along both axes, row by row.
///
/// Source rows are asked for once each in the order of need and resampled across at once; a window
/// of them is then mixed down into target rows. Where that window would be long, as for a picture
/// made very much smaller, rows are added up as they come instead. So memory is that of a few rows,
/// whatever the picture's size.
struct Resize<Source: RowSource> {
  /// Makes one target row after another available; the samples are valid for the call alone.
  typealias Emit = (_ row: Int, _ samples: ChannelRows) -> Void

  let source: Source
  let channels: Channels
  let across: Axis
  let down: Axis

  /// The samples that are made.
  var box: Box { Box(x: across.first, y: down.first, width: across.count, height: down.count) }

  /// Makes target rows in order and hands their samples to `emit`.
  ///
  /// - Parameters:
  ///   - scratch: where memory for the length of the call comes from.
  ///   - rows: which rows of ``box`` are made; all of them without it.
  func run(_ scratch: Scratch = Scratch(), rows: Range<Int>? = nil, _ emit: Emit) {
    let rows = rows.map { $0.lowerBound - down.first..<$0.upperBound - down.first }
    guard across.count > 0, down.count > 0 else { return }
    scratch.scope {
      let passes = ResizePasses(channels: channels, across: across, down: down)
      let memory = ResizeMemory(passes, sourceWidth: source.width, scratch)
      if down.taps > ResizeMemory.longestWindow {
        passes.addUp(source, rows ?? 0..<down.count, memory, emit)
      } else {
        passes.mixWindows(source, rows ?? 0..<down.count, memory, emit)
      }
    }
  }
}

/// The passes of a resize across and down.
///
/// Of its functions there is one for all sources: rows are asked for one by one, so a call that
/// finds its way when the program runs costs nothing, and copies for some twenty sources would be a
/// tenth of the module's code.
private struct ResizePasses {
  typealias Emit = (_ row: Int, _ samples: ChannelRows) -> Void

  let channels: Channels
  let across: Axis
  let down: Axis

  @_semantics("optimize.sil.specialize.generic.never")
  func mixWindows(
    _ source: some RowSource, _ rows: Range<Int>, _ memory: ResizeMemory, _ emit: Emit
  ) {
    let (width, held) = (across.count, memory.held)
    if across.isCopy, down.taps == 1 {
      // Rows as they are.
      let samples = ChannelRows(
        base: memory.raw.base + Int(across.starts[0]), stride: memory.raw.stride,
        count: channels.count)
      for row in rows {
        source.fill(memory.full, y: Int(down.starts[row]), columns: memory.columns, channels)
        emit(down.first + row, samples)
      }
      return
    }
    // Rows in memory are read where they lie; sums read on beyond the last of them.
    let texture = source.texture
    func sourceRow(_ y: Int) -> ChannelRows {
      if let texture, y < texture.height - 1 {
        return channels.rows(
          of: texture.plane(0) + y * texture.width, stride: texture.width * texture.height)
      }
      source.fill(memory.full, y: y, columns: memory.columns, channels)
      return memory.raw
    }
    for row in rows {
      let start = Int(down.starts[row])
      for tap in 0..<down.taps where held[(start + tap) % down.taps] != start + tap {
        let slot = (start + tap) % down.taps
        let samples = sourceRow(start + tap)
        for channel in 0..<channels.count {
          across.apply(
            samples[channel], to: memory.window + (slot * channels.count + channel) * width,
            memory.lanes)
        }
        held[slot] = start + tap
      }
      for channel in 0..<channels.count {
        mix(
          row: row, start: start, window: memory.window + channel * width,
          stride: channels.count * width, sums: memory.sums, to: memory.output[channel],
          memory.lanes)
      }
      emit(down.first + row, memory.output)
    }
  }

  /// Does the work of ``mixWindows(_:_:_:_:)`` without a window: a source row that two target rows
  /// share is resampled for each.
  @_semantics("optimize.sil.specialize.generic.never")
  func addUp(
    _ source: some RowSource, _ rows: Range<Int>, _ memory: ResizeMemory, _ emit: Emit
  ) {
    let (width, line) = (across.count, memory.window)
    for row in rows {
      memory.sums.update(repeating: 1 << 13, count: channels.count * width)
      for tap in 0..<down.taps {
        let weight = Int32(down.weights[row * down.taps + tap])
        if weight == 0 { continue }
        source.fill(memory.full, y: Int(down.starts[row]) + tap, columns: memory.columns, channels)
        for channel in 0..<channels.count {
          across.apply(memory.raw[channel], to: line, memory.lanes)
          let sum = memory.sums + channel * width
          for x in 0..<width { sum[x] = sum[x] &+ weight &* Int32(line[x]) }
        }
      }
      for channel in 0..<channels.count {
        let (output, sum) = (memory.output[channel], memory.sums + channel * width)
        for x in 0..<width {
          output[x] = UInt16(truncatingIfNeeded: min(max(sum[x] &>> 14, 0), 65535))
        }
      }
      emit(down.first + row, memory.output)
    }
  }

  /// Mixes the window's rows of one channel into `output`.
  private func mix(
    row: Int, start: Int, window: UnsafeMutablePointer<UInt16>, stride: Int,
    sums: UnsafeMutablePointer<Int32>, to output: UnsafeMutablePointer<UInt16>,
    _ lanes: ResizeLanes
  ) {
    let width = across.count
    if down.taps == 1 {
      output.update(from: window, count: width)
      return
    }
    let weights = down.weights + row * down.taps
    func line(_ tap: Int) -> UnsafeMutablePointer<UInt16> {
      window + (start + tap) % down.taps * stride
    }
    if down.taps <= 4 {
      let last = down.taps - 1
      lanes.combine(
        line(0), line(1), line(min(2, last)), line(min(3, last)),
        SIMD4(
          weights[0], weights[1], last > 1 ? weights[2] : 0, last > 2 ? weights[3] : 0),
        to: output, count: width)
      return
    }
    for x in 0..<width { sums[x] = 1 << 13 }
    for tap in 0..<down.taps {
      let weight = Int32(weights[tap])
      if weight == 0 { continue }
      let samples = line(tap)
      for x in 0..<width { sums[x] = sums[x] &+ weight &* Int32(samples[x]) }
    }
    for x in 0..<width {
      output[x] = UInt16(truncatingIfNeeded: min(max(sums[x] &>> 14, 0), 65535))
    }
  }
}

/// The rows that a resize works with.
private struct ResizeMemory {
  /// The longest window, in source rows.
  static let longestWindow = 32

  /// One source row, all channels.
  let full: PictureRow
  /// The channels of it that are resampled.
  let raw: ChannelRows
  /// The columns of the source that are needed.
  let columns: Range<Int>
  /// Source rows after the pass across, row by row and channel by channel.
  let window: UnsafeMutablePointer<UInt16>
  /// Which source row each row of the window holds.
  let held: UnsafeMutablePointer<Int>
  let sums: UnsafeMutablePointer<Int32>
  let output: ChannelRows
  let lanes: ResizeLanes

  init(_ resize: ResizePasses, sourceWidth side: Int, _ scratch: Scratch) {
    let (width, count) = (resize.across.count, resize.channels.count)
    // Sums of fewer than four samples read on, and multiply by 0.
    let base = scratch.take(UInt16.self, 4 * side + 8)
    full = PictureRow(y: base, u: base + side, v: base + 2 * side, a: base + 3 * side)
    raw = resize.channels.rows(of: base, stride: side)
    columns = resize.across.sourceRange
    let depth = min(resize.down.taps, Self.longestWindow)
    window = scratch.take(UInt16.self, depth * count * width)
    held = scratch.take(Int.self, depth)
    held.update(repeating: -1, count: depth)
    sums = scratch.take(Int32.self, count * width)
    output = ChannelRows(
      base: scratch.take(UInt16.self, count * width), stride: width, count: count)
    lanes = ResizeLanes(scratch)
  }
}

extension Axis {
  /// Resamples one row: `source` is indexed by source column, `target` from 0.
  func apply(
    _ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>,
    _ lanes: ResizeLanes
  ) {
    if isCopy {
      target.update(from: source + Int(starts[0]), count: count)
      return
    }
    guard (2...4).contains(taps) else { return apply(source, to: target, 0..<count) }
    let (low, high) = (regular.places.lowerBound, regular.places.upperBound)
    apply(source, to: target, 0..<low, lanes)
    let out = target + low
    func part(_ place: Int) -> (source: UnsafeMutablePointer<UInt16>, weights: SIMD4<Int16>) {
      (source + Int(starts[place]), fourWeights(of: place))
    }
    switch regular.kind {
    case .moved: lanes.combine(part(low).source, part(low).weights, to: out, count: high - low)
    case .halved: lanes.reduce(part(low).source, part(low).weights, to: out, count: high - low)
    case .doubled: lanes.double(part(low), part(low + 1), to: out, pairs: (high - low) / 2)
    }
    apply(source, to: target, high..<count, lanes)
  }

  /// The weights of a place, with 0 for those that it does not have.
  private func fourWeights(of place: Int) -> SIMD4<Int16> {
    var four = SIMD4<Int16>()
    for tap in 0..<taps { four[tap] = weights[place * taps + tap] }
    return four
  }

  private func apply(
    _ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>,
    _ part: Range<Int>, _ lanes: ResizeLanes
  ) {
    guard taps == 4 else { return apply(source, to: target, part) }
    let first = part.lowerBound
    lanes.add(
      source, starts + first, weights + first * taps, to: target + first, count: part.count)
  }

  private func apply(
    _ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>,
    _ part: Range<Int>
  ) {
    for x in part {
      let samples = source + Int(starts[x])
      var sum: Int32 = 1 << 13
      for tap in 0..<taps {
        sum = sum &+ Int32(weights[x &* taps &+ tap]) &* Int32(samples[tap])
      }
      target[x] = UInt16(truncatingIfNeeded: min(max(sum &>> 14, 0), 65535))
    }
  }
}
