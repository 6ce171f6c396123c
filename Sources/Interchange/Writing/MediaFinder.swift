import Bytes
import Timeline

/// Where files are that a cut names.
package struct MediaFinder: Sendable {
  /// What stands before relative names.
  let folder: String
  /// The files among which those of the cut are looked for; nil if they are where it says.
  let files: MediaFiles?
  /// Whether a test picture stands in for what is not found.
  let usesStandIns: Bool
  /// The folder whose paths are written without it, with a slash at its end.
  let home: String

  /// - Parameters:
  ///   - folder: what stands before relative names: nothing, or a path with a slash at its end.
  ///   - home: the working folder, if it is known.
  package init(
    folder: String = "", files: MediaFiles? = nil, usesStandIns: Bool = false, home: String = ""
  ) {
    self.folder = folder
    self.files = files
    self.usesStandIns = usesStandIns
    self.home = home.isEmpty || home.hasSuffix("/") ? home : home + "/"
  }

  /// The file that has one of these names; nil if there is none.
  func file(_ names: [String]) -> FoundMedia? {
    guard let files else { return names.first.map { FoundMedia(path: assumed($0)) } }
    let found =
      names.lazy.compactMap { files.file(named: $0) }.first
      ?? names.lazy.compactMap { files.file(like: $0) }.first
    return found.map { FoundMedia(path: shortened($0.path), doubt: $0.doubt) }
  }

  /// The path that a name means without a look at any file.
  func assumed(_ name: String) -> String {
    // No system has names with NUL, and a timeline refuses them.
    let path = String(
      MediaName.path(name).map { $0 == "\\" ? "/" : $0 == "\0" ? "_" : $0 })
    let text = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    if Self.isAddress(name) { return shortened(folder + Self.fileName(ofAddress: text)) }
    let isAbsolute = text.hasPrefix("/") || text.dropFirst().hasPrefix(":/")
    return shortened(isAbsolute ? text : folder + text)
  }

  /// Whether a name is one of the network, from which nothing is read.
  static func isAddress(_ name: String) -> Bool {
    name.contains("://") && !name.hasPrefix("file:")
  }

  /// The last part of an address, without a query.
  private static func fileName(ofAddress text: String) -> String {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? "file"
  }

  private func shortened(_ path: String) -> String {
    let path = path.hasPrefix(home) && !home.isEmpty ? String(path.dropFirst(home.count)) : path
    // What begins with a hyphen would be taken for an option.
    return path.hasPrefix("-") ? "./" + path : path
  }
}

/// A file that is taken for a name.
struct FoundMedia: Hashable {
  let path: String
  /// What a warning says of the choice; nil where it is plain.
  var doubt: String?
}

/// The files of folders, by their names.
package struct MediaFiles: Sendable {
  private var byName: [String: [String]] = [:]
  /// Those that are films, pictures or sounds, by their names without endings.
  private var byStem: [String: [String]] = [:]

  /// Of several that fit a name equally the first is taken.
  package init(_ paths: [String]) {
    for path in paths {
      byName[MediaName.last(path).lowercased(), default: []].append(path)
      guard MediaName.kind(path) != nil else { continue }
      byStem[MediaName.stem(path).lowercased(), default: []].append(path)
    }
  }

  /// The file of that name.
  func file(named name: String) -> FoundMedia? {
    let last = Self.last(name)
    let same = byName[last.lowercased()] ?? []
    let exact = same.filter { MediaName.last($0) == last }
    return first(of: exact.isEmpty ? same : exact, for: last)
  }

  /// A film, a picture or a sound whose name differs only in its ending, of the same kind if there
  /// is one.
  func file(like name: String) -> FoundMedia? {
    let last = Self.last(name)
    let (kind, stem) = (MediaName.kind(last), MediaName.stem(last))
    let longer = byStem[last.lowercased()] ?? []
    if kind == nil, !longer.isEmpty { return likeliest(of: longer, for: last, as: nil) }
    let alike = longer.filter { MediaName.kind($0) == kind }
    if !alike.isEmpty { return first(of: alike, for: last) }
    let others = stem == last ? [] : byStem[stem.lowercased()] ?? []
    guard var found = likeliest(of: others + longer, for: last, as: kind) else { return nil }
    if kind == nil, found.doubt == nil {
      found.doubt = "no file is called \(JSONText.quote(last)); \(found.path) is taken"
    }
    return found
  }

  private static func last(_ name: String) -> String {
    String(MediaName.last(MediaName.path(name)))
  }

  private func likeliest(
    of files: [String], for name: String, as kind: MediaKind?
  ) -> FoundMedia? {
    for candidate in MediaKind.substitutes(for: kind) {
      let fitting = files.filter { MediaName.kind($0) == candidate }
      guard var found = first(of: fitting, for: name) else { continue }
      let wanted = kind ?? .film
      if wanted != candidate {
        found.doubt =
          "no \(wanted.rawValue) is found for \(JSONText.quote(name)); the \(candidate.rawValue) "
          + "\(found.path) is taken"
      }
      return found
    }
    return nil
  }

  /// The first of some files that fit a name equally.
  private func first(of files: [String], for name: String) -> FoundMedia? {
    guard let path = files.first else { return nil }
    let others = files.count - 1
    guard others > 0 else { return FoundMedia(path: path) }
    return FoundMedia(
      path: path,
      doubt: "\(files.count) files fit \(JSONText.quote(name)) equally; \(path) is taken, not "
        + (others == 1 ? files[1] : "\(files[1]) or others"))
  }
}
