import Testing

@testable import Serving

/// What is a request, and what is none.
@Suite struct RequestParserTests {
  private func parse(
    _ text: String, _ limits: HTTPLimits = HTTPLimits()
  ) throws(HTTPFault) -> HTTPRequest? {
    var parser = HTTPRequestParser(limits)
    parser.append(Array(text.utf8))
    return try parser.next()
  }

  private func fault(_ text: String, _ limits: HTTPLimits = HTTPLimits()) -> HTTPFault? {
    do throws(HTTPFault) {
      _ = try parse(text, limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a request of a browser has its parts`() throws {
    let request = try #require(
      try parse(
        "GET /abc/frame?n=12&size=half HTTP/1.1\r\nHost: LocalHost:81\r\n"
          + "Origin:  http://localhost:81 \r\nSec-Fetch-Site: same-origin\r\nX: \u{e9}\r\n\r\n"))
    #expect(request.path == ["abc", "frame"] && request.query == ["n": "12", "size": "half"])
    #expect(request.host == "localhost:81" && request.origin == "http://localhost:81")
    #expect(request.site == "same-origin" && request.keepsAlive && !request.isHead)
  }

  @Test func `paths have parts between slashes, also empty ones`() throws {
    #expect(try parse("HEAD / HTTP/1.0\r\nHost: a\r\n\r\n")?.path == [""])
    #expect(try parse("GET /a//b/ HTTP/1.1\r\nHost: a\r\n\r\n")?.path == ["a", "", "b", ""])
    let old = try parse("HEAD / HTTP/1.0\r\nHost: a\r\n\r\n")
    #expect(old?.isHead == true && old?.keepsAlive == false)
    let closing = try parse("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n")
    #expect(closing?.keepsAlive == false)
  }

  @Test func `bytes may come one at a time, and requests one behind another`() throws {
    let one = "GET /x?a HTTP/1.1\r\nHost: h\r\n\r\n"
    var parser = HTTPRequestParser()
    for byte in one.utf8.dropLast() {
      parser.append([byte])
      #expect(try parser.next() == nil)
    }
    parser.append([10] + Array(one.utf8))
    #expect(try parser.next()?.query == ["a": ""])
    #expect(try parser.next()?.path == ["x"])
    #expect(try parser.next() == nil && !parser.isInside)
  }

  @Test(arguments: [
    "GET /a HTTP/1.1\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\n\r\n\r\n",
    "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a\r\nHost: a\r\n\r\n", "\r\n\r\n",
    "GET /a HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "GET /a HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET /a HTTP/1.1\r\n: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\u{1b}\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nOrigin: c\r\n\r\n",
    "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /../x HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%2e%2e/x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a?b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a FTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a?1&2&3&4&5&6&7&8&9&10&11&12&13&14&15&16&17 HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `what is malformed is refused`(_ text: String) { #expect(fault(text) == .malformed) }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "get", "TRACE"])
  func `other methods are refused`(_ method: String) {
    #expect(fault("\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n") == .methodNotAllowed)
  }

  @Test func `bodies and other versions are refused`() {
    let body = "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: "
    #expect(fault(body + "1\r\n\r\nx") == .contentTooLarge)
    #expect(fault(body + "0\r\n\r\n") == nil)
    #expect(fault("GET /a HTTP/2.0\r\nHost: a\r\n\r\n") == .versionNotSupported)
  }

  @Test func `what is too long is refused, before it is all there`() {
    let long = String(repeating: "a", count: 2000)
    #expect(fault("GET /\(long)") == .targetTooLong)
    #expect(fault("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n") == .targetTooLong)
    let field = "X: \(long)\r\n"
    let many = String(repeating: field, count: 9)
    #expect(fault("GET /a HTTP/1.1\r\nHost: a\r\n\(many)") == .headersTooLarge)
    let short = String(repeating: "X: y\r\n", count: 64)
    #expect(fault("GET /a HTTP/1.1\r\nHost: a\r\n\(short)\r\n") == .headersTooLarge)
  }

  @Test func `a parser never asks for more than its limit`() throws {
    var parser = HTTPRequestParser()
    let bytes = Array("GET /a HTTP/1.1\r\nHost: a\r\nX: ".utf8)
    parser.append(bytes)
    while try parser.next() == nil {
      #expect(parser.room > 0 && parser.room <= 16 << 10)
      let more = [UInt8](repeating: 65, count: min(parser.room, 4096))
      parser.append(more)
      if parser.room == 1 { break }
    }
    #expect(throws: HTTPFault.headersTooLarge) { try parser.next() }
  }
}
