import Images
import Testing

@testable import SVG

/// Files that would take for ever, or memory without end; what is bounded ends in three minutes on
/// any machine, however busy.
@Suite struct HostilePictureTests {
  /// Whether all of it is done soon.
  private func draw(_ elements: String, _ attributes: String = "") throws {
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try Fixtures.drawn(elements, attributes) }
    #expect(time < .seconds(180))
  }

  @Test(arguments: [
    ##"<g id="a"><use href="#a"/></g>"##, ##"<use id="a" href="#b"/><use id="b" href="#a"/>"##,
    ##"<mask id="a" mask="url(#a)"><rect width="9" height="9" mask="url(#a)"/></mask>"##,
    ##"<pattern id="a" width="4" height="4"><rect width="9" height="9" fill="url(#a)"/></pattern>"##,
    ##"<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath><clipPath id="b" clip-path="url(#a)"><rect width="9" height="9" clip-path="url(#a)"/></clipPath>"##,
    ##"<marker id="a"><path d="M0 0 L9 9" marker-end="url(#a)"/></marker>"##,
    ##"<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>"##,
    ##"<filter id="a"><feImage href="#r"/></filter><g id="r" filter="url(#a)"><rect width="9" height="9"/></g>"##,
  ])
  func `what shows itself ends`(_ elements: String) throws {
    let uses = ##"fill="url(#a)" mask="url(#a)" clip-path="url(#a)" filter="url(#a)" "##
    try draw(
      elements + ##"<path d="M0 0 L8 8 L8 0 Z" marker-end="url(#a)" \##(uses)/><use href="#a"/>"##)
  }

  @Test func `uses of uses end`() throws {
    var elements = ##"<rect id="n0" width="8" height="8" fill="#000" fill-opacity="0.1"/>"##
    for level in 1...30 {
      let uses = String(repeating: ##"<use href="#n\##(level - 1)" x="0.1"/>"##, count: 10)
      elements += #"<g id="n\#(level)" opacity="0.9">\#(uses)</g>"#
    }
    try draw(elements)
  }

  @Test func `patterns of patterns end`() throws {
    var elements = ""
    for level in 0..<30 {
      let rects = String(
        repeating: ##"<rect width="8" height="8" fill="url(#p\##(level + 1))"/>"##, count: 10)
      elements += #"<pattern id="p\#(level)" width="1" height="1">\#(rects)</pattern>"#
    }
    try draw(elements + ##"<rect width="8" height="8" fill="url(#p0)"/>"##)
  }

  @Test func `dashes that are too many get a warning`() throws {
    func lacks(_ dash: Double, _ attributes: String = "") throws -> [String] {
      try Fixtures.drawing(
        ##"<path d="M0 4 H8" stroke="#000" stroke-dasharray="\##(dash)" \##(attributes)/>"##
      ).lacks
    }
    let words = ["dashes of lines that would have more than 100000"]
    #expect(try lacks(0.00005).isEmpty)
    #expect(try lacks(0.00003) == words)
    #expect(try lacks(0.00003, #"stroke-opacity="0""#).isEmpty)
  }

  @Test func `what is left out of a picture that is too much gets a warning`() throws {
    func lacks(_ side: Int) throws -> [String] {
      let numbers = String(repeating: "1 ", count: 32 * 32)
      let text = #"""
        <svg xmlns="http://www.w3.org/2000/svg" width="\#(side)" height="\#(side)">
        <filter id="f" x="0" y="0" width="1" height="1">
          <feConvolveMatrix order="32" kernelMatrix="\#(numbers)"/>
        </filter>
        <rect width="\#(side)" height="\#(side)" filter="url(#f)"/></svg>
        """#
      return try SVGPicture(parsing: Array(text.utf8)).lacks
    }
    #expect(try lacks(8).isEmpty)
    // 513 for each pixel of so many are more than 2^30.
    #expect(try lacks(1450) == ["more than is drawn of one picture"])
  }

  @Test func `entities and depth are limited`() throws {
    let bomb = (0..<20).map { #"<!ENTITY e\#($0 + 1) "&e\#($0);&e\#($0);">"# }.joined()
    let text = #"<!DOCTYPE svg [<!ENTITY e0 "x">\#(bomb)]><svg>&e20;</svg>"#
    #expect(throws: SVGError.self) { try SVGPicture(parsing: Array(text.utf8)) }
    let long = String(repeating: "x", count: 1 << 16)
    let many =
      #"<!DOCTYPE svg [<!ENTITY e "\#(long)">]><svg>\#(String(repeating: "&e;", count: 99))</svg>"#
    #expect(throws: SVGError.self) { try SVGPicture(parsing: Array(many.utf8)) }
    let deep = String(repeating: "<g opacity='.9'>", count: 120)
    let drawing = try Fixtures.drawing(
      deep + "<rect width='8' height='8'/>" + String(repeating: "</g>", count: 120))
    _ = drawing.picture(0, width: 8, height: 8)
    #expect(drawing.lacks == ["elements deep in others"])
  }

  @Test(arguments: [
    #"<rect width="1e308" height="1e-308" rx="1e300" stroke="red" stroke-width="1e30"/>"#,
    #"<g transform="scale(1e300) matrix(1 1e300 1 1 1 1e308)"><circle r="1e9"/></g>"#,
    #"<path d="M0 0 L1e300 1 A1e-300 1 0 1 1 5 5 Z M1e9 1e9" stroke-dasharray="1e-9" stroke="red"/>"#,
    ##"<radialGradient id="a" r="1e-300" fx="1e300" fr="1e300"><stop offset="1e300"/><stop/></radialGradient><rect width="8" height="8" fill="url(#a)"/>"##,
    ##"<pattern id="a" width="1e-300" height="1e300"><rect width="8" height="8"/></pattern><rect width="8" height="8" fill="url(#a)"/>"##,
    #"<svg viewBox="0 0 1e-300 1e300"><rect width="8" height="8"/></svg>"#,
    ##"<filter id="a"><feGaussianBlur stdDeviation="1e-200"/></filter><rect width="8" height="8" filter="url(#a)"/>"##,
    #"<g filter="blur(1e9px) drop-shadow(1e9px 1e9px 1e9px) hue-rotate(1e300deg)"><circle r="3"/></g>"#,
    ##"<filter id="a" x="-1e300" width="1e308"><feGaussianBlur stdDeviation="1e300"/><feOffset dx="1e300"/><feMorphology radius="1e300"/><feComponentTransfer><feFuncR type="gamma" amplitude="0" exponent="-1e300"/></feComponentTransfer><feComposite operator="arithmetic" k1="1e308" k4="-1e308" in2="SourceGraphic"/><feTurbulence baseFrequency="1e300" numOctaves="1e300" seed="-1e300" stitchTiles="stitch"/><feDisplacementMap scale="1e300" in2="SourceGraphic"/><feConvolveMatrix order="3" kernelMatrix="1e300 1 1 1 1 1 1 1 -1e300"/><feSpecularLighting surfaceScale="1e300"><fePointLight z="1e300"/></feSpecularLighting></filter><rect width="8" height="8" filter="url(#a)"/>"##,
  ])
  func `numbers may be anything`(_ elements: String) throws { try draw(elements) }

  @Test func `many rules and elements end`() throws {
    let rules = (0..<2000).map { "g g > g * g .c\($0) { fill: red }" }.joined()
    let rects = (0..<2000).map { #"<rect class="c\#($0)" width="8" height="8"/>"# }.joined()
    try draw(
      "<style>\(rules)</style>" + String(repeating: "<g>", count: 50) + rects
        + String(repeating: "</g>", count: 50))
  }

  @Test func `rules that ask for many elements end`() throws {
    let rules = String(repeating: "x > g > g g g g g g g g g g g.a{fill:red}", count: 600)
    let groups =
      String(repeating: #"<g class="a">"#, count: 60) + String(repeating: "</g>", count: 60)
    try draw("<style>\(rules)</style>" + String(repeating: groups, count: 20))
    let neighbours = (0..<50).map { "rect+rect.a\($0),rect+rect{fill:red}" }.joined()
    try draw("<style>\(neighbours)</style>" + String(repeating: "<rect/>", count: 50_000))
    try draw("<style>\(String(repeating: "a ", count: 100_000)){fill:red}</style>")
  }

  @Test func `a paint that others stand behind ends`() throws {
    let paints = String(repeating: "url(#a)", count: 1_000_000)
    try draw(#"<rect width="8" height="8" fill="\#(paints)"/>"#)
  }

  @Test func `large sums and patterns of contexts end`() throws {
    let numbers = String(repeating: "1 ", count: 1024)
    let sums = #"<feConvolveMatrix order="32" kernelMatrix="\#(numbers)"/>"#
    let drawing = try Fixtures.drawing(
      #"<filter id="a">\#(String(repeating: sums, count: 90))</filter>"#
        + ##"<rect width="8" height="8" filter="url(#a)"/>"##)
    let clock = ContinuousClock()
    #expect(clock.measure { _ = drawing.picture(0, width: 640, height: 640) } < .seconds(180))
    let dots = String(repeating: #"<path d="M0 0h1v1z"/>"#, count: 1000)
    let shapes = String(repeating: #"<path fill="context-fill" d="M0 0h9v9z"/>"#, count: 10_000)
    try draw(
      #"<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse">\#(dots)</pattern>"#
        + ##"<g id="u">\##(shapes)</g><use href="#u" fill="url(#p)"/>"##)
  }

  @Test func `cut and changed files are refused or drawn`() throws {
    for name in ["feMerge-color-interpolation-filters-sRGB", "mask-nested-objectBoundingBox"] {
      let whole = try Fixtures.bytes(name + ".svg")
      var seed: UInt32 = 1
      for length in stride(from: 0, to: whole.count, by: max(whole.count / 60, 1)) {
        var bytes = Array(whole.prefix(length)) + Array("'/></g></svg>".utf8)
        _ = (try? SVGPicture(parsing: bytes))?.picture(0, width: 8, height: 8)
        bytes = whole
        for _ in 0..<8 {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          bytes[Int(seed >> 8) % bytes.count] = UInt8(truncatingIfNeeded: 0x20 + seed >> 24 & 0x5F)
        }
        _ = (try? SVGPicture(parsing: bytes))?.picture(0, width: 8, height: 8)
      }
    }
  }
}
