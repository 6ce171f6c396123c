import Fonts
import Pipes

/// The folders in which fonts are looked for.
struct FontFolders: Sendable {
  /// The largest font file that is read, in bytes.
  private static let largest = 512 << 20

  /// In the order in which they are searched.
  let folders: [String]

  /// - Parameters:
  ///   - first: folders that the user names, searched before all others.
  ///   - environment: the value of a variable of the environment.
  init(
    _ first: [String] = [], environment: (String) -> String? = Host.environment
  ) {
    if let path = environment("VFX_FONT_PATH") {
      // It takes the place of the system's folders, so that nothing depends on the machine.
      folders = first + path.split(separator: ":").map(String.init)
    } else {
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
              FontFiles.endings.contains { name.lowercased().hasSuffix($0) }
            }
          }.filter { seen.insert($0).inserted }
        },
        parts: { path, ranges in Self.parts(of: path, ranges) },
        load: { Self.load($0) },
        named: { Self.load(resolve($0)) }))
  }

  private static func load(_ path: String) -> Result<[UInt8], FontChoiceError> {
    do throws(PipeError) {
      return .success(try Files.load(path, limit: largest))
    } catch {
      return .failure(FontChoiceError("\(error)"))
    }
  }

  private static func parts(of path: String, _ ranges: [Range<Int>]) -> [[UInt8]]? {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return nil }
    defer { try? file.close() }
    guard let size = file.size else { return nil }
    var parts: [[UInt8]] = []
    for range in ranges {
      let range = range.clamped(to: 0..<size)
      var bytes = [UInt8](repeating: 0, count: range.count)
      let count = bytes.withUnsafeMutableBytes { buffer in
        (try? file.readFully(into: buffer, at: range.lowerBound)) ?? 0
      }
      parts.append(Array(bytes.prefix(count)))
    }
    return parts
  }
}
