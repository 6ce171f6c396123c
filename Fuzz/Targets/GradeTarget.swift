import Grades
import Markup

/// Reads bytes as each kind of file about colours, and changes some colours by what is in it.
enum GradeTarget {
  static func run(_ bytes: [UInt8]) {
    attempt { () throws(GradeError) in check(try LookupTable(cubeFile: bytes)) }
    attempt { () throws(GradeError) in check(try LookupTable(meshFile: bytes)) }
    attempt { () throws(GradeError) in check(try ColorDecisionFile(bytes)) }
    attempt { () throws(GradeError) in try check(PhotoshopCurves(bytes)) }
    picture(bytes)
    markup(bytes)
    LightNumbers.run(bytes)
  }

  private static func attempt(_ read: () throws(GradeError) -> Void) {
    do {
      try read()
    } catch {
      precondition(!error.message.isEmpty && !error.description.isEmpty)
      if case .text(let line, let column) = error.place { precondition(line >= 1 && column >= 1) }
      if case .byte(let offset) = error.place { precondition(offset >= 0) }
      precondition([.malformed, .unsupported, .truncated].contains(error.kind))
    }
  }

  /// Colours in and around any domain.
  private static let colors: [SIMD3<Float>] = [
    .zero, .one, SIMD3(0.25, 0.5, 0.75), SIMD3(0.9, 0.1, 0.5), SIMD3(-1, 2, 1e30),
    SIMD3(.nan, .infinity, -.infinity),
    SIMD3(.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0),
  ]

  private static func applied(
    _ change: (ChannelRow, ChannelRow, ChannelRow, Int) -> Void
  ) -> [SIMD3<Float>] {
    let count = colors.count
    var rows = colors.map(\.x) + colors.map(\.y) + colors.map(\.z)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      change(start, start + count, start + 2 * count, count)
    }
    return (0..<count).map { SIMD3(rows[$0], rows[count + $0], rows[2 * count + $0]) }
  }

  private static func check(_ table: LookupTable) {
    precondition(table.curves != nil || table.cube != nil)
    precondition((2...65536).contains(table.curves?.count ?? 2))
    precondition((2...129).contains(table.cube?.side ?? 2))
    for domain in [table.curves?.domain, table.cube?.domain] {
      if let domain { precondition(all(domain.low .< domain.high)) }
    }
    _ = table.title?.count
    for interpolation in CubeInterpolation.allCases {
      let row = applied { table.apply(red: $0, green: $1, blue: $2, count: $3, interpolation) }
      for (value, color) in zip(row, colors) {
        precondition(value == table.value(of: color, interpolation))
      }
    }
  }

  private static func check(_ file: ColorDecisionFile) {
    for (index, correction) in file.corrections.prefix(100).enumerated() {
      _ = try? file.correction(correction.identifier)
      let place = try? file.correction("#\(index + 1)")
      precondition(place != nil)
      for style in ColorDecision.Style.allCases {
        let row = applied {
          correction.decision.apply(red: $0, green: $1, blue: $2, count: $3, style)
        }
        let value = correction.decision.value(of: SIMD3(0.2, 0.5, 2), style)
        if style == .asc {
          precondition(row.allSatisfy { all($0 .>= 0) && all($0 .<= 1) })
          precondition(all(value .>= 0) && all(value .<= 1))
        }
      }
    }
  }

  private static func check(_ file: PhotoshopCurves) throws(GradeError) {
    for interpolation in PointCurve.Interpolation.allCases {
      let curves = try [file.red, file.green, file.blue].map { points throws(GradeError) in
        try PointCurve(points ?? file.master, interpolation)
      }
      let baked = LookupCurves.baked(
        red: curves[0], green: curves[1], blue: curves[2], count: 256)
      precondition(baked.error.isFinite && baked.table.count == 256)
      for curve in curves {
        precondition(curve.points.count <= PointCurve.mostPoints)
        for point in curve.points {
          precondition((curve.value(point.input) - point.output).magnitude < 1e-9)
        }
      }
    }
  }

  /// A Hald picture whose pixels are the bytes.
  private static func picture(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let side = [8, 27, 64, 0, Int(first)][Int(first) % 5]
    attempt { () throws(GradeError) in
      let table = try LookupTable(haldWidth: side, height: side) { x, y in
        SIMD3(repeating: Float(bytes[(y * side + x) % bytes.count]) / 255)
      }
      check(table)
    }
  }

  private static func markup(_ bytes: [UInt8]) {
    do {
      let root = try MarkupDocument(bytes).root
      var elements = [root]
      while let element = elements.popLast() {
        precondition(!element.name.isEmpty && element.localName.count <= element.name.count)
        precondition((0..<bytes.count).contains(element.offset))
        precondition(element.content.count >= element.children.count)
        _ = (element.attributes.count, element.text.count)
        elements += element.children
      }
    } catch {
      precondition(!error.message.isEmpty && error.place.line >= 1 && error.place.column >= 1)
      precondition([.malformed, .unsupported, .truncated].contains(error.kind))
    }
  }
}
