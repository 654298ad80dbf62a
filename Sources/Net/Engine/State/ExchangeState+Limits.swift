import Foundation

/// What a server may have this process keep in memory.
extension ExchangeState {
  /// How much of a redirect's body is discarded, or kept of one that fails.
  static let redirectBodyLimit = 65_536
  /// How much of the body of a refused response is kept, where bodies do not go into memory.
  static let refusalLimit = 65_536
  /// How much of a body that waits for a decision about a redirect is kept before the transport is asked to pause.
  static let heldLimit = 65_536

  /// Ends the transfer without waiting for the rest.
  mutating func failTooLarge(from phase: Phase, _ transfer: Transfer, at now: Duration) -> Phase {
    release.cancelsTask = true
    leave(transfer)
    let error = NetworkError(.transfer(.bodyTooLarge(limit: transfer.plan.sizeLimit ?? 0)))
    return fail(error, from: phase, at: now)
  }

  /// Keeps an event until it is decided what becomes of the redirect that it belongs to.
  mutating func hold(_ event: TransportEvent) -> Phase {
    guard case .judging(let transfer, let head, var held) = phase else { return phase }
    // Out of the phase, so that it grows without a copy.
    phase = .judging(transfer, head, held: [])
    let before = Self.bodySize(of: held)
    held.append(event)
    if before <= Self.heldLimit, before + Self.bodySize(of: [event]) > Self.heldLimit {
      release.pausesTask = true
    }
    return .judging(transfer, head, held: held)
  }

  /// Has the transport go on that was asked to pause for a decision.
  mutating func release(_ held: [TransportEvent]) {
    if Self.bodySize(of: held) > Self.heldLimit { release.pausesTask = false }
  }

  private static func bodySize(of events: [TransportEvent]) -> Int {
    events.reduce(0) { sum, event in if case .body(let chunk) = event { sum + chunk.count } else { sum } }
  }
}

extension ExchangePlan {
  /// The limit of a body in memory.
  ///
  /// Of those that go elsewhere, ``ExchangeState/refusalLimit`` bytes of a refusal are kept.
  var sizeLimit: Int? { description.destination.isMemory ? maximumBodySize : nil }

  /// Whether the head announces a body that is longer than the limit.
  ///
  /// The length of an encoded body says nothing about that of its content.
  func isTooLarge(_ head: ResponseHead, of request: TransportRequest) -> Bool {
    guard let limit = sizeLimit, request.method != .head, head.status != 204, head.status != 304,
      !head.headers.contains("Content-Encoding"),
      let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits)
    else { return false }
    return length > Int64(limit)
  }
}

extension Data {
  /// Appends a chunk; false when that goes beyond the limit, up to which it is appended then.
  mutating func append(_ chunk: Data, limit: Int?) -> Bool {
    guard let limit, chunk.count > limit - count else {
      // Without a copy, when the body comes in one chunk.
      if isEmpty { self = chunk } else { append(chunk) }
      return true
    }
    append(chunk.prefix(limit - count))
    return false
  }
}
