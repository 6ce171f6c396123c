import Bytes
import Options
import Timeline

extension ValueReader where Value == FrameRate {
  /// Takes `25`, `30000/1001` or `30000:1001`; a decimal would not determine the exact rate.
  package static var rate: Self {
    Self(.text("N[/D]"), expected: "a frame rate such as 25 or 30000/1001") { text in
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }
      guard parts.count <= 2, let numerator = parts.first.flatMap({ Int($0) }) else { return nil }
      guard parts.count == 2 else { return FrameRate(numerator, 1) }
      return Int(parts[1]).flatMap { FrameRate(numerator, $0) }
    }
  }
}

extension ValueReader where Value == TimeExpression {
  /// Takes a time as a timeline writes it: `2.5`, `1:02.5`, `90f`, `1001/30000`, `1:00 - 1f`.
  package static var time: Self {
    Self(.text("TIME"), expected: "a time such as 2.5, 1:02.5, 90f, 1001/30000 or \"1:00 - 1f\"") {
      text in
      guard let time = try? TimeExpression(summing: text), !time.hasShare else { return nil }
      return time
    }
  }

  /// Takes the same, or a share of the film: `50%`, `100% - 1s`.
  package static var moment: Self {
    Self(.text("TIME"), expected: "a time such as 2.5, 1:02.5, 90f, 50% or \"100% - 1s\"") { text in
      try? TimeExpression(summing: text)
    }
  }
}
