import Fonts
import Pipes

/// The folders in which fonts are looked for.
struct FontFolders: Sendable {
  /// The largest font file that is read, in bytes.
  private static let largest = 512 << 20

  /// In the order in which they are searched.
  let folders: [String]
  /// The folders that VFX_FONT_PATH names.
  let fromEnvironment: [String]

  /// - Parameters:
  ///   - first: folders that the user names, searched before all others.
  ///   - environment: the value of a variable of the environment.
  init(
    _ first: [String] = [], environment: (String) -> String? = Host.environment
  ) {
    if let path = environment("VFX_FONT_PATH") {
      // It takes the place of the system's folders, so that nothing depends on the machine.
      fromEnvironment = path.split(separator: ":").map(String.init)
      folders = first + fromEnvironment
    } else {
      fromEnvironment = []
      folders = first + Self.system(environment)
    }
  }

  /// Where the system keeps fonts: those of the user, then those of all.
  private static func system(_ environment: (String) -> String?) -> [String] {
    let home = environment("HOME").flatMap { $0.isEmpty ? nil : $0 }
    #if os(macOS)
      let own = home.map { [$0 + "/Library/Fonts"] } ?? []
      return own + ["/Library/Fonts", "/System/Library/Fonts"]
    #else
      // XDG Base Directory Specification 0.8: both variables have values when they are not set.
      func variable(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
      }
      let own = variable("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
      let shared = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
        .split(separator: ":").map { "\($0)/fonts" }
      let folders =
        [own.map { $0 + "/fonts" }, home.map { $0 + "/.fonts" }].compactMap { $0 }
        + ["/usr/local/share/fonts", "/usr/share/fonts"] + shared
      var seen: Set<String> = []
      return folders.filter { seen.insert($0).inserted }
    #endif
  }

  /// A library of the fonts in these folders.
  ///
  /// - Parameter resolve: where a path of a timeline leads.
  func library(_ resolve: @escaping @Sendable (String) -> String = { $0 }) -> FontLibrary {
    FontLibrary(
      files: FontFiles(
        list: { [folders] in
          var seen: Set<String> = []
          return folders.flatMap { folder in
            Folders.files(in: folder) { name in
              let name = name.lowercased()
              return FontFiles.endings.contains { name.hasSuffix($0) }
            }
          }.filter { seen.insert($0).inserted }
        },
        parts: { path, ranges in
          var parts: [[UInt8]]?
          Self.read(path) { read in parts = ranges.map(read) }
          return parts
        }, reading: { path, body in Self.read(path, body) },
        load: { Self.load($0) },
        named: { Self.load(resolve($0)) }))
  }

  private static func load(_ path: String) -> Result<FontData, FontChoiceError> {
    do throws(PipeError) {
      let file = try MappedFile(path, limit: largest)
      return .success(FontData(file.bytes, owner: file))
    } catch {
      return .failure(FontChoiceError("\(error)"))
    }
  }

  /// Lets `body` read parts of a file, which is open meanwhile.
  private static func read(_ path: String, _ body: (FontFiles.FontPart) -> Void) {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return }
    defer { try? file.close() }
    guard let size = file.size else { return }
    body { range in
      let range = range.clamped(to: 0..<size)
      return (try? file.bytes(range.count, at: range.lowerBound)) ?? []
    }
  }
}
