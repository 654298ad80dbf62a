extension RequestBody {
  /// Whether the body can be sent a second time, from its start. What cannot is not retried.
  public var isRepeatable: Bool {
    switch self {
    case .none, .data: true
    }
  }
}
