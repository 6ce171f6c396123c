import Foundation
import Pipes
import Testing

@testable import Serving

/// The server under attack, over the loopback interface.
@Suite(.timeLimit(.minutes(2))) struct ServerTests {
  /// A server that runs as long as this lives; it answers `hello` with that word and `wait` slowly.
  final class Running: @unchecked Sendable {
    let server: HTTPServer
    private let interrupt: Interrupt
    private let done = DispatchSemaphore(value: 0)

    init(_ change: (inout HTTPServer.Settings) -> Void = { _ in }) throws {
      var settings = HTTPServer.Settings()
      change(&settings)
      interrupt = try Interrupt()
      server = try HTTPServer(port: 0, settings) { exchange throws(PipeError) in
        switch exchange.request.path {
        case ["hello"]: try exchange.answer("text/plain", [], Array("hello".utf8))
        case ["stream"]:
          try exchange.begin("text/plain")
          for _ in 0..<100_000 { try exchange.send([UInt8](repeating: 65, count: 1 << 16)) }
        default: try exchange.refuse(.notFound)
        }
      }
      let (server, interrupt, done) = (server, interrupt, done)
      _ = try Pipes.Thread(name: "server") {
        try? server.run(interrupt)
        done.signal()
      }
    }

    /// Whether it ends when it is asked to.
    func stop() -> Bool {
      interrupt.cancel()
      return done.wait(timeout: .now() + 10) == .success
    }

    func path(_ rest: String) -> String { "/\(server.token)/\(rest)" }

    func get(
      _ rest: String, host: String? = nil, fields: String = "", method: String = "GET"
    ) -> String {
      "\(method) \(path(rest)) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(server.port)")\r\n\(fields)\r\n"
    }

    /// Sends bytes on a connection of their own, and gives what comes back until the end.
    func ask(_ text: String) throws -> String {
      let client = try Client(server.port)
      client.send(text)
      client.finish()
      return client.rest()
    }
  }

  /// One connection.
  final class Client {
    private let number: Int32

    init(_ port: Int) throws {
      #if canImport(Glibc)
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        number = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let number = number
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(result == 0)
      var patience = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(
        number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(number) }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(number, bytes, bytes.count)
    }

    /// Sends no more.
    func finish() { shutdown(number, Int32(SHUT_WR)) }

    func some(_ limit: Int = 4096) -> String {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = read(number, &bytes, limit)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    func rest() -> String {
      var all = ""
      while true {
        let more = some()
        if more.isEmpty { return all }
        all += more
      }
    }
  }

  @Test func `a request with the secret is answered, and nothing may be framed or kept`() throws {
    let running = try Running()
    let answer = try running.ask(running.get("hello"))
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nhello"))
    for field in [
      "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
    ] { #expect(answer.contains(field + "\r\n")) }
    let head = try running.ask(running.get("hello", method: "HEAD"))
    #expect(head.contains("Content-Length: 5\r\n") && head.hasSuffix("\r\n\r\n"))
    let two = try running.ask(running.get("hello") + running.get("hello"))
    #expect(two.components(separatedBy: "hello").count == 3)
    let origin =
      "Origin: http://localhost:\(running.server.port)\r\nSec-Fetch-Site: same-origin\r\n"
    let named = running.get("hello", host: "localhost:\(running.server.port)", fields: origin)
    #expect(try running.ask(named).hasPrefix("HTTP/1.1 200"))
    #expect(running.stop())
  }

  @Test func `other hosts, origins and secrets get nothing`() throws {
    let running = try Running()
    let (port, token) = (running.server.port, running.server.token)
    var wrong = token
    wrong.removeLast()
    let own = "Host: 127.0.0.1:\(port)\r\n"
    let refused = [
      running.get("hello", host: "evil.example:\(port)"), running.get("hello", host: "127.0.0.1"),
      running.get("hello", host: "127.0.0.1:\(port + 1)"), running.get("hello", host: ""),
      running.get("hello", host: "127.0.0.1:\(port).evil.example"),
      running.get("hello", fields: "Origin: http://evil.example\r\n"),
      running.get("hello", fields: "Origin: null\r\n"),
      running.get("hello", fields: "Origin: https://127.0.0.1:\(port)\r\n"),
      running.get("hello", fields: "Origin: http://localhost:\(port)\r\n"),
      running.get("hello", fields: "Sec-Fetch-Site: cross-site\r\n"),
      running.get("hello", fields: "Sec-Fetch-Site: same-site\r\n"),
      "GET / HTTP/1.1\r\n\(own)\r\n", "GET /hello HTTP/1.1\r\n\(own)\r\n",
      "GET /\(wrong)/hello HTTP/1.1\r\n\(own)\r\n", "GET /\(wrong)g/hello HTTP/1.1\r\n\(own)\r\n",
      "GET /\(token)0/hello HTTP/1.1\r\n\(own)\r\n", "GET //\(token)/hello HTTP/1.1\r\n\(own)\r\n",
      "GET /\(token.uppercased())X/hello HTTP/1.1\r\n\(own)\r\n",
    ]
    for text in refused {
      let answer = try running.ask(text)
      #expect(answer.hasPrefix("HTTP/1.1 403 ") && !answer.contains("hello"), "\(text)")
    }
    #expect(running.stop())
  }

  @Test func `paths lead nowhere else, and other methods do nothing`() throws {
    let running = try Running()
    for rest in ["../hello", "%68ello", "hello/..", "./hello", "hello%00", "hello\\", "hello;x"] {
      #expect(try running.ask(running.get(rest)).hasPrefix("HTTP/1.1 400 "), "\(rest)")
    }
    for rest in ["", "etc/passwd", "hello/", "/hello"] {
      #expect(try running.ask(running.get(rest)).hasPrefix("HTTP/1.1 404 "), "\(rest)")
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT"] {
      let answer = try running.ask(running.get("hello", method: method))
      #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("Allow: GET, HEAD\r\n"))
    }
    let body = running.get("hello", method: "POST").replacingOccurrences(
      of: "\r\n\r\n", with: "\r\nContent-Length: 9999999999\r\n\r\nx")
    #expect(try running.ask(body).contains(" 405 "))
    #expect(try running.ask("\u{16}\u{3}\u{1}\u{0}hello\r\n\r\n").contains(" 400 "))
    #expect(running.stop())
  }

  @Test func `long requests are refused before they end`() throws {
    let running = try Running()
    let client = try Client(running.server.port)
    client.send("GET /" + String(repeating: "a", count: 3000))
    #expect(client.rest().hasPrefix("HTTP/1.1 414 "))
    let other = try Client(running.server.port)
    other.send("GET / HTTP/1.1\r\n")
    for _ in 0..<40 { other.send("X: " + String(repeating: "a", count: 500) + "\r\n") }
    #expect(other.rest().hasPrefix("HTTP/1.1 431 "))
    #expect(running.stop())
  }

  @Test func `slow requests and silent connections are ended`() throws {
    let running = try Running {
      $0.patience = 300_000_000
      $0.idleness = 200_000_000
    }
    let silent = try Client(running.server.port)
    #expect(silent.rest() == "")
    let slow = try Client(running.server.port)
    slow.send("GET / HT")
    #expect(slow.rest().hasPrefix("HTTP/1.1 408 "))
    // A byte from time to time does not keep it open.
    let trickling = try Client(running.server.port)
    for _ in 0..<12 {
      trickling.send("G")
      usleep(50_000)
    }
    #expect(trickling.rest().hasPrefix("HTTP/1.1 408 "))
    #expect(try running.ask(running.get("hello")).contains(" 200 "))
    #expect(running.stop())
  }

  @Test func `too many connections are refused, and those that end make room`() throws {
    let running = try Running { $0.connections = 3 }
    var held: [Client] = []
    for _ in 0..<3 {
      let client = try Client(running.server.port)
      client.send(running.get("hello"))
      #expect(client.some().contains(" 200 "))
      held.append(client)
    }
    for _ in 0..<50 {
      #expect(try running.ask(running.get("hello")).hasPrefix("HTTP/1.1 503 "))
    }
    held.removeLast()
    var answer = ""
    for _ in 0..<1000 where !answer.contains(" 200 ") {
      usleep(10_000)
      answer = try running.ask(running.get("hello"))
    }
    #expect(answer.contains(" 200 "))
    #expect(running.stop())
  }

  @Test func `readers that go away or never read hang nothing`() throws {
    let running = try Running { $0.connections = 4 }
    for _ in 0..<8 {
      // Who goes away makes room as soon as that is noticed.
      var answer = ""
      for _ in 0..<500 where !answer.contains(" 200 ") {
        if !answer.isEmpty { usleep(10_000) }
        let client = try Client(running.server.port)
        client.send(running.get("stream"))
        answer = client.some()
      }
      #expect(answer.contains(" 200 "))
    }
    var answer = ""
    for _ in 0..<1000 where !answer.contains(" 200 ") {
      usleep(10_000)
      answer = try running.ask(running.get("hello"))
    }
    #expect(answer.contains(" 200 "))
    let unread = try Client(running.server.port)
    unread.send(running.get("stream"))
    usleep(200_000)
    #expect(running.stop())
    withExtendedLifetime(unread) {}
  }

  @Test func `requests that stop half way are forgotten`() throws {
    let running = try Running()
    let whole = running.get("hello")
    for count in stride(from: 0, to: whole.utf8.count, by: 7) {
      #expect(try running.ask(String(decoding: whole.utf8.prefix(count), as: UTF8.self)) == "")
    }
    #expect(try running.ask(whole).contains(" 200 "))
    #expect(running.stop())
  }

  @Test func `secrets differ, and have 128 bits`() throws {
    let secrets = try (0..<50).map { _ in try Secret.make() }
    #expect(Set(secrets).count == 50)
    #expect(secrets.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
