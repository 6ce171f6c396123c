import Clips
import Pipes
import Shell

/// ffmpeg's options for a film: those of a preset, and those that the user adds.
struct FilmOptions {
  let preset: FilmPreset
  /// What the user adds behind `--`, without filters of pictures.
  private let added: [String]
  /// The filters that the user adds.
  private let filters: [String]

  /// - Parameter added: ffmpeg's options for the output.
  init(_ preset: FilmPreset, added: [String]) throws {
    self.preset = preset
    var (rest, filters): ([String], [String]) = ([], [])
    var words = added[...]
    while let word = words.popFirst() {
      if ["-vf", "-filter:v", "-filter:v:0"].contains(word) {
        guard let filter = words.popFirst() else {
          throw CommandFailure("\(word) takes filters; none follow it", code: .usage)
        }
        filters.append(filter)
      } else {
        rest.append(word)
      }
    }
    (self.added, self.filters) = (rest, filters)
  }

  /// The arguments of the ffmpeg that makes the film.
  ///
  /// - Parameters:
  ///   - size: what is left of larger pictures; nil for all.
  ///   - metadata: what its file says of itself, as options.
  func arguments(
    tags: (filter: String, options: [String])?, size: (width: Int, height: Int)? = nil,
    metadata: [String] = [], hasSound: Bool,
    to path: String
  ) -> [String] {
    var words = ["-v", "error", "-y", "-f", "yuv4mpegpipe", "-i", "-"]
    if hasSound { words += ["-i", FilmPipe.soundInput] }
    words += ["-map", "0:v"]
    if hasSound { words += ["-map", "1:a"] }
    let cut = size.map { "crop=\($0.width):\($0.height):0:0" }
    let graph = [tags?.filter, cut, preset.filters].compactMap { $0 } + filters
    if !graph.isEmpty { words += ["-vf", graph.joined(separator: ",")] }
    words += tags?.options ?? []
    words += preset.pictureOptions
    if hasSound || !preset.hasSound { words += preset.soundOptions }
    return words + preset.fileOptions + added + metadata + [path.ffmpegFile]
  }

  /// The arguments of the ffmpeg that makes the sound alone.
  func soundArguments(to path: String) -> [String] {
    ["-v", "error", "-y", "-i", "-", "-map", "0:a"] + preset.soundOptions(alone: path)
      + added + [
        path.ffmpegFile
      ]
  }

  /// Refuses encoders that this ffmpeg does not have.
  func checkEncoders(_ arguments: [String], _ tools: MediaTools) throws {
    let wanted = zip(arguments, arguments.dropFirst()).filter { option, _ in
      ["-vcodec", "-acodec"].contains(option) || option.hasPrefix("-c:")
        || option.hasPrefix("-codec:")
    }.map(\.1)
    let known = try encoders(tools)
    for name in wanted where name != "copy" && !known.contains(name) {
      // ffmpeg also takes the name of a format, and chooses an encoder.
      guard !known.contains(where: { $0.hasSuffix("=\(name)") }) else { continue }
      throw CommandFailure(
        "this ffmpeg has no encoder \(name.quotedName); '\(tools.name) -encoders' lists those that it has",
        code: .usage)
    }
  }

  /// The names of all encoders, and `=` with those of the formats that they write.
  private func encoders(_ tools: MediaTools) throws -> Set<String> {
    let child = try ChildProcess(
      try FilmPlan.program(tools.name), ["-hide_banner", "-encoders"],
      interrupt: tools.interrupt, patience: tools.patience)
    let bytes: [UInt8]
    do { bytes = try child.output(limit: 1 << 20) } catch {
      if let reason = tools.interrupt?.reason { throw reason }
      throw error
    }
    let text = String(decoding: bytes, as: UTF8.self)
    var names: Set<String> = []
    for line in text.split(separator: "\n") {
      // " V....D libx264   libx264 H.264 / AVC (codec h264)"
      let words = line.split(separator: " ")
      guard words.count > 1, words[0].count == 6 else { continue }
      names.insert(String(words[1]))
      names.insert("=\(words[1])")
      if let last = words.last, last.hasSuffix(")"), words.dropLast().last == "(codec" {
        names.insert("=\(last.dropLast())")
      }
    }
    return names
  }
}

extension String {
  fileprivate var quotedName: String { "'\(self)'" }
}

extension String {
  /// The path of a file as ffmpeg takes it for one, and not for an option or the name of a
  /// protocol.
  var ffmpegFile: String { hasPrefix("-") || contains(":") ? "file:" + self : self }
}
