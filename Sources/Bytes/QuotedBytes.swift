extension Collection<UInt8> {
  /// The bytes in double quotes, as a person can read them: `\x0A` for what is not printable ASCII.
  package var quotedBytes: String {
    let text = map { byte in
      if (0x20...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.count < 2 ? "0" + digits : digits)
    }
    return "\"" + text.joined() + "\""
  }
}
