/// The kind of a foreign file or stream, recognised by its first bytes, for messages.
package struct FileMagic: Hashable, Sendable {
  /// Its name, such as `MP4`.
  package let name: String
  /// Whether it holds sound and nothing else.
  package let isSound: Bool

  /// How many bytes are enough to distinguish all kinds.
  package static let length = 12

  /// Recognises the first ``length`` bytes, or as many as there are; nil for what is not known.
  package init?(of start: some Collection<UInt8>) {
    let start = Array(start.prefix(Self.length))
    guard let (name, isSound) = Self.kind(of: start) else { return nil }
    (self.name, self.isSound) = (name, isSound)
  }

  /// Whether ``length`` bytes are needed to recognise what begins with `start`, because several
  /// kinds begin with these bytes.
  package static func isAmbiguous(_ start: some Collection<UInt8>) -> Bool {
    (containers + ["FORM"]).contains { start.starts(with: $0.utf8) }
      || start.dropFirst(4).starts(with: "ftyp".utf8)
  }

  /// RIFF and its kin, which hold several kinds.
  private static let containers = ["RIFF", "RIFX", "RF64", "BW64"]

  private static let sounds = [
    ("fLaC", "FLAC"), ("ID3", "MP3"), (".snd", "AU"), ("caff", "CAF"), ("wvpk", "WavPack"),
    ("MAC ", "Monkey's Audio"), ("#!AMR", "AMR"), ("riff", "Wave64"),
  ]

  private static let films = [
    ("OggS", "Ogg"), ("FLV", "FLV"), ("GIF8", "GIF"), ("DKIF", "IVF"), ("nut/multi", "NUT"),
  ]

  private static let bytes: [(start: [UInt8], name: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
    ([0xFF, 0xD8, 0xFF], "JPEG"), ([0, 0, 1, 0xBA], "MPEG-PS"), ([0, 0, 1, 0xB3], "MPEG video"),
    ([0, 0, 0, 1], "H.264 or H.265"), ([0x30, 0x26, 0xB2, 0x75], "ASF"),
  ]

  private static func kind(of start: [UInt8]) -> (name: String, isSound: Bool)? {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    if has("FORM"), has("AIF", at: 8) { return ("AIFF", true) }
    if containers.contains(where: { has($0) }), has("WAVE", at: 8) { return ("WAV", true) }
    if has("RIFF"), has("AVI ", at: 8) { return ("AVI", false) }
    if has("RIFF"), has("WEBP", at: 8) { return ("WebP", false) }
    // ISO/IEC 14496-12 4.3; files of QuickTime may begin with another box.
    if has("ftypqt", at: 4) || has("moov", at: 4) || has("wide", at: 4) { return ("MOV", false) }
    if has("ftypM4A", at: 4) { return ("M4A", true) }
    if has("ftyp", at: 4) { return ("MP4", false) }
    for (magic, name) in sounds where has(magic) { return (name, true) }
    for (magic, name) in films where has(magic) { return (name, false) }
    for (magic, name) in bytes where start.starts(with: magic) { return (name, false) }
    return packets(start)
  }

  /// Streams that begin with a packet rather than with a name.
  private static func packets(_ start: [UInt8]) -> (name: String, isSound: Bool)? {
    guard start.count >= 4 else { return nil }
    // The first packet of a table, not scrambled, with a payload (ISO/IEC 13818-1 2.4.3.2).
    if start[0] == 0x47, start[1] & 0xE0 == 0x40, start[3] & 0xC0 == 0, start[3] & 0x30 != 0 {
      return ("MPEG-TS", false)
    }
    // MPEG audio begins with eleven set bits; ADTS has its layer bits clear (ISO 13818-7 6.2.1).
    guard start[0] == 0xFF, start[1] & 0xE0 == 0xE0, start[1] != 0xFF else { return nil }
    return (start[1] & 0xF6 == 0xF0 ? "AAC" : "MP3", true)
  }
}
