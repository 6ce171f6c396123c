/// The explicit levels of a paragraph, and the isolating run sequences that follow (X1 to X10).
struct BidiEmbedding {
  /// Pieces of text of one level that are resolved as if they were next to each other (BD13).
  struct Sequence {
    var indices: [Int]
    let level: UInt8
    let start: BidiClass
    let end: BidiClass
  }

  private struct Entry {
    let level: UInt8
    let override: BidiClass?
    let isIsolate: Bool
  }

  /// The greatest level that can be embedded explicitly (BD2).
  private static let maximumDepth: UInt8 = 125

  /// The classes as overrides leave them.
  private(set) var types: [BidiClass]
  let originals: [BidiClass]
  var levels: [UInt8]
  private let baseLevel: UInt8
  /// Where the isolate that begins at an index ends (BD9); -1 for none.
  private var closings: [Int]
  private var isMatched: [Bool]

  init(_ classes: [BidiClass], baseLevel: UInt8) {
    types = classes
    originals = classes
    self.baseLevel = baseLevel
    levels = [UInt8](repeating: baseLevel, count: classes.count)
    closings = [Int](repeating: -1, count: classes.count)
    isMatched = [Bool](repeating: false, count: classes.count)
    matchIsolates()
    applyExplicit()
  }

  private mutating func matchIsolates() {
    var open: [Int] = []
    for (index, type) in originals.enumerated() {
      if type.isIsolateInitiator {
        open.append(index)
      } else if type == .pdi, let start = open.popLast() {
        closings[start] = index
        isMatched[index] = true
      }
    }
  }

  /// X1 to X8.
  private mutating func applyExplicit() {
    var stack = [Entry(level: baseLevel, override: nil, isIsolate: false)]
    var (lostIsolates, lostEmbeddings, openIsolates) = (0, 0, 0)
    for index in originals.indices {
      let top = stack[stack.count - 1]
      let type = originals[index]
      switch type {
      case .rle, .lre, .rlo, .lro:
        levels[index] = top.level
        let level = Self.next(top.level, isRightToLeft: type == .rle || type == .rlo)
        if level <= Self.maximumDepth, lostIsolates == 0, lostEmbeddings == 0 {
          let override: BidiClass? = type == .rlo ? .r : type == .lro ? .l : nil
          stack.append(Entry(level: level, override: override, isIsolate: false))
        } else if lostIsolates == 0 {
          lostEmbeddings += 1
        }
      case .rli, .lri, .fsi:
        place(index, top)
        // Looks ahead only where that counts, which keeps the work in proportion to the text.
        if lostIsolates == 0, lostEmbeddings == 0,
          case let level = Self.next(top.level, isRightToLeft: isRightToLeft(isolateAt: index)),
          level <= Self.maximumDepth
        {
          openIsolates += 1
          stack.append(Entry(level: level, override: nil, isIsolate: true))
        } else {
          lostIsolates += 1
        }
      case .pdi:
        if lostIsolates > 0 {
          lostIsolates -= 1
        } else if openIsolates > 0 {
          lostEmbeddings = 0
          while let last = stack.popLast(), !last.isIsolate {}
          openIsolates -= 1
        }
        place(index, stack[stack.count - 1])
      case .pdf:
        levels[index] = top.level
        if lostIsolates > 0 { continue }
        if lostEmbeddings > 0 {
          lostEmbeddings -= 1
        } else if !top.isIsolate, stack.count > 1 {
          stack.removeLast()
        }
      case .b: levels[index] = baseLevel
      case .bn: levels[index] = top.level
      default: place(index, top)
      }
    }
  }

  private mutating func place(_ index: Int, _ entry: Entry) {
    levels[index] = entry.level
    if let override = entry.override { types[index] = override }
  }

  private func isRightToLeft(isolateAt index: Int) -> Bool {
    switch originals[index] {
    case .rli: return true
    case .lri: return false
    default:
      let end = closings[index] < 0 ? originals.count : closings[index]
      return Bidi.firstStrong(in: originals[(index + 1)..<end]) == .rightToLeft
    }
  }

  /// The least level above this one that goes the given way.
  private static func next(_ level: UInt8, isRightToLeft: Bool) -> UInt8 {
    isRightToLeft ? (level + 1) | 1 : (level + 2) & ~1
  }

  /// The isolating run sequences of what X9 leaves, with what stands around them (X10).
  func sequences() -> [Sequence] {
    let kept = originals.indices.filter { !originals[$0].isRemoved }
    let runs = kept.chunked { levels[$0] == levels[$1] }
    var runOfStart: [Int: Int] = [:]
    for (number, run) in runs.enumerated() { runOfStart[run[0]] = number }
    var place = [Int](repeating: 0, count: originals.count)
    for (number, index) in kept.enumerated() { place[index] = number }

    var result: [Sequence] = []
    for run in runs where !isMatched[run[0]] {
      var indices = run
      while let last = indices.last, closings[last] >= 0, let next = runOfStart[closings[last]] {
        indices += runs[next]
      }
      let (first, last) = (indices[0], indices[indices.count - 1])
      let level = levels[first]
      let before = place[first] > 0 ? levels[kept[place[first] - 1]] : baseLevel
      let isOpen = originals[last].isIsolateInitiator && closings[last] < 0
      let hasNext = place[last] + 1 < kept.count && !isOpen
      let after = hasNext ? levels[kept[place[last] + 1]] : baseLevel
      result.append(
        Sequence(
          indices: indices, level: level, start: Self.direction(of: max(level, before)),
          end: Self.direction(of: max(level, after))))
    }
    return result
  }

  private static func direction(of level: UInt8) -> BidiClass { level & 1 == 0 ? .l : .r }

  /// Gives scalars that X9 removes the level of the one before (UAX #9, 5.2).
  mutating func fillRemoved() {
    var level = baseLevel
    for index in levels.indices {
      if originals[index].isRemoved { levels[index] = level } else { level = levels[index] }
    }
  }
}

extension [Int] {
  /// Cuts where two neighbours do not belong together.
  fileprivate func chunked(_ belong: (Int, Int) -> Bool) -> [[Int]] {
    var result: [[Int]] = []
    var start = 0
    for index in indices where index > 0 && !belong(self[index - 1], self[index]) {
      result.append(Array(self[start..<index]))
      start = index
    }
    if start < count { result.append(Array(self[start...])) }
    return result
  }
}
