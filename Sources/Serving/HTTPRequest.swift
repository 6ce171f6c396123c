/// A request that asks for something: GET or HEAD, without a body.
package struct HTTPRequest: Hashable, Sendable {
  /// Whether only the headers of the answer are wanted.
  package let isHead: Bool
  /// The parts of the path between its slashes.
  package let path: [String]
  /// The values behind the question mark; of two with one name, the latter.
  package let query: [String: String]
  /// What it calls the server: a name or address, and a port.
  let host: String
  /// The site whose page asks; nil where the browser does not say.
  package let origin: String?
  /// How that site is related to this one, in the words of Fetch Metadata; nil where that is not
  /// said.
  package let site: String?
  /// Whether another request may follow.
  let keepsAlive: Bool
}

/// The bounds of what is read of a request.
package struct HTTPLimits: Hashable, Sendable {
  /// The longest first line, in bytes.
  package var line = 1024
  /// The most bytes up to the empty line that ends it.
  package var total = 16 << 10
  /// The most header fields.
  package var fields = 64
  /// The most values in a query.
  package var values = 16

  /// More than any browser sends to a page of its own.
  package init() {}
}
