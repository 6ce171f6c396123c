import Timeline

extension BoxTrack {
  /// Reads an array of objects with `time`, `x`, `y`, `width`, `height` and perhaps `id`, or an
  /// object with such an array for each id. Other keys are passed over.
  static func json(_ source: SourceText) throws(TrackError) -> BoxTrack {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(source, reportingTo: &diagnostics)
    if let fault = diagnostics.sorted.first(where: { $0.severity == .error }) {
      throw TrackError(message: fault.message, offset: fault.range.lowerBound)
    }
    guard let root = parsed?.root else {
      throw TrackError(message: "the file is empty", offset: 0)
    }
    var builder = BoxTrackBuilder()
    if let members = root.members {
      for member in members {
        guard let boxes = member.value.elements else {
          throw TrackError(
            message: "an array of boxes is missing here", offset: member.value.range.lowerBound)
        }
        for box in boxes { try add(box, id: member.key, to: &builder) }
      }
    } else {
      for box in root.elements ?? [] { try add(box, id: nil, to: &builder) }
    }
    return try builder.track()
  }

  /// Adds an object's box under `id`, or under its own.
  private static func add(
    _ node: JSONNode, id: String?, to builder: inout BoxTrackBuilder
  ) throws(TrackError) {
    let offset = node.range.lowerBound
    guard let members = node.members else {
      throw TrackError(message: "a box is missing here: an object with a time", offset: offset)
    }
    var values: [Double?] = Array(repeating: nil, count: TrackField.allCases.count)
    var name = id ?? ""
    for member in members {
      guard let field = TrackField(name: member.key) else { continue }
      let place = member.value.range.lowerBound
      switch (field, member.value.kind) {
      case (.id, .string(let text)), (.id, .number(let text)): if id == nil { name = text }
      case (.id, _):
        throw TrackError(message: "an id must be a string or a number", offset: place)
      case (.time, .string(let text)), (_, .number(let text)):
        guard values[field.rawValue] == nil else {
          throw TrackError(message: "there is a second \(field.names[0])", offset: place)
        }
        values[field.rawValue] = try field.value(text, at: place)
      default: throw TrackError(message: "\(field.names[0]) must be a number", offset: place)
      }
    }
    func value(_ field: TrackField) throws(TrackError) -> Double {
      guard let value = values[field.rawValue] else {
        throw TrackError(message: "the box has no \(field.names[0])", offset: offset)
      }
      return value
    }
    let time = try value(.time)
    let (x, y) = (try value(.x), try value(.y))
    let (width, height) = (try value(.width), try value(.height))
    try builder.add(
      name, at: time, SIMD4<Float>(SIMD4(x, y, width, height)), offset: offset)
  }
}
