import AudioFilters
import Filters
import Timeline

/// The vocabulary that every program of the project checks timelines with.
package enum Language {
  /// It has pictures and sounds: each program also checks what the other one plays.
  package static let vocabulary = Registry.vocabulary.adding(
    soundEffects: AudioRegistry.declarations)
}
