/// Reads `canvas`.
enum CanvasDecoder {
  /// The parameters of a canvas; none where it is not enabled.
  ///
  /// - Parameter length: how long the film is, if that is known.
  static func decode(
    _ node: JSONNode?, _ vocabulary: Vocabulary, length: Time?, in context: inout DecodingContext
  ) -> Arguments {
    guard let node else { return Arguments() }
    guard let members = node.members else {
      context.with(parameter: "canvas") { $0.mismatch(node, expected: "an object") }
      return Arguments()
    }
    if let name = node.member("name")?.value {
      _ = context.with(parameter: "name") { $0.value(String.self, from: name) }
    }
    let enabled = node.member("enabled").map { member in
      context.with(parameter: "enabled") { $0.value(Bool.self, from: member.value) }
    }
    let outer = (context.subject, context.viewport, context.duration)
    (context.subject, context.viewport, context.duration) = ("the canvas", nil, length)
    context.origin = .zero
    defer {
      (context.subject, context.viewport, context.duration) = outer
      context.origin = nil
    }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let arguments = ParameterList(vocabulary.canvas.parameters).decode(
      members, at: place, besides: ["name", "enabled"], in: &context)
    return enabled == .some(false) ? Arguments() : arguments
  }

  /// What is written in a canvas; nothing where it is not enabled.
  static func members(_ node: JSONNode?) -> [JSONMember] {
    if case .bool(false)? = node?.member("enabled")?.value.kind { return [] }
    return node?.members ?? []
  }
}

extension JSONNode {
  /// The canvas that this one is, where its size is said in pixels.
  var viewport: Viewport? {
    guard let sides = member("size")?.value.elements, sides.count == 2 else { return nil }
    let pixels = sides.compactMap { side -> Double? in
      guard case .number(let text) = side.kind, let value = Double(text), value > 0 else {
        return nil
      }
      return value
    }
    return pixels.count == 2 ? Viewport(width: pixels[0], height: pixels[1]) : nil
  }
}
