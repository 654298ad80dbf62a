extension Parameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The pairs, redacted by ``Redaction/standard``: `q=swift, token=<redacted>`.
  public var description: String { words(.standard) }

  /// Returns the pairs, redacted.
  func words(_ redaction: Redaction) -> String {
    pairs.map { $0.words(redaction) }.joined(separator: ", ")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The pairs, redacted by ``Redaction/standard``.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: pairs.map(\.description), displayStyle: .collection)
  }
}

extension Parameters.Pair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The key and value, redacted by ``Redaction/standard``.
  public var description: String { words(.standard) }

  /// Returns the key and value, redacted.
  func words(_ redaction: Redaction) -> String {
    guard let value else { return key }
    return
      "\(key)=\(redaction.hides(formName: key) ? Redaction.placeholder : redaction.redacted(text: Self.text(of: value)))"
  }

  private static func text(of value: any ParameterConvertible) -> String {
    let converted = value.parameterValue
    return converted.holdsInfiniteDate ? "\(converted)" : "\(value)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The key and value, redacted by ``Redaction/standard``.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description], displayStyle: .struct) }
}
