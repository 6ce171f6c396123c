import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct GlassTests {
  static func arguments(_ shape: GlassShape) -> Arguments {
    Arguments().setting(Glass.shape, to: shape).setting(Glass.width, to: Length(pixels: 16))
  }

  /// Luma says the column.
  private func ruler(_ width: Int, _ height: Int) -> Frame {
    let ruler = Frame.flat(.named("444p16", width, height), [0, 32768])
    for y in 0..<height { for x in 0..<width { ruler[0, x, y] = 400 * x + 4096 } }
    return ruler
  }

  @Test func `a lens magnifies its middle by its index, and nothing moves beyond it`() throws {
    let source = ruler(121, 81)
    let arguments = Arguments().setting(Glass.radius, to: Length(pixels: 30))
      .setting(Glass.refraction, to: 1.5)
    let result = try source.drawn(Glass.self, arguments, at: 0)
    let slope = Double(result[0, 63, 40] - result[0, 57, 40]) / 6 / 400
    #expect(abs(slope - 1 / 1.5) < 0.01)
    for x in [0, 29, 91, 120] { #expect(result[0, x, 40] == source[0, x, 40]) }
  }

  @Test func `ribs repeat across their angle, and read from within themselves`() throws {
    let source = ruler(128, 24)
    let result = try source.drawn(Glass.self, Self.arguments(.ribbed), at: 0)
    // Ribs begin at 64.
    for x in 32..<80 {
      let (one, two) = (result[0, x, 5] - source[0, x, 5], result[0, x + 16, 20])
      #expect(abs(one - (two - source[0, x + 16, 20])) <= 4)
      let start = 4096 + 400 * (x / 16 * 16)
      #expect((start - 200...start + 400 * 16).contains(result[0, x, 5]))
    }
    let down = try source.drawn(
      Glass.self, Self.arguments(.ribbed).setting(Glass.angle, to: Angle(degrees: 90)), at: 0)
    // Of a picture that is the same from row to row nothing is seen.
    #expect(down.greatestDifference(from: source) <= 2)
  }

  @Test func `frosted glass moves whole cells, each seed in its way`() throws {
    let source = ruler(64, 40)
    let arguments = Self.arguments(.frosted).setting(Glass.size, to: Length(pixels: 4))
      .setting(Glass.scatter, to: Length(pixels: 6))
    let result = try source.drawn(Glass.self, arguments, at: 0)
    var moves: Set<Int> = []
    for x in stride(from: 16, to: 44, by: 4) {
      let move = result[0, x, 9] - source[0, x, 9]
      #expect(move.magnitude <= 6 * 400)
      for i in 0..<4 { #expect(result[0, x + i, 11] - source[0, x + i, 11] == move) }
      moves.insert(move)
    }
    #expect(moves.count > 5)
    let other = try source.drawn(Glass.self, arguments.setting(Glass.seed, to: 2), at: 0)
    #expect(!other.isIdentical(to: result))
    #expect(try source.drawn(Glass.self, arguments, at: 9).isIdentical(to: result))
  }
}
