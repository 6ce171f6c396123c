import Filters
import Pipes
import Serving
import Shell
import Timeline

/// Answers a page: the page itself, what it knows of the timeline, frames, sound and notices.
///
/// Unchecked: what changes is touched under locks.
final class PreviewSite: @unchecked Sendable {
  /// The most answers without an end of each kind at once.
  private static let mostStreams = 4

  private let studio: PreviewStudio
  private let input: PreviewInput
  private let frames: PreviewFrames
  private let sound: PreviewSound
  private let interrupt: Interrupt
  private let running = UncheckedLock((notices: 0, films: 0, sounds: 0))
  /// The film that was begun last; those before it end.
  private let film = UncheckedLock(0)

  init(
    _ studio: PreviewStudio, _ input: PreviewInput, _ frames: PreviewFrames, _ sound: PreviewSound,
    _ interrupt: Interrupt
  ) {
    (self.studio, self.input, self.frames) = (studio, input, frames)
    (self.sound, self.interrupt) = (sound, interrupt)
  }

  /// Answers a request whose path is without the secret.
  func answer(_ exchange: HTTPExchange) throws(PipeError) {
    guard exchange.request.path.count == 1, let word = exchange.request.path.first else {
      return try exchange.refuse(.notFound)
    }
    switch word {
    case "": try page(exchange)
    case "plan":
      try exchange.answer("application/json", [], Array(studio.now.plan.utf8))
    case "frame": try frame(exchange)
    case "play": try stream(exchange, \.films) { () throws(PipeError) in try play(exchange) }
    case "sound": try stream(exchange, \.sounds) { () throws(PipeError) in try listen(exchange) }
    case "notices": try stream(exchange, \.notices) { () throws(PipeError) in try notify(exchange) }
    default: try exchange.refuse(.notFound)
    }
  }

  private func stream(
    _ exchange: HTTPExchange,
    _ kind: WritableKeyPath<(notices: Int, films: Int, sounds: Int), Int>,
    _ body: () throws(PipeError) -> Void
  ) throws(PipeError) {
    guard !exchange.request.isHead else { return try exchange.refuse(.methodNotAllowed) }
    let isAllowed = running.withLock { running in
      guard running[keyPath: kind] < Self.mostStreams else { return false }
      running[keyPath: kind] += 1
      return true
    }
    guard isAllowed else { return try exchange.refuse(.unavailable) }
    defer { running.withLock { $0[keyPath: kind] -= 1 } }
    try body()
  }

  private func page(_ exchange: HTTPExchange) throws(PipeError) {
    let nonce = try Secret.make()
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'"
    let text = PreviewPage.text.replacing("NONCE", with: nonce)
    try exchange.answer(
      "text/html; charset=utf-8", [("Content-Security-Policy", policy)], Array(text.utf8))
  }

  /// The number of a frame that is asked for.
  private func index(_ exchange: HTTPExchange, _ edition: Edition) -> Int? {
    guard let text = exchange.request.query["n"], let index = Int(text), index >= 0 else {
      return nil
    }
    return min(index, edition.frameCount - 1)
  }

  private func conversion(_ exchange: HTTPExchange, _ edition: Edition) -> BrowserPicture {
    BrowserPicture(edition.scene.colors, isHalf: exchange.request.query["size"] == "half")
  }

  private func frame(_ exchange: HTTPExchange) throws(PipeError) {
    guard let edition = studio.now.edition, let index = index(exchange, edition) else {
      return try exchange.refuse(.notFound)
    }
    let conversion = conversion(exchange, edition)
    let result = Result {
      try frames.draw(index, edition) { item in
        let size = conversion.size(of: edition.scene.renderer.output)
        let header = PreviewHeader(index: index, edition: edition.number, lateness: 0, size: size)
        return conversion.bytes(of: item.frame, header: header.bytes)
      }
    }
    let bytes: [UInt8]
    switch result {
    case .success(let drawn): bytes = drawn
    case .failure(let error):
      report(error)
      return try exchange.refuse(.unavailable)
    }
    try exchange.answer("application/octet-stream", [], bytes)
  }

  private func play(_ exchange: HTTPExchange) throws(PipeError) {
    let notice = studio.now
    guard let edition = notice.edition, let first = index(exchange, edition) else {
      return try exchange.refuse(.notFound)
    }
    let number = film.withLock { film in
      film += 1
      return film
    }
    let playing = PreviewPlaying(
      edition, input, conversion(exchange, edition), from: first
    ) { [self] in
      film.withLock { $0 == number } && studio.now.edition?.number == edition.number
        && !exchange.hasEnded
    }
    try exchange.begin("application/octet-stream")
    do { try playing.run(interrupt) { try exchange.send($0) } } catch { tell(error) }
  }

  private func listen(_ exchange: HTTPExchange) throws(PipeError) {
    guard let edition = studio.now.edition, let first = index(exchange, edition),
      PreviewSound.isHeard(edition.scene.plan.document, input)
    else { return try exchange.refuse(.notFound) }
    try exchange.begin("audio/wav")
    do {
      try sound.play(
        from: edition.scene.time(of: first),
        playsStream: edition.scene.plan.document.playsStream, interrupt
      ) { try exchange.send($0) }
    } catch {
      tell(error)
    }
  }

  /// Reports what ended an answer, unless that was the page, which sees that no more comes.
  private func tell(_ error: any Error) {
    if error is PipeError { return }
    report(error)
  }

  /// Says whenever something else is shown.
  private func notify(_ exchange: HTTPExchange) throws(PipeError) {
    try exchange.begin("text/event-stream")
    var (shown, silence) = (-1, 0)
    while let notice = studio.wait(after: shown), !exchange.hasEnded {
      if notice.number != shown {
        shown = notice.number
        let edition = notice.edition?.number ?? 0
        try exchange.send(Array("data: {\"number\":\(shown),\"edition\":\(edition)}\n\n".utf8))
      } else {
        silence += 1
        if silence % 10 == 0 { try exchange.send(Array(": \n\n".utf8)) }
      }
    }
  }
}

/// The page, as it is built into the program.
enum PreviewPage {
  static let text = String(decoding: PackageResources.preview_html, as: UTF8.self)
}
