/// What bytes are as characters of ASCII.
extension UInt8 {
  /// The horizontal tab.
  @inlinable public static var tab: UInt8 { 0x09 }
  /// The end of a line, alone or behind a carriage return.
  @inlinable public static var lineFeed: UInt8 { 0x0A }
  /// The end of a line of old Macs, and half of that of Windows.
  @inlinable public static var carriageReturn: UInt8 { 0x0D }
  /// The space between words.
  @inlinable public static var space: UInt8 { 0x20 }

  /// Whether it is a digit from 0 to 9.
  @inlinable public var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether it is a letter from A to Z, in either case.
  @inlinable public var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
