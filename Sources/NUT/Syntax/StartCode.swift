/// What begins a packet that is no frame: eight bytes, of which the first is `N`.
enum StartCode: UInt64, CaseIterable {
  case main = 0x4E4D_7A56_1F5F_04AD
  case stream = 0x4E53_1140_5BF2_F9DB
  case syncpoint = 0x4E4B_E4AD_EECA_4569
  case index = 0x4E58_DD67_2F23_E64E
  case info = 0x4E49_AB68_B596_BA78

  /// The byte that begins them all, and is the code of no frame.
  static let lead: UInt8 = 0x4E
  /// A forward pointer above this has a checksum of its own.
  static let shortBody = 4096

  /// Whether a code that is not known is one that is, but for a few bits: no checksum stands behind
  /// the codes of short packets.
  static func isDamaged(_ code: UInt64) -> Bool {
    allCases.contains { ($0.rawValue ^ code).nonzeroBitCount <= 8 }
  }

  /// The eight bytes.
  var bytes: [UInt8] { Self.bytes(of: rawValue) }

  /// A code that need not be known, as bytes.
  static func bytes(of code: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: code >> UInt64(56 - 8 * $0)) }
  }
}
