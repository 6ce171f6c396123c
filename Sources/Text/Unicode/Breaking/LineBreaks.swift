/// Whether a line may end at a place.
package enum LineBreak: UInt8, Hashable, Sendable {
  case prohibited
  case allowed
  /// A new line begins here in any case.
  case mandatory
}

/// Where lines may end (UAX #14, version 15.0, with numbers kept whole as in its example 7).
///
/// Thai, Lao and Khmer are broken at spaces only, as there is no dictionary.
package enum LineBreaks {
  /// One entry for the place before each scalar, and one for the end, which is mandatory.
  package static func opportunities(in text: [Unicode.Scalar]) -> [LineBreak] {
    guard !text.isEmpty else { return [.mandatory] }
    var result: [LineBreak] = [.prohibited]
    result.reserveCapacity(text.count + 1)
    var state = LineBreakState(first: LineBreakUnit(text[0]))
    for index in text.indices.dropFirst() {
      let unit = LineBreakUnit(text[index])
      let opens = unit.type == .op && state.endsInPrefix && hasNumber(after: index, in: text)
      let decision = state.advance(to: unit)
      result.append(opens ? .prohibited : decision)
    }
    result.append(.mandatory)
    return result
  }

  /// Whether a digit follows, not counting marks.
  private static func hasNumber(after index: Int, in text: [Unicode.Scalar]) -> Bool {
    for scalar in text[(index + 1)...] {
      switch LineBreakUnit(scalar).type {
      case .cm, .zwj: continue
      case .nu: return true
      default: return false
      }
    }
    return false
  }
}

/// A scalar as the rules see it.
struct LineBreakUnit {
  /// The class after rule LB1.
  var type: LineBreakClass
  /// Whether the scalar is wide in East Asian text (LB30).
  var isEastAsian = false
  /// Whether the scalar is reserved for an emoji to come (LB30b).
  var isFutureEmoji = false

  init(_ scalar: Unicode.Scalar) {
    type = scalar.lineBreakClass
    switch type {
    case .ai, .sg, .xx: type = .al
    case .cj: type = .ns
    case .sa:
      let category = scalar.generalCategory
      type = category == .mn || category == .mc ? .cm : .al
    case .op, .cp:
      switch scalar.eastAsianWidth {
      case .fullwidth, .wide, .halfwidth: isEastAsian = true
      default: break
      }
    default: break
    }
    if type == .id || type == .al {
      isFutureEmoji =
        scalar.generalCategory == .cn && scalar.emojiProperties.contains(.extendedPictographic)
    }
  }
}
