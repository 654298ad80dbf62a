extension RequestEvent.CacheEvent {
  /// What the cache did in a few words, for logs and traces.
  var text: String {
    switch self {
    case .hit(let age): "\(Word.hit), \(age.inMilliseconds) old"
    case .stale(let age, let reason): "\(Word.stale), \(age.inMilliseconds) old (\(reason))"
    case .forwarded(let reason): "\(Word.forwarded) (\(reason))"
    case .unavailable(let reason): "\(Word.unavailable) (\(reason))"
    case .revalidated(let age): "\(Word.revalidated), \(age.inMilliseconds) old"
    case .stored(let lifetime): "\(Word.stored), fresh for \(lifetime.inMilliseconds)"
    case .refused(let reason): "\(Word.refused) (\(reason))"
    }
  }

  /// How the text of an event begins, which says what kind of event it was.
  enum Word: String, Sendable, CaseIterable, CustomStringConvertible {
    case hit
    case stale
    case forwarded
    case unavailable
    case revalidated
    case stored
    case refused = "not stored"

    var description: String { rawValue }

    /// The word of a text; nil if it begins with none, as a note of another program may.
    init?(beginning text: String) {
      let word = Self.allCases.first { word in
        guard text.hasPrefix(word.rawValue) else { return false }
        let next = text.dropFirst(word.rawValue.count).first
        return next == nil || next == "," || next == " "
      }
      guard let word else { return nil }
      self = word
    }
  }
}
