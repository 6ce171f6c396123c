import TestSupport
import Testing
import Y4M

@testable import Filters

/// Frames that are lent for a scope.
@Suite struct WorkspaceTests {
  private struct Failure: Error {}

  private let small = PixelFormat.named("444", 16, 8)
  private let large = PixelFormat.named("420p10", 64, 48)

  @Test func `what is given back is lent again, and scopes in one another share nothing`() {
    let workspace = Workspace()
    var seen: [ObjectIdentifier] = []
    for _ in 0..<3 {
      workspace.withFrame(small) { outer in
        workspace.withFrame(large) { other in
          workspace.withFrame(small) { inner in
            let frames = [outer, other, inner]
            #expect(frames.map(\.format) == [small, large, small])
            seen += frames.map { ObjectIdentifier($0) }
          }
        }
      }
    }
    #expect(Set(seen).count == 3)
    #expect(workspace.frameCount == 3)
  }

  @Test func `a scope that fails gives its frame back`() {
    let workspace = Workspace()
    for _ in 0..<3 {
      #expect(throws: Failure.self) {
        try workspace.withFrame(small) { (_) throws(Failure) in throw Failure() }
      }
    }
    #expect(workspace.frameCount == 1)
  }

  @Test func `scopes that exchange their frames give back what they end with`() {
    let workspace = Workspace()
    var first: ObjectIdentifier?
    workspace.withFrame(small) { outer in
      first = ObjectIdentifier(outer)
      workspace.withFrame(large) { inner in swap(&outer, &inner) }
      let format = outer.format
      #expect(format == large)
      // The frame that the outer scope began with is free by now.
      workspace.withFrame(small) { frame in
        let lent = ObjectIdentifier(frame)
        #expect(lent == first)
      }
    }
    #expect(workspace.frameCount == 2)
  }

  @Test func `of frames of many shapes no more is kept than twice what was lent at once`() {
    let workspace = Workspace()
    for side in 0..<40 {
      let format = PixelFormat.named("444p16", 1000 + side, 500)
      workspace.withFrame(format) { $0.clearAll() }
    }
    // Three megabytes each: two of them would be within the bound, and a little is always kept.
    #expect((1...3).contains(workspace.frameCount))
  }

  @Test func `a clear frame is the same for all, and the texture of a frame is one`() throws {
    let workspace = Workspace()
    let layered = try #require(small.layered)
    #expect(workspace.clearFrame(layered).isSame(as: workspace.clearFrame(layered)))
    #expect(workspace.clearFrame(layered).bytes.allSatisfy { $0 == 0 })
    workspace.withFrame(layered) { frame in
      let (one, other) = (workspace.texture(of: frame), workspace.texture(of: frame))
      #expect(one === other)
    }
  }

  @Test func `what frames held before is never seen on a canvas with alpha`() throws {
    let format = PixelFormat.named("444alpha", 20, 14)
    let timeline = """
      { "version": 1, "canvas": { "size": [33, 40], "fit": "contain", "background": "#123" },
        "layers": [ { "type": "group", "layers": [ { "type": "color", "color": "#f008" } ] } ] }
      """
    let film = try Film(timeline, format)
    let workspace = Workspace()
    _ = try film.frame(.flat(format, [200, 90, 30, 255]), at: 0.0, workspace)
    let again = try film.frame(.noise(format), at: 0.0, workspace)
    #expect(try again.isIdentical(to: film.frame(.noise(format))))
  }
}

extension Frame {
  fileprivate func clearAll() { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
}
