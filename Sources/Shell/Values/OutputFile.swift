import Bytes
import Pipes

/// A file that a command writes, which must not be one that it reads.
package enum OutputFile {
  /// Refuses an output that leads to a source, whatever the spelling of both, or to a folder.
  ///
  /// - Parameters:
  ///   - path: where it is written; `-`, a pipe or a device is none of the sources.
  ///   - what: what it is, as a message has it: "the film".
  ///   - sources: all that it is made of.
  /// - Throws: the message, with exit status 2.
  package static func check(
    _ path: String, _ what: String, madeOf sources: [String]
  ) throws(CommandFailure) {
    guard path != "-" else { return }
    guard !Files.isFolder(path) else {
      throw CommandFailure(
        "\(path.shownPath): a folder is there, and \(what) is a file", code: .usage)
    }
    guard (try? Files.canReadAgain(path)) ?? true else { return }
    // A source that is not there yet is known by its name alone.
    if sources.contains(where: { $0 == path || Files.areSame($0, path) }) {
      throw CommandFailure(
        "\(path.shownPath): \(what) would replace what it is made of", code: .usage)
    }
  }
}
