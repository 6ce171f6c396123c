import AudioFilters
import Filters
import Timeline

/// What timelines are checked against, by every program of the project.
package enum Language {
  /// Pictures and sounds alike: each program checks what the other one plays.
  package static let vocabulary = Registry.vocabulary.adding(
    soundEffects: AudioRegistry.declarations)
}
