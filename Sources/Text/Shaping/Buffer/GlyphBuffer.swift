/// The run while it is shaped: records that are read at `index`, and those that a pass has written.
struct GlyphBuffer: Sendable {
  /// The least number of glyphs, of lookups and of steps that any run may take, and the factors by
  /// its length: enough for every honest font, and an end to those that grow a run without bound.
  /// Noto Sans Grantha has 3388 rules for each letter, which are all tried.
  private static let leastLength = 16384, lengthFactor = 64
  private static let leastOperations = 16384, operationFactor = 1024
  private static let leastSteps = 1 << 18, stepFactor = 1 << 14
  /// No run may take more than these, which is about a second: long texts of honest fonts take some
  /// hundred lookups and steps a glyph.
  private static let mostOperations = 1 << 25, mostSteps = 1 << 26

  var info: [GlyphRecord]
  var out: [GlyphRecord] = []
  var places: [GlyphPlace] = []
  var index = 0
  var hasOutput = false
  var isRightToLeft = false
  /// Something is ignorable, or a space is replaced, or a combining grapheme joiner is there.
  var seen = ScalarTraits()
  /// There are pieces of signs that stretch.
  var hasStretches = false
  /// How many lookups, also nested ones, are still allowed.
  var operations: Int
  /// How many subtables, rules and steps over glyphs are.
  var steps: Int
  let longest: Int
  private var ligatures: UInt8 = 0

  init(_ info: [GlyphRecord]) {
    self.info = info
    let (length, _) = info.count.multipliedReportingOverflow(by: Self.lengthFactor)
    longest = max(length, Self.leastLength)
    let (operations, _) = info.count.multipliedReportingOverflow(by: Self.operationFactor)
    self.operations = min(max(operations, Self.leastOperations), Self.mostOperations)
    let (steps, _) = info.count.multipliedReportingOverflow(by: Self.stepFactor)
    self.steps = min(max(steps, Self.leastSteps), Self.mostSteps)
  }

  var count: Int { info.count }
  var current: GlyphRecord {
    get { info[index] }
    _modify { yield &info[index] }
  }
  /// How many glyphs stand before the current one, as the pass has left them.
  var backtrackCount: Int { hasOutput ? out.count : index }
  var lookaheadCount: Int { info.count - index }

  /// A number for a ligature, from 1 to 7: neighbours must differ, no more.
  mutating func nextLigature() -> UInt8 {
    ligatures = ligatures % 7 + 1
    return ligatures
  }

  // MARK: Passes

  mutating func beginOutput() {
    hasOutput = true
    index = 0
    out.removeAll(keepingCapacity: true)
    out.reserveCapacity(info.count)
  }

  /// Ends a pass: what is left is taken over, and what was written becomes the run.
  mutating func endOutput() {
    hasOutput = false
    if index < info.count { out.append(contentsOf: info[index...]) }
    swap(&info, &out)
    index = 0
  }

  mutating func next() {
    if hasOutput { out.append(info[index]) }
    index += 1
  }

  mutating func next(_ count: Int) {
    if hasOutput { out.append(contentsOf: info[index..<index + count]) }
    index += count
  }

  mutating func skip() { index += 1 }

  /// Writes the current record as `code`, and goes on.
  mutating func replace(by code: Int) {
    var record = info[index]
    record.code = UInt32(truncatingIfNeeded: code)
    if hasOutput { out.append(record) } else { info[index] = record }
    index += 1
  }

  /// Writes a copy of the current record as `code`, and stays.
  mutating func insert(_ code: Int) {
    guard out.count < longest else { return }
    var record = index < info.count ? info[index] : (out.last ?? GlyphRecord(code: 0, cluster: 0))
    record.code = UInt32(truncatingIfNeeded: code)
    out.append(record)
  }

  /// Goes to where `position` glyphs stand before the current one.
  mutating func move(to position: Int) -> Bool {
    guard hasOutput else {
      guard position <= info.count else { return false }
      index = position
      return true
    }
    if out.count < position {
      let count = position - out.count
      steps &-= count
      guard count <= info.count - index else { return false }
      next(count)
    } else if out.count > position {
      let count = out.count - position
      steps &-= count
      if index < count {
        let room = count - index
        guard info.count + room <= longest else { return false }
        let blank = GlyphRecord(code: 0, cluster: 0)
        info.insert(contentsOf: repeatElement(blank, count: room), at: 0)
        index += room
      }
      index -= count
      for offset in 0..<count { info[index + offset] = out[position + offset] }
      out.removeLast(count)
    }
    return true
  }

  /// Turns the whole run around.
  mutating func reverse() {
    info.reverse()
    places.reverse()
  }

  /// Turns graphemes around, each kept as it is.
  mutating func reverseGraphemes() {
    var start = 0
    while start < info.count {
      let end = graphemeEnd(start)
      info[start..<end].reverse()
      start = end
    }
    info.reverse()
  }

  func graphemeEnd(_ start: Int) -> Int {
    var end = start + 1
    while end < info.count, info[end].scalarTraits.contains(.continuation) { end += 1 }
    return end
  }
}
