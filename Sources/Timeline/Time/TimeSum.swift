import Bytes

/// A time that is written as a sum of others: `"100% - 1s"`, `"beat:4 + 2f"`.
///
/// Blanks stand on both sides of each sign.
struct TimeSum {
  /// One of the times that are added up.
  struct Term {
    /// The time, with the bytes that it has in the timeline.
    let node: JSONNode
    let isSubtracted: Bool
    /// Whether it is a moment of music.
    let isMoment: Bool
  }

  /// More times than anybody adds up.
  static let most = 4

  let terms: [Term]

  /// Nil for what is no sum.
  init?(_ node: JSONNode) {
    guard let text = node.string else { return nil }
    let bytes = Array(text.utf8)
    guard let parts = Self.parts(of: bytes) else { return nil }
    terms = parts.map { part in
      Term(
        node: JSONNode(
          .string(String(decoding: bytes[part.range], as: UTF8.self)),
          range: Self.place(of: part.range, in: node, count: bytes.count)),
        isSubtracted: part.isSubtracted, isMoment: Self.isMoment(bytes[part.range]))
    }
  }

  /// Where the times of a sum stand in its text; nil for what is no sum.
  static func parts(of bytes: [UInt8]) -> [(range: Range<Int>, isSubtracted: Bool)]? {
    let signs = bytes.indices.filter { isSign(at: $0, in: bytes) }
    guard let first = signs.first, bytes[..<first].contains(where: { !isBlank($0) }) else {
      return nil
    }
    let starts = [0] + signs.map { $0 + 1 }
    return zip(starts, signs + [bytes.count]).map { start, end in
      let part = bytes[start..<end]
      let from = part.firstIndex { !isBlank($0) } ?? start
      let to = (part.lastIndex { !isBlank($0) } ?? from - 1) + 1
      return (from..<to, start > 0 && bytes[start - 1] == UInt8(ascii: "-"))
    }
  }

  /// What to write for a text that is no time but may have been meant as such a sum.
  static func advice(for node: JSONNode) -> String? {
    guard let text = node.string else { return nil }
    if text.hasPrefix("end") { return #""100%" is the end, as in "100% - 1s""# }
    return text.utf8.dropFirst().contains { "+-".utf8.contains($0) }
      ? #"blanks stand around the signs of sums: "100% - 1s""# : nil
  }

  /// Whether a sign stands between blanks, with a time behind it: names of tracks may have all
  /// others.
  private static func isSign(at index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-"),
      index > 0, isBlank(bytes[index - 1]), index + 1 < bytes.count, isBlank(bytes[index + 1])
    else { return false }
    let rest = bytes[(index + 1)...].drop(while: isBlank)
    guard let next = rest.first else { return false }
    return next.isDigit || next == UInt8(ascii: ".") || isMoment(rest)
  }

  private static func isMoment(_ bytes: ArraySlice<UInt8>) -> Bool {
    BeatMoment.Unit.allCases.contains { bytes.starts(with: Array("\($0):".utf8)) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The bytes of the timeline that some of a string's are; all of the string where escapes make
  /// that hard to tell.
  private static func place(of part: Range<Int>, in node: JSONNode, count: Int) -> Range<Int> {
    guard node.range.count == count + 2 else { return node.range }
    let start = node.range.lowerBound + 1 + part.lowerBound
    return start..<start + max(part.count, 1)
  }
}

extension DecodingContext {
  /// Adds up a time that is written as a sum, each part of which `read` reads; nil for what is no
  /// sum, and a nil within for one that is faulty.
  mutating func sum(
    _ node: JSONNode, of read: (inout DecodingContext, JSONNode) -> Time?
  ) -> Time?? {
    guard let sum = TimeSum(node) else { return nil }
    guard sum.terms.count <= TimeSum.most else {
      error("a sum has at most \(TimeSum.most) times", at: node.range)
      return .some(nil)
    }
    var total: Time? = .zero
    var hasMoment = false
    for term in sum.terms {
      if term.isMoment, term.isSubtracted || hasMoment {
        error(
          "a moment of music is no length that could be \(term.isSubtracted ? "subtracted" : "added")",
          at: term.node.range)
        return .some(nil)
      }
      hasMoment = hasMoment || term.isMoment
      let time = read(&self, term.node)
      total = total.flatMap { total in
        time.map { term.isSubtracted ? total - $0 : total + $0 }
      }
    }
    guard let total else { return .some(nil) }
    guard total <= Time.limit, -Time.limit <= total else {
      error("a time must be within a billion seconds", at: node.range)
      return .some(nil)
    }
    return .some(total)
  }
}
