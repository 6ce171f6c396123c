import Testing

@testable import Captions

/// Words of subtitle files.
@Suite struct CueWordTests {
  @Test func `the words of a cue share its time by their letters`() throws {
    let transcript = try Transcript(
      Array("1\n00:00:01,000 --> 00:00:02,000\nab, cdef\n<i>gh</i>\n".utf8))
    #expect(transcript.kind == .srt)
    #expect(transcript.words.map(\.shown) == ["ab, 1000-1250", "cdef 1250-1750", "gh 1750-2000"])
    #expect(transcript.notes.first?.message.contains("cues by their letters") == true)
  }

  @Test func `characters of Japanese are words of their own, with their marks`() throws {
    let transcript = try Transcript(
      Array("1\n00:00:00,000 --> 00:00:06,000\n「今日は、キャッ\n".utf8))
    #expect(
      transcript.words.map(\.text) == ["「今", "日", "は、", "キャッ"])
    #expect(transcript.words.dropFirst().allSatisfy { $0.isAttached })
  }

  @Test func `timestamps in WebVTT begin words and end those before`() throws {
    let list = try words(
      """
      WEBVTT

      00:01.000 --> 00:03.000
      One <00:01.500>two<00:01.750> <00:02.000>three
      """)
    #expect(list.map(\.shown) == ["One 1000-1500", "two 1500-1750", "three 2000-3000"])
  }

  @Test func `captions that roll say each word once`() throws {
    let list = try words(
      """
      WEBVTT

      00:00.000 --> 00:02.000
       
      so<00:00.500><c> hello</c>

      00:02.000 --> 00:02.010
      so hello
       

      00:02.010 --> 00:04.000
      so hello
      my<00:03.000><c> friends</c>
      """)
    #expect(
      list.map(\.shown) == ["so 0-500", "hello 500-2000", "my 2010-3000", "friends 3000-4000"])
  }

  /// The words of a cue with these times behind one of a second, and what is noted of their places.
  private static func cue(_ times: String) throws -> (words: [String], notes: [String]) {
    let text = "1\n00:00:00,000 --> 00:00:01,000\nfirst\n\n2\n\(times)\nlast\n"
    let transcript = try Transcript(Array(text.utf8))
    return (transcript.words.map(\.shown), transcript.notes.map(\.description))
  }

  @Test func `times beyond a hundred hours are times`() throws {
    let (words, notes) = try Self.cue("100:00:00,000 --> 100:00:02,000")
    #expect(words == ["first 0-1000", "last 360000000-360002000"])
    #expect(!notes.contains { $0.contains("seconds") })
  }

  @Test(arguments: [
    (
      "-00:00:02,000 --> 00:00:00,500", ["first 0-1000", "last 0-500"],
      "6:1: a time is negative; cues begin at 0, and one that ends before is left out"
    ),
    (
      "-00:00:02,000 --> -00:00:01,000", ["first 0-1000"],
      "6:1: a time is negative; cues begin at 0, and one that ends before is left out"
    ),
    (
      "300000:00:00,000 --> 300000:00:01,000", ["first 0-1000"],
      "6:1: a time is more than 1000000000 seconds; the cue is left out"
    ),
  ])
  func `one cue whose times no timeline has leaves the others`(
    _ times: String, _ words: [String], _ note: String
  ) throws {
    let found = try Self.cue(times)
    #expect(found.words == words && found.notes.contains(note), "\(found)")
  }

  @Test func `paragraphs and pieces of srv3 have times`() throws {
    let transcript = try Transcript(
      Array(
        """
        <?xml version="1.0" encoding="utf-8"?><timedtext format="3"><body>
        <p t="500" d="4000"><s>so</s><s t="300"> my</s><s t="700"> friends</s></p>
        <p t="2000" d="1000">ab cd</p><p t="2500" d="500" a="1">
        </p></body></timedtext>
        """.utf8))
    #expect(transcript.kind == .srv3)
    #expect(
      transcript.words.map(\.shown) == [
        "so 500-800", "my 800-1200", "friends 1200-2000", "ab 2000-2500", "cd 2500-3000",
      ])
  }

  @Test(arguments: [
    ("<timedtext><body>\n<p d='1'>a</p></body></timedtext>", "2:1: a paragraph has no 't'"),
    ("<timedtext><body>\n<p t='x'>a</p></body></timedtext>", "2:1: 't' must be a number"),
    ("<svg/>", "1:1: this XML is no srv3"), ("<timedtext>", "1:"),
  ])
  func `what is wrong with XML is reported with its place`(_ text: String, _ message: String) {
    do {
      _ = try Transcript(Array(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func `karaoke tags of ASS time syllables and silences`() throws {
    let list = try words(
      """
      [Script Info]
      ScriptType: v4.00+

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:03.00,Default,Ann,0,0,0,,{\\k25}ka{\\kf25}ra {\\k50}{\\k20}oke
      """)
    #expect(list.map(\.shown) == ["ka 1000-1250", "+ra 1250-1500", "oke 2000-2200"])
    #expect(list[0].speaker == "Ann")
  }
}
