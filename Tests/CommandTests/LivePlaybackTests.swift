import Pipes
import Shell
import Testing
import Timeline
import Y4M

@testable import vfx

/// How a scene takes over standard input from another one.
@Suite struct LivePlaybackTests {
  private static let count = 40

  /// A stream whose frames have one sample: their number and 16.
  private static var stream: [UInt8] {
    Array("YUV4MPEG2 W1 H1 F25:1 Ip Cmono\n".utf8)
      + (0..<count).flatMap { Array("FRAME\n".utf8) + [UInt8(16 + $0)] }
  }

  private func scene(_ members: String, _ header: StreamHeader) throws -> Scene {
    let text = SourceText(name: "t.json", text: "{ \"version\": 1\(members) }")
    var request = Scene.Request()
    request.common.timeline = TimelineFile(text, folder: "")
    request.common.isQuiet = true
    return try Scene(request, input: header)
  }

  /// The numbers of the frames that are shown, up to the end: the first five by one timeline, the
  /// others by another.
  private func shown(_ first: String, _ second: String) throws -> [Int] {
    let reader = try FrameReader(ByteSource(Self.stream))
    let (one, two) = (try scene(first, reader.header), try scene(second, reader.header))
    let old = try Playback(one, reader)
    let item = FrameItem(one)
    var numbers: [Int] = []
    func note(_ playback: Playback, _ index: Int) throws -> Bool {
      guard try playback.read(index, into: item) else { return false }
      let stream = item.pictures[0]?.frame ?? item.frame
      numbers.append(Int(stream.bytes[0]) - 16)
      return true
    }
    for index in 0..<5 { #expect(try note(old, index)) }
    old.release(item)
    let new = try Playback(two, continuing: old, from: 5)
    old.stop(keepsInput: true)
    item.enter(SceneStage(two, workers: 1))
    var index = 5
    while index < 100, try note(new, index) { index += 1 }
    new.stop()
    return numbers
  }

  @Test func `the stream is read on`() throws {
    let all = Array(0..<Self.count)
    #expect(try shown("", "") == all)
    #expect(try shown("", #", "layers": []"#) == all)
    #expect(try shown("", #", "clips": [{ "source": "stdin" }]"#) == all)
    #expect(try shown(#", "clips": [{ "source": "stdin" }]"#, "") == all)
  }

  @Test func `what has passed is not asked for: its frames follow from where the stream is`() throws
  {
    let late = #", "clips": [{ "source": "stdin", "in": 0.4 }]"#
    // Ten frames were left out; the other timeline begins before them.
    #expect(try shown(late, "") == Array(10..<Self.count))
    #expect(try shown("", late) == Array(0..<5) + Array(15..<Self.count))
  }

  @Test func `frames that are kept are shown again`() throws {
    let slow = #", "clips": [{ "source": "stdin", "speed": 0.5, "sampling": "previous" }]"#
    let numbers = try shown(slow, slow)
    #expect(numbers == (0..<2 * Self.count).map { $0 / 2 })
  }

  @Test func `a timeline that takes over and fails gives the stream back`() throws {
    let reader = try FrameReader(ByteSource(Self.stream))
    let scene = try scene("", reader.header)
    let old = try Playback(scene, reader)
    let item = FrameItem(scene)
    #expect(try old.read(0, into: item))
    let input = try #require(old.openInput)
    let other = try Playback(scene, continuing: old, from: 1)
    #expect(try other.read(1, into: item))
    other.release(item)
    input.giveBack()
    #expect(try old.read(2, into: item))
    #expect(Int(item.frame.bytes[0]) - 16 == 2)
    old.stop()
  }
}
