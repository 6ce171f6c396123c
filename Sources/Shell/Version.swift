/// The version of the project, shared by its programs.
package enum Version {
  /// As `--version` prints it.
  package static let number = "0.9.0"
  /// The day of the version.
  package static let date = "2026-11-22"
}
