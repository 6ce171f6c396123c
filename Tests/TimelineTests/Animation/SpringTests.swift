import Testing

@testable import Timeline

@Suite struct SpringTests {
  @Test func `springs follow the solved differential equation`() throws {
    let rows = try expectEasings(springReference) { _, _ in 1e-9 }
    #expect(rows == 66)
  }

  @Test func `the weaker the damping the longer it takes`() {
    func time(_ damping: Double) -> Double {
      Spring(mass: 1, stiffness: 100, damping: damping, velocity: 0).settlingTime
    }
    #expect((time(10) - 1.4103).magnitude < 1e-3)
    #expect(time(1) > time(5) && time(5) > time(10) && time(40) > time(20))
  }

  @Test func `a spring swings beyond its target unless it is damped enough`() throws {
    let loose = try Easing(parsing: "spring(1, 100, 5, 0)")
    let tight = try Easing(parsing: "spring(1, 100, 25, 0)")
    let samples = (0...200).map { Double($0) / 200 }
    #expect(samples.map { loose($0) }.max().map { $0 > 1.2 } == true)
    #expect(samples.allSatisfy { tight($0) <= 1 })
  }

  @Test func `extreme springs end all the same`() throws {
    for text in [
      "spring(1000000, 0.001, 1000000, 1000000)", "spring(0.001, 1000000, 1000000, -1000000)",
      "spring(1, 100, 0.02, 0)", "spring(0.001, 0.001, 1000000, 0)",
    ] {
      let easing = try Easing(parsing: text)
      #expect(easing(1) == 1 && easing(0.5).isFinite && easing(0.001).isFinite, "\(text)")
    }
  }
}
