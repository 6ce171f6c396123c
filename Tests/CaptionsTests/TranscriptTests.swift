import Bytes
import Testing

@testable import Captions

/// Words against the tables that were made of the same files by other means.
@Suite struct TranscriptTests {
  @Test(arguments: CaptionFixtures.paths)
  func `words and times are those of the table`(_ path: String) throws {
    let words = try CaptionFixtures.transcript(path).words
    let rows = try CaptionFixtures.table(path)
    guard words.count == rows.count else {
      // A table of segments: their words share their times.
      #expect(words.map(\.text) == rows.flatMap { $0.text.split(separator: " ").map(String.init) })
      #expect(words.first?.start.ms == rows.first?.start)
      #expect(words.last?.end.ms == rows.last?.end)
      return
    }
    #expect(words.map(\.text) == rows.map(\.text))
    for (word, row) in zip(words, rows) where row.start != nil {
      #expect(word.start.ms == row.start && word.end.ms == row.end, "\(word)")
      #expect(word.speaker ?? "" == row.speaker)
    }
  }

  @Test func `the corpus has every file that is named`() {
    #expect(CaptionFixtures.paths.count == 8)
  }

  @Test func `words without times take what their neighbours leave`() throws {
    let transcript = try CaptionFixtures.transcript("whisperx/whisperx.json")
    #expect(transcript.words.map(\.shown)[2] == "2024 880-950")
    #expect(transcript.notes.map(\.description).count == 1)
    #expect(transcript.notes[0].place.line == 10)
  }

