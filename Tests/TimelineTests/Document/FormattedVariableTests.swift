import Bytes
import Testing

@testable import Timeline

/// Variables that templates show by a format.
@Suite struct FormattedVariableTests {
  private func show(_ name: String, _ values: [String: String]) throws(ValueError) -> String? {
    try FormattedVariable.text(of: name, among: { values[$0] })
  }

  @Test(arguments: [
    ("1234567.891", "0", "1234568"), ("1234567.891", "0,000.00", "1,234,567.89"),
    ("1234567.891", "0 000", "1 234 568"), ("-1234.5", "0,000", "-1,235"), ("7", "000", "007"),
    ("0.005", "0.00", "0.01"), ("-0.004", "0.00", "0.00"), ("1e3", "0,000", "1,000"),
    ("999", "0,000", "999"), ("12", "0.000", "12.000"),
  ])
  func `numbers are rounded and told apart`(value: String, format: String, text: String) throws {
    #expect(try show("n:\(format)", ["n": value]) == text)
  }

  /// Python's `datetime.date.strftime` in the C locale.
  @Test(arguments: [
    ("2026-11-24", "%d %B %Y", "24 November 2026"), ("2026-11-24", "%A, %b %-d", "Tuesday, Nov 24"),
    ("2024-02-29", "%a %j %y", "Thu 060 24"), ("2000-03-01", "%A %-d/%-m", "Wednesday 1/3"),
    ("1900-12-31", "%A %j 100%%", "Monday 365 100%"), ("0001-01-01", "%A %Y %-y", "Monday 0001 1"),
    ("2000-01-01", "%-y", "0"),
  ])
  func `days are written out`(value: String, format: String, text: String) throws {
    #expect(try show("date:\(format)", ["date": value]) == text)
  }

  @Test func `a name with a colon of its own comes first`() throws {
    #expect(try show("a:0", ["a:0": "x", "a": "1"]) == "x")
    #expect(try show("b:0", ["a": "1"]) == nil && show("b", ["a": "1"]) == nil)
  }

  @Test(arguments: [
    ("x", "0.0", "'v' is 'x', which is no number for the format '0.0'"),
    (
      "2023-02-29", "%d",
      "'v' is '2023-02-29', which is no day such as '2026-11-24' for the format '%d'"
    ),
    (
      "2026-1-4", "%d",
      "'v' is '2026-1-4', which is no day such as '2026-11-24' for the format '%d'"
    ),
    (
      "1", "%q", "'%q' is no format of numbers, such as '0,000.00', or of days, such as '%d %B %Y'"
    ),
    (
      "1", "00,000",
      "'00,000' is no format of numbers, such as '0,000.00', or of days, such as '%d %B %Y'"
    ),
    (
      "1", "0.", "'0.' is no format of numbers, such as '0,000.00', or of days, such as '%d %B %Y'"
    ),
  ])
  func `faults say what does not fit`(value: String, format: String, message: String) {
    let fault = valueError { () throws(ValueError) in try show("v:\(format)", ["v": value]) }
    #expect(fault?.message == message)
  }

  @Test func `every text of a template can have formats`() {
    let text =
      #"{"version": 1, "template": true, "vars": {"n": 1234.5, "day": "2026-11-24", "up": "${n:0,000}"},"#
      + #""layers": [{"type": "image", "source": "${day:%Y/%m/%d}-${up}-$${n:0}.png"}]}"#
    let document = Sample.document(text)
    #expect(
      document?.layers.first?.arguments[Sample.source].text == "2026/11/24-1,235-${n:0}.png")
    let faulty = DocumentTests.decode(
      #"{"version": 1, "template": true, "name": "${day:%Y}", "vars": {"day": "today"}}"#)
    #expect(
      faulty.diagnostics.sorted.map(\.message) == [
        "'day' is 'today', which is no day such as '2026-11-24' for the format '%Y'"
      ])
  }

  @Test func `values that are only formatted may be set`() {
    let text = #"{"version": 1, "template": true, "name": "${n:0.00}"}"#
    let source = SourceText(name: "t.json", text: text)
    #expect(TemplateNames.fault(of: "n", in: source) == nil)
    #expect(TemplateNames.fault(of: "m", in: source) != nil)
  }
}
