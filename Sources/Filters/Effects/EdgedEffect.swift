import Timeline
import Y4M

/// What lets people choose what it finds beyond the picture.
protocol EdgeChoosing {
  /// What it finds there.
  var edges: EffectEdges { get }
}

/// An effect that reads around each sample, and lets people choose what it finds beyond the
/// picture.
///
/// It is written as if there were only the picture, whose edge goes on. For all else it is given a
/// larger picture.
protocol EdgedEffect: Effect, EdgeChoosing {
  /// How many samples of luma around what is changed it reads at `time`.
  func spread(at time: Time, width: Int, height: Int) -> Int

  /// As ``Effect/apply(_:at:)``, in a frame that may be larger than the canvas: the canvas then
  /// begins ``EffectJob/border`` samples right of and below the frame's first.
  func draw(_ job: EffectJob, at time: Time)
}

extension EdgedEffect {
  func margin(at time: Time, width: Int, height: Int) -> Int? {
    edges.margin(spread(at: time, width: width, height: height))
  }

  func apply(_ job: EffectJob, at time: Time) {
    edges.draw(
      job, at: time, reading: spread(at: time, width: job.width, height: job.height)
    ) { draw($0, at: time) }
  }
}

/// What effects that read around a sample find beyond the picture.
struct EffectEdges: Sendable {
  static let edge = WarpSettings.edge
  static let edgeColor = WarpSettings.edgeColor

  /// The parameters, as the last ones of an effect.
  static let parameters: [any ParameterDescription] = [edge, edgeColor]

  private let mode: EdgeMode
  private let color: Animated<Color>

  init(_ arguments: Arguments) {
    (mode, color) = (arguments[Self.edge], arguments[Self.edgeColor])
  }

  /// Whether the picture's edge goes on.
  var isPlain: Bool { mode == .clamp }

  /// What an effect reads beyond what it changes, where it reads so many samples around each; nil
  /// where it may read, or show a colour, anywhere.
  func margin(_ spread: Int) -> Int? { mode == .wrap || mode == .color ? nil : spread }

  /// What drawing takes beside the frames of an effect, in bytes, at most.
  func workingBytes(_ format: PixelFormat) -> Int {
    isPlain ? 0 : 2 * (FrameBorder.format(format, FrameBorder.widest) ?? format).frameBytes
  }

  /// Draws what an effect does, in a larger frame where what lies beyond the picture is seen.
  func draw(
    _ job: EffectJob, at time: Time, reading spread: Int, _ body: (EffectJob) -> Void
  ) {
    guard
      let border = FrameBorder(mode, reading: spread, around: job.box, of: job.source.format)
    else { return body(job) }
    let color = BackingColor(mode == .color ? color.value(at: time) : .transparent, job)
    job.workspace.withFrame(border.format) { source in
      border.surround(job.source, in: source) { color[$0] }
      job.workspace.withFrame(border.format) { target in
        border.insert(job.box, of: job.source, to: target)
        var inner = EffectJob(
          source: source, target: target, box: job.box.moved(x: border.width, y: border.width),
          includesAlpha: job.includesAlpha, coding: job.coding, workspace: job.workspace)
        inner.border = border.width
        body(inner)
        border.extract(job.box, from: target, to: job.target)
      }
    }
  }
}
