import Foundation
import TestFiles
import Testing

/// JPEG pictures in films: no other program is asked about them.
@Suite(.timeLimit(.minutes(10))) struct JPEGFilmTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let fixtures = Checkout.fixture("jpeg")
    for (name, copy) in [
      ("orientation-6.jpg", "photo.png"), ("display-p3.jpg", "wide.jpg"),
      ("display-p3.png", "wide.png"), ("video-001.q50.420.jpeg", "whole.jpg"),
    ] {
      try FileManager.default.copyItem(
        atPath: fixtures.appendingPathComponent(name).path, toPath: bench.path(copy))
    }
  }

  private func film(_ source: String) throws -> Workbench.Outcome {
    try Data(
      #"""
      { "version": 1, "clips": [ { "source": "\#(source)", "duration": 0.04 } ] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
    return try bench.bash("vfx -q --no-exec -t t.json > \(source).y4m")
  }

  @Test func `a photograph is turned as it says, whatever its name`() throws {
    #expect(try film("photo.png").status == 0)
    let outcome = try bench.bash("head -n 1 photo.png.y4m")
    #expect(outcome.text.hasPrefix("YUV4MPEG2 W10 H18 "), "\(outcome.text)")
  }

  @Test func `a profile counts as that of a PNG`() throws {
    for source in ["wide.jpg", "wide.png"] {
      let outcome = try film(source)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try bench.bash("cmp wide.jpg.y4m wide.png.y4m").status == 0)
  }

  @Test func `broken data get a warning, and kinds that are not read a message`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: bench.path("whole.jpg")))
    // An end in the midst of the data, and a frame that says it is lossless.
    let half = whole[..<(whole.count / 2)] + [0xFF, 0xD9]
    try half.write(to: URL(fileURLWithPath: bench.path("half.jpg")))
    var lossless = whole
    let frame = try #require(whole.firstRange(of: Data([0xFF, 0xC0])))
    lossless[frame.lowerBound + 1] = 0xC3
    try lossless.write(to: URL(fileURLWithPath: bench.path("lossless.jpg")))
    #expect(try film("half.jpg").status == 0)
    let told = try bench.bash("vfx check --no-exec t.json")
    #expect(
      told.errors.contains(
        "warning: half.jpg: broken picture data (data of a scan end too early), at byte "),
      "\(told.errors)")
    let refused = try film("lossless.jpg")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("a JPEG with lossless coding is not read"), "\(refused.errors)")
  }
}
