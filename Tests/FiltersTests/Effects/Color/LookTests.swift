import Foundation
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Looks are the effects that their page shows.
@Suite struct LookTests {
  /// The layers under each heading of the page of looks.
  private static func page() throws -> [String: String] {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.lastPathComponent != "Tests", folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
    }
    let page = folder.deletingLastPathComponent().appending(path: "docs/looks.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var found: [String: String] = [:]
    for section in text.components(separatedBy: "\n## ").dropFirst() {
      let name = section.prefix { $0 != "\n" }
      let parts = section.components(separatedBy: "```")
      guard parts.count == 3, let start = parts[1].firstIndex(of: "["),
        let end = parts[1].lastIndex(of: "]")
      else { continue }
      found[String(name)] = String(parts[1][start...end])
    }
    return found
  }

  private func look(_ preset: LookPreset, strength: Double = 1) -> String {
    #"""
    [{ "type": "effect", "effect": "look", "preset": "\#(preset.rawValue)",
       "strength": \#(strength) }]
    """#
  }

  @Test func `the page has every look, and no other`() throws {
    #expect(Set(try Self.page().keys) == Set(LookPreset.allCases.map(\.rawValue)))
  }

  @Test(arguments: LookPreset.allCases)
  func `a look is the layers of its page, to the byte`(_ preset: LookPreset) throws {
    let layers = try #require(try Self.page()[preset.rawValue])
    let formats = [
      PixelFormat.named("444", 40, 30), .named("420p10", 34, 22), .named("444p16", 16, 16),
      .named("420mpeg2", 660, 380),
    ]
    for format in formats {
      let source = Frame.noise(format)
      let found = try Film(look(preset), format, matrix: .bt709).frame(source)
      #expect(!found.isIdentical(to: source))
      #expect(found.isIdentical(to: try Film(layers, format, matrix: .bt709).frame(source)))
    }
  }

  @Test(arguments: LookPreset.allCases)
  func `its strength goes from the picture to the look`(_ preset: LookPreset) throws {
    let format = PixelFormat.named("444p16", 24, 16)
    let source = Frame.noise(format)
    func drawn(_ strength: Double) throws -> [Int] {
      let frame = try Film(look(preset, strength: strength), format).frame(source)
      return (0..<3).flatMap { frame.samples($0).map { Int($0) } }
    }
    let (none, half, all) = (try drawn(0), try drawn(0.5), try drawn(1))
    #expect(none == (0..<3).flatMap { source.samples($0).map { Int($0) } })
    // Half way, but where the look leads beyond black and white and is cut.
    let off = zip(none, zip(half, all)).count { abs($0 + $1.1 - 2 * $1.0) > 4 }
    #expect(off < none.count / 2, "\(off)")
    #expect(zip(none, half).contains { $0 != $1 } && zip(all, half).contains { $0 != $1 })
  }

  /// Which colours a look leads apart, or keeps together.
  @Test func `noir is grey, teal and orange part skin from sky, night is dark`() throws {
    let (skin, sky) = (SIMD3(0.85, 0.6, 0.5), SIMD3(0.4, 0.6, 0.9))
    func graded(_ preset: LookPreset, _ color: SIMD3<Double>) throws -> SIMD3<Double> {
      let layer = look(preset).dropFirst().dropLast()
      return try ColorStrip.colors(String(layer), of: [color])[0]
    }
    for color in [skin, sky] {
      let grey = try graded(.noir, color)
      #expect(grey.max() - grey.min() < 1e-3)
      #expect(try graded(.dayForNight, color).max() < 0.6)
      let silver = try graded(.bleachBypass, color)
      #expect(silver.max() - silver.min() < 0.7 * (color.max() - color.min()))
    }
    let teal = try graded(.tealOrange, sky)
    #expect(teal.y > sky.y || teal.y - teal.x > sky.y - sky.x)
    let orange = try graded(.tealOrange, skin)
    #expect(orange.x > orange.y && orange.y > orange.z)
    let gold = try graded(.goldenHour, SIMD3(repeating: 0.7))
    #expect(gold.x > gold.y && gold.y > gold.z)
    let ice = try graded(.arctic, SIMD3(repeating: 0.7))
    #expect(ice.x < ice.y && ice.y < ice.z)
  }
}
