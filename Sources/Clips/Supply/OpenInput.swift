/// Standard input as far as it was read, and what is kept of it.
package struct OpenInput {
  let track: Track
  /// What it was used for before.
  let uses: [Track.Use]

  /// The track without any use.
  func begun() -> Track {
    track.uses = []
    return track
  }

  /// Gives it back to the supplier that it was taken from.
  package func giveBack() {
    track.uses = uses.map { use in
      var use = use
      // Frames may have gone by meanwhile.
      (use.now, use.next) = (nil, nil)
      return use
    }
  }
}
