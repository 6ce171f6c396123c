import Pipes
import Timeline
import Y4M

/// Probes the files of a timeline, each once.
package struct SourceOpener {
  /// The programs that probe files other than Y4M.
  package let tools: MediaTools
  private var known: [String: Result<Source, ClipError.Fault>] = [:]

  /// An opener that has not probed any file yet.
  package init(_ tools: MediaTools) { self.tools = tools }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - name: as the timeline gives it.
  ///   - path: where that is, in or from the timeline's folder.
  ///   - place: the bytes of the name in the timeline.
  package mutating func open(
    _ name: String, path: String, place: Range<Int>
  ) throws(ClipError) -> Source {
    let result: Result<Source, ClipError.Fault>
    if let fault = SourceKind.fault(ofName: name) {
      result = .failure(fault)
    } else if let found = known[path] {
      result = found
    } else {
      result = Result { [tools] () throws(ClipError.Fault) in try Self.look(at: path, tools) }
      known[path] = result
    }
    switch result {
    case .success(let source): return source
    case .failure(let fault): throw ClipError(fault, source: name, place: place)
    }
  }

  private static func look(
    at path: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> Source {
    let kind: SourceKind
    do { kind = try SourceKind(ofFile: path) } catch { throw .opening(path, error) }
    switch kind {
    case .playlist: throw .list
    case .png, .gif, .jpeg, .webp, .lottie, .svg, .still: return .picture(kind)
    case .y4m:
      do { return .y4m(try Y4MFile(path: path)) } catch { throw .from(error) }
    case .movie:
      guard tools.isAllowed else { throw .childForbidden(kind: kind.name, by: tools.ban) }
      guard let probes = tools.probes else {
        return .movie(MediaFile(path: path, info: try MediaProbe.probe(path, tools)))
      }
      let info = try probes.info(of: path) { () throws(ClipError.Fault) in
        try MediaProbe.probe(path, tools)
      }
      return .movie(MediaFile(path: path, info: info))
    }
  }
}
