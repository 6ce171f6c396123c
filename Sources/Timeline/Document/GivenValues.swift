/// Values that a user gives to the variables of a timeline, in place of those in its `vars`.
package struct GivenValues: Sendable {
  /// A text for a name; read as JSON where the timeline's own value is no text.
  package struct Text: Sendable {
    /// The variable's name.
    package let name: String
    /// What it is.
    package let text: String

    /// A text for a name.
    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// JSON objects of values by name; of two values of one name the latter counts.
  package var files: [SourceText]
  /// Texts that come before values of files; of two of one name the latter counts.
  package var texts: [Text]

  /// What is given; nothing, unless stated otherwise.
  package init(files: [SourceText] = [], texts: [Text] = []) {
    (self.files, self.texts) = (files, texts)
  }
}
