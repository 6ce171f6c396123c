import Bytes

extension LookupTable {
  /// Reads a `.cube` file: Adobe's Cube LUT 1.0, and the form of DaVinci Resolve.
  ///
  /// Curves of 2 to 65,536 points, a cube of 2 to 129 a side, or both, the curves first. The
  /// domain is that of `DOMAIN_MIN` and `DOMAIN_MAX`, or of `LUT_1D_INPUT_RANGE` and
  /// `LUT_3D_INPUT_RANGE`; the range of a table that is not there says nothing, as in OpenColorIO.
  /// A title may also be called `BMD_TITLE`, as in tables that come with Resolve.
  /// `LUT_IN_VIDEO_RANGE` and `LUT_OUT_VIDEO_RANGE` say that black and white are 64 and 940 of 1023
  /// in what the tables take and give; without them they are 0 and 1. Values may lie anywhere, and
  /// comments behind numbers, which begin with "#", as ffmpeg has it.
  package init(cubeFile bytes: [UInt8]) throws(GradeError) {
    var file = try CubeFile(bytes)
    self = try file.table()
  }
}

/// What stands in the head of a `.cube` file, and where its rows begin.
private struct CubeFile {
  private var text: GradeText
  private var title: String?
  private var curveCount: Int?
  private var side: Int?
  private var domainLow: Setting<SIMD3<Float>>?
  private var domainHigh: Setting<SIMD3<Float>>?
  private var curveRange: Setting<ClosedRange<Float>>?
  private var cubeRange: Setting<ClosedRange<Float>>?
  /// The keywords that were there.
  private var seen: Set<Keyword> = []
  /// Whether a row follows.
  private var hasRow = false

  /// What the file says, and where.
  private struct Setting<Value> {
    let value: Value
    let offset: Int
  }

  private enum Keyword: String, CaseIterable {
    case title = "TITLE"
    case makerTitle = "BMD_TITLE"
    case curveCount = "LUT_1D_SIZE"
    case side = "LUT_3D_SIZE"
    case domainLow = "DOMAIN_MIN"
    case domainHigh = "DOMAIN_MAX"
    case curveRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
    case takesVideo = "LUT_IN_VIDEO_RANGE"
    case givesVideo = "LUT_OUT_VIDEO_RANGE"
  }

  init(_ bytes: [UInt8]) throws(GradeError) {
    text = try GradeText(bytes)
    while text.advance() {
      guard let first = text.peek, first.isLetter || first == UInt8(ascii: "_"),
        !text.isAtNoNumber
      else {
        hasRow = true
        return
      }
      try keyword()
    }
  }

  // MARK: The head

  private mutating func keyword() throws(GradeError) {
    let range = text.word()
    let word = text.string(range).uppercased()
    guard let keyword = Keyword(rawValue: word) else {
      return try keywordWithNumber(word, range)
    }
    try note(keyword, range)
    try read(keyword, range)
    if keyword != .title, keyword != .makerTitle { try text.end(after: keyword.rawValue) }
  }

  /// A size that follows its keyword without a blank, as some programs write it.
  private mutating func keywordWithNumber(
    _ word: String, _ range: Range<Int>
  ) throws(GradeError) {
    for keyword in [Keyword.curveCount, .side] where word.hasPrefix(keyword.rawValue) {
      let digits = word.dropFirst(keyword.rawValue.count)
      guard digits.utf8.allSatisfy(\.isDigit), let count = Int(digits) else { continue }
      try note(keyword, range)
      try set(keyword, count, range)
      return try text.end(after: keyword.rawValue)
    }
    let isKnown = word == "LUT_2D_SIZE"
    throw text.error(
      isKnown ? .unsupported : .malformed,
      isKnown ? "\(word) is not read" : "\(text.shown(range)) is no keyword of a .cube file",
      at: range.lowerBound)
  }

  private mutating func note(_ keyword: Keyword, _ range: Range<Int>) throws(GradeError) {
    guard seen.insert(keyword).inserted else {
      throw text.error(.malformed, "a second \(keyword.rawValue)", at: range.lowerBound)
    }
  }

  private mutating func read(_ keyword: Keyword, _ range: Range<Int>) throws(GradeError) {
    let offset = range.lowerBound
    switch keyword {
    case .title, .makerTitle:
      let rest = text.string(text.rest())
      let isQuoted = rest.count >= 2 && rest.hasPrefix("\"") && rest.hasSuffix("\"")
      let name = isQuoted ? String(rest.dropFirst().dropLast()) : rest
      if keyword == .title || title == nil { title = name }
    case .curveCount, .side: try set(keyword, try text.count("a whole number"), range)
    case .domainLow: domainLow = Setting(value: try color(), offset: offset)
    case .domainHigh: domainHigh = Setting(value: try color(), offset: offset)
    case .curveRange: curveRange = Setting(value: try self.range(offset), offset: offset)
    case .cubeRange: cubeRange = Setting(value: try self.range(offset), offset: offset)
    case .takesVideo, .givesVideo: break
    }
  }

  private mutating func set(
    _ keyword: Keyword, _ count: Int, _ range: Range<Int>
  ) throws(GradeError) {
    let sizes = keyword == .side ? LookupCube.sizes : LookupCurves.sizes
    guard sizes.contains(count) else {
      throw text.error(
        count < 2 ? .malformed : .unsupported,
        "\(keyword.rawValue) is \(count); \(sizes.lowerBound) to \(sizes.upperBound) is read",
        at: range.lowerBound)
    }
    if keyword == .side { side = count } else { curveCount = count }
  }

