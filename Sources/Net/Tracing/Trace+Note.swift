extension Trace.Note {
  /// Whether the response has a stored body: one that the cache returned, or that a 304 validated.
  package var isOfStoredBody: Bool {
    switch cacheWord {
    case .hit, .stale, .revalidated: true
    case .forwarded, .unavailable, .stored, .refused, nil: false
    }
  }

  /// Whether the cache made the response, because it had nothing to use and the network was not allowed.
  package var isUnavailability: Bool { cacheWord == .unavailable }

  /// What the cache did; nil for other notes, and for a text that another program wrote.
  private var cacheWord: RequestEvent.CacheEvent.Word? {
    kind == .cache ? RequestEvent.CacheEvent.Word(beginning: text) : nil
  }

  /// The note without the content of a WebSocket message, of which it shows only the size.
  package var withoutContent: Trace.Note {
    var note = self
    note.message?.body = nil
    guard kind == .webSocket, ["sent text, ", "received text, "].contains(where: text.hasPrefix),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return note }
    note.text = String(text[..<colon])
    return note
  }
}
