import Testing

@testable import Timeline

@Suite struct LengthTests {
  @Test func `pixels and shares are read`() throws {
    #expect(try Length(number: "-2.5e1") == Length(pixels: -25))
    #expect(try Length(parsing: "20px") == Length(pixels: 20))
    #expect(try Length(parsing: " 20 ") == Length(pixels: 20))
    #expect(try Length(parsing: "12.5%") == Length(fraction: 0.125))
    #expect(try Length(parsing: "50%").resolved(against: 1080) == 540)
    #expect(Length(pixels: -20, fraction: 1).resolved(against: 100) == 80)
  }

  @Test func `a share is written as the percentage that is read back as it`() throws {
    #expect(Length(fraction: 0.14).json.compact == #""14%""#)
    #expect(Length(pixels: -20, fraction: 0.07).json.compact == #""7% - 20px""#)
    for thousandths in -2000...2000 {
      let share = try Length(parsing: "\(Double(thousandths) / 10)%")
      guard share.fraction != 0 else { continue }
      #expect(share.json.compact == "\"\(JSONText.spelling(Double(thousandths) / 10))%\"")
    }
    #expect(Length(fraction: 1.0 / 3).json.compact == #""33.33333333333333%""#)
  }

  @Test(
    arguments: [
      ("calc(100% - 24px)", -24, 1), ("100% - 24px", -24, 1), ("100% - 24", -24, 1),
      ("calc((100% - 24px) / 3)", -8, 1.0 / 3), ("2 * (10px + 5%)", 20, 0.1), ("50% * 2", 0, 1),
      ("calc(calc(1px + 2px) * 2 * 2)", 12, 0), ("-5px + 1e1px", 5, 0), ("1e+1", 10, 0),
      ("(50%)", 0, 0.5), ("10 + 5", 15, 0), ("100% / 4 + 1px", 1, 0.25),
    ] as [(String, Double, Double)])
  func `sums are added up`(text: String, pixels: Double, fraction: Double) throws {
    let length = try Length(parsing: text)
    #expect(abs(length.pixels - pixels) < 1e-12 && abs(length.fraction - fraction) < 1e-12)
  }

  @Test(arguments: [
    ("calc(100% - )", "a length is a number of pixels"), ("calc(1px", "a bracket is not closed"),
    ("1px * 2px", "a length cannot be multiplied by a length"),
    ("10px / 0", "a length can only be divided by a number other than 0"),
    ("10px / 2px", "a length can only be divided by a number other than 0"),
    ("1em + 2px", "a length ends in px, %, vw, vh, vmin or vmax, not in 'em'"),
    ("1px + 2px)", "a length is a number"),
    ("1e9 * 2", "a length must be within a billion pixels"),
    ("max(1px, 2px)", "a length is a number"),
    (String(repeating: "(", count: 5000), "brackets are nested more than 16 deep"),
  ])
  func `faults of sums say what is allowed`(text: String, message: String) throws {
    let fault = valueError { () throws(ValueError) in try Length(parsing: text) }
    #expect(try #require(fault).message.hasPrefix(message))
  }

  @Test(
    arguments: [
      ("5vw", 100, 0), ("5vh", 50, 0), ("10vmin", 100, 0), ("10vmax", 200, 0), ("-1.5vmin", -15, 0),
      ("100% - 5vmin", -50, 1), ("calc((50% + 2vw) / 2)", 20, 0.25), ("2 * 3vh + 1px", 61, 0),
    ] as [(String, Double, Double)])
  func `shares of the canvas as a whole are pixels of it`(
    text: String, pixels: Double, fraction: Double
  ) throws {
    let canvas = Viewport(width: 2000, height: 1000)
    let length = try Length(parsing: text, on: canvas)
    #expect(abs(length.pixels - pixels) < 1e-9 && abs(length.fraction - fraction) < 1e-12)
    let tall = try Length(parsing: "1vmin", on: Viewport(width: 300, height: 1000))
    #expect(tall == Length(pixels: 3))
  }

  @Test func `pixels and shares mix`() throws {
    let animated = try Animated(keys: [
      .init(.zero, Length(pixels: 20)), .init(Time(seconds: 4), Length(fraction: 1)),
    ])
    let quarter = animated.value(at: Time(seconds: 1))
    #expect(quarter == Length(pixels: 15, fraction: 0.25))
    #expect(quarter.resolved(against: 400) == 115)
  }

  @Test func `a point mixes both sides`() throws {
    let (a, b) = (
      Point(x: Length(pixels: 20), y: .zero), Point(x: Length(fraction: 0.5), y: Length(pixels: 8))
    )
    let animated = try Animated(keys: [.init(.zero, a), .init(Time(seconds: 2), b)])
    let middle = Point(x: Length(pixels: 10, fraction: 0.25), y: Length(pixels: 4))
    #expect(animated.value(at: Time(seconds: 1)) == middle)
  }

  @Test(arguments: [
    ("20em", "a length ends in px, %, vw, vh, vmin or vmax, not in 'em'"),
    ("wide", "a length is a number of pixels, or text such as \"50%\" or \"20px\""),
    ("20 px", "a length is a number of pixels, or text such as \"50%\" or \"20px\""),
    ("1e400", "a length must be within a billion pixels"),
    ("2e11%", "a length must be within a billion percent"),
    ("2e9vw", "a length must be within a billion vw"),
  ])
  func `faults say what is allowed`(text: String, message: String) {
    #expect(valueError { () throws(ValueError) in try Length(parsing: text) }?.message == message)
  }
}
