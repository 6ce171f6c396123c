/// A number that counts samples of a window, several to a word.
protocol RankCount: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {}

extension UInt8: RankCount {}
extension UInt16: RankCount {}

/// Finds samples by their rank in windows that move along rows, at a cost that does not grow with
/// the window (Perreault and Hébert, "Median Filtering in Constant Time", 2007).
///
/// Of each column of the picture it is counted how often codes stand in the window's rows, code by
/// code and in segments of codes. A window's segments are the sums of those of its columns; codes
/// are summed up only of the segment that holds the wanted one, from where they were summed up
/// last. Counts stand side by side in words, as no sum of a window goes beyond half of what a count
/// holds; so all counts of a word are added at once, and a product has the sums of those up to
/// each.
struct RankColumns<S: Sample, Count: RankCount> {
  /// The most samples of a window.
  static var capacity: Int { Int(Count.max / 2) }
  private static var lanes: Int { 64 / Count.bitWidth }
  /// 1 in each count, and the highest bit of each.
  private static var ones: UInt64 { UInt64.max / UInt64(Count.max) }
  private static var high: UInt64 { ones << UInt64(Count.bitWidth - 1) }
  /// The bytes that are counted in at once: about as many as a processor's core keeps at hand.
  private static var bytes: Int { 1 << 16 }

  private typealias Words = UnsafeMutablePointer<UInt64>

  /// Samples on either side of a window's middle.
  private let across: Int
  private let rank: Int
  private let peak: S
  /// A segment has `1 << low` codes.
  private let low: Int
  private let segments: Int
  /// Columns that are counted.
  private let columns: Int
  /// Counts of each column, of codes and of segments.
  private let codes: UnsafeMutablePointer<Count>
  private let groups: UnsafeMutablePointer<Count>
  /// Counts of the window, and the place for which those of a segment's codes hold.
  private let windowCodes: Words
  private let windowGroups: Words
  private let places: UnsafeMutablePointer<Int>
  /// Samples that enter columns, and such that leave them.
  private let entering: UnsafeMutablePointer<S>
  private let leaving: UnsafeMutablePointer<S>

  /// - Parameters:
  ///   - width: of what is written at most.
  ///   - rank: how many samples of a window lie below the one that is wanted.
  ///   - peak: at most 4,095.
  init(width: Int, across: Int, rank: Int, peak: Int, _ scratch: Scratch) {
    let depth = (peak + 1).trailingZeroBitCount
    (self.across, self.rank, self.peak) = (across, rank, S(truncatingIfNeeded: peak))
    low = depth / 2
    segments = 1 << (depth - low)
    let size = (peak + 1 + segments) * MemoryLayout<Count>.stride
    columns = min(width, max(Self.bytes / size, 32 * across, 64)) + 2 * across
    codes = scratch.take(Count.self, columns << depth)
    groups = scratch.take(Count.self, columns * segments)
    windowCodes = scratch.take(UInt64.self, (peak + 1) / Self.lanes)
    windowGroups = scratch.take(UInt64.self, segments / Self.lanes)
    places = scratch.take(Int.self, segments)
    entering = scratch.take(S.self, columns)
    leaving = scratch.take(S.self, columns)
  }

  /// Writes the samples of a box of a plane.
  ///
  /// - Parameter down: rows on either side of a window's middle.
  func run(_ plane: PlanePair<S>, _ box: Box, down: Int) {
    let step = columns - 2 * across
    for start in stride(from: box.x, to: box.maxX, by: step) {
      let count = min(box.maxX - start, step)
      let wide = count + 2 * across
      codes.update(repeating: 0, count: columns * (segments << low))
      groups.update(repeating: 0, count: columns * segments)
      for y in box.y - down - 1..<box.y + down {
        read(plane.source, y, start - across, wide, to: entering)
        enter(wide)
      }
      for y in box.y..<box.maxY {
        read(plane.source, y + down, start - across, wide, to: entering)
        read(plane.source, y - down - 1, start - across, wide, to: leaving)
        exchange(wide)
        let target = plane.target.row(y) + start
        if S.bitWidth == 8, Count.bitWidth == 8 {
          findBytes(count, to: target)
        } else if segments == 32, low == 5, Count.bitWidth == 8 {
          findTens(count, to: target)
        } else {
          find(count, to: target)
        }
      }
    }
  }

  /// Reads samples of a row; beyond the picture its edge repeats.
  private func read(
    _ source: PlaneSource<S>, _ y: Int, _ start: Int, _ count: Int,
    to line: UnsafeMutablePointer<S>
  ) {
    let row = source.row(min(max(y, 0), source.height - 1))
    let left = min(max(-start, 0), count)
    let right = min(max(start + count - source.width, 0), count - left)
    line.update(repeating: row[0], count: left)
    (line + left).update(from: row + (start + left), count: count - left - right)
    (line + (count - right)).update(repeating: row[source.width - 1], count: right)
    if S.bitWidth == 8 { return }
    for x in 0..<count { line[x] = min(line[x], peak) }
  }

