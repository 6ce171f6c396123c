import Bytes
import Timeline

/// An object of OpenTimelineIO, by the name and the version of its kind.
struct OTIOObject {
  /// What is written, to be looked into by key.
  let node: JSONNode
  /// The kind without its version: `Clip` of `Clip.2`.
  let schema: String

  /// Nil for what is no object of OpenTimelineIO.
  init?(_ node: JSONNode?) {
    guard let node, let schema = node["OTIO_SCHEMA"]?.string else { return nil }
    self.node = node
    self.schema = schema.split(separator: ".").first.map(String.init) ?? schema
  }

  /// The bytes with which the object is named in messages: those of its kind.
  var place: Range<Int> { node["OTIO_SCHEMA"]?.range ?? node.range }
  /// What it is called; empty where it has no name.
  var name: String { node["name"]?.string ?? "" }
  /// Whether it is seen or heard.
  var isEnabled: Bool { if case .bool(false)? = node["enabled"]?.kind { false } else { true } }
  /// The objects in a list.
  func objects(_ key: String) -> [OTIOObject] {
    (node[key]?.elements ?? []).compactMap { OTIOObject($0) }
  }
}

/// A value of `RationalTime`.
struct OTIOTime {
  let seconds: Rational
  let rate: FrameRate

  /// Nil for what is no time, or one beyond all that a timeline has.
  init?(_ node: JSONNode?) {
    guard let object = OTIOObject(node), object.schema == "RationalTime",
      let value = object.node["value"]?.rational, let number = object.node["rate"]?.double,
      let rate = FrameRate(decimal: number)
    else { return nil }
    let seconds = rate.seconds(value)
    guard abs(seconds.double) <= 1e9 else { return nil }
    (self.seconds, self.rate) = (seconds, rate)
  }
}

/// A value of `TimeRange`.
struct OTIORange {
  let start: Rational
  let duration: Rational
  let rate: FrameRate

  /// Nil for what is no range, and for `null`.
  init?(_ node: JSONNode?) {
    guard let object = OTIOObject(node), object.schema == "TimeRange",
      let start = OTIOTime(object.node["start_time"]),
      let duration = OTIOTime(object.node["duration"]), duration.seconds >= .zero
    else { return nil }
    (self.start, self.duration, rate) = (start.seconds, duration.seconds, duration.rate)
  }
}

extension JSONNode {
  /// The member of that name.
  subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

  /// A finite number within a trillion, exactly as it is written, to nine places.
  var rational: Rational? {
    guard case .number(let text) = kind, let value = Double(text), abs(value) <= 1e12 else {
      return nil
    }
    return Rational(decimal: text)
  }

  /// A finite number.
  var double: Double? {
    guard case .number(let text) = kind, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// A whole number within a billion.
  var integer: Int? {
    guard let value = double, value == value.rounded(), abs(value) <= 1e9 else { return nil }
    return Int(value)
  }

  /// Whether it is `true`; nil for other values than these two.
  var bool: Bool? { if case .bool(let value) = kind { value } else { nil } }

  /// Whether it is there and is not `null`.
  var isGiven: Bool { if case .null = kind { false } else { true } }
}

extension Rational {
  /// A decimal number as it is written, to nine places; programs that add up floating-point numbers
  /// mean the fraction that is simplest.
  init?(decimal text: String) {
    guard let value = Double(text), value.isFinite, abs(value) <= 1e12 else { return nil }
    if value == value.rounded() {
      self.init(Int(value))
    } else {
      self.init(simplest: value)
    }
  }
}
