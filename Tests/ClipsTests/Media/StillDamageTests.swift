import Pipes
import TestSupport
import Testing

@testable import Clips

/// Pictures of which a part is missing.
@Suite struct StillDamageTests {
  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + Array(name.utf8) + content
  }

  @Test func `a matrix that ffmpeg takes for another is found`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.avif")
    let matrices: [(matrix: UInt8, name: String?)] = [
      (0, nil), (1, nil), (2, nil), (6, nil), (9, nil), (8, "YCgCo"), (14, "ICtCp"), (200, nil),
    ]
    for (matrix, name) in matrices {
      let profile = box("colr", Array("prof".utf8) + [0, 0, 0, 0, 0, 8, 0])
      let colors = box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, matrix, 128])
      let properties = box("iprp", box("ipco", profile + colors))
      try Files.write(box("ftyp", []) + box("meta", [0, 0, 0, 0] + properties), to: path)
      for kind in ["AVIF", "HEIC"] {
        #expect(StillStore.Still(path: path, kind: kind).unreadMatrix == name, "\(matrix)")
      }
      #expect(StillStore.Still(path: path, kind: "BMP").unreadMatrix == nil)
    }
    try Files.write(box("ftyp", []), to: path)
    #expect(StillStore.Still(path: path, kind: "AVIF").unreadMatrix == nil)
  }

  @Test func `the matrix is that of the picture itself`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.avif")
    func nclx(_ matrix: UInt8) -> [UInt8] {
      box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, matrix, 128])
    }
    let profile = box("colr", Array("prof".utf8) + [0, 0, 0, 0, 0, 8, 0])
    // The boxes in the file, and which of them are the picture's, counted from 1.
    let files: [(boxes: [[UInt8]], own: [UInt8], name: String?)] = [
      ([nclx(8), nclx(1)], [2], nil), ([nclx(1), nclx(8)], [2], "YCgCo"),
      ([nclx(8), profile], [2], nil), ([profile, nclx(8)], [1, 2], "YCgCo"),
      ([nclx(14), profile, nclx(8)], [2, 3], "YCgCo"), ([nclx(8), nclx(1)], [2, 1], nil),
      // A grid of tiles, of which only these say it.
      ([nclx(8)], [], "YCgCo"),
    ]
    for (boxes, own, name) in files {
      let said = box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, UInt8(own.count)] + own)
      let properties = box("iprp", box("ipco", boxes.flatMap(\.self)) + said)
      let meta = box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 2]) + properties)
      try Files.write(box("ftyp", []) + meta, to: path)
      let found = StillStore.Still(path: path, kind: "AVIF").unreadMatrix
      #expect(found == name, "\(own) of \(boxes.count)")
    }
  }

  @Test(.enabled(if: RealFFmpeg.isThere))
  func `the matrix of a film is found`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    for (space, name) in [("ycgco", "YCgCo"), ("bt709", nil)] as [(String, String?)] {
      try RealFFmpeg.run([
        "-f", "lavfi", "-i", "color=gray:s=16x16:d=0.1,format=yuv444p", "-vf",
        "setparams=colorspace=\(space)", "-c:v", "ffv1", path,
      ])
      let still = StillStore.Still(path: path, kind: StillStore.movie)
      #expect(StillStore().unreadMatrix(still, MediaTools()) == name)
    }
  }

  static let auxiliaries: [(name: String, isAlpha: Bool)] = [
    ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", true),
    ("urn:mpeg:hevc:2015:auxid:1\0", true), ("urn:mpeg:hevc:2015:auxid:2\0", false), ("", false),
  ]

  @Test(arguments: auxiliaries)
  func `alpha that is left out is found`(_ name: String, _ isAlpha: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.avif")
    let auxiliary = box("auxC", [0, 0, 0, 0] + Array(name.utf8))
    let properties = box("iprp", box("ipco", box("irot", [0]) + auxiliary))
    try Files.write(box("ftyp", []) + box("meta", [0, 0, 0, 0] + properties), to: path)
    // The signature of a PNG and its header.
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    png += Array("IHDR".utf8)
    png += [0, 0, 0, 1, 0, 0, 0, 1, 8] as [UInt8]
    for kind in ["AVIF", "HEIC", "BMP"] {
      let still = StillStore.Still(path: path, kind: kind)
      for (type, hasAlpha) in [(0, false), (2, false), (4, true), (6, true)] as [(UInt8, Bool)] {
        let isLost = isAlpha && kind != "BMP" && !hasAlpha
        #expect(still.losesAlpha(in: png + [type, 0, 0, 0]) == isLost, "\(kind) \(type)")
      }
      #expect(!still.losesAlpha(in: []))
    }
  }
}
