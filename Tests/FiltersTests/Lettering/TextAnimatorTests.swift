import Fonts
import Geometry
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct TextAnimatorTests {
  private func lit(
    _ animate: String, at seconds: Double, text: String = "XXXX", _ more: String = ""
  ) throws -> [Int] {
    let keys = #""animate": \#(animate)"# + (more.isEmpty ? "" : ", " + more)
    let film = try SquareFont.film(SquareFont.text(text, keys))
    let frame = try film.frame(.flat(.named("mono", 60, 40), [0]), at: seconds)
    return (0..<4).map { frame[0, 10 * $0 + 5, 5] }
  }

  @Test func `a typewriter shows one letter after the other`() throws {
    let animate = #"{ "type": "typewriter", "stagger": 0.5, "delay": 1 }"#
    #expect(try lit(animate, at: 0.99) == [0, 0, 0, 0])
    #expect(try lit(animate, at: 1) == [255, 0, 0, 0])
    #expect(try lit(animate, at: 1.99) == [255, 255, 0, 0])
    #expect(try lit(animate, at: 2.5) == [255, 255, 255, 255])
    #expect(try lit(animate, at: 60) == [255, 255, 255, 255])
  }

  @Test func `parts go as they came`() throws {
    let animate = #"{ "type": "typewriter", "stagger": 0.5, "out": true }"#
    let length = #""duration": 3"#
    #expect(try lit(animate, at: 1.49, length) == [255, 255, 255, 255])
    #expect(try lit(animate, at: 1.5, length) == [0, 255, 255, 255])
    #expect(try lit(animate, at: 2.9, length) == [0, 0, 0, 255])
  }

  @Test func `a fade takes its time`() throws {
    let animate = #"{ "type": "fade", "stagger": 1, "duration": 2, "ease": "linear" }"#
    #expect(try lit(animate, at: 1) == [128, 0, 0, 0])
    #expect(try lit(animate, at: 2) == [255, 128, 0, 0])
    #expect(try lit(animate, at: 2.5) == [255, 191, 64, 0])
    #expect(try lit(animate, at: 5) == [255, 255, 255, 255])
  }

  @Test func `times may be given one by one`() throws {
    let animate = #"{ "type": "typewriter", "times": [0, 0.1, 2] }"#
    #expect(try lit(animate, at: 0.1) == [255, 255, 0, 0])
    #expect(try lit(animate, at: 2) == [255, 255, 255, 255])
  }

  @Test(arguments: [
    ("forward", [0, 1, 2, 3]), ("backward", [3, 2, 1, 0]), ("center", [1, 0, 0, 1]),
    ("edges", [0, 1, 1, 0]),
  ])
  func `parts come in their order`(_ order: String, ranks: [Int]) throws {
    let animate = #"{ "type": "typewriter", "stagger": 1, "order": "\#(order)" }"#
    for step in 0...3 {
      let expected = ranks.map { $0 <= step ? 255 : 0 }
      #expect(try lit(animate, at: Double(step)) == expected)
    }
  }

  @Test func `a random order is one of all, and its seed changes it`() throws {
    func ranks(_ seed: Int) throws -> [Int] {
      let animator = try animator(#"{ "type": "fade", "order": "random", "seed": \#(seed) }"#)
      return animator.ranks(of: 12)
    }
    #expect(try ranks(1).sorted() == Array(0..<12))
    #expect(try ranks(1) == ranks(1))
    #expect(try ranks(1) != ranks(2))
  }

  @Test func `words and lines move as one`() throws {
    let word = #"{ "type": "typewriter", "by": "word", "stagger": 1 }"#
    #expect(try lit(word, at: 0, text: "XX X") == [255, 255, 0, 0])
    #expect(try lit(word, at: 1, text: "XX X") == [255, 255, 0, 255])
  }

  @Test func `karaoke sweeps over each part`() throws {
    let animate = #"{ "type": "karaoke", "by": "word", "duration": 1, "color": "white" }"#
    let gray = #""color": "rgb(100 100 100)""#
    #expect(try lit(animate, at: 0, text: "XX X", gray) == [100, 100, 0, 100])
    #expect(try lit(animate, at: 0.5, text: "XX X", gray) == [255, 100, 0, 100])
    #expect(try lit(animate, at: 1, text: "XX X", gray) == [255, 255, 0, 100])
    #expect(try lit(animate, at: 9, text: "XX X", gray) == [255, 255, 0, 255])
    // Within a sample.
    let first = try lit(animate, at: 0.275, text: "XX X", gray)[0]
    #expect(abs(first - 178) <= 2)
  }

  private func animator(_ text: String, length: Time? = nil) throws -> TextAnimator {
    let source = SourceText(
      name: "t.json",
      text: #"{ "version": 1, "layers": [{ "type": "text", "text": "x", "animate": \#(text) }] }"#)
    let document = try #require(
      Document.decode(source, vocabulary: Registry.vocabulary).document)
    let arguments = try #require(document.layers.first).arguments[TextAnimator.animate]
    return try TextAnimator(try #require(arguments.first), length: length)
  }

  private func state(_ text: String, at seconds: Double) throws -> AtomState {
    var state = AtomState.rest
    try animator(text).apply(
      to: &state, rank: 0, last: 3, middle: Vector(5, 5), size: 20, at: Time(seconds))
    return state
  }

  @Test func `movements end where letters stand`() throws {
    for type in ["fade", "slide", "scale", "rotate", "bounce", "blur-in", "typewriter"] {
      let text = #"{ "type": "\#(type)", "duration": 1 }"#
      #expect(try state(text, at: 1) == .rest)
      #expect(try state(text, at: 100) == .rest)
      let start = try state(#"{ "type": "\#(type)", "delay": 1 }"#, at: 0.5)
      #expect(start.opacity == 0)
    }
  }

  @Test func `movements are halfway in the middle`() throws {
    let linear = #""duration": 1, "ease": "linear""#
    let slide = try state(
      #"{ "type": "slide", \#(linear), "distance": 8, "direction": "left" }"#, at: 0.5)
    #expect(slide.map == .translation(4, 0) && slide.opacity == 1)
    let scale = try state(#"{ "type": "scale", \#(linear), "from": 2 }"#, at: 0.5)
    #expect(scale.map == Affine(a: 1.5, b: 0, c: 0, d: 1.5, tx: -2.5, ty: -2.5))
    let turn = try state(#"{ "type": "rotate", \#(linear), "angle": 180 }"#, at: 0.5)
    #expect((turn.map(Vector(5, 5)).x - 5).magnitude < 1e-9)
    #expect((turn.map(Vector(9, 5)).y - 9).magnitude < 1e-9)
    let blur = try state(#"{ "type": "blur-in", \#(linear), "blur": "50%" }"#, at: 0.5)
    #expect(blur.blur == 2.5 && blur.opacity == 0.5)
    let bounce = try state(#"{ "type": "bounce", \#(linear), "distance": "100%" }"#, at: 0.75)
    #expect(bounce.map == .translation(0, -5))
  }

  @Test func `a wave goes on`() throws {
    let wave = #"{ "type": "wave", "distance": 4, "period": 2 }"#
    #expect(abs(try state(wave, at: 0.5).map.ty + 4) < 1e-9)
    #expect(abs(try state(wave, at: 21.5).map.ty - 4) < 1e-9)
    #expect(try state(wave, at: 1000).opacity == 1)
  }
}
