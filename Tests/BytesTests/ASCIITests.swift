import Testing

@testable import Bytes

@Suite struct ASCIITests {
  @Test func `digits and letters are those of ASCII alone`() {
    let digits = (UInt8.min...UInt8.max).filter(\.isDigit)
    #expect(String(decoding: digits, as: UTF8.self) == "0123456789")
    let letters = (UInt8.min...UInt8.max).filter(\.isLetter)
    #expect(
      String(decoding: letters, as: UTF8.self)
        == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  }

  @Test func `blanks have their escapes in Swift`() {
    let blanks: [UInt8] = [.tab, .lineFeed, .carriageReturn, .space]
    #expect(blanks == Array("\t\n\r ".utf8))
  }
}
