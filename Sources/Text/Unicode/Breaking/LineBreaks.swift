/// Whether a line may end at a place.
enum LineBreak: UInt8, Hashable, Sendable {
  case prohibited
  case allowed
  /// A new line begins here in any case.
  case mandatory
}

/// Where lines may end (UAX #14, version 15.0, with numbers kept whole as in its example 7).
///
/// As readers expect and later versions have it, a hyphen before a word stays with the word (LB20a
/// of 16.0), a point or colon with the digit behind it (LB15c), “quotes” may part from brackets
/// around them (LB15a and LB15b of 15.1) and from Chinese characters (LB19a of 16.0), and so may
/// Hebrew words that a hyphen joins (LB21a).
///
/// Thai, Lao and Khmer are broken at spaces only, as there is no dictionary.
enum LineBreaks {
  /// One entry for the place before each scalar, and one for the end, which is mandatory.
  static func opportunities(in text: [Unicode.Scalar]) -> [LineBreak] {
    opportunities(in: text, asIn15: false)
  }

  /// With `asIn15`, by version 15.0 to the letter.
  static func opportunities(in text: [Unicode.Scalar], asIn15: Bool) -> [LineBreak] {
    guard !text.isEmpty else { return [.mandatory] }
    var result: [LineBreak] = [.prohibited]
    result.reserveCapacity(text.count + 1)
    var state = LineBreakState(first: LineBreakUnit(text[0]), asIn15: asIn15)
    for index in text.indices.dropFirst() {
      var unit = LineBreakUnit(text[index])
      if unit.isInitialQuote, !asIn15 {
        unit.quotesEastAsian = base(behind: index, in: text)?.isEastAsian ?? false
      }
      var stays = false
      if unit.type == .op, state.endsInPrefix {
        stays = following(index, in: text) == .nu
      } else if unit.isFinalQuote, !asIn15, state.mayCloseQuote {
        stays = following(index, in: text)?.endsQuote ?? true
      }
      let parts =
        unit.type == .is && !asIn15 && state.mayPart && following(index, in: text) == .nu
      let decision = state.advance(to: unit)
      if parts {
        result.append(.allowed)
        continue
      }
      result.append(stays && decision == .allowed ? .prohibited : decision)
    }
    result.append(.mandatory)
    return result
  }

  /// The class behind a scalar and its marks; nil at the end.
  private static func following(_ index: Int, in text: [Unicode.Scalar]) -> LineBreakClass? {
    base(behind: index, in: text).map { LineBreakUnit($0).type }
  }

  /// The scalar behind another and its marks; nil at the end.
  private static func base(behind index: Int, in text: [Unicode.Scalar]) -> Unicode.Scalar? {
    text[(index + 1)...].first { scalar in
      let type = LineBreakUnit(scalar).type
      return type != .cm && type != .zwj
    }
  }
}

/// A scalar as the rules see it.
struct LineBreakUnit {
  let scalar: Unicode.Scalar
  /// The class after rule LB1.
  var type: LineBreakClass
  /// Whether the scalar is a bracket that is wide in East Asian text (LB30).
  var isEastAsian = false
  /// Whether the scalar is reserved for an emoji to come (LB30b).
  var isFutureEmoji = false
  /// Whether the scalar is a quotation mark that opens or closes.
  var isInitialQuote = false
  var isFinalQuote = false
  /// Whether the scalar is a quotation mark before wide East Asian text (LB19a).
  var quotesEastAsian = false
  /// Whether the scalar is a hyphen (LB20a).
  var isHyphen = false

  /// What stands before a text.
  static let start = LineBreakUnit("\n")

  init(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
    type = scalar.lineBreakClass
    switch type {
    case .ai, .sg, .xx: type = .al
    case .cj: type = .ns
    case .sa:
      let category = scalar.generalCategory
      type = category == .mn || category == .mc ? .cm : .al
    case .op, .cp: isEastAsian = scalar.isEastAsian
    default: break
    }
    if type == .qu {
      isInitialQuote = scalar.generalCategory == .pi
      isFinalQuote = scalar.generalCategory == .pf
    }
    isHyphen = type == .hy || scalar == "\u{2010}"
    if type == .id || type == .al {
      isFutureEmoji =
        scalar.generalCategory == .cn && scalar.emojiProperties.contains(.extendedPictographic)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar has a width of East Asian text.
  var isEastAsian: Bool {
    switch eastAsianWidth {
    case .fullwidth, .wide, .halfwidth: true
    default: false
    }
  }
}

extension LineBreakClass {
  /// Whether a closing quotation mark before it closes (LB15b).
  fileprivate var endsQuote: Bool {
    switch self {
    case .sp, .gl, .wj, .cl, .qu, .cp, .ex, .is, .sy, .bk, .cr, .lf, .nl, .zw: true
    default: false
    }
  }
}
