import Testing
@testable import Timeline
@Suite struct Scratch {
  @Test func `show`() {
    for t in [
      #"{"type": "image", "source": "a", "opactiy": 0.5}"#,
      #"{"type": "image", "source": "a", "opacity": 1.5}"#,
      #"{"type": "imgae", "source": "a", "opacity": 1.5}"#,
      #"{"type": "effect", "effect": "vortex"}"#,
      #"{"type": "image", "src": "a", "opacity": {"from": 0, "to": 2}}"#,
      #"{"type": "image", "source": "a", "start": "x", "position": [1,2,3], "scale": {"keys": [[0, 1], [1, "a"], ["50%", 2], [0.5, 1], [3]]}}"#,
    ] { for m in Sample.messages(layer: t) { print("   ", m) } }
  }
}
