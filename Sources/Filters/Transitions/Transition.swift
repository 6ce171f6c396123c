import Timeline
import Y4M

/// A change from one picture to another.
///
/// One transition, or one family of them, is one file in `Transitions/`. It is a function of two
/// pictures and a progress alone; ``TransitionStage`` handles what all transitions have in common:
/// duration, `ease`, `reverse`, the ends.
package protocol Transition: Sendable {
  /// The names by which timelines call it, each with its documentation and parameters.
  static var variants: [TransitionVariant] { get }
  /// Where it plays when a layer enters or exits by it.
  static var room: TransitionRoom { get }
  /// Whether a sample is a mix of both pictures in its own place, by shares that do not depend on
  /// what they show: where light is mixed, its shares are asked for.
  static var keepsPlaces: Bool { get }
  /// Whether the picture that comes is seen alone from the very start on, whatever the easing.
  static var isCut: Bool { get }

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
  ///   - progress: more than 0, the picture that goes, and less than 1, the one that comes.
  ///   - time: since the start of the transition.
  func draw(_ job: TransitionJob, progress: Double, at time: Time)

  /// Forgets what was kept for later frames; the transition is over.
  func release()
}

extension Transition {
  package static var room: TransitionRoom { .box }
  package static var keepsPlaces: Bool { false }
  package static var isCut: Bool { false }

  package func release() {}
}

/// The part of the canvas that a transition uses as its picture when a layer enters or exits.
package enum TransitionRoom: Sendable {
  /// The layer's own box: for what is uncovered where it stands.
  case box
  /// The box with a margin around it: for what is bent and reaches beyond itself.
  case surroundings
  /// The whole canvas: for what moves in from its edges and out again.
  case canvas
}

/// A name of a transition.
package struct TransitionVariant: Sendable {
  /// The name, and the parameters that belong to it.
  package let declaration: Declaration

  /// A variant with this declaration.
  package init(_ declaration: Declaration) { self.declaration = declaration }
}

/// What a transition needs to know about the stream and the timeline.
package struct TransitionSetting: Sendable {
  /// The transition's own parameters.
  let arguments: Arguments
  /// The frames of all three pictures.
  let format: PixelFormat
  /// The stream's colours.
  let coding: ColorCoding
  /// The canvas's background, where that is a colour, else black.
  let background: Color
  /// Whether the pictures are premultiplied 4:4:4 ones with alpha, as for a layer that enters or
  /// exits. A colour is then a tint of what is seen, and nothing lies behind it.
  let includesAlpha: Bool
  let loader: AssetLoader
  /// Takes what is to be said of files; nil where it has been said.
  let faults: FaultLog?
  /// The bytes of the transition's object in the timeline.
  let place: Range<Int>
}

/// One frame's work for a transition.
package struct TransitionJob {
  /// The picture that goes.
  let from: SharedFrame
  /// The picture that comes.
  let to: SharedFrame
  /// What is written, alpha too; neither of the others.
  let target: Frame
  /// The memory of the worker that draws.
  let workspace: Workspace
  /// Whether the frames' colours are multiplied by their alpha.
  var isPremultiplied = false

  /// Memory for the length of the call: `job.scratch.take(Int32.self, count)`.
  var scratch: Scratch { workspace.scratch }
  var width: Int { target.format.width }
  var height: Int { target.format.height }

  /// Has a part of the work written to a frame between the two pictures and the target, and calls
  /// `body` with that.
  func withSpare(_ kernel: some TransitionKernel, _ body: (Frame) -> Void) {
    workspace.withFrame(target.format) { spare in
      TransitionJob(
        from: from, to: to, target: spare, workspace: workspace, isPremultiplied: isPremultiplied
      ).run(kernel)
      body(spare)
    }
  }
}
