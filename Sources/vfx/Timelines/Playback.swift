import Shell
import Clips
import Filters
import Timeline
import Y4M

/// Reads standard input and all other sources of a scene, frame by frame.
///
/// Belongs to the thread that reads.
final class Playback {
  private let scene: Scene
  private var supplier: Supplier

  /// - Parameter reader: of standard input, its header read; nil where it is not needed.
  init(_ scene: Scene, _ reader: FrameReader?) throws {
    self.scene = scene
    let plan = scene.plan
    let settings = Supplier.Settings(
      tools: scene.request.common.tools, spool: scene.request.common.spool,
      canvas: scene.renderer.output, rate: plan.rate, frames: 0..<(scene.frameCount ?? .max))
    do throws(ClipError) {
      supplier = try Supplier(
        plan.footage.plans(
          of: plan.document, plan.edit, scene.colors.light ?? .standard, rate: plan.rate,
          start: plan.start),
        stdin: reader, settings)
    } catch {
      throw scene.failure(error)
    }
  }

  /// The last frame of standard input, if it was truncated, and the bytes that it lacks.
  var cut: (frame: Int, missing: Int)? { supplier.stdinReader?.cut }

  /// What went otherwise than the files say.
  var warnings: [(message: String, place: Range<Int>)] { supplier.warnings }

  /// When children are started and stopped.
  var children: ChildSchedule { supplier.schedule }

  /// Gets what output frame `index` is made of, in place of what the item was made of before; false
  /// when there is no such frame.
  func read(_ index: Int, into item: FrameItem) throws -> Bool {
    release(item)
    if let count = scene.frameCount, index >= count { return false }
    return try supply(index, into: item)
  }

  private func supply(_ index: Int, into item: FrameItem) throws -> Bool {
    do throws(ClipError) {
      guard try supplier.supply(index, into: &item.supplies) else { return false }
    } catch {
      throw scene.failure(error)
    }
    let time = scene.time(of: index)
    let passed = scene.renderer.passedFeed(at: time)
    let stream = scene.plan.document.playsStream ? scene.plan.document.clips.first?.feed : nil
    for place in item.supplies.indices {
      if item.supplies[place].feed == stream { item.parameters = item.supplies[place].parameters }
      let isPassed = item.supplies[place].feed == passed && item.supplies[place].second == nil
      if isPassed { pass(item, place, at: time) }
      if let frame = item.supplies[place].frame {
        item.pictures[item.supplies[place].feed] = SourcePicture(
          frame: frame, second: item.supplies[place].second, weight: item.supplies[place].weight)
      }
    }
    return true
  }

  /// Passes a picture on unchanged, if it is the output or may become it.
  private func pass(_ item: FrameItem, _ place: Int, at time: Time) {
    item.parameters = item.supplies[place].parameters
    guard item.supplies[place].frame?.format == scene.renderer.output else { return }
    if scene.renderer.isActive(at: time) {
      if let frame = item.supplies[place].takeFrame() { item.output = .taken(frame) }
    } else if let frame = item.supplies[place].frame {
      item.output = .untouched(frame)
    }
  }

  /// Releases the frames of sources.
  ///
  /// It is done here, in the thread that reads, and not where a frame was written: so a frame
  /// without other references is certainly not in use any more.
  private func release(_ item: FrameItem) {
    if let frame = item.release() { supplier.recycle(frame) }
    supplier.recycle(&item.supplies)
  }

  /// Lets other programs read pictures a little before they are seen in these output frames.
  func convertAhead(_ frames: [Range<Int>]) {
    scene.request.common.tools.stills.convertAhead(
      scene.stills(in: frames), scene.request.common.tools)
  }

  /// Ends all children.
  func stop() {
    supplier.stop()
    scene.request.common.tools.stills.stop()
  }
}
