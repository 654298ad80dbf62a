import Foundation
import Net

/// One stubbed request of a plain session as a pure value: what of its answer comes next, and what it waits for.
struct StubLoadingState: Sendable {
  /// What the one who delivers is to do.
  enum Step: Sendable {
    /// Tell the client this.
    case event(TransportEvent, StubClient)
    /// Come back after so long, with this number.
    case wait(Duration, number: Int)
    /// Ask whether this redirect is followed, and come back if it is not.
    case redirect(ResponseHead, to: TransportRequest, StubClient)
  }

  /// Kept to the end alone, for it keeps the loading.
  private(set) var client: StubClient?
  private var playback: StubPlayback?
  private var request: RecordedRequest?
  /// Why an answer that has no end fails here, where nothing would end it.
  private var stall: any Error = URLError(.timedOut)
  private var followsRedirects = false
  /// The head of a redirect, until it is known whether it is followed.
  private var held: ResponseHead?
  private var restNumber = 0
  private var scheduled: (any Cancellation)?

  init(client: StubClient) { self.client = client }

  /// Takes the answer.
  mutating func answer(_ response: StubResponse, to request: RecordedRequest) {
    guard client != nil else { return }
    playback = StubPlayback(response, to: request, pieceSize: 65_536)
    self.request = request
    held = nil
    // What is broken is told as it is.
    followsRedirects = response.fault == nil
    if let fault = response.fault { stall = fault }
  }

  /// What to do next; nil at the end, and when there is nothing for now.
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
    case .silence?: return .event(.failed(stall, phase: .body), client)
    case nil: return nil
    }
  }

  /// Begins a wait; its number tells it from those before.
  mutating func beginRest() -> Int {
    restNumber += 1
    return restNumber
  }

  /// Keeps what is scheduled for the end of a wait; gives it back when that is over.
  mutating func keep(_ scheduled: any Cancellation, forRest number: Int) -> (any Cancellation)? {
    guard client != nil, restNumber == number else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// The wait of this number is over; false when nobody cares any more.
  mutating func endRest(_ number: Int) -> Bool {
    guard client != nil, restNumber == number else { return false }
    restNumber += 1
    scheduled = nil
    return true
  }

  /// The client, for the one that ends it, and what is to be cancelled.
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
  /// The request that the redirect leads to; nil when it is none.
  fileprivate func redirected(by head: ResponseHead) -> TransportRequest? {
    TransportRequest(
      method: method, url: url, headers: headers, body: body.isEmpty ? .none : .data(body)
    ).redirected(by: head)
  }
}