  /// Counts the samples that enter.
  private func enter(_ count: Int) {
    for x in 0..<count {
      let code = Int(truncatingIfNeeded: entering[x])
      codes[x &* segments &<< low &+ code] &+= 1
      groups[x &* segments &+ code &>> low] &+= 1
    }
  }

  /// Counts the samples that enter, and no longer those that leave.
  private func exchange(_ count: Int) {
    let (low, segments, size) = (low, segments, segments &<< low)
    let (entering, leaving) = (entering, leaving)
    var (codes, groups) = (codes, groups)
    for x in 0..<count {
      let new = Int(truncatingIfNeeded: entering[x])
      let old = Int(truncatingIfNeeded: leaving[x])
      codes[new] &+= 1
      codes[old] &-= 1
      groups[new &>> low] &+= 1
      groups[old &>> low] &-= 1
      codes += size
      groups += segments
    }
  }

  private static func words(_ counts: UnsafeMutablePointer<Count>) -> Words {
    UnsafeMutableRawPointer(counts).assumingMemoryBound(to: UInt64.self)
  }

  /// Writes the wanted samples of a row.
  private func find(_ count: Int, to target: UnsafeMutablePointer<S>) {
    let (across, rank, low) = (across, rank, low)
    let (window, windowCodes, places) = (windowGroups, windowCodes, places)
    // Of a column's segments, of a segment's codes, and of all codes of a column.
    let wide = segments / Self.lanes
    let inner = (1 << low) / Self.lanes
    let pitch = segments &* inner
    let (groups, codes) = (Self.words(groups), Self.words(codes))
    window.update(repeating: 0, count: wide)
    for word in 0..<2 * across * wide { window[word % wide] &+= groups[word] }
    places.update(repeating: -2 &* across &- 2, count: segments)
    for x in 0..<count {
      let (first, last) = (groups + x &* wide, groups + (x &+ 2 &* across) &* wide)
      for word in 0..<wide { window[word] &+= last[word] }
      let (segment, below) = Self.find(rank, window)
      let inside = windowCodes + segment &* inner
      let columns = (codes + segment &* inner, pitch)
      Self.move(inside, from: places[segment], to: x, across, columns, inner)
      places[segment] = x
      let (code, _) = Self.find(rank &- below, inside)
      target[x] = S(truncatingIfNeeded: segment &<< low &+ code)
      for word in 0..<wide { window[word] &-= first[word] }
    }
  }

  /// Makes the codes of a window those of another place.
  ///
  /// - Parameter columns: those of the first column, and how many words later the next are.
  @inline(__always)
  private static func move(
    _ window: Words, from place: Int, to x: Int, _ across: Int, _ columns: (Words, Int),
    _ words: Int
  ) {
    let (start, pitch) = columns
    var old = start + place &* pitch
    if x &- place > across {
      old = start + x &* pitch
      for word in 0..<words { window[word] = old[word] }
      for _ in 0..<2 &* across {
        old += pitch
        for word in 0..<words { window[word] &+= old[word] }
      }
      return
    }
    var new = old + (2 &* across &+ 1) &* pitch
    for _ in place..<x {
      for word in 0..<words { window[word] = window[word] &+ new[word] &- old[word] }
      old += pitch
      new += pitch
    }
  }

  /// The first count that with those before it goes beyond a rank, and how many lie before it.
  @inline(__always)
  private static func find(_ rank: Int, _ words: Words) -> (index: Int, below: Int) {
    let bits = UInt64(truncatingIfNeeded: Count.bitWidth)
    var (below, word) = (0, 0)
    while true {
      let sums = UInt64(littleEndian: words[word]) &* ones
      let all = below &+ Int(truncatingIfNeeded: sums &>> (64 &- bits))
      if all > rank {
        let (shift, before) = locate(UInt64(truncatingIfNeeded: rank &- below), sums)
        let lane = Int(truncatingIfNeeded: shift / bits)
        return (word &* lanes &+ lane, below &+ Int(truncatingIfNeeded: before))
      }
      below = all
      word &+= 1
    }
  }

  /// The first sum that goes beyond a rank, by the bits that lie before it, and the sum before it.
  @inline(__always)
  private static func locate(_ rank: UInt64, _ sums: UInt64) -> (shift: UInt64, before: UInt64) {
    let bits = UInt64(truncatingIfNeeded: Count.bitWidth)
    // The highest bit of a difference is left where a sum is no less.
    let marks = ((sums | high) &- (rank &+ 1) &* ones) & high
    let shift = UInt64(truncatingIfNeeded: marks.trailingZeroBitCount) & ~(bits &- 1)
    return (shift, (sums &<< bits) &>> shift & UInt64(Count.max))
  }

