/// Which version of the project this is: its programs have it in common.
package enum Version {
  /// As `--version` prints it.
  package static let number = "0.9.0"
  /// The day of the version.
  package static let date = "2026-11-22"
}
