import Bytes

/// The tags of a header line, while it is parsed.
struct HeaderFields {
  private(set) var width: Int?
  private(set) var height: Int?
  private(set) var rate: FrameRate?
  private(set) var interlacing = Interlacing.unknown
  private(set) var aspect = PixelAspect.unknown
  private(set) var colorspace = Colorspace.all[0]
  private(set) var range: ColorRange?
  private(set) var otherTags: [[UInt8]] = []

  /// The first tag of each kind that may stand only once.
  private var seen: [(key: [UInt8], tag: [UInt8])] = []

  /// Takes all tags that follow the magic word; `offset` is where they start.
  init(parsing text: ArraySlice<UInt8>) throws(StreamError) {
    for tag in text.split(separator: 0x20) where !tag.isEmpty {
      try take(Array(tag), offset: tag.startIndex)
    }
    let end = text.endIndex
    guard width != nil else { throw .malformedHeader(.missing("W"), offset: end) }
    guard height != nil else { throw .malformedHeader(.missing("H"), offset: end) }
    try chooseLayout()
  }

  private mutating func take(_ tag: [UInt8], offset: Int) throws(StreamError) {
    let name = String(decoding: tag, as: UTF8.self)
    if let byte = tag.first(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .malformedHeader(.controlByte(byte), offset: offset)
    }
    let value = tag.dropFirst()
    let key = Self.key(of: tag)
    if !key.isEmpty {
      let earlier = seen.first { $0.key == key }
      guard earlier == nil || earlier?.tag == tag else {
        let key = String(decoding: key, as: UTF8.self)
        throw .malformedHeader(.contradictory(key), offset: offset)
      }
      // The same tag again says nothing new.
      if earlier == nil { seen.append((key, tag)) } else { return }
    }
    let isUnderstood: Bool
    switch tag[0] {
    case UInt8(ascii: "W"):
      width = Self.side(value)
      isUnderstood = width != nil
    case UInt8(ascii: "H"):
      height = Self.side(value)
      isUnderstood = height != nil
    case UInt8(ascii: "F"): isUnderstood = takeRate(value)
    case UInt8(ascii: "A"): isUnderstood = takeAspect(value)
    case UInt8(ascii: "I"):
      interlacing = value.first.flatMap(Interlacing.init) ?? .unknown
      isUnderstood = value.count == 1 && value.first.flatMap(Interlacing.init) != nil
    case UInt8(ascii: "C"):
      guard let known = Colorspace.tagged(String(decoding: value, as: UTF8.self)) else {
        throw .unsupportedColorspace(String(name.dropFirst()))
      }
      colorspace = known
      isUnderstood = true
    default: isUnderstood = takeOther(tag)
    }
    guard isUnderstood else { throw .malformedHeader(.badValue(name), offset: offset) }
  }

  /// What may stand only once: a letter, or an X tag that is read here; empty for others.
  private static func key(of tag: [UInt8]) -> [UInt8] {
    if "WHFIAC".utf8.contains(tag[0]) { return [tag[0]] }
    for word in ["XYSCSS=", "XCOLORRANGE="] where tag.starts(with: word.utf8) {
      return Array(word.utf8.dropLast())
    }
    return []
  }

  /// A side that is written in digits; those too large to count become the largest number.
  private static func side(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let number = number(digits) else {
      let isLong = !digits.isEmpty && digits.allSatisfy(\.isDigit)
      return isLong ? .max : nil
    }
    return number > 0 ? number : nil
  }

  /// A number that is written in at most so many digits and nothing else.
  private static func number(_ digits: ArraySlice<UInt8>, upTo most: Int = 10) -> Int? {
    guard (1...most).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  /// Two numbers with a colon between them.
  private static func ratio(_ text: ArraySlice<UInt8>, upTo most: Int = 10) -> (Int, Int)? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let first = number(text[..<colon], upTo: most),
      let second = number(text[(colon + 1)...], upTo: most)
    else { return nil }
    return (first, second)
  }

  /// Fractions may be long before they are reduced.
  private mutating func takeRate(_ value: ArraySlice<UInt8>) -> Bool {
    guard let (numerator, denominator) = Self.ratio(value, upTo: 18) else { return false }
    rate = FrameRate(numerator, denominator)
    return rate != nil || (numerator, denominator) == (0, 0)
  }

  /// Half an aspect, as in 1:0, is as good as none.
  private mutating func takeAspect(_ value: ArraySlice<UInt8>) -> Bool {
    guard let (numerator, denominator) = Self.ratio(value) else { return false }
    let ratio = PixelAspect(numerator, denominator)
    aspect = ratio.isKnown ? ratio : .unknown
    return true
  }

  private mutating func takeOther(_ tag: [UInt8]) -> Bool {
    let key = Array("XCOLORRANGE=".utf8)
    guard tag.starts(with: key) else {
      otherTags.append(tag)
      return true
    }
    // Programs other than ffmpeg write it in lower case.
    range = ColorRange(rawValue: String(decoding: tag[key.count...], as: UTF8.self).uppercased())
    return range != nil
  }

  /// Falls back to `XYSCSS`, upper case as ffmpeg writes it, in a stream without C.
  private mutating func chooseLayout() throws(StreamError) {
    let key = Array("XYSCSS=".utf8)
    guard !seen.contains(where: { $0.key == [UInt8(ascii: "C")] }),
      let tag = otherTags.first(where: { $0.starts(with: key) })
    else { return }
    let name = String(decoding: tag[key.count...], as: UTF8.self)
    guard let known = Colorspace.tagged(name.lowercased()) else {
      throw .unsupportedColorspace(name)
    }
    colorspace = known
  }
}

extension StreamHeader {
  /// Parses a header line, with or without its newline or a carriage return before it.
  ///
  /// Tags stand in any order. Unknown letters and X tags are kept in ``otherTags``; a tag that
  /// stands twice must say the same both times.
  package init(parsing line: [UInt8]) throws(StreamError) {
    guard !line.isEmpty else { throw .empty }
    var text = line[...]
    if text.last == 0x0A { text.removeLast() }
    if text.last == 0x0D { text.removeLast() }
    guard text.starts(with: Self.magic), text.count == 9 || text[9] == 0x20 else {
      throw .notY4M(start: Array(line.prefix(16)))
    }
    guard line.count <= Self.longestLine else {
      throw .malformedHeader(.tooLong, offset: Self.longestLine)
    }
    let fields = try HeaderFields(parsing: text.dropFirst(Self.magic.count))
    let (width, height) = (fields.width ?? 0, fields.height ?? 0)
    guard let format = fields.colorspace.format(width: width, height: height) else {
      func text(_ side: Int) -> String { side == .max ? "(a huge number)" : "\(side)" }
      throw .unsupportedSize(width: text(width), height: text(height))
    }
    self.init(fields, format: format, line: line)
  }
}
