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
    // The values of variables and the timelines that are layers stand behind the timeline's own text.
    add(plan.scene.request.common.timeline?.source.bytes ?? [])
    let options = [SourceOptions.set, RenderOptions.fps] + RenderOptions.colors
    for word in plan.session.invocation.words(of: options) { add(word) }
    add(preset.rawValue)
    for word in added { add(word) }
    // A source that is another one is mostly of another size; its path and date differ from machine to
    // machine.
    for feed in plan.scene.plan.document.feeds {
      guard let name = feed.media.source.fileName, let file = plan.scene.request.common.timeline
      else {
        continue
      }
      add(name)
      add("\(Self.size(of: file.path(name)))")
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

  private static func size(of path: String) -> Int {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return 0 }
    defer { try? file.close() }
    return file.size ?? 0
  }
}
