import Images
import TestSupport
import Testing
import Y4M

/// Small pictures resampled by peers once, with the call that made each.
enum PeerPictures {
  /// Noise: 8 x 6.
  static let source: [Int] = [
    175, 240, 136, 19, 196, 228, 50, 58, 25, 194, 168, 199, 246, 41, 168, 81, 67, 150, 59,
    112, 211, 208, 108, 250, 151, 3, 53, 185, 103, 54, 161, 116, 92, 133, 93, 250, 185, 236,
    217, 78, 142, 221, 218, 137, 23, 10, 141, 67,
  ]

  /// OpenCV 4 `resize(source, (5, 4), INTER_AREA)`.
  static let area5x4: [Int] = [
    162, 158, 146, 152, 75, 95, 118, 182, 155, 169, 99, 79, 168, 133, 132, 150, 180, 126,
    105, 107,
  ]

  /// OpenCV 4 `resize(source, (3, 5), INTER_AREA)`.
  static let area3x5: [Int] = [
    179, 137, 99, 115, 180, 131, 84, 138, 152, 95, 177, 152, 177, 108, 95,
  ]

  /// Pillow `resize((13, 9), BICUBIC)`.
  static let bicubic: [Int] = [
    180, 213, 242, 180, 93, 7, 89, 205, 248, 182, 47, 41, 58, 93, 150, 222, 185, 139, 107,
    168, 220, 155, 119, 111, 77, 56, 9, 85, 190, 170, 163, 192, 236, 233, 88, 76, 166, 134,
    99, 48, 101, 163, 102, 75, 112, 176, 225, 209, 162, 113, 187, 242, 119, 98, 64, 44, 66,
    131, 151, 149, 135, 125, 126, 170, 198, 159, 94, 7, 25, 93, 192, 164, 101, 69, 101, 170,
    134, 99, 96, 103, 110, 78, 118, 240, 224, 183, 215, 230, 218, 132, 72, 110, 143, 188,
    170, 170, 195, 150, 101, 115, 150, 181, 114, 62, 139, 176, 228, 237, 208, 142, 66, 5, 0,
    41, 135, 99, 62,
  ]

  /// Pillow `resize((13, 9), BILINEAR)`.
  static let bilinear: [Int] = [
    175, 202, 236, 172, 104, 32, 108, 200, 219, 166, 57, 55, 58, 100, 149, 215, 175, 140,
    114, 166, 211, 158, 126, 110, 87, 70, 32, 97, 185, 162, 159, 180, 213, 220, 115, 100,
    154, 130, 109, 60, 101, 155, 105, 90, 121, 172, 213, 190, 158, 121, 178, 222, 109, 95,
    76, 63, 81, 138, 153, 154, 138, 132, 135, 163, 183, 141, 92, 26, 48, 97, 180, 156, 113,
    93, 114, 167, 135, 110, 102, 105, 110, 95, 127, 222, 206, 175, 196, 206, 208, 137, 84,
    117, 142, 176, 163, 166, 189, 149, 107, 118, 142, 177, 118, 73, 142, 175, 221, 219, 196,
    146, 80, 22, 14, 55, 136, 98, 67,
  ]

  /// OpenCV 4 `warpAffine` to 12 x 10, INTER_LINEAR: 30 degrees clockwise about the middle, and
  /// 2 samples right and down.
  static let turned: [Int] = [
    40, 47, 122, 175, 175, 228, 169, 72, 92, 205, 202, 50, 85, 55, 34, 67, 182, 207, 115, 28,
    181, 221, 113, 54, 146, 116, 74, 60, 182, 165, 67, 116, 209, 178, 51, 58, 95, 124, 147,
    92, 113, 132, 200, 215, 225, 89, 55, 58, 133, 108, 104, 46, 53, 121, 189, 158, 105, 81,
    58, 58, 142, 142, 174, 130, 148, 172, 131, 177, 129, 122, 74, 62, 142, 170, 220, 211,
    187, 189, 152, 118, 153, 243, 174, 89, 142, 209, 219, 171, 86, 34, 150, 206, 107, 127,
    194, 236, 180, 220, 200, 127, 29, 12, 99, 109, 75, 86, 105, 145, 220, 218, 160, 70, 17,
    52, 127, 67, 67, 71, 76, 91,
  ]
}

@Suite struct ResamplingTests {
  /// The source drawn on a black grey stream of full range, where samples are its own values.
  private func drawn(_ layer: String, _ width: Int, _ height: Int) throws -> Frame {
    let format = PixelFormat.named("mono", width, height)
    let picture = Picture.painted(8, 6) { x, y in
      let value = UInt8(PeerPictures.source[8 * y + x])
      return [value, value, value, 255]
    }
    return try Film(
      #"[{ "type": "image", "source": "s.png", \#(layer) }]"#, format, range: .full,
      pictures: ["s.png": picture]
    ).frame(.flat(format, [0]))
  }

