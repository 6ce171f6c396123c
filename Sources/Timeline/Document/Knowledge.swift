import Bytes

extension Document {
  /// What is known of the output and of the sources when a timeline is decoded.
  ///
  /// A timeline can be decoded with little of it; its ``DecodedDocument/soundPart`` then lists the
  /// sources to probe.
  package struct Knowledge: Hashable, Sendable {
    /// The output's frame rate. Without it 30 frames a second stand in, and a document that
    /// ``Document/usesFrames`` must be decoded again once the rate is known.
    package var rate: FrameRate?
    /// The canvas, of which lengths may be shares. Without it another size stands in, and a
    /// document that ``Document/usesViewport`` must be decoded again once it is known.
    package var viewport: Viewport?
    /// How long the stream is, if that is known; it ends the layers without an end when their
    /// movements are laid out.
    package var streamLength: Time?
    /// How long the film is, whatever part of it is made, if that is known: percentages of layers'
    /// times are shares of it.
    package var filmLength: Time?
    /// How long the sound is without clips, where that is known and is not the stream's: that of
    /// its tracks alone.
    package var mixLength: Time?
    /// How long the sources of clips are, by the first bytes of their `source` in the text
    /// (``MediaUse/place``), as far as that is known. Animations over a clip without an end need
    /// it; without it they are an error.
    package var sourceLengths: [Int: Time] = [:]
    /// How many bytes its layers may take; more is an error.
    package var memory = Int.max
    /// The sounds that values follow (``Document/soundUses``), as far as they have been heard. A
    /// value that follows another one is its `from`.
    package var courses: [SoundQuery: SoundCourse] = [:]
    /// What pictures show of sounds (``Document/soundPictures``), as far as these have been heard.
    /// A picture of another one shows silence.
    package var tables: [SoundPictureQuery: SoundTable] = [:]
    /// The beats of tracks, by their names (``Document/beatUses``), as far as they have been heard.
    package var grids: [String?: BeatGrid] = [:]
    /// Whether the lengths of sounds are unknown because they were not probed, so that animations
    /// over a sound are not an error.
    package var ignoresSounds = false

    /// What is known, and what of it matters.
    package init(
      rate: FrameRate? = nil, streamLength: Time? = nil, mixLength: Time? = nil,
      sourceLengths: [Int: Time] = [:], memory: Int = .max,
      ignoresSounds: Bool = false
    ) {
      self.rate = rate
      self.streamLength = streamLength
      self.mixLength = mixLength
      self.sourceLengths = sourceLengths
      self.memory = memory
      self.ignoresSounds = ignoresSounds
    }
  }
}
