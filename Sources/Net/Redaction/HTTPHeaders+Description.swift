extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One line per field, with what ``Redaction/standard`` hides replaced by a placeholder.
  public var description: String { map(\.description).joined(separator: "\n") }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The fields, redacted by ``Redaction/standard``.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection)
  }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name and value, redacted by ``Redaction/standard``.
  public var description: String { Redaction.standard.line(of: self) }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The name and value, redacted by ``Redaction/standard``.
  public var customMirror: Mirror {
    Mirror(redacted: self, ["name": name, "value": Redaction.standard.redacted(self).value])
  }
}
