import Pipes
import TestSupport
import Testing

@testable import Clips

/// Colours that files of items say of their pictures.
@Suite struct ItemColorsTests {
  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + Array(name.utf8) + content
  }

  private func nclx(_ numbers: [UInt8], isFull: Bool) -> [UInt8] {
    let points: [UInt8] = numbers.flatMap { [0, $0] }
    return box("colr", Array("nclx".utf8) + points + [isFull ? 128 : 0])
  }

  /// A file whose item 1, the picture, has the second property, and item 2 the first.
  private func file(_ other: [UInt8], _ own: [UInt8]) -> [UInt8] {
    let properties = box(
      "iprp",
      box("ipco", other + own)
        + box("ipma", [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 0x82, 0, 2, 1, 0x81]))
    return box("ftyp", [])
      + box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + properties)
  }

  private let known = """
    [STREAM]
    pix_fmt=yuv444p10le
    color_range=tv
    color_space=bt709
    color_transfer=unknown
    color_primaries=bt709
    [/STREAM]
    """

  @Test func `the picture's own code points take the place of its data's`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.avif")
    let other = nclx([1, 13, 1], isFull: false)
    try Files.write(file(other, nclx([9, 16, 9], isFull: true)), to: path)
    for kind in ["AVIF", "HEIC"] {
      let colors = try #require(ItemColors(ofFile: path, kind: kind))
      let said = colors.applied(to: known)
      for line in [
        "color_range=pc", "color_space=bt2020nc", "color_transfer=smpte2084",
        "color_primaries=bt2020", "pix_fmt=yuv444p10le",
      ] {
        #expect(said.split(separator: "\n").contains { $0 == line }, "\(line)")
      }
      #expect(
        ItemColors.labels(said, over: known) == ["setparams=range=pc:colorspace=bt2020nc"])
    }
    #expect(ItemColors(ofFile: path, kind: "TIFF") == nil)
  }

  @Test func `what is not said, and what is the same, is left as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.avif")
    try Files.write(
      file(nclx([9, 16, 9], isFull: true), nclx([2, 2, 2], isFull: false)), to: path)
    let colors = try #require(ItemColors(ofFile: path, kind: "AVIF"))
    #expect(colors.applied(to: known) == known)
    #expect(ItemColors.labels(known, over: known).isEmpty)
    // Red, green and blue have no matrix.
    try Files.write(file(box("free", []), nclx([1, 13, 1], isFull: false)), to: path)
    let colored = known.replacing("yuv444p10le", with: "gbrp").replacing("=tv", with: "=pc")
    let other = try #require(ItemColors(ofFile: path, kind: "AVIF")).applied(to: colored)
    #expect(ItemColors.labels(other, over: colored).isEmpty)
    try Files.write(box("ftyp", []), to: path)
    #expect(ItemColors(ofFile: path, kind: "AVIF") == nil)
  }
}
