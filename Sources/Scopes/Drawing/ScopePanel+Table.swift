extension ScopePanel {
  /// Writes the numbers of all channels beside the vectorscope.
  func drawTable(_ box: ScopeBox, _ canvas: inout ScopeCanvas) {
    let heads = ["", "min", "mean", "max", "out %"]
    let widths = [2.4, 3.8, 3.8, 3.8, 3.8].map { $0 * letters }
    let inks =
      [ScopeStyle.luma] + ScopeStyle.channels + [ScopeStyle.label, ScopeStyle.label]
    var rows: [(cells: [String], ink: ScopeInk)] = [(heads, ScopeStyle.label)]
    for (index, channel) in numbers.channels.enumerated() {
      let values = [Double(channel.minimum), channel.mean, Double(channel.maximum)].map { code in
        index > 3 ? Self.text(coding.chromaPercent(code)) : level(code)
      }
      let outside = Self.text((channel.below + channel.above) * 100)
      let name = ["Y", "R", "G", "B", "Cb", "Cr"][index]
      rows.append(([name] + values + [outside], inks[index]))
    }
    let line = Double(style.line)
    var y = Double(box.y) + line / 2
    for row in rows {
      var right = Double(box.x)
      for (place, cell) in row.cells.enumerated() {
        if place == 0 {
          canvas.write(cell, x: right, y: y, size: letters, row.ink)
          right += widths[0]
          continue
        }
        right += widths[place]
        let ink = place == 0 || row.cells[0].isEmpty ? row.ink : ScopeStyle.title
        canvas.write(cell, x: right, y: y, size: letters, ink, align: .right)
      }
      y += line
    }
  }
}
