/// The middle of an axis of four taps whose samples come in groups: one group is made of so many
/// samples of the source as the next one is of those that follow, by the same weights. From 1280
/// to 1920 samples, three are made of two.
///
/// So the samples at one place of all groups are made at once, in whole vectors, and are what
/// picking neighbours for each one makes, to the last bit.
struct BytePhases {
  /// The longest group.
  private static let longest = 8
  /// Groups that are made at once.
  private static let block = 320
  /// Groups of which all are made, even where fewer are left; a part of ``block``.
  private static let vector = 32

  /// The target samples that are made so.
  let range: Range<Int>
  private let groups: Int
  /// Samples in a group, and how many samples of the source lie between two groups.
  private let made: Int
  private let step: Int
  /// The first source sample that is read, and how many are.
  private let start: Int
  private let count: Int
  /// Where the neighbours of each sample of a group begin, counted from the first sample's.
  private let offsets: UnsafeMutablePointer<Int32>
  /// For each sample of a group a block of its first two weights in turn, and one of the other two.
  private let weights: UnsafeMutablePointer<Int16>

  /// Looks for groups; nil where there are none that make up nearly all of the axis.
  init?(_ axis: Axis, _ scratch: Scratch) {
    guard let (made, range) = Self.groups(axis) else { return nil }
    self.made = made
    self.range = range
    groups = range.count / made
    let (first, starts) = (range.lowerBound, axis.starts)
    step = Int(starts[first + made] - starts[first])
    start = Int(starts[first])
    count = Int(starts[range.upperBound - 1]) - start + 4
    offsets = scratch.take(Int32.self, made)
    weights = scratch.take(Int16.self, 4 * Self.block * made)
    for place in 0..<made {
      offsets[place] = starts[first + place] - starts[first]
      for index in 0..<4 * Self.block {
        let tap = index / (2 * Self.block) * 2 + index % 2
        weights[4 * Self.block * place + index] = axis.weights[4 * (first + place) + tap]
      }
    }
  }

  /// The shortest groups there are, of at least two samples, and which samples are in whole ones.
  private static func groups(_ axis: Axis) -> (made: Int, range: Range<Int>)? {
    let (starts, weights) = (axis.starts, axis.weights)
    let middle = axis.count / 2
    for made in 2...longest where middle + made < axis.count {
      let step = starts[middle + made] - starts[middle]
      // Of a picture that is made smaller, to gather pairs takes longer than to pick neighbours.
      guard (1..<made).contains(Int(step)) else { continue }
      func isLikeNext(_ place: Int) -> Bool {
        starts[place + made] - starts[place] == step
          && (0..<4).allSatisfy { weights[4 * place + $0] == weights[4 * (place + made) + $0] }
          && (1..<made).allSatisfy { starts[place + $0] >= starts[place] }
      }
      var (low, high) = (middle, middle)
      while low > 0, isLikeNext(low - 1) { low -= 1 }
      while high + made < axis.count, isLikeNext(high) { high += 1 }
      let whole = (high + made - low) / made * made
      if high > low, whole >= axis.count - 4 * made, whole >= 16 * made {
        return (made, low..<low + whole)
      }
    }
    return nil
  }

  /// What a row is made with.
  struct Memory {
    /// Samples of the source, in lanes of 16 bits.
    fileprivate let lanes: UnsafeMutablePointer<Int16>
    /// Two neighbours each from every so manieth sample on, from each place in a group.
    fileprivate let pairs: UnsafeMutablePointer<Int16>
    fileprivate let stride: Int
    fileprivate let sums: UnsafeMutablePointer<Int32>
    /// The samples at each place of a block of groups.
    fileprivate let phases: UnsafeMutablePointer<Int16>
  }

  func memory(_ scratch: Scratch) -> Memory {
    // Beyond the last neighbours are some that are read and never used.
    let stride = 2 * (count / step + Self.vector + 2)
    let (most, all) = (count + (Self.vector + 2) * step, step == 2 ? 1 : step * stride)
    let (lanes, pairs) = (scratch.take(Int16.self, most), scratch.take(Int16.self, all))
    lanes.update(repeating: 0, count: most)
    pairs.update(repeating: 0, count: all)
    return Memory(
      lanes: lanes, pairs: pairs, stride: stride,
      sums: scratch.take(Int32.self, 2 * Self.block),
      phases: scratch.take(Int16.self, made * Self.block))
  }

