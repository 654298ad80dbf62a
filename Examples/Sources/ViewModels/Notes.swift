// Values that cross threads. `nonisolated`, so that a module whose code is on the main actor by default can decode them
// on any thread.

/// A note in a list.
nonisolated public struct Note: Codable, Hashable, Sendable, Identifiable {
  /// The number of the note.
  public var id: Int
  /// The first line.
  public var title: String

  /// Creates a note.
  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// A note with its text.
nonisolated public struct NoteDetail: Codable, Hashable, Sendable {
  /// The number of the note.
  public var id: Int
  /// The whole text.
  public var text: String

  /// Creates a note with its text.
  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

/// A user who has signed in.
nonisolated public struct Account: Codable, Hashable, Sendable {
  /// The name to show.
  public var name: String
  /// Proves to the service who sends a request.
  public var token: String

  /// Creates an account.
  public init(name: String, token: String) {
    self.name = name
    self.token = token
  }
}

/// What a screen shows: nothing yet, an activity, a value, or why there is none.
nonisolated public enum Loading<Value: Sendable & Equatable>: Sendable, Equatable {
  case idle
  case loading
  case loaded(Value)
  case failed(String)

  /// Creates the state that follows a failed request.
  init(_ error: any Error) { self = .failed("\(error)") }
}
