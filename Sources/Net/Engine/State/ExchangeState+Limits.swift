import Foundation

/// Limits on the memory that a server can make this process use.
extension ExchangeState {
  /// The maximum number of bytes of a redirect's body that are read and discarded, or kept if the redirect fails.
  static let redirectBodyLimit = 65_536
  /// The maximum number of bytes kept of a rejected response's body if the destination is not memory, or of a refused
  /// handshake.
  static let refusalLimit = 65_536
  /// The time after the head in which these bytes are kept, or those of a redirect discarded.
  ///
  /// Nobody waits for more: a server may send a page slowly, or never end it.
  static let refusalTime = Duration.seconds(5)
  /// The number of bytes kept while a redirect is being decided, beyond which the transport must pause.
  static let heldLimit = 65_536

  /// Fails because the body is too large, without waiting for the rest.
  mutating func failTooLarge(from phase: Phase, _ transfer: Transfer, at now: Duration) -> Phase {
    release.cancelsTask = true
    leave(transfer)
    let error = NetworkError(.transfer(.bodyTooLarge(limit: transfer.plan.sizeLimit ?? 0)))
    return fail(error, from: phase, at: now)
  }

  /// Keeps an event until the redirect it belongs to is decided.
  mutating func hold(_ event: TransportEvent) -> Phase {
    guard case .judging(let transfer, let head, var held) = phase else { return phase }
    // Moved out of the phase, so that it grows without a copy.
    phase = .judging(transfer, head, held: [])
    let before = Self.bodySize(of: held)
    held.append(event)
    if before <= Self.heldLimit, before + Self.bodySize(of: [event]) > Self.heldLimit {
      release.pausesTask = true
    }
    return .judging(transfer, head, held: held)
  }

  /// Resumes the transport if it was paused for the decision.
  mutating func release(_ held: [TransportEvent]) {
    if Self.bodySize(of: held) > Self.heldLimit { release.pausesTask = false }
  }

  static func bodySize(of events: [TransportEvent]) -> Int {
    events.reduce(0) { sum, event in if case .body(let chunk) = event { sum + chunk.count } else { sum } }
  }
}

extension ExchangePlan {
  /// The limit of a body in memory.
  ///
  /// With other destinations, and of a handshake, ``ExchangeState/refusalLimit`` bytes of a rejected response are kept.
  var sizeLimit: Int? { description.destination.isMemory && !isHandshake ? maximumBodySize : nil }

  /// Whether a body of this response that is kept in memory belongs to a rejected response: one that does not goes
  /// elsewhere, and a handshake that succeeds has none.
  func rejectsBody(of head: ResponseHead) -> Bool {
    !description.destination.isMemory || isHandshake && head.status != 101
  }

  /// Returns whether the head announces a body with this decoded length that exceeds the limit.
  func isTooLarge(_ head: ResponseHead, length: Int64?, of request: TransportRequest) -> Bool {
    guard let length, let limit = sizeLimit, request.method.hasBody(inResponse: head.status) else {
      return false
    }
    return length > Int64(limit)
  }
}

extension Data {
  /// Appends a chunk up to the limit; returns false if the chunk exceeds it.
  mutating func append(_ chunk: Data, limit: Int?) -> Bool {
    guard let limit, chunk.count > limit - count else {
      // No copy if the body arrives in one chunk.
      if isEmpty { self = chunk.startingAtZero } else { append(chunk) }
      return true
    }
    append(chunk.prefix(limit - count))
    return false
  }
}
