/// A number with its noun, for messages: `1 frame`, `2 frames`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// How many bytes are missing, for messages: `1 byte is missing`.
package func missingBytes(_ count: some BinaryInteger) -> String {
  "\(counted(count, "byte")) \(count == 1 ? "is" : "are") missing"
}
