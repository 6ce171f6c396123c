import TestNumbers
import Testing

@testable import Images

/// Profiles that are right, wrong, or made to do harm.
@Suite struct ICCProfileTests {
  /// A profile of tags that follow one another.
  struct Builder {
    var space = "RGB "
    var connection = "XYZ "
    var magic = "acsp"
    var tags: [(String, [UInt8])] = [
      ("rXYZ", Self.xyz(0.4361, 0.2225, 0.0139)), ("gXYZ", Self.xyz(0.3851, 0.7169, 0.0971)),
      ("bXYZ", Self.xyz(0.1431, 0.0606, 0.7141)), ("rTRC", Self.curve([461])),
      ("gTRC", Self.curve([461])), ("bTRC", Self.curve([461])),
    ]

    static func fixed(_ value: Double) -> [UInt8] {
      PNGBuilder.number(UInt32(bitPattern: Int32(value * 65536)))
    }

    static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(x) + fixed(y) + fixed(z)
    }

    static func curve(_ values: [UInt16]) -> [UInt8] {
      Array("curv".utf8) + [0, 0, 0, 0] + PNGBuilder.number(UInt32(values.count))
        + values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    static func parametric(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
      Array("para".utf8) + [0, 0, 0, 0, 0, kind, 0, 0] + numbers.flatMap { fixed($0) }
    }

    /// Gives a tag other contents; nil takes it out.
    func with(_ name: String, _ data: [UInt8]?) -> Builder {
      var copy = self
      copy.tags.removeAll { $0.0 == name }
      if let data { copy.tags.append((name, data)) }
      return copy
    }

    var bytes: [UInt8] {
      var table = PNGBuilder.number(UInt32(tags.count))
      var body: [UInt8] = []
      for (name, data) in tags {
        table += name.utf8 + PNGBuilder.number(UInt32(132 + 12 * tags.count + body.count))
        table += PNGBuilder.number(UInt32(data.count))
        body += data
      }
      var head = PNGBuilder.number(UInt32(128 + table.count + body.count))
      head += [UInt8](repeating: 0, count: 12)
      head += space.utf8
      head += connection.utf8
      head += [UInt8](repeating: 0, count: 12)
      head += magic.utf8
      head += [UInt8](repeating: 0, count: 88)
      return head + table + body
    }
  }

  private func fault(_ bytes: [UInt8]) -> String? {
    do throws(ProfileFault) {
      _ = try ICCProfile(bytes)
      return nil
    } catch {
      switch error {
      case .malformed(let what): return "malformed: \(what)"
      case .unsupported(let what): return "unsupported: \(what)"
      }
    }
  }

  @Test func `curves are those of their types`() throws {
    func expect(_ curve: [UInt8], _ pairs: [(Double, Double)]) throws {
      // Tags are read by name: with a new red one last, red stands first all the same.
      let profile = try ICCProfile(Builder().with("rTRC", curve).bytes)
      for (sample, wanted) in pairs {
        let found = profile.curves[0].light(sample)
        #expect((found - wanted).magnitude < 1e-4, "\(curve.prefix(16)): \(sample) \(found)")
      }
    }
    try expect(Builder.curve([]), [(0, 0), (0.3, 0.3), (1, 1)])
    try expect(Builder.curve([512]), [(0, 0), (0.5, 0.25), (1, 1)])
    try expect(Builder.curve([0, 0x4000, 0xFFFF]), [(0.25, 0.125), (0.5, 0.25), (0.75, 0.625)])
    try expect(Builder.parametric(0, [3]), [(0.5, 0.125)])
    try expect(Builder.parametric(1, [2, 2, -0.5]), [(0.2, 0), (0.5, 0.25), (0.75, 1)])
    try expect(Builder.parametric(2, [2, 1, -0.5, 0.25]), [(0.2, 0.25), (0.75, 0.3125)])
    try expect(Builder.parametric(3, [2, 1, 0, 0.5, 0.25]), [(0.125, 0.0625), (0.5, 0.25)])
    try expect(
      Builder.parametric(4, [2, 1, 0, 0.5, 0.25, 0.125, 0.0625]), [(0.125, 0.125), (0.5, 0.375)])
  }

  @Test func `types of Corbis and Monaco are those of the standard`() throws {
    let right = Builder()
    var odd = right
    odd.tags = right.tags.map { name, data in
      let type: UInt32 = name.hasSuffix("XYZ") ? 0x17A5_05B8 : 0x9478_EE00
      return (name, PNGBuilder.number(type) + data.dropFirst(4))
    }
    let (profile, other) = (try ICCProfile(right.bytes), try ICCProfile(odd.bytes))
    #expect(profile.colorants == other.colorants)
    #expect(profile.curves[2].light(0.25) == other.curves[2].light(0.25))
  }

