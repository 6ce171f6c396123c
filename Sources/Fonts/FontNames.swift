/// What a font is called.
package struct FontNames: Hashable, Sendable {
  /// The family, of at most four styles: "DejaVu Sans Condensed".
  package var family: String
  /// The style among these four: "Bold Oblique".
  var subfamily: String
  /// The family with all its styles, where it is another than ``family``.
  var typographicFamily: String?
  var typographicSubfamily: String?
  /// Family and style in one, as users see it: name 4 of the table `name`.
  package var fullName: String
  /// What messages call the font: its full name, or what it has instead.
  package var title: String {
    let styled = [typographicFamily ?? family, typographicSubfamily ?? subfamily]
    let whole = styled[0].isEmpty ? "" : styled.filter { !$0.isEmpty }.joined(separator: " ")
    return [fullName, whole, postScriptName].first { !$0.isEmpty } ?? "a font without a name"
  }
  /// What PostScript and CSS `local()` call it, without spaces: name 6.
  package var postScriptName: String
  /// What the family is called in any language, the names above among them.
  var families: Set<String> = []
  /// Family and style in one, in any language.
  var fullNames: Set<String> = []

  /// The names, without the typographic ones where they are the same.
  package init(
    family: String, subfamily: String, typographicFamily: String? = nil,
    typographicSubfamily: String? = nil, fullName: String, postScriptName: String
  ) {
    self.family = family
    self.subfamily = subfamily
    self.typographicFamily = typographicFamily
    self.typographicSubfamily = typographicSubfamily
    self.fullName = fullName
    self.postScriptName = postScriptName
    families = Set([family, typographicFamily ?? family])
    fullNames = [fullName]
  }

  init(_ table: NameTable) {
    self.init(
      family: table.text(1) ?? table.text(16) ?? "", subfamily: table.text(2) ?? "Regular",
      typographicFamily: table.text(16), typographicSubfamily: table.text(17),
      fullName: table.text(4) ?? "", postScriptName: table.text(6) ?? "")
    families.formUnion(table.texts(1).union(table.texts(16)))
    fullNames.formUnion(table.texts(4))
  }
}
