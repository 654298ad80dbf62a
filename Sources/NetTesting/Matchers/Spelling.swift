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
/// A `NetworkError` describes itself: the request, why it failed, and the start of the body, redacted. So is its
/// underlying error. Errors of Foundation are redacted, too, because they contain the URL of the request.
func spelling(of error: any Error) -> String {
  if type(of: error) is NSError.Type, let (domain, code) = domainAndCode(of: error) {
    return "NSError \(domain.debugDescription) \(code)"
  }
  guard let error = error as? NetworkError else {
    let text = isOfFoundation(error) ? Redaction.standard.redacted(text: "\(error)") : "\(error)"
    return "\(text) (\(type(of: error)))"
  }
  guard let underlying = error.underlyingError else { return "NetworkError: \(error)" }
  let words = error.redaction.redacted(text: spelling(of: underlying))
  return "NetworkError: \(error)\nUnderlying error: \(words)"
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
