import Net

extension TransportEvent {
  var isBody: Bool {
    if case .body = self { true } else { false }
  }
}
