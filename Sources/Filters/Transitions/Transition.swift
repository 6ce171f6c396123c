import Timeline
import Y4M

/// A change from one picture to another.
///
/// One transition, or one family of them, is one file in `Transitions/`. It is a function of two
/// pictures and a progress alone; what all have in common (duration, `ease`, `reverse`) is not its
/// business.
package protocol Transition: Sendable {
  /// The names by which timelines call it, each with its documentation and parameters.
  static var variants: [TransitionVariant] { get }

  /// Takes arguments that the timeline has already checked against the variant's declaration.
  ///
  /// - Throws: what is wrong with the files that it names.
  init(_ variant: String, _ setting: TransitionSetting) throws(RenderError)

  /// Writes all of the target.
  ///
  /// Called from several threads at once, each with frames of its own. What is taken from the
  /// workspace's scratch memory lasts until the call returns.
  ///
  /// - Parameters:
  ///   - progress: 0 is the picture that goes and 1 the one that comes; an easing may overshoot.
  ///   - time: since the start of the transition.
  func draw(_ job: TransitionJob, progress: Double, at time: Time)
}

/// A name of a transition.
package struct TransitionVariant: Sendable {
  package let declaration: Declaration
}

/// What a transition needs to know of its surroundings.
package struct TransitionSetting: Sendable {
  /// The transition's own parameters.
  let arguments: Arguments
  /// The frames of all three pictures.
  let format: PixelFormat
  /// The stream's colours.
  let coding: ColorCoding
  /// The canvas's background, where that is a colour, else black.
  let background: Color
  /// Whether the pictures are premultiplied 4:4:4 ones with alpha, as for a layer that comes or
  /// goes; the alpha is then changed with the colours.
  let includesAlpha: Bool
  let loader: AssetLoader
  /// The bytes of the transition's object in the timeline.
  let place: Range<Int>
}

/// One frame's work for a transition.
package struct TransitionJob {
  /// The picture that goes; only read.
  let from: Frame
  /// The picture that comes; only read.
  let to: Frame
  /// What is written; neither of the others.
  let target: Frame
  /// The memory of the worker that draws.
  let workspace: Workspace

  var width: Int { target.format.width }
  var height: Int { target.format.height }
}
