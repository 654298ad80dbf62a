extension Trace.TracedRequest {
  /// Whether the request has opened a WebSocket that is not closed.
  package var hasOpenWebSocket: Bool {
    // The oldest notes may have been removed, and with them that it was opened.
    let notes = notes.filter { $0.kind == .webSocket }
    let change = notes.last { $0.text.hasPrefix(Trace.Note.opened) || $0.text.hasPrefix(Trace.Note.closed) }
    return !notes.isEmpty && change?.text.hasPrefix(Trace.Note.closed) != true
  }

  /// How many notes are missing, in words; nil if none are.
  var missingNotes: String? {
    droppedNotes > 0 ? "\(droppedNotes.counted("earlier event")) not kept" : nil
  }
}

extension Trace.Note {
  /// How the texts of the beginning and the end of a WebSocket begin.
  static let (opened, closed) = ("opened", "closed, ")
  /// The text about a response that identical requests share.
  static let sharing = "shared with an identical request"

  /// Whether the response is that of an exchange that several requests share.
  var isOfSharedExchange: Bool { kind == .cache && text == Self.sharing }

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
  @inline(never)
  private var cacheWord: RequestEvent.CacheEvent.Word? {
    kind == .cache ? RequestEvent.CacheEvent.Word(beginning: text) : nil
  }

  /// The note without the content of a WebSocket message, of which it shows only the size.
  package var withoutContent: Trace.Note {
    guard var message, message.body != nil else { return self }
    message.body = nil
    return Trace.Note(time: time, kind: kind, text: message.text, message: message)
  }
}

extension Trace.Note.Message {
  /// The message in a few words, with what is recorded of a text.
  var text: String {
    let words = "\(isSent ? "sent" : "received") \(isText ? "text" : "data"), \(size.counted("byte"))"
    guard isText, let body else { return words }
    return "\(words): \(String(decoding: body.data, as: UTF8.self))"
  }
}
