import Bytes
import Options
import Pipes
import Shell

/// The digest of all that decides what a film is, apart from which part of it is made.
struct FilmIdentity {
  private var digest = MD5()

  /// - Parameters:
  ///   - preset: how it is encoded.
  ///   - added: the user's own options of ffmpeg.
  init(_ plan: FilmPlan, preset: FilmPreset, added: [String]) {
    add(Version.number)
    // The values of variables and the timelines that are layers stand behind the timeline's own
    // text.
    add(plan.scene.request.common.timeline?.source.bytes ?? [])
    let options = [SourceOptions.set, RenderOptions.fps] + RenderOptions.colors
    for word in plan.session.invocation.words(of: options) { add(word) }
    add(preset.rawValue)
    for word in added { add(word) }
    // A source that is another one is mostly of another size; its path and date differ from machine
    // to machine.
    guard let file = plan.scene.request.common.timeline else { return }
    var played: Set<String> = []
    for feed in plan.scene.plan.document.feeds {
      guard let name = feed.media.source.fileName else { continue }
      played.insert(file.path(name))
      add(name)
      add("\(Self.size(of: file.path(name)))")
    }
    // What is no film may change and stay as large: a table of colours, words, a font, a picture.
    for path in file.namedPaths where !played.contains(path) {
      guard let contents = Self.contents(of: path) else { continue }
      add(contents)
    }
  }

  /// In 32 hexadecimal digits.
  var text: String { digest.hexDigest }

  private mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Each piece with its length, so that none can end in another.
  private mutating func add(_ bytes: [UInt8]) {
    digest.update(Array("\(bytes.count):".utf8))
    digest.update(bytes)
  }

  /// The bytes of a file, or the size of a large one; nil where there is none.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return nil }
    let (kind, size) = (file.kind, file.size ?? 0)
    try? file.close()
    guard kind == .regular else { return nil }
    return (try? Files.load(path, limit: longest)) ?? Array("\(size)".utf8)
  }

  /// The largest file that is looked at as a whole.
  private static let longest = 64 << 20

  private static func size(of path: String) -> Int {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return 0 }
    defer { try? file.close() }
    return file.size ?? 0
  }
}
