import Foundation
import Net

/// A value as text for a message: strings quoted, optionals unwrapped.
func spelling<Value>(of value: Value) -> String {
  if let text = value as? String { return text.debugDescription }
  if let error = value as? any Error { return spelling(of: error) }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    guard let wrapped = mirror.children.first else { return "nil" }
    return spelling(of: wrapped.value)
  }
  return String(describing: value)
}

/// An error as text: its description, its type, and its underlying error.
///
/// A `NetworkError` describes itself: the request, why it failed, and the start of the body, redacted.
func spelling(of error: any Error) -> String {
  if type(of: error) is NSError.Type, let (domain, code) = domainAndCode(of: error) {
    return "NSError \(domain.debugDescription) \(code)"
  }
  guard let error = error as? NetworkError else { return "\(error) (\(type(of: error)))" }
  let underlying = error.underlyingError.map { "\nUnderlying error: \(spelling(of: $0))" } ?? ""
  return "NetworkError: \(error)\(underlying)"
}

/// A reason as text, as in the description of a `NetworkError`: "the status code 404 is not acceptable".
func spelling(of reason: NetworkError.Reason) -> String {
  let text = NetworkError(reason).description
  let opening = "The request failed: "
  return String((text.hasPrefix(opening) ? text.dropFirst(opening.count) : text[...]).prefix { $0 != "\n" })
    .trimmingCharacters(in: CharacterSet(charactersIn: "."))
}

/// An outcome as text.
func spelling<Success, Failure>(of outcome: Outcome<Success, Failure>) -> String {
  switch outcome {
  case .success(let value): excerpt(of: "the success \(spelling(of: value))")
  case .failure(let error): "the failure \(spelling(of: error as any Error))"
  case .completed: "the completion"
  }
}

/// The first characters of a text and, if it is longer, their number.
func excerpt(of text: String, limit: Int = 300) -> String {
  let count = text.count
  return count > limit ? "\(text.prefix(limit))… (\(count) characters)" : text
}
