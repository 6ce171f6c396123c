import Bytes

/// Writes captions for other programs.
package enum CaptionWriter {
  /// What files are written.
  package enum Format: String, CaseIterable, Hashable, Sendable {
    /// Cues alone: SubRip knows no times of words.
    case srt
    /// With a timestamp before each word.
    case vtt
    /// With `\k` before each word.
    case ass
  }

  /// The file, in UTF-8 with LF at the ends of lines.
  ///
  /// Times are rounded to thousandths, those of ASS to hundredths of a second, so that no errors
  /// add up. A gap between two words is kept: in WebVTT by a timestamp before the blank, in ASS by
  /// a `\k` of its own. The end of a cue's last word is lost in WebVTT, where a word lasts up to
  /// the next timestamp or the cue's end.
  package static func text(
    _ captions: [Caption], _ words: [CaptionWord], as format: Format
  ) -> String {
    switch format {
    case .srt: srt(captions, words)
    case .vtt: vtt(captions, words)
    case .ass: ass(captions, words)
    }
  }

  // MARK: SubRip

  private static func srt(_ captions: [Caption], _ words: [CaptionWord]) -> String {
    var text = ""
    for (index, caption) in captions.enumerated() {
      let (start, end) = span(caption, per: 1000)
      text += "\(index + 1)\n\(clock(start, ",")) --> \(clock(end, ","))\n"
      // An arrow would be taken for a line with times.
      text += kept(caption.text(words).replacing("-->", with: "→")) + "\n\n"
    }
    return text
  }

  /// The text with a word joiner, which is not seen, where a player would take letters for a tag,
  /// an override or a break of ASS or a character's name: SubRip has no way to write these.
  private static func kept(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let isWord = scalar.properties.isAlphabetic
      switch last {
      case "<" where isWord || scalar == "/", "{" where scalar == "\\",
        "&" where isWord || scalar == "#", "\\" where scalar == "N" || scalar == "h":
        result.append("\u{2060}")
      default: break
      }
      result.append(scalar)
      last = scalar
    }
    return String(result)
  }

  // MARK: WebVTT

  private static func vtt(_ captions: [Caption], _ words: [CaptionWord]) -> String {
    var text = "WEBVTT\n\n"
    for caption in captions {
      let (start, end) = span(caption, per: 1000)
      text += "\(clock(start, ".")) --> \(clock(end, "."))\n"
      var last = start
      /// A timestamp must be after all before it, and within the cue.
      func stamp(_ time: Int) -> String {
        guard time > last, time < end else { return "" }
        last = time
        return "<\(clock(time, "."))>"
      }
      for (number, line) in caption.lines.enumerated() {
        for index in line {
          let word = words[index]
          let isFirst = index == line.lowerBound
          if !isFirst || number > 0 {
            text += stamp(units(words[index - 1].end, per: 1000, atMost: word.start))
            text += isFirst ? "\n" : word.isAttached ? "" : " "
          }
          text += stamp(units(word.start, per: 1000)) + escaped(word.text)
        }
      }
      text += "\n\n"
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  // MARK: ASS

  private static func ass(_ captions: [Caption], _ words: [CaptionWord]) -> String {
    var text = """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 1920
      PlayResY: 1080
      WrapStyle: 2
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
      Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
      Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Default,Arial,72,&H0000FFFF,&H00FFFFFF,&H00000000,&H80000000,-1,0,0,0,100,100,0,0,1,4,\
      0,2,60,60,80,1

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """
    for caption in captions {
      let (start, end) = span(caption, per: 100)
      let speaker = words[caption.words.lowerBound].speaker ?? ""
      let name = String(speaker.map { $0 == "," || $0.isNewline ? " " : $0 })
      text += "Dialogue: 0,\(shortClock(start)),\(shortClock(end)),Default,\(name),0,0,0,,"
      text += syllables(caption, words, start) + "\n"
    }
    return text
  }

  private static func syllables(
    _ caption: Caption, _ words: [CaptionWord], _ start: Int
  ) -> String {
    var text = ""
    var reached = start
    for (number, line) in caption.lines.enumerated() {
      for index in line {
        let word = words[index]
        let isFirst = index == line.lowerBound
        let begin = max(units(word.start, per: 100), reached)
        let blank = isFirst ? (number > 0 ? "\\N" : "") : word.isAttached ? "" : " "
        text += begin > reached ? "{\\k\(begin - reached)}" + blank : blank
        // A word that is still spoken when the next one begins ends there.
        let next = index + 1 < caption.words.upperBound ? words[index + 1].start : word.end
        let finish = max(units(min(word.end, max(next, word.start)), per: 100), begin)
        text += "{\\k\(finish - begin)}" + braced(word.text)
        reached = finish
      }
    }
    return text
  }

  /// The text with braces that are shown, and backslashes that begin no tag.
  private static func braced(_ text: String) -> String {
    text.replacing("\\", with: "\\\u{2060}").replacing("{", with: "\\{")
      .replacing("}", with: "\\}")
  }

  // MARK: Times

  /// A cue's times in parts of a second, so that it lasts at least one.
  private static func span(_ caption: Caption, per unit: Int) -> (start: Int, end: Int) {
    let start = units(caption.start, per: unit)
    return (start, max(units(caption.end, per: unit), start + 1))
  }

  /// A time in parts of a second, rounded.
  private static func units(_ time: Rational, per unit: Int, atMost most: Rational? = nil) -> Int {
    let time = most.map { min(time, $0) } ?? time
    return Int(clamping: (time * Rational(unit)).rounded)
  }

  private static func clock(_ thousandths: Int, _ point: String) -> String {
    let (seconds, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return
      "\((seconds / 3600).padded(to: 2)):\((seconds / 60 % 60).padded(to: 2)):\((seconds % 60).padded(to: 2))\(point)"
      + rest.padded(to: 3)
  }

  private static func shortClock(_ hundredths: Int) -> String {
    let (seconds, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return
      "\(seconds / 3600):\((seconds / 60 % 60).padded(to: 2)):\((seconds % 60).padded(to: 2)).\(rest.padded(to: 2))"
  }
}

extension String {
  /// The text with every occurrence of one piece replaced by another.
  fileprivate func replacing(_ piece: String, with other: String) -> String {
    let (bytes, wanted) = (Array(utf8), Array(piece.utf8))
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place...].starts(with: wanted) {
        result.append(contentsOf: other.utf8)
        place += wanted.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
