import Testing

@testable import Pipes

@Suite struct ByteSourceTests {
  @Test(arguments: [1, 2, 100])
  func `what is given back comes again`(_ step: Int) throws {
    var source = ByteSource(Array(0..<20), step: step)
    let start = try source.readBytes(9)
    source.giveBack(start)
    #expect(try source.readBytes(4) == [0, 1, 2, 3])
    source.giveBack([3])
    source.giveBack([2])
    #expect(try source.readBytes(30) == Array(2..<20))
    source.giveBack([])
    #expect(try source.readBytes(1).isEmpty)
    source.giveBack([7])
    #expect(try source.readBytes(2) == [7])
  }

  @Test func `a line begins with what was given back`() throws {
    var source = ByteSource(Array("cd\nef".utf8))
    source.giveBack(Array("ab".utf8))
    #expect(try source.readLine(limit: 10) == Array("abcd\n".utf8))
  }
}
