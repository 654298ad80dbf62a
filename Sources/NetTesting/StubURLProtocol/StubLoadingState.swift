import Foundation
import Net

/// The state of one stubbed request of a plain session, as a pure value: the next step of its response.
struct StubLoadingState: Sendable {
  /// What the delivering thread does next.
  enum Step: Sendable {
    /// Pass this event to the client.
    case event(TransportEvent, StubClient)
    /// Wait this long, then end the pause with this number.
    case wait(Duration, number: Int)
    /// Ask whether this redirect is followed, and continue with the response if it is not.
    case redirect(ResponseHead, to: TransportRequest, StubClient)
  }

  /// Released at the end, because it keeps the loading alive.
  private(set) var client: StubClient?
  private var playback: StubPlayback?
  private var request: RecordedRequest?
  /// The error for a response that never ends, because nothing else would end the task.
  private var stall: any Error = URLError(.timedOut)
  private var followsRedirects = false
  /// The head of a redirect, until it is known whether the redirect is followed.
  private var held: ResponseHead?
  private var restNumber = 0
  private var scheduled: (any Cancellation)?

  /// Whether a response that never ends stays open instead.
  private let isSilent: Bool

  init(client: StubClient, isSilent: Bool = false) {
    self.client = client
    self.isSilent = isSilent
  }

  /// Starts a response.
  mutating func answer(_ response: StubResponse, to request: RecordedRequest) {
    guard client != nil else { return }
    playback = StubPlayback(response, to: request, chunkSize: 65_536)
    self.request = request
    held = nil
    // A redirect with a fault is delivered as it is.
    followsRedirects = response.fault == nil
    if let fault = response.fault { stall = fault }
  }

  /// Returns the next step; nil at the end, and if there is none yet.
  mutating func next() -> Step? {
    guard let client else { return nil }
    if let head = held {
      held = nil
      return .event(.head(head), client)
    }
    switch playback?.next() {
    case .event(.sent)?: return next()
    case .event(.head(let head))?:
      guard followsRedirects, let redirect = request?.redirected(by: head) else {
        return .event(.head(head), client)
      }
      held = head
      return .redirect(head, to: redirect, client)
    case .event(let event)?: return .event(event, client)
    case .wait(let delay)?: return .wait(delay, number: beginRest())
    case .silence?: return isSilent ? nil : .event(.failed(stall, phase: .body), client)
    case nil: return nil
    }
  }

  /// Starts a pause, and returns its number.
  mutating func beginRest() -> Int {
    restNumber += 1
    return restNumber
  }

  /// Stores the scheduled end of a pause; returns it if the pause is already over.
  mutating func keep(_ scheduled: any Cancellation, forRest number: Int) -> (any Cancellation)? {
    guard client != nil, restNumber == number else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Ends the pause with this number; returns false if it is already over.
  mutating func endRest(_ number: Int) -> Bool {
    guard client != nil, restNumber == number else { return false }
    restNumber += 1
    scheduled = nil
    return true
  }

  /// Ends the request; returns the client and the timer to cancel, or nil if it has already ended.
  mutating func end() -> (client: StubClient, scheduled: (any Cancellation)?)? {
    guard let client else { return nil }
    defer {
      self.client = nil
      playback = nil
      request = nil
      held = nil
      scheduled = nil
    }
    return (client, scheduled)
  }
}

extension RecordedRequest {
  /// The request that the redirect leads to; nil if the response is not a redirect.
  fileprivate func redirected(by head: ResponseHead) -> TransportRequest? {
    TransportRequest(
      method: method, url: url, headers: headers, body: body.isEmpty ? .none : .data(body)
    ).redirected(by: head)
  }
}
