import Foundation
import Images
import Testing

@testable import Lottie

/// Pictures against those of After Effects.
@Suite struct AfterEffectsTests {
  /// The most by which a picture may differ in the mean, in codes of 8 bits. Gradients differ most:
  /// After Effects has middles of stops that are bent, which files do not hold.
  static let tolerance = 2.0
  /// The most for all of them together.
  static let meanTolerance = 0.4

  static let pictures =
    ((try? FileManager.default.contentsOfDirectory(atPath: Fixtures.folder.path)) ?? [])
    .filter { $0.hasSuffix(".png") }.sorted()

  static func difference(_ name: String) throws -> Double {
    let parts = name.dropLast(4).split(separator: "-")
    let animation = try Fixtures.animation(parts.dropLast().joined(separator: "-") + ".json")
    let wanted = try PictureSequence(ImageFile(parsing: try Fixtures.bytes(name))).picture(0)
    let frame = try #require(parts.last.flatMap { Double(String($0)) })
    let drawn = animation.picture(at: frame, width: wanted.width, height: wanted.height)
    return drawn.difference(wanted)
  }

  @Test(arguments: pictures)
  func `a picture is what After Effects draws`(_ name: String) throws {
    #expect(try Self.difference(name) <= Self.tolerance)
  }

  @Test func `all together are nearer`() throws {
    #expect(Self.pictures.count > 20)
    let sum = try Self.pictures.reduce(0) { $0 + (try Self.difference($1)) }
    #expect(sum / Double(Self.pictures.count) <= Self.meanTolerance)
  }
}
