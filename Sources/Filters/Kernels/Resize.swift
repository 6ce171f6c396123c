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
      let memory = ResizeMemory(self, scratch)
      if down.taps > ResizeMemory.longestWindow {
        addUp(rows ?? 0..<down.count, memory, emit)
      } else {
        mixWindows(rows ?? 0..<down.count, memory, emit)
      }
    }
  }

  private func mixWindows(_ rows: Range<Int>, _ memory: ResizeMemory, _ emit: Emit) {
    let (width, held) = (across.count, memory.held)
    for row in rows {
      let start = Int(down.starts[row])
      for tap in 0..<down.taps where held[(start + tap) % down.taps] != start + tap {
        let slot = (start + tap) % down.taps
        source.fill(memory.full, y: start + tap, columns: memory.columns)
        for channel in 0..<channels.count {
          across.apply(
            memory.raw[channel], to: memory.window + (slot * channels.count + channel) * width)
        }
        held[slot] = start + tap
      }
      for channel in 0..<channels.count {
        mix(
          row: row, start: start, window: memory.window + channel * width,
          stride: channels.count * width, sums: memory.sums, to: memory.output[channel])
      }
      emit(down.first + row, memory.output)
    }
  }

  /// Does the work of ``mixWindows(_:_:_:)`` without a window: a source row that two target rows
  /// share is resampled for each.
  private func addUp(_ rows: Range<Int>, _ memory: ResizeMemory, _ emit: Emit) {
    let (width, line) = (across.count, memory.window)
    for row in rows {
      memory.sums.update(repeating: 1 << 13, count: channels.count * width)
      for tap in 0..<down.taps {
        let weight = Int32(down.weights[row * down.taps + tap])
        if weight == 0 { continue }
        source.fill(memory.full, y: Int(down.starts[row]) + tap, columns: memory.columns)
        for channel in 0..<channels.count {
          across.apply(memory.raw[channel], to: line)
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
    sums: UnsafeMutablePointer<Int32>, to output: UnsafeMutablePointer<UInt16>
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
      combine(
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

  init<Source>(_ resize: Resize<Source>, _ scratch: Scratch) {
    let (width, count) = (resize.across.count, resize.channels.count)
    let side = resize.source.width
    let base = scratch.take(UInt16.self, 4 * side)
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
  }
}

extension Axis {
  /// Resamples one row: `source` is indexed by source column, `target` from 0.
  func apply(_ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>) {
    if isCopy {
      target.update(from: source + Int(starts[0]), count: count)
      return
    }
    guard taps == 4 else { return apply(source, to: target, 0..<count) }
    apply(source, to: target, 0..<uniform.lowerBound)
    let first = source + Int(starts[uniform.lowerBound])
    let shared = weights + uniform.lowerBound * taps
    combine(
      first, first + 1, first + 2, first + 3,
      SIMD4(shared[0], shared[1], shared[2], shared[3]), to: target + uniform.lowerBound,
      count: uniform.count)
    apply(source, to: target, uniform.upperBound..<count)
  }

  private func apply(
    _ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>,
    _ part: Range<Int>
  ) {
    if taps == 3 {
      // Chroma at half the size of luma.
      for x in part {
        let (samples, weights) = (source + Int(starts[x]), weights + 3 &* x)
        let sum =
          Int32(weights[0]) &* Int32(samples[0]) &+ Int32(weights[1]) &* Int32(samples[1])
          &+ Int32(weights[2]) &* Int32(samples[2]) &+ 1 << 13
        target[x] = UInt16(truncatingIfNeeded: min(max(sum &>> 14, 0), 65535))
      }
      return
    }
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

/// Adds up four rows of samples by weights whose sum is ``Axis/one``, rounded and held in range.
///
/// Samples are taken as signed numbers around the middle of their range, so that products are of
/// 16-bit lanes; the weights' sum brings the middle back.
private func combine(
  _ a: UnsafeMutablePointer<UInt16>, _ b: UnsafeMutablePointer<UInt16>,
  _ c: UnsafeMutablePointer<UInt16>, _ d: UnsafeMutablePointer<UInt16>,
  _ weights: SIMD4<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
) {
  let (w0, w1) = (Int32(weights.x), Int32(weights.y))
  let (w2, w3) = (Int32(weights.z), Int32(weights.w))
  @inline(__always) func signed(_ sample: UInt16) -> Int32 {
    Int32(Int16(bitPattern: sample ^ 0x8000))
  }
  for x in 0..<count {
    let outer = w0 &* signed(a[x]) &+ w3 &* signed(d[x])
    let sum = w1 &* signed(b[x]) &+ w2 &* signed(c[x]) &+ outer &+ 1 << 13
    let value = min(max(sum &>> 14, -32768), 32767)
    output[x] = UInt16(bitPattern: Int16(truncatingIfNeeded: value)) ^ 0x8000
  }
}
