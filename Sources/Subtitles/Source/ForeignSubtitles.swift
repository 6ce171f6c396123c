/// A format of subtitles that is not read, known by how its files begin.
enum ForeignSubtitles: String {
  case ttml = "TTML"
  case sami = "SAMI"
  case scenarist = "Scenarist closed captions"
  case ebu = "EBU STL"
  case microDVD = "MicroDVD"
  case mpl2 = "MPL2"
  case subViewer = "SubViewer"
  case lyrics = "LRC"
  /// DVDs' and Blu-rays', which are pictures.
  case pictures = "subtitles as pictures"

  /// What a file without cues looks like by its bytes and its letters; nil for anything else.
  init?(_ data: [UInt8], text: [UInt8]) {
    if data.starts(with: [0, 0, 1, 0xBA]) || data.starts(with: "PG".utf8) {
      self = .pictures
    } else if data.dropFirst(3).starts(with: "STL".utf8) {
      self = .ebu
    } else if let kind = Self.of(text.prefix(4096)) {
      self = kind
    } else {
      return nil
    }
  }

  private static func of(_ head: ArraySlice<UInt8>) -> Self? {
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    if first.hasPrefix("Scenarist_SCC") { return .scenarist }
    if first.first(where: { !$0.isWhitespace }) == "<" {
      let text = lines.joined(separator: " ").lowercased()
      if text.contains("<sami") { return .sami }
      return text.contains("<tt ") || text.contains(":tt ") || text.contains("<tt>") ? .ttml : nil
    }
    if lines.contains(where: { shape(of: $0).hasPrefix("{9}{9}") }) { return .microDVD }
    if lines.contains(where: { shape(of: $0).hasPrefix("[9][9]") }) { return .mpl2 }
    if lines.contains(where: { shape(of: $0) == "9:9:9.9,9:9:9.9" }) { return .subViewer }
    return lines.contains { shape(of: $0).hasPrefix("[9:9.9]") } ? .lyrics : nil
  }

  /// The start of a line with one nine for every number.
  private static func shape(of line: Substring) -> String {
    var shape = ""
    for character in line.prefix(40) {
      let isDigit = character.isASCII && character.isNumber
      if isDigit, shape.last == "9" { continue }
      shape.append(isDigit ? "9" : character)
    }
    return shape
  }

  /// What is to be reported.
  var message: String {
    switch self {
    case .pictures: "\(rawValue) are not read; only SubRip, WebVTT and ASS are"
    case .ttml, .ebu: "\(rawValue) is not read; only SubRip, WebVTT and ASS are"
    default:
      "\(rawValue) is not read; 'ffmpeg -i FILE film.srt' makes SubRip of it, which is"
    }
  }
}
