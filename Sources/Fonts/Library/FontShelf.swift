/// The state of a library: what it has found and opened so far.
struct FontShelf: Sendable {
  let files: FontFiles
  /// All faces, which takes its time.
  private(set) lazy var index = FontIndex(files, paths: paths)
  private lazy var search = FontSearch(files, paths: paths)
  private lazy var paths = Array(files.list().prefix(Self.mostFiles))
  private var named: [String: [FontFace]] = [:]
  private var data: [String: Result<FontData, FontChoiceError>] = [:]
  private var fonts: [FontKey: Font] = [:]
  /// Where the fonts come from, by their identities.
  private(set) var origins: [Int: FontFace] = [:]
  private var stacks: [FontRequest: Result<FontStack, FontChoiceError>] = [:]
  private var characters: [FaceKey: CharacterMap] = [:]
  /// Why faces of the present request are not used.
  private var broken: [String] = []
  /// What is odd about files that it names.
  private var doubts: [String] = []
  var fallbacks: [FallbackKey: Font?] = [:]
  lazy var families = FallbackFamilies(index.faces)

  /// What is kept for later is forgotten when there is more of it: animated weights give ever new
  /// requests.
  static let mostKept = 4096
  /// More files than any system has.
  private static let mostFiles = 20_000

  private struct FaceKey: Hashable, Sendable {
    var path: String?
    var index: Int
  }

  private struct FontKey: Hashable, Sendable {
    var face: FaceKey
    var values: [FontVariation]
  }

  init(_ files: FontFiles) { self.files = files }

  // MARK: - Requests

  mutating func stack(_ request: FontRequest) -> Result<FontStack, FontChoiceError> {
    if let known = stacks[request] { return known }
    let result = Result { () throws(FontChoiceError) in try makeStack(request) }
    if stacks.count >= Self.mostKept { stacks.removeAll() }
    stacks[request] = result
    return result
  }

  private mutating func makeStack(
    _ request: FontRequest
  ) throws(FontChoiceError) -> FontStack {
    var fonts: [Font] = []
    var missing: [String] = []
    (broken, doubts) = ([], [])
    for name in request.names {
      if FontFiles.isPath(name) {
        fonts.append(try font(path: name, for: request))
      } else if FontIndex.key(name) == FontIndex.key(BuiltInFont.family) {
        // No folder is searched for it.
        fonts.append(try font(.builtIn, for: request).get())
      } else if let families = GenericFamilies.families(of: name) {
        if let font = first(of: families, for: request) { fonts.append(font) }
      } else {
        let count = broken.count
        if let font = first(of: [name], for: request) {
          fonts.append(font)
        } else if broken.count == count {
          missing.append(name)
        }
      }
    }
    if fonts.isEmpty { fonts.append(try font(.builtIn, for: request).get()) }
    var seen: Set<Int> = []
    fonts = fonts.filter { seen.insert($0.identity).inserted }
    let list =
      if fonts.contains(where: BuiltInFont.has) { FontChain(fonts) } else {
        FontChain(
          fonts, builtInWeight: FontFace.builtIn.variations(for: request)["wght"] ?? 400)
      }
    let taken = fonts.first.map { Self.title($0.names) } ?? BuiltInFont.family
    return FontStack(
      fonts: list,
      warnings: doubts + broken.map { "a font is broken, so \(taken) is used: \($0)" }
        + missing.map { warning($0, taken: taken) })
  }

  private static func title(_ names: FontNames) -> String {
    names.typographicFamily ?? names.family
  }

  private mutating func warning(_ name: String, taken: String) -> String {
    let hint =
      weighed(name) ?? index.nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? ""
    return "there is no font family \"\(name)\", so \(taken) is used\(hint)"
  }

  /// A hint for names of a family and a weight where one font has all weights.
  private mutating func weighed(_ name: String) -> String? {
    guard let (family, weight) = WeightNames.parted(name),
      let face = faces(named: family).first(where: { $0.weights.contains(Double(weight)) })
    else { return nil }
    return "; did you mean \"\(face.family)\" with a weight of \(weight)?"
  }

  /// The font of the first family that is there and can be opened.
  private mutating func first(of families: [String], for request: FontRequest) -> Font? {
    for family in families {
      var faces = faces(named: family)
      // A file that turns out to be broken gives way to the next best face.
      while let face = FaceMatching.best(of: faces, for: request) {
        switch font(face, for: request) {
        case .success(let font): return font
        case .failure(let error): broken.append(error.message)
        }
        faces.removeAll { $0 == face }
      }
    }
    return nil
  }

