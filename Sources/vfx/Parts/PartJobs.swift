import Bytes
import Shell
import Timeline

/// The commands that make a film in parts.
struct PartJobs {
  let plan: PartPlan
  let timeline: String
  /// The film.
  let output: String
  /// What the names of parts begin with.
  let prefix: String
  let preset: FilmPreset
  /// The options that all of them get.
  let options: [String]
  /// ffmpeg's own, behind `--`.
  let added: [String]
  /// The beginning and the length of the film as the user gives them.
  let range: [String]
  let hasSound: Bool
  /// The files that every part is made from besides the timeline, as paths from the current folder:
  /// all that it names are looked at before a part is drawn.
  var sources: [String] = []
  /// The files that the sound is made from besides the timeline.
  var soundSources: [String] = []

  /// All files that are read, each once, the timeline first.
  var files: [String] {
    var seen: Set<String> = []
    return ([timeline] + sources + soundSources).filter { seen.insert($0).inserted }
  }

  /// The file of a part.
  func file(_ number: FilmPart.Number) -> String {
    prefix + number.index.padded(to: 4) + "." + preset.ending
  }

  /// The files of all parts, in their order.
  var partFiles: [String] { plan.parts.map { file($0.number) } }

  /// The file of the sound, which no pattern of the parts' names finds.
  var soundFile: String { "\(prefix)sound.\(preset.soundEnding)" }

  /// Where a part begins, as `--start` takes it: in frames where it begins with one.
  func start(_ part: PartPlan.Part) -> String {
    let factor = plan.rate.exact
    let frames = part.start.value * factor
    return frames.denominator == 1 ? "\(frames.numerator)f" : part.start.exactText
  }

  /// The arguments of a part that others do not have.
  func words(_ part: PartPlan.Part) -> [String] {
    [
      "--start", start(part), "-n", "\(part.frames.count)", "--part", part.number.text, "-o",
      file(part.number),
    ]
  }

  /// `vfx make` with what all parts have.
  var common: [String] { ["make", timeline, "--preset", preset.rawValue] + options }

  /// What stands at the end of each.
  var tail: [String] { added.isEmpty ? [] : ["--"] + added }

  /// Makes a part.
  func command(_ part: PartPlan.Part) -> FilmPipe.Step {
    FilmPipe.Step("vfx", common + words(part) + tail)
  }

  /// Makes the sound, whole; nil for a silent film.
  var sound: FilmPipe.Step? {
    guard hasSound else { return nil }
    return FilmPipe.Step("vfx", common + range + ["--only", "sound", "-o", soundFile] + tail)
  }

  /// Joins all parts.
  var join: FilmPipe.Step { FilmPipe.Step("vfx", ["join"] + partFiles + joinOptions) }

  /// The command that joins the parts, with a shell's pattern for them.
  var typedJoin: String {
    let pattern = "\(prefix.typed)*.\(preset.ending)"
    return (["vfx", "join", pattern] + joinOptions.map(\.typed)).joined(separator: " ")
  }

  private var joinOptions: [String] {
    (hasSound ? ["--sound", soundFile] : []) + ["-o", output]
  }
}

extension FilmPreset {
  /// The ending of a file that has only the sound, coded as in the film; nil where it has none.
  var soundEnding: String {
    switch self {
    case .web, .phone, .hevc: "m4a"
    case .archive, .prores, .webm, .gif, .webp: "mka"
    }
  }
}
