import Pipes

/// One request, and the connection on which it is answered, once.
package final class HTTPExchange {
  /// How long an answer may take to be read, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000

  /// What is asked for.
  package let request: HTTPRequest
  private let connection: LoopbackConnection
  private var hasBegun = false
  private var isStream = false

  init(_ request: HTTPRequest, _ connection: LoopbackConnection) {
    (self.request, self.connection) = (request, connection)
  }

  /// Whether another request may follow on the connection.
  var isReusable: Bool { hasBegun && !isStream && request.keepsAlive }

  /// Answers with all of a body.
  ///
  /// - Parameters:
  ///   - type: of the body, such as `text/html`.
  ///   - fields: more header fields.
  package func answer(
    _ type: String, _ fields: [(name: String, value: String)] = [], _ body: [UInt8]
  ) throws(PipeError) {
    try send(
      Self.head(
        200, "OK", type, fields + [("Content-Length", "\(body.count)")], closes: !request.keepsAlive
      ))
    if !request.isHead { try send(body) }
  }

  /// Answers that it can't be done.
  package func refuse(_ fault: HTTPFault) throws(PipeError) {
    guard !hasBegun else { return }
    hasBegun = true
    try Self.refuse(fault, connection, isHead: request.isHead, closes: !request.keepsAlive)
  }

  /// Answers a connection of which there is no request.
  static func refuse(
    _ fault: HTTPFault, _ connection: LoopbackConnection, isHead: Bool = false,
    closes: Bool = true
  ) throws(PipeError) {
    let body = Array("\(fault.status) \(fault.reason)\n".utf8)
    var fields = [(name: "Content-Length", value: "\(body.count)")]
    if fault == .methodNotAllowed { fields.append(("Allow", "GET, HEAD")) }
    let head = head(fault.status, fault.reason, "text/plain; charset=utf-8", fields, closes: closes)
    let end = Host.monotonicTime &+ 2_000_000_000
    try connection.write((isHead ? head : head + body).span.bytes, until: end)
    if closes { connection.drain() }
  }

  /// Begins an answer whose end is that of the connection.
  package func begin(
    _ type: String, _ fields: [(name: String, value: String)] = []
  ) throws(PipeError) {
    isStream = true
    try send(Self.head(200, "OK", type, fields, closes: true))
  }

  /// Adds to an answer that was begun.
  package func send(_ bytes: [UInt8]) throws(PipeError) {
    hasBegun = true
    try connection.write(bytes.span.bytes, until: Host.monotonicTime &+ Self.patience)
  }

  /// Whether whoever asked has gone.
  package var hasEnded: Bool { connection.hasEnded }

  private static func head(
    _ status: Int, _ reason: String, _ type: String, _ fields: [(name: String, value: String)],
    closes: Bool
  ) -> [UInt8] {
    let all =
      [("Content-Type", type)] + fields + [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ("Connection", closes ? "close" : "keep-alive"),
      ]
    let lines = all.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(reason)\r\n\(lines)\r\n".utf8)
  }
}
