import Clips
import Pipes

/// A shell program that stands in for ffmpeg.
package struct FakeFFmpeg {
  package let folder: TemporaryFolder
  package let tools: MediaTools

  /// Takes lines of shell, which find the file's path in `$f`, the seek, in seconds, in `$ss`, and
  /// the first frame, at 10 frames a second, in `$k`.
  package init(_ lines: String, interrupt: Interrupt? = nil, patience: Int? = nil) throws {
    folder = try TemporaryFolder()
    let path = try folder.script("ffmpeg", Self.arguments + lines)
    tools = MediaTools(path, interrupt: interrupt, patience: patience)
  }

  /// Reads the command line, and notes the seek beside the file. A frame begins where the seek and
  /// the filter's start lead together, or half a frame after that.
  private static let arguments = """
    ss=0 start=0
    while [ $# -gt 0 ]; do
      case "$1" in
        -ss) ss=$2; shift;;
        -i) f=${2#file:}; shift;;
        -vf) start=${2#*start_time=}; start=${start%%:*}; shift;;
      esac
      shift
    done
    k=$(awk "BEGIN { print int(($ss + $start) * 10 + 0.51) }")
    echo "$ss" >> "$f.log"

    """

  /// Where each child was told to begin.
  package func seeks(_ name: String = "sound") throws -> [String] {
    String(decoding: try Files.load(folder.file("\(name).log"), limit: 1 << 16), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
