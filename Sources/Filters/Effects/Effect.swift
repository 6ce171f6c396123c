import Bytes
import Timeline
import Y4M

/// A change to the picture that lasts for a span of the timeline.
///
/// One effect is one file in its family's folder of `Effects/`. The file holds everything there is
/// to know about it: its parameters, its documentation and its pixel kernel. `region` and `mix` are
/// not its business: the renderer limits and blends what an effect makes.
protocol Effect: Sendable {
  /// The effect's name, documentation and parameters.
  static var declaration: Declaration { get }

  /// What it is called elsewhere.
  static var names: EffectNames { get }

  /// Arguments with which the effect changes no sample, whatever the others are; nil where there
  /// are none.
  static var identity: Arguments? { get }

  /// Whether it takes away parts of the picture, so that what lies below is seen: a clip with such
  /// an effect is drawn apart, and shows its background there.
  static var isKey: Bool { get }

  /// What it does to colours, where it is a function of a colour and of nothing else: adjacent ones
  /// are drawn as one. Nil for others.
  var colors: (any ColorAdding)? { get }

  /// Takes arguments that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what is wrong with the files that the effect names.
  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError)

  /// The part of a canvas that the effect changes at `time`, when it is not all of it.
  func reach(at time: Time, width: Int, height: Int) -> Box?

  /// How many samples of luma beyond its reach, or without one beyond the part that is changed, the
  /// effect reads at `time`; nil when it may read everything.
  func margin(at time: Time, width: Int, height: Int) -> Int?

  /// Whether what lies anywhere within its reach, or nothing at all, may become any sample there;
  /// else its margin holds around each sample.
  var fillsReach: Bool { get }

  /// Draws the effect as it looks at `time`, counted from the layer's start.
  ///
  /// Called from several threads at once, each with frames of its own. A sample that the effect
  /// leaves as it is need not be written: the target starts as a copy of the source. What is taken
  /// from ``EffectJob/scratch`` lasts until the call returns.
  func apply(_ job: EffectJob, at time: Time)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()

  /// The bytes of the frames that it takes beside those that it reads and changes.
  var workingBytes: Int { get }
}

extension Effect {
  static var names: EffectNames { EffectNames() }
  static var identity: Arguments? { nil }
  static var isKey: Bool { false }
  var colors: (any ColorAdding)? { nil }
  func reach(at time: Time, width: Int, height: Int) -> Box? { nil }
  func margin(at time: Time, width: Int, height: Int) -> Int? { nil }
  var fillsReach: Bool { true }
  func release() {}
  var workingBytes: Int { 0 }
}

/// What an effect needs to know of its surroundings.
struct EffectSetting: Sendable {
  /// The frames that the effect changes: the stream's, or a group's of 16 bits.
  let format: PixelFormat
  /// The stream's colours: what picture units mean, in a group too.
  let coding: ColorCoding
  /// Whether the frames are premultiplied ones whose alpha is changed with the colours, as inside a
  /// group.
  let includesAlpha: Bool
  /// Reads the files that effects name.
  let loader: AssetLoader
  /// Takes warnings about them, and faults with which the rest can still be checked.
  let faults: FaultLog
  /// The bytes of the effect's object in the timeline.
  let place: Range<Int>
  /// The effects that one made of others names; nil where there are none.
  var kit: EffectKit?
  /// What is known of the timeline's sources, by their numbers in `Document.feeds`; nil for those
  /// that are no films.
  var sources: [SourceColors?] = []
  /// The memory that may be kept for later frames.
  var budget = CacheBudget(bytes: 0)
  /// Frames a second of the output, where that is known.
  var rate: FrameRate?
  /// Whether effects that move the picture as a whole are blurred along its way, where they do not
  /// say it themselves.
  var motionBlur: MotionBlur?
}

/// An effect that is nothing but a distortion: it says where each place is read from, and those
/// that lie above one another are drawn as one resampling.
protocol DistortionEffect: Effect {
  /// How the picture is interpolated between its samples.
  var sampling: WarpSampling { get }

  /// What is seen, at `time`, where a place is read from beyond the picture.
  func edges(at time: Time) -> DistortionEdges

  /// The distortion at `time`; nil when nothing is moved.
  ///
  /// - Parameters:
  ///   - tolerance: how far, in pixels, a place may be read from where it should be.
  ///   - workspace: where the distortion may keep its tables, and the pictures of films that are at
  ///     hand.
  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)?
}

extension DistortionEffect {
  func edges(at time: Time) -> DistortionEdges { .repeated }

  func apply(_ job: EffectJob, at time: Time) {
    let distortion = distortion(
      at: time, width: job.width, height: job.height, tolerance: DistortionKernel.tolerance,
      job.workspace)
    guard let distortion else { return }
    job.run(
      DistortionKernel(
        distortions: [distortion], sampling: sampling, edges: edges(at: time),
        picture: (job.source.format.width, job.source.format.height)),
      within: distortion.reach)
  }
}

/// One frame's work for an effect.
struct EffectJob {
  /// What lies below the effect; only read. Beyond what the effect's reach and margin tell, its
  /// samples mean nothing.
  let source: Frame
  /// The frame to change, at first equal to ``source``.
  let target: Frame
  /// The part of the picture that may be changed.
  let box: Box
  /// Whether alpha is changed with the colours, as in a group's premultiplied picture.
  let includesAlpha: Bool
  /// The stream's colours: what picture units mean.
  let coding: ColorCoding
  /// The memory of the worker that draws.
  let workspace: Workspace
  /// What lay below the effect in the frames before that it reads.
  var past = PastFrames()

  /// Memory for the length of the call: `job.scratch.take(Int32.self, count)`.
  var scratch: Scratch { workspace.scratch }

  /// How many samples of the frames at each side lie beyond the canvas.
  var border = 0

  /// The canvas in pixels.
  var width: Int { source.format.width - 2 * border }
  var height: Int { source.format.height - 2 * border }

  /// Runs `kernel` on every plane, within ``box`` and `part`; in bands on several threads where
  /// workers have nothing else to do.
  func run(_ kernel: some PlaneKernel, within part: Box? = nil) {
    let box = part.map { self.box.intersection($0) } ?? self.box
    source.run(kernel, to: target, box: box, includesAlpha: includesAlpha, workspace)
  }
}
