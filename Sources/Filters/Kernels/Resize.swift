/// The channels of a picture that one pass makes.
enum Channels {
  /// Y and alpha, for a luma plane.
  case luma
  /// Cb, Cr and alpha, for chroma planes.
  case chroma
  /// All four.
  case all
  /// The first alone, for the planes of a frame.
  case single

  var indices: [Int] {
    switch self {
    case .luma: [0, 3]
    case .chroma: [1, 2, 3]
    case .all: [0, 1, 2, 3]
    case .single: [0]
    }
  }
}

/// Resamples a picture along both axes, row by row.
///
/// Source rows are asked for once each in the order of need and resampled across at once; a window
/// of them is then mixed down into target rows. Where that window would be long, as for a picture
/// made very much smaller, rows are added up as they come instead. So memory is that of a few rows,
/// whatever the picture's size.
struct Resize {
  /// The longest window, in source rows.
  private static let longestWindow = 32

  let source: any RowSource
  let channels: Channels
  let across: Axis
  let down: Axis

  /// Makes every target row in order and hands its samples to `emit`, a pointer a channel.
  func run(_ emit: (_ row: Int, _ samples: [UnsafeMutablePointer<UInt16>]) -> Void) {
    guard across.count > 0, down.count > 0 else { return }
    if down.taps > Self.longestWindow {
      runAddingUp(emit)
      return
    }
    let indices = channels.indices
    let width = across.count
    let sourceColumns = across.sourceRange
    let raw = Samples16(count: 4 * source.width)
    let full = PictureRow(
      y: raw.base, u: raw.base + source.width, v: raw.base + 2 * source.width,
      a: raw.base + 3 * source.width)
    let rawChannels = indices.map { raw.base + $0 * source.width }
    let window = Samples16(count: down.taps * indices.count * width)
    var held = [Int](repeating: -1, count: down.taps)
    let output = Samples16(count: indices.count * width)
    let outputs = indices.indices.map { output.base + $0 * width }
    let sums = UnsafeMutablePointer<Int32>.allocate(capacity: width)
    defer { sums.deallocate() }

    for row in 0..<down.count {
      let start = Int(down.starts[row])
      for tap in 0..<down.taps where held[(start + tap) % down.taps] != start + tap {
        let slot = (start + tap) % down.taps
        source.fill(full, y: start + tap, columns: sourceColumns)
        for channel in indices.indices {
          let target = window.base + (slot * indices.count + channel) * width
          across.apply(rawChannels[channel], to: target)
        }
        held[slot] = start + tap
      }
      for channel in indices.indices {
        mix(
          row: row, start: start, window: window.base + channel * width,
          stride: indices.count * width, sums: sums, to: outputs[channel])
      }
      emit(down.first + row, outputs)
    }
  }

  /// Does the work of ``run(_:)`` without a window: a source row that two target rows share is
  /// resampled for each.
  private func runAddingUp(
    _ emit: (_ row: Int, _ samples: [UnsafeMutablePointer<UInt16>]) -> Void
  ) {
    let indices = channels.indices
    let (width, columns) = (across.count, across.sourceRange)
    let raw = Samples16(count: 4 * source.width)
    let full = PictureRow(
      y: raw.base, u: raw.base + source.width, v: raw.base + 2 * source.width,
      a: raw.base + 3 * source.width)
    let line = Samples16(count: width)
    let output = Samples16(count: indices.count * width)
    let outputs = indices.indices.map { output.base + $0 * width }
    let sums = UnsafeMutablePointer<Int32>.allocate(capacity: indices.count * width)
    defer { sums.deallocate() }

    for row in 0..<down.count {
      sums.update(repeating: 1 << 13, count: indices.count * width)
      for tap in 0..<down.taps {
        let weight = Int32(down.weights[row * down.taps + tap])
        if weight == 0 { continue }
        source.fill(full, y: Int(down.starts[row]) + tap, columns: columns)
        for (channel, index) in indices.enumerated() {
          across.apply(raw.base + index * source.width, to: line.base)
          let sum = sums + channel * width
          for x in 0..<width { sum[x] = sum[x] &+ weight &* Int32(line.base[x]) }
        }
      }
      for i in 0..<indices.count * width {
        output.base[i] = UInt16(truncatingIfNeeded: min(max(sums[i] &>> 14, 0), 65535))
      }
      emit(down.first + row, outputs)
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
    for x in 0..<width { sums[x] = 1 << 13 }
    for tap in 0..<down.taps {
      let weight = Int32(down.weights[row * down.taps + tap])
      if weight == 0 { continue }
      let samples = window + (start + tap) % down.taps * stride
      for x in 0..<width { sums[x] = sums[x] &+ weight &* Int32(samples[x]) }
    }
    for x in 0..<width {
      output[x] = UInt16(truncatingIfNeeded: min(max(sums[x] &>> 14, 0), 65535))
    }
  }
}

extension Axis {
  /// Resamples one row: `source` is indexed by source column, `target` from 0.
  func apply(_ source: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>) {
    if isCopy, let start = starts.first {
      target.update(from: source + Int(start), count: count)
      return
    }
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        for x in 0..<count {
          let samples = source + Int(starts[x])
          var sum: Int32 = 1 << 13
          for tap in 0..<taps {
            sum = sum &+ Int32(weights[x &* taps &+ tap]) &* Int32(samples[tap])
          }
          target[x] = UInt16(truncatingIfNeeded: min(max(sum &>> 14, 0), 65535))
        }
      }
    }
  }
}
