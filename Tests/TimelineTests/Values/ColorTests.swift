import Testing

@testable import Timeline

@Suite struct ColorTests {
  @Test func `mixing is premultiplied as in CSS`() throws {
    let red = try Color(parsing: "red")
    func middle(_ a: Color, _ b: Color) -> Color {
      Color(components: a.components + (b.components - a.components) * 0.5)
    }
    #expect(middle(red, .transparent) == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(middle(.black, .white).description == "#808080ff")
    // The example of CSS Color 4, 12.3.
    let mixed = middle(
      Color(red: 0.24, green: 0.12, blue: 0.98, alpha: 0.4),
      Color(red: 0.62, green: 0.26, blue: 0.64, alpha: 0.6))
    let expected = [0.468, 0.204, 0.776, 0.5]
    for (value, wanted) in zip([mixed.red, mixed.green, mixed.blue, mixed.alpha], expected) {
      #expect((value - wanted).magnitude < 1e-15)
    }
  }

  @Test func `overshooting mixtures are held within the cube`() {
    let color = Color(components: SIMD4(1.5, -0.2, 0.5, 1.2))
    #expect(color == Color(red: 1, green: 0, blue: 0.5, alpha: 1))
    #expect(Color(components: SIMD4(1, 1, 1, -0.5)) == .transparent)
  }

  @Test func `every packed colour is printed as it came`() throws {
    for byte: UInt32 in 0...255 {
      let color = Color(packed: byte << 24 | (255 - byte) << 16 | byte << 8 | (255 - byte))
      #expect(try Color(parsing: color.description) == color)
    }
    #expect(Color(packed: 0x0123_89AB).description == "#012389ab")
    #expect(Color(red: .nan, green: 2, blue: -1).description == "#00ff00ff")
  }

  @Test func `an animated colour keeps its keys to the bit`() throws {
    let (clear, blue) = (try Color(parsing: "#ff000000"), try Color(parsing: "blue"))
    let animated = try Animated(keys: [.init(.zero, clear), .init(Time(seconds: 2), blue)])
    #expect(animated.value(at: .zero) == clear && animated.value(at: Time(seconds: 2)) == blue)
    #expect(animated.value(at: Time(seconds: 1)).description == "#0000ff80")
  }
}
