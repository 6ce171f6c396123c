import Bytes
import Subtitles

/// Reads bytes as each kind of subtitles, and looks for what is wrong with them.
enum SubtitleTarget {
  static func run(_ bytes: [UInt8]) {
    for kind in SubtitleKind.allCases {
      let file: SubtitleFile
      do {
        file = try SubtitleFile(bytes, kind: kind)
      } catch {
        precondition(!error.message.isEmpty)
        continue
      }
      check(file)
    }
  }

  private static func check(_ file: SubtitleFile) {
    let count = file.text.bytes.count
    precondition(String(validating: file.text.bytes, as: UTF8.self) != nil)
    precondition(file.cues.count <= SubtitleFile.mostCues)
    for cue in file.cues {
      precondition(cue.range.upperBound <= count && cue.textRange.upperBound <= count)
      precondition(cue.settings.region.map { $0 < file.regions.count } ?? true)
      precondition((0...100).contains(cue.settings.size))
    }
    if let script = file.script {
      precondition(!script.styles.isEmpty && script.playWidth > 0 && script.playHeight > 0)
      for event in script.events { precondition(event.style < script.styles.count) }
    }
    var last = 0
    for finding in SubtitleLint.findings(in: file) {
      precondition(finding.range.lowerBound >= last && finding.range.upperBound <= count)
      precondition(!finding.message.isEmpty)
      last = finding.range.lowerBound
    }
  }
}
