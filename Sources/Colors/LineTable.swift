/// A function as lines between evenly spaced points, for rows of numbers.
package struct LineTable: Sendable {
  private let values: [Float]

  /// - Parameter values: of the points, at places 0, 1, 2 and so on; at least two.
  package init(_ values: [Float]) { self.values = values.count > 1 ? values : [0, 1] }

  /// Where the last point lies.
  package var end: Int { values.count - 1 }

  /// How far the second point lies above the first, and the last above the one before.
  package var rises: (first: Float, last: Float) {
    (values[1] - values[0], values[values.count - 1] - values[values.count - 2])
  }

  /// How many places are read at once: what is between the loops lies on the stack.
  private static let part = 64

  /// Puts values in place of a row of places; those of what lies beyond the points, and of what is
  /// no number, are the first's or the last's.
  package func read(_ row: UnsafeMutablePointer<Float>, count: Int) {
    values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.part) { entries in
        withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: Self.part) { ends in
          guard let entries = entries.baseAddress, let ends = ends.baseAddress else { return }
          var x = 0
          while x < count {
            read(row + x, min(Self.part, count &- x), base, entries, ends)
            x &+= Self.part
          }
        }
      }
    }
  }

  /// Reads a part.
  ///
  /// Each step is a loop of its own: from a longer one the compiler makes no vectors.
  @inline(__always)
  private func read(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, _ values: UnsafePointer<Float>,
    _ entries: UnsafeMutablePointer<Int32>, _ ends: UnsafeMutablePointer<SIMD2<Float>>
  ) {
    let end = Float(self.end)
    for x in 0..<count {
      // The constants stand first: they are what becomes of no number.
      row[x] = min(end, max(0, row[x]))
    }
    for x in 0..<count {
      // Adding 2^23 leaves the nearest whole number in the low bits; one that lies a little above a
      // place gives the same line but for the last bits.
      let entry = min(end - 1, max(0, row[x] - 0.4999)) + 8_388_608
      entries[x] = Int32(truncatingIfNeeded: entry.bitPattern & 0x3F_FFFF)
      row[x] -= entry - 8_388_608
    }
    for x in 0..<count {
      let entry = values + Int(truncatingIfNeeded: entries[x])
      ends[x] = UnsafeRawPointer(entry).loadUnaligned(as: SIMD2<Float>.self)
    }
    let parts = UnsafeMutableRawPointer(ends).assumingMemoryBound(to: Float.self)
    for x in 0..<count {
      let (low, high) = (parts[2 &* x], parts[2 &* x &+ 1])
      row[x] = low + (high - low) * row[x]
    }
  }
}
