import Foundation

/// A type whose text has those of its parts, which Swift prints with the names of modules: `[Shop.Order(id: 1)]`.
private protocol SpelledByParts {
  var spelledByParts: String { get }
}

extension Optional: SpelledByParts {
  fileprivate var spelledByParts: String { map { "Optional(\(spelling(ofPart: $0)))" } ?? "nil" }
}

extension Array: SpelledByParts {
  fileprivate var spelledByParts: String { spelledList(of: self) }
}

extension ArraySlice: SpelledByParts {
  fileprivate var spelledByParts: String { spelledList(of: self) }
}

extension ContiguousArray: SpelledByParts {
  fileprivate var spelledByParts: String { spelledList(of: self) }
}

extension Set: SpelledByParts {
  /// The elements in the order of their texts, so that equal sets have the same text.
  fileprivate var spelledByParts: String {
    "[\(map { spelling(ofPart: $0) }.sorted().joined(separator: ", "))]"
  }
}

extension Dictionary: SpelledByParts {
  /// The pairs in the order of their texts, so that equal dictionaries have the same text.
  fileprivate var spelledByParts: String {
    guard !isEmpty else { return "[:]" }
    let pairs = map { "\(spelling(ofPart: $0.key)): \(spelling(ofPart: $0.value))" }
    return "[\(pairs.sorted().joined(separator: ", "))]"
  }
}

private func spelledList(of values: some Sequence) -> String {
  "[\(values.map { spelling(ofPart: $0) }.joined(separator: ", "))]"
}

/// A value as `print` writes it, without the names of modules.
func plainSpelling(of value: Any) -> String {
  if let value = value as? any SpelledByParts { return value.spelledByParts }
  return spelledByItself(value) ? String(describing: value) : spelledByMirror(value)
}

/// A value as `print` writes it within another one, with quotes around a text, without the names of modules.
func spelling(ofPart value: Any) -> String {
  if let value = value as? any SpelledByParts { return value.spelledByParts }
  // Foundation stops the process for the text of such a date.
  if let date = value as? Date, !date.timeIntervalSinceReferenceDate.isFinite { return spelling(of: date) }
  return spelledByItself(value) ? String(reflecting: value) : spelledByMirror(value)
}

/// Whether a type defines its text.
private func spelledByItself(_ value: Any) -> Bool {
  value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    || value is any TextOutputStreamable
}

/// A value without a text, as Swift writes it: by its mirror.
private func spelledByMirror(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct: return "\(mirror.subjectType)(\(spelledChildren(of: mirror)))"
  case .tuple: return "(\(spelledChildren(of: mirror)))"
  case .enum:
    guard let payload = mirror.children.first, let name = payload.label else {
      return String(describing: value)
    }
    let text = spelling(ofPart: payload.value)
    return Mirror(reflecting: payload.value).displayStyle == .tuple ? name + text : "\(name)(\(text))"
  default: return String(describing: value)
  }
}

private func spelledChildren(of mirror: Mirror) -> String {
  mirror.children.map { child in
    // The elements of a tuple without labels are named .0, .1.
    let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return label + spelling(ofPart: child.value)
  }
  .joined(separator: ", ")
}
