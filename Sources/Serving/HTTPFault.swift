/// Why a request is not answered as it asks, with its status of RFC 9110.
package enum HTTPFault: Error, Hashable, Sendable, CaseIterable {
  /// The bytes are no request, or one of a form that nobody needs here.
  case malformed
  /// It comes from another site, or does not know the token.
  case forbidden
  case notFound
  case methodNotAllowed
  /// It came too slowly.
  case timedOut
  case contentTooLarge
  case targetTooLong
  case headersTooLarge
  /// What is asked for can't be made now.
  case unavailable
  case versionNotSupported

  /// The number of the status.
  package var status: Int {
    switch self {
    case .malformed: 400
    case .forbidden: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .timedOut: 408
    case .contentTooLarge: 413
    case .targetTooLong: 414
    case .headersTooLarge: 431
    case .unavailable: 503
    case .versionNotSupported: 505
    }
  }

  /// Its words.
  var reason: String {
    switch self {
    case .malformed: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .timedOut: "Request Timeout"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}
