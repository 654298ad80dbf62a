extension MultipartFormData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the parts, without their contents.
  public var description: String {
    parts.isEmpty ? "a form without parts" : "a form with " + parts.map(\.name).joined(separator: ", ")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The names of the parts.
  public var customMirror: Mirror { Mirror(redacted: self, ["parts": parts.map(\.name)]) }
}
