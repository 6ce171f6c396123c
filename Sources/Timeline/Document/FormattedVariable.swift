import Bytes

/// A variable as a template shows it: as it is, or by a format behind a colon, `${price:0.00}`.
package enum FormattedVariable {
  /// The text of `name`, which may have a format.
  ///
  /// - Parameter values: the texts of variables.
  /// - Returns: nil where there is no such variable.
  /// - Throws: `malformed` where the format is none, or does not fit the value.
  package static func text(
    of name: String, among values: (String) -> String?
  ) throws(ValueError) -> String? {
    if let value = values(name) { return value }
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let variable = String(name[..<colon])
    let format = String(name[name.index(after: colon)...])
    guard let value = values(variable) else { return nil }
    if let numbers = NumberFormat(parsing: format) {
      guard let (decimal, unit) = TextScanner.quantity(value), unit.isEmpty,
        let number = decimal.rational()
      else {
        throw .malformed(
          "\(variable.quoted) is \(value.quoted), which is no number for the format \(format.quoted)"
        )
      }
      return numbers.text(of: number, rounding: .nearest)
    }
    if let dates = DateFormat(format) {
      guard let day = CalendarDay(parsing: value), let text = dates.text(of: day) else {
        throw .malformed(
          "\(variable.quoted) is \(value.quoted), which is no day such as '2026-11-24' for the format "
            + format.quoted)
      }
      return text
    }
    throw .malformed(
      "\(format.quoted) is no format of numbers, such as '0,000.00', or of days, such as '%d %B %Y'"
    )
  }
}
