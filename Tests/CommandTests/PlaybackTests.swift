import Pipes
import Shell
import Testing
import Timeline
import Y4M

@testable import vfx

/// How the frames of standard input go through, without clips.
@Suite struct PlaybackTests {
  /// The first frame of a stream, made ready to be drawn.
  private func item(_ members: String) throws -> (item: FrameItem, scene: Scene) {
    let frame = Array("FRAME Ip XA=1\n".utf8) + [UInt8](repeating: 0x60, count: 8)
    let stream = Array("YUV4MPEG2 W4 H2 F25:1 Ip Cmono\n".utf8) + frame + frame
    let reader = try FrameReader(ByteSource(stream))
    let text = SourceText(name: "t.json", text: "{ \"version\": 1\(members) }")
    var request = Scene.Request()
    request.common.timeline = TimelineFile(text, folder: "")
    let scene = try Scene(request, input: reader.header)
    let playback = try Playback(scene, reader)
    let item = scene.makeItem()
    #expect(try playback.read(0, into: item))
    #expect(String(decoding: item.parameters, as: UTF8.self).contains("Ip XA=1"))
    return (item, scene)
  }

  @Test func `a frame on which nothing is drawn is written from where it was read`() throws {
    let (item, scene) = try item("")
    guard case .untouched(let frame) = item.output, let supply = item.supplies.first?.frame else {
      Issue.record("the frame is not passed")
      return
    }
    #expect(frame.isSame(as: supply) && item.frame.isSame(as: supply))
    #expect(!scene.renderer.changesCanvas)
  }

  @Test func `layers are drawn on the frame that was read`() throws {
    let (item, _) = try item(#", "layers": [{ "type": "color", "color": "red" }]"#)
    guard case .taken(let frame) = item.output else {
      Issue.record("the frame is not taken")
      return
    }
    #expect(item.frame.isSame(as: SharedFrame(frame)) && item.supplies.first?.frame == nil)
  }

  @Test func `on another canvas the frame is drawn, and keeps its parameters`() throws {
    let (item, scene) = try item(#", "canvas": { "size": [8, 4] }"#)
    guard case .canvas = item.output else {
      Issue.record("the frame is not drawn")
      return
    }
    #expect(scene.renderer.changesCanvas && item.frame.format.width == 8)
  }
}
