extension NetworkError.Reason {
  /// Returns the reason as text without any part of a body: a serializer or a decoder may quote the value
  /// that it refuses.
  func wordsWithoutBody(of error: NetworkError, _ redaction: Redaction) -> String {
    guard case .serialization = self, let cause = error.underlyingError else { return words(redaction) }
    return "the body could not be read: \(redaction.wordsWithoutBody(for: cause, decoding: error.data))"
  }
}

extension NetworkError {
  /// The error and its causes without the body and without what its reason quotes of the body, for traces and spans.
  var withoutBody: NetworkError {
    var error = self
    if case .serialization = reason {
      error.reason = .serialization(reason.wordsWithoutBody(of: self, redaction))
    }
    if data != nil { error.data = nil }
    if let cause = underlyingError as? NetworkError { error.underlyingError = cause.withoutBody }
    return error
  }
}
