import Bytes
import Pipes

/// Answers requests of browsers on the same machine that know a secret.
///
/// Each connection has a thread of a bounded set. A request is answered only if it comes in time,
/// names this server as its host, comes from no other site's page, and begins with the secret.
///
/// Unchecked: what changes is touched under the monitor's lock.
package final class HTTPServer: @unchecked Sendable {
  /// The bounds of what is done at once, and for how long.
  package struct Settings: Sendable {
    /// How many connections there may be.
    var connections = 24
    /// How long a request may take to come whole, in nanoseconds.
    package var patience: UInt64 = 5_000_000_000
    /// How long a connection may be silent between requests, in nanoseconds.
    var idleness: UInt64 = 20_000_000_000
    /// What is read of a request.
    package var limits = HTTPLimits()

    /// Enough for a few pages in a browser.
    package init() {}
  }

  /// What answers; called on several threads at once.
  package typealias Handler = @Sendable (HTTPExchange) throws(PipeError) -> Void

  /// The secret that paths begin with: 32 digits of base 16.
  package let token: String
  /// Where it listens, on 127.0.0.1.
  package var port: Int { listener.port }
  /// Where a browser finds it.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  private let listener: LoopbackListener
  private let settings: Settings
  private let handler: Handler
  private let monitor = Monitor()
  private var waiting: [LoopbackConnection] = []
  /// How many connections are being served.
  private var busy = 0
  private var isOver = false

  /// Begins to listen; ``run(_:)`` answers.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - handler: gets requests whose path is without the secret.
  /// - Throws: the port is taken, or the system gives no random numbers.
  package init(
    port: Int = 0, _ settings: Settings = Settings(), _ handler: @escaping Handler
  ) throws(PipeError) {
    (self.settings, self.handler) = (settings, handler)
    listener = try LoopbackListener(port: port)
    token = try Secret.make()
  }

  /// Answers until `interrupt` is raised.
  package func run(_ interrupt: Interrupt) throws(PipeError) {
    var threads: [Thread] = []
    defer {
      monitor.withLock {
        isOver = true
        monitor.broadcast()
      }
      threads.forEach { $0.join() }
    }
    for _ in 0..<max(settings.connections, 1) {
      threads.append(
        try Thread(name: "http", stackBytes: 8 << 20) { [self] in
          while let connection = nextConnection() {
            serve(connection, interrupt)
            monitor.withLock { busy -= 1 }
          }
        })
    }
    while let connection = listener.accept(interrupt) {
      let isTaken = monitor.withLock {
        guard waiting.count + busy < max(settings.connections, 1) else { return false }
        waiting.append(connection)
        monitor.signal()
        return true
      }
      if !isTaken { try? HTTPExchange.refuse(.unavailable, connection) }
    }
  }

  private func nextConnection() -> LoopbackConnection? {
    monitor.withLock {
      while waiting.isEmpty, !isOver { monitor.wait() }
      guard !waiting.isEmpty, !isOver else { return nil }
      busy += 1
      return waiting.removeFirst()
    }
  }

  // MARK: - One connection

  private func serve(_ connection: LoopbackConnection, _ interrupt: Interrupt) {
    var parser = HTTPRequestParser(settings.limits)
    while interrupt.reason == nil {
      do {
        guard let request = try next(of: connection, &parser) else { return }
        let exchange = HTTPExchange(try checked(request), connection)
        try handler(exchange)
        guard exchange.isReusable else { return }
      } catch let fault as HTTPFault {
        try? HTTPExchange.refuse(fault, connection)
        return
      } catch {
        return
      }
    }
  }

  /// Waits for a whole request; nil at the end of the connection.
  private func next(
    of connection: LoopbackConnection, _ parser: inout HTTPRequestParser
  ) throws -> HTTPRequest? {
    var end = Host.monotonicTime &+ (parser.isInside ? settings.patience : settings.idleness)
    while true {
      if let request = try parser.next() { return request }
      let wasInside = parser.isInside
      let bytes: [UInt8]
      do throws(PipeError) {
        bytes = try connection.read(limit: min(parser.room, 4096), until: end)
      } catch {
        // Silence between requests is the end of the connection.
        if case .silent = error, wasInside { throw HTTPFault.timedOut }
        return nil
      }
      if bytes.isEmpty { return nil }
      // The clock of a request begins with its first byte.
      if !wasInside { end = Host.monotonicTime &+ settings.patience }
      parser.append(bytes)
    }
  }

  /// The request without the secret, if it may be answered.
  private func checked(_ request: HTTPRequest) throws(HTTPFault) -> HTTPRequest {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Another name that leads here is that of a page that has been given our address.
    guard hosts.contains(request.host) else { throw .forbidden }
    if let origin = request.origin {
      guard origin == "http://\(request.host)" else { throw .forbidden }
    }
    if let site = request.site {
      guard site == "same-origin" || site == "none" else { throw .forbidden }
    }
    guard let first = request.path.first, isToken(first) else { throw .forbidden }
    return HTTPRequest(
      isHead: request.isHead, path: Array(request.path.dropFirst()), query: request.query,
      host: request.host, origin: request.origin, site: request.site,
      keepsAlive: request.keepsAlive)
  }

  /// Compares in a time that does not depend on where the two differ.
  private func isToken(_ word: String) -> Bool {
    let (given, wanted) = (Array(word.utf8), Array(token.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
