import Testing

@testable import Timeline

@Suite struct AngleTests {
  @Test func `all units of CSS are read`() throws {
    #expect(try Angle(number: "-450.5").degrees == -450.5)
    #expect(try Angle(parsing: "90").degrees == 90)
    #expect(try Angle(parsing: "90deg").degrees == 90)
    #expect(try Angle(parsing: "0.5turn").degrees == 180)
    #expect(try Angle(parsing: "100grad").degrees == 90)
    #expect((try Angle(parsing: "1rad").degrees - 57.29577951308232).magnitude < 1e-13)
    #expect((try Angle(parsing: "1rad").radians - 1).magnitude < 1e-15)
  }

  @Test func `quarter turns are exact`() {
    let sines = [0.0, 1, 0, -1]
    for turn in -400...400 {
      let angle = Angle(degrees: Double(turn) * 90)
      #expect(angle.sine == sines[turn & 3] && angle.cosine == sines[(turn + 1) & 3])
    }
    #expect((Angle(degrees: 30).sine - 0.5).magnitude < 1e-15)
    #expect((Angle(degrees: -420).cosine - 0.5).magnitude < 1e-15)
    #expect((Angle(degrees: 359_999_985).sine + 0.25881904510252074).magnitude < 1e-15)
    #expect(Angle(degrees: .infinity).sine == 0)
  }

  @Test(arguments: [
    ("90°", "an angle is a number of degrees, or text such as \"90deg\", \"0.5turn\" or \"1rad\""),
    ("2pi", "an angle ends in deg, rad, grad or turn, not in 'pi'"),
    ("3e6turn", "an angle must be within a billion degrees"),
    ("1e12", "an angle must be within a billion degrees"),
  ])
  func `faults say what is allowed`(text: String, message: String) {
    #expect(valueError { () throws(ValueError) in try Angle(parsing: text) }?.message == message)
  }
}
