import Timeline

/// Every effect on sounds that a timeline can name, and how it is made.
package enum AudioRegistry {
  /// The effect of this name.
  static func effect(named name: String) -> (any AudioEffect.Type)? {
    effects.first { $0.declaration.name == name }
  }

  /// The names and parameters of the effects.
  package static var declarations: [Declaration] {
    effects.map { $0.declaration.called($0.names) }
  }
}
