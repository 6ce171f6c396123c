import Bytes
import Clips
import Shell
import Timeline

/// A film cut into parts that are made by themselves.
struct PartPlan {
  /// One of them.
  struct Part {
    let number: FilmPart.Number
    /// Its frames, counted from the first one of the plan.
    let frames: Range<Int>
    /// The time of the first.
    let start: Time
    /// Its share of the cost of all, from 0 to 1.
    let share: Double
    /// What it reads: of films, in the order of the feeds; pictures; and the other files that are
    /// read for every part.
    let reads: [Read]
    /// Why it costs more than its share; a sentence for each reason.
    let warnings: [String]
  }

  /// What a part reads of one file.
  struct Read: Hashable {
    /// As the timeline names it.
    let source: String
    /// The times of the first picture that is decoded and of the end of the last; nil for a file
    /// that is no film, which is read whole. Without an end, it is read to its own.
    let from: Time?
    let to: Time?
    /// How many pictures are decoded before the first one that is seen.
    let lead: Int
  }

  let parts: [Part]
  let rate: FrameRate

  /// How it is cut.
  enum Size {
    /// Into so many parts of about the same cost.
    case parts(Int)
    /// Into parts of about so many frames.
    case frames(Int)
  }
}

extension PartPlan {
  /// - Parameter frames: the number of the film's frames; at least as many as parts.
  init(_ scene: Scene, frames: Int, _ size: Size) {
    let plan = scene.plan
    let feeds = plan.footage.plans(
      of: plan.document, plan.edit, scene.colors.light ?? .standard, rate: plan.rate,
      start: plan.start)
    let cuts = PartCuts(
      frames: frames, costs: FilmCosts(scene, frames: frames, feeds),
      kept: feeds.filter(\.keepsFrames).map(\.demand.outputs),
      edges: plan.edit?.entries.map {
        ($0.range.start - scene.start).frameIndex(rate: scene.rate, rounding: .up)
      } ?? [])
    let ranges =
      switch size {
      case .parts(let count): cuts.parts(count: count)
      case .frames(let length): cuts.parts(length: length)
      }
    let whole = scene.wholeFiles.map { Read(source: $0, from: nil, to: nil, lead: 0) }
    rate = scene.rate
    parts = ranges.enumerated().map { index, range in
      Part(
        number: FilmPart.Number(index: index + 1, count: ranges.count), frames: range,
        start: scene.time(of: range.lowerBound),
        share: (cuts.costs.cost(before: range.upperBound)
          - cuts.costs.cost(before: range.lowerBound))
          / max(cuts.costs.total, .leastNormalMagnitude),
        reads: scene.reads(for: range, feeds) + whole,
        warnings: cuts.keptStretch(at: range.lowerBound) == nil
          ? [] : feeds.compactMap { $0.warning(for: range) })
    }
  }
}

extension FeedPlan {
  /// Why a part that begins within its frames costs more; nil where it does not.
  fileprivate func warning(for range: Range<Int>) -> String? {
    let (start, outputs) = (range.lowerBound, demand.outputs)
    guard keepsFrames, outputs.lowerBound < start, start < outputs.upperBound,
      let reading = reading(for: range)
    else { return nil }
    let isCounted = reading.frames.upperBound < .max && !source.countsTicks
    let count = !isCounted ? "" : "\(reading.frames.count) "
    let lead = reading.lead == 0 ? "" : ", \(reading.lead) of them before its first picture"
    return "it begins within \(name) played backwards or again, and decodes \(count)pictures of it "
      + "anew\(lead)"
  }
}

extension Scene {
  /// What some output frames read of films and pictures.
  fileprivate func reads(for part: Range<Int>, _ feeds: [FeedPlan]) -> [PartPlan.Read] {
    // Effects read frames before the first one, too.
    let history = renderer.history(at: time(of: part.lowerBound))
    let range = max(0, part.lowerBound - history)..<part.upperBound
    var reads: [PartPlan.Read] = []
    for feed in feeds {
      guard let reading = feed.reading(for: range), let rate = feed.source.rate(canvasRate: rate)
      else { continue }
      let end = reading.frames.upperBound
      reads.append(
        PartPlan.Read(
          source: feed.name, from: Time(frame: reading.frames.lowerBound, rate: rate),
          to: end == .max ? nil : Time(frame: end, rate: rate), lead: reading.lead))
    }
    let played = Set(reads.map(\.source))
    for name in pictures(in: range) where !played.contains(name) {
      reads.append(PartPlan.Read(source: name, from: nil, to: nil, lead: 0))
    }
    return reads
  }
}