  /// Writes the wanted samples of a row of 16 segments of 16 codes that are counted in bytes.
  private func findBytes(_ count: Int, to target: UnsafeMutablePointer<S>) {
    let (rank, width) = (UInt64(truncatingIfNeeded: rank), 2 &* across)
    var (groups, codes) = (Self.words(groups), Self.words(codes))
    var window = (UInt64(0), UInt64(0))
    for column in 0..<width {
      window.0 &+= groups[2 &* column]
      window.1 &+= groups[2 &* column &+ 1]
    }
    var held = UInt64.max
    var inner = (UInt64(0), UInt64(0))
    for x in 0..<count {
      window.0 &+= groups[2 &* width]
      window.1 &+= groups[2 &* width &+ 1]
      let (segment, rest) = Self.find(rank, window)
      let start = codes + Int(truncatingIfNeeded: 2 &* segment)
      if segment == held {
        let (old, new) = (start - 32, start + 32 &* width)
        inner.0 = inner.0 &+ new[0] &- old[0]
        inner.1 = inner.1 &+ new[1] &- old[1]
      } else {
        inner = (start[0], start[1])
        for column in 0..<width {
          inner.0 &+= start[32 &* column &+ 32]
          inner.1 &+= start[32 &* column &+ 33]
        }
        held = segment
      }
      let (code, _) = Self.find(rest, inner)
      target[x] = S(truncatingIfNeeded: segment &<< 4 &+ code)
      window.0 &-= groups[0]
      window.1 &-= groups[1]
      groups += 2
      codes += 32
    }
  }

  /// The first of two words' counts that with those before it goes beyond a rank, and how far
  /// beyond what lies before.
  @inline(__always)
  private static func find(
    _ rank: UInt64, _ words: (UInt64, UInt64)
  ) -> (index: UInt64, rest: UInt64) {
    let bits = UInt64(truncatingIfNeeded: Count.bitWidth)
    let (one, two) = (UInt64(littleEndian: words.0) &* ones, UInt64(littleEndian: words.1) &* ones)
    let all = one &>> (64 &- bits)
    let isFirst = rank < all
    let rest = isFirst ? rank : rank &- all
    let (shift, before) = locate(rest, isFirst ? one : two)
    let half = isFirst ? 0 : UInt64(truncatingIfNeeded: lanes)
    return (half &+ shift / bits, rest &- before)
  }

  // MARK: - Ten bits

  /// Four words, which count 32 segments or codes in bytes.
  private typealias Four = SIMD4<UInt64>

  @inline(__always)
  private static func four(_ words: Words) -> Four {
    UnsafeRawPointer(words).loadUnaligned(as: Four.self)
  }

  /// Writes the wanted samples of a row of 32 segments of 32 codes that are counted in bytes.
  private func findTens(_ count: Int, to target: UnsafeMutablePointer<S>) {
    let (rank, width) = (UInt64(truncatingIfNeeded: rank), 2 &* across)
    // Words of a column's segments, and of its codes.
    let (wide, pitch) = (4, 128)
    var (groups, codes) = (Self.words(groups), Self.words(codes))
    var window = Four.zero
    for column in 0..<width { window &+= Self.four(groups + wide &* column) }
    places.update(repeating: -2 &* across &- 2, count: segments)
    for x in 0..<count {
      window &+= Self.four(groups + wide &* width)
      let (segment, rest) = find(rank, window, windowGroups)
      let start = codes + wide &* segment
      let inside = windowCodes + wide &* segment
      let late = x &- places[segment]
      var inner = Four.zero
      if late > across {
        for column in 0...width { inner &+= Self.four(start + pitch &* column) }
      } else {
        inner = Self.four(inside)
        // From the window's place before on.
        for column in 0 &- late..<0 {
          let old = Self.four(start + pitch &* column)
          inner = inner &+ Self.four(start + pitch &* (column &+ width &+ 1)) &- old
        }
      }
      UnsafeMutableRawPointer(inside).storeBytes(of: inner, as: Four.self)
      places[segment] = x
      let (code, _) = find(rest, inner, inside)
      target[x] = S(truncatingIfNeeded: segment &<< 5 &+ code)
      window &-= Self.four(groups)
      groups += wide
      codes += pitch
    }
  }

  /// The first of four words' counts that with those before it goes beyond a rank, and how far
  /// beyond what lies before.
  ///
  /// - Parameter memory: room for the words, to look one up by its number.
  @inline(__always)
  private func find(_ rank: UInt64, _ words: Four, _ memory: Words) -> (index: Int, rest: UInt64) {
    UnsafeMutableRawPointer(memory).storeBytes(of: words, as: Four.self)
    func all(_ word: UInt64) -> UInt64 { (word &* Self.ones) &>> 56 }
    let first = all(words.x)
    let second = first &+ all(words.y)
    let third = second &+ all(words.z)
    let word = (rank >= first ? 1 : 0) &+ (rank >= second ? 1 : 0) &+ (rank >= third ? 1 : 0)
    let below = rank >= third ? third : rank >= second ? second : rank >= first ? first : 0
    let (shift, before) = Self.locate(
      rank &- below, UInt64(littleEndian: memory[word]) &* Self.ones)
    let lane = Int(truncatingIfNeeded: shift &>> 3)
    return (word &<< 3 &+ lane, rank &- below &- before)
  }
}