  @Test func `chunks are words, or segments where they have blanks`() throws {
    func chunk(_ text: String, _ times: String) -> String {
      #"{"text": "\#(text)", "timestamp": [\#(times)]}"#
    }
    func read(_ chunks: [String]) throws -> Transcript {
      try Transcript(Array(#"{"text": "", "chunks": [\#(chunks.joined(separator: ", "))]}"#.utf8))
    }
    let parts = try read([
      chunk(" Hel", "0, 0.5"), chunk("lo", "0.5, 0.6"), chunk(" you", "1, null"),
    ])
    #expect(parts.words.map(\.shown).prefix(2) == ["Hel 0-500", "+lo 500-600"])
    #expect(parts.words.count == 3 && parts.words[2].start.ms == 1000)
    let segments = try read([chunk(" Ab, cdef gh", "1.0, 2.0"), chunk(" ij", "3, null")])
    #expect(
      segments.words.map(\.shown) == [
        "Ab, 1000-1250", "cdef 1250-1750", "gh 1750-2000", "ij 3000-3140",
      ])
    #expect(segments.notes.count == 1)
    for (times, message) in [
      ("0", "'timestamp' must be two numbers"), ("0, []", "'timestamp' must be a number"),
    ] {
      let error = #expect(throws: CaptionError.self) { try read([chunk("a", times)]) }
      #expect(error?.message == message && error?.place.line == 1)
    }
  }

  @Test func `an array of words is read as one, and ElevenLabs names speakers by numbers`() throws {
    let plain = #"[{"word": "Hi", "start": 0, "end": 1}, {"word": "you", "start": 1, "end": 2}]"#
    #expect(try words(plain).map(\.shown) == ["Hi 0-1000", "you 1000-2000"])
    let scribe = """
      {"text": "Hi you", "words": [
        {"text": "Hi", "start": 0.1, "end": 0.2, "type": "word", "speaker_id": "speaker_0"},
        {"text": " ", "start": 0.2, "end": 0.3, "type": "spacing", "speaker_id": "speaker_0"},
        {"text": "you", "start": 0.3, "end": 0.4, "type": "word", "speaker_id": "speaker_1"}]}
      """
    #expect(try words(scribe).map(\.shown) == ["Hi 100-200", "you 300-400"])
    #expect(try words(scribe).map(\.speaker) == ["speaker_0", "speaker_1"])
  }

  @Test func `segments share their time by letters, and a note says so`() throws {
    let text = #"{"segments": [{"start": 1, "end": 2, "text": " Ab, cdef gh"}]}"#
    let transcript = try Transcript(Array(text.utf8))
    #expect(transcript.words.map(\.shown) == ["Ab, 1000-1250", "cdef 1250-1750", "gh 1750-2000"])
    #expect(transcript.notes.first?.message.contains("share") == true)
  }

  @Test func `tokens become words, and characters that were cut are whole again`() throws {
    func token(_ text: String, _ from: Int, _ to: Int) -> String {
      #"{"text": "\#(text)", "offsets": {"from": \#(from), "to": \#(to)}}"#
    }
    let tokens = [
      token("[_BEG_]", 0, 0), token(" Ap", 0, 100), token("ollo", 100, 300), token(",", 300, 320),
      token(" 月", 400, 500), token("面", 500, 600), token("。", 600, 610),
      token("[_TT_50]", 610, 610),
    ]
    var bytes = Array(
      (#"{"transcription": [{"offsets": {"from": 0, "to": 700}, "text": "", "tokens": ["#
        + tokens.joined(separator: ",")).utf8)
    // U+732B in three bytes, of which a token has two.
    bytes += Array(#",{"text": ""#.utf8) + [0xE7, 0x8C]
    bytes += Array(#"", "offsets": {"from": 620, "to": 640}}, {"text": ""#.utf8) + [0xAB]
    bytes += Array(#"", "offsets": {"from": 640, "to": 700}}]}]}"#.utf8)
    let transcript = try Transcript(bytes)
    #expect(transcript.kind == .whisperCpp)
    #expect(
      transcript.words.map(\.shown) == [
        "Apollo, 0-320", "月 400-500", "+面。 500-610", "+猫 620-700",
      ])
  }

  @Test func `the words of an interface get the punctuation of its text`() throws {
    let list = try words(
      #"""
      {"text": "Well, \"yes\" - no.", "words": [{"word": "Well", "start": 0, "end": 0.5},
      {"word": "yes", "start": 0.5, "end": 1}, {"word": "no", "start": 1, "end": 1.5}]}
      """#)
    #expect(list.map(\.shown) == ["Well, 0-500", "\"yes\" 500-1000", "no. 1000-1500"])
  }

  @Test func `milliseconds, punctuation items and lists of results are read`() throws {
    let assembly = try Transcript(
      Array(
        #"""
        {"id": "x", "audio_duration": 2, "words": [
        {"text": "Hi.", "start": 250, "end": 500, "confidence": 0.9, "speaker": "A"},
        {"text": "You?", "start": 520, "end": 900, "confidence": 0.9, "speaker": "B"}]}
        """#.utf8))
    #expect(assembly.kind == .assemblyAI)
    #expect(assembly.words.map(\.shown) == ["Hi. 250-500", "You? 520-900"])
    #expect(assembly.words.map(\.speaker) == ["A", "B"])
    let aws = try Transcript(
      Array(
        #"""
        {"jobName": "x", "results": {"transcripts": [{"transcript": "Hi, you."}], "items": [
        {"type": "pronunciation", "start_time": "0.04", "end_time": "0.3",
         "alternatives": [{"confidence": "0.9", "content": "Hi"}]},
        {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": ","}]},
        {"type": "pronunciation", "start_time": "0.31", "end_time": "0.7",
         "alternatives": [{"confidence": "0.9", "content": "you"}]},
        {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}]}]}}
        """#.utf8))
    #expect(aws.kind == .aws)
    #expect(aws.words.map(\.shown) == ["Hi, 40-300", "you. 310-700"])
    let vosk = try Transcript(
      Array(
        #"""
        [{"result": [{"conf": 1, "start": 0.1, "end": 0.2, "word": "one"}], "text": "one"},
        {"text": ""}, {"result": [{"conf": 1, "start": 2, "end": 2.5, "word": "two"}]}]
        """#.utf8))
    #expect(vosk.kind == .vosk)
    #expect(vosk.words.map(\.shown) == ["one 100-200", "two 2000-2500"])
  }

  @Test(arguments: [
    #"""
    {"words": [{"word": "a", "start": -3, "end": -1}, {"word": "b", "start": -1, "end": 0.5},
    {"word": "c", "start": 0.5, "end": 1}]}
    """#,
    #"""
    {"segments": [{"words": [{"word": " a", "start": -3, "end": 0},
    {"word": " b", "start": -0.01, "end": 0.5}, {"word": " c", "start": 0.5, "end": 1}]}]}
    """#,
    #"""
    {"status": "x", "words": [{"text": "a", "start": -3000, "end": -1000},
    {"text": "b", "start": -1000, "end": 500}, {"text": "c", "start": 500, "end": 1000}]}
    """#,
    #"""
    {"results": {"channels": [{"alternatives": [{"words": [
    {"word": "b", "start": -0.2, "end": 0.5}, {"word": "c", "start": 0.5, "end": 1}]}]}]}}
    """#,
    #"""
    {"results": {"items": [{"start_time": "-0.2", "end_time": "0.5", "alternatives":
    [{"content": "b"}]}, {"start_time": "0.5", "end_time": "1", "alternatives":
    [{"content": "c"}]}]}}
    """#,
    #"""
    {"result": [{"start": -0.2, "end": 0.5, "word": "b"}, {"start": 0.5, "end": 1, "word": "c"}]}
    """#,
    #"""
    {"segments": [{"start": -2, "end": -1, "text": " a"}, {"start": -2, "end": 1, "text": " b c"}]}
    """#,
    #"""
    {"transcription": [{"offsets": {"from": -2000, "to": 1000}, "text": " b c"}]}
    """#,
    #"""
    {"events": [{"tStartMs": -500, "dDurationMs": 1500, "segs": [{"utf8": "b c"}]}]}
    """#,
    #"""
    <timedtext format="3"><body><p t="-500" d="1500">b c</p></body></timedtext>
    """#,
  ])
  func `what starts before 0 starts at 0, and what ends there is left out`(_ text: String) throws {
    let transcript = try Transcript(Array(text.utf8))
    #expect(transcript.words.map(\.shown) == ["b 0-500", "c 500-1000"])
    let notes = transcript.notes.map(\.message)
    #expect(
      notes.count {
        $0 == "a time is negative; words begin at 0, and one that ends before is left out"
      } == 1, "\(notes)")
  }

  @Test(arguments: [
    ("", "1:1: the file is empty"), ("{\"words\": []}", "1:1: the file has no words"),
    ("{\"words\": 3}", "1:11: 'words' must be an array"),
    ("{\"words\": [\n {\"word\": 4}]}", "2:11: 'word' must be a string"),
    ("{\"words\": [\n {\"start\": 4}]}", "2:2: a word has no 'word'"),
    ("{\"a\": 1}", "1:1: this JSON is of no known transcript"),
    ("{\"words\": [1, 2", "1:11: the text ends before"),
    ("hello", "1:1: this is neither JSON nor a file of subtitles"),
    ("{\"words\": [{\"word\": \"a\", \"start\": 1e99}]}", "1:35: 'start' must be at most"),
  ])
  func `what is wrong is reported with line and column`(_ text: String, _ message: String) {
    do {
      _ = try Transcript(Array(text.utf8))
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }
}
