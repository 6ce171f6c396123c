import Bytes
import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Pictures that say what their colours are; what chunks mean is tested beside their reader.
@Suite struct ImageColorsTests {
  private let format = PixelFormat.named("444p16", 8, 2)

  /// A file of a picture whose chunk `cICP` says that its samples are light, or something else.
  private func linear(_ picture: Picture, _ data: [UInt8] = [1, 8, 0, 1]) -> [UInt8] {
    let file = PNGEncoder.encode(picture)
    var chunk: [UInt8] = Array("cICP".utf8) + data
    var checksum = CRC32()
    checksum.update(chunk)
    chunk = [0, 0, 0, 4] + chunk
    for shift in [24, 16, 8, 0] as [UInt32] {
      chunk.append(UInt8(truncatingIfNeeded: checksum.value >> shift))
    }
    // Behind the signature and the header.
    return Array(file[..<33]) + chunk + Array(file[33...])
  }

  private func flat(_ value: UInt8) -> Picture {
    let pixel: [UInt8] = [value, value / 2, 255 - value, 255]
    return Picture(width: 8, height: 2, samples: .eight((0..<16).flatMap { _ in pixel }))
  }

  @Test func `a layer shows a picture of light as its sRGB`() throws {
    let layer = #"[{ "type": "image", "source": "a.png" }]"#
    let source = Frame.flat(format, [4096, 32768, 32768])
    let file = linear(flat(55))
    let found = try Film(layer, format, files: ["a.png": file]).frame(source)
    // 55, 27 and 200 of 255 of light are 128, 92 and 229 of 255 in sRGB.
    let pixel: [UInt8] = [128, 92, 229, 255]
    let same = Picture(width: 8, height: 2, samples: .eight((0..<16).flatMap { _ in pixel }))
    let wanted = try Film(layer, format, pictures: ["a.png": same]).frame(source)
    #expect(found.isIdentical(to: wanted))
    let plain = try Film(layer, format, pictures: ["a.png": flat(55)]).frame(source)
    #expect(!found.isIdentical(to: plain))
  }

  @Test func `a picture of PQ passes on a canvas of PQ, above the white of graphics, too`() throws {
    let layer = #"{ "type": "image", "source": "a.png" }"#
    let timeline = #"{ "version": 1, "canvas": { "transfer": "pq" }, "layers": [\#(layer)] }"#
    let source = Frame.flat(format, [4096, 32768, 32768])
    let wanted = try Film("[\(layer)]", format, pictures: ["a.png": flat(230)]).frame(source)
    let file = linear(flat(230), [9, 16, 0, 1])
    #expect(
      try Film(timeline, format, files: ["a.png": file]).frame(source).isIdentical(to: wanted))
    let graphics = try Film(timeline, format, pictures: ["a.png": flat(230)]).frame(source)
    #expect(!graphics.isIdentical(to: wanted))
    let light = StreamLight(transfer: .linear, primaries: .bt709)
    #expect(light.pictures == .standard)
    #expect(StreamLight.standard.pictures == PictureTarget(curve: .bt709, gamut: .bt709))
  }

  @Test func `a Hald picture is a table of numbers, whatever it says`() throws {
    let layer = #"[{ "type": "effect", "effect": "lut", "source": "a.png" }]"#
    let source = Frame.noise(format)
    let found = try Film(layer, format, files: ["a.png": linear(.negativeHald)]).frame(source)
    let wanted = try Film(layer, format, pictures: ["a.png": .negativeHald]).frame(source)
    #expect(found.isIdentical(to: wanted) && !found.isIdentical(to: source))
  }
}
