import Testing

@testable import Bytes

@Suite struct MD5Tests {
  /// RFC 1321, A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `the examples of the RFC come out`(_ text: String, _ digest: String) {
    #expect(MD5.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test func `pieces make the same digest as the whole`() {
    for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let whole = MD5.hexDigest(of: bytes)
      for step in [1, 3, 63, 64, 65, 127] {
        var digest = MD5()
        for start in stride(from: 0, to: count, by: step) {
          digest.update(Array(bytes[start..<min(count, start + step)]))
        }
        #expect(digest.hexDigest == whole)
        #expect(digest.hexDigest == whole, "asking for a digest must not change it")
      }
    }
  }

  /// By md5sum of coreutils: a million times the letter a.
  @Test func `a long run comes out`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(MD5.hexDigest(of: bytes) == "7707d6ae4e027c70eea2a935c2296f21")
  }
}
