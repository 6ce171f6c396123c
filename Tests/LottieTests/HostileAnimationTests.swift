import Fonts
import Images
import TestSupport
import Testing

@testable import Lottie

/// Files that would take for ever, or memory without end.
///
/// The quick run gives them a part of the work that a picture may be: what stops there stops at
/// all of it.
@Suite struct HostileAnimationTests {
  private static let share = Thoroughness.isFull ? 1 : 1.0 / 32

  static func drawn(_ layers: String, _ assets: String = "") throws {
    drawn(try Fixtures.animation(layers: layers, assets: assets))
  }

  /// Draws a picture; what was begun last may be as much again as all that a picture may be, and
  /// what is bounded ends in three minutes on any machine, however busy.
  static func drawn(_ animation: LottieAnimation) {
    let clock = ContinuousClock()
    let time = clock.measure {
      let left = animation.drawn(at: 1, width: 16, height: 16, share: share).left
      #expect(left > -LottieLimits.work)
    }
    #expect(time < .seconds(180))
  }

  static func inner(_ name: String) -> String {
    #"{ "ty": 0, "refId": "\#(name)", "ip": 0, "op": 99, "w": 8, "h": 8 }"#
  }

  @Test func `compositions in themselves end`() throws {
    let layers = [Self.inner("a"), Self.inner("a"), Self.inner("a")].joined(separator: ",")
    try Self.drawn(Self.inner("a"), #"{ "id": "a", "layers": [\#(layers)] }"#)
  }

  @Test func `mattes and parents of each other end`() throws {
    try Self.drawn(
      Fixtures.solid("#ffffff", 8, #", "ind": 1, "parent": 2, "tt": 1, "tp": 2"#) + ","
        + Fixtures.solid("#ffffff", 8, #", "ind": 2, "parent": 1, "tt": 1, "tp": 1"#))
  }

  @Test func `repeaters of repeaters end`() throws {
    let repeater =
      #"{ "ty": "rp", "c": { "k": 1e9 }, "o": { "k": 0 }, "tr": { "p": { "k": [1, 0] } } }"#
    let repeaters = Array(repeating: repeater, count: 8).joined(separator: ",")
    try Self.drawn(
      #"""
      { "ty": 4, "ip": 0, "op": 99, "shapes": [
        { "ty": "sr", "pt": { "k": 1e9 }, "or": { "k": 1e9 }, "ir": { "k": -1e9 } },
        { "ty": "st", "w": { "k": 1e7 }, "d": [ { "n": "d", "v": { "k": 1e-9 } } ] }, \#(repeaters) ] }
      """#)
  }

  @Test func `groups in groups are refused`() throws {
    let depth = 100
    let open = String(repeating: #"{ "ty": "gr", "it": ["#, count: depth)
    let close = String(repeating: "] }", count: depth)
    let layer = #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(open)\#(close)] }"#
    #expect(throws: LottieError.self) { try Fixtures.animation(layers: layer) }
  }

  @Test func `effects without end end`() throws {
    let values = Array(repeating: #"{ "v": { "k": 1e9 } }"#, count: 40).joined(separator: ",")
    let effects = [20, 21, 23, 24, 25, 29].map { #"{ "ty": \#($0), "ef": [\#(values)] }"# }
    let many = Array(repeating: effects.joined(separator: ","), count: 6).joined(separator: ",")
    let styles = (0...8).map {
      #"{ "ty": \#($0), "a": { "k": -1e9 }, "d": { "k": 1e9 }, "s": { "k": 1e9 }, "ch": { "k": 1e9 } }"#
    }
    let layer = Fixtures.solid(
      "#ffffff", 8, #", "ef": [\#(many)], "sy": [\#(styles.joined(separator: ","))]"#)
    try Self.drawn(Array(repeating: layer, count: 150).joined(separator: ","))
  }

  @Test func `letters without end end`() throws {
    let text = String(repeating: "x ", count: 5_000)
    let selector =
      #"{ "s": { "k": -1e9 }, "e": { "k": 1e9 }, "a": { "k": 1e9 }, "sh": 6, "rn": 1 }"#
    let selectors = Array(repeating: selector, count: 20).joined(separator: ",")
    let animator = #"""
      { "s": [\#(selectors)], "a": { "p": { "k": [1e9, 1e9] }, "s": { "k": [1e9, -1e9] },
        "r": { "k": 1e9 }, "t": { "k": 1e9 }, "sk": { "k": 1e9 } } }
      """#
    let animators = Array(repeating: animator, count: 100).joined(separator: ",")
    let animation = try LetteringTests.animation(text, animators: animators)
    Self.drawn(animation)
  }

  /// A file in which what is drawn in the innermost composition is drawn a million times.
  private static func drawnOften(_ shapes: String) throws { drawn(try often(shapes)) }

  private static func often(_ shapes: String) throws -> LottieAnimation {
    let layer = #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(shapes)] }"#
    let ten = { (name: String) in Array(repeating: inner(name), count: 10).joined(separator: ",") }
    let nested = (1...6).map { #"{ "id": "c\#($0)", "layers": [\#(ten("c\($0 - 1)"))] }"# }
    return try Fixtures.animation(
      layers: inner("c6"),
      assets: #"{ "id": "c0", "layers": [\#(layer)] },"# + nested.joined(separator: ","))
  }

  @Test func `what is left out of a picture is known before`() throws {
    let box = #"{ "ty": "rc", "s": { "k": [16, 16] } }"#
    let fill = #"{ "ty": "fl", "c": { "k": [1, 0, 0] } }"#
    #expect(try Self.often(box + "," + fill).stops(share: Self.share))
    let layer = #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(box), \#(fill)] }"#
    let plain = try Fixtures.animation(layers: layer)
    #expect(!plain.stops(share: Self.share))
    #expect(LottieFrames(plain).lacks.isEmpty)
    // Many layers that are seen through, which are little work as long as the picture is small.
    let size = #""w": 1000, "h": 1000"#
    let numbers = [50, 1, 0].map { #"{ "v": { "k": \#($0) } }"# }.joined(separator: ",")
    let blur = #"{ "ty": 29, "ef": [\#(numbers)] }"#
    let wide = Fixtures.solid("#ffffff", 1000, #", "ef": [\#(blur)]"#)
    func many(_ count: Int) throws -> LottieAnimation {
      try LottieAnimation(
        parsing: Array(
          #"""
          { "ip": 0, "op": 10, "fr": 10, \#(size),
            "layers": [\#(Array(repeating: wide, count: count).joined(separator: ","))] }
          """#.utf8))
    }
    #expect(try !many(2).stops())
    #expect(try many(600).stops())
  }

  @Test func `long paths, gradients and dashes that are drawn often end`() throws {
    let points = (0..<5000).map { "[\($0 % 16), \($0 % 7)]" }.joined(separator: ",")
    let path = #"{ "ty": "sh", "ks": { "k": { "v": [\#(points)], "c": true } } }"#
    try Self.drawnOften(path + #", { "ty": "fl", "c": { "k": [1, 0, 0] } }"#)
    let stops = Array(repeating: "0.5", count: 30_000).joined(separator: ",")
    let box = #"{ "ty": "rc", "s": { "k": [16, 16] } }"#
    try Self.drawnOften(
      box + #", { "ty": "gf", "e": { "k": [9, 9] }, "g": { "p": 1, "k": { "k": [\#(stops)] } } }"#)
    try Self.drawnOften(
      box + #", { "ty": "st", "w": { "k": 1 }, "d": [ { "n": "d", "v": { "k": 0.001 } } ] }"#)
    let masks = Array(
      repeating: #"{ "pt": { "k": { "v": [[0, 0], [9, 0], [9, 9]], "c": true } } }"#, count: 10_000)
    try Self.drawn(
      Fixtures.solid(
        "#ffffff", 8, #", "masksProperties": [\#(masks.joined(separator: ","))]"#))
  }

  @Test func `very wide lines along many curves end`() throws {
    let count = 5000
    let points = (0..<count).map { "[\($0 % 16), \($0 % 7)]" }.joined(separator: ",")
    func steps(_ step: String) -> String {
      Array(repeating: step, count: count).joined(separator: ",")
    }
    let path = #"""
      { "ty": "sh", "ks": { "k": { "c": true, "v": [\#(points)], "i": [\#(steps("[0, 3]"))],
        "o": [\#(steps("[3, 0]"))] } } }
      """#
    try Self.drawnOften(path + #", { "ty": "st", "w": { "k": 3000 }, "lj": 2, "lc": 2 }"#)
  }

  @Test func `what is small on a large picture is drawn apart within its bounds`() throws {
    let box = #"{ "ty": "rc", "p": { "k": [20, 20] }, "s": { "k": [9, 9] } }"#
    let fill = #"{ "ty": "fl", "c": { "k": [1, 0, 0] } }"#
    let seen = #""ks": { "o": { "k": 50 } }"#
    let group = #"""
      { "ty": "gr", "it": [\#(box), \#(fill), \#(fill), { "ty": "tr", "o": { "k": 50 } }] }
      """#
    let curve = #""k": { "c": true, "v": [[9, 9], [30, 9], [30, 30]] }"#
    let layers = [
      #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(box), \#(fill), \#(fill)], \#(seen) }"#,
      #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(group)] }"#,
      Fixtures.solid("#ffffff", 9_999, #", "masksProperties": [{ "pt": { \#(curve) } }]"#),
    ]
    for layer in layers {
      let text = #"{ "w": 512, "h": 512, "fr": 10, "ip": 0, "op": 10, "layers": [\#(layer)] }"#
      let animation = try LottieAnimation(parsing: Array(text.utf8))
      let whole = LottieBudget(PixelBox(x: 0, y: 0, width: 512, height: 512)).left
      // A plate of all pixels alone is 1,000,000.
      #expect(whole - animation.drawn(at: 1, width: 512, height: 512).left < 100_000)
    }
  }

  @Test func `many styles of many paths end`() throws {
    let box = #"{ "ty": "rc", "s": { "k": [9, 9] } }"#
    let fill = #"{ "ty": "fl", "c": { "k": [1, 0, 0] } }"#
    let parts = Array(repeating: box, count: 5000) + Array(repeating: fill, count: 5000)
    try Self.drawn(
      #"{ "ty": 4, "ip": 0, "op": 99, "shapes": [\#(parts.joined(separator: ","))] }"#)
  }

  @Test func `small stars, teeth and trims that are drawn often end`() throws {
    let teeth = { (count: Int) in #"{ "ty": "zz", "s": { "k": 1 }, "r": { "k": \#(count) } }"# }
    let box = #"{ "ty": "rc", "s": { "k": [16, 16] } }"#
    try Self.drawnOften("\(box), \(teeth(1000)), \(teeth(20))")
    let curve =
      #""v": [[0, 0], [9, 3], [4, 9]], "i": [[0, 9], [3, 0], [1, 1]], "o": [[5, 5], [0, 3], [2, 0]]"#
    let path = #"{ "ty": "sh", "ks": { "k": { "c": true, \#(curve) } } }"#
    try Self.drawnOften(path + #", { "ty": "tm", "s": { "k": 10 }, "e": { "k": 90 } }"#)
    let stops = "0, 1, 0, 0, 1, 0, 0, 1"
    try Self.drawnOften(
      box + #", { "ty": "gf", "e": { "k": [9, 9] }, "g": { "p": 2, "k": { "k": [\#(stops)] } } }"#)
  }

  @Test func `lines along many masks end`() throws {
    let points = (0..<500).map { "[\($0 % 16), \($0 % 7)]" }.joined(separator: ",")
    let mask = #"{ "mode": "n", "pt": { "k": { "v": [\#(points)], "c": true } } }"#
    let masks = Array(repeating: mask, count: 20).joined(separator: ",")
    let values = [1, 1, 1, 0, 2, 1, 1, 0, 100, 0, 1].map { #"{ "v": { "k": \#($0) } }"# }
    let effect = #"{ "ty": 22, "ef": [\#(values.joined(separator: ","))] }"#
    let effects = Array(repeating: effect, count: 32).joined(separator: ",")
    let layer = Fixtures.solid(
      "#ffffff", 8, #", "ef": [\#(effects)], "masksProperties": [\#(masks)]"#)
    try Self.drawn(Array(repeating: layer, count: 10).joined(separator: ","))
  }

  @Test func `long rows of parents that are drawn often end`() throws {
    let chain = (1..<300).map {
      #"{ "ty": 3, "ip": 0, "op": 99, "ind": \#($0), "parent": \#($0 + 1) }"#
    }
    let hundred = { (name: String) in
      Array(repeating: Self.inner(name), count: 100).joined(separator: ",")
    }
    try Self.drawn(
      hundred("a"),
      #"{ "id": "a", "layers": [\#(hundred("b"))] }, "#
        + #"{ "id": "b", "layers": [\#(chain.joined(separator: ","))] }"#)
  }

  @Test(arguments: Fixtures.names)
  func `what files ask for is a fifth of what they may, or less`(_ name: String) throws {
    let animation = try Fixtures.animation(name)
    for share in [0, 0.5] {
      let left = animation.drawn(
        at: animation.length.double * share, width: animation.width, height: animation.height
      ).left
      #expect(left > LottieLimits.work * 4 / 5)
    }
  }

  @Test func `cut files are refused or drawn`() throws {
    for name in [
      "bloat.json", "dotlottie-v1-smiley-slider.lottie", "standard-147-speechbubble.tgs",
    ] {
      let whole = try Fixtures.bytes(name)
      for length in stride(from: 0, to: whole.count, by: max(whole.count / 40, 1)) {
        guard let animation = try? LottieAnimation(parsing: Array(whole.prefix(length))) else {
          continue
        }
        _ = animation.picture(at: 0, width: 8, height: 8)
      }
    }
  }
}
