import Testing

@testable import Timeline

/// Files that a timeline may not name.
@Suite struct FileAccessTests {
  private func faults(_ text: String) -> [String] {
    let marked = MarkedText(text)
    let inner = #"{"version": 1, "layers": [{"type": "image", "source": "../up.png"}]}"#
    let parsed = ParsedTimeline(
      marked.source, mayRead: { $0.hasPrefix("in/") || !$0.contains("/") },
      load: { _ in .success(Array(inner.utf8)) })
    return marked.messages(parsed.decoded(Sample.vocabulary, .init()).diagnostics.sorted)
  }

  private func refusal(_ path: String) -> String {
    "1: '\(path)' lies outside the timeline's folder, which an untrusted timeline may not leave; "
      + "--allow-read names more folders"
  }

  @Test(arguments: [
    (#"{"version": 1, "layers": [{"type": "image", "source": 1️⃣"/etc/passwd"}]}"#, "/etc/passwd"),
    (
      #"{"version": 1, "layers": [{"type": "text", "text": "a", "font": 1️⃣"up/a.ttf"}]}"#, "up/a.ttf"
    ),
    (#"{"version": 1, "clips": [{"source": 1️⃣"up/a.mp4"}]}"#, "up/a.mp4"),
    (#"{"version": 1, "clips": [{"source": {"image": 1️⃣"up/a.png"}}]}"#, "up/a.png"),
    (#"{"version": 1, "audio": {"tracks": [{"source": 1️⃣"up/a.wav"}]}}"#, "up/a.wav"),
    (#"{"version": 1, "layers": [{"type": "timeline", "source": 1️⃣"up/p.json"}]}"#, "up/p.json"),
  ])
  func `every way to name a file is refused`(_ text: String, _ path: String) {
    #expect(faults(text) == [refusal(path)])
  }

  @Test func `a timeline within another may not leave the folder either`() {
    let found = faults(#"{"version": 1, "layers": [{"type": "timeline", "source": "p.json"}]}"#)
    #expect(found.count == 1 && found[0].contains("'../up.png' lies outside"))
  }

  @Test func `families of fonts and files within are no matter`() {
    #expect(
      faults(
        #"{"version": 1, "layers": [{"type": "text", "text": "a", "font": "Noto Sans"}, {"type": "image", "source": "in/a.png"}]}"#
      ).isEmpty)
  }
}
