import Bytes

/// All faces of the system's folders, found by their names.
struct FontIndex: Sendable {
  /// The built-in face, then those of the files in their order.
  let faces: [FontFace]
  /// Files that are no fonts that can be read, and why.
  let skipped: [(path: String, error: FontError)]
  private let families: [String: [Int]]
  private let fullNames: [String: [Int]]
  /// Faces of variable fonts and their instances.
  private let instances: [String: [(face: Int, instance: FontInstance)]]

  /// - Parameter paths: the files that are looked at.
  init(_ files: FontFiles, paths: [String]) {
    var faces = [FontFace.builtIn]
    var skipped: [(path: String, error: FontError)] = []
    for path in paths {
      do throws(FontError) {
        faces += try FaceReader(files: files, path: path).faces(needsNames: true)
      } catch {
        skipped.append((path, error))
      }
    }
    var families: [String: [Int]] = [:]
    var fullNames: [String: [Int]] = [:]
    var instances: [String: [(face: Int, instance: FontInstance)]] = [:]
    for (number, face) in faces.enumerated() {
      let names = face.names
      for key in Set(names.families.map(Self.key)) where key != "" {
        families[key, default: []].append(number)
      }
      let whole = names.fullNames.union([names.postScriptName])
      for key in Set(whole.map(Self.key)) where key != "" {
        fullNames[key, default: []].append(number)
      }
      for instance in face.instances {
        for key in instance.keys { instances[key, default: []].append((number, instance)) }
      }
    }
    (self.faces, self.skipped) = (faces, skipped)
    (self.families, self.fullNames, self.instances) = (families, fullNames, instances)
  }

  /// A name without what people write one way or another: case, blanks, hyphens.
  static func key(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 128 }) else {
      return name.lowercased().filter { !" -_".contains($0) }
    }
    var key: [UInt8] = []
    for byte in name.utf8 where !isSpacing(byte) {
      key.append(byte >= 65 && byte <= 90 ? byte | 32 : byte)
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// Whether people leave a character out of names.
  static func isSpacing(_ byte: UInt8) -> Bool { byte == 32 || byte == 45 || byte == 95 }

  /// The faces of a family; else those of which this is the full name or the PostScript name; else
  /// those that have an instance of this name, held at it.
  func faces(named name: String) -> [FontFace] {
    let key = Self.key(name)
    if let found = families[key] ?? fullNames[key] { return found.map { faces[$0] } }
    return (instances[key] ?? []).map { faces[$0.face].held(at: $0.instance) }
  }

  /// The name, of a family or a generic one, that was most likely meant.
  func nearest(to name: String) -> String? {
    var seen: Set<String> = []
    let names = (faces.flatMap { [$0.family, $0.names.family] } + GenericFamilies.names)
      .filter { !$0.isEmpty && seen.insert($0).inserted }
    return nearestName(to: name, in: names)
  }
}
