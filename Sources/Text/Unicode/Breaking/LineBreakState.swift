/// What the rules of UAX #14 need to know of the text before a place.
struct LineBreakState {
  /// The last unit; marks are taken into their base (LB9).
  private var last: LineBreakUnit
  /// The class before the spaces that the text ends in.
  private var beforeSpaces: LineBreakClass?
  private var endsInJoiner: Bool
  /// How many regional indicators the text ends in.
  private var indicators = 0
  /// Whether the text ends in a Hebrew letter and a hyphen (LB21a).
  private var endsInHebrewHyphen = false
  private var number = NumberState.none
  /// Whether the text ends in an opening quotation mark, and perhaps spaces (LB15a).
  private var opensQuote = false
  /// Whether the text ends in a hyphen that a word begins with (LB20a).
  private var endsInFirstHyphen = false
  /// Whether the text ends in East Asian text and a quotation mark that closes (LB19a).
  private var endsInEastAsianQuote = false
  private let asIn15: Bool

  /// Whether the text ends in a number, or in one and a closing mark (LB25).
  private enum NumberState { case none, digits, closed }

  init(first: LineBreakUnit, asIn15: Bool) {
    self.asIn15 = asIn15
    last = .start
    endsInJoiner = first.type == .zwj
    var first = first
    if first.type == .cm || first.type == .zwj { first.type = .al }
    take(first)
  }

  /// Says whether a line may end before the next unit, and takes it in.
  mutating func advance(to next: LineBreakUnit) -> LineBreak {
    var next = next
    let isMark = next.type == .cm || next.type == .zwj
    let joins = endsInJoiner
    endsInJoiner = next.type == .zwj
    if isMark {
      if last.type.takesMarks { return .prohibited }
      next.type = .al
    }
    // LB8a, then the rest.
    let decision = joins ? .prohibited : decide(next)
    take(next)
    return decision
  }

  /// Whether the text ends so that an opening mark stays with it if a number follows that (LB25).
  var endsInPrefix: Bool { last.type == .pr || last.type == .po }

  /// Whether a closing quotation mark may stay with the text (LB15b); after a ZW it does not.
  var mayCloseQuote: Bool { last.type != .zw && beforeSpaces != .zw }

  /// Whether a number that begins with its point may part from the text (LB15c of 16.0).
  var mayPart: Bool { last.type == .sp && beforeSpaces != .op && !opensQuote }

  private mutating func take(_ next: LineBreakUnit) {
    endsInEastAsianQuote = next.isFinalQuote && last.scalar.isEastAsian
    endsInFirstHyphen = next.isHyphen && last.type.startsWord
    if next.isInitialQuote {
      opensQuote = last.type.startsWord || last.type == .op || last.type == .qu
    } else if next.type != .sp {
      opensQuote = false
    }
    if next.type == .sp {
      if last.type != .sp { beforeSpaces = last.type }
    } else {
      beforeSpaces = nil
    }
    endsInHebrewHyphen = last.type == .hl && (next.type == .hy || next.type == .ba)
    indicators = next.type == .ri ? indicators + 1 : 0
    switch next.type {
    case .nu: number = .digits
    case .sy, .is: if number != .digits { number = .none }
    case .cl, .cp: number = number == .digits ? .closed : .none
    default: number = .none
    }
    last = next
  }

