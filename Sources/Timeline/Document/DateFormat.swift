import Bytes

/// A day of the Gregorian calendar, which a timeline names; nothing reads a clock.
struct CalendarDay: Hashable {
  let year: Int
  /// From 1.
  let month: Int
  /// From 1.
  let day: Int

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// Reads `2026-11-24`; nil for what is no day.
  init?(parsing text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 }),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1,
      (1...12).contains(month)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    guard (1...length(of: month)).contains(day) else { return nil }
  }

  private var isLeap: Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private func length(of month: Int) -> Int {
    switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of the day in its year, from 1.
  var dayOfYear: Int { (1..<month).reduce(day) { $0 + length(of: $1) } }

  /// From 0, which is Monday.
  var weekday: Int {
    let before = year - 1
    return (before * 365 + before / 4 - before / 100 + before / 400 + dayOfYear - 1) % 7
  }
}

/// How a template shows a day: `%d %B %Y`, with the letters of `strftime` (POSIX) and English
/// names.
struct DateFormat {
  private let pattern: String

  /// Nil where a letter means nothing, or none is there.
  init?(_ pattern: String) {
    self.pattern = pattern
    guard let sample = CalendarDay(parsing: "2000-01-01"), pattern.contains("%"),
      text(of: sample) != nil
    else { return nil }
  }

  /// The day as the pattern says; nil where a letter means nothing.
  func text(of day: CalendarDay) -> String? {
    var text = ""
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let isBare = rest.first == "-"
      if isBare { rest.removeFirst() }
      guard let letter = rest.popFirst(), let part = Self.part(letter, of: day) else { return nil }
      let bare = part.dropLast().drop { $0 == "0" } + part.suffix(1)
      text += isBare ? String(bare) : part
    }
    return text
  }

  private static func part(_ letter: Character, of day: CalendarDay) -> String? {
    return switch letter {
    case "d": day.day.padded(to: 2)
    case "m": day.month.padded(to: 2)
    case "Y": day.year.padded(to: 4)
    case "y": (day.year % 100).padded(to: 2)
    case "j": day.dayOfYear.padded(to: 3)
    case "B": CalendarDay.months[day.month - 1]
    case "b": String(CalendarDay.months[day.month - 1].prefix(3))
    case "A": CalendarDay.weekdays[day.weekday]
    case "a": String(CalendarDay.weekdays[day.weekday].prefix(3))
    case "%": "%"
    default: nil
    }
  }
}
