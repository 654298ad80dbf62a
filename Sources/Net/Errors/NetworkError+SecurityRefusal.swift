extension NetworkError {
  /// Whether no connection could be secured because the client and the server do not accept each other's certificate,
  /// key or TLS parameters.
  ///
  /// A connection that was lost while TLS was negotiated is not such a failure: another attempt may succeed.
  var isSecurityRefusal: Bool {
    guard case .transport(let phase) = reason, phase != .body, let underlyingError else { return false }
    return causeKind?.contains(.securityRefusal) ?? SecurityRefusal.isCause(underlyingError)
  }
}
