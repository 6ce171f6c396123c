/// One scope in its box.
struct ScopePanel {
  let box: ScopeBox
  let counts: ScopeCounts
  let numbers: ScopeNumbers
  let unit: ScopeUnit
  let style: ScopeStyle

  var coding: ScopeCoding { counts.coding }
  var letters: Double { style.letters }

  /// The box without its edges and without the line of its title.
  var inside: ScopeBox {
    let gap = style.gap
    return ScopeBox(
      x: box.x + gap, y: box.y + style.line + gap / 2, width: max(box.width - 2 * gap, 1),
      height: max(box.height - style.line - gap - gap / 2, 1))
  }

  /// Writes what the panel is called, and, where there is room behind it, what it says in numbers.
  func drawTitle(
    _ title: String, _ readouts: [(text: String, ink: ScopeInk)], _ canvas: inout ScopeCanvas
  ) {
    let y = Double(box.y + style.gap / 2) + Double(style.line) / 2
    let left = Double(box.x + style.gap)
    canvas.write(title, x: left, y: y, size: letters * 1.1, ScopeStyle.title)
    let space = letters * 1.2
    let start = left + canvas.length(of: title, size: letters * 1.1) + space
    var right = Double(box.maxX - style.gap)
    let needed = readouts.reduce(0) { $0 + canvas.length(of: $1.text, size: letters) + space }
    guard start + needed - space <= right else { return }
    for readout in readouts.reversed() {
      canvas.write(readout.text, x: right, y: y, size: letters, readout.ink, align: .right)
      right -= canvas.length(of: readout.text, size: letters) + space
    }
  }

  /// A code value as it is written: percent, or light where the unit says so.
  func level(_ code: Double) -> String {
    let percent = coding.percent(code)
    guard let light = unit.light(percent) else { return Self.text(percent) }
    return Self.text(light)
  }

  /// A number with a decimal where it is less than 100.
  static func text(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return "" }
    if value.magnitude >= 99.95 { return "\(Int(value.rounded()))" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "−" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
