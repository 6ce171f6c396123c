import Y4M

/// What a part of a frame was at several moments, added up sample by sample.
///
/// A sum of 128 moments has 15 bits where samples have 8, and less than 24 where they have 16,
/// which a `Float` holds.
struct SampleSums {
  /// The most moments that may be added.
  static let most = 128

  private let box: Box
  private let format: PixelFormat
  /// The planes that are added up, and their sums.
  private let planes: [(layout: PlaneLayout, box: Box, sums: UnsafeMutableRawPointer)]

  /// Sums of nothing, in memory that lasts as long as the scope of `scratch`.
  init(_ box: Box, _ format: PixelFormat, includesAlpha: Bool = true, _ scratch: Scratch) {
    (self.box, self.format) = (box, format)
    planes = zip(format.planes, format.roles).compactMap { layout, role in
      guard includesAlpha || role != .alpha else { return nil }
      let part = layout.box(covering: box)
      let count = part.width * part.height
      return (
        layout, part,
        format.depth == 8
          ? Self.zeros(UInt16.self, count, scratch) : Self.zeros(UInt32.self, count, scratch)
      )
    }
  }

  private static func zeros<Sum: FixedWidthInteger & BitwiseCopyable>(
    _ type: Sum.Type, _ count: Int, _ scratch: Scratch
  ) -> UnsafeMutableRawPointer {
    let sums = scratch.take(type, count)
    sums.update(repeating: 0, count: count)
    return UnsafeMutableRawPointer(sums)
  }

  /// Adds what a frame of the same format holds.
  func add(_ frame: Frame, _ workspace: Workspace) {
    for (layout, part, sums) in planes {
      let start = part.y * layout.width + part.x
      split(part, workspace) { row in
        let (from, to) = (start + row * layout.width, row * part.width)
        if format.depth == 8 {
          Self.add(
            frame.samples8(layout) + from, to: sums.assumingMemoryBound(to: UInt16.self) + to,
            part.width)
        } else {
          Self.add(
            frame.samples16(layout) + from, to: sums.assumingMemoryBound(to: UInt32.self) + to,
            part.width)
        }
      }
    }
  }

  private static func add<S: Sample, Sum: FixedWidthInteger>(
    _ samples: UnsafeMutablePointer<S>, to sums: UnsafeMutablePointer<Sum>, _ count: Int
  ) {
    for x in 0..<count { sums[x] &+= Sum(truncatingIfNeeded: samples[x]) }
  }

  /// Writes the means of so many moments.
  func write(to frame: Frame, count: Int, _ workspace: Workspace) {
    let share = 1 / Float(count)
    for (layout, part, sums) in planes {
      let start = part.y * layout.width + part.x
      split(part, workspace) { row in
        let (to, from) = (start + row * layout.width, row * part.width)
        if format.depth == 8 {
          Self.write(
            sums.assumingMemoryBound(to: UInt16.self) + from, share,
            to: frame.samples8(layout) + to, part.width)
        } else {
          Self.write(
            sums.assumingMemoryBound(to: UInt32.self) + from, share,
            to: frame.samples16(layout) + to, part.width)
        }
      }
    }
  }

  private static func write<S: Sample, Sum: FixedWidthInteger>(
    _ sums: UnsafeMutablePointer<Sum>, _ share: Float, to samples: UnsafeMutablePointer<S>,
    _ count: Int
  ) {
    for x in 0..<count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      let mean = Float(Int32(truncatingIfNeeded: sums[x])) * share + 8_388_608
      samples[x] = S(truncatingIfNeeded: mean.bitPattern)
    }
  }

  private func split(_ part: Box, _ workspace: Workspace, _ body: (Int) -> Void) {
    workspace.split(0..<part.height, least: 4 * Workspace.leastRows(width: part.width)) { rows, _ in
      for row in rows { body(row) }
    }
  }
}
