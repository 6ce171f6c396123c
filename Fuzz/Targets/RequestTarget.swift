import Serving

/// Reads requests as they would come over a connection, whole and in small pieces: both ways give
/// the same, and what comes out keeps what the server relies on.
enum RequestTarget {
  private enum Event: Hashable {
    case request(HTTPRequest)
    case fault(HTTPFault)
  }

  static func run(_ bytes: [UInt8]) {
    let whole = events(bytes, step: 4096)
    let pieces = events(bytes, step: 1 + bytes.count % 7)
    precondition(whole == pieces, "pieces matter")
    for case .request(let request) in whole { check(request) }
  }

  private static func events(_ bytes: [UInt8], step: Int) -> [Event] {
    var limits = HTTPLimits()
    (limits.line, limits.total) = (256, 2048)
    var parser = HTTPRequestParser(limits)
    var events: [Event] = []
    var place = 0
    while true {
      do throws(HTTPFault) {
        while let request = try parser.next() { events.append(.request(request)) }
      } catch {
        return events + [.fault(error)]
      }
      guard place < bytes.count else { return events }
      precondition(parser.room > 0 && parser.room <= 2049)
      let count = min(step, parser.room, bytes.count - place)
      parser.append(Array(bytes[place..<place + count]))
      place += count
    }
  }

  private static func check(_ request: HTTPRequest) {
    precondition(!request.path.isEmpty)
    for part in request.path {
      precondition(part.utf8.allSatisfy { $0 != 0x2E && $0 != 0x25 && $0 != 0x2F && $0 > 0x20 })
    }
    precondition(request.query.count <= 16)
  }
}
