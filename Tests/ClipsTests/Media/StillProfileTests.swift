import Bytes
import Pipes
import TestSupport
import Testing

@testable import Clips

/// Pictures of other kinds with a colour profile.
@Suite struct StillProfileTests {
  let folder: TemporaryFolder
  private let profile: [UInt8] = (0..<131).map { UInt8($0) }

  init() throws { folder = try TemporaryFolder() }

  private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  private func box(_ name: String, _ content: [UInt8], isLong: Bool = false) -> [UInt8] {
    guard isLong else { return big(8 + content.count, 4) + Array(name.utf8) + content }
    return big(1, 4) + Array(name.utf8) + big(16 + content.count, 8) + content
  }

  /// A file of items, with a box of colours by number and one with the profile.
  private func items(_ kind: String, isLong: Bool = false) -> [UInt8] {
    var colors = box("ispe", big(0, 12))
    colors += box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])
    colors += box("colr", Array(kind.utf8) + profile)
    let properties = box("iprp", box("ipco", colors) + box("ipma", []))
    var meta = big(0, 4)
    meta += box("hdlr", [])
    meta += properties
    return box("ftyp", []) + box("mdat", big(0, 9), isLong: isLong)
      + box("meta", meta, isLong: isLong)
  }

  private func jpeg2000(_ method: UInt8) -> [UInt8] {
    let header = box("ihdr", big(0, 14)) + box("colr", [method, 0, 0] + profile)
    // The size of a last box may be left out.
    return box("jP  ", []) + box("ftyp", []) + box("jp2h", header) + big(0, 4)
      + Array("jp2c".utf8) + [1, 2, 3]
  }

  private var tiff: [UInt8] {
    var file = Array("II".utf8) + little(42, 2)
    file += little(8, 4)
    file += little(2, 2)
    file += little(256, 2) + little(3, 2) + little(1, 4) + little(5, 4)
    file += little(34675, 2) + little(7, 2) + little(profile.count, 4) + little(38, 4)
    file += little(0, 4)
    return file + profile
  }

  private var photoshop: [UInt8] {
    var resources = Array("8BIM".utf8) + big(1005, 2)
    resources += [2, 0x61, 0x62, 0]
    resources += big(3, 4) + [1, 2, 3, 0]
    resources += Array("8BIM".utf8) + big(1039, 2) + [0, 0]
    resources += big(profile.count, 4) + profile + [0]
    return Array("8BPS".utf8) + big(0, 22) + big(3, 4) + [1, 2, 3] + big(resources.count, 4)
      + resources
  }

  private func found(_ bytes: [UInt8], _ kind: String) -> [UInt8]? {
    let parts = PictureParts { count, place in
      place <= bytes.count && count <= bytes.count - place
        ? Array(bytes[place..<place + count]) : nil
    }
    return parts.profile(of: kind)
  }

  @Test func `the profile of the picture itself counts, and not that of another item`() {
    let other = box("colr", Array("prof".utf8) + profile.reversed())
    let own = box("colr", Array("prof".utf8) + profile)
    let size = box("ispe", big(0, 12))
    let points = box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])
    /// A file whose item 1, the picture, has one property, and item 2 another.
    func file(_ property: UInt8, _ others: UInt8) -> [UInt8] {
      let places = big(0, 4) + big(2, 4) + big(2, 2) + [1, others] + big(1, 2) + [1, property]
      let properties = box("iprp", box("ipco", size + other + own + points) + box("ipma", places))
      return box("meta", big(0, 4) + box("pitm", big(0, 4) + big(1, 2)) + properties)
    }
    #expect(found(file(3, 2), "HEIC") == profile)
    #expect(found(file(2, 3), "AVIF") == profile.reversed())
    #expect(found(file(1, 3), "AVIF") == profile.reversed())
    #expect(found(file(4, 3), "AVIF") == nil)
  }

  @Test func `a profile is found in files of every kind`() throws {
    let files: [(bytes: [UInt8], kind: String)] = [
      (items("prof"), "AVIF"), (items("rICC", isLong: true), "HEIC"), (jpeg2000(2), "JPEG 2000"),
      (jpeg2000(3), "JPEG 2000"), (tiff, "TIFF"),
      (photoshop, "PSD"),
    ]
    for (index, file) in files.enumerated() {
      #expect(found(file.bytes, file.kind) == profile, "\(file.kind)")
      let path = folder.file("\(index)")
      try Files.write(file.bytes, to: path)
      #expect(StillProfile(ofFile: path, kind: file.kind)?.bytes == profile)
      #expect(StillProfile(of: StillStore.Still(path: path, kind: "BMP")) == nil)
      // What is cut off has none, or the whole, whatever follows it.
      for end in 0..<file.bytes.count {
        let cut = found(Array(file.bytes[..<end]), file.kind)
        #expect(cut == nil || cut == profile, "\(file.kind), \(end) bytes")
      }
    }
    #expect(found(items("none"), "AVIF") == nil)
    #expect(found(jpeg2000(1), "JPEG 2000") == nil)
    #expect(StillProfile(ofFile: folder.file("gone"), kind: "TIFF") == nil)
  }

  @Test func `what ffmpeg does not read is said in words`() {
    func failed(_ words: String) -> ClipError.Fault {
      .childFailed(program: "ffmpeg", .exited(1), words: words)
    }
    let path = folder.file("a.bmp")
    func said(_ fault: ClipError.Fault, _ kind: String) -> String {
      "\(StillConverter.explained(fault, path: path, kind: kind))"
    }
    #expect(said(.noPictures, "BMP") == "there is no picture in it")
    for words in ["Stream map '0:v:0' matches no streams.", "Unknown input format: 'x_pipe'"] {
      #expect(
        said(failed(words), "Radiance HDR")
          == "this ffmpeg does not read a Radiance HDR picture; make a PNG of it")
    }
    // Of any HEIC, where ffmpeg knows films alone.
    let film = failed("moov atom not found; a.heic: Invalid data found when processing input")
    #expect(said(film, "HEIC") == "this ffmpeg does not read a HEIC picture; make a PNG of it")
    #expect(said(film, StillStore.movie).contains("moov atom not found"))
    #expect(said(failed("Invalid data"), "BMP").contains("Invalid data"))
  }

  @Test func `bytes that are wrong have no profile`() {
    for seed in 0..<2000 {
      var bytes = seed % 2 == 0 ? items("prof", isLong: true) : photoshop
      var state = UInt32(seed) &* 2_654_435_761
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes[Int(state >> 8) % bytes.count] = UInt8(truncatingIfNeeded: state)
      }
      let made = found(bytes, seed % 2 == 0 ? "AVIF" : "PSD")
      #expect(made?.count ?? 0 <= bytes.count)
    }
  }

  @Test(arguments: [1, 65_535, 65_536, 200_000])
  func `a profile is stored in a PNG`(_ count: Int) throws {
    var png = [UInt8](repeating: 1, count: 33)
    png += big(0, 4) + Array("IDAT".utf8) + big(0, 4)
    let profile = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let made = ColorChunk(profile: profile).added(to: png)
    #expect(Array(made[..<33]) == Array(png[..<33]) && made.suffix(12) == png.suffix(12))
    #expect(Array(made[37..<41]) == Array("iCCP".utf8))
    let length = TIFFDirectory.number(made[33..<37], isBig: true)
    #expect(made.count == png.count + 12 + length)
    #expect(
      Array(made[41..<53]) == Array("profile".utf8) + [0, 0, 0x78, 0x01, count > 65_535 ? 0 : 1])
    var (stored, place, isLast): ([UInt8], Int, Bool) = ([], 52, false)
    while !isLast {
      isLast = made[place] == 1
      let size = TIFFDirectory.number(made[place + 1..<place + 3], isBig: false)
      #expect(TIFFDirectory.number(made[place + 3..<place + 5], isBig: false) == 65_535 - size)
      stored += made[place + 5..<place + 5 + size]
      place += 5 + size
    }
    #expect(stored == profile && place + 4 == 41 + length)
  }

  @Test(.enabled(if: RealFFmpeg.isThere)) func `ffmpeg's PNG gets the profile that it left out`()
    throws
  {
    let plain = folder.file("a.jp2")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", "-c:v", "jpeg2000", plain,
    ])
    var file = try Files.load(plain, limit: 1 << 20)
    // In place of a box of colours of 15 bytes.
    let name = Array("colr".utf8)
    let header = Array("jp2h".utf8)
    let colors = try #require(file.indices.first { file[$0...].starts(with: name) })
    let start = try #require(file.indices.first { file[$0...].starts(with: header) })
    let longer =
      8 + 3 + profile.count - TIFFDirectory.number(file[colors - 4..<colors], isBig: true)
    let length = TIFFDirectory.number(file[start - 4..<start], isBig: true) + longer
    let old = colors - 4..<colors + 7 + profile.count - longer
    file.replaceSubrange(old, with: box("colr", [2, 0, 0] + profile))
    file.replaceSubrange(start - 4..<start, with: big(length, 4))
    let path = folder.file("b.jp2")
    try Files.write(file, to: path)
    let png = try StillConverter.png(of: path, kind: "JPEG 2000", MediaTools())
    let chunk: [UInt8] = Array("iCCPprofile".utf8) + [0, 0]
    #expect(png.indices.contains { png[$0...].starts(with: chunk) })
  }
}
