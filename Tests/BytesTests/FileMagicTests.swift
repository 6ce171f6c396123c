import Testing

@testable import Bytes

@Suite struct FileMagicTests {
  @Test func `a start that is cut short is nobody's`() {
    let starts: [[UInt8]] = [
      Array("RIFF....AVI ".utf8), Array("....ftypisom".utf8), [0x1A, 0x45, 0xDF, 0xA3],
      [0x47, 0x40, 0x11, 0x10], [0xFF, 0xFB, 0x90, 0x64],
    ]
    for start in starts {
      #expect(FileMagic(of: start) != nil)
      #expect(FileMagic(of: start.dropLast(start.count - 1)) == nil)
    }
    #expect(FileMagic(of: []) == nil)
    #expect(FileMagic(of: "nut/multimedia".utf8)?.name == "NUT")
  }

  @Test(arguments: ["GOOD MORNING", "Good morning", "no video\n", "{ \"a\": 1 }", "YUV4MPEG2 W4"])
  func `words are no magic`(_ text: String) {
    #expect(FileMagic(of: text.utf8) == nil)
  }

  @Test func `only starts that several kinds share need more bytes`() {
    #expect(FileMagic.isAmbiguous("RIFF1234".utf8) && FileMagic.isAmbiguous("FORM".utf8))
    #expect(FileMagic.isAmbiguous("....ftypq".utf8))
    #expect(!FileMagic.isAmbiguous("RIF".utf8) && !FileMagic.isAmbiguous("fLaC".utf8))
  }

  @Test func `sounds are told from films`() {
    #expect(FileMagic(of: "fLaC".utf8)?.isSound == true)
    #expect(FileMagic(of: "....ftypM4A ".utf8)?.isSound == true)
    #expect(FileMagic(of: "....ftypmp42".utf8)?.isSound == false)
  }
}
