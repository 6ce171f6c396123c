// Draws glyphs as it is told on standard input, line by line, for scripts/compare/glyphs:
//
//   font PATH [INDEX]
//   fill GLYPH SIZE DX DY
//   stroke GLYPH SIZE DX DY WIDTH JOIN
//   color GLYPH SIZE DX DY [TURN]
//   repeat COUNT GLYPH SIZE
//
// The size is in pixels an em, the shift and the stroke's width in pixels, `y` down; the join is
// miter, round or bevel; a glyph in colours may be turned by degrees. Each answer is a line "X Y
// WIDTH HEIGHT CHANNELS" and the samples. `repeat` draws a glyph many times, for instruction
// counts, and answers nothing.
import Fonts
import Geometry
import Pipes

struct Fault: Error { let message: String }

func fail(_ message: String) -> Never {
  try? FileDescriptor.standardError.writeFully("glyphs: \(message)\n")
  Host.exit(2)
}

struct Session {
  private let output = FileDescriptor.standardOutput
  private var font: Font?
  private var rasterizer = Rasterizer()
  private var painter = ColorGlyphPainter()

  mutating func run(_ words: [String]) throws {
    switch words[0] {
    case "font":
      font = try Font(try Files.load(words[1], limit: 1 << 30), index: Int(words.last ?? "") ?? 0)
    case "fill":
      let (outline, map) = try glyph(words)
      try answer(rasterizer.coverage(of: outline, through: map))
    case "stroke":
      let (outline, map) = try glyph(words)
      let joins: [String: LineJoin] = ["miter": .miter, "round": .round, "bevel": .bevel]
      guard words.count > 6, let width = Double(words[5]), let join = joins[words[6]] else {
        throw Fault(message: "a stroke needs a width and a join")
      }
      let stroke = outline.stroked(
        width: width / map.a, join: join, miterLimit: 4, tolerance: 0.03 / map.a)
      try answer(rasterizer.coverage(of: stroke, through: map))
    case "color":
      let (glyph, _, map) = try place(words)
      let turn = Affine.rotation(degrees: words.count > 5 ? Double(words[5]) ?? 0 : 0)
      guard let font else { return }
      let found = try painter.picture(of: glyph, in: font, through: turn.after(map)) ?? .empty
      try output.writeFully(
        "\(found.box.x) \(found.box.y) \(found.box.width) \(found.box.height) 4\n")
      try output.writeFully(found.samples.map { UInt8((UInt32($0) + 128) / 257) })
    case "repeat":
      let (outline, map) = try glyph(Array(words.dropFirst()) + ["0", "0"])
      for _ in 0..<(Int(words[1]) ?? 0) {
        _ = rasterizer.coverage(of: outline, through: map)
      }
    default: throw Fault(message: "unknown request")
    }
  }

  private func glyph(_ words: [String]) throws -> (Outline, Affine) {
    let (glyph, font, map) = try place(words)
    return (try font.outline(of: glyph), map)
  }

  private func place(_ words: [String]) throws -> (GlyphID, Font, Affine) {
    guard let font, words.count > 4, let glyph = GlyphID(words[1]), let size = Double(words[2]),
      let x = Double(words[3]), let y = Double(words[4])
    else { throw Fault(message: "a glyph needs a font, a number, a size and a shift") }
    let scale = size / Double(font.unitsPerEm)
    return (glyph, font, Affine(a: scale, b: 0, c: 0, d: -scale, tx: x, ty: y))
  }

  private func answer(_ found: Coverage) throws {
    try output.writeFully("\(found.x) \(found.y) \(found.width) \(found.height) 1\n")
    try output.writeFully(found.bytes)
  }
}

var session = Session()
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  if words.isEmpty { continue }
  do { try session.run(words) } catch { fail("\(line): \(error)") }
}
