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

  /// Whether a paused task holds this event back: the body, and what follows it.
  var waitsForPause: Bool {
    switch self {
    case .body, .trailers, .finished, .failed: true
    case .sent, .interim, .head, .redirect: false
    }
  }
}
