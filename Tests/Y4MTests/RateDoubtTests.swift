import Testing

@testable import Y4M

@Suite struct RateDoubtTests {
  private func doubt(_ rate: String) throws -> RateDoubt? {
    try StreamHeaderTests.header("YUV4MPEG2 W4 H4 F\(rate)\n").rateDoubt
  }

  @Test(arguments: ["1:1", "24000:1001", "240:1", "25:2", "2997:100", "1001:1001", "60:1"])
  func `nothing is said of rates that films have`(_ rate: String) throws {
    #expect(try doubt(rate) == nil)
  }

  @Test(arguments: [
    ("24000:1", "says 24000 frames a second (F24000:1), which is probably a mistake", "24000/1001"),
    ("60000:1", "says 60000 frames a second (F60000:1), which is probably a mistake", "60000/1001"),
    ("1001:1", "says 1001 frames a second (F1001:1), which is probably a mistake", "25"),
    (
      "1000000000:1",
      "says 1000000000 frames a second (F1000000000:1), which is probably a mistake", "25"
    ),
    (
      "90000:1", "says F90000:1, as of a film whose rate varies: when its frames are shown is lost",
      "25"
    ),
    (
      "1000:1", "says F1000:1, as of a film whose rate varies: when its frames are shown is lost",
      "25"
    ),
    (
      "15000:569",
      "says F15000:569, as of a film whose rate varies: when its frames are shown is lost", "25"
    ),
    ("1:2", "says less than one frame a second (F1:2), which is probably a mistake", "25"),
    (
      "1:1000000000",
      "says less than one frame a second (F1:1000000000), which is probably a mistake",
      "25"
    ),
    ("0:0", "does not say its frame rate (F0:0)", "25"),
  ])
  func `other rates are doubted`(_ rate: String, _ words: String, _ likely: String) throws {
    let doubt = try #require(try doubt(rate))
    #expect("\(doubt)" == words)
    #expect(doubt.likely == likely)
  }
}