  /// Whether there is a font of a name, or for a generic one.
  mutating func has(family name: String) -> Bool {
    if FontFiles.isPath(name) { return false }
    if FontIndex.key(name) == FontIndex.key(BuiltInFont.family) { return true }
    return (GenericFamilies.families(of: name) ?? [name]).contains { !faces(named: $0).isEmpty }
  }

  /// The faces of a name, as the index of all would give them.
  private mutating func faces(named name: String) -> [FontFace] {
    if let known = named[name] { return known }
    let found = FontIndex(files, paths: search.paths(named: name)).faces(named: name)
    if named.count >= Self.mostKept { named.removeAll() }
    named[name] = found
    return found
  }

  // MARK: - Fonts

  mutating func font(
    _ face: FontFace, for request: FontRequest
  ) -> Result<Font, FontChoiceError> {
    let values = face.variations(for: request)
    let key = FontKey(
      face: FaceKey(path: face.path, index: face.index),
      values: values.map { FontVariation($0.key, $0.value) }
        .sorted { $0.axis.value < $1.axis.value })
    if let font = fonts[key] { return .success(font) }
    return Result { () throws(FontChoiceError) in
      guard let path = face.path else {
        return keep(try builtIn(values["wght"] ?? 400), key, face)
      }
      let bytes = try bytes(path, path, files.load)
      return keep(try open(bytes, path, face.index).varied(values), key, face)
    }
  }

  /// The font at a path: of a collection the face that a request fits best.
  private mutating func font(
    path: String, for request: FontRequest
  ) throws(FontChoiceError) -> Font {
    // A path may mean another file here than in the system's list.
    let place = "named:" + path
    let bytes = try bytes(place, path, files.named)
    let faces: [FontFace]
    do throws(FontError) {
      faces = try FaceReader(files: FontFiles(path, bytes), path: path)
        .faces(needsNames: false)
    } catch {
      throw FontChoiceError("\(path): \(error.message)")
    }
    guard let face = FaceMatching.best(of: faces, for: request) else {
      throw FontChoiceError("\(path): there is no font in it")
    }
    let values = face.variations(for: request)
    let key = FontKey(
      face: FaceKey(path: place, index: face.index),
      values: values.map { FontVariation($0.key, $0.value) }
        .sorted { $0.axis.value < $1.axis.value })
    if let font = fonts[key] { return font }
    let font = try open(bytes, path, face.index)
    if let table = font.changedTable {
      doubts.append(
        "\(path): the font's table '\(table)' has been changed or damaged: its checksum is wrong; "
          + "characters may be missing")
    }
    return keep(font.varied(values), key, face)
  }

  private func builtIn(_ weight: Double) throws(FontChoiceError) -> Font {
    do throws(FontError) {
      return try BuiltInFont.font(weight: weight)
    } catch {
      throw FontChoiceError("\(BuiltInFont.family): \(error.message)")
    }
  }

  private mutating func keep(_ font: Font, _ key: FontKey, _ face: FontFace) -> Font {
    if fonts.count >= Self.mostKept {
      fonts.removeAll()
      origins.removeAll()
    }
    origins[font.identity] = face
    fonts[key] = font
    return font
  }

  private mutating func bytes(
    _ key: String, _ path: String, _ load: (String) -> Result<FontData, FontChoiceError>
  ) throws(FontChoiceError) -> FontData {
    if let known = data[key] { return try known.get() }
    let result = load(path)
    data[key] = result
    return try result.get()
  }

  private func open(
    _ bytes: FontData, _ path: String, _ index: Int
  ) throws(FontChoiceError) -> Font {
    do throws(FontError) {
      let font = try Font(bytes, index: index)
      if let fault = font.fault { throw fault }
      return font
    } catch {
      throw FontChoiceError("\(path): \(error.message)")
    }
  }

  // MARK: - Characters

  /// Whether a face has a character, by its `cmap` alone.
  mutating func has(_ scalar: Unicode.Scalar, _ face: FontFace) -> Bool {
    guard let path = face.path else {
      return (try? BuiltInFont.font())?.glyph(for: scalar) != nil
    }
    let key = FaceKey(path: path, index: face.index)
    if let known = characters[key] { return known.glyph(for: scalar) != nil }
    let map =
      (try? FaceReader(files: files, path: path).characters(of: face.index))
      ?? CharacterMap(nil, glyphCount: 0)
    characters[key] = map
    return map.glyph(for: scalar) != nil
  }
}
