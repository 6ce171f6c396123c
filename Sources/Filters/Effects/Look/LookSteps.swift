import Timeline
import Y4M

/// The effects of a look in the steps in which they are drawn: changes of colours that lie right
/// above one another are one step, as they are in a timeline.
struct LookSteps: Sendable {
  fileprivate enum Step: Sendable {
    case colors([any ColorEffect])
    case effect(any Effect)
  }

  private let steps: [Step]

  /// - Parameter effects: from the lowest up.
  init(_ effects: [any Effect]) {
    var steps: [Step] = []
    for effect in effects {
      if effect.colors != nil, let color = effect as? any ColorEffect {
        if case .colors(let before)? = steps.last {
          steps[steps.count - 1] = .colors(before + [color])
        } else {
          steps.append(.colors([color]))
        }
      } else {
        steps.append(.effect(effect))
      }
    }
    self.steps = steps
  }

  /// All effects, where they are nothing but changes of colours; nil for others.
  var colors: [any ColorEffect]? {
    if steps.count == 1, case .colors(let parts) = steps[0] { return parts }
    return nil
  }

  /// How far around a sample all steps together read; nil where one may read anything.
  func margin(at time: Time, width: Int, height: Int) -> Int? {
    var sum = 0
    for step in steps {
      // What is read around a reach may lie anywhere, seen from a sample.
      guard step.reach(at: time, width, height) == nil,
        let margin = step.margin(at: time, width, height)
      else { return nil }
      sum = min(sum + margin, width + height)
    }
    return sum
  }

  /// Draws all steps, each from the frame of the one before.
  func draw(_ job: EffectJob, at time: Time) {
    switch steps.count {
    case 0: return
    case 1: steps[0].draw(job, at: time)
    case 2:
      job.workspace.withFrame(job.source.format) { between in
        draw(job, (between, between), at: time)
      }
    default:
      job.workspace.withFrame(job.source.format) { even in
        job.workspace.withFrame(job.source.format) { odd in draw(job, (even, odd), at: time) }
      }
    }
  }

  /// Draws two steps or more, by way of two frames in turn: one reads what the other was written
  /// to.
  private func draw(_ job: EffectJob, _ frames: (even: Frame, odd: Frame), at time: Time) {
    for index in steps.indices {
      let box = box(of: index, job, at: time)
      let before = index % 2 == 0 ? frames.odd : frames.even
      let source = index == 0 ? job.source : before
      let target: Frame
      if index == steps.count - 1 {
        target = job.target
        target.copy(from: source, within: box)
      } else {
        target = index % 2 == 0 ? frames.even : frames.odd
        target.copyRows(from: source, of: box)
      }
      steps[index].draw(
        EffectJob(
          source: source, target: target, box: box, includesAlpha: job.includesAlpha,
          coding: job.coding, workspace: job.workspace),
        at: time)
    }
  }

  /// What a step must change, so that all after it find what they read.
  private func box(of index: Int, _ job: EffectJob, at time: Time) -> Box {
    let canvas = Box(x: 0, y: 0, width: job.width, height: job.height)
    var box = job.box
    for step in steps[(index + 1)...].reversed() {
      guard let margin = step.margin(at: time, job.width, job.height) else { return canvas }
      let reach = step.reach(at: time, job.width, job.height)
      box = box.union((reach ?? box).grown(by: margin)).intersection(canvas)
    }
    return box
  }

  func release() {
    for step in steps {
      switch step {
      case .colors(let parts): for part in parts { part.release() }
      case .effect(let effect): effect.release()
      }
    }
  }
}

extension LookSteps.Step {
  fileprivate func reach(at time: Time, _ width: Int, _ height: Int) -> Box? {
    switch self {
    case .colors: nil
    case .effect(let effect): effect.reach(at: time, width: width, height: height)
    }
  }

  fileprivate func margin(at time: Time, _ width: Int, _ height: Int) -> Int? {
    switch self {
    case .colors: ColorRun.margin
    case .effect(let effect): effect.margin(at: time, width: width, height: height)
    }
  }

  /// Changes the part of the job's box that the step reaches.
  fileprivate func draw(_ job: EffectJob, at time: Time) {
    let reach = reach(at: time, job.width, job.height)
    let box = reach.map { job.box.intersection($0) } ?? job.box
    if box.isEmpty { return }
    let job = EffectJob(
      source: job.source, target: job.target, box: box, includesAlpha: job.includesAlpha,
      coding: job.coding, workspace: job.workspace)
    job.scratch.scope {
      switch self {
      case .colors(let parts):
        var run = ColorRun()
        for part in parts { part.add(to: &run, at: time) }
        job.run(run)
      case .effect(let effect): effect.apply(job, at: time)
      }
    }
  }
}
