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

  /// The path of the file that has one of these names; nil if there is none.
  func path(_ names: [String]) -> String? {
    if let files {
      for name in names { if let path = files.path(of: name) { return shortened(path) } }
      return nil
    }
    return names.first.map(assumed)
  }

  /// The path that a name means without a look at any file.
  func assumed(_ name: String) -> String {
    let path = String(MediaName.path(name).map { $0 == "\\" ? "/" : $0 })
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

/// The files of a folder, by their names.
package struct MediaFiles: Sendable {
  private var byName: [String: String] = [:]
  private var byStem: [String: String] = [:]

  /// Of several with one name the first counts.
  package init(_ paths: [String]) {
    for path in paths {
      let name = MediaName.last(path).lowercased()
      if byName[name] == nil { byName[name] = path }
      let stem = MediaName.stem(path).lowercased()
      if byStem[stem] == nil { byStem[stem] = path }
    }
  }

  /// The file of that name; else the one that differs only in its ending.
  package func path(of name: String) -> String? {
    let last = MediaName.last(MediaName.path(name)).lowercased()
    return byName[last] ?? byStem[last] ?? byStem[MediaName.stem(last).lowercased()]
  }
}
