/// How `check` writes what it finds.
package enum CheckFormat: String, CaseIterable, Sendable {
  case text
  case json
}