  @Test func `a doubt is said before a picture is decoded`() {
    #expect(ImageOddity.doubt(ofProfile: Builder().bytes) == nil)
    #expect(
      ImageOddity.doubt(ofProfile: Builder(space: "CMYK").bytes)
        == "a colour profile with colours that are not RGB is not read; "
        + "colours are taken as those of sRGB")
    #expect(
      ImageOddity.doubt(ofProfile: [1, 2])
        == "broken colour profile (it ends too early); colours are taken as those of sRGB")
  }

  @Test func `what is broken or not read is reported`() {
    let plain = Builder()
    #expect(fault(plain.bytes) == nil)
    #expect(fault([]) == "malformed: it ends too early")
    #expect(fault(Builder(magic: "acsq").bytes) == "malformed: no signature acsp")
    #expect(fault(Builder(space: "CMYK").bytes) == "unsupported: colours that are not RGB")
    #expect(fault(plain.with("gTRC", nil).bytes) == "malformed: no matrix and curves")
    #expect(
      fault(plain.with("gTRC", nil).with("A2B0", [0]).bytes) == "unsupported: tables of colours")
    #expect(
      fault(plain.with("gXYZ", Builder.curve([])).bytes) == "malformed: a colorant that is no XYZ")
    #expect(fault(plain.with("bTRC", [1, 2]).bytes) == "malformed: a curve ends too early")
    #expect(
      fault(plain.with("bTRC", Array("cruv".utf8) + [0, 0, 0, 0]).bytes)
        == "malformed: a curve of an unknown type")
    #expect(
      fault(plain.with("bTRC", Builder.parametric(5, [1])).bytes)
        == "malformed: a curve of an unknown kind")
    #expect(
      fault(plain.with("bTRC", Builder.parametric(3, [1])).bytes)
        == "malformed: a tag ends too early")
    #expect(
      fault(plain.with("bTRC", Builder.parametric(1, [1, 0, 1])).bytes)
        == "malformed: a curve divides by 0")
    let long = Array("curv".utf8) + [0, 0, 0, 0, 255, 255, 255, 255]
    #expect(fault(plain.with("bTRC", long).bytes) == "malformed: a curve ends too early")
    #expect(fault(Builder(space: "GRAY").bytes) == "malformed: no kTRC")
    let grey = Builder(space: "GRAY", tags: [("kTRC", Builder.curve([512]))])
    #expect(fault(grey.bytes) == nil)
    #expect(
      fault(Builder(space: "GRAY", connection: "Lab ", tags: grey.tags).bytes)
        == "unsupported: greys by lightness")
    var many = plain.bytes
    many.replaceSubrange(128..<132, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(fault(many) == "malformed: too many tags")
    many.replaceSubrange(128..<132, with: [0, 0, 3, 0xE8])
    #expect(fault(many)?.hasPrefix("malformed:") == true)
  }

  @Test func `no prefix and no changed byte traps`() {
    var dice = SeededNumbers(11)
    let kinds: [[UInt8]] = [
      Builder().bytes, Builder().with("rTRC", Builder.curve([0, 9, 700, 65535])).bytes,
      Builder().with("gTRC", Builder.parametric(4, [2, 1, 0, 0.5, 0.25, 0.1, 0.1])).bytes,
    ]
    for whole in kinds {
      for length in 0..<whole.count { _ = fault(Array(whole[..<length])) }
      for round in 0..<1000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...5, using: &dice) {
          let place = Int.random(in: 0..<bytes.count, using: &dice)
          bytes[place] = UInt8.random(in: 0...255, using: &dice)
        }
        guard let profile = try? ICCProfile(bytes),
          let colors = PictureColors(profile, isGray: profile.colorants == nil), round % 20 == 0
        else { continue }
        var samples: [UInt8] = [0, 1, 2, 3, 140, 150, 160, 0, 255, 255, 255, 255]
        colors.convert(&samples)
        #expect(samples[3] == 3 && samples[7] == 0)
        _ = colors.isSRGB
      }
    }
  }

  @Test func `a profile of grey is for a grey picture, and one of colours for others`() throws {
    let colors = try ICCProfile(Builder().bytes)
    let grey = try ICCProfile(Builder(space: "GRAY", tags: [("kTRC", Builder.curve([461]))]).bytes)
    #expect(PictureColors(colors, isGray: true) == nil && PictureColors(grey, isGray: false) == nil)
    let wide = try #require(PictureColors(colors, isGray: false))
    let plain = try #require(PictureColors(grey, isGray: true))
    #expect(!wide.isSRGB && !plain.isSRGB)
    // sRGB's primaries with another curve: greys are those of the curve alone.
    var (first, second): ([UInt8], [UInt8]) = ([90, 90, 90, 7], [90, 90, 90, 7])
    wide.convert(&first)
    plain.convert(&second)
    #expect(first == second && first[3] == 7 && first[0] > 90)
  }
}
