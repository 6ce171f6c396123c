import Bytes
import Fonts
import Subtitles
import Text
import Timeline

/// The fonts of subtitles, each looked for once.
final class CueFonts: Sendable {
  /// What letters of a style are taken from.
  struct Stack: Sendable {
    let fonts: FontChain
    let fallback: LayoutSpan.Fallback
    let warnings: [String]
  }

  private let library: FontLibrary
  /// The fonts that a script brings along; nil where it has none.
  private let brought: FontLibrary?
  /// What the layer's parameters ask for.
  private let request: FontRequest
  private let language: String?
  private let found = Mutex<[FontRequest: Stack]>([:])
  /// How many stacks are kept.
  private static let most = 256

  /// - Parameter script: one whose own fonts come before those of the library.
  init(
    _ library: FontLibrary, request: FontRequest, language: String?, script: ASSScript? = nil
  ) {
    self.library = library
    let fonts = script?.fonts ?? []
    brought =
      fonts.isEmpty
      ? nil
      : FontLibrary(
        files: FontFiles(Dictionary(fonts.map { ($0.name, $0.bytes) }) { first, _ in first }))
    self.request = request
    self.language = language
  }

  private func request(for style: CueStyle) -> FontRequest {
    var request = request
    if let face = style.face {
      // A script from elsewhere opens no files.
      if !face.contains("/") { request.names.insert(face, at: 0) }
      request.variations = []
    }
    request.weight = style.weight
    request.isItalic = style.isItalic
    return request
  }

  /// The fonts for a style.
  func stack(for style: CueStyle) throws(RenderError) -> Stack {
    let request = request(for: style)
    if let stack = found.withLock({ $0[request] }) { return stack }
    let own = style.face.flatMap { brought($0, request) }
    var others = request
    if own != nil { others.names.removeFirst() }
    let stack: FontStack
    do throws(FontChoiceError) {
      stack = try library.stack(others)
    } catch {
      throw RenderError(.font(error), at: nil)
    }
    let made = Stack(
      fonts: own.map(stack.fonts.behind) ?? stack.fonts,
      fallback: { [library, language] cluster, wantsEmoji in
        library.fallback(
          for: cluster, request: request, wantsEmoji: wantsEmoji, language: language)
      }, warnings: stack.warnings)
    found.withLock { found in
      if found.count >= Self.most { found.removeAll() }
      found[request] = made
    }
    return made
  }

  /// The font of a name that the script brings along.
  private func brought(_ name: String, _ request: FontRequest) -> Font? {
    guard let brought, !name.contains("/"), brought.has(family: name) else { return nil }
    var request = request
    request.names = [name]
    // The built-in font stands for one that is broken.
    guard let font = try? brought.stack(request).fonts.first,
      brought.face(of: font)?.path != nil
    else { return nil }
    return font
  }

  /// Why fonts that the script brings along are not used.
  var faults: [String] {
    brought?.skipped().map { "the font \($0.path) in it is not used: \($0.error.message)" } ?? []
  }
}
