import Bytes
import Geometry
import Timeline
import Y4M

/// An effect that shows the picture as a camera sees it that moves.
protocol ViewEffect: Effect {
  /// How the picture is seen as the camera moves.
  var exposure: ViewExposure { get }

  /// Where the camera stands at a time.
  func view(at time: Time, width: Double, height: Double) -> CameraView

  /// Lays what is seen behind the picture onto the target, once for all places of the camera.
  func prepare(_ job: EffectJob)

  /// Draws the picture through a map from what is seen to what is there.
  func draw(_ job: EffectJob, _ map: Affine, zoom: Double, at time: Time)
}

extension ViewEffect {
  func prepare(_ job: EffectJob) {}

  func apply(_ job: EffectJob, at time: Time) {
    let (width, height) = (Double(job.width), Double(job.height))
    let share = job.workspace.exposure
    let count = share == nil ? exposure.count(self, at: time, width: width, height: height) : nil
    guard let count else {
      let view = view(at: exposure.moment(at: time, share), width: width, height: height)
      guard let map = view.map else { return }
      prepare(job)
      return draw(job, map, zoom: view.zoom, at: time)
    }
    prepare(job)
    job.drawMean(of: count) { job, number in
      let moment = exposure.moment(at: time, Shutter.share(number, of: count))
      let view = view(at: moment, width: width, height: height)
      draw(job, view.map ?? .identity, zoom: view.zoom, at: time)
    }
  }

  /// How far it moves what is seen while the shutter is open, in pixels.
  func travel(at time: Time, width: Int, height: Int) -> Double {
    exposure.way(self, at: time, width: Double(width), height: Double(height))?.travel ?? 0
  }
}

/// How a picture that is moved as a whole is seen while the shutter is open.
struct ViewExposure: Sendable {
  static let motionBlur = Setting<MotionBlur?>(
    "motionBlur", default: nil, defaultText: "what holds around it, or else the canvas's",
    "Whether the picture is blurred along its way as it moves, and how long the shutter is open.")

  private let shutter: Shutter?

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let own = arguments[Self.motionBlur].map { $0.completed(by: setting.motionBlur) }
    shutter = Shutter(
      own ?? setting.motionBlur, rate: setting.rate ?? Document.provisionalRate)
  }

  /// Whether anything is blurred as it moves.
  var isOn: Bool { shutter != nil }

  /// The time of whose place the picture is: another one while the shutter is open.
  func moment(at time: Time, _ share: Rational?) -> Time {
    guard let shutter, let share else { return time }
    return shutter.moment(at: share, of: time)
  }

  /// The way of what is seen in the middle of the time; nil where it stands still.
  fileprivate func way(
    _ effect: some ViewEffect, at time: Time, width: Double, height: Double
  ) -> LayerWay? {
    guard let shutter else { return nil }
    let maps = shutter.steps(of: time).map {
      effect.view(at: $0, width: width, height: height).map ?? .identity
    }
    let middle = maps[maps.count / 2]
    let way = LayerWay(
      maps.map { map in map.inverse.map { (Vector(width, height), $0.after(middle)) } }
    ) { _ in .empty }
    return way.isSeen ? way : nil
  }

  /// How many moments are drawn; nil where the picture stands still.
  fileprivate func count(
    _ effect: some ViewEffect, at time: Time, width: Double, height: Double
  ) -> Int? {
    guard let shutter else { return nil }
    return way(effect, at: time, width: width, height: height).map {
      min(shutter.count($0.fastest), SampleSums.most)
    }
  }
}

extension EffectJob {
  /// Draws the mean of what is drawn at several moments, each over what the target holds: of
  /// samples, or of light where the canvas mixes light.
  fileprivate func drawMean(of count: Int, _ draw: (EffectJob, Int) -> Void) {
    let format = source.format
    workspace.scratch.scope {
      workspace.withFrame(format) { frame in
        let moment = frame
        let job = EffectJob(
          source: source, target: moment, box: box, includesAlpha: includesAlpha, coding: coding,
          workspace: workspace, past: past)
        func each(_ add: () -> Void) {
          for number in 0..<count {
            moment.copy(from: target, within: box)
            draw(job, number)
            add()
          }
        }
        guard let light = coding.mixing else {
          let sums = SampleSums(box, format, includesAlpha: includesAlpha, workspace.scratch)
          each { sums.add(moment, workspace) }
          return sums.write(to: target, count: count, workspace)
        }
        if format.isPremultiplied {
          let sums = ExposureSums(box, coding, workspace.scratch)
          each { sums.add(IsolatedPart(frame: moment, x: 0, y: 0, seen: box), workspace) }
          return sums.write(to: target, count: count, workspace)
        }
        let sums = LightSums(format, coding, light, workspace.scratch)
        each {
          moment.run(sums.adding(moment), to: moment, box: box, includesAlpha: false, workspace)
        }
        target.run(
          sums.writing(count), to: target, box: box, includesAlpha: false, workspace)
      }
    }
  }
}
