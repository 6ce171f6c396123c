import Bytes
import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct PicturePainterTests {
  /// An opaque picture of noise.
  static func noise(_ width: Int, _ height: Int) -> Picture {
    var noise = Noise(seed: 3)
    return .painted(width, height) { _, _ in
      [UInt8(noise.next(256)), UInt8(noise.next(256)), UInt8(noise.next(256)), 255]
    }
  }

  @Test(arguments: ["444", "420mpeg2", "420jpeg", "411", "420p10", "444alpha"])
  func `of a picture larger than the frame the right part is drawn`(_ name: String) throws {
    let format = PixelFormat.named(name, 16, 12)
    let pictures = ["big.png": Self.noise(48, 40)]
    let source = Frame.noise(format)
    for (x, y) in [(0, 0), (12, 8), (32, 28), (4, 20)] {
      let whole = try Film(
        #"[{ "type": "image", "source": "big.png", "position": [\#(-x), \#(-y)] }]"#, format,
        pictures: pictures)
      let cut = try Film(
        """
        [{ "type": "image", "source": "big.png", "crop": { "left": \(x), "top": \(y),
           "right": \(48 - 16 - x), "bottom": \(40 - 12 - y) } }]
        """, format, pictures: pictures)
      let (one, other) = (try whole.frame(source), try cut.frame(source))
      // Chroma beyond the cut is repeated from its edge rather than read.
      for plane in format.planes.indices {
        let layout = format.planes[plane]
        for sampleY in 0..<layout.height {
          for sampleX in 1..<layout.width - 1 {
            #expect(one[plane, sampleX, sampleY] == other[plane, sampleX, sampleY])
          }
        }
      }
    }
  }

  @Test(arguments: [10, 30, 77, 200])
  func `a turned picture has the same luma in every format of chroma`(_ turn: Int) throws {
    func luma(_ name: String) throws -> [Int] {
      let format = PixelFormat.named(name, 160, 120)
      let film = try Film(
        """
        [{ "type": "image", "source": "s.png", "position": [81.3, 60.7], "anchor": "center",
           "rotation": \(turn) }]
        """, format, pictures: ["s.png": Self.noise(80, 60)])
      return try film.frame(Frame.flat(format, [1024, 8192, 8192])).samples(0)
    }
    let alone = try luma("420p14")
    #expect(try luma("444p14") == alone)
  }

  @Test func `a layer is drawn the same wherever its sprite was made`() throws {
    let format = PixelFormat.named("420mpeg2", 32, 24)
    let film = try Film(
      """
      [{ "type": "image", "source": "s.png", "position": { "from": [-6, -4], "to": [34, 26] },
         "duration": 10 }]
      """, format, pictures: ["s.png": Self.noise(6, 6)])
    let workspace = Workspace()
    for step in 0..<20 {
      let time = Double(step) / 2
      let fresh = try Film(
        """
        [{ "type": "image", "source": "s.png", "position": { "from": [-6, -4], "to": [34, 26] },
           "duration": 10 }]
        """, format, pictures: ["s.png": Self.noise(6, 6)])
      let source = Frame.noise(format)
      #expect(
        try film.frame(source, at: time, workspace).isIdentical(to: fresh.frame(source, at: time)))
    }
  }

  @Test func `a file that turns out broken fails every frame that needs it`() throws {
    func number(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      var check = CRC32()
      check.update(name.utf8 + data)
      return number(UInt32(data.count)) + name.utf8 + data + number(check.value)
    }
    // Too large to be unpacked before the first frame; of all rows there is but one block.
    let rows: [UInt8] =
      [0x78, 0x01, 0x00, 0x10, 0x00, 0xEF, 0xFF] + [UInt8](repeating: 0, count: 16)
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", number(3000) + number(3000) + [8, 0, 0, 0, 0])
    bytes += chunk("IDAT", rows) + chunk("IEND", [])
    let format = PixelFormat.named("444", 16, 12)
    for layer in [
      #"{ "type": "image", "source": "b.png" }"#,
      #"{ "type": "image", "source": "b.png", "rotation": { "from": 1, "to": 2 }, "duration": 1 }"#,
    ] {
      let film = try Film("[\(layer)]", format, files: ["b.png": bytes])
      for _ in 0..<3 {
        #expect(throws: RenderError.self) { try film.frame(.noise(format)) }
      }
    }
  }
}
