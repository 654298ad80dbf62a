import Foundation
import Net

/// The state of one stubbed request of a plain session, as a pure value: the next step of its response.
struct StubLoadingState: Sendable {
  /// What the delivering thread does next.
  enum Step: Sendable {
    /// Pass this event to the client.
    case event(TransportEvent, StubClient)
    /// Wait this long.
    case wait(Duration)
    /// Ask whether this redirect is followed, and continue with the response if it is not.
    case redirect(ResponseHead, to: TransportRequest, StubClient)
    /// Continue when the task is resumed.
    case paused
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
  /// Whether the delegate was notified of the sent body before the response.
  private var hasSent = false
  private var rest = NumberedWait()
  /// Continues the running wait after a pause; nil if the loading does not wait.
  private var resting: (@Sendable () -> Void)?
  private var isPaused = false
  /// The next step, for the end of the pause; nil if the loading is not paused, or another thread has not noticed it
  /// yet.
  private var onProceed: (@Sendable () -> Void)?

  /// Whether a response that never ends stays open instead.
  private let isSilent: Bool

  init(client: StubClient, isSilent: Bool = false) {
    self.client = client
    self.isSilent = isSilent
  }

  /// Starts a response.
  mutating func answer(_ response: StubResponse, to request: RecordedRequest) {
    guard client != nil else { return }
    playback = StubPlayback(response, to: request, hasSent: hasSent, chunkSize: 65_536)
    hasSent = false
    self.request = request
    held = nil
    // A redirect with a fault is delivered as it is.
    followsRedirects = response.fault == nil
    if let fault = response.fault { stall = fault }
  }

  /// Returns the next step; nil at the end, and if there is none yet.
  mutating func next() -> Step? {
    guard let client else { return nil }
    guard !isPaused else { return .paused }
    if let head = held.take() { return .event(.head(head), client) }
    switch playback?.next() {
    case .event(.head(let head))?:
      guard followsRedirects, let redirect = request?.redirected(by: head) else {
        return .event(.head(head), client)
      }
      held = head
      return .redirect(head, to: redirect, client)
    case .event(let event)?: return .event(event, client)
    case .wait(let delay)?: return .wait(delay)
    case .silence?: return isSilent ? nil : .event(.failed(stall, phase: .body), client)
    case nil: return nil
    }
  }

  /// Returns the client, to notify it before the response that the body of the request is sent; nil if it must not be
  /// notified now.
  mutating func send() -> StubClient? {
    guard !isPaused else { return nil }
    hasSent = client != nil
    return client
  }

  // MARK: - Waits and pauses

  /// Starts a wait, and returns its number; nil if the task is suspended or has ended.
  ///
  /// - `proceed`: Continues the wait when the task is resumed.
  mutating func beginRest(_ proceed: @escaping @Sendable () -> Void) -> Int? {
    guard client != nil, !hold(proceed) else { return nil }
    resting = proceed
    return rest.begin()
  }

  /// Keeps the next step until the task is resumed; returns false if the caller must perform it now.
  mutating func hold(_ step: @escaping @Sendable () -> Void) -> Bool {
    guard isPaused, client != nil else { return false }
    onProceed = step
    return true
  }

  /// Holds the response until ``proceed()``; returns what the caller must cancel.
  mutating func pause() -> (any Cancellation)? {
    guard client != nil else { return nil }
    isPaused = true
    guard let resting = resting.take() else { return nil }
    onProceed = resting
    return rest.stop()
  }

  /// Ends a pause; returns the step that the caller must perform.
  mutating func proceed() -> (@Sendable () -> Void)? {
    isPaused = false
    return onProceed.take()
  }

  /// Stores the scheduled end of a wait; returns it if the wait is already over.
  mutating func keep(_ scheduled: any Cancellation, forRest number: Int) -> (any Cancellation)? {
    rest.keep(scheduled, for: number)
  }

  /// Ends the wait with this number; returns false if it is already over.
  mutating func endRest(_ number: Int) -> Bool {
    guard rest.end(number) else { return false }
    resting = nil
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
      (resting, onProceed) = (nil, nil)
    }
    return (client, rest.stop())
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
