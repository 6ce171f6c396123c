import Testing

@testable import Interchange

/// Which file of a folder is taken for a name.
@Suite struct MediaFilesTests {
  private static func found(_ names: [String], among files: [String]) -> FoundMedia? {
    MediaFinder(files: MediaFiles(files)).file(names)
  }

  @Test(arguments: [
    ("shot.mov", "shot.mp4"), ("shot", "shot.mp4"), ("SHOT.MXF", "shot.mp4"),
    ("shot.png", "shot.jpg"),
    ("shot.wav", "shot.aac"), ("shot.aac", "shot.aac"), ("file:///cards/shot.mov", "shot.mp4"),
  ])
  func `a file of the same kind is taken, and a film where no kind is said`(
    _ name: String, _ file: String
  ) {
    let files = [
      "shot.aac", "shot.edl", "shot.jpg", "shot.json", "shot.mp4", "shot.srt", "shot.txt",
    ]
    #expect(Self.found([name], among: files) == FoundMedia(path: file))
  }

  @Test(arguments: ["shot.mov", "shot", "shot.wav", "shot.jpg"])
  func `timelines, texts and subtitles are no media`(_ name: String) {
    let files = [
      "shot.json", "shot.srt", "shot.txt", "shot.edl", "shot.ass", "shot.otio", "shot.md",
    ]
    #expect(Self.found([name], among: files) == nil)
  }

  @Test(
    arguments: [
      (
        "shot.mov", ["shot.jpg"], #"no film is found for "shot.mov"; the picture shot.jpg is taken"#
      ),
      ("shot.mov", ["shot.wav"], #"no film is found for "shot.mov"; the sound shot.wav is taken"#),
      ("shot.wav", ["shot.mp4"], #"no sound is found for "shot.wav"; the film shot.mp4 is taken"#),
      (
        "shot.mov", ["shot.mov.wav"],
        #"no film is found for "shot.mov"; the sound shot.mov.wav is taken"#
      ),
      ("shot", ["shot.wav"], #"no film is found for "shot"; the sound shot.wav is taken"#),
      ("shot.v2", ["shot.mp4"], #"no file is called "shot.v2"; shot.mp4 is taken"#),
      (
        "shot.mov", ["a/shot.mkv", "b/shot.mp4"],
        "2 files fit \"shot.mov\" equally; a/shot.mkv is taken, not b/shot.mp4"
      ),
      (
        "shot.mov", ["a/shot.mov", "b/shot.mov", "c/shot.mov"],
        "3 files fit \"shot.mov\" equally; a/shot.mov is taken, not b/shot.mov or others"
      ),
    ] as [(String, [String], String)])
  func `what is taken in doubt is reported`(_ name: String, _ files: [String], _ doubt: String) {
    let taken = files.first ?? ""
    #expect(Self.found([name], among: files) == FoundMedia(path: taken, doubt: doubt))
  }

  @Test func `an ending behind the name is of the same kind`() {
    let files = ["shot.mov.wav", "shot.mp4"]
    #expect(Self.found(["shot.mov"], among: files) == FoundMedia(path: "shot.mp4"))
    #expect(
      Self.found(["shot.mov"], among: files + ["shot.mov.mkv"]) == FoundMedia(path: "shot.mov.mkv"))
    #expect(Self.found(["shot.v2"], among: ["shot.v2.mov"]) == FoundMedia(path: "shot.v2.mov"))
  }

  @Test func `no picture stands in for a sound`() {
    #expect(Self.found(["shot.wav"], among: ["shot.jpg"]) == nil)
  }

  @Test func `the exact name comes before one that differs in its case, and before other endings`()
  {
    let files = ["Shot.mov", "shot.mov", "reel.jpg"]
    #expect(Self.found(["shot.mov"], among: files) == FoundMedia(path: "shot.mov"))
    #expect(Self.found(["SHOT.mov"], among: ["Shot.mov"]) == FoundMedia(path: "Shot.mov"))
    #expect(Self.found(["reel.mov", "shot.mov"], among: files) == FoundMedia(path: "shot.mov"))
  }

  @Test func `a choice in doubt is a warning at the clip`() {
    var log = ImportLog()
    let finder = MediaFinder(files: MediaFiles(["shot.jpg"]))
    _ = finder.source(["shot.mov"], at: 3..<7, &log)
    #expect(log.messages == [#"no film is found for "shot.mov"; the picture shot.jpg is taken"#])
    #expect(log.diagnostics.sorted.map(\.range) == [3..<7])
  }
}
