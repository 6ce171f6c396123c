import Fonts
import Pipes
import Text

// Shapes lines of standard input, for scripts/compare/shaping. A line has, between tabs: the font's
// path, the number of the face, the script of ISO 15924, the language or "-", "ltr" or "rtl",
// features such as "smcp=1,liga=0" and places on axes such as "wght:700" or "-", and the text. For
// each, a line is written with glyph=cluster+advance@x,y of every glyph.

/// Opens each face once.
struct FontShelf {
  private var fonts: [String: Font?] = [:]
  private var files: [String: [UInt8]] = [:]

  mutating func font(_ path: Substring, _ index: Int, _ settings: Substring) -> Font? {
    let places = variations(settings)
    let key = places.isEmpty ? "\(path)#\(index)" : "\(path)#\(index)#\(settings)"
    if let font = fonts[key] { return font }
    let bytes = files[String(path)] ?? (try? Files.load(String(path), limit: 1 << 28)) ?? []
    files[String(path)] = bytes
    let face = try? Font(bytes, index: index)
    let font = places.isEmpty ? face : face?.varied(places)
    fonts[key] = font
    return font
  }
}

func features(_ text: Substring) -> [FeatureSetting] {
  text.split(separator: ",").compactMap { setting in
    let parts = setting.split(separator: "=")
    guard parts.count == 2, let value = Int(parts[1]) else { return nil }
    return FeatureSetting(Tag(String(parts[0])), value)
  }
}

/// The places on a variable font's axes.
func variations(_ text: Substring) -> [Tag: Double] {
  var places: [Tag: Double] = [:]
  for setting in text.split(separator: ",") {
    let parts = setting.split(separator: ":")
    if parts.count == 2, let value = Double(parts[1]) { places[Tag(String(parts[0]))] = value }
  }
  return places
}

func whole(_ value: Double) -> Int { Int(value.rounded()) }

func described(_ glyphs: [ShapedGlyph]) -> String {
  glyphs.map {
    "\($0.glyph)=\($0.cluster)+\(whole($0.advance))@\(whole($0.xOffset)),\(whole($0.yOffset))"
  }.joined(separator: "|")
}

/// The run that a line asks for.
func run(_ line: String, _ shelf: inout FontShelf) -> ShapingRun? {
  let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
  guard fields.count == 7, let index = Int(fields[1]),
    let script = Script.allCases.first(where: { $0.tag == fields[2] }),
    let font = shelf.font(fields[0], index, fields[5])
  else { return nil }
  return ShapingRun(
    text: Array(fields[6].unicodeScalars), font: font, script: script,
    language: fields[3] == "-" ? nil : String(fields[3]), isRightToLeft: fields[4] == "rtl",
    features: features(fields[5]))
}

/// With `--time N`, each line is shaped so many times, and the microseconds for one are written.
func times() -> Int {
  let arguments = CommandLine.arguments
  guard arguments.count == 3, arguments[1] == "--time" else { return 0 }
  return Int(arguments[2]) ?? 0
}

var shelf = FontShelf()
let repeats = times()
while let line = readLine() {
  guard let run = run(line, &shelf) else {
    print("?")
    continue
  }
  guard repeats > 0 else {
    print(described(Shaper.shape(run)))
    continue
  }
  var count = Shaper.shape(run).count
  let clock = ContinuousClock()
  let elapsed = clock.measure { for _ in 0..<repeats { count &+= Shaper.shape(run).count } }
  let nanoseconds = elapsed.components.attoseconds / 1_000_000_000
  print(
    "\(Double(nanoseconds) / 1000 / Double(repeats)) us, \(count / (repeats + 1)) glyphs")
}
