extension Trace {
  /// A request from its start to its end, with all its attempts.
  ///
  /// ```swift
  /// for request in trace.requests where request.end == nil { print("\(request.method) \(request.url) is pending") }
  /// ```
  public struct TracedRequest: Sendable, Hashable, Codable, Identifiable {
    /// The outcome of a request.
    public enum Outcome: Sendable, Hashable, Codable {
      /// It is still running.
      case pending
      /// It completed with a response of this status.
      case finished(status: Int)
      /// It failed, for this reason.
      case failed(String)
      /// It was cancelled.
      case cancelled
    }

    /// The number in the trace, counted from 1.
    public var id: Int
    /// The number of its session, counted from 1.
    public var session: Int
    /// The number within its session, as in a log.
    public var number: Int
    /// The method.
    public var method: String
    /// The URL, redacted.
    public var url: String
    /// When it was started.
    public var start: Duration
    /// When it ended; nil while it is running.
    public var end: Duration?
    /// The outcome.
    public var outcome: Outcome
    /// Everything that was sent, in order: each attempt, and each redirect that was followed.
    public var attempts: [Attempt] = []
    /// The response that the cache has made of a stored one (without a server, after a 304, or instead of a failure),
    /// or that of an exchange which `coalesced()` shares with identical requests.
    ///
    /// Nil for any other request. What a server has sent is the response of its ``Attempt``.
    public var storedResponse: ResponseMessage?
    /// The URL of ``storedResponse``, redacted; that of a redirect's target, if one was followed.
    public var storedURL: String?
    /// The phases outside attempts: waiting for a slot, for a policy or for a delay, and decoding.
    public var phases: [Phase] = []
    /// Other events, such as what the cache did.
    public var notes: [Note] = []
    /// The number of older events of a WebSocket that were dropped because of the recorder's limits.
    public var droppedNotes = 0
    /// The stream request and the subscription that started it; nil if it was not started by a stream.
    public var origin: Origin?
    /// The line of source that created the request: that of its verb, or of the verb whose request caused it.
    ///
    /// Nil if it is unknown.
    public var location: Location?

    /// Creates a request.
    public init(
      id: Int, session: Int = 1, number: Int, method: String, url: String, start: Duration,
      end: Duration? = nil,
      outcome: Outcome = .pending
    ) {
      self.id = id
      self.session = session
      self.number = number
      self.method = method
      self.url = url
      self.start = start
      self.end = end
      self.outcome = outcome
    }

    /// The status of the last response, if there is one.
    public var status: Int? {
      if case .finished(let status) = outcome { return status }
      if let storedResponse { return storedResponse.status }
      return attempts.last { $0.response != nil }?.response?.status
    }

    /// All phases in the order of their starts.
    public var allPhases: [Phase] {
      (phases + attempts.flatMap(\.phases)).sorted { ($0.start, $0.kind) < ($1.start, $1.kind) }
    }

    /// The number of received body bytes of the last exchange.
    public var bytesReceived: Int64 { attempts.last?.response?.bodySize ?? 0 }
  }

  /// A line of source.
  public struct Location: Sendable, Hashable, Codable {
    /// The module and the file: `Module/File.swift`.
    public var file: String
    /// The line, counted from 1.
    public var line: Int

    /// Creates a location.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// The stream request that started a request.
  public struct Origin: Sendable, Hashable, Codable {
    /// The number of the stream request in the trace, counted from 1.
    public var streamRequest: Int
    /// The number of the subscription to it, counted from 1.
    ///
    /// A number above 1 is a repetition. Copies with other options count as the same stream request; those with
    /// another URL or method, other parameters or another body, such as the next page, do not.
    public var subscription: Int

    /// Creates an origin.
    public init(streamRequest: Int, subscription: Int) {
      self.streamRequest = streamRequest
      self.subscription = subscription
    }
  }

  /// An event of a request that has no duration.
  public struct Note: Sendable, Hashable, Codable {
    /// The kind of a note.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// What the cache did.
      case cache
      /// An event of a WebSocket.
      case webSocket
      /// Why the request is sent again.
      case retry
      /// A redirect that was followed.
      case redirect
      /// A body that could not be decoded, or misuse.
      case warning
    }

    /// The time of the event.
    public var time: Duration
    /// The kind.
    public var kind: Kind
    /// What happened, redacted.
    public var text: String
    /// The message of a WebSocket that the note is about; nil for all other notes.
    public var message: Message?

    /// A message that was sent or received over a WebSocket.
    public struct Message: Sendable, Hashable, Codable {
      /// Whether this side sent it.
      public var isSent: Bool
      /// Whether it is a text; otherwise it is binary.
      public var isText: Bool
      /// The number of bytes.
      public var size: Int
      /// The first bytes, redacted; nil if bodies are not recorded, or if the message is empty.
      public var body: Body?

      /// Creates a message.
      public init(isSent: Bool, isText: Bool, size: Int, body: Body? = nil) {
        self.isSent = isSent
        self.isText = isText
        self.size = size
        self.body = body
      }
    }

    /// Creates a note.
    public init(time: Duration, kind: Kind, text: String, message: Message? = nil) {
      self.time = time
      self.kind = kind
      self.text = text
      self.message = message
    }
  }

  /// A part of the time of a request.
  public struct Phase: Sendable, Hashable, Codable {
    /// What the request does in a phase.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
      /// It waits for a slot.
      case queued
      /// Interceptors change it.
      case adapting
      /// The cache responds.
      case cache
      /// The host name is resolved.
      case nameLookup
      /// The connection is opened.
      case connect
      /// TLS is negotiated.
      case secureConnection
      /// The request body is sent.
      case sending
      /// It waits for the head of the response.
      case waiting
      /// The body of the response arrives.
      case receiving
      /// It waits to be sent again.
      case backOff
      /// The body is decoded.
      case decoding

      /// Returns whether the left phase comes first in an attempt.
      public static func < (left: Kind, right: Kind) -> Bool { left.order < right.order }

      private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What the request does.
    public var kind: Kind
    /// When the phase begins.
    public var start: Duration
    /// How long it takes; nil while it lasts.
    public var duration: Duration?

    /// Creates a phase.
    public init(_ kind: Kind, start: Duration, duration: Duration?) {
      self.kind = kind
      self.start = start
      self.duration = duration
    }
  }
}
