import Net

extension TransportEvent {
  var isEnd: Bool {
    switch self {
    case .finished, .failed: true
    case .sent, .interim, .head, .body, .trailers, .redirect: false
    }
  }

  var isBody: Bool {
    if case .body = self { true } else { false }
  }
}