  private mutating func color() throws(GradeError) -> SIMD3<Float> {
    SIMD3(try text.number("a number"), try text.number("a number"), try text.number("a number"))
  }

  private mutating func range(_ offset: Int) throws(GradeError) -> ClosedRange<Float> {
    let (low, high) = (try text.number("a number"), try text.number("a number"))
    guard low < high else { throw text.error(.malformed, "the range is empty", at: offset) }
    return low...high
  }

  // MARK: The tables

  mutating func table() throws(GradeError) -> LookupTable {
    let end = text.line.lowerBound
    guard curveCount != nil || side != nil else {
      throw text.error(
        hasRow ? .malformed : .truncated, "no LUT_1D_SIZE and no LUT_3D_SIZE", at: end)
    }
    let curves = try curveCount.map { count throws(GradeError) in
      let axis = try axis(count, curveRange, isFirst: true)
      return LookupCurves(axis: axis, values: try curveValues(count, isLast: side == nil))
    }
    let cube = try side.map { side throws(GradeError) in
      let axis = try axis(side, cubeRange, isFirst: curveCount == nil)
      return LookupCube(
        axis: axis, points: try rows(side * side * side, "cube", isLast: true))
    }
    if hasRow { throw surplus() }
    return LookupTable(title: title, curves: curves, cube: cube)
  }

  /// Why there is a line behind the last row.
  private mutating func surplus() -> GradeError {
    let start = text.line.lowerBound
    let isRow = text.peek.map { $0.isDigit || "+-.".utf8.contains($0) } ?? false
    let word = text.shown(text.word())
    let isKeyword = Keyword.allCases.contains { word.uppercased().hasPrefix("\"\($0.rawValue)") }
    let message =
      isRow
      ? "more rows than the sizes say"
      : isKeyword ? "\(word) behind rows; keywords come before them" : "\(word) behind the last row"
    return text.error(.malformed, message, at: start)
  }

  /// R'G'B' of a signal of video range.
  private static func color(ofVideo signal: SIMD3<Float>) -> SIMD3<Float> {
    (signal * 1023 - 64) / 876
  }

  /// The domain of one table in R'G'B'.
  private func axis(
    _ count: Int, _ range: Setting<ClosedRange<Float>>?, isFirst: Bool
  ) throws(GradeError) -> TableAxis {
    let axis = try axis(count, range)
    guard isFirst, seen.contains(.takesVideo) else { return axis }
    return TableAxis(
      Self.color(ofVideo: axis.low), Self.color(ofVideo: axis.high), count: count)
  }

  /// The domain of one table, which only one of the two forms may give.
  private func axis(
    _ count: Int, _ range: Setting<ClosedRange<Float>>?
  ) throws(GradeError) -> TableAxis {
    let low = domainLow?.value ?? .zero
    let high = domainHigh?.value ?? .one
    let offset = domainHigh?.offset ?? domainLow?.offset ?? 0
    guard all(low .< high) else {
      throw text.error(.malformed, "DOMAIN_MIN is not below DOMAIN_MAX", at: offset)
    }
    let isDefault = low == .zero && high == .one
    guard isDefault || curveCount == nil || side == nil else {
      throw text.error(
        .malformed,
        "DOMAIN_MIN and DOMAIN_MAX stand before two tables; LUT_1D_INPUT_RANGE and "
          + "LUT_3D_INPUT_RANGE say which is meant",
        at: offset)
    }
    guard let range else { return TableAxis(low, high, count: count) }
    let span = (SIMD3(repeating: range.value.lowerBound), SIMD3(repeating: range.value.upperBound))
    guard domainLow == nil && domainHigh == nil || span == (low, high) else {
      throw text.error(
        .malformed, "the input range is another domain than DOMAIN_MIN and DOMAIN_MAX say",
        at: range.offset)
    }
    return TableAxis(span.0, span.1, count: count)
  }

  private mutating func curveValues(_ count: Int, isLast: Bool) throws(GradeError) -> [Float] {
    let rows = try rows(count, "curves", isLast: isLast)
    return rows.map(\.x) + rows.map(\.y) + rows.map(\.z)
  }

  /// Reads so many rows, of R'G'B' if they are of the last table; the next one is at hand then, if
  /// there is one.
  private mutating func rows(
    _ count: Int, _ table: String, isLast: Bool
  ) throws(GradeError) -> [SIMD4<Float>] {
    let isVideo = isLast && seen.contains(.givesVideo)
    var rows: [SIMD4<Float>] = []
    // A row takes six bytes at least.
    rows.reserveCapacity(min(count, text.remaining / 6 + 2))
    while rows.count < count {
      guard hasRow else {
        throw text.error(
          .truncated, "the file ends after \(rows.count) of the \(count) rows of the \(table)",
          at: text.bytes.count)
      }
      let row = SIMD3(
        try text.number("red"), try text.number("green"), try text.number("blue"))
      try text.end(after: "red, green and blue")
      rows.append(SIMD4(isVideo ? Self.color(ofVideo: row) : row, 0))
      hasRow = text.advance()
    }
    return rows
  }
}