  @Test func `made smaller it is the mean of areas, as OpenCV's`() throws {
    for (width, height, expected) in [
      (5, 4, PeerPictures.area5x4), (3, 5, PeerPictures.area3x5),
    ] {
      let result = try drawn(#""size": [\#(width), \#(height)]"#, width, height)
      for (found, exact) in zip(result.samples(0), expected) { #expect(abs(found - exact) <= 1) }
    }
  }

  @Test func `made larger it follows the curves of Pillow`() throws {
    for (sampling, expected) in [
      ("bicubic", PeerPictures.bicubic), ("bilinear", PeerPictures.bilinear),
    ] {
      let result = try drawn(#""size": [13, 9], "sampling": "\#(sampling)""#, 13, 9)
      // At its edges Pillow weighs anew what is left; here the edge is repeated.
      for y in 3..<6 {
        for x in 3..<10 {
          #expect(abs(result[0, x, y] - expected[13 * y + x]) <= 1, "\(sampling) \(x), \(y)")
        }
      }
    }
  }

  @Test func `turned it is what OpenCV makes`() throws {
    let result = try drawn(
      #""position": [2, 2], "rotation": 30, "sampling": "bilinear""#, 12, 10)
    var compared = 0
    for y in 0..<10 {
      for x in 0..<12 {
        // Away from the picture's edges, which are anti-aliased here.
        let (dx, dy) = (Double(x) - 5.5, Double(y) - 4.5)
        let (s, t) = (dx * 0.8660254 + dy * 0.5, dy * 0.8660254 - dx * 0.5)
        guard abs(s) < 3.4, abs(t) < 2.4 else { continue }
        compared += 1
        // OpenCV counts coordinates in 1/32 samples.
        #expect(abs(result[0, x, y] - PeerPictures.turned[12 * y + x]) <= 8, "\(x), \(y)")
      }
    }
    #expect(compared > 25)
  }

  @Test func `nothing shimmers when a picture shrinks by and by`() throws {
    // The mean of a chequered picture is grey at every size below a half.
    let picture = Picture.painted(64, 64) { x, y in
      (x + y) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    let format = PixelFormat.named("mono", 32, 32)
    for size in stride(from: 6.0, through: 31, by: 1.37) {
      let film = try Film(
        #"[{ "type": "image", "source": "s.png", "size": [\#(size), \#(size)] }]"#, format,
        range: .full, pictures: ["s.png": picture])
      let result = try film.frame(.flat(format, [128]))
      #expect(result.samples(0).allSatisfy { abs($0 - 128) <= 34 }, "at \(size)")
    }
  }

  @Test func `a mean of thousands of samples counts all of them`() throws {
    // Black on the left and white on the right, drawn as one sample.
    let picture = Picture.painted(20_000, 1) { x, _ in
      x < 15_000 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    let format = PixelFormat.named("mono", 1, 1)
    let film = try Film(
      #"[{ "type": "image", "source": "s.png", "size": [1, 1] }]"#, format, range: .full,
      pictures: ["s.png": picture])
    #expect(try film.frame(.flat(format, [0]))[0, 0, 0] == 64)
  }

  @Test func `a tall picture drawn flat takes no memory for its height`() throws {
    // Above the window's length the mean is the same: 1 white row in 40, at both sides of it.
    for height in [120, 4000] {
      let picture = Picture.painted(3, height) { _, y in
        y % 40 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
      }
      let format = PixelFormat.named("mono16", 3, 3)
      let film = try Film(
        #"[{ "type": "image", "source": "s.png", "size": [3, 3] }]"#, format, range: .full,
        pictures: ["s.png": picture])
      let result = try film.frame(.flat(format, [0]))
      #expect(result.samples(0).allSatisfy { abs(Double($0) - 65535 / 40.0) < 40 })
    }
  }

  @Test func `a slanted line is as strong as it is thick`() throws {
    let format = PixelFormat.named("mono16", 64, 64)
    for thickness in [4, 1, 0.5, 0.25, 0.1] {
      let film = try Film(
        """
        [{ "type": "color", "color": "white", "position": [32, 32], "anchor": "center",
           "size": [40, \(thickness)], "rotation": 30 }]
        """, format, range: .full)
      let sum = try film.frame(.flat(format, [0])).samples(0).reduce(0, +)
      let area = Double(sum) / 65535
      #expect(abs(area / (40 * thickness) - 1) < 0.05, "\(thickness): \(area)")
    }
  }
}
