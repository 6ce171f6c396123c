import Fonts
import Subtitles
import Timeline

/// Finds subtitles that do not fit on the picture, characters that no font has, and fonts that are
/// not there.
package enum SubtitleFit {
  /// Every cue or event that is wrong, in the order of the file.
  ///
  /// They are set as a `subtitles` layer without parameters sets them, each as it appears.
  package static func findings(
    in file: SubtitleFile, width: Int, height: Int, fonts: FontLibrary
  ) -> [SubtitleFinding] {
    let style = CueDefaults(Arguments(), canvas: (width, height))
    let track = CueTrack(file, width: width, height: height, style.defaults)
    let isScript = file.script != nil
    let fonts = CueFonts(fonts, request: style.request, language: nil, script: file.script)
    let setter = CueSetter(
      canvas: track.canvas, fonts: fonts,
      look: isScript ? nil : style.moment(at: .zero).look, sizesAreCells: isScript,
      features: file.script.map(CueSetter.features(of:)) ?? [])
    var findings: [(order: Int, finding: SubtitleFinding)] = []
    var told: Set<String> = []
    for index in track.events.indices {
      let event = track.events[index]
      let order = track.order[index]
      let range = file.script?.events[order].range ?? file.cues[order].range
      let look = track.state(of: index, at: event.start).look
      guard let block = try? setter.block(look, look.place(event.place)) else { continue }
      if let text = overflow(block, look, track.canvas) {
        let finding = SubtitleFinding(
          rule: .overflow, message: "at \(width)x\(height), \(text)", range: range)
        findings.append((order, finding))
      }
      for warning in block.warnings {
        findings.append(
          (order, SubtitleFinding(rule: .missingGlyph, message: warning, range: range)))
      }
      for run in look.runs {
        // Of each font once, where it is first seen.
        for warning in (try? fonts.stack(for: run.style))?.warnings ?? []
        where told.insert(warning).inserted {
          findings.append(
            (order, SubtitleFinding(rule: .missingFont, message: warning, range: range)))
        }
      }
    }
    return findings.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element.finding)
  }

  /// How far a block reaches beyond the picture; nil when it does not, is turned
  /// or led through the picture.
  private static func overflow(_ block: CueBlock, _ look: CueLook, _ canvas: CueCanvas) -> String? {
    let isTurned = look.runs.contains {
      $0.style.angleX != 0 || $0.style.angleY != 0 || $0.style.angleZ != 0
    }
    guard !isTurned, look.edge == nil, !block.scene.shapes.isEmpty else { return nil }
    let sides = [
      ("left", -block.box.minX), ("right", block.box.maxX - canvas.width),
      ("top", -block.box.minY), ("bottom", block.box.maxY - canvas.height),
    ]
    let beyond = sides.filter { $0.1 >= 1 }.map {
      "\(Int(min($0.1, 1e6).rounded(.up))) pixels at the \($0.0)"
    }
    return beyond.isEmpty
      ? nil : "the text reaches \(beyond.listed(joinedBy: "and")) beyond the picture"
  }
}
