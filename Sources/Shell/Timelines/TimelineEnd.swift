import Bytes
import Timeline

/// The result of a timeline: pictures that are drawn, or sound that is played.
package protocol TimelineEnd {
  /// The sources, probed but not yet read.
  associatedtype Footage: TimelineFootage
  /// What draws or plays.
  associatedtype Scene

  /// What is asked of the timeline.
  var common: TimelineRequest { get }
  /// The frame rate of standard input, where that tells it.
  var streamRate: FrameRate? { get }
  /// Whether the lengths of sources matter to more than what is a fault without them.
  static var needsLengths: Bool { get }
  /// Whether the sounds that values of pictures follow matter.
  static var followsSounds: Bool { get }
  /// What to say when there is neither a scene nor an error.
  static var nothing: String { get }

  /// What is known before any source is looked at.
  func knowledge(at rate: FrameRate) -> Document.Knowledge
  /// What is played of a timeline.
  func played(_ document: Document) -> Document
  /// Looks at the sources.
  ///
  /// - Parameters:
  ///   - rate: of the film, as far as it is known.
  ///   - faults: takes the errors.
  func footage(
    of document: Document, in file: TimelineFile, rate: FrameRate, faults: inout [Fault]
  ) throws -> Footage
  /// The rate of the film where neither the timeline nor the user says it.
  func rate(
    of document: Document, _ footage: Footage, faults: inout [Fault]
  ) throws -> FrameRate?
  /// How long the output is, where that is not the stream's length and is missing in the timeline.
  func mixLength(of document: Document, _ footage: Footage) -> Time?
  /// When the film ends, for what moves to its end, where that is known.
  func filmEnd(of document: Document, _ footage: Footage) -> Time?
  /// The canvas, for lengths that are shares of it, where that is known.
  func viewport(of document: Document, _ footage: Footage) -> Viewport?
  /// Adds what follows from the rate and the start.
  func complete(
    _ parts: inout TimelineParts<Footage>, in file: TimelineFile, faults: inout [Fault]
  ) throws
  /// Holds the timeline against its sources.
  func check(_ parts: TimelineParts<Footage>, _ diagnostics: inout Diagnostics)
  /// Makes what draws or plays; nil where errors that were found leave nothing to be made.
  ///
  /// - Throws: ``TimelineFaults``, and what has nothing to do with the timeline.
  func scene(
    _ parts: TimelineParts<Footage>, in file: TimelineFile, _ diagnostics: inout Diagnostics
  ) throws -> Scene?
  /// The scene of the stream as it comes, without a timeline.
  func passingScene() throws -> Scene
}

extension TimelineEnd {
  /// The timeline as it is.
  package func played(_ document: Document) -> Document { document }
  /// Not known.
  package func mixLength(of document: Document, _ footage: Footage) -> Time? { nil }
  /// Not known.
  package func filmEnd(of document: Document, _ footage: Footage) -> Time? { nil }
  /// Not known.
  package func viewport(of document: Document, _ footage: Footage) -> Viewport? { nil }
  /// Nothing.
  package func complete(
    _ parts: inout TimelineParts<Footage>, in file: TimelineFile, faults: inout [Fault]
  ) throws {}
}

/// The sources of a timeline, probed but not yet read.
package protocol TimelineFootage {
  /// No sources.
  init()
  /// How long the sources are, by the first bytes of their names in the timeline.
  func lengths(of document: Document) -> [Int: Time]
  /// How long a clip's source is; nil where that is not known, or where it has no end of its own.
  func length(of clip: Clip) -> Time?
}

/// The parts of a timeline, before a scene is made of it.
package struct TimelineParts<Footage: TimelineFootage> {
  /// The timeline.
  package var document: Document
  /// The clips and films as they are laid out; nil where there are none, or where they are at
  /// fault.
  package var edit: EditList?
  /// The sources.
  package var footage: Footage
  /// The film's frame rate.
  package var rate: FrameRate
  /// The timestamp of the output's beginning.
  package var start: Time
  /// What is kept of sounds that values follow and pictures show, in bytes.
  package var soundBytes = 0

  /// A timeline and its sources; without both, the stream as it comes.
  package init(
    document: Document = .empty, footage: Footage = Footage(), rate: FrameRate, start: Time
  ) {
    (self.document, self.footage, self.rate, self.start) = (document, footage, rate, start)
  }
}

/// The errors that keep a scene from being made, and warnings.
package struct TimelineFaults: Error {
  /// Errors with their places; one without a place follows from other errors, if there are any.
  package let faults: [Fault]

  /// Faults that were found together.
  package init(_ faults: [Fault]) { self.faults = faults }
}
