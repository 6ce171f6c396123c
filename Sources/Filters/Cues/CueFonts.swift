import Bytes
import Fonts
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
  /// What the layer's parameters ask for.
  private let request: FontRequest
  private let language: String?
  private let found = Mutex<[FontRequest: Stack]>([:])
  /// How many stacks are kept.
  private static let most = 256

  init(_ library: FontLibrary, request: FontRequest, language: String?) {
    self.library = library
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
    let stack: FontStack
    do throws(FontChoiceError) {
      stack = try library.stack(request)
    } catch {
      throw RenderError(.font(error), at: nil)
    }
    let made = Stack(
      fonts: stack.fonts,
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
}
