import Options

extension ValueReader where Value == Int {
  /// Takes a number of bytes: `500000000`, `512M`, `8G`, in powers of 1024.
  static var byteSize: Self {
    Self(.text("SIZE"), expected: "a size such as 512M or 8G") { text in
      let units: [(letter: Character, shift: Int)] = [("K", 10), ("M", 20), ("G", 30), ("T", 40)]
      let last = text.last.flatMap { letter in
        units.first { $0.letter == Character(letter.uppercased()) }
      }
      let digits = last == nil ? Substring(text) : text.dropLast()
      guard let count = Int(digits), count > 0, digits.first != "+" else { return nil }
      let bytes = count.multipliedReportingOverflow(by: 1 << (last?.shift ?? 0))
      return bytes.overflow ? nil : bytes.partialValue
    }
  }
}
