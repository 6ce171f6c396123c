import Filters
import Shell
import Testing

@testable import vfx

/// The pipe of `vfx make` as a script, and ffmpeg's options in it.
@Suite struct FilmPipeTests {
  @Test(arguments: [
    ("a b.mp4", "'a b.mp4'"), ("it's", #"'it'\''s'"#), ("", "''"), ("-crf", "-crf"),
    ("$(rm x)", "'$(rm x)'"), ("ä", "'ä'"), ("a\nb'c\\", #"$'a\nb\'c\\'"#),
  ])
  func `a word is quoted where a shell needs it`(_ word: String, _ typed: String) {
    #expect(word.typed == typed)
  }

  @Test(arguments: [
    ("out.mp4", "out.part.mp4"), ("a.b/film", "a.b/film.part"), ("a/.mp4", "a/.mp4.part"),
    ("a.b/c.d.mov", "a.b/c.d.part.mov"),
  ])
  func `a film is made beside its place`(_ path: String, _ partial: String) {
    #expect(FilmPipe.Output(path: path).partial == partial)
  }

  @Test func `the script has every program in its place`() throws {
    let options = try FilmOptions(.web, added: ["-vf", "hflip", "-crf", "18"])
    let words = options.arguments(
      tags: ("setparams=range=limited", ["-chroma_sample_location", "left"]), hasSound: true,
      to: "o ut.part.mp4")
    let pipe = FilmPipe(
      pictures: [.init("vfx", ["-t", "t.json"])], sound: [.init("afx", ["-q", "-t", "t.json"])],
      film: [.init("ffmpeg", words)], output: .init(path: "o ut.mp4"))
    #expect(
      pipe.script == """
        vfx -t t.json |
          ffmpeg -v error -y -f yuv4mpegpipe -i - -i <(afx -q -t t.json) -map 0:v -map 1:a \
        -vf setparams=range=limited,hflip -chroma_sample_location left -c:v libx264 -preset medium \
        -crf 20 -pix_fmt yuv420p -c:a aac -b:a 160k -movflags +faststart -crf 18 'o ut.part.mp4' &&
          mv 'o ut.part.mp4' 'o ut.mp4'

        """)
  }

  @Test(arguments: FilmPreset.allCases)
  func `a silent film has no sound to map`(_ preset: FilmPreset) throws {
    let words = try FilmOptions(preset, added: []).arguments(tags: nil, hasSound: false, to: "f")
    #expect(!words.contains("1:a") && !words.contains("pipe:3") && !words.contains("-b:a"))
    #expect(words.last == "f" && words.contains("0:v"))
  }

  @Test(arguments: [
    (FilmPreset.web, "a.webm", "take --preset webm, or say"),
    (.gif, "a.mp4", "take --preset web, or say"), (.hevc, "a.avi", "for other kinds, say"),
    (.web, "a", "for other kinds, say"),
  ])
  func `an ending of another preset names it`(
    _ preset: FilmPreset, _ path: String, _ words: String
  ) {
    let failure = #expect(throws: CommandFailure.self) { try preset.check(path) }
    #expect(failure?.message.contains("; \(words)") == true)
  }

  @Test func `a sound alone has an ending that says how it is coded`() throws {
    for path in ["a.wav", "a.FLAC", "a.mka", "a.mp4"] { try FilmPreset.web.checkSound(path) }
    for path in ["a.txt", "a", "a.json"] {
      #expect(throws: CommandFailure.self) { try FilmPreset.web.checkSound(path) }
    }
  }

  @Test func `HDR in eight bits is doubted`() {
    let pq = StreamLight(transfer: .pq, primaries: .bt2020)
    #expect(FilmPreset.web.doubt(of: pq)?.hasPrefix("HDR (pq) in 8 bits") == true)
    #expect(FilmPreset.web.doubt(of: .standard) == nil && FilmPreset.web.doubt(of: nil) == nil)
    for preset in [FilmPreset.hevc, .prores, .archive] { #expect(preset.doubt(of: pq) == nil) }
  }

  @Test func `a filter that is not there is refused`() {
    #expect(throws: (any Error).self) { try FilmOptions(.web, added: ["-vf"]) }
  }

  @Test(arguments: [
    ("film.json", "film.mp4"), ("a/b", "a/b.mp4"), ("a.b/c", "a.b/c.mp4"), (".json", ".json.mp4"),
  ])
  func `a film has the timeline's name`(_ timeline: String, _ film: String) {
    #expect(timeline.withEnding("mp4") == film)
  }
}
