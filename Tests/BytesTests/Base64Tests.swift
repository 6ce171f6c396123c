import Testing

@testable import Bytes

@Suite struct Base64Tests {
  /// Python 3.13, `base64.b64decode` and `urllib.parse.unquote`.
  @Test(arguments: [
    ("", [UInt8]()), ("AAEC", [0, 1, 2]), ("AAECAw==", [0, 1, 2, 3]),
    ("AAECAwQ=", [0, 1, 2, 3, 4]), ("+/+/", [251, 255, 191]), ("-_-_", [251, 255, 191]),
    ("%2B%2f%2B/", [251, 255, 191]), ("AAEC%0AAwQ%3D", [0, 1, 2, 3, 4]),
    ("AA\tEC\r\n  Aw", [0, 1, 2, 3]),
  ])
  func `letters become bytes`(_ letters: String, _ bytes: [UInt8]) {
    #expect(Base64.data(ofURI: "data:image/png;base64," + letters) == bytes)
  }

  @Test(arguments: [
    "AAEC*AAA", "AAEC;AAA", "AA=C", "AAECé", "AAEC%", "AAEC%4", "AAEC%+4AA", "AAEC%zz", "AAEC%2C",
  ])
  func `what is no letter of base64 is refused`(_ letters: String) {
    #expect(Base64.data(ofURI: "data:image/png;base64," + letters) == nil)
  }

  @Test(arguments: ["", "a.png", "data:", "data:image/svg+xml,AAEC", "data:;base65,AAEC"])
  func `another text has no bytes`(_ text: String) {
    #expect(Base64.data(ofURI: text) == nil)
  }
}
