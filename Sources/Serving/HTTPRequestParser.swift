import Bytes

/// Takes requests out of bytes as they come, by RFC 9112; stricter than that, as only browsers
/// ask.
///
/// Targets have letters, digits and `-_/?=&` alone: so no path has dots, escapes or another server
/// in it. Lines end with CR LF. A request with a body is refused.
package struct HTTPRequestParser: Sendable {
  private let limits: HTTPLimits
  private var bytes: [UInt8] = []
  /// How many of them have been looked at for the end.
  private var searched = 0

  /// A parser at the start of a connection.
  package init(_ limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Whether there is a part of a request.
  package var isInside: Bool { !bytes.isEmpty }

  /// How many bytes it takes before it gives a request or a fault.
  package var room: Int { max(limits.total + 1 - bytes.count, 1) }

  /// Adds bytes that came.
  package mutating func append(_ more: [UInt8]) { bytes += more }

  /// The next request; nil when more bytes are needed.
  ///
  /// - Throws: what is wrong with it; nothing can follow then.
  package mutating func next() throws(HTTPFault) -> HTTPRequest? {
    guard let end = headerEnd() else {
      // What can never become a request is not waited for.
      let line = bytes.prefix(limits.line + 2)
      if !line.contains(0x0A), line.count > limits.line + 1 { throw .targetTooLong }
      guard bytes.count <= limits.total else { throw .headersTooLarge }
      return nil
    }
    guard end <= limits.total else { throw .headersTooLarge }
    let head = bytes[..<end]
    let request = try Self.parse(head, limits)
    bytes.removeSubrange(..<(end + 4))
    searched = 0
    return request
  }

  /// Where the empty line begins.
  private mutating func headerEnd() -> Int? {
    let ending: [UInt8] = [13, 10, 13, 10]
    var index = max(0, searched - 3)
    while index + 4 <= bytes.count {
      if bytes[index] == 13, bytes[index..<index + 4].elementsEqual(ending) { return index }
      index += 1
    }
    searched = bytes.count
    return nil
  }

  // MARK: - The parts

  private static func parse(
    _ head: ArraySlice<UInt8>, _ limits: HTTPLimits
  ) throws(HTTPFault) -> HTTPRequest {
    var lines = HTTPLines(head)
    guard let first = try lines.next() else { throw .malformed }
    guard first.count <= limits.line else { throw .targetTooLong }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3 else { throw .malformed }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version.hasPrefix("HTTP/") else { throw .malformed }
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .versionNotSupported }
    let method = String(decoding: words[0], as: UTF8.self)
    guard method == "GET" || method == "HEAD" else { throw .methodNotAllowed }
    let fields = try HTTPFields(&lines, limits)
    let (path, query) = try target(words[1], limits)
    let connection = fields.connection.lowercased()
    return HTTPRequest(
      isHead: method == "HEAD", path: path, query: query, host: fields.host,
      origin: fields.origin, site: fields.site,
      keepsAlive: version == "HTTP/1.1" ? connection != "close" : connection == "keep-alive")
  }

  private static func target(
    _ bytes: ArraySlice<UInt8>, _ limits: HTTPLimits
  ) throws(HTTPFault) -> (path: [String], query: [String: String]) {
    guard bytes.first == UInt8(ascii: "/") else { throw .malformed }
    for byte in bytes where !(byte.isLetter || byte.isDigit || "-_/?=&".utf8.contains(byte)) {
      throw .malformed
    }
    let halves = bytes.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    var query: [String: String] = [:]
    guard halves.count > 1 else { return (path, query) }
    let pairs = halves[1].split(separator: UInt8(ascii: "&"))
    guard pairs.count <= limits.values, !halves[1].contains(UInt8(ascii: "?")) else {
      throw .malformed
    }
    for pair in pairs {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
      query[String(decoding: parts[0], as: UTF8.self)] = value
    }
    return (path, query)
  }
}

/// The lines of a head, without their CR LF.
struct HTTPLines {
  private var rest: ArraySlice<UInt8>?

  init(_ head: ArraySlice<UInt8>) { rest = head }

  mutating func next() throws(HTTPFault) -> ArraySlice<UInt8>? {
    guard let rest else { return nil }
    let line: ArraySlice<UInt8>
    if let end = rest.firstIndex(of: 0x0A) {
      guard end > rest.startIndex, rest[end - 1] == 0x0D else { throw .malformed }
      line = rest[..<(end - 1)]
      self.rest = rest[(end + 1)...]
    } else {
      line = rest
      self.rest = nil
    }
    guard !line.contains(0x0D), !line.contains(0) else { throw .malformed }
    return line
  }
}

/// The header fields that matter here.
struct HTTPFields {
  private(set) var host = ""
  private(set) var origin: String?
  private(set) var site: String?
  private(set) var connection = ""

  init(_ lines: inout HTTPLines, _ limits: HTTPLimits) throws(HTTPFault) {
    var (count, hasHost) = (0, false)
    while let line = try lines.next() {
      count += 1
      guard count <= limits.fields else { throw .headersTooLarge }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.isToken)
      else { throw .malformed }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = Self.trimmed(line[(colon + 1)...])
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else { throw .malformed }
      let text = String(decoding: value, as: UTF8.self)
      switch name {
      case "host":
        guard !hasHost else { throw .malformed }
        (host, hasHost) = (text.lowercased(), true)
      case "origin":
        guard origin == nil else { throw .malformed }
        origin = text.lowercased()
      case "sec-fetch-site": site = text.lowercased()
      case "connection": connection = text
      case "transfer-encoding", "upgrade", "expect": throw .malformed
      case "content-length": guard text == "0" else { throw .contentTooLarge }
      default: break
      }
    }
    guard hasHost else { throw .malformed }
  }

  /// Whether a byte may stand in a name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 9 }
    guard let first = value.firstIndex(where: { !isBlank($0) }),
      let last = value.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return value[first...last]
  }
}
