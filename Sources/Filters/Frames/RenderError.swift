import Bytes
import Captions
import Fonts
import Images
import Subtitles

/// Why a timeline that was right in itself cannot be drawn.
package struct RenderError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Hashable, Sendable {
    /// Nothing of this kind has this name.
    case unknown(Named, String)
    /// This is needed and not there.
    case missing(Need)
    /// This goes beyond what can be drawn.
    case tooLarge(Size)
    /// A text has `text` and `spans`.
    case textAndSpans
    /// The canvas has a white of graphics, and this transfer, which knows no other white.
    case whiteWithoutHDR(String)
    /// A clip has a key and an effect that reads frames before its own.
    case historyBesideKey
    /// An effect that reads frames before its own stands in a timeline that is a clip.
    case historyInTimeline
    /// Subtitles do not take this parameter of other layers.
    case notOfSubtitles(parameter: String)
    /// A picture file, by the name that the timeline has for it, that can't be decoded.
    case picture(String, ImageError)
    /// A file of subtitles, by the name that the timeline has for it, that can't be read.
    case subtitles(String, SubtitleError)
    /// A file of words with times, by the name that the timeline has for it, that can't be read.
    case captions(String, CaptionError)
    /// A font file that was asked for by its path, and can't be had.
    case font(FontChoiceError)
    /// A template that is none.
    case template(TemplateFault)
    /// A file that can't be had, as whoever reads files says.
    case file(AssetFault)
    /// What is drawn takes more memory than allowed, in the words of whoever allows it.
    case memory(String)
  }

  /// What a timeline names.
  package enum Named: String, Hashable, Sendable {
    case layer = "kind of layer"
    case effect, transition, source
  }

  /// What something cannot do without.
  package enum Need: Hashable, Sendable {
    case canvasSize, videoSource, frameRate, endOfAnimation, pathData, maskPath
  }

  /// What goes beyond a limit.
  package enum Size: Hashable, Sendable {
    case group, layer, transition, frames
    /// Sides that are none, or longer than this many pixels.
    case canvas(most: Int)
    /// A picture that is to be turned, in pixels.
    case picture(width: Int, height: Int)
    /// A text of more characters than this.
    case text(most: Int)
    /// A layer that would have to be repeated too often to reach across the canvas.
    case marquee(copies: Int, most: Int)
    /// An effect that reads more frames before its own than this.
    case history(frames: Int, most: Int)
  }

  /// What is wrong.
  package let fault: Fault
  /// Where the timeline asked for it, as a byte range.
  package let place: Range<Int>?

  /// A fault, and the bytes of the timeline that it is about, if any.
  package init(_ fault: Fault, at place: Range<Int>?) {
    self.fault = fault
    self.place = place
  }

  /// What is wrong, as a message for the user.
  package var message: String { "\(fault)" }
}

/// Something that can be lived with in a timeline that is drawn.
package struct RenderWarning: Hashable, Sendable {
  /// What is odd, as a message for the user.
  package let message: String
  /// Where the timeline asked for it, as a byte range.
  package let place: Range<Int>?

  /// A message for the user, and the bytes of the timeline that it is about, if any.
  package init(_ message: String, at place: Range<Int>?) {
    self.message = message
    self.place = place
  }
}

/// Everything that keeps a timeline from being drawn.
package struct RenderFaults: Error, Sendable {
  /// At least one fault, in the order of the layers.
  package let faults: [RenderError]
  /// What could be lived with.
  package let warnings: [RenderWarning]

  /// Faults, at least one, and what else there is to say.
  package init(faults: [RenderError], warnings: [RenderWarning] = []) {
    self.faults = faults
    self.warnings = warnings
  }
}

/// What is wrong with the files of a timeline, gathered while layers are made.
final class FaultLog: Sendable {
  private let found = Mutex<(errors: [RenderError], warnings: [RenderWarning])>(([], []))

  var errors: [RenderError] { found.withLock { $0.errors } }
  var warnings: [RenderWarning] { found.withLock { $0.warnings } }

  func add(_ error: RenderError) { found.withLock { $0.errors.append(error) } }

  /// Notes something that can be lived with.
  func warn(_ message: String, at place: Range<Int>) {
    found.withLock { $0.warnings.append(RenderWarning(message, at: place)) }
  }
}