  /// Makes the samples of ``range``, to 64ths of a code value.
  ///
  /// - Parameter output: the first of all samples of the axis.
  func add(
    _ source: UnsafePointer<UInt8>, _ memory: Memory, to output: UnsafeMutablePointer<Int16>
  ) {
    widen(source + start, memory)
    for first in stride(from: 0, to: groups, by: Self.block) {
      let count = min(Self.block, groups - first)
      for place in 0..<made {
        let offset = Int(offsets[place])
        let weights = weights + 4 * Self.block * place
        Self.add(
          pairs(offset, memory) + 2 * first, pairs(offset + 2, memory) + 2 * first, weights,
          memory.sums, to: memory.phases + place * Self.block, count: count)
      }
      join(memory.phases, to: output + (range.lowerBound + first * made), count: count)
    }
  }

  /// The pairs of neighbours that begin at an offset, one for each group.
  private func pairs(_ offset: Int, _ memory: Memory) -> UnsafeMutablePointer<Int16> {
    if step == 2 { return memory.lanes + offset }
    return memory.pairs + (offset % step * memory.stride + offset / step * 2)
  }

  private func widen(_ source: UnsafePointer<UInt8>, _ memory: Memory) {
    let lanes = memory.lanes
    for index in 0..<count { lanes[index] = Int16(source[index]) }
    // Where samples lie in twos, two neighbours lie there already.
    if step == 2 { return }
    let most = count / step + 2
    if step == 1 {
      let pairs = memory.pairs
      for index in 0..<most {
        pairs[2 &* index] = lanes[index]
        pairs[2 &* index &+ 1] = lanes[index &+ 1]
      }
      return
    }
    for place in 0..<step {
      let pairs = UnsafeMutableRawPointer(memory.pairs + place * memory.stride)
      var pair = UnsafeRawPointer(lanes + place)
      for index in 0..<most {
        pairs.storeBytes(
          of: pair.loadUnaligned(as: UInt32.self), toByteOffset: 4 &* index, as: UInt32.self)
        pair += 2 &* step
      }
    }
  }

  /// Adds up two pairs of neighbours for each sample.
  private static func add(
    _ first: UnsafeMutablePointer<Int16>, _ second: UnsafeMutablePointer<Int16>,
    _ weights: UnsafeMutablePointer<Int16>, _ sums: UnsafeMutablePointer<Int32>,
    to output: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let (other, rest) = (weights + 2 * block, sums + block)
    // Whole vectors; the last ones are not all used.
    let count = (count &+ vector &- 1) / vector &* vector
    for x in 0..<count {
      sums[x] =
        Int32(first[2 &* x]) &* Int32(weights[2 &* x])
        &+ Int32(first[2 &* x &+ 1]) &* Int32(weights[2 &* x &+ 1])
      rest[x] =
        Int32(second[2 &* x]) &* Int32(other[2 &* x])
        &+ Int32(second[2 &* x &+ 1]) &* Int32(other[2 &* x &+ 1])
    }
    for x in 0..<count { output[x] = ByteLanes.sample(sums[x] &+ rest[x]) }
  }

  /// Puts the samples of groups in their order.
  private func join(
    _ phases: UnsafeMutablePointer<Int16>, to output: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let (a, b, c) = (phases, phases + Self.block, phases + 2 * Self.block)
    switch made {
    case 2:
      for x in 0..<count {
        output[2 &* x] = a[x]
        output[2 &* x &+ 1] = b[x]
      }
    case 3:
      for x in 0..<count {
        output[3 &* x] = a[x]
        output[3 &* x &+ 1] = b[x]
        output[3 &* x &+ 2] = c[x]
      }
    case 4:
      let d = phases + 3 * Self.block
      for x in 0..<count {
        output[4 &* x] = a[x]
        output[4 &* x &+ 1] = b[x]
        output[4 &* x &+ 2] = c[x]
        output[4 &* x &+ 3] = d[x]
      }
    default:
      for place in 0..<made {
        let phase = phases + place * Self.block
        var target = output + place
        for x in 0..<count {
          target.pointee = phase[x]
          target += made
        }
      }
    }
  }
}