  /// LB4 to LB18, then the rest.
  private func decide(_ next: LineBreakUnit) -> LineBreak {
    switch last.type {
    case .bk, .lf, .nl: return .mandatory
    case .cr: return next.type == .lf ? .prohibited : .mandatory
    default: break
    }
    switch next.type {
    case .bk, .cr, .lf, .nl, .sp, .zw: return .prohibited
    default: break
    }
    // What stands before the spaces, and whether there are any.
    let base = last.type == .sp ? beforeSpaces ?? .sp : last.type
    if base == .zw { return .allowed }
    if last.type == .wj || next.type == .wj || last.type == .gl { return .prohibited }
    if next.type == .gl {
      switch last.type {
      case .sp, .ba, .hy: break
      default: return .prohibited
      }
    }
    switch next.type {
    case .ex: return .prohibited
    case .cl, .cp, .is, .sy: if last.type != .nu { return .prohibited }
    default: break
    }
    switch (base, next.type) {
    case (.qu, .op) where asIn15: return .prohibited
    case (.op, _), (.cl, .ns), (.cp, .ns), (.b2, .b2): return .prohibited
    default: break
    }
    if opensQuote, !asIn15 { return .prohibited }
    if last.type == .sp { return .allowed }
    if keepsNumber(next.type) || keepsPair(next) { return .prohibited }
    return .allowed
  }

  /// LB25.
  private func keepsNumber(_ next: LineBreakClass) -> Bool {
    switch (number, next) {
    case (.digits, .nu), (.digits, .sy), (.digits, .is), (.digits, .cl), (.digits, .cp): return true
    case (.digits, .po), (.digits, .pr), (.closed, .po), (.closed, .pr): return true
    default: break
    }
    switch (last.type, next) {
    case (.pr, .nu), (.po, .nu), (.op, .nu), (.hy, .nu): return true
    default: return false
    }
  }

  /// LB19 and LB19a.
  private func keepsQuote(_ next: LineBreakUnit) -> Bool {
    if next.type == .qu { return asIn15 || !next.quotesEastAsian || !last.scalar.isEastAsian }
    guard last.type == .qu else { return false }
    return asIn15 || !endsInEastAsianQuote || !next.scalar.isEastAsian
  }

  /// LB19 to LB30b without LB25.
  private func keepsPair(_ next: LineBreakUnit) -> Bool {
    if keepsQuote(next) { return true }
    switch (last.type, next.type) {
    case (.cb, _), (_, .cb): return false
    case (_, .al) where endsInFirstHyphen && !asIn15: return true
    case (_, .hl) where endsInFirstHyphen && !asIn15: return true
    case (.is, .nu): return !asIn15
    case (_, .ba), (_, .hy), (_, .ns), (.bb, _): return true
    case _ where endsInHebrewHyphen && (asIn15 || next.type != .hl): return true
    case (.sy, .hl), (_, .in): return true
    case (.al, .nu), (.hl, .nu), (.nu, .al), (.nu, .hl): return true
    case (.pr, .id), (.pr, .eb), (.pr, .em), (.id, .po), (.eb, .po), (.em, .po): return true
    case (.pr, .al), (.pr, .hl), (.po, .al), (.po, .hl): return true
    case (.al, .pr), (.hl, .pr), (.al, .po), (.hl, .po): return true
    case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3): return true
    case (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt), (.jt, .jt), (.h3, .jt): return true
    case (let type, .po) where type.isHangul: return true
    case (.pr, let type) where type.isHangul: return true
    case (.al, .al), (.al, .hl), (.hl, .al), (.hl, .hl), (.is, .al), (.is, .hl): return true
    case (.al, .op), (.hl, .op), (.nu, .op): return !next.isEastAsian
    case (.cp, .al), (.cp, .hl), (.cp, .nu): return !last.isEastAsian
    case (.ri, .ri): return indicators % 2 == 1
    case (.eb, .em): return true
    case (_, .em): return last.isFutureEmoji
    default: return false
    }
  }
}

extension LineBreakClass {
  /// Whether marks go with a scalar of this class (LB9).
  fileprivate var takesMarks: Bool {
    switch self {
    case .bk, .cr, .lf, .nl, .sp, .zw: false
    default: true
    }
  }

  /// Whether what follows begins a word (LB15a, LB20a).
  fileprivate var startsWord: Bool {
    switch self {
    case .bk, .cr, .lf, .nl, .sp, .zw, .cb, .gl: true
    default: false
    }
  }

  fileprivate var isHangul: Bool {
    switch self {
    case .jl, .jv, .jt, .h2, .h3: true
    default: false
    }
  }
}
