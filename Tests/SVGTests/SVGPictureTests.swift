import Bytes
import Images
import Testing

@testable import SVG

@Suite struct SVGPictureTests {
  static let green: [UInt8] = [0, 128, 0, 255]
  static let clear: [UInt8] = [0, 0, 0, 0]

  private func read(_ text: String) throws -> SVGPicture {
    try SVGPicture(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    (#"width="20" height="1in""#, 20, 96), (#"viewBox="0 0 30 40""#, 30, 40),
    (#"width="60" viewBox="0 0 30 40""#, 60, 80), (#"width="50%" viewBox="0 0 30 40""#, 15, 20),
    ("", 300, 150), (#"width="0" height="-2""#, 300, 150),
  ])
  func `it says how large it is`(_ attributes: String, _ width: Int, _ height: Int) throws {
    let drawing = try read(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)/>"#)
    #expect((drawing.width, drawing.height) == (width, height))
  }

  @Test func `light falls alike on pictures of any size`() throws {
    let lights = [
      #"<feDistantLight azimuth="200" elevation="40"/>"#, #"<fePointLight x="3" y="2" z="2.5"/>"#,
      #"<feSpotLight x="2" y="2" z="4" pointsAtX="5" pointsAtY="5" specularExponent="4"/>"#,
    ]
    for light in lights {
      let drawing = try Fixtures.drawing(
        #"""
        <filter id="f" x="0" y="0" width="8" height="8" filterUnits="userSpaceOnUse">
          <feGaussianBlur in="SourceAlpha" stdDeviation="1"/>
          <feDiffuseLighting surfaceScale="2" lighting-color="white">\#(light)</feDiffuseLighting>
        </filter>
        <circle cx="4" cy="4" r="2.5" filter="url(#f)"/>
        """#)
      // Each pixel, and the middle one of the nine in its place.
      let (small, large) = (
        drawing.picture(0, width: 72, height: 72), drawing.picture(0, width: 216, height: 216)
      )
      var sum = 0
      for y in 1..<71 {
        for x in 1..<71 {
          sum += abs(Int(small[x, y][0]) - Int(large[3 * x + 1, 3 * y + 1][0]))
        }
      }
      #expect(sum < 70 * 70 * 3, "\(light)")
    }
  }

  @Test func `paints of an element are what its filter takes`() throws {
    func drawn(_ input: String, _ attributes: String) throws -> [UInt8] {
      try Fixtures.drawn(
        #"""
        <filter id="f" x="0" y="0" width="8" height="8" filterUnits="userSpaceOnUse">
          <feOffset in="\#(input)"/><feMerge><feMergeNode/></feMerge>
        </filter>
        <rect x="3" y="3" width="2" height="2" \#(attributes) filter="url(#f)"/>
        """#)[0, 0]
    }
    #expect(try drawn("FillPaint", #"fill="green""#) == Self.green)
    #expect(try drawn("StrokePaint", #"fill="red" stroke="green""#) == Self.green)
    #expect(try drawn("FillPaint", #"fill="green" fill-opacity="0.5""#)[3] == 128)
    #expect(try drawn("StrokePaint", #"fill="red""#) == Self.clear)
    #expect(try drawn("SourceGraphic", #"fill="red""#) == Self.clear)
  }

  /// SVG 1.1, section 15.3.
  @Test func `filters take what they lack from those that they refer to`() throws {
    let picture = try Fixtures.drawn(
      #"""
      <filter id="a" x="1" y="0" width="2" height="8" filterUnits="userSpaceOnUse">
        <feFlood flood-color="green"/>
      </filter>
      <filter id="b" width="5" href="#a"/>
      <rect x="3" y="3" width="2" height="2" fill="red" filter="url(#b)"/>
      """#)
    #expect(picture[1, 0] == Self.green && picture[5, 7] == Self.green)
    #expect(picture[0, 4] == Self.clear && picture[6, 4] == Self.clear)
  }

  /// A clip path in shares of a box: its `transform` is one of what is around.
  @Test func `clip paths move by units of what they limit`() throws {
    let picture = try Fixtures.drawn(
      #"""
      <clipPath id="c" clipPathUnits="objectBoundingBox" transform="translate(4 0)">
        <rect width="0.5" height="1"/>
      </clipPath>
      <rect width="8" height="8" fill="green" clip-path="url(#c)"/>
      """#)
    for x in 0..<8 { #expect(picture[x, 4] == (x < 4 ? Self.clear : Self.green)) }
  }

  @Test func `what a use shows may have its gradient`() throws {
    let picture = try Fixtures.drawn(
      #"""
      <linearGradient id="l">
        <stop offset="0.5" stop-color="green"/><stop offset="0.5" stop-color="red"/>
      </linearGradient>
      <defs><g id="g" stroke="none"><rect width="4" height="8" fill="context-fill"/>
        <rect x="4" width="4" height="8" fill="context-stroke"/></g></defs>
      <use href="#g" fill="url(#l)" stroke="url(#l)"/>
      """#)
    #expect(picture[3, 4] == Self.green)
    #expect(picture[4, 4] == [255, 0, 0, 255])
  }

  /// The clip path is the left half of a box of 8 units, of which 4 are seen.
  @Test(arguments: [#"fill="none""#, #"visibility="hidden""#, #"style="fill: none""#])
  func `shapes that are not seen count in boxes`(_ attributes: String) throws {
    let picture = try Fixtures.drawn(
      #"""
      <clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>
      <g clip-path="url(#c)"><rect x="2" y="0" width="4" height="8" fill="green"/>
        <rect width="8" height="8" \#(attributes)/></g>
      """#)
    for x in 0..<8 { #expect(picture[x, 4] == (x == 2 || x == 3 ? Self.green : Self.clear)) }
  }

  /// Turned by half a circle about the colours, or not at all where there is no unit.
  @Test(arguments: [
    ("180deg", false), ("0.5turn", false), ("180", true), ("0", true), ("360deg", true),
  ])
  func `angles of filters have units`(_ angle: String, _ isGreen: Bool) throws {
    let picture = try Fixtures.drawn(
      "<rect width='8' height='8' fill='green' filter='hue-rotate(\(angle))'/>")
    #expect((picture[4, 4] == Self.green) == isGreen)
  }

  /// Eight times 0.1 and -0.8 are not quite zero in binary, by which nothing may be divided.
  @Test func `sums of matrices may be nearly zero`() throws {
    let picture = try Fixtures.drawn(
      #"""
      <filter id="f" x="0" y="0" width="8" height="8" filterUnits="userSpaceOnUse">
        <feConvolveMatrix preserveAlpha="true" color-interpolation-filters="sRGB"
          kernelMatrix="0.1 0.1 0.1 0.1 -0.8 0.1 0.1 0.1 0.1"/>
      </filter>
      <g filter="url(#f)"><rect width="4" height="8"/>
        <rect x="4" width="4" height="8" fill="#646464"/></g>
      """#)
    // Three of 100 by a tenth each, where it is black before.
    #expect(picture[3, 4] == [30, 30, 30, 255])
    #expect(picture[4, 4] == [0, 0, 0, 255])
    #expect(picture[1, 4] == [0, 0, 0, 255])
  }

  @Test(arguments: [
    ("calc(1px + 50%)", 5), ("calc(2 * (1px + .5px) + 2px)", 5), ("calc(10px / 2)", 5),
    ("calc(1em - 7px)", 5), ("calc(100% - 3px)", 5), ("CALC( 6px + -1px )", 5),
    ("calc(2px+3px)", 0), ("calc(1px * 2px)", 0), ("calc(1 + 1px)", 0), ("calc(4px / 0)", 0),
    ("calc(4px", 0), ("calc()", 0), ("min(5px, 90%, 1em)", 5), ("max(5px, 10%)", 5),
    ("clamp(1px, 10px, 62.5%)", 5), ("clamp(5px, 1%, 3px)", 5), ("MIN( 8px , 2px ) ", 2),
    ("calc(2 * min(1em, 5px) - max(1px, 5px))", 5), ("calc(8px - 3 * min(1px, 50%))", 5),
    ("max(min(5px, 6px), calc(1px + 1px))", 5), ("calc(1px * max(2, 5))", 5),
    ("min(5px, 2)", 0), ("min()", 0), ("clamp(1px, 2px)", 0), ("min(5px", 0), ("min(5px,)", 0),
    ("calc(5px, 1px)", 0),
  ])
  func `lengths may be calculated`(_ length: String, _ width: Int) throws {
    let places = [
      "<rect width='\(length)' height='8' fill='green'/>",
      "<style>rect { width: \(length) }</style><rect height='8' fill='green'/>",
    ]
    for elements in places {
      let picture = try Fixtures.drawn(elements)
      for x in 0..<8 { #expect(picture[x, 4] == (x < width ? Self.green : Self.clear)) }
    }
  }

  @Test(arguments: [
    ("calc(100% - 10px)", 30), ("min(100%, 20px)", 20), ("max(50%, 1px)", 20),
    ("min(-1px, 5px)", 40),
  ])
  func `sides of a picture may be calculated`(_ width: String, _ side: Int) throws {
    let file = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="8" viewBox="0 0 40 8"/>
      """
    let picture = try SVGPicture(parsing: Array(file.utf8))
    #expect(picture.width == side)
  }

  @Test func `it is sharp at any size`() throws {
    let drawing = try Fixtures.drawing(#"<rect x="2" width="3" height="8" fill="green"/>"#)
    let picture = drawing.picture(0, width: 800, height: 80)
    for (x, color) in [(199, Self.clear), (200, Self.green), (499, Self.green), (500, Self.clear)] {
      #expect(picture[x, 40] == color)
    }
  }

  @Test(arguments: [
    ("rect { fill: red } .a { fill: green }", true), ("#b { fill: green } .a { fill: red }", true),
    ("rect { fill: green !important } #b { fill: red }", true), ("g > .a { fill: red }", true),
    ("svg .a { fill: red }", false), ("[id=b] { fill: red }", false),
    ("rect:first-child { fill: red }", false), ("rect:hover { fill: red }", true),
    ("@media print { rect { fill: red } } rect { fill: green }", true),
    ("/* rect { } */ rect, g { fill: red }", false),
    ("@media screen { rect { fill: red } }", false),
    ("@media (prefers-color-scheme: dark) { rect { fill: red } }", true),
    ("@media not print { @media (prefers-color-scheme:light) { rect { fill: red } } }", false),
    (".a:hover, rect { fill: red }", false), ("rect::before, rect { fill: red }", false),
    ("rect:not(.c) { fill: red }", true), ("rect:not(.d, #x) { fill: red }", false),
    (":is(#x, rect) { fill: red }", false), (":where(#b) { fill: red } rect { fill: green }", true),
    ("rect:last-child { fill: red }", true), ("rect:first-of-type { fill: red }", false),
    ("rect:only-of-type:nth-child(odd) { fill: red }", false),
    ("rect:nth-child(2n) { fill: red }", true),
    ("rect:nth-last-child(-n + 2) { fill: red }", false),
    (":root > rect { fill: red }", false), (#"#\62 { fill: red }"#, false),
    (":root { --a: red; --b: var(--a) } rect { fill: var(--b) }", false),
    (":root { --a: var(--a) } rect { fill: var(--a, green) }", true),
    ("rect { fill: green; fill: paint(1) }", true), ("rect { fill: no-colour }", true),
    ("rect { fill: light-dark(red, var(--x, blue)) }", false),
  ])
  func `style sheets decide`(_ sheet: String, _ isGreen: Bool) throws {
    let picture = try Fixtures.drawn(
      #"<rect class="a c" id="b" width="8" height="8" fill="green"/><style>\#(sheet)</style>"#)
    #expect(picture[4, 4] == (isGreen ? Self.green : [255, 0, 0, 255]))
  }

  @Test func `elements behind others have styles`() throws {
    let picture = try Fixtures.drawn(
      "<style>.a ~ rect { fill: green } .a ~ .b { x: 4px }</style><rect class='a' width='0'/>"
        + "<g/><rect class='b' width='4' height='8'/>")
    #expect(picture[2, 4] == Self.clear && picture[6, 4] == Self.green)
  }

  @Test func `initial values are those of nothing said`() throws {
    let picture = try Fixtures.drawn(
      "<g fill='red'><rect width='8' height='8' style='fill: initial'/></g>")
    #expect(picture[4, 4] == [0, 0, 0, 255])
  }

  /// By the sample code of CSS Color Level 4, which browsers agree with.
  @Test(arguments: [
    ("color(srgb 1 0.5 0)", [255, 128, 0]), ("color(display-p3 0.5 0.5 0.5 / 1)", [128, 128, 128]),
    ("color(display-p3 0.2 0.4 0.6)", [27, 104, 157]), ("color(srgb-linear 0.5 0 0)", [188, 0, 0]),
    ("lab(50% 0 0)", [119, 119, 119]), ("oklch(60% 0.1 200deg)", [13, 146, 152]),
    ("hwb(120 0% 50%)", [0, 128, 0]),
  ])
  func `colours of other spaces are near`(_ color: String, _ parts: [Int]) throws {
    let picture = try Fixtures.drawn(
      #"<rect width="8" height="8" fill="red" style="fill: \#(color)"/>"#)
    for (got, want) in zip(picture[4, 4], parts) { #expect(abs(Int(got) - want) <= 1) }
  }

  /// What older programs write.
  @Test func `encodings of older programs are read`() throws {
    let head = #"<?xml version="1.0" encoding="NAME"?><svg xmlns="http://www.w3.org/2000/svg" "#
    let text = head + #"width="8" height="8"><rect id="é" width="8" height="8"/></svg>"#
    let latin = text.replacing("NAME", with: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.replacing("NAME", with: "UTF-16").utf16 {
      wide += [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    for bytes in [latin, wide] {
      #expect(SVGPicture.isLikely(bytes))
      let picture = try SVGPicture(parsing: bytes).picture(width: 8, height: 8)
      #expect(picture[4, 4] == [0, 0, 0, 255])
    }
  }

  /// A shadow falls as the element is turned and mirrored.
  @Test(arguments: [
    ("scale(1 -1)", 2, -3), ("rotate(90)", -3, 2), ("scale(-1 1)", -2, 3), ("rotate(180)", -2, -3),
  ])
  func `filters turn with their elements`(_ map: String, _ x: Int, _ y: Int) throws {
    let text =
      ##"<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><filter id="f" x="-9" y="-9" width="20" height="20"><feOffset dx="2" dy="3"/></filter><g transform="translate(16 16) \##(map)"><rect x="-2" y="-2" width="4" height="4" fill="green" filter="url(#f)"/></g></svg>"##
    let picture = try SVGPicture(parsing: Array(text.utf8)).picture(width: 32, height: 32)
    for (dx, dy) in [(-2, -2), (1, -2), (-2, 1), (1, 1)] {
      #expect(picture[16 + x + dx, 16 + y + dy] == Self.green)
    }
    #expect(picture[16 + x + 3, 16 + y] == Self.clear && picture[16 + x, 16 + y - 4] == Self.clear)
  }

  @Test(arguments: [
    "green", "GREEN", "#008000", "#008000ff", "rgb(0, 128, 0)", "rgb(0 50.2% 0 / 100%)",
    "hsl(120, 100%, 25.1%)", "url(#none) green", "currentColor",
  ])
  func `colours are those of CSS`(_ color: String) throws {
    let picture = try Fixtures.drawn(
      #"<g color="green"><rect width="8" height="8" fill="\#(color)"/></g>"#)
    #expect(picture[4, 4] == Self.green)
  }

  /// Programs that make files small leave out what stands between numbers.
  @Test(arguments: [
    "translate(-4 -4)", "translate(-4-4)", "matrix(1 0 0 1-4-4)", "matrix(1-0-0 1-4-4)",
    "scale(.5.5)scale(2)translate(-4-4)", "rotate(0-1-1)translate(-4px -4)",
  ])
  func `numbers of maps may stand close together`(_ map: String) throws {
    let picture = try Fixtures.drawn(
      #"<rect x="4" y="4" width="4" height="4" fill="green" transform="\#(map)"/>"#)
    #expect(picture[1, 1] == Self.green && picture[6, 6] == Self.clear)
  }

  /// Drawing programs write 0 for lines whose corners are round.
  @Test(arguments: ["0", "-10", "0.5"])
  func `a limit below 1 cuts miters off`(_ limit: String) throws {
    let picture = try Fixtures.drawn(
      #"<g stroke="green" stroke-width="4" fill="none" stroke-miterlimit="\#(limit)">"#
        + #"<path d="M 0 2 L 6 2 L 6 8"/></g>"#)
    #expect(picture[2, 2] == Self.green && picture[7, 0] == Self.clear)
  }

  @Test func `packed files are read`() throws {
    // gzip's, of a green square of 8 pixels.
    let packed: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 109, 140, 65, 10, 128, 32, 16, 0, 191, 178, 236, 3, 92,
      169, 75, 132, 250, 153, 178, 85, 48, 11, 93, 218, 158, 95, 221, 187, 13, 204, 48, 174, 95,
      12, 247, 94, 106, 247, 152, 68, 206, 153, 72, 85, 141, 142, 230, 104, 76, 131, 181, 150,
      222, 2, 65, 243, 42, 201, 227, 132, 144, 98, 230, 36, 31, 6, 215, 226, 34, 191, 10, 182, 92,
      138, 71, 110, 49, 86, 164, 224, 190, 73, 120, 0, 63, 209, 23, 246, 108, 0, 0, 0,
    ]
    #expect(SVGPicture.isLikely(packed))
    #expect(try SVGPicture(parsing: packed).picture(0, width: 8, height: 8)[4, 4] == Self.green)
  }

  @Test func `entities of drawing programs are read`() throws {
    let drawing = try read(
      """
      <?xml version="1.0"?>
      <!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY ns "http://www.w3.org/2000/svg"> <!-- > -->
        <!ENTITY % p "x"> <!ENTITY out SYSTEM "/etc/passwd"> <!ENTITY c 'green'> ]>
      <svg xmlns="&ns;" width="8" height="8"><rect width="8" height="8" fill="&c;"/></svg>
      """)
    #expect(drawing.picture(0, width: 8, height: 8)[4, 4] == Self.green)
  }

  @Test func `pictures beside it are asked for once`() throws {
    var asked: [String] = []
    let image = #"<image href="a.png" width="8" height="8"/>"#
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">\#(image)\#(image)</svg>"#
    let pixel = Picture(width: 1, height: 1, samples: .eight(Self.green))
    let drawing = try SVGPicture(parsing: Array(text.utf8)) { name in
      asked.append(name)
      return PNGEncoder.encode(pixel)
    }
    #expect(asked == ["a.png"])
    #expect(drawing.picture(0, width: 8, height: 8)[4, 4] == Self.green)
  }

  /// Pictures in pictures.
  private static func shown(_ attributes: String, _ address: String) -> String {
    #"<image \#(attributes) href="\#(address)"/>"#
  }

  @Test(arguments: [
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'%3E"
      + "%3Crect width='2' height='9' fill='green'/%3E%3C/svg%3E",
    "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0IiBoZWlnaHQ9IjIiPjxyZWN0IHdpZHRoPSI5IiBoZWlnaHQ9IjkiIGZpbGw9ImdyZWVuIi8+PC9zdmc+",
  ])
  func `pictures of lines are shown in others`(_ address: String) throws {
    let drawing = try Fixtures.drawing(Self.shown(#"width="8" height="8""#, address))
    #expect(drawing.lacks.isEmpty)
    let picture = drawing.picture(0, width: 80, height: 80)
    for (y, color) in [(19, Self.clear), (20, Self.green), (59, Self.green), (60, Self.clear)] {
      #expect(picture[40, y] == color)
    }
    let wide = try Fixtures.drawn(
      Self.shown(#"width="8" height="8" preserveAspectRatio="none""#, address))
    #expect(wide[4, 0] == Self.green && wide[4, 7] == Self.green)
  }

  @Test func `pictures in pictures read no files`() throws {
    var asked: [String] = []
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="a.svg" width="8" height="8"/></svg>"#
    let drawing = try SVGPicture(parsing: Array(text.utf8)) { name in
      asked.append(name)
      return Array(text.utf8)
    }
    #expect(asked == ["a.svg"])
    #expect(drawing.lacks == ["pictures that can't be read"])
  }

  @Test func `pictures are turned as their Exif data say`() throws {
    let pixels = Picture(width: 2, height: 1, samples: .eight(Self.green + [255, 0, 0, 255]))
    var file = PNGEncoder.encode(pixels)
    // An orientation of 6: the left side is the upper one.
    let exif: [UInt8] =
      Array("eXIfMM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
      + [0, 0, 0, 0]
    var check = CRC32()
    check.update(exif)
    let sum = check.value
    file.insert(
      contentsOf: [0, 0, 0, UInt8(exif.count - 4)] + exif
        + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }, at: 33)
    func drawn(_ style: String) throws -> Picture {
      let text =
        #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="a.png" width="8" height="8" style="\#(style)"/></svg>"#
      return try SVGPicture(parsing: Array(text.utf8)) { _ in file }
        .picture(0, width: 8, height: 8)
    }
    let picture = try drawn("")
    #expect(picture[4, 0] == Self.green)
    #expect(picture[4, 7] == [255, 0, 0, 255])
    #expect(picture[0, 4] == Self.clear)
    let plain = try drawn("image-orientation: none")
    #expect(plain[0, 4] == Self.green)
    #expect(plain[7, 4] == [255, 0, 0, 255])
    #expect(plain[4, 0] == Self.clear)
  }

  /// Lines that keep their width are drawn in pixels, whatever the units of their shapes are.
  @Test func `lines may keep their width`() throws {
    let picture = try Fixtures.drawn(
      "<g transform='scale(4 2)'><path d='M 1 0 V 4' stroke='green' stroke-width='2' vector-effect='non-scaling-stroke'/></g>"
    )
    for (x, color) in [(2, Self.clear), (3, Self.green), (4, Self.green), (5, Self.clear)] {
      #expect(picture[x, 4] == color)
    }
  }

  @Test func `what is not drawn is reported once`() throws {
    let drawing = try Fixtures.drawing(
      #"<text>a</text><text>b</text><foreignObject/><image href="none.jpg"/><script/><animate/>"#)
    #expect(drawing.lacks == ["texts", "foreign objects", "pictures that can't be read"])
  }

  @Test(arguments: [
    ("<svg>\n <g>\n</svg>", "3:1: </svg> where </g> should stand"),
    ("<svg a='1' a='2'/>", "1:12: a second attribute a"),
    ("<svg><rect", "1:11: "), ("<html/>", "1:1: the root of the file is <html>, not <svg>"),
    ("<svg>&bomb;</svg>", "1:6: &bomb; is none of XML's own five entities"),
  ])
  func `what is broken is reported with its place`(_ text: String, _ words: String) {
    do {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect("\(error)".hasPrefix(words), "\(error)")
    }
  }

  @Test func `other files are none`() {
    for text in ["", "{}", "<html><body/></html>", "<?xml version='1.0'?><svgx/>", "svg"] {
      #expect(!SVGPicture.isLikely(Array(text.utf8)))
    }
    #expect(SVGPicture.isLikely(Array("<!-- a --><x:svg xmlns:x='y'/>".utf8)))
  }
}
