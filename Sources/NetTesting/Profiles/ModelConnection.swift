import Foundation
import Net

/// A scheme, host and port (RFC 6454 section 4).
struct NetworkOrigin: Sendable, Hashable {
  let host: String
  let port: Int
  let isSecure: Bool

  init(_ url: URL) {
    isSecure = url.scheme?.lowercased() == "https"
    host = url.host(percentEncoded: false)?.lowercased() ?? ""
    port = url.port ?? (isSecure ? 443 : 80)
  }
}

/// A connection of a ``NetworkModel``.
struct ModelConnection: Sendable {
  let origin: NetworkOrigin
  let version: NetworkProfile.HTTPVersion
  /// The durations of its handshakes; nil for one that it does not need.
  let lookup: Duration?
  let connect: Duration
  let secure: Duration?
  /// When requests can be sent.
  let readyAt: Duration
  /// The exchanges that use it.
  var exchanges: Set<Int> = []
  /// Until when a lost packet stops it.
  var stalledUntil: Duration = .zero
  var loss: PacketLoss
}

/// An exchange of a ``NetworkModel``.
struct ModelExchange: Sendable {
  /// What the exchange waits for.
  enum Stage: Sendable, Hashable {
    /// A connection that is free, or may be opened.
    case waiting
    /// The handshakes of its connection.
    case connecting
    /// The body of the request.
    case sending
    /// The arrival of the request.
    case underway(until: Duration)
    /// The response.
    case answering
  }

  /// A chunk of a body that is under way.
  struct Transfer: Sendable {
    let isDown: Bool
    /// The event to deliver when the transfer is complete.
    let event: TransportEvent
    /// The bytes that the link transfers now, up to the next lost packet; nil while a lost packet stops it.
    var part: Double?
    /// The bytes after that.
    var rest: Double
  }

  let origin: NetworkOrigin
  let start: Duration
  /// The number of body bytes of the request; nil if it is unknown before they are sent.
  let bodySize: Int64?
  var stage = Stage.waiting
  var connection: Int?
  /// When it stopped waiting for a connection.
  var admitted: Duration?
  /// Whether it opened its connection.
  var isOpener = false
  /// The events of the response that have left the other side, and when they arrive.
  var incoming = FIFO<(arrival: Duration, event: TransportEvent)>()
  var transfer: Transfer?
  /// A chunk that arrived while the exchange was paused.
  var held: TransportEvent?
  var isPaused = false
  /// The number of body bytes that were sent.
  var sent: Int64 = 0
  var firstByte: Duration?
  /// Whether the connection closes after the response.
  var closes = false
  /// The bytes up to the next lost packet.
  var untilLoss = Double.infinity
  /// Until when a lost packet stops it, with HTTP/3.
  var stalledUntil: Duration = .zero

  init(_ origin: NetworkOrigin, bodySize: Int64?, start: Duration) {
    self.origin = origin
    self.bodySize = bodySize
    self.start = start
  }

  /// The phase for the error of a cancelled exchange.
  var phase: TransportPhase {
    switch stage {
    case .waiting, .connecting: .connect
    case .sending: .send
    case .underway, .answering: firstByte == nil ? .head : .body
    }
  }
}
