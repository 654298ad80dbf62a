public import Foundation

/// The requests of one or more sessions as a value: their attempts, their phases, their responses and their errors.
///
/// A ``TraceRecorder`` collects it. Save it, send it to a colleague, or turn it into something to look at.
///
/// ```swift
/// let recorder = TraceRecorder()
/// configuration.monitors.append(recorder)
/// let network = NetworkSession(configuration: configuration)
/// _ = await network.get("https://api.example.com/user").response(.data)
/// print(recorder.trace.requests.map(\.outcome))
/// ```
///
/// Times are relative to ``start`` and come from the clock of the session, so they are virtual in a test with
/// a virtual clock. A request and a stream have the wall time of their start, and monotonic time from there
/// on. If the wall clock is set or the system sleeps between two of them, the distance between them is that
/// of the wall clock. Everything in it is redacted by the ``Redaction`` of the session.
public struct Trace: Sendable, Hashable, Codable {
  /// The wall time of the first event: the earliest start of a request or stream that is kept.
  public var start: Date
  /// When the trace was read.
  ///
  /// Requests that are still running are drawn up to this time.
  public var duration: Duration
  /// The requests, in the order in which they were started.
  public var requests: [TracedRequest]
  /// The streams that were traced by name.
  public var streams: [TracedStream]
  /// The number of older requests that were dropped because of the recorder's limits.
  public var droppedRequests: Int

  /// Creates a trace.
  public init(
    start: Date, duration: Duration = .zero, requests: [TracedRequest] = [], streams: [TracedStream] = [],
    droppedRequests: Int = 0
  ) {
    self.start = start
    self.duration = duration
    self.requests = requests
    self.streams = streams
    self.droppedRequests = droppedRequests
  }

  /// A header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The value, redacted.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A recorded body.
  public struct Body: Sendable, Hashable, Codable {
    /// The first bytes, redacted.
    public var data: Data
    /// Whether the body has more bytes than were recorded.
    public var isCut: Bool

    /// Creates a body.
    public init(data: Data, isCut: Bool = false) {
      self.data = data
      self.isCut = isCut
    }
  }

  /// The elements of a stream as marbles.
  ///
  /// `traced("name", in: recorder)` of `NetStream` adds them.
  public struct TracedStream: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The number of the subscription to the streams with this name, counted from 1.
    public var subscription: Int
    /// When it was subscribed.
    public var start: Duration
    /// When it ended or was disposed of; nil while it is running.
    public var end: Duration?
    /// Its events, in order.
    public var marbles: [Marble]
    /// The number of older events that were dropped because of the recorder's limits.
    public var droppedMarbles = 0

    /// Creates a stream.
    public init(
      name: String, subscription: Int = 1, start: Duration, end: Duration? = nil, marbles: [Marble] = []
    ) {
      self.name = name
      self.subscription = subscription
      self.start = start
      self.end = end
      self.marbles = marbles
    }
  }

  /// An event of a stream.
  public struct Marble: Sendable, Hashable, Codable {
    /// The kind of an event.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// An element.
      case element
      /// The completion.
      case completion
      /// The error.
      case error
      /// The disposal of the subscription.
      case disposal
    }

    /// The time of the event.
    public var time: Duration
    /// The kind of the event.
    public var kind: Kind
    /// The element or the error as text, redacted.
    public var text: String

    /// Creates a marble.
    public init(time: Duration, kind: Kind, text: String = "") {
      self.time = time
      self.kind = kind
      self.text = text
    }
  }
}
