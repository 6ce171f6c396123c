/// The ten digits, five samples wide and seven high, for the counter of the test picture.
enum DigitFont {
  static let width = 5
  static let height = 7

  /// Whether the sample in this column and row of `digit` is set.
  static func isSet(_ digit: Int, column: Int, row: Int) -> Bool {
    rows[digit][row] >> (width - 1 - column) & 1 == 1
  }

  private static let rows: [[UInt8]] = [
    [0b01110, 0b11011, 0b11011, 0b11011, 0b11011, 0b11011, 0b01110],
    [0b00110, 0b01110, 0b00110, 0b00110, 0b00110, 0b00110, 0b01111],
    [0b11110, 0b00011, 0b00011, 0b01110, 0b11000, 0b11000, 0b11111],
    [0b11110, 0b00011, 0b00011, 0b01110, 0b00011, 0b00011, 0b11110],
    [0b11011, 0b11011, 0b11011, 0b11111, 0b00011, 0b00011, 0b00011],
    [0b11111, 0b11000, 0b11110, 0b00011, 0b00011, 0b11011, 0b01110],
    [0b01110, 0b11000, 0b11110, 0b11011, 0b11011, 0b11011, 0b01110],
    [0b11111, 0b00011, 0b00110, 0b00110, 0b01100, 0b01100, 0b01100],
    [0b01110, 0b11011, 0b11011, 0b01110, 0b11011, 0b11011, 0b01110],
    [0b01110, 0b11011, 0b11011, 0b01111, 0b00011, 0b00011, 0b01110],
  ]
}
