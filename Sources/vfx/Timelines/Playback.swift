import Shell
import Clips
import Filters
import Y4M

/// Reads standard input and all other sources of a scene, frame by frame.
///
/// Belongs to the thread that reads.
final class Playback {
  private let scene: Scene
  /// The stream that comes in where no clips are played.
  private var reader: FrameReader?
  private var supplier: Supplier?

  /// - Parameter reader: of standard input, its header read; nil where it is not needed.
  init(_ scene: Scene, _ reader: FrameReader?) throws {
    self.scene = scene
    let isMain = scene.plan.edit == nil
    self.reader = isMain ? reader : nil
    let plan = scene.plan
    guard !plan.document.feeds.isEmpty else { return }
    let settings = Supplier.Settings(
      tools: scene.request.tools, spool: scene.request.spool, canvas: scene.renderer.output,
      rate: plan.rate, frames: 0..<(scene.frameCount ?? .max))
    do throws(ClipError) {
      supplier = try Supplier(
        plan.footage.plans(of: plan.document, plan.edit, rate: plan.rate, start: plan.start),
        stdin: isMain ? nil : reader, settings)
    } catch {
      throw scene.failure(error)
    }
  }

  /// The last frame of standard input, if it was cut short, and the bytes that it lacks.
  var cut: (frame: Int, missing: Int)? { reader?.cut ?? supplier?.stdinReader?.cut }

  /// What went otherwise than the files say.
  var warnings: [(message: String, place: Range<Int>)] { supplier?.warnings ?? [] }

  /// When children are started and stopped.
  var children: ChildSchedule? { supplier?.schedule }

  /// Gets what output frame `index` is made of; false when there is no such frame.
  func read(_ index: Int, into item: FrameItem) throws -> Bool {
    if let count = scene.frameCount, index >= count { return false }
    if scene.plan.edit == nil {
      guard try reader?.read(into: item.source) == true else { return false }
      item.parameters = reader?.parameters ?? []
    }
    return try supply(index, into: item)
  }

  private func supply(_ index: Int, into item: FrameItem) throws -> Bool {
    guard supplier != nil else { return true }
    do throws(ClipError) {
      guard try supplier?.supply(index, into: &item.supplies) == true else { return false }
    } catch {
      throw scene.failure(error)
    }
    let passed = scene.renderer.passedFeed(at: scene.time(of: index))
    for supply in item.supplies {
      item.pictures[supply.feed] = SourcePicture(
        frame: supply.frame, second: supply.second, weight: supply.weight)
      guard supply.feed == passed, supply.second == nil else { continue }
      item.parameters = supply.parameters
      if supply.isExclusive, supply.frame.format == scene.renderer.output {
        item.target = supply.frame
      }
    }
    item.supplies.removeAll(keepingCapacity: true)
    return true
  }

  /// Ends all children.
  func stop() { supplier?.stop() }
}
