import Foundation
import TestFiles
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Looks are the effects that their page shows.
@Suite struct LookTests {
  /// The layers under each heading of the page of looks.
  private static func page() throws -> [String: String] {
    let page = Checkout.folder.appending(path: "docs/looks.md")
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

  /// Whether a look is nothing but changes of colours.
  private func isOfColors(_ preset: LookPreset) throws -> Bool {
    let format = PixelFormat.named("444", 8, 8)
    let arguments = Arguments().setting(Look.preset, to: preset)
    return try Look(arguments, .plain(format)).colors != nil
  }

  /// A picture with soft shapes, in which a look finds something to change.
  private func picture(_ format: PixelFormat) throws -> Frame {
    let shapes = #"""
      [{ "type": "noise", "kind": "fbm", "seed": 4, "rate": 0,
         "stops": ["#101820", "#a04030", "#e8e0c0", "#3060a0"] }]
      """#
    return try Film(shapes, format, matrix: .bt709).frame(Frame(format))
  }

  @Test func `the page has every look with its very text, and no other`() throws {
    let page = try Self.page()
    #expect(Set(page.keys) == Set(LookPreset.allCases.map(\.rawValue)))
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
    for preset in LookPreset.allCases {
      let list = try #require(page[preset.rawValue]).dropFirst().dropLast()
      #expect(words(String(list)) == words(preset.recipe.layers), "\(preset)")
    }
  }

  @Test func `effects of a look have neither regions nor times, and are no looks`() {
    for preset in LookPreset.allCases {
      let layers = preset.recipe.layers
      for key in ["region", "mix", "start", "end", "duration", "source", "look"] {
        #expect(!layers.contains("\"\(key)\""), "\(preset): \(key)")
      }
    }
  }

  /// Help on a word shows all pages of that name, so one is enough.
  @Test func `no look but neon has the name of an effect, a layer or a transition`() {
    let vocabulary = Registry.vocabulary
    let others = vocabulary.effects + vocabulary.layers + vocabulary.transitions
    for look in LookPreset.allCases where look != .neon {
      #expect(!others.contains { $0.name == look.rawValue }, "\(look)")
    }
  }

  @Test func `looks of colours alone are one change of colours, and others are not`() throws {
    let others: [LookPreset] = [.vhsTape, .dream, .comic, .gameBoy, .cinema, .underwater]
    for preset in others { #expect(try !isOfColors(preset)) }
    let colors: [LookPreset] = [.noir, .tealOrange, .neon, .pastel, .dayForNight]
    for preset in colors { #expect(try isOfColors(preset)) }
  }

  @Test(arguments: LookPreset.allCases)
  func `a look is its layers, to the byte`(_ preset: LookPreset) throws {
    let layers = "[\(preset.recipe.layers)]"
    var formats = [PixelFormat.named("420", 34, 22), .named("444p16", 16, 12)]
    // Of a large frame colours are read in a lattice; two looks are enough.
    if [.tealOrange, .noir].contains(preset) {
      formats.append(.named("420mpeg2", 660, 380))
    }
    for format in formats {
      let source = format.width > 40 ? Frame.noise(format) : try picture(format)
      let found = try Film(look(preset), format, matrix: .bt709).frame(source, at: 0.4)
      let wanted = try Film(layers, format, matrix: .bt709).frame(source, at: 0.4)
      #expect(found.isIdentical(to: wanted))
      #expect(!found.isIdentical(to: source))
    }
  }

  @Test(arguments: [LookPreset.noir, .cinema, .oldFilm, .comic, .gameBoy, .miniature, .dream])
  func `a region has what the whole has there`(_ preset: LookPreset) throws {
    let format = PixelFormat.named("420", 40, 30)
    let source = try picture(format)
    let whole = try Film(look(preset), format).frame(source, at: 0.4).samples(0)
    let layer = look(preset).dropLast(2)
    let region = #", "region": { "position": [10, 8], "size": [16, 12] } }]"#
    let part = try Film(layer + region, format).frame(source, at: 0.4).samples(0)
    let before = source.samples(0)
    let wrong = part.indices.count { index in
      let isInside = (10..<26).contains(index % 40) && (8..<20).contains(index / 40)
      return part[index] != (isInside ? whole : before)[index]
    }
    #expect(wrong == 0)
  }

  @Test(arguments: LookPreset.allCases)
  func `its strength goes from the picture to the look`(_ preset: LookPreset) throws {
    let format = PixelFormat.named("444p16", 16, 12)
    let source = try picture(format)
    func drawn(_ strength: Double) throws -> [Int] {
      let frame = try Film(look(preset, strength: strength), format).frame(source, at: 0.4)
      return (0..<3).flatMap { frame.samples($0).map { Int($0) } }
    }
    let (none, half, all) = (try drawn(0), try drawn(0.5), try drawn(1))
    #expect(none == (0..<3).flatMap { source.samples($0).map { Int($0) } })
    // Half way, but where a look of colours leads beyond black and white and is cut.
    let off = zip(none, zip(half, all)).count { abs($0 + $1.1 - 2 * $1.0) > 4 }
    #expect(try off == 0 || (isOfColors(preset) && off < none.count / 2), "\(off)")
    #expect(zip(none, half).contains { $0 != $1 } && zip(all, half).contains { $0 != $1 })
  }

  @Test func `what moves in a look runs from the layer's start`() throws {
    let format = PixelFormat.named("420", 40, 30)
    let source = try picture(format)
    let late = look(.vhsTape).dropLast(2) + #", "start": 2 }]"#
    let film = try Film(String(late), format)
    #expect(try film.frame(source, at: 1.9).isIdentical(to: source))
    let first = try Film(look(.vhsTape), format)
    let found = try film.frame(source, at: 2.4)
    #expect(try found.isIdentical(to: first.frame(source, at: 0.4)))
    #expect(try !found.isIdentical(to: first.frame(source, at: 0.6)))
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
